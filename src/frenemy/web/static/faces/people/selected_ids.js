// The ids of selected faces or people, without the DOM.

export class SelectedIds {
  constructor() {
    /** @type {"face" | "person"} */
    this.kind = "face";
    /** @type {Set<string>} */
    this.ids = new Set();
    this.anchor = null; // where a range begins
  }

  toggle(kind, id) {
    this.setKind(kind);
    if (!this.ids.delete(id)) this.ids.add(id);
    this.anchor = id;
  }

  // All items from the anchor to this one, in the order of the list.
  extend(kind, id, items) {
    const ends = [this.anchor, id].map((end) => items.findIndex((item) => item.id === end));
    if (kind !== this.kind || ends.includes(-1)) return this.toggle(kind, id);
    for (const item of items.slice(Math.min(...ends), Math.max(...ends) + 1)) this.ids.add(item.id);
  }

  addAll(kind, items) {
    this.setKind(kind);
    for (const item of items) this.ids.add(item.id);
  }

  keepOnly(isKnown) {
    for (const id of this.ids) if (!isKnown(id)) this.ids.delete(id);
  }

  setKind(kind) {
    if (kind !== this.kind) this.ids.clear();
    this.kind = kind;
  }
}
