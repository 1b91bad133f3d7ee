// All keyboard shortcuts of the page.

import { isCommand, isKey } from "../shared/key_table.js";

export const KEYS = [
  ["The question", null],
  ["Y   N", "Yes, no: the left button, the right button", "yes", isKey("y")],
  [null, null, "no", isKey("n")],
  ["O", "It is the other one", "other", isKey("o")],
  ["A", "Someone else: choose who; of two people: change the sides", "someoneElse", isKey("a")],
  ["X", "Not a face", "noFace", isKey("x")],
  ["← →", "Previous, next question", "before", isKey("arrowleft")],
  [null, null, "next", isKey("arrowright")],
  ["Faces and people", null],
  ["drag", "Drag faces to a person or to a new person, or one person onto another; on a touch screen, hold first"],
  ["← ↑ → ↓", "From face to face, once one has the focus"],
  ["Enter", "Open the person, see the face large"],
  ["Space", "Select; also Ctrl click, and Shift for all up to here", "select", (event) => event.code === "Space"],
  ["Ctrl A", "Select all", "selectAll", isCommand("a")],
  ["M", "Move the selected faces to …", "moveTo", isKey("m")],
  ["W", "Make a new person of them", "newPerson", isKey("w")],
  ["S", "They are the same person", "same", isKey("s")],
  ["D", "They are not the same", "apart", isKey("d")],
  ["Delete", "They are not faces", "notFaces", isKey("delete", "backspace")],
  ["K", "Split the open person in two", "split", isKey("k")],
  ["F2", "Name the person", "rename", isKey("f2")],
  ["Ctrl Z", "Undo", "undo", isCommand("z", false)],
  ["Ctrl Shift Z", "Redo", "redo", (event) => isCommand("z", true)(event) || isCommand("y")(event)],
  ["View", null],
  ["/", "Search by name", "search", isKey("/")],
  ["H", "Hide people with one face", "hideSingles", isKey("h")],
  ["Esc", "Clear the selection, back to all people", "escape", isKey("escape")],
  ["R", "Scan for new photos", "rescan", isKey("r")],
  ["E", "Export", "export", isKey("e")],
  ["P", "Copy Python", "python", isKey("p")],
  ["T", "Light or dark", "theme", isKey("t")],
  ["?", "This help", "help", isKey("?")],
];

// Space selects on faces and people only; elsewhere it presses buttons.
export const isAvailable = (isOpen) => (action, target) => {
  if (action === "theme" || action === "help") return true;
  if (!isOpen()) return false;
  return action !== "select" || Boolean(target.closest?.(".face, .person"));
};
