// Name fields. Known names are suggested; a name of another person asks whether both are the same.

import { byId, make } from "../../shared/dom.js";
import { plural } from "../../shared/text.js";
import { displayName, nameKey, suggestedNames } from "../album/names.js";
import { picture } from "../people/tiles.js";

const MAX_ROWS = 8;

export class Naming {
  // actions: name(person, text), merge(person, into); both resolve to null after an error
  constructor(album, actions) {
    this.album = album;
    this.actions = actions;
    this.list = byId("names");
    /** @type {any} */
    this.input = null;
    this.isDone = false;
    this.at = -1; // index of the highlighted suggestion
    document.addEventListener("focusin", ({ target }) => target instanceof HTMLInputElement && target.matches("input.name") && this.begin(target));
    document.addEventListener("focusout", (event) => event.target === this.input && this.end(true));
    document.addEventListener("input", (event) => event.target === this.input && this.offer());
    document.addEventListener("keydown", (event) => event.target === this.input && this.key(event));
    this.list.addEventListener("pointerdown", (event) => event.preventDefault()); // keep the focus in the field
    this.list.addEventListener("click", (event) => {
      const row = event.target.closest("li");
      if (row) this.take(row.dataset.name);
    });
    addEventListener("scroll", () => this.hide(), { passive: true, capture: true });
  }

  personOf(input) {
    return this.album.personById.get(input.closest("[data-person]").dataset.person);
  }

  begin(input) {
    this.input = input;
    this.isDone = false;
    for (const [name, value] of [["role", "combobox"], ["aria-expanded", "false"], ["aria-controls", "names"], ["aria-autocomplete", "list"]]) {
      input.setAttribute(name, value);
    }
    input.select();
  }

  end(isConfirmed) {
    const { input } = this;
    if (!input || this.isDone) return;
    this.isDone = true;
    this.input = null;
    this.hide();
    const person = input.isConnected || this.album.personById.has(input.closest("[data-person]")?.dataset.person) ? this.personOf(input) : null;
    if (!person) return;
    const text = input.value.trim();
    if (!isConfirmed || text === (person.name ?? "")) input.value = person.name ?? "";
    else this.give(person, text, input);
  }

  async give(person, text, input) {
    const namesake = text && this.album.people.find((one) => one !== person && one.name && nameKey(one.name) === nameKey(text));
    const isConfirmed = !namesake || (await this.isSame(person, namesake));
    const isDone = isConfirmed && (await (namesake ? this.actions.merge(person, namesake) : this.actions.name(person, text)));
    if (isDone || input === document.activeElement) return;
    input.value = this.album.personById.get(person.id)?.name ?? "";
    if (!isConfirmed) input.focus();
  }

  // Names are unique: two people with one name are merged, or one of them gets another name.
  isSame(person, namesake) {
    const dialog = byId("same-name");
    byId("same-name-text").textContent = `There is already someone called ${displayName(namesake)}, with ${plural(namesake.faces.length, "face")}.`;
    const side = (one) => make("div", {}, ...one.faces.slice(0, 3).map((face) => picture(this.album, face)));
    byId("same-name-pair").replaceChildren(side(person), side(namesake));
    return new Promise((resolve) => {
      let isMerge = false;
      byId("same-name-merge").onclick = () => {
        isMerge = true;
        dialog.close();
      };
      byId("same-name-other").onclick = () => dialog.close();
      dialog.addEventListener("close", () => resolve(isMerge), { once: true });
      dialog.showModal();
    });
  }

  // ---- suggestions

  offer() {
    const found = suggestedNames(this.album.people, this.input.value).slice(0, MAX_ROWS);
    this.list.replaceChildren(...found.map((name, k) => make("li", { role: "option", id: `name-${k}`, "data-name": name, dir: "auto" }, name)));
    this.at = -1;
    this.list.hidden = found.length === 0;
    this.input.setAttribute("aria-expanded", String(found.length > 0));
    const box = this.input.getBoundingClientRect();
    this.list.style.left = `${box.left}px`;
    this.list.style.top = `${box.bottom + 4}px`;
    this.list.style.minWidth = `${box.width}px`;
  }

  hide() {
    this.list.hidden = true;
    this.at = -1;
    this.input?.setAttribute("aria-expanded", "false");
    this.input?.removeAttribute("aria-activedescendant");
  }

  key(event) {
    if (event.isComposing) return;
    const rows = [...this.list.children];
    if (event.key === "Escape") {
      event.stopPropagation();
      if (!this.list.hidden) this.hide();
      else {
        this.input.value = this.personOf(this.input).name ?? "";
        this.input.blur();
      }
    } else if (event.key === "Enter") {
      if (!this.list.hidden && this.at >= 0) this.take(rows[this.at].dataset.name);
      else this.input.blur();
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && !this.list.hidden) {
      this.at = (this.at + (event.key === "ArrowDown" ? 1 : -1) + rows.length + (this.at < 0 && event.key === "ArrowUp" ? 1 : 0)) % rows.length;
      for (const [k, row] of rows.entries()) row.setAttribute("aria-selected", String(k === this.at));
      this.input.setAttribute("aria-activedescendant", rows[this.at].id);
    } else return;
    event.preventDefault();
  }

  take(name) {
    this.input.value = name;
    this.input.blur();
  }
}
