// The list of objects, for the keyboard and for small objects.

import { byId, make } from "../shared/dom.js";
import { plural } from "../shared/text.js";

const MAX_ROWS = 100;

export function percentage(object, result) {
  const percent = (100 * object.area) / (result.width * result.height);
  return `${percent < 0.1 ? "<0.1" : percent.toFixed(1)} %`;
}

export class ObjectList {
  // actions: choose(label), rename(id), point(label or null)
  constructor(actions) {
    this.list = byId("objects");
    this.actions = actions;
  }

  // looks: of the objects, in the order of their labels
  show(result, looks = []) {
    const order = (result?.objects ?? []).map((object, label) => ({ object, label }));
    order.sort((a, b) => b.object.area - a.object.area);
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.id;
    this.list.replaceChildren(...order.slice(0, MAX_ROWS).map(({ object, label }) => this.row(object, label, result, looks[label])));
    const n = order.length - MAX_ROWS;
    if (n > 0) this.list.append(make("li", { class: "more" }, `and ${plural(n, "smaller one")}`));
    if (focused) this.list.querySelector(`[data-id="${CSS.escape(focused)}"]`)?.focus();
  }

  row(object, label, result, look) {
    const swatch = make("span", { class: "swatch", "aria-hidden": "true" });
    swatch.style.background = `rgb(${look.color.join(" ")})`;
    const button = make("button", { type: "button", class: "object", "data-id": object.id, "aria-pressed": "false" });
    button.append(
      swatch,
      make("span", { class: "name" }, look.title),
      make("span", { class: "class" }, look.class),
      make("span", { class: "area" }, percentage(object, result)),
    );
    button.title = `${look.title}: ${object.area.toLocaleString("en")} pixels`;
    button.addEventListener("click", () => this.actions.choose(label));
    button.addEventListener("dblclick", () => this.actions.rename(object.id));
    for (const name of ["pointerenter", "focus"]) button.addEventListener(name, () => this.actions.point(label));
    for (const name of ["pointerleave", "blur"]) button.addEventListener(name, () => this.actions.point(null));
    return make("li", {}, button);
  }

  mark(selectedId) {
    for (const button of this.list.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button.dataset.id === String(selectedId)));
    }
  }
}
