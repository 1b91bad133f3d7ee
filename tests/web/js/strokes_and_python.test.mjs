import assert from "node:assert/strict";
import { test } from "node:test";

import { pythonCode } from "../../../src/frenemy/web/static/segment/document/python_code.js";
import { isStrokeFile, readMarks } from "../../../src/frenemy/web/static/segment/document/stroke_files.js";
import { fileStem } from "../../../src/frenemy/web/static/segment/exports.js";
import { percentage } from "../../../src/frenemy/web/static/segment/object_list.js";

const SIZE = { width: 160, height: 120 };
const file = (text, name = "odd.json") => new File([text], name);

test("strokes of a file: objects, plain lists, with and without a width", async () => {
  const stroke = { points: [[1, 2], [3, 4.5]], width: 2 };
  const read = async (content) => (await readMarks(file(JSON.stringify(content)), SIZE)).strokes;
  assert.deepEqual(await read({ strokes: [stroke] }), [stroke]);
  assert.deepEqual(await read([stroke, [[0, 0]]]), [stroke, { points: [[0, 0]], width: 3 }]);
  assert.deepEqual(await read({ strokes: [], ...SIZE }), []);
  assert.ok(isStrokeFile({ name: "a.JSON" }));
  assert.ok(!isStrokeFile({ name: "a.png" }) && !isStrokeFile(null));
});

test("merges, names and classes of a file; without classes in it, those of the page stay", async () => {
  const names = [{ at: [5, 6], name: '<b>"Tom" 🐈', class: "cat" }];
  const merges = [[[1, 2], [3, 4]]];
  const classes = [{ name: "dog", color: "#ABCDEF" }, "bird"];
  const marks = await readMarks(file(JSON.stringify({ strokes: [], merges, names, classes })), SIZE);
  assert.deepEqual([marks.merges, marks.names], [merges, names]);
  assert.deepEqual(marks.classes.map(({ name }) => name), ["dog", "bird", "cat"]);
  assert.equal(marks.classes[0].color, "#abcdef");
  assert.match(marks.classes[2].color, /^#[0-9a-f]{6}$/);
  const known = [{ name: "cat", color: "#000000" }];
  assert.deepEqual((await readMarks(file(JSON.stringify({ strokes: [], names })), SIZE, known)).classes, known);
});

test("joins of a file are lists of points; a file without them has none", async () => {
  const joins = [[[1, 2], [3, 4.5]], [[5, 6]]];
  const read = async (content) => (await readMarks(file(JSON.stringify(content)), SIZE)).joins;
  assert.deepEqual(await read({ strokes: [], joins }), joins);
  assert.deepEqual(await read({ strokes: [], joins: [{ points: joins[0], width: 9 }] }), [joins[0]]);
  assert.deepEqual(await read({ strokes: [] }), []);
  assert.deepEqual(await read([]), []);
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
    ['{"strokes": [], "joins": 5}', /joins of odd\.json is not a list/],
    ['{"strokes": [], "joins": [[[1, 2]], [[1, null]]]}', /Join 1 of odd\.json has no points/],
    ['{"strokes": [], "joins": [[]]}', /Join 0 of odd\.json has no points/],
    ['{"strokes": [], "merges": [[[1, 2]]]}', /Merge 0 of odd\.json is not two points/],
    ['{"strokes": [], "merges": [[[1, 2], [3, 400]]]}', /Merge 0 of odd\.json is outside the picture/],
    ['{"strokes": [], "names": {}}', /names of odd\.json is not a list/],
    ['{"strokes": [], "names": [null]}', /Name 0 of odd\.json has no point/],
    ['{"strokes": [], "names": [{"at": [999, 1]}]}', /Name 0 of odd\.json is outside the picture/],
    ['{"strokes": [], "names": [{"at": [9, 1], "name": 5}]}', /The name of Name 0 of odd\.json is not text/],
    [`{"strokes": [], "names": [{"at": [9, 1], "name": "${"a".repeat(10_000)}"}]}`, /has more than 200 characters/],
    ['{"strokes": [], "classes": [{"color": "#112233"}]}', /Class 0 of odd\.json has no name/],
    ['{"strokes": [], "classes": [{"name": "a", "color": "red"}]}', /The color of Class 0 of odd\.json must look like/],
    ['{"strokes": [], "width": 7, "height": 9}', /is for a picture of 7 × 9 pixels, this one has 160 × 120/],
  ]) {
    await assert.rejects(readMarks(file(text), SIZE), message);
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

test("Python code with joins", () => {
  const code = pythonCode({ strokes: [], joins: [[[1, 2.5], [3, 4]], [[5, 6]]], merges: [] }, { blob: null });
  assert.ok(code.includes("    [(1, 2.5), (3, 4)],\n    [(5, 6)],\n]"));
  assert.ok(code.includes("fr.segment(picture, strokes, joins=joins)"));
});

test("Python code with names and classes: any text is quoted", () => {
  const names = [{ at: [5, 6], name: 'a"b\\c', class: "cat" }];
  const code = pythonCode({ strokes: [], merges: [], names, classes: [{ name: "cat", color: "#112233" }] }, { blob: null });
  assert.ok(code.includes('    {"at": (5, 6), "name": "a\\"b\\\\c", "class": "cat"},'));
  assert.ok(code.includes('    {"name": "cat", "color": "#112233"},'));
  assert.ok(code.includes("fr.segment(picture, strokes, names=names, classes=classes)"));
});

test("names of exported files, and areas in percent", () => {
  assert.equal(fileStem("scene.png"), "scene");
  assert.equal(fileStem("my  scene's.v2.jpeg"), "my_scene's.v2");
  assert.equal(fileStem(".png"), "picture");
  const result = { width: 100, height: 100 };
  assert.equal(percentage({ area: 1234 }, result), "12.3 %");
  assert.equal(percentage({ area: 9 }, result), "<0.1 %");
});
