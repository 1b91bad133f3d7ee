// One question at a time, those that settle most faces first. An answer shows the next question before the server has
// replied.

import { byId } from "../../shared/dom.js";
import { plural } from "../../shared/text.js";
import { displayName } from "../album/names.js";
import { doubtQuestions, questionsOf } from "../album/question_list.js";
import { picture } from "../people/tiles.js";

const TYPICAL = 4; // faces of the person that are shown, or one if there are fewer
const MAX_SIDE = 24; // faces of a side that are shown

export class Questions {
  // actions: answer(face, "same" or "apart", typical face), move(faces, person), moveTo(faces, likely), noFace(faces),
  // large(face, faces), merge(people, into), different(one, other), split(person, faces), onePerson(person),
  // changeSides(person, faces)
  constructor(album, actions) {
    this.album = album;
    this.actions = actions;
    this.answered = new Set(); // keys of questions that this tab has answered
    this.asksDoubts = false; // also about all doubtful faces
    this.signature = "";
    this.at = 0;
    /** @type {import("../album/question_list.js").Question[]} */
    this.list = [];
    const on = (id, act) => byId(id).addEventListener("click", act);
    on("answer-yes", () => this.answer(true));
    on("answer-no", () => this.answer(false));
    on("answer-other", () => this.other());
    on("answer-else", () => this.someoneElse());
    on("answer-sides", () => this.someoneElse());
    on("answer-no-face", () => this.noFace());
    on("question-back", () => this.step(-1));
    on("question-next", () => this.step(1));
    on("question-more", () => this.askMore());
    on("question-face", () => this.face && actions.large(this.face, this.list.flatMap((one) => (one.kind === "face" ? [one.face] : []))));
  }

  get current() {
    return this.list[this.at] ?? null;
  }

  // The face that the question is about, if it is one.
  get face() {
    return this.current?.kind === "face" ? this.current.face : null;
  }

  // After a change of the album.
  update() {
    const before = this.current;
    const asked = questionsOf(this.album.asked, this.answered);
    const known = new Set(asked.map((one) => one.key));
    const doubts = doubtQuestions(this.album.doubts, this.answered).filter((one) => !known.has(one.key));
    this.list = this.asksDoubts ? [...asked, ...doubts] : asked;
    // The current question stays, wherever it is in the new list.
    const kept = before ? this.list.findIndex((one) => one.key === before.key) : -1;
    this.at = kept >= 0 ? kept : Math.min(this.at, Math.max(this.list.length - 1, 0));
    this.showDone(this.asksDoubts ? 0 : doubts.length);
    this.show();
  }

  askMore() {
    this.asksDoubts = true;
    this.update();
    byId("answer-yes").focus();
  }

  showDone(nMore) {
    byId("question-done-text").textContent = this.answered.size ? "No more questions." : "No questions.";
    byId("question-more").hidden = nMore === 0;
    byId("question-more").textContent = `Ask about ${plural(nMore, "doubtful face")}`;
  }

  show() {
    const { current: now } = this;
    byId("question").hidden = !now;
    byId("question-done").hidden = Boolean(now) || this.album.people.length === 0;
    if (!now) return;
    byId("question").dataset.kind = now.kind;
    if (now.kind === "face") this.showFace(now);
    else this.showSides(now);
    byId("question-number").textContent = `${(this.at + 1).toLocaleString("en")} of ${plural(this.list.length, "question")}`;
    byId("question-back").disabled = byId("question-next").disabled = this.list.length < 2;
  }

  // Whether something else is to be drawn than the last time.
  isNew(parts) {
    const signature = [this.album.about.look, ...parts].join("|");
    const isNew = signature !== this.signature;
    this.signature = signature;
    return isNew;
  }

