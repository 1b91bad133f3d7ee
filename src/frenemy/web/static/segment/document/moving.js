// Strokes and joins that are moved, as a whole or by one end.

import { distanceToLine, rounded, touchesPicture } from "./marks.js";

/** @typedef {import("./history.js").State} State */
/** @typedef {import("./history.js").Stroke} Stroke */
/** @typedef {import("./history.js").Point[]} Join */
/** @typedef {{ kind: string, index: number }} Mark */
/** @typedef {"whole" | "start" | "end"} Grip what of a line is dragged */

// Kinds of marks that can be moved, and the list of each in a state.
const LISTS = { stroke: "strokes", join: "joins" };

export const isMovable = (mark) => Boolean(mark) && mark.kind in LISTS;

/** @param {State | null} state @param {Mark | null} mark @returns {Stroke | Join | undefined} */
export const strokeOf = (state, mark) => (isMovable(mark) ? state?.[LISTS[mark.kind]]?.[mark.index] : undefined);

/** @param {Stroke | Join} stroke */
export const pointsOf = (stroke) => (Array.isArray(stroke) ? stroke : stroke.points);

/**
 * What of the stroke is at a point: one of its ends, the line, or nothing.
 * @param {Stroke | Join} stroke
 * @param {import("./history.js").Point} point
 * @param {{ end: number, line: number }} reach in pixels of the picture
 * @returns {Grip | null}
 */
export function gripAt(stroke, [x, y], reach) {
  const points = pointsOf(stroke);
  const width = Array.isArray(stroke) ? 0 : stroke.width;
  const [first, last] = [points[0], points.at(-1)];
  const distance = ([a, b]) => Math.hypot(a - x, b - y);
  // The ends of a short stroke leave room to hold it in the middle.
  const endReach = points.length > 1 ? Math.min(reach.end, lengthOf(points) / 4) : -1;
  if (Math.min(distance(first), distance(last)) <= endReach) return distance(first) < distance(last) ? "start" : "end";
  return distanceToLine(points, x, y) <= Math.max(reach.line, width / 2) ? "whole" : null;
}

/**
 * The stroke moved by (dx, dy). With one end, the points between follow the less the nearer they are to the other end,
 * which stays.
 * @param {Stroke | Join} stroke @param {Grip} grip @returns {Stroke | Join}
 */
export function movedStroke(stroke, grip, dx, dy) {
  const before = pointsOf(stroke);
  const shares = grip === "whole" ? before.map(() => 1) : sharesOf(before, grip);
  const points = before.map(([x, y], i) => rounded([x + shares[i] * dx, y + shares[i] * dy]));
  return Array.isArray(stroke) ? points : { ...stroke, points };
}

/**
 * The change of a state that puts this stroke in the place of a mark; null if the stroke would leave the picture.
 * @param {State} state @param {Mark} mark @param {Stroke | Join} stroke
 */
export function moved(state, mark, stroke, picture) {
  if (!touchesPicture(pointsOf(stroke), picture)) return null;
  const name = LISTS[mark.kind];
  return { [name]: state[name].map((one, i) => (i === mark.index ? stroke : one)) };
}

/** Whether the marks of two states differ in nothing but where strokes and joins lie, so that their numbers still hold. */
export function hasOnlyMoved(one, other) {
  const isSameLine = (a, b) => a === b || (pointsOf(a).length === pointsOf(b).length && a.width === b.width);
  const isSameList = (a = [], b = []) => a === b || (a.length === b.length && a.every((stroke, i) => isSameLine(stroke, b[i])));
  if (!one || !other || one.picture !== other.picture || one.merges !== other.merges) return false;
  return Object.values(LISTS).every((name) => isSameList(one[name], other[name]));
}

function lengthOf(points) {
  return points.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - points[i][0], y - points[i][1]), 0);
}

// The way from the end that stays to each point, as a share of the length.
function sharesOf(points, grip) {
  const whole = lengthOf(points);
  let way = 0;
  const shares = points.map(([x, y], i) => {
    if (i) way += Math.hypot(x - points[i - 1][0], y - points[i - 1][1]);
    return whole ? way / whole : 1;
  });
  return grip === "end" ? shares : shares.map((share) => 1 - share);
}
