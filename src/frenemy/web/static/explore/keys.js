// All keyboard shortcuts of the page.

import { isCommand, isKey } from "../shared/key_table.js";
import { VIEWS } from "./routes.js";

export const KEYS = [
  ["Questions", null],
  ["Y   N", "The same, different", "same", isKey("y")],
  [null, null, "different", isKey("n")],
  ["S", "Skip", "skip", isKey("s")],
  ["Groups", null],
  ["/", "Search names and columns", "search", isKey("/")],
  ["↑ ↓", "From row to row; also Page Up, Page Down, Home, End", "rows", isKey("arrowdown", "arrowup")],
  ["Enter", "Open the group"],
  ["Esc", "Clear the selection, back to all groups", "escape", isKey("escape")],
  ["Members", null],
  ["Space", "Select; also a click, and Shift for all up to here", "select", (event) => event.code === "Space"],
  ["Ctrl A", "Select all", "selectAll", isCommand("a")],
  ["drag", "Drag members to a neighbour or to a new group; rest on “All groups” to drop them in the list; with a finger, rest first"],
  ["M", "Move the selected members to …", "moveTo", isKey("m")],
  ["W", "Make a new group of them", "newGroup", isKey("w")],
  ["S   D", "Two things: together, apart", "together", isKey("s")],
  [null, null, "apart", isKey("d")],
  ["I", "Two things: why?", "why", isKey("i")],
  ["X", "Split the group …", "split", isKey("x")],
  ["J", "Join with …", "join", isKey("j")],
  ["Pictures", null],
  ["+   −   0", "Zoom in, zoom out, show all; also the wheel and two fingers"],
  ["← → ↑ ↓", "Pan, and hear what is in the middle"],
  ["Enter", "Open what is in the middle"],
  ["L", "Map: draw a lasso; also drag with Shift"],
  ["N   P", "Drawing: next and previous thing"],
  ["Page", null],
  ["1 … 6", "Groups, Questions, Why, Matrix, Sizes, Map", "tab", (event) => isKey(...VIEWS.map((_, k) => String(k + 1)))(event)],
  ["Z   Ctrl Z", "Undo", "undo", (event) => isCommand("z", false)(event) || (isKey("z")(event) && !event.shiftKey)],
  ["Ctrl Shift Z", "Redo", "redo", (event) => isCommand("z", true)(event) || isCommand("y")(event)],
  ["E", "Export", "export", isKey("e")],
  ["T", "Light or dark", "theme", isKey("t")],
  ["?", "This help", "help", isKey("?")],
];

// Views whose things can be selected.
export const SELECTING = ["group", "matrix", "map"];

const VIEW_OF = {
  same: ["questions"],
  different: ["questions"],
  skip: ["questions"],
  rows: ["groups"],
  select: ["group"],
  selectAll: ["group"],
  moveTo: SELECTING,
  newGroup: SELECTING,
  why: SELECTING,
  together: [...SELECTING, "why"],
  apart: [...SELECTING, "why"],
  split: ["group"],
  join: ["group"],
};

/**
 * Which keys work where; pictures handle the keys of their own elements.
 * @param {() => string | null} view the view that is shown; null without a clustering
 */
export const isAvailable = (view) => (action, target) => {
  if (action === "theme" || action === "help") return true;
  const shown = view();
  if (shown === null || (VIEW_OF[action] && !VIEW_OF[action].includes(shown))) return false;
  if (action === "rows") return Boolean(target.matches?.("body")); // the list moves between its own rows
  return action !== "select" || Boolean(target.closest?.(".member-row"));
};
