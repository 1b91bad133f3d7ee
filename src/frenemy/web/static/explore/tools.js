// The toolbar: undo and redo, and what can be done with the selected things.

import { byId } from "../shared/dom.js";
import { plural } from "../shared/text.js";
import { SELECTING } from "./keys.js";

export function showSteps({ undo, redo }) {
  byId("undo").disabled = !undo;
  byId("redo").disabled = !redo;
  byId("undo").title = undo ? `Undo: ${undo} (Z)` : "Nothing to undo";
  byId("redo").title = redo ? `Redo: ${redo} (Ctrl Shift Z)` : "Nothing to redo";
}

/** @param {import("./clustering/chosen.js").Chosen} chosen @param {string | null} view */
export function showChosen(chosen, view) {
  const n = SELECTING.includes(view) ? chosen.names.size : 0;
  document.body.classList.toggle("choosing", n > 0);
  byId("chosen").hidden = n === 0;
  byId("chosen-text").textContent = plural(n, "thing");
  for (const id of ["chosen-same", "chosen-apart", "chosen-why"]) byId(id).disabled = n !== 2;
}
