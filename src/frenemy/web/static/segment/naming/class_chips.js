// The classes as buttons beside the selected object, the first nine with their keys.

import { byId, make } from "../../shared/dom.js";

export const MAX_KEYS = 9;

// give(index): called on a click
export function showChips(classes, chosen, give) {
  const chips = classes.map(({ name, color }, i) => {
    const dot = make("span", { class: "swatch", "aria-hidden": "true" });
    dot.style.background = color;
    const chip = make("button", { type: "button", class: "chip", "aria-pressed": String(name === chosen) }, dot);
    if (i < MAX_KEYS) chip.append(make("kbd", { "aria-hidden": "true" }, String(i + 1)));
    chip.append(make("span", { class: "chip-name" }, name));
    chip.title = i < MAX_KEYS ? `${name} (${i + 1})` : name;
    chip.addEventListener("click", () => give(i));
    return chip;
  });
  byId("class-chips").replaceChildren(...chips);
}
