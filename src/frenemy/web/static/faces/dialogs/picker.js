// The dialog to choose a person, by name or face.

import { byId, icon, make } from "../../shared/dom.js";
import { plural } from "../../shared/text.js";
import { picture } from "../people/tiles.js";
import { pickerRows } from "./picker_rows.js";

export class Picker {
  constructor(album) {
    this.album = album;
    this.dialog = byId("picker");
    this.search = byId("picker-search");
    /** @type {any[]} */
    this.rows = [];
    /** @type {any} */
    this.options = null;
    this.at = 0; // index of the highlighted row
    this.finish = (_choice) => {};
    this.list = byId("picker-list");
    this.search.addEventListener("input", () => this.show());
    this.search.addEventListener("keydown", (event) => this.key(event));
    this.list.addEventListener("click", (event) => {
      const row = event.target.closest("[role=option]");
      if (row) this.take(this.rows[row.dataset.row].choice);
    });
    this.dialog.addEventListener("close", () => this.finish(null));
  }

  // Resolves to { person }, { name } for a new person (null: without a name), or null if cancelled.
  choose({ title, without = [], likely = [], hasNew = false }) {
    this.options = { without: new Set(without), likely: likely.filter((one) => one && !without.includes(one)), hasNew };
    byId("picker-title").textContent = title;
    this.search.value = "";
    this.show();
    this.dialog.showModal();
    this.search.focus();
    return new Promise((resolve) => (this.finish = resolve));
  }

  show() {
    const typed = this.search.value.trim();
    this.rows = pickerRows(this.album.people, this.options, typed);
    this.list.replaceChildren(...this.rows.map((row, k) => this.option(row, k)));
    if (!this.rows.length) this.list.append(make("li", { class: "faint nobody" }, typed ? "Nobody has this name." : "There is nobody else."));
    this.highlight(0);
  }

  option({ text, person, isLikely }, k) {
    const row = make("li", { role: "option", id: `picker-${k}`, "data-row": k, "aria-selected": "false" });
    row.append(person ? picture(this.album, person.faces[0]) : make("span", { class: "new" }, icon("plus")));
    row.append(make("span", { class: "who", dir: "auto" }, text));
    if (person) row.append(make("span", { class: "faint" }, `${isLikely ? "likely · " : ""}${plural(person.faces.length, "face")}`));
    return row;
  }

  highlight(at) {
    this.at = Math.min(Math.max(at, 0), this.rows.length - 1);
    for (const [k, row] of [...this.list.children].entries()) row.setAttribute?.("aria-selected", String(k === this.at));
    this.search.setAttribute("aria-activedescendant", this.at >= 0 ? `picker-${this.at}` : "");
    this.list.children[this.at]?.scrollIntoView({ block: "nearest" });
  }

  key(event) {
    if (event.isComposing) return;
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 6, PageUp: -6 };
    if (event.key in steps) this.highlight(this.at + steps[event.key]);
    else if (event.key === "Enter" && this.rows[this.at]) this.take(this.rows[this.at].choice);
    else return;
    event.preventDefault();
  }

  take(choice) {
    this.finish(choice);
    this.dialog.close();
  }
}
