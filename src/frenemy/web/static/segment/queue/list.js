// The rows of the queue: small picture, name and state. A row is made once and then kept up to date.

import { byId, make } from "../../shared/dom.js";
import { Thumbnails } from "./thumbnails.js";

const STATES = { new: ["", "not begun"], begun: ["◐", "begun"], done: ["✓", "done"], problem: ["!", ""] };

export class QueueList {
  // actions: choose(item), thumbnail(item) resolves to a blob, failed(item, error) when there is none
  constructor(actions) {
    this.actions = actions;
    this.list = byId("queue-list");
    this.rows = new Map(); // by id
    this.thumbnails = new Thumbnails(this.list, actions.thumbnail, actions.failed);
  }

  show(items) {
    this.list.replaceChildren(...items.all.map((item) => this.row(item)));
    this.mark(items.current);
  }

  row(item) {
    const row = this.rows.get(item.id) ?? this.newRow(item);
    this.rows.set(item.id, row);
    if (row.dataset.stamp !== (item.stamp ?? "")) { // a new row, or another version of the file
      row.dataset.stamp = item.stamp ?? "";
      if (!item.problem) this.thumbnails.watch(row.querySelector("img"), item);
    }
    this.update(item);
    return row;
  }

  newRow(item) {
    const button = make("button", { type: "button", class: "queue-item plain" });
    button.append(
      make("span", { class: "queue-thumb" }, make("img", { alt: "" }), make("span", { class: "queue-mark" })),
      make("span", { class: "queue-name" }, item.name),
      make("span", { class: "queue-state hidden" }),
    );
    button.addEventListener("click", () => this.actions.choose(item));
    return make("li", { "data-id": item.id }, button);
  }

  // State and problem.
  update(item) {
    const row = this.rows.get(item.id);
    if (!row) return;
    const problem = item.problem || item.unread || item.workProblem;
    const state = problem ? "problem" : item.state;
    const [sign, text] = STATES[state];
    row.dataset.state = state;
    row.querySelector(".queue-mark").textContent = sign;
    row.querySelector(".queue-state").textContent = problem || text;
    row.firstChild.title = `${item.name}: ${problem || text}`;
  }

  // The row of the picture that is shown.
  mark(current) {
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const button = current && this.rows.get(current.id)?.firstChild;
    if (!button) return;
    button.setAttribute("aria-current", "true");
    if (this.list.offsetParent) button.scrollIntoView({ block: "nearest" });
  }
}
