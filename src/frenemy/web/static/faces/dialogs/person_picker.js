// The dialog to choose a person, by name or face.

import { icon, make } from "../../shared/dom.js";
import { Picker } from "../../shared/picker.js";
import { plural } from "../../shared/text.js";
import { picture } from "../people/tiles.js";
import { pickerRows } from "./picker_rows.js";

export class PersonPicker {
  constructor(album) {
    this.album = album;
    this.picker = new Picker();
  }

  // Resolves to { person }, { name } for a new person (null: without a name), or null if cancelled.
  choose({ title, without = [], likely = [], hasNew = false }) {
    const options = { without: new Set(without), likely: likely.filter((one) => one && !without.includes(one)), hasNew };
    const rowsOf = (typed) => pickerRows(this.album.people, options, typed).map((row) => ({ choice: row.choice, children: this.children(row) }));
    return this.picker.choose({ title, rowsOf, nothing: (typed) => (typed ? "Nobody has this name." : "There is nobody else.") });
  }

  /** @param {{ text: string, person?: any, isLikely?: boolean }} row */
  children({ text, person, isLikely }) {
    const who = make("span", { class: "who", dir: "auto" }, text);
    if (!person) return [make("span", { class: "new" }, icon("plus")), who];
    const size = make("span", { class: "faint" }, `${isLikely ? "likely · " : ""}${plural(person.faces.length, "face")}`);
    return [picture(this.album, person.faces[0]), who, size];
  }
}
