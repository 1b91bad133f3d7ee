import assert from "node:assert/strict";
import { test } from "node:test";

import { allMarks, countMarks, hasSameMarks, marksOfObjects, NO_MARKS } from "../../../src/frenemy/web/static/segment/document/kinds.js";
import { markAt, rounded, touchesPicture, without } from "../../../src/frenemy/web/static/segment/document/marks.js";

const line = (...points) => ({ points, width: 3 });
const STATE = {
  strokes: [line([0, 0], [0, 100]), line([50, 50]), { points: [[80, 0], [80, 40]], width: 20 }],
  joins: [[[100, 0], [120, 0], [120, 40]]],
  merges: [[[20, 20], [40, 60]]],
};

test("the mark under a point: within reach of its line, merges above joins above strokes, the newest first", () => {
  assert.deepEqual(markAt(STATE, [2, 50], 2), { kind: "stroke", index: 0 });
  assert.equal(markAt(STATE, [3, 50], 2), null);
  assert.deepEqual(markAt(STATE, [0, 102], 2), { kind: "stroke", index: 0 }); // beyond its end
  assert.deepEqual(markAt(STATE, [51, 51], 2), { kind: "stroke", index: 1 }); // a single point
  assert.deepEqual(markAt(STATE, [89, 20], 2), { kind: "stroke", index: 2 }); // half its width counts
  assert.deepEqual(markAt(STATE, [30, 40], 1), { kind: "merge", index: 0 });
  const crossed = { strokes: [line([30, 0], [30, 90]), line([0, 40], [90, 40])], joins: [[[30, 0], [30, 50]]], merges: STATE.merges };
  assert.deepEqual(markAt(crossed, [30, 40], 1), { kind: "merge", index: 0 });
  assert.deepEqual(markAt({ ...crossed, merges: [] }, [30, 40], 1), { kind: "join", index: 0 });
  assert.deepEqual(markAt({ ...crossed, joins: [], merges: [] }, [30, 40], 1), { kind: "stroke", index: 1 });
  assert.deepEqual(markAt(STATE, [121, 20], 2), { kind: "join", index: 0 });
  assert.equal(markAt(STATE, [123, 20], 2), null);
});

test("erasing a mark leaves the others, and counts strokes since the last solve", () => {
  const state = { ...STATE, drawn: 2 };
  assert.deepEqual(without(state, { kind: "stroke", index: 0 }), { strokes: STATE.strokes.slice(1), drawn: 2 });
  assert.deepEqual(without(state, { kind: "stroke", index: 2 }), { strokes: STATE.strokes.slice(0, 2), drawn: 1 });
  assert.deepEqual(without(state, { kind: "merge", index: 0 }), { merges: [], drawn: 2 });
  assert.deepEqual(without(state, { kind: "join", index: 0 }), { joins: [], drawn: 2 });
  assert.equal(without(STATE, { kind: "merge", index: 0 }).drawn, 0);
});

test("marks of a state, with names and without", () => {
  const ofObjects = { strokes: [], joins: [[[1, 2]]], merges: [], masks: [] };
  const marks = { ...ofObjects, names: [{ at: [1, 2], name: "Tom" }], classes: [{ name: "cat" }] };
  const state = { ...marks, picture: "p", drawn: 1 };
  assert.deepEqual(allMarks(state), marks);
  assert.deepEqual(marksOfObjects(state), ofObjects);
  assert.equal(countMarks(state), 2); // a list of classes is no mark
  assert.equal(countMarks(NO_MARKS), 0);
});

test("states with the same strokes, joins and merges have the same objects", () => {
  assert.ok(hasSameMarks(STATE, { ...STATE, names: [] }));
  for (const key of ["strokes", "joins", "merges"]) assert.ok(!hasSameMarks(STATE, { ...STATE, [key]: [] }));
  assert.ok(!hasSameMarks(null, STATE));
});

test("strokes outside the picture are known", () => {
  const size = { width: 160, height: 120 };
  assert.ok(!touchesPicture([[-6, 20], [-7, 90]], size));
  assert.ok(!touchesPicture([[20, 125], [90, 125]], size));
  assert.ok(touchesPicture([[40, -3], [40, 123]], size));
  assert.ok(touchesPicture([[-0.5, -0.5]], size));
  assert.ok(!touchesPicture([[160, 10]], size));
});

test("points are rounded to hundredths", () => {
  assert.deepEqual(rounded([1.23456, -0.005001]), [1.23, -0.01]);
});
