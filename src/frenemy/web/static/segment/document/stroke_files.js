// Read a file of strokes: { "strokes": [{ "points": [[x, y], ...], "width": 3 }] }, with "joins", "merges",
// "masks", "names" and "classes" if there are any, as the page exports it.

import { withClass } from "./classes.js";
import { isTooLong, MAX_NAME_LENGTH } from "./names.js";

export const isStrokeFile = (file) => /\.json$/i.test(file?.name ?? "");

// The strokes, joins, merges, masks, names and classes; an error says what is wrong. Without classes in the file, those given stay.
export async function readMarks(file, { width, height }, knownClasses = []) {
  let content;
  try {
    content = JSON.parse(await file.text());
  } catch {
    throw new Error(`${file.name} is not JSON.`);
  }
  const list = Array.isArray(content) ? content : content?.strokes;
  if (!Array.isArray(list)) throw new Error(`${file.name} has no strokes.`);
  const isOther = (size, own) => size !== undefined && size !== own;
  if (isOther(content.width, width) || isOther(content.height, height)) {
    throw new Error(`${file.name} is for a picture of ${content.width} × ${content.height} pixels, this one has ${width} × ${height}.`);
  }
  const each = (key, read) => listOf(content[key], key, file.name).map((one, i) => read(one, `${i} of ${file.name}`));
  const isInside = ([x, y]) => x >= -0.5 && y >= -0.5 && x <= width - 0.5 && y <= height - 0.5;
  const names = each("names", (one, place) => objectName(one, `Name ${place}`, isInside));
  const classes = classList(each("classes", (one, place) => objectClass(one, `Class ${place}`)), knownClasses, names);
  return {
    strokes: list.map((one, i) => stroke(one, `Stroke ${i} of ${file.name}`)),
    joins: each("joins", (one, place) => stroke(one, `Join ${place}`).points),
    merges: each("merges", (one, place) => merge(one, `Merge ${place}`, isInside)),
    masks: each("masks", (one, place) => mask(one, `Mask ${place}`, { width, height }, isInside)),
    names,
    classes,
  };
}

const isPoint = (point) => Array.isArray(point) && point.length === 2 && point.every(Number.isFinite);

function listOf(value, key, name) {
  if (value !== undefined && value !== null && !Array.isArray(value)) throw new Error(`${key} of ${name} is not a list.`);
  return value ?? [];
}

function stroke(value, name) {
  const points = Array.isArray(value) ? value : value?.points;
  const width = value?.width ?? 3;
  if (!Array.isArray(points) || !points.length || !points.every(isPoint)) throw new Error(`${name} has no points [x, y].`);
  if (!(Number.isFinite(width) && width > 0)) throw new Error(`${name} has no width above 0.`);
  return { points, width };
}

function merge(value, name, isInside) {
  if (!Array.isArray(value) || value.length !== 2 || !value.every(isPoint)) throw new Error(`${name} is not two points [x, y].`);
  if (!value.every(isInside)) throw new Error(`${name} is outside the picture.`);
  return value;
}

function mask(value, place, { width, height }, isInside) {
  const { kind = "brush", at = null, size, counts } = value ?? {};
  if (kind !== "brush" && kind !== "eraser") throw new Error(`${place} is neither "brush" nor "eraser".`);
  if (at === null ? kind === "eraser" : !isPoint(at)) throw new Error(`${place} has no point "at": [x, y].`);
  if (at && !isInside(at)) throw new Error(`${place} is outside the picture.`);
  if (!Array.isArray(size) || size.length !== 2) throw new Error(`${place} has no size [height, width].`);
  if (size[0] !== height || size[1] !== width) {
    throw new Error(`${place} is for a picture of ${size[1]} × ${size[0]} pixels, this one has ${width} × ${height}.`);
  }
  if (!Array.isArray(counts) || !counts.every((n) => Number.isInteger(n) && n >= 0)) throw new Error(`${place} has no counts of pixels.`);
  if (counts.reduce((sum, n) => sum + n, 0) > width * height) throw new Error(`${place} has more pixels than the picture.`);
  if (!counts.some((n, i) => i % 2 && n)) throw new Error(`${place} has no pixels.`);
  return { kind, at, size, counts };
}

function objectName(value, place, isInside) {
  if (!isPoint(value?.at)) throw new Error(`${place} has no point "at": [x, y].`);
  if (!isInside(value.at)) throw new Error(`${place} is outside the picture.`);
  return { at: value.at, name: text(value.name, place, "name"), class: text(value.class, place, "class") };
}

function objectClass(value, place) {
  const { name, color } = typeof value === "string" ? { name: value } : (value ?? {});
  const known = text(name, place, "name");
  if (!known) throw new Error(`${place} has no name.`);
  if (color && !/^#[0-9a-f]{6}$/i.test(color)) throw new Error(`The color of ${place} must look like #3078cc.`);
  return { name: known, color: color ? color.toLowerCase() : undefined };
}

function text(value, place, what) {
  if (value === undefined || value === null) return "";
  if (typeof value !== "string") throw new Error(`The ${what} of ${place} is not text.`);
  if (isTooLong(value)) throw new Error(`The ${what} of ${place} has more than ${MAX_NAME_LENGTH} characters.`);
  return value;
}

// Those of the file, or those known; and those that names have in addition.
function classList(read, known, names) {
  let classes = read.length ? [] : known;
  for (const { name, color } of read) classes = withClass(classes, name, color);
  for (const one of names) classes = withClass(classes, one.class);
  return classes;
}
