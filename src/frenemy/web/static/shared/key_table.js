// Keyboard shortcuts in one table, which is also the help.
//
// Each row: [keys as shown, description, name of the action, test of the event]. Rows without an action are help only,
// rows without keys are not shown, and a row with null as description begins a section.

import { byId, make } from "./dom.js";

// AltGr, which some layouts need for a bracket, arrives as Ctrl and Alt.
const isAltGraph = (event) => event.getModifierState("AltGraph");
export const hasCommand = (event) => (event.ctrlKey && !isAltGraph(event)) || event.metaKey;
export const isKey =
  (...names) =>
  (event) =>
    !hasCommand(event) && names.includes(event.key.toLowerCase());
export const isCommand = (name, shift) => (event) =>
  hasCommand(event) && event.key.toLowerCase() === name && (shift === undefined || event.shiftKey === shift);
// Alt that only helps to type a sign, as Option does for the brackets of some layouts, is not a modifier.
const isSign = (event) => event.key.length === 1 && !/[\p{L}\p{N}\s]/u.test(event.key);

const TEXT_FIELDS = "textarea, select, input:not([type=range], [type=checkbox])";

// The action of the first row whose test holds and that isAvailable(action, target) allows, or null.
export function actionOf(rows, event, isAvailable = (_action, _target) => true) {
  if (event.altKey && !isSign(event)) return null;
  const { target } = event;
  if (target.matches?.(TEXT_FIELDS)) return null;
  const row = rows.find(([, , action, test]) => action && test(event) && isAvailable(action, target));
  // Enter on a button or menu presses it.
  if (!row || (event.key === "Enter" && target.matches?.("button, summary, a, input"))) return null;
  return row[2];
}

// Call actions[name](event) for shortcuts, unless a dialog is open.
export function listenToKeys(rows, actions, isAvailable) {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const action = actionOf(rows, event, isAvailable);
    if (!action) return;
    event.preventDefault();
    actions[action](event);
  });
}

export function fillHelp(rows) {
  const body = byId("help-keys");
  let list = null;
  for (const [keys, description] of rows) {
    if (keys === null) continue;
    if (description === null) {
      list = make("dl", {});
      body.append(make("section", {}, make("h3", {}, keys), list));
    } else {
      list.append(make("dt", {}, make("kbd", {}, keys)), make("dd", {}, description));
    }
  }
}
