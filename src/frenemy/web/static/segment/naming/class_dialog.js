// The dialog in which classes are added, renamed, recolored and deleted. Each change is a step of the history.

import { byId, make } from "../../shared/dom.js";
import { plural } from "../../shared/text.js";
import { addedClass, deletedClass, recoloredClass, renamedClass } from "../document/classes.js";
import { isTooLong, MAX_NAME_LENGTH, oneLine } from "../document/names.js";
import { MAX_KEYS } from "./class_chips.js";

export class ClassDialog {
  constructor(editor) {
    this.editor = editor;
    this.dialog = byId("classes");
    this.looks = [];
    byId("class-add").addEventListener("submit", (event) => {
      event.preventDefault();
      const field = byId("class-new");
      const isAdded = this.change((state) => addedClass(state, this.checked(field.value)), "new class");
      if (isAdded) field.value = "";
      field.focus();
    });
  }

  open() {
    this.say("");
    this.show(this.looks);
    this.dialog.showModal();
    byId("class-new").focus();
  }

  // looks: of the objects, of which those of each class are counted
  show(looks) {
    this.looks = looks;
    const counts = new Map();
    for (const { class: name } of looks) counts.set(name, (counts.get(name) ?? 0) + 1);
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.part;
    const classes = this.editor.state?.classes ?? [];
    byId("class-rows").replaceChildren(...classes.map((one, i) => this.row(one, i, counts.get(one.name) ?? 0)));
    if (focused) byId("class-rows").querySelector(`[data-part="${CSS.escape(focused)}"]`)?.focus();
  }

  row({ name, color }, i, n) {
    const key = make("span", { class: "class-key faint" }, i < MAX_KEYS ? make("kbd", {}, String(i + 1)) : "");
    const paint = make("input", { type: "color", value: color, "aria-label": `Color of ${name}`, "data-part": `color ${i}` });
    paint.addEventListener("change", () => this.change((state) => recoloredClass(state, i, paint.value), "color of a class"));
    const field = make("input", { type: "text", value: name, "aria-label": `Name of class ${i + 1}`, "data-part": `name ${i}`, autocomplete: "off" });
    field.addEventListener("change", () => {
      const isChanged = this.change((state) => renamedClass(state, i, this.checked(field.value)), "renaming a class");
      if (!isChanged) field.value = name;
    });
    const remove = make("button", { type: "button", class: "plain icon close-row", "aria-label": `Delete ${name}`, "data-part": `delete ${i}` }, "×");
    remove.addEventListener("click", () => this.change((state) => deletedClass(state, i), "deleting a class"));
    return make("li", { class: "class-row" }, key, paint, field, make("span", { class: "faint class-count" }, plural(n, "object")), remove);
  }

  // Whether something has changed; what is wrong is said in the dialog.
  change(changeOf, what) {
    this.say("");
    try {
      const next = changeOf(this.editor.state);
      if (next) this.editor.change(next, what);
      return next !== null;
    } catch (error) {
      this.say(error.message);
      return false;
    }
  }

  checked(text) {
    const name = oneLine(text);
    if (isTooLong(name)) throw new Error(`The name of a class has at most ${MAX_NAME_LENGTH} characters, this one has ${[...name].length.toLocaleString("en")}.`);
    return name;
  }

  say(text) {
    byId("class-error").textContent = text;
  }
}
