import assert from "node:assert/strict";
import { test } from "node:test";

import { isBlank, readWork, workText } from "../../../src/frenemy/web/static/segment/document/work_file.js";

const picture = { width: 40, height: 30 };
const state = {
  picture: "key",
  what: "stroke",
  strokes: [{ points: [[1, 2], [3, 4]], width: 3 }],
  joins: [[[5, 6], [7, 8]]],
  merges: [[[1, 1], [2, 2]]],
  masks: [{ kind: "brush", at: [4, 4], size: [30, 40], counts: [3, 5] }],
  drawn: 1,
  names: [{ at: [5, 5], name: "Tür", class: "door" }],
  classes: [{ name: "door", color: "#3078cc" }],
  author: "Ann",
};

test("all that the state holds goes into the file and comes back", async () => {
  const text = workText(state, picture, true);
  const content = JSON.parse(text);
  assert.deepEqual(Object.keys(content), ["strokes", "joins", "merges", "masks", "drawn", "names", "classes", "author", "width", "height", "done"]);
  const { work, isDone } = await readWork(text, "a.strokes.json", picture);
  assert.deepEqual({ ...work, picture: "key", what: "stroke" }, state);
  assert.equal(isDone, true);
});

test("what is not so is not written", () => {
  const content = JSON.parse(workText({ picture: "k", strokes: [], joins: [], merges: [], masks: [], drawn: 0, names: undefined }, picture, false));
  assert.deepEqual(content, { strokes: [], merges: [], width: 40, height: 30 });
});

test("plain lists of strokes, and files of others, are read", async () => {
  assert.deepEqual(await readWork("\uFEFF[[[1, 2], [3, 4]]]", "a.json", picture), {
    work: { strokes: [{ points: [[1, 2], [3, 4]], width: 3 }], joins: [], merges: [], masks: [], names: [], classes: [], drawn: 0 },
    isDone: false,
  });
  const { work } = await readWork('{"strokes": [], "picture": "cat.jpg", "author": "Ann", "done": "yes"}', "a.json", picture);
  assert.deepEqual(work, { author: "Ann", strokes: [], joins: [], merges: [], masks: [], names: [], classes: [], drawn: 0 });
});

test("errors name the file and what is wrong", async () => {
  const cases = [
    ["{", /a\.json is not JSON/],
    ["{}", /has no strokes/],
    ['{"strokes": [], "width": 9, "height": 9}', /is for a picture of 9 × 9 pixels, this one has 40 × 30/],
    ['{"strokes": [], "merges": [[[1, 2]]]}', /Merge 0 of a\.json is not two points/],
    ['{"strokes": [], "joins": [3]}', /Join 0 of a\.json has no points/],
    ['{"strokes": [], "masks": [{"size": [3, 4], "counts": [1, 2]}]}', /Mask 0 of a\.json is for a picture of 4 × 3 pixels, this one has 40 × 30/],
    ['{"strokes": [], "merges": 3}', /merges of a\.json is not a list/],
    ['{"strokes": [], "drawn": 1}', /“drawn”/],
  ];
  for (const [text, message] of cases) await assert.rejects(readWork(text, "a.json", picture), message);
});

test("blank is what has no marks and nothing else", () => {
  assert.ok(isBlank({ picture: "k", what: "w", strokes: [], merges: [], drawn: 0, names: {} }));
  assert.ok(!isBlank(state));
  assert.ok(!isBlank({ picture: "k", strokes: [], joins: [[[1, 2]]], merges: [] }));
  assert.ok(!isBlank({ picture: "k", strokes: [], merges: [], names: [{ at: [1, 1], name: "x", class: "" }] }));
  assert.ok(isBlank({ picture: "k", strokes: [], merges: [], names: [], classes: [{ name: "sky", color: "#123456" }] }));
});

test("classes of the tab are added to those of the file", async () => {
  const known = [{ name: "sky", color: "#00ff00" }, { name: "door", color: "#ff0000" }];
  const { work } = await readWork(workText(state, picture, false), "a.json", picture, known);
  assert.deepEqual(work.classes, [{ name: "door", color: "#3078cc" }, { name: "sky", color: "#00ff00" }]);
});
