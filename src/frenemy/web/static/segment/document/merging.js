// Merges of objects with paint on them. A merge is about what lies below all paint, so its points must not be painted.

import { maskOf, paintedPixels, patchOfObject } from "./masks.js";

/** @typedef {import("./history.js").Point} Point */
/** @typedef {import("./history.js").State} State */
/** @typedef {import("../solving/result.js").Result} Result */

/**
 * The change of a state that merges the objects at two points. An object of nothing but paint is painted to the other.
 * @param {State} state @param {Result | undefined} result @param {Point} one @param {Point} other
 */
export function mergeOf({ merges, masks }, result, one, other) {
  const between = (a, b) => ({ merges: [...merges, [a, b]], drawn: 0 });
  if (!masks.length || !result) return between(one, other);
  const painted = paintedPixels(masks, result);
  const [a, b] = [one, other].map((point) => barePoint(result, painted, point));
  if (a && b) return between(a, b);
  const [own, rest] = (a ? [other, one] : [one, other]).map(([x, y]) => result.labelAt(x, y));
  const [x, y] = result.objects[rest].center;
  const mask = maskOf("brush", [x, y], patchOfObject(result, own), result);
  return { masks: [...masks, mask] };
}

// The point, or that of its object without paint that is nearest to its middle; null if all of it is paint.
function barePoint(result, painted, [x, y]) {
  const isBare = (column, row) => !painted[column * result.height + row];
  const clamped = (value, size) => Math.min(Math.max(Math.floor(value + 0.5), 0), size - 1);
  if (isBare(clamped(x, result.width), clamped(y, result.height))) return [x, y];
  const label = result.labelAt(x, y);
  const { box: [left, top, right, bottom], center } = result.objects[label];
  let [best, nearest] = [null, Infinity];
  for (let column = left; column < right; column++) {
    for (let row = top; row < bottom; row++) {
      const distance = Math.hypot(column - center[0], row - center[1]);
      if (distance >= nearest || !isBare(column, row) || result.labelAt(column, row) !== label) continue;
      [best, nearest] = [[column, row], distance];
    }
  }
  return best;
}
