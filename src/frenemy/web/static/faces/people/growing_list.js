// A long list that creates rows as the user scrolls. Rows that remain keep their elements and the focus.

import { make } from "../../shared/dom.js";

export class GrowingList {
  // make(item) creates a row, update(row, item) updates it, grown() is called after rows were added, and
  // watchNear(element, call) calls when the element comes into view; each item has an id
  constructor(list, { step, make: makeRow, update, grown, watchNear }) {
    this.list = list;
    this.step = step;
    this.makeRow = makeRow;
    this.update = update;
    this.grown = grown;
    this.items = [];
    this.rows = new Map();
    this.nShown = step;
    this.end = make("li", { class: "list-end", role: "none" });
    watchNear(this.end, () => this.grow());
  }

  show(items, { isReset = false } = {}) {
    if (isReset) this.nShown = this.step;
    this.items = items;
    this.render();
  }

  // Create the row of an item, however far down.
  reveal(id) {
    const at = this.items.findIndex((item) => item.id === id);
    if (at < 0) return null;
    if (at >= this.nShown) {
      this.nShown = at + this.step;
      this.render();
    }
    return this.rows.get(id);
  }

  grow() {
    if (this.nShown >= this.items.length) return;
    const more = this.items.slice(this.nShown, this.nShown + this.step).map((item) => this.row(item));
    this.end.before(...more);
    this.nShown += this.step;
    if (this.nShown >= this.items.length) this.end.remove();
    this.grown();
  }

  row(item) {
    const row = this.rows.get(item.id) ?? this.makeRow(item);
    this.update(row, item);
    this.rows.set(item.id, row);
    return row;
  }

  render() {
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    const before = new Map(this.rows);
    let place = this.list.firstElementChild;
    for (const item of this.items.slice(0, this.nShown)) {
      const row = this.row(item);
      before.delete(item.id);
      if (row === place) place = place.nextElementSibling;
      else this.list.insertBefore(row, place);
    }
    for (const [id, row] of before) {
      row.remove();
      this.rows.delete(id);
    }
    if (this.nShown < this.items.length) this.list.append(this.end);
    else this.end.remove();
    if (focused?.isConnected && focused !== document.activeElement && this.list.contains(focused)) {
      focused.focus({ preventScroll: true });
    }
  }
}
