import assert from "node:assert/strict";
import { test } from "node:test";

import { Result } from "../../../src/frenemy/web/static/segment/solving/result.js";

// From rows of labels: runs go on over the ends of rows, as in label_runs.py.
function resultOf(rows) {
  const flat = rows.flat();
  const labels = [];
  const lengths = [];
  flat.forEach((label, i) => {
    if (i && label === flat[i - 1]) lengths[lengths.length - 1] += 1;
    else {
      labels.push(label);
      lengths.push(1);
    }
  });
  const objects = [...new Set(flat)].sort().map((label) => ({ id: label + 10 }));
  const summary = { width: rows[0].length, height: rows.length, objects, merges: [], seconds: 0.1 };
  return new Result(summary, new Uint32Array([...labels, ...lengths]).buffer);
}

const ROWS = [
  [0, 0, 1, 1],
  [1, 1, 1, 2],
  [2, 0, 0, 0],
];

test("the label at each pixel, and -1 outside", () => {
  const result = resultOf(ROWS);
  ROWS.forEach((row, y) => row.forEach((label, x) => assert.equal(result.labelAt(x, y), label)));
  assert.equal(result.labelAt(1.49, 0.4), 0);
  assert.equal(result.labelAt(1.5, 0), 1);
  assert.equal(result.labelAt(-0.5, -0.5), 0);
  assert.equal(result.labelAt(3.5, 2.5), 0); // the last corner
  for (const [x, y] of [[-0.51, 0], [3.51, 0], [0, -0.51], [0, 2.51], [NaN, 0]]) assert.equal(result.labelAt(x, y), -1);
});

test("the label map, and labels by id", () => {
  const result = resultOf(ROWS);
  const { labels, width, height, step } = result.map();
  assert.deepEqual([...labels], ROWS.flat());
  assert.deepEqual([width, height, step], [4, 3, 1]);
  assert.equal(result.map(), result.map()); // cached
  const before = result.map();
  result.release();
  assert.notEqual(result.map(), before);
  assert.equal(result.labelOfId.get(12), 2);
  assert.equal(resultOf([[0]]).labelAt(0, 0), 0);
  assert.equal(result.nBytes, 2 * 4 * 4); // four runs
});

test("a large map is coarser, and still looked up exactly", () => {
  const [width, height] = [5000, 4000]; // 20 million pixels: every second one is painted
  const summary = { width, height, objects: [{ id: 1 }, { id: 2 }], merges: [], seconds: 0 };
  const half = (width * height) / 2;
  const result = new Result(summary, new Uint32Array([0, 1, half + 1, half - 1]).buffer);
  const map = result.map();
  assert.deepEqual([map.width, map.height, map.step], [2500, 2000, 2]);
  assert.equal(map.labels[1000 * 2500], 0); // the first pixel of the lower half
  assert.equal(map.labels[1000 * 2500 + 1], 1);
  assert.equal(result.labelAt(0, 2000), 0);
  assert.equal(result.labelAt(1, 2000), 1);
});
