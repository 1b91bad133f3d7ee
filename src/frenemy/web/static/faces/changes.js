// What a user says about faces and people, as changes of the album, each told in words with a way back.

import { byId, plural } from "../shared/dom.js";
import { showNote } from "../shared/notices.js";
import { called } from "./album.js";
import { consequences, sentence } from "./told.js";

export class Changes {
  // page: { album, parts } of what is open; showing: who says what was done
  constructor(page, showing) {
    this.page = page;
    this.showing = showing;
  }

  get selection() {
    return this.page.parts.selection;
  }

  get openPerson() {
    return this.page.parts.person.person;
  }

  // Resolves to what the server tells of it, or null where it was refused.
  async make(what, done) {
    const news = await this.page.album.change(what);
    if (!news) return null;
    const also = consequences({ ...news, asked: what });
    if (what.do === "undo" || what.do === "redo") showNote(sentence(`${what.do === "undo" ? "Undone" : "Done again"}: ${news.what}`, also));
    else showNote(sentence(done, also), { name: "Undo", act: () => this.travel("undo") });
    this.showing.say(sentence(done ?? news.what, also, this.showing.headline()));
    return news;
  }

  // step: "undo" or "redo"
  travel(step) {
    if (!this.page.album || byId(step).disabled) return;
    this.page.parts.questions.reopen();
    this.make({ do: step });
  }

  // ---- faces

  answer(face, kind, typical) {
    return this.make({ do: kind, faces: [face.id, typical.id] }, kind === "same" ? "Yes" : "No");
  }

  move(faces, person) {
    const moved = plural(faces.length, "face");
    this.selection.drop();
    return this.make({ do: "move", faces: faces.map((face) => face.id), to: person?.id ?? null }, person ? `${moved} moved to ${called(person)}` : `${moved} moved to a new person`);
  }

  // Ask where to; null if it was left open.
  async moveTo(faces, likely = []) {
    const choice = await this.page.parts.picker.choose({
      title: faces.length === 1 ? "Who is this?" : `Who are these ${faces.length} faces?`,
      without: faces.length === 1 || new Set(faces.map((face) => face.person)).size === 1 ? [faces[0].person] : [],
      likely,
      hasNew: true,
    });
    if (!choice) return null;
    if (choice.person) return this.move(faces, choice.person);
    const ids = faces.map((face) => face.id);
    this.selection.drop();
    return this.make({ do: "move", faces: ids, to: null, name: choice.name }, `${plural(faces.length, "face")} moved to ${choice.name ?? "a new person"}`);
  }

  noFace(faces) {
    this.selection.drop();
    return this.make({ do: "not_faces", faces: faces.map((face) => face.id) }, faces.length === 1 ? "Not a face" : `${plural(faces.length, "face")} taken out`);
  }

  // ---- people

  name(person, text) {
    return this.make({ do: "name", person: person.id, text }, text ? `Named ${text}` : "Name taken away");
  }

  merge(people, into) {
    this.selection.drop();
    const who = people.length === 1 ? called(people[0]) : plural(people.length, "person", "people");
    return this.make({ do: "merge", people: [into.id, ...people.map((person) => person.id)] }, `${who} merged into ${called(into)}`);
  }

  async sameAs() {
    const person = this.openPerson;
    const choice = await this.chooseOther(person, `${called(person)} is the same as …`);
    if (choice) this.merge([person], choice.person);
  }

  async notSameAs() {
    const person = this.openPerson;
    const choice = await this.chooseOther(person, `${called(person)} is not the same as …`);
    if (choice) this.make({ do: "apart_people", people: [person.id, choice.person.id] }, `Not the same as ${called(choice.person)}`);
  }

  chooseOther(person, title) {
    const likely = [...new Set(person.faces.map((face) => face.doubt?.other).filter(Boolean))];
    return this.page.parts.picker.choose({ title, without: [person], likely });
  }

  // ---- what is selected, and what was said before

  chosenSame() {
    const { selection } = this;
    if (selection.ids.size < 2) return null;
    // The largest keeps its name and place.
    if (selection.kind === "person") {
      const [into, ...others] = selection.people.sort((a, b) => Boolean(b.name) - Boolean(a.name) || b.faces.length - a.faces.length);
      return this.merge(others, into);
    }
    const faces = [...selection.ids];
    selection.drop();
    return this.make({ do: "same", faces }, "The same person");
  }

  chosenApart() {
    const { selection } = this;
    if (selection.ids.size !== 2) return null;
    const what = selection.kind === "person" ? { do: "apart_people", people: [...selection.ids] } : { do: "apart", faces: [...selection.ids] };
    selection.drop();
    return this.make(what, "Not the same person");
  }

  takeBack(one) {
    return this.make({ do: "take_back", kind: one.kind, faces: one.faces, text: one.text }, "Taken back");
  }
}
