import assert from "node:assert/strict";
import { test } from "node:test";

import { borderChange } from "../../../src/frenemy/web/static/segment/solving/border_change.js";
import { Result } from "../../../src/frenemy/web/static/segment/solving/result.js";

function resultOf(rows) {
  const flat = rows.flat();
  const summary = { width: rows[0].length, height: rows.length, objects: [], merges: [], seconds: 0 };
  return new Result(summary, new Uint32Array([...flat, ...flat.map(() => 1)]).buffer); // runs of one pixel each
}

const change = (before, after, ...rest) => borderChange(resultOf(before), resultOf(after), ...rest);

test("the same borders under other labels are no change", () => {
  assert.deepEqual(change([[0, 0, 1], [0, 2, 1]], [[5, 5, 3], [5, 4, 3]]), { added: [], removed: [] });
});

test("a border that comes is one line from rim to rim; undone, it goes", () => {
  const [one, two] = [[[0, 0, 0, 0], [0, 0, 0, 0]], [[0, 0, 1, 1], [0, 0, 1, 1]]];
  const line = [[2, 0], [2, 0.5], [2, 1.5], [2, 2]];
  assert.deepEqual(change(one, two), { added: [line], removed: [] });
  assert.deepEqual(change(two, one), { added: [], removed: [line] });
});

test("a border that moves goes at one place and comes at another", () => {
  const { added, removed } = change([[0, 1, 1]], [[0, 0, 1]]);
  assert.deepEqual([added[0][0], removed[0][0]], [[2, 0], [1, 0]]);
});

test("a ring is closed, and cuts its corners", () => {
  const empty = [[0, 0, 0], [0, 0, 0], [0, 0, 0]];
  const { added } = change(empty, [[0, 0, 0], [0, 1, 0], [0, 0, 0]]);
  assert.equal(added.length, 1);
  const [ring] = added;
  assert.equal(ring.length, 5);
  assert.deepEqual(ring[0], ring[4]);
  assert.deepEqual(ring.slice(1).map(String).sort(), ["1,1.5", "1.5,1", "1.5,2", "2,1.5"]);
});

test("where three objects meet, every edge is used once", () => {
  const { added } = change([[0, 0], [0, 0]], [[0, 1], [2, 1]]);
  const n = added.reduce((sum, line) => sum + line.length - 2, 0); // middles of edges; each line has two ends besides
  assert.equal(n, 3);
});

test("a grid of objects has lines through all its edges", () => {
  const rows = (size) => Array.from({ length: 6 }, (_row, y) => Array.from({ length: 6 }, (_, x) => Math.floor(x / size) + 6 * Math.floor(y / size)));
  const { added, removed } = change(rows(2), rows(1));
  assert.deepEqual(removed, []);
  const middles = added.flatMap((line) => line.slice(1, -1)).filter(([x, y]) => (x % 1 === 0) !== (y % 1 === 0));
  assert.equal(new Set(middles.map(String)).size, middles.length);
  assert.equal(added.flat().length - 2 * added.length + added.filter((line) => String(line[0]) === String(line.at(-1))).length, 36);
});

test("large pictures are compared coarsely, in the same coordinates", () => {
  const rows = (split) => Array.from({ length: 8 }, () => Array.from({ length: 8 }, (_, x) => Number(x >= split)));
  const { added } = change(rows(8), rows(4), 16); // every second pixel
  assert.deepEqual([added[0][0], added[0].at(-1)], [[4, 0], [4, 8]]);
  const bounded = change(rows(8), rows(4), 64, 7).added[0]; // all pixels have 8 edges, every second one has 4
  assert.deepEqual(bounded, added[0]);
});
