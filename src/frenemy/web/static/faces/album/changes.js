// The user's changes of faces and people, each with a notice and an undo button.

import { byId } from "../../shared/dom.js";
import { plural } from "../../shared/text.js";
import { showNote } from "../../shared/notices.js";
import { displayName } from "./names.js";
import { joined, sideEffects } from "./change_text.js";

export class Changes {
  // page: { album, parts } of the open album; view: the PageView
  constructor(page, view) {
    this.page = page;
    this.view = view;
  }

  get selection() {
    return this.page.parts.selection;
  }

  get openPerson() {
    return this.page.parts.person.person;
  }

  // Resolves to what the server says about the change, or null after an error.
  async make(what, done) {
    const news = await this.page.album.change(what);
    if (!news) return null;
    const also = sideEffects(news, what);
    if (what.do === "undo" || what.do === "redo") showNote(joined(`${what.do === "undo" ? "Undone" : "Done again"}: ${news.what}`, also));
    else showNote(joined(done, also), { name: "Undo", act: () => this.travel("undo") });
    this.view.say(joined(done ?? news.what, also, this.view.headline()));
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
    this.selection.clear();
    return this.make({ do: "move", faces: faces.map((face) => face.id), to: person?.id ?? null }, person ? `${moved} moved to ${displayName(person)}` : `${moved} moved to a new person`);
  }

  // Let the user choose the person; null if they cancel.
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
    this.selection.clear();
    return this.make({ do: "move", faces: ids, to: null, name: choice.name }, `${plural(faces.length, "face")} moved to ${choice.name ?? "a new person"}`);
  }

  noFace(faces) {
    this.selection.clear();
    return this.make({ do: "not_faces", faces: faces.map((face) => face.id) }, faces.length === 1 ? "Not a face" : `${plural(faces.length, "face")} removed`);
  }

  // ---- people

  name(person, text) {
    return this.make({ do: "name", person: person.id, text }, text ? `Named ${text}` : "Name removed");
  }

  merge(people, into) {
    this.selection.clear();
    const who = people.length === 1 ? displayName(people[0]) : plural(people.length, "person", "people");
    return this.make({ do: "merge", people: [into.id, ...people.map((person) => person.id)] }, `${who} merged into ${displayName(into)}`);
  }

  async sameAs() {
    const person = this.openPerson;
    const choice = await this.chooseOther(person, `${displayName(person)} is the same as …`);
    if (choice) this.merge([person], choice.person);
  }

  async notSameAs() {
    const person = this.openPerson;
    const choice = await this.chooseOther(person, `${displayName(person)} is not the same as …`);
    if (choice) this.make({ do: "apart_people", people: [person.id, choice.person.id] }, `Not the same as ${displayName(choice.person)}`);
  }

  different(one, other) {
    return this.make({ do: "apart_people", people: [one.id, other.id] }, "Different people");
  }

  split(person, side) {
    const sizes = [person.faces.length - side.length, side.length];
    return this.make({ do: "split", people: [person.id], faces: side.map((face) => face.id) }, `Two people, with ${sizes[0]} and ${plural(sizes[1], "face")}`);
  }

  onePerson(person) {
    return this.make({ do: "same", faces: person.faces.map((face) => face.id) }, "One person");
  }

  // Propose the cut of the open person.
  async proposeSplit() {
    const person = this.openPerson;
    if (!person || person.faces.length < 2) return;
    try {
      const side = await this.page.album.cutOf(person);
      this.page.parts.splitDialog.show(person, side.length ? side : person.faces.slice(-1));
    } catch (error) {
      this.view.showFailure(error);
    }
  }

  chooseOther(person, title) {
    const likely = [...new Set(person.faces.map((face) => face.doubt?.other).filter(Boolean))];
    return this.page.parts.picker.choose({ title, without: [person], likely });
  }

  // ---- the selection, and earlier corrections

  chosenSame() {
    const { selection } = this;
    if (selection.ids.size < 2) return null;
    // A named person, else the largest, keeps its name and place.
    if (selection.kind === "person") {
      const [into, ...others] = selection.people.sort((a, b) => Number(Boolean(b.name)) - Number(Boolean(a.name)) || b.faces.length - a.faces.length);
      return this.merge(others, into);
    }
    const faces = [...selection.ids];
    selection.clear();
    return this.make({ do: "same", faces }, "The same person");
  }

  chosenApart() {
    const { selection } = this;
    if (selection.ids.size !== 2) return null;
    const what = selection.kind === "person" ? { do: "apart_people", people: [...selection.ids] } : { do: "apart", faces: [...selection.ids] };
    selection.clear();
    return this.make(what, "Not the same person");
  }

  deleteCorrection(one) {
    return this.make({ do: "take_back", kind: one.kind, faces: one.faces, text: one.text }, "Correction deleted");
  }
}
