import assert from "node:assert/strict";
import { test } from "node:test";

import { pythonCode } from "../../../src/frenemy/web/static/segment/document/python_code.js";
import { isStrokeFile, readStrokes } from "../../../src/frenemy/web/static/segment/document/stroke_files.js";
import { fileStem } from "../../../src/frenemy/web/static/segment/exports.js";
import { percentage } from "../../../src/frenemy/web/static/segment/object_list.js";

const SIZE = { width: 160, height: 120 };
const file = (text, name = "odd.json") => new File([text], name);

test("strokes of a file: objects, plain lists, with and without a width", async () => {
  const stroke = { points: [[1, 2], [3, 4.5]], width: 2 };
  assert.deepEqual(await readStrokes(file(JSON.stringify({ strokes: [stroke] })), SIZE), [stroke]);
  assert.deepEqual(await readStrokes(file(JSON.stringify([stroke, [[0, 0]]])), SIZE), [stroke, { points: [[0, 0]], width: 3 }]);
  assert.deepEqual(await readStrokes(file(JSON.stringify({ strokes: [], ...SIZE })), SIZE), []);
  assert.ok(isStrokeFile({ name: "a.JSON" }));
  assert.ok(!isStrokeFile({ name: "a.png" }) && !isStrokeFile(null));
});

test("what is wrong with a file of strokes", async () => {
  for (const [text, message] of [
    ["{", /odd\.json is not JSON/],
    ["{}", /has no strokes/],
    ["3", /has no strokes/],
    ['[{"points": [[1]]}]', /Stroke 0 of odd\.json has no points/],
    ['[[[0, 0]], {"points": []}]', /Stroke 1 of odd\.json has no points/],
    ['[{"points": [[1, "2"]]}]', /has no points/],
    ['[{"points": [[1, 2]], "width": 0}]', /no width above 0/],
    ['{"strokes": [], "width": 7, "height": 9}', /is for a picture of 7 × 9 pixels, this one has 160 × 120/],
  ]) {
    await assert.rejects(readStrokes(file(text), SIZE), message);
  }
});

test("Python code: the picture by its name, quoted, with merges if there are any", () => {
  const strokes = [{ points: [[1, 2.5], [3, 4]], width: 3 }];
  const code = pythonCode({ strokes, merges: [] }, { blob: {}, name: 'my "scene".png' });
  assert.match(code, /read_picture\("my \\"scene\\"\.png"\)/);
  assert.match(code, /fr\.Stroke\(\[\(1, 2\.5\), \(3, 4\)\], width=3\)/);
  assert.doesNotMatch(code, /merges/);
  const merged = pythonCode({ strokes: [], merges: [[[1, 2], [3, 4]]] }, { blob: null, name: "sample picture" });
  assert.match(merged, /sample\.picture\(\)/);
  assert.match(merged, /\(\(1, 2\), \(3, 4\)\),/);
  assert.match(merged, /fr\.segment\(picture, strokes, merges=merges\)/);
});

test("names of exported files, and areas in percent", () => {
  assert.equal(fileStem("scene.png"), "scene");
  assert.equal(fileStem("my  scene's.v2.jpeg"), "my_scene's.v2");
  assert.equal(fileStem(".png"), "picture");
  const result = { width: 100, height: 100 };
  assert.equal(percentage({ area: 1234 }, result), "12.3 %");
  assert.equal(percentage({ area: 9 }, result), "<0.1 %");
});
