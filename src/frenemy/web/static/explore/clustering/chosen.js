// The selected things, by number, with their names.

export class Chosen {
  /** @param {() => void} changed */
  constructor(changed) {
    /** @type {Map<number, string>} */
    this.names = new Map();
    /** @type {number | null} */
    this.anchor = null; // index in the list where a range begins
    this.changed = changed;
  }

  get things() {
    return [...this.names.keys()];
  }

  has(thing) {
    return this.names.has(thing);
  }

  toggle({ thing, name }, index) {
    if (!this.names.delete(thing)) this.names.set(thing, name);
    this.anchor = index;
    this.changed();
  }

  add(rows) {
    for (const { thing, name } of rows) this.names.set(thing, name);
    this.changed();
  }

  clear() {
    if (!this.names.size && this.anchor === null) return;
    this.names.clear();
    this.anchor = null;
    this.changed();
  }
}
