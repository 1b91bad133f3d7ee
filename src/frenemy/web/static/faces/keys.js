// All keys of the page.

import { is, withCommand } from "../shared/key_table.js";

export const KEYS = [
  ["The question", null],
  ["Y   N", "Yes, no", "yes", is("y")],
  [null, null, "no", is("n")],
  ["O", "It is the other one", "other", is("o")],
  ["A", "Someone else: choose who", "someoneElse", is("a")],
  ["X", "Not a face", "noFace", is("x")],
  ["← →", "Question before, next question", "before", is("arrowleft")],
  [null, null, "next", is("arrowright")],
  ["Faces and people", null],
  ["drag", "Drag faces to a person, to a new person, or a person onto another; with a finger, rest first"],
  ["← ↑ → ↓", "From face to face, once one has the focus"],
  ["Enter", "Open the person, see the face large"],
  ["Space", "Select; also Ctrl click, and Shift for all up to here", "select", (event) => event.code === "Space"],
  ["Ctrl A", "Select all", "selectAll", withCommand("a")],
  ["M", "Move the selected faces to …", "moveTo", is("m")],
  ["W", "Make a new person of them", "newPerson", is("w")],
  ["S", "They are the same person", "same", is("s")],
  ["D", "They are not the same", "apart", is("d")],
  ["Delete", "They are not faces", "notFaces", is("delete", "backspace")],
  ["F2", "Name the person", "rename", is("f2")],
  ["Ctrl Z", "Undo", "undo", withCommand("z", false)],
  ["Ctrl Shift Z", "Redo", "redo", (event) => withCommand("z", true)(event) || withCommand("y")(event)],
  ["View", null],
  ["/", "Search by name", "search", is("/")],
  ["H", "Hide people with one face", "hideSingles", is("h")],
  ["Esc", "Drop the selection, back to all people", "escape", is("escape")],
  ["R", "Look for new photos", "rescan", is("r")],
  ["E", "Export", "export", is("e")],
  ["P", "Copy Python", "python", is("p")],
  ["T", "Light or dark", "theme", is("t")],
  ["?", "This help", "help", is("?")],
];

// Space presses buttons; only on faces and people it selects. Keys with a meaning for the browser stay the browser's.
export const isOffered = (isOpen) => (action, target) => {
  if (action === "theme" || action === "help") return true;
  if (!isOpen()) return false;
  return action !== "select" || Boolean(target.closest?.(".face, .person"));
};
