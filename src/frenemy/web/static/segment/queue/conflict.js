// Asks what to do with work that was saved by someone else meanwhile.

import { byId } from "../../shared/dom.js";

let answer = null;

// choose("take") for the work on the disk, choose("keep") for that of this tab; neither if the dialog is closed.
export function askWhichWork(message, choose) {
  byId("conflict-text").textContent = message;
  answer = choose;
  if (!byId("conflict").open) byId("conflict").showModal();
}

export function connectConflict() {
  for (const which of ["take", "keep"]) {
    byId(`conflict-${which}`).addEventListener("click", () => {
      byId("conflict").close();
      answer(which);
    });
  }
}
