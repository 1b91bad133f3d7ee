// All keyboard shortcuts of the page.

import { hasCommand, isCommand, isKey } from "../shared/key_table.js";

export const KEYS = [
  ["Draw", null],
  ["drag", "Draw along a border: its two sides become different objects"],
  ["J", "Join or draw: everything under a line across a false border becomes one object", "join", isKey("j")],
  ["Shift drag", "Draw a join"],
  ["B", "Brush: begin inside an object, or click it first, and paint what belongs to it", "brush", isKey("b")],
  ["E", "Eraser: the same for what does not belong to it", "eraser", isKey("e")],
  ["Shift drag", "With the brush: paint a new object"],
  ["click, click", "Click two objects to merge them"],
  ["right-click", "Erase the stroke, join or merge under the pointer"],
  ["Delete", "Erase the stroke, join or merge that is selected or under the pointer; with brush or eraser, the last paint", "erase", isKey("delete", "backspace")],
  ["click, drag", "Click a stroke or join, then drag it, or one of its ends, to move it"],
  ["← ↑ → ↓", "Move the selected stroke or join by a pixel (with Shift: by ten)"],
  ["[   ]", "Thinner, thicker line or brush", "thinner", isKey("[")],
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
  ["V", "Preview on or off: dots where a border would appear while you draw", "preview", isKey("v")],
  ["Esc", "Cancel: the run, the line being drawn or moved, the selection", "cancel", isKey("escape")],
  ["O", "Open a picture; drop and paste work too", "open", isKey("o")],
  ["X", "Export", "export", isKey("x")],
  ["P", "Copy Python", "python", isKey("p")],
  ["?", "This help", "help", isKey("?")],
  ["Several pictures", null],
  [",   .", "Previous, next picture", "previous", isKey(",")],
  [null, null, "next", isKey(".")],
  ["F", "Done, and on to the next one; or not done", "done", isKey("f")],
  ["Without a mouse", null],
  ["← ↑ → ↓", "On the picture, with no line selected: move the cross (with Shift: far)", "move", (event) => !hasCommand(event) && event.key.startsWith("Arrow")],
  ["D", "Pen down, pen up", "pen", isKey("d")],
  ["M", "Choose the object under the cross, to merge", "choose", isKey("m")],
];

const ON_CANVAS = new Set(["move", "pen", "choose"]);

// The keys of the cross and the pen work on the canvas only.
export const isAvailableOn = (canvas) => (action, target) => target === canvas || !ON_CANVAS.has(action);
