// What each object is called and in which color it is shown.

import { namesByLabel } from "./document/names.js";

const NO_CLASS_COLOR = [154, 160, 168];

/** @typedef {{ title: string, name: string, class: string, color: number[] }} Look */

/**
 * The look of each object, in the order of the labels.
 * @param {"object" | "class"} colorBy
 * @returns {Look[]}
 */
export function looksOf(result, { names, classes }, colorBy) {
  const byLabel = namesByLabel(names, result);
  const colors = new Map(classes.map((one) => [one.name, rgb(one.color)]));
  return result.objects.map((object, label) => {
    const { name = "", class: className = "" } = byLabel.get(label) ?? {};
    const color = colorBy === "class" ? (colors.get(className) ?? NO_CLASS_COLOR) : object.color;
    return { title: name || `Object ${object.id}`, name, class: className, color };
  });
}

// [r, g, b] of "#rrggbb".
const rgb = (text) => [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16));
