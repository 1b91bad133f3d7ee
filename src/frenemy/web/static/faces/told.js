// Changes in words.

import { plural } from "../shared/dom.js";

// What a change did beyond what was asked, in a sentence, or nothing.
export function consequences({ nMoved = 0, dropped = [], isRebased = false, asked }) {
  const parts = [];
  const isTravel = asked.do === "undo" || asked.do === "redo";
  if (nMoved) parts.push(`${plural(nMoved, isTravel ? "face" : "other face")} moved`);
  if (dropped.length) parts.push(`${plural(dropped.length, "older correction")} gave way`);
  if (isRebased) parts.push("put on top of changes from another tab");
  return parts.join(" · ");
}

export const sentence = (...parts) => parts.filter(Boolean).join(" · ");
