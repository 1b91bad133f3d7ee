// The doubtful faces, one question each. Answers move on at once; the server follows.

import { byId, plural } from "../shared/dom.js";
import { called } from "./album.js";
import { picture } from "./tiles.js";

const TYPICAL = 4; // faces of the person shown beside, or one where there are fewer

export class Questions {
  // actions: answer(face, "same" or "apart", typical face), move(faces, person), moveTo(faces, likely), noFace(faces),
  // large(face, faces)
  constructor(album, actions) {
    this.album = album;
    this.actions = actions;
    this.answered = new Set(); // of this tab: a face is not asked about the same person twice
    this.at = 0;
    this.list = [];
    const on = (id, act) => byId(id).addEventListener("click", act);
    on("answer-yes", () => this.answer("same"));
    on("answer-no", () => this.answer("apart"));
    on("answer-other", () => this.other());
    on("answer-else", () => this.someoneElse());
    on("answer-no-face", () => this.noFace());
    on("question-back", () => this.step(-1));
    on("question-next", () => this.step(1));
    on("question-face", () => this.now && actions.large(this.now.face, this.list.map((one) => one.face)));
  }

  get now() {
    return this.list[this.at] ?? null;
  }

  // The questions of the doubtful faces that were not answered yet; a face alone is asked about who it could be.
  renew() {
    const before = this.now;
    this.list = this.album.doubts.map(({ face, other }) => {
      const isAlone = face.person.faces.length === 1;
      const about = isAlone ? other : face.person;
      return { face, about, other: isAlone ? null : other, key: about && `${face.id} ${about.id}` };
    });
    this.list = this.list.filter((one) => one.about && !this.answered.has(one.key));
    // The one that is shown stays, wherever it stands now.
    const kept = before ? this.list.findIndex((one) => one.key === before.key) : -1;
    this.at = kept >= 0 ? kept : Math.min(this.at, Math.max(this.list.length - 1, 0));
    this.show();
  }

  show() {
    const { now } = this;
    byId("question").hidden = !now;
    const isDone = !now && this.album.people.length > 0;
    byId("question-done").hidden = !isDone;
    byId("question-done").textContent = this.album.doubts.length ? "No more questions: what is still doubtful was answered." : "No doubtful faces.";
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
      byId("question-text").textContent = about.name ? `Is this ${called(about)}?` : "Is this the same person?";
      byId("answer-other").hidden = !other;
      if (other) {
        byId("answer-other").replaceChildren(picture(this.album, other.faces[0]), other.name ? `It is ${called(other)}` : "It is this one");
        byId("answer-other").title = `It is ${called(other)} (O)`;
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
    if (!this.now) return;
    const { face, about } = this.now;
    this.settle();
    if (kind === "same" && about !== face.person) this.actions.move([face], about);
    else this.actions.answer(face, kind, about.faces.find((one) => one !== face));
  }

  other() {
    if (!this.now?.other) return;
    const { face, other } = this.now;
    this.settle();
    this.actions.move([face], other);
  }

  async someoneElse() {
    if (!this.now) return;
    const { face, other } = this.now;
    if (await this.actions.moveTo([face], [other])) this.renew();
  }

  noFace() {
    if (!this.now) return;
    const { face } = this.now;
    this.settle();
    this.actions.noFace([face]);
  }

  settle() {
    this.answered.add(this.now.key);
    const { key } = this.now;
    this.list = this.list.filter((one) => one.key !== key);
    if (this.at >= this.list.length) this.at = 0;
    this.show();
  }

  // What was undone may be asked again.
  reopen() {
    this.answered.clear();
  }
}
