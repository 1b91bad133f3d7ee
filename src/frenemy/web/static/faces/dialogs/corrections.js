// The list of corrections, newest first, each with a button to delete it.

import { byId, make } from "../../shared/dom.js";
import { picture } from "../people/tiles.js";

const MAX_ROWS = 200;
const WORDS = { same: "same as", apart: "not the same as", not_face: "not a face" };

export class CorrectionList {
  // remove(correction)
  constructor(album, remove) {
    this.album = album;
    byId("corrections-list").addEventListener("click", (event) => {
      const row = event.target.closest("button.close")?.closest("li");
      if (row) remove(this.album.corrections[row.dataset.row]);
    });
    byId("corrections").addEventListener("toggle", () => this.show());
  }

  show() {
    const { corrections } = this.album;
    byId("corrections-count").textContent = corrections.length.toLocaleString("en");
    byId("corrections").hidden = corrections.length === 0;
    if (!byId("corrections").open) return;
    const rows = corrections.slice(0, MAX_ROWS).map((one, k) => this.row(one, k));
    if (corrections.length > MAX_ROWS) rows.push(make("li", { class: "faint" }, `and ${(corrections.length - MAX_ROWS).toLocaleString("en")} older ones`));
    byId("corrections-list").replaceChildren(...rows);
  }

  row({ kind, faces, others = [], text, label }, k) {
    const shown = faces.map((id) => this.album.byId.get(id));
    const one = (face) => (face ? picture(this.album, face) : make("span", { class: "gone", title: "in a photo that no longer exists" }, "?"));
    const words = make("span", { class: "words", dir: "auto" }, kind === "name" ? text : (WORDS[kind] ?? label));
    const close = make("button", { type: "button", class: "plain icon close", "aria-label": `Delete correction: ${label}`, title: "Delete" }, "×");
    const row = make("li", { "data-row": k, class: kind });
    const [before, after] = kind === "batch" ? [shown, others.map((id) => this.album.byId.get(id))] : [shown.slice(0, 1), shown.slice(1)];
    row.append(...before.map(one), words, ...after.map(one), close);
    return row;
  }
}
