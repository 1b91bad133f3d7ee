// Names are written where they stand. Known names are offered; the name of someone else asks whether both are one.

import { byId, make, plural } from "../shared/dom.js";
import { called, nameKey, plain } from "./album.js";
import { picture } from "./tiles.js";

const MOST = 8;

export class Naming {
  // actions: name(person, text), merge(person, into); both resolve to null where they were refused
  constructor(album, actions) {
    this.album = album;
    this.actions = actions;
    this.list = byId("names");
    this.input = null;
    this.at = -1;
    document.addEventListener("focusin", (event) => event.target.matches("input.name") && this.begin(event.target));
    document.addEventListener("focusout", (event) => event.target === this.input && this.end(true));
    document.addEventListener("input", (event) => event.target === this.input && this.offer());
    document.addEventListener("keydown", (event) => event.target === this.input && this.key(event));
    this.list.addEventListener("pointerdown", (event) => event.preventDefault()); // the focus stays with the name
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

  end(isMeant) {
    const { input } = this;
    if (!input || this.isDone) return;
    this.isDone = true;
    this.input = null;
    this.hide();
    const person = input.isConnected || this.album.personById.has(input.closest("[data-person]")?.dataset.person) ? this.personOf(input) : null;
    if (!person) return;
    const text = input.value.trim();
    if (!isMeant || text === (person.name ?? "")) input.value = person.name ?? "";
    else this.give(person, text, input);
  }

  async give(person, text, input) {
    const namesake = text && this.album.people.find((one) => one !== person && one.name && nameKey(one.name) === nameKey(text));
    const isMeant = !namesake || (await this.isSame(person, namesake));
    const isDone = isMeant && (await (namesake ? this.actions.merge(person, namesake) : this.actions.name(person, text)));
    if (isDone || input === document.activeElement) return;
    input.value = this.album.personById.get(person.id)?.name ?? "";
    if (!isMeant) input.focus();
  }

  // Names tell people apart, so two people of one name are one, or one of them gets another.
  isSame(person, namesake) {
    const dialog = byId("same-name");
    byId("same-name-text").textContent = `There is already someone called ${called(namesake)}, with ${plural(namesake.faces.length, "face")}.`;
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

  // ---- the list of known names

  offer() {
    const typed = plain(this.input.value);
    const names = [...new Set(this.album.people.map((person) => person.name).filter(Boolean))];
    const starts = (name) => plain(name).startsWith(typed);
    const found = names.filter((name) => typed && plain(name).includes(typed) && name !== this.input.value);
    found.sort((a, b) => starts(b) - starts(a) || a.localeCompare(b));
    this.list.replaceChildren(...found.slice(0, MOST).map((name, k) => make("li", { role: "option", id: `name-${k}`, "data-name": name, dir: "auto" }, name)));
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
