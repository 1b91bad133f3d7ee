// Keys in one table, which is also the help.
//
// Each row: [keys as shown, what they do, name of the action, test of the event]. Rows without an action are help only,
// rows without keys are not shown, and a row with null in place of what it does begins a section.

import { byId, make } from "./dom.js";

export const is = (...names) => (event) => !command(event) && names.includes(event.key.toLowerCase());
export const withCommand = (name, shift) => (event) =>
  command(event) && event.key.toLowerCase() === name && (shift === undefined || event.shiftKey === shift);
// AltGr, which some layouts need for a bracket, comes as Ctrl and Alt.
const isAltGraph = (event) => event.getModifierState("AltGraph");
export const command = (event) => (event.ctrlKey && !isAltGraph(event)) || event.metaKey;
// Alt that only helped to type a sign, as Option does for the brackets of some layouts, is none of its own.
const isSign = (event) => event.key.length === 1 && !/[\p{L}\p{N}\s]/u.test(event.key);

// Call actions[name](event) for the first row whose test holds, and for which isOffered(name, target) holds.
export function listenToKeys(rows, actions, isOffered = () => true) {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || (event.altKey && !isSign(event)) || document.querySelector("dialog[open]")) return;
    const target = event.target;
    if (target.matches?.("textarea, select, input:not([type=range], [type=checkbox])")) return;
    const found = rows.find(([, , action, test]) => action && test(event) && isOffered(action, target));
    if (!found) return;
    // Enter and the like belong to the button or menu that has the focus.
    if (event.key === "Enter" && target.matches?.("button, summary, a, input")) return;
    event.preventDefault();
    actions[found[2]](event);
  });
}

export function fillHelp(rows) {
  const body = byId("help-keys");
  let list = null;
  for (const [keys, what] of rows) {
    if (keys === null) continue;
    if (what === null) {
      list = make("dl", {});
      body.append(make("section", {}, make("h3", {}, keys), list));
    } else {
      list.append(make("dt", {}, make("kbd", {}, keys)), make("dd", {}, what));
    }
  }
}
