// The dialog to choose one of many by typing a part of its name.

import { byId, make } from "./dom.js";

export class Picker {
  constructor() {
    this.dialog = byId("picker");
    this.search = byId("picker-search");
    this.list = byId("picker-list");
    /** @type {{ choice: any, children: Node[] }[]} */
    this.rows = [];
    /** @type {any} */
    this.options = null;
    this.at = 0; // index of the highlighted row
    this.finish = (_choice) => {};
    this.search.addEventListener("input", () => this.show());
    this.search.addEventListener("keydown", (event) => this.key(event));
    this.list.addEventListener("click", (event) => {
      const row = event.target.closest("[role=option]");
      if (row) this.take(this.rows[row.dataset.row].choice);
    });
    this.dialog.addEventListener("close", () => this.finish(null));
  }

  /**
   * Resolves to the choice of a row, or to null if cancelled. rowsOf(typed) gives the rows, at once or later, and
   * nothing(typed) what to say without any.
   * @param {{ title: string, rowsOf: (typed: string) => any, nothing: (typed: string) => string }} options
   */
  choose(options) {
    this.options = options;
    byId("picker-title").textContent = options.title;
    this.search.value = "";
    this.list.replaceChildren();
    this.rows = [];
    this.show();
    this.dialog.showModal();
    this.search.focus();
    return new Promise((resolve) => (this.finish = resolve));
  }

  show() {
    const { options } = this;
    const typed = this.search.value.trim();
    const rows = options.rowsOf(typed);
    if (Array.isArray(rows)) return this.fill(rows, typed);
    rows.then(
      (late) => this.options === options && this.search.value.trim() === typed && this.fill(late, typed),
      (error) => this.list.replaceChildren(make("li", { class: "faint nobody" }, error.message)),
    );
  }

  fill(rows, typed) {
    this.rows = rows;
    this.list.replaceChildren(
      ...rows.map(({ children }, k) => make("li", { role: "option", id: `picker-${k}`, "data-row": k, "aria-selected": "false" }, ...children)),
    );
    if (!rows.length) this.list.append(make("li", { class: "faint nobody" }, this.options.nothing(typed)));
    this.highlight(0);
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
