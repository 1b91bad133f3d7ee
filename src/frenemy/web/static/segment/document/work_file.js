// The work on a picture as a file: { "strokes": [...], "joins": [...], "merges": [...], "width": 640, "height": 480,
// "done": true }, and whatever else the state of the document holds.

import { withClass } from "./classes.js";
import { readMarks } from "./stroke_files.js";

/** @typedef {import("./history.js").State} State */
/** @typedef {import("./classes.js").ObjectClass} ObjectClass */

// The text of the file; `picture` has width and height.
export function workText({ picture: _key, what: _what, strokes, joins, merges, drawn, ...others }, picture, isDone) {
  const { width, height } = picture;
  const newer = (merges.length && drawn) || undefined; // strokes that may undo merges
  const lines = joins?.length ? joins : undefined;
  return JSON.stringify({ strokes, joins: lines, merges, drawn: newer, ...others, width, height, done: isDone || undefined });
}

/**
 * The work in a text, checked for a picture of this size; an error says what is wrong. `classes` are known already.
 * @param {ObjectClass[]} classes
 * @returns {Promise<{ work: Partial<State>, isDone: boolean }>}
 */
export async function readWork(text, name, picture, classes = []) {
  const plain = text.replace(/^\uFEFF/, "");
  const marks = await readMarks({ name, text: async () => plain }, picture);
  const work = { ...marks, classes: withClasses(marks.classes, classes), drawn: 0 };
  const content = JSON.parse(plain);
  if (Array.isArray(content)) return { work, isDone: false };
  const { drawn = 0, ...others } = workOf(content);
  if (!(Number.isInteger(drawn) && drawn >= 0 && drawn <= work.strokes.length)) throw new Error(`${name}: “drawn” is not a number of strokes.`);
  return { work: { ...others, ...work, drawn }, isDone: content.done === true };
}

// The list of classes goes with the tab from picture to picture.
export const withClasses = (classes, known) => known.reduce((all, { name, color }) => withClass(all, name, color), classes);

// Whether nothing has been done yet; a list of classes alone is no work.
export const isBlank = ({ picture: _key, what: _what, drawn: _drawn, classes: _classes, ...work }) =>
  Object.values(work).every(isNothing);

// Without what the file says of the picture and of being done.
const workOf = ({ picture: _name, width: _width, height: _height, what: _what, done: _done, ...work }) => work;
const isNothing = (value) => !value || (typeof value === "object" && Object.keys(value).length === 0);
