// Changes in words.

import { plural } from "../../shared/text.js";

// What a change did beyond the request, or an empty text.
export function sideEffects({ nMoved = 0, dropped = [], isRebased = false }, { do: kind }) {
  const parts = [];
  const isTravel = kind === "undo" || kind === "redo";
  if (nMoved) parts.push(`${plural(nMoved, isTravel ? "face" : "other face")} moved`);
  if (dropped.length) parts.push(`${plural(dropped.length, "older correction")} dropped`);
  if (isRebased) parts.push("applied on top of changes from another tab");
  return parts.join(" · ");
}

export const joined = (...parts) => parts.filter(Boolean).join(" · ");

// What is doubtful about an album, as a list of texts.
export function doubtTexts({ doubts, asked }) {
  const nSplits = asked.filter(({ kind }) => kind === "split").length;
  const nJoins = asked.filter(({ kind }) => kind === "join").length;
  return [
    doubts.length && plural(doubts.length, "doubtful face"),
    nSplits && `${plural(nSplits, "person", "people")} may be two`,
    nJoins && `${plural(nJoins, "pair")} may be the same person`,
  ].filter(Boolean);
}
