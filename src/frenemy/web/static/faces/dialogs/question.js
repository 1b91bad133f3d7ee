// One question for each doubtful face. An answer shows the next question before the server has replied.

import { byId } from "../../shared/dom.js";
import { plural } from "../../shared/text.js";
import { displayName } from "../album/names.js";
import { questionsOf } from "../album/question_list.js";
import { picture } from "../people/tiles.js";

const TYPICAL = 4; // faces of the person that are shown, or one if there are fewer

export class Questions {
  // actions: answer(face, "same" or "apart", typical face), move(faces, person), moveTo(faces, likely), noFace(faces),
  // large(face, faces)
  constructor(album, actions) {
    this.album = album;
    this.actions = actions;
    this.answered = new Set(); // keys of questions that this tab has answered
    this.signature = "";
    this.at = 0;
    /** @type {any[]} */
    this.list = [];
    const on = (id, act) => byId(id).addEventListener("click", act);
    on("answer-yes", () => this.answer("same"));
    on("answer-no", () => this.answer("apart"));
    on("answer-other", () => this.other());
    on("answer-else", () => this.someoneElse());
    on("answer-no-face", () => this.noFace());
    on("question-back", () => this.step(-1));
    on("question-next", () => this.step(1));
    on("question-face", () => this.current && actions.large(this.current.face, this.list.map((one) => one.face)));
  }

  get current() {
    return this.list[this.at] ?? null;
  }

  // After a change of the album.
  update() {
    const before = this.current;
    this.list = questionsOf(this.album.doubts, this.answered);
    // The current question stays, wherever it is in the new list.
    const kept = before ? this.list.findIndex((one) => one.key === before.key) : -1;
    this.at = kept >= 0 ? kept : Math.min(this.at, Math.max(this.list.length - 1, 0));
    this.show();
  }

  show() {
    const { current: now } = this;
    byId("question").hidden = !now;
    const isDone = !now && this.album.people.length > 0;
    byId("question-done").hidden = !isDone;
    byId("question-done").textContent = this.album.doubts.length ? "No more questions: all doubtful faces are answered." : "No doubtful faces.";
    if (!now) return;
    const { face, about, other } = now;
    const others = about.faces.filter((one) => one !== face);
    const typical = others.slice(0, others.length < TYPICAL ? 1 : TYPICAL);
    const signature = [this.album.about.look, face.id, about.id, about.name, other?.id, other?.name, ...typical.map((one) => one.id)].join("|");
    if (signature !== this.signature) {
      this.signature = signature;
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
    byId("question-number").textContent = `${(this.at + 1).toLocaleString("en")} of ${plural(this.list.length, "question")}`;
    byId("question-back").disabled = byId("question-next").disabled = this.list.length < 2;
  }

  step(by) {
    if (!this.list.length) return;
    this.at = (this.at + by + this.list.length) % this.list.length;
    this.show();
  }

  answer(kind) {
    if (!this.current) return;
    const { face, about } = this.current;
    this.settle();
    if (kind === "same" && about !== face.person) this.actions.move([face], about);
    else this.actions.answer(face, kind, about.faces.find((one) => one !== face));
  }

  other() {
    if (!this.current?.other) return;
    const { face, other } = this.current;
    this.settle();
    this.actions.move([face], other);
  }

  async someoneElse() {
    if (!this.current) return;
    const { face, other } = this.current;
    if (await this.actions.moveTo([face], [other])) this.update();
  }

  noFace() {
    if (!this.current) return;
    const { face } = this.current;
    this.settle();
    this.actions.noFace([face]);
  }

  settle() {
    this.answered.add(this.current.key);
    const { key } = this.current;
    this.list = this.list.filter((one) => one.key !== key);
    if (this.at >= this.list.length) this.at = 0;
    this.show();
  }

  // After undo: all questions may appear again.
  reopen() {
    this.answered.clear();
  }
}
