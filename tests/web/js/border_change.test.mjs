import assert from "node:assert/strict";
import { test } from "node:test";

import { borderChange, isEmpty } from "../../../src/frenemy/web/static/segment/solving/border_change.js";
import { Result } from "../../../src/frenemy/web/static/segment/solving/result.js";

function resultOf(rows) {
  const flat = rows.flat();
  const summary = { width: rows[0].length, height: rows.length, objects: [], merges: [], seconds: 0 };
  return new Result(summary, new Uint32Array([...flat, ...flat.map(() => 1)]).buffer); // runs of one pixel each
}

const change = (before, after, ...rest) => borderChange(resultOf(before), resultOf(after), ...rest);

test("the same borders under other labels are no change", () => {
  const made = change([[0, 0, 1], [0, 2, 1]], [[5, 5, 3], [5, 4, 3]]);
  assert.deepEqual(made, { added: [], removed: [] });
  assert.ok(isEmpty(made));
});

test("a border that comes is one line from rim to rim; undone, it goes", () => {
  const [one, two] = [[[0, 0, 0, 0], [0, 0, 0, 0]], [[0, 0, 1, 1], [0, 0, 1, 1]]];
  const line = [[2, 0], [2, 0.5], [2, 1.5], [2, 2]];
  assert.deepEqual(change(one, two), { added: [line], removed: [] });
  assert.deepEqual(change(two, one), { added: [], removed: [line] });
  assert.ok(!isEmpty(change(one, two)));
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

test("large pictures are compared coarsely, in the same coordinates", () => {
  const rows = (split) => Array.from({ length: 8 }, () => Array.from({ length: 8 }, (_, x) => Number(x >= split)));
  const { added } = change(rows(8), rows(4), 16); // every second pixel
  assert.deepEqual([added[0][0], added[0].at(-1)], [[4, 0], [4, 8]]);
});
