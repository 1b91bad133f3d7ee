// Masks: pixels that were painted or erased, as run lengths down the columns, as in COCO and in mask.py.
//
// While they are worked on, pixels are a patch: a box of the picture with a byte per pixel, down the columns.

/** @typedef {import("./history.js").Point} Point */
/** @typedef {{ kind: "brush" | "eraser", at: Point | null, size: [number, number], counts: number[] }} Mask size: height, width */
/** @typedef {{ left: number, top: number, width: number, height: number, inside: Uint8Array }} Patch */
/** @typedef {{ width: number, height: number }} Size */

/**
 * The pixels under a round brush along a line; null if none is in the picture.
 * @param {Point[]} points @param {number} width of the brush @param {Size} picture
 * @returns {Patch | null}
 */
export function brushed(points, width, picture) {
  const radius = Math.max(width / 2, 0.5);
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
  const [left, top] = [xs, ys].map((values) => Math.max(Math.floor(least(values) - radius), 0));
  const right = Math.min(Math.ceil(-least(xs.map((x) => -x)) + radius), picture.width - 1);
  const bottom = Math.min(Math.ceil(-least(ys.map((y) => -y)) + radius), picture.height - 1);
  if (left > right || top > bottom) return null;
  const patch = blankPatch(left, top, right - left + 1, bottom - top + 1);
  for (const [x, y] of discs(points, Math.max(0.5, Math.sqrt(radius)))) {
    for (let column = Math.ceil(x - radius); column <= x + radius; column++) {
      const half = Math.sqrt(radius ** 2 - (column - x) ** 2);
      fill(patch, column, Math.ceil(y - half), Math.floor(y + half));
    }
    fill(patch, Math.round(x), Math.round(y), Math.round(y)); // the thinnest brush misses all centers of pixels, else
  }
  return patch.inside.includes(1) ? patch : null;
}

/** @param {Mask["kind"]} kind @param {Point | null} at @param {Patch} patch @param {Size} picture @returns {Mask} */
export function maskOf(kind, at, patch, { width, height }) {
  const counts = [];
  let [isInside, n] = [0, patch.left * height];
  const add = (value, length) => {
    if (value !== isInside && length) {
      counts.push(n);
      [isInside, n] = [value, 0];
    }
    n += length;
  };
  for (let column = 0, i = 0; column < patch.width; column++) {
    add(0, patch.top);
    for (let row = 0; row < patch.height; row++, i++) add(patch.inside[i], 1);
    add(0, height - patch.top - patch.height);
  }
  if (isInside) counts.push(n); // what is outside at the end need not be said
  return { kind, at, size: [height, width], counts };
}

/** The pixels of a mask. @param {Mask} mask @returns {Patch} */
export function patchOf({ size: [height], counts }) {
  const [first, last] = [counts[0], counts.slice(0, counts.length - (counts.length % 2)).reduce((sum, n) => sum + n, 0) - 1];
  const [left, right] = [first, last].map((pixel) => Math.floor(pixel / height));
  const patch = blankPatch(left, 0, right - left + 1, height);
  let at = -left * height;
  counts.forEach((n, i) => {
    if (i % 2) patch.inside.fill(1, at, at + n);
    at += n;
  });
  return patch;
}

/** Which pixels of the picture are in a mask, down the columns. @param {Mask[]} masks @param {Size} picture */
export function paintedPixels(masks, { width, height }) {
  const found = new Uint8Array(width * height);
  for (const { counts } of masks) {
    let at = 0;
    counts.forEach((n, i) => {
      if (i % 2) found.fill(1, at, at + n);
      at += n;
    });
  }
  return found;
}

/** The pixels of an object. @param {import("../solving/result.js").Result} result @param {number} label @returns {Patch} */
export function patchOfObject(result, label) {
  const [left, top, right, bottom] = result.objects[label].box;
  const patch = blankPatch(left, top, right - left, bottom - top);
  for (let column = left, i = 0; column < right; column++) {
    for (let row = top; row < bottom; row++, i++) patch.inside[i] = Number(result.labelAt(column, row) === label);
  }
  return patch;
}

function blankPatch(left, top, width, height) {
  return { left, top, width, height, inside: new Uint8Array(width * height) };
}

// Rows from first to last of a column, as far as they are in the box.
function fill(patch, column, first, last) {
  const [x, from, to] = [column - patch.left, Math.max(first - patch.top, 0), Math.min(last - patch.top, patch.height - 1)];
  if (x >= 0 && x < patch.width && from <= to) patch.inside.fill(1, x * patch.height + from, x * patch.height + to + 1);
}

// Points along a line that are at most about a step apart. Discs that are the square root of their radius apart deviate from
// what a moving disc covers by an eighth of a pixel.
function* discs(points, step) {
  let last = points[0];
  yield last;
  for (let i = 1; i < points.length; i++) {
    const [[x, y], next] = [points[i - 1], points[i]];
    const isNear = Math.hypot(next[0] - last[0], next[1] - last[1]) < step;
    if (isNear && i < points.length - 1) continue;
    const n = Math.max(Math.ceil(Math.hypot(next[0] - x, next[1] - y) / step), 1);
    for (let k = 1; k <= n; k++) yield [x + ((next[0] - x) * k) / n, y + ((next[1] - y) * k) / n];
    last = next;
  }
}

const least = (values) => values.reduce((a, b) => Math.min(a, b));
