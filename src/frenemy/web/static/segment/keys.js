// All keys of the page.

import { command, is, withCommand } from "../shared/key_table.js";

export const KEYS = [
  ["Draw", null],
  ["drag", "Draw along a border: its two sides become different objects"],
  ["click, click", "Click two objects to merge them"],
  ["right-click", "Erase the stroke or merge under the pointer"],
  ["Delete", "Erase the stroke or merge that is selected or under the pointer", "erase", is("delete", "backspace")],
  ["[   ]", "Thinner, thicker brush", "thinner", is("[")],
  [null, null, "thicker", is("]")],
  ["Ctrl Z", "Undo", "undo", withCommand("z", false)],
  ["Ctrl Shift Z", "Redo", "redo", (event) => withCommand("z", true)(event) || withCommand("y")(event)],
  ["View", null],
  ["wheel", "Zoom at the pointer; two fingers on a touch screen"],
  ["Space drag", "Move the picture; also with the middle button"],
  ["+   −   0", "Zoom in, out, fit", "zoomIn", is("+", "=")],
  [null, null, "zoomOut", is("-", "_", "−")],
  [null, null, "fit", is("0")],
  ["H", "Hide or show the colors", "hide", is("h")],
  ["T", "Light or dark", "theme", is("t")],
  ["Run", null],
  ["Enter", "Run now", "run", is("enter")],
  ["A", "Run after each stroke, or only when asked", "auto", is("a")],
  ["Esc", "Cancel: the run, the stroke being drawn, the selection", "cancel", is("escape")],
  ["O", "Open a picture; drop and paste work too", "open", is("o")],
  ["E", "Export", "export", is("e")],
  ["P", "Copy Python", "python", is("p")],
  ["?", "This help", "help", is("?")],
  ["Without a mouse", null],
  ["← ↑ → ↓", "On the picture: move the cross (with Shift: far)", "move", (event) => !command(event) && event.key.startsWith("Arrow")],
  ["D", "Pen down, pen up", "pen", is("d")],
  ["M", "Choose the object under the cross, to merge", "choose", is("m")],
];

const ON_CANVAS = new Set(["move", "pen", "choose"]);

// The keys of the cross and the pen belong to the canvas alone.
export const isOfferedOn = (canvas) => (action, target) => target === canvas || !ON_CANVAS.has(action);
