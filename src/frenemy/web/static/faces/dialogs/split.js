// The dialog to split a person in two: both sides with their faces, which move to the other side when pressed.

import { byId, make } from "../../shared/dom.js";
import { plural } from "../../shared/text.js";
import { displayName } from "../album/names.js";
import { picture } from "../people/tiles.js";

export class SplitDialog {
  // actions: split(person, faces), onePerson(person)
  constructor(album, actions) {
    this.album = album;
    this.dialog = byId("split");
    /** @type {any} */
    this.person = null;
    /** @type {Set<string>} */
    this.side = new Set(); // ids of the faces that become a new person
    byId("split-yes").addEventListener("click", () => this.close(() => actions.split(this.person, this.faces(true))));
    byId("split-no").addEventListener("click", () => this.close(() => actions.onePerson(this.person)));
    for (const id of ["split-one", "split-two"]) byId(id).addEventListener("click", (event) => this.move(event.target.closest(".tile")?.dataset.id));
  }

  show(person, side) {
    this.person = person;
    this.side = new Set(side.map((face) => face.id));
    byId("split-title").textContent = `Split ${displayName(person)} in two`;
    this.draw();
    if (!this.dialog.open) this.dialog.showModal();
    byId("split-yes").focus();
  }

  // After a change of the album: another tab may have changed the person.
  update() {
    if (!this.dialog.open) return;
    const now = this.album.personById.get(this.person.id);
    if (!now || now.faces.length < 2) return this.dialog.close();
    this.person = now;
    this.draw();
  }

  faces(isInSide) {
    return this.person.faces.filter((face) => this.side.has(face.id) === isInSide);
  }

  move(id) {
    if (!id) return;
    if (!this.side.delete(id)) this.side.add(id);
    this.draw();
    /** @type {HTMLElement | null} */ (this.dialog.querySelector(`.tile[data-id="${CSS.escape(id)}"]`))?.focus();
  }

  draw() {
    const [rest, side] = [this.faces(false), this.faces(true)];
    byId("split-one").replaceChildren(...rest.map((face) => this.tile(face)));
    byId("split-two").replaceChildren(...side.map((face) => this.tile(face)));
    byId("split-one-text").textContent = `${displayName(this.person)}: ${plural(rest.length, "face")}`;
    byId("split-two-text").textContent = `New person: ${plural(side.length, "face")}`;
    byId("split-yes").disabled = !rest.length || !side.length;
  }

  tile(face) {
    const tile = make("button", { type: "button", class: "tile", "data-id": face.id, title: face.photo.path }, picture(this.album, face));
    tile.setAttribute("aria-label", `Move face in ${face.photo.path} to the other side`);
    return tile;
  }

  close(act) {
    this.dialog.close();
    act();
  }
}
