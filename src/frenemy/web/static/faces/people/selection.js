// The selected faces or people, and their tools. The selection survives a change of view, so that faces of two people can
// be selected together.

import { byId } from "../../shared/dom.js";
import { plural } from "../../shared/text.js";
import { SelectedIds } from "./selected_ids.js";

export class Selection {
  constructor(album) {
    this.album = album;
    this.selected = new SelectedIds();
  }

  get kind() {
    return this.selected.kind;
  }

  get ids() {
    return this.selected.ids;
  }

  get faces() {
    return this.kind === "face" ? [...this.ids].map((id) => this.album.byId.get(id)) : [];
  }

  get people() {
    return this.kind === "person" ? [...this.ids].map((id) => this.album.personById.get(id)) : [];
  }

  toggle(kind, id) {
    this.selected.toggle(kind, id);
    this.show();
  }

  extend(kind, id, items) {
    this.selected.extend(kind, id, items);
    this.show();
  }

  addAll(kind, items) {
    this.selected.addAll(kind, items);
    this.show();
  }

  clear() {
    this.ids.clear();
    this.show();
  }

  // After a change of the album.
  update() {
    this.selected.keepOnly((id) => (this.kind === "face" ? this.album.byId.get(id)?.person : this.album.personById.get(id)));
    this.show();
  }

  show() {
    const n = this.ids.size;
    document.body.classList.toggle("choosing", n > 0);
    byId("chosen").hidden = n === 0;
    byId("chosen-text").textContent = plural(n, this.kind, this.kind === "face" ? "faces" : "people");
    byId("chosen-move").hidden = byId("chosen-new").hidden = byId("chosen-no-face").hidden = this.kind === "person";
    byId("chosen-same").disabled = n < 2;
    byId("chosen-apart").disabled = n !== 2;
    this.mark();
  }

  mark() {
    /** @type {NodeListOf<HTMLElement>} */
    const rows = document.querySelectorAll(".face, .person");
    for (const row of rows) {
      const [kind, id] = row.dataset.face ? ["face", row.dataset.face] : ["person", row.dataset.person];
      const isChosen = kind === this.kind && this.ids.has(id);
      if (row.classList.contains("chosen") === isChosen) continue;
      row.classList.toggle("chosen", isChosen);
      row.querySelector(".tick").setAttribute("aria-pressed", String(isChosen));
    }
  }
}
