// All keys in one table, which is also the help.

import { byId, make } from "../shared/dom.js";

// Each: [keys as shown, what they do, name of the action, test of the event]. Rows without an action are help only.
const is = (...names) => (event) => !command(event) && names.includes(event.key.toLowerCase());
const withCommand = (name, shift) => (event) =>
  command(event) && event.key.toLowerCase() === name && (shift === undefined || event.shiftKey === shift);
// AltGr, which some layouts need for a bracket, comes as Ctrl and Alt.
const isAltGraph = (event) => event.getModifierState("AltGraph");
const command = (event) => (event.ctrlKey && !isAltGraph(event)) || event.metaKey;
// Alt that only helped to type a sign, as Option does for the brackets of some layouts, is none of its own.
const isSign = (event) => event.key.length === 1 && !/[\p{L}\p{N}\s]/u.test(event.key);

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

export function listenToKeys(canvas, actions) {
  addEventListener("keydown", (event) => {
    if ((event.altKey && !isSign(event)) || document.querySelector("dialog[open]")) return;
    const target = event.target;
    if (target.matches?.("textarea, select, input:not([type=range], [type=checkbox])")) return;
    const isOnCanvas = target === canvas;
    if (isOnCanvas && event.code === "Space") event.preventDefault(); // else the page would scroll
    const found = KEYS.find(([, , action, test]) => action && test(event) && (isOnCanvas || !ON_CANVAS.has(action)));
    if (!found) return;
    // Enter and the like belong to the button or menu that has the focus.
    if (event.key === "Enter" && target.matches?.("button, summary, a, input")) return;
    event.preventDefault();
    actions[found[2]](event);
  });
}

export function fillHelp() {
  const body = byId("help-keys");
  let list = null;
  for (const [keys, what] of KEYS) {
    if (keys === null) continue;
    if (what === null) {
      list = make("dl", {});
      body.append(make("section", {}, make("h3", {}, keys), list));
    } else {
      list.append(make("dt", {}, make("kbd", {}, keys)), make("dd", {}, what));
    }
  }
}