  showFace({ face, about, other }) {
    const others = about.faces.filter((one) => one !== face);
    const typical = others.slice(0, others.length < TYPICAL ? 1 : TYPICAL);
    if (!this.isNew([face.id, about.id, about.name, other?.id, other?.name, ...typical.map((one) => one.id)])) return;
    this.showParts("face", "Yes", "No");
    byId("question-face").replaceChildren(picture(this.album, face));
    byId("question-face").setAttribute("aria-label", `Doubtful face in ${face.photo.path}`);
    byId("question-person").replaceChildren(...typical.map((one) => picture(this.album, one)));
    byId("question-text").textContent = about.name ? `Is this ${displayName(about)}?` : "Is this the same person?";
    byId("answer-other").hidden = !other;
    if (other) {
      byId("answer-other").replaceChildren(picture(this.album, other.faces[0]), other.name ? `It is ${displayName(other)}` : "It is this one");
      byId("answer-other").title = `It is ${displayName(other)} (O)`;
    }
  }

  showSides(now) {
    const isSplit = now.kind === "split";
    const sides = isSplit ? [now.rest, now.side] : [now.about.faces, now.other.faces];
    if (!this.isNew([now.key, now.about.name, now.other?.name, ...sides.flat().map((one) => one.id)])) return;
    this.showParts(now.kind, isSplit ? "Two people" : "Same", isSplit ? "One person" : "Different");
    const texts = isSplit ? ["", ""] : [now.about, now.other].map((person) => `${displayName(person)}, `);
    for (const [k, name] of ["one", "two"].entries()) {
      byId(`question-${name}-text`).textContent = `${texts[k]}${plural(sides[k].length, "face")}`;
      byId(`question-${name}`).replaceChildren(...sides[k].slice(0, MAX_SIDE).map((one) => picture(this.album, one)));
    }
    byId("question-text").textContent = isSplit ? `Is ${now.about.name ? displayName(now.about) : "this"} two people?` : "Are these the same person?";
  }

  showParts(kind, yes, no) {
    const isFace = kind === "face";
    /** @type {HTMLElement} */ (byId("question").querySelector(".question-pair")).hidden = !isFace;
    byId("question-sides").hidden = isFace;
    byId("answer-else").hidden = byId("answer-no-face").hidden = !isFace;
    byId("answer-sides").hidden = kind !== "split";
    if (!isFace) byId("answer-other").hidden = true;
    for (const [id, text, key] of [["answer-yes", yes, "Y"], ["answer-no", no, "N"]]) {
      byId(id).textContent = text;
      byId(id).title = `${text} (${key})`;
    }
  }

  step(by) {
    if (!this.list.length) return;
    this.at = (this.at + by + this.list.length) % this.list.length;
    this.show();
  }

  answer(isYes) {
    const now = this.current;
    if (!now) return;
    this.settle();
    const { actions } = this;
    if (now.kind === "split") isYes ? actions.split(now.about, now.side) : actions.onePerson(now.about);
    else if (now.kind === "join") isYes ? actions.merge([now.other], now.about) : actions.different(now.about, now.other);
    else if (isYes && now.about !== now.face.person) actions.move([now.face], now.about);
    else actions.answer(now.face, isYes ? "same" : "apart", now.about.faces.find((one) => one !== now.face));
  }

  other() {
    const now = this.current;
    if (now?.kind !== "face" || !now.other) return;
    this.settle();
    this.actions.move([now.face], now.other);
  }

  // Another answer than the ones offered: another person, or other sides.
  async someoneElse() {
    const now = this.current;
    if (now?.kind === "split") this.actions.changeSides(now.about, now.side);
    else if (now?.kind === "face" && (await this.actions.moveTo([now.face], [now.other]))) this.update();
  }

  noFace() {
    const { face } = this;
    if (!face) return;
    this.settle();
    this.actions.noFace([face]);
  }

  settle() {
    const { key } = this.current;
    this.answered.add(key);
    this.list = this.list.filter((one) => one.key !== key);
    if (this.at >= this.list.length) this.at = 0;
    this.show();
  }

  // After undo: all questions may appear again.
  reopen() {
    this.answered.clear();
  }
}
