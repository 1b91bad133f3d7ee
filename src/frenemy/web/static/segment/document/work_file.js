// The work on a picture as a file: { "strokes": [...], "merges": [...], "width": 640, "height": 480, "done": true }, and
// whatever else the state of the document holds.

import { readStrokes } from "./stroke_files.js";

/** @typedef {import("./history.js").State} State */

// The text of the file; `picture` has width and height.
export function workText({ picture: _key, what: _what, strokes, merges, drawn, ...others }, picture, isDone) {
  const { width, height } = picture;
  const newer = (merges.length && drawn) || undefined; // strokes that may undo merges
  return JSON.stringify({ strokes, merges, drawn: newer, ...others, width, height, done: isDone || undefined });
}

/**
 * The work in a text, checked for a picture of this size; an error says what is wrong.
 * @returns {Promise<{ work: Partial<State>, isDone: boolean }>}
 */
export async function readWork(text, name, picture) {
  const strokes = await readStrokes({ name, text: async () => text.replace(/^\uFEFF/, "") }, picture);
  const content = JSON.parse(text.replace(/^\uFEFF/, ""));
  if (Array.isArray(content)) return { work: { strokes, merges: [], drawn: 0 }, isDone: false };
  const { merges = [], drawn = 0, ...others } = workOf(content);
  if (!Array.isArray(merges) || !merges.every(isMerge)) throw new Error(`${name}: a merge is not two points [x, y].`);
  if (!(Number.isInteger(drawn) && drawn >= 0 && drawn <= strokes.length)) throw new Error(`${name}: “drawn” is not a number of strokes.`);
  return { work: { ...others, strokes, merges, drawn }, isDone: content.done === true };
}

// Whether nothing has been done yet.
export const isBlank = ({ picture: _key, what: _what, drawn: _drawn, ...work }) => Object.values(work).every(isNothing);

// Without what the file says of the picture and of being done.
const workOf = ({ picture: _name, width: _width, height: _height, what: _what, done: _done, ...work }) => work;
const isNothing = (value) => !value || (typeof value === "object" && Object.keys(value).length === 0);
const isPoint = (point) => Array.isArray(point) && point.length === 2 && point.every(Number.isFinite);
const isMerge = (merge) => Array.isArray(merge) && merge.length === 2 && merge.every(isPoint);
