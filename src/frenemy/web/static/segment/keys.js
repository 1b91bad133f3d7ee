// All keyboard shortcuts of the page.

import { hasCommand, isCommand, isKey } from "../shared/key_table.js";

export const KEYS = [
  ["Draw", null],
  ["drag", "Draw along a border: its two sides become different objects"],
  ["click, click", "Click two objects to merge them"],
  ["right-click", "Erase the stroke or merge under the pointer"],
  ["Delete", "Erase the stroke or merge that is selected or under the pointer", "erase", isKey("delete", "backspace")],
  ["[   ]", "Thinner, thicker brush", "thinner", isKey("[")],
  [null, null, "thicker", isKey("]")],
  ["Ctrl Z", "Undo", "undo", isCommand("z", false)],
  ["Ctrl Shift Z", "Redo", "redo", (event) => isCommand("z", true)(event) || isCommand("y")(event)],
  ["Name", null],
  ["double-click", "Write the name and class of an object"],
  ["N", "The same for the object that is selected or under the pointer", "rename", isKey("n")],
  ["1 … 9", "Give it one of the first nine classes, or take it away", "giveClass", isKey(..."123456789")],
  ["L", "List of classes: add, rename, color, delete", "classes", isKey("l")],
  ["C", "Colors by object or by class", "colors", isKey("c")],
  ["View", null],
  ["wheel", "Zoom at the pointer; two fingers on a touch screen"],
  ["Space drag", "Move the picture; also with the middle button"],
  ["+   −   0", "Zoom in, out, fit", "zoomIn", isKey("+", "=")],
  [null, null, "zoomOut", isKey("-", "_", "−")],
  [null, null, "fit", isKey("0")],
  ["H", "Hide or show the colors", "hide", isKey("h")],
  ["T", "Light or dark", "theme", isKey("t")],
  ["Run", null],
  ["Enter", "Run now", "run", isKey("enter")],
  ["A", "Run after each stroke, or only with Enter", "auto", isKey("a")],
  ["Esc", "Cancel: the run, the stroke being drawn, the selection", "cancel", isKey("escape")],
  ["O", "Open a picture; drop and paste work too", "open", isKey("o")],
  ["E", "Export", "export", isKey("e")],
  ["P", "Copy Python", "python", isKey("p")],
  ["?", "This help", "help", isKey("?")],
  ["Several pictures", null],
  [",   .", "Previous, next picture", "previous", isKey(",")],
  [null, null, "next", isKey(".")],
  ["F", "Done, and on to the next one; or not done", "done", isKey("f")],
  ["Without a mouse", null],
  ["← ↑ → ↓", "On the picture: move the cross (with Shift: far)", "move", (event) => !hasCommand(event) && event.key.startsWith("Arrow")],
  ["D", "Pen down, pen up", "pen", isKey("d")],
  ["M", "Choose the object under the cross, to merge", "choose", isKey("m")],
];

const ON_CANVAS = new Set(["move", "pen", "choose"]);

// The keys of the cross and the pen work on the canvas only.
export const isAvailableOn = (canvas) => (action, target) => target === canvas || !ON_CANVAS.has(action);
