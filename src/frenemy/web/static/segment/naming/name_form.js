// The small form beside an object in which its name and class are written.

import { byId, make } from "../../shared/dom.js";
import { showNote } from "../../shared/notices.js";
import { isTooLong, MAX_NAME_LENGTH, oneLine, shortEnough } from "../document/names.js";

export class NameForm {
  // save(words): called with { name, class } when the form is closed without a cancel
  constructor(viewport, save) {
    this.viewport = viewport;
    this.save = save;
    this.form = byId("name-form");
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.close(true);
    });
    this.form.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault(); // else it would also clear the selection
      this.close(false);
    });
    byId("name-cancel").addEventListener("click", () => this.close(false));
    // A press anywhere else saves; before the press does something itself.
    addEventListener("pointerdown", (event) => this.isOpen && !this.form.contains(/** @type {Node} */ (event.target)) && this.close(true), true);
  }

  get isOpen() {
    return !this.form.hidden;
  }

  /**
   * @param {{ name: string, class: string }} look of the object
   * @param {[number, number]} point of the object, in the picture
   * @param {{ name: string }[]} classes to choose from
   */
  open(look, point, classes) {
    byId("name-text").value = look.name;
    byId("class-text").value = look.class;
    byId("class-options").replaceChildren(...classes.map(({ name }) => make("option", { value: name })));
    this.form.hidden = false;
    this.place(point);
    byId("name-text").focus();
    byId("name-text").select();
  }

  // Below the point, within the stage and above the tools.
  place(point) {
    const { form, viewport } = this;
    const [x, y] = viewport.toScreen(point);
    const { width, height } = viewport.screen;
    const within = (value, most) => Math.round(Math.min(Math.max(value, 8), Math.max(most, 8)));
    const left = within(x - form.offsetWidth / 2, width - form.offsetWidth - 8);
    const top = within(y + 18, height - byId("toolbar").offsetHeight - form.offsetHeight - 24);
    form.style.transform = `translate(${left}px, ${top}px)`;
  }

  close(isSaved) {
    if (!this.isOpen) return;
    const [name, className] = [byId("name-text"), byId("class-text")].map((field) => oneLine(field.value));
    this.form.hidden = true;
    byId("canvas").focus({ preventScroll: true });
    if (!isSaved) return;
    if (isTooLong(name) || isTooLong(className)) showNote(`Names have at most ${MAX_NAME_LENGTH} characters; the rest was cut.`);
    this.save({ name: shortEnough(name), class: shortEnough(className) });
  }
}
