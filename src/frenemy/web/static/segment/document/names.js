// Names and classes of objects. A name belongs to the object that its point is in, so it stays over later strokes; of
// several in one object, the last one counts. As in object_names.py and naming.py.

import { withClass } from "./classes.js";

/** @typedef {{ at: [number, number], name: string, class: string }} ObjectName */

export const MAX_NAME_LENGTH = 200; // characters

// One line of text, without spaces at its ends.
export const oneLine = (text) => text.replace(/[\p{Cc}\s]+/gu, " ").trim();

// The text, cut if it is too long.
export const shortEnough = (text) => [...text].slice(0, MAX_NAME_LENGTH).join("").trim();

export const isTooLong = (text) => [...text].length > MAX_NAME_LENGTH;

/** @returns {Map<number, ObjectName>} the name of each label that has one */
export function namesByLabel(names, result) {
  const found = new Map();
  for (const name of names) {
    const label = result.labelAt(...name.at);
    if (label >= 0) found.set(label, name);
  }
  return found;
}

/**
 * The change of a state that gives an object a name and a class, instead of those it had; null if it has them already.
 * @param {{ name?: string, class?: string }} words what is left out stays
 */
export function namedObject(state, result, label, words) {
  const before = namesByLabel(state.names, result).get(label) ?? { name: "", class: "" };
  const { name, class: className } = { ...before, ...words };
  if (name === before.name && className === before.class) return null;
  const names = state.names.filter(({ at }) => result.labelAt(...at) !== label);
  const [x, y] = result.objects[label].center;
  if (name || className) names.push({ at: [x, y], name, class: className });
  return { names, classes: withClass(state.classes, className) };
}
