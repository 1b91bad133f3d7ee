// Faces or people that are chosen, and the tools for them. It lasts from view to view, so that a face of one person can
// be put beside a face of another.

import { byId, plural } from "../shared/dom.js";

export class Selection {
  constructor(album) {
    this.album = album;
    this.kind = "face"; // or "person"
    this.ids = new Set();
    this.from = null; // where a range begins
  }

  get faces() {
    return this.kind === "face" ? [...this.ids].map((id) => this.album.byId.get(id)) : [];
  }

  get people() {
    return this.kind === "person" ? [...this.ids].map((id) => this.album.personById.get(id)) : [];
  }

  toggle(kind, id) {
    if (kind !== this.kind) this.ids.clear();
    this.kind = kind;
    if (!this.ids.delete(id)) this.ids.add(id);
    this.from = id;
    this.show();
  }

  // All from the one chosen last to this one, in the order of the list.
  extend(kind, id, items) {
    const ends = [items.findIndex((item) => item.id === this.from), items.findIndex((item) => item.id === id)];
    if (kind !== this.kind || ends.includes(-1)) return this.toggle(kind, id);
    for (const item of items.slice(Math.min(...ends), Math.max(...ends) + 1)) this.ids.add(item.id);
    this.show();
  }

  all(kind, items) {
    if (kind !== this.kind) this.ids.clear();
    this.kind = kind;
    for (const item of items) this.ids.add(item.id);
    this.show();
  }

  drop() {
    this.ids.clear();
    this.show();
  }

  // After a change: who is no longer there is no longer chosen.
  renew() {
    const known = this.kind === "face" ? (id) => this.album.byId.get(id)?.person : (id) => this.album.personById.get(id);
    for (const id of this.ids) if (!known(id)) this.ids.delete(id);
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
    for (const row of document.querySelectorAll(".face, .person")) {
      const [kind, id] = row.dataset.face ? ["face", row.dataset.face] : ["person", row.dataset.person];
      const isChosen = kind === this.kind && this.ids.has(id);
      if (row.classList.contains("chosen") === isChosen) continue;
      row.classList.toggle("chosen", isChosen);
      row.querySelector(".tick").setAttribute("aria-pressed", String(isChosen));
    }
  }
}
