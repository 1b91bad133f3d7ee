import assert from "node:assert/strict";
import { test } from "node:test";

import { addedClass, CLASS_COLORS, deletedClass, recoloredClass, renamedClass, withClass } from "../../../src/frenemy/web/static/segment/document/classes.js";
import { isTooLong, namedObject, namesByLabel, oneLine, shortEnough } from "../../../src/frenemy/web/static/segment/document/names.js";
import { looksOf } from "../../../src/frenemy/web/static/segment/object_looks.js";
import { namedDocumentOf } from "../../../src/frenemy/web/static/segment/solving/solving.js";

// Two objects, left and right of x = 80.
const RESULT = {
  objects: [{ id: 7, center: [40, 60], color: [1, 2, 3] }, { id: 9, center: [120, 60], color: [4, 5, 6] }],
  labelAt: (x) => (x < 0 ? -1 : Number(x >= 80)),
};
const EMPTY = { names: [], classes: [] };

test("a name belongs to the object at its point, and the last one counts", () => {
  const names = [
    { at: [10, 10], name: "one", class: "" },
    { at: [90, 10], name: "other", class: "" },
    { at: [20, 10], name: "later", class: "cat" },
    { at: [-9, 10], name: "outside", class: "" },
  ];
  assert.deepEqual([...namesByLabel(names, RESULT)].map(([label, { name }]) => [label, name]), [[0, "later"], [1, "other"]]);
});

test("naming replaces what the object had, keeps the rest, and adds the class", () => {
  const first = { ...EMPTY, ...namedObject(EMPTY, RESULT, 0, { name: "Tom", class: "cat" }) };
  assert.deepEqual(first.names, [{ at: [40, 60], name: "Tom", class: "cat" }]);
  assert.deepEqual(first.classes, [{ name: "cat", color: CLASS_COLORS[0] }]);
  const both = { ...first, ...namedObject(first, RESULT, 1, { class: "dog" }) };
  assert.deepEqual(both.classes.map(({ name }) => name), ["cat", "dog"]);
  const again = namedObject(both, RESULT, 0, { class: "dog" });
  assert.deepEqual(again.names.at(-1), { at: [40, 60], name: "Tom", class: "dog" });
  assert.equal(again.names.length, 2);
  assert.equal(again.classes, both.classes);
  assert.equal(namedObject(both, RESULT, 0, { name: "Tom" }), null); // as it is
  assert.deepEqual(namedObject(both, RESULT, 0, { name: "", class: "" }).names, [both.names[1]]);
  assert.deepEqual(both.names[0].name, "Tom"); // the state has not changed
});

test("any text is one line, and what is too long is cut by characters", () => {
  assert.equal(oneLine("  a\n\tb\u0000 c "), "a b c");
  assert.equal(oneLine('<script>"x"</script>'), '<script>"x"</script>');
  assert.ok(!isTooLong("🐈".repeat(200)) && isTooLong("🐈".repeat(201)));
  assert.equal(shortEnough("🐈".repeat(10_000)), "🐈".repeat(200));
});

test("classes: add, rename, recolor, delete; names follow", () => {
  const state = {
    classes: [{ name: "cat", color: "#111111" }, { name: "dog", color: "#222222" }],
    names: [{ at: [1, 1], name: "Tom", class: "cat" }, { at: [90, 1], name: "", class: "cat" }, { at: [5, 5], name: "", class: "dog" }],
  };
  assert.deepEqual(addedClass(state, "bird").classes.at(-1), { name: "bird", color: CLASS_COLORS[0] });
  assert.throws(() => addedClass(state, "dog"), /There is a class “dog” already/);
  assert.throws(() => addedClass(state, ""), /needs a name/);
  const renamed = renamedClass(state, 0, "tiger");
  assert.deepEqual(renamed.names.map((one) => one.class), ["tiger", "tiger", "dog"]);
  assert.deepEqual(renamed.classes[0], { name: "tiger", color: "#111111" });
  assert.throws(() => renamedClass(state, 0, "dog"), /already/);
  assert.equal(renamedClass(state, 0, "cat"), null);
  assert.equal(recoloredClass(state, 1, "#333333").classes[1].color, "#333333");
  assert.equal(recoloredClass(state, 1, "#222222"), null);
  const left = deletedClass(state, 0);
  assert.deepEqual(left.classes, [state.classes[1]]);
  assert.deepEqual(left.names, [{ at: [1, 1], name: "Tom", class: "" }, state.names[2]]);
  assert.equal(withClass(state.classes, ""), state.classes);
  let many = [];
  for (let i = 0; i < 40; i++) many = withClass(many, `c${i}`);
  assert.equal(new Set(many.slice(0, 16).map(({ color }) => color)).size, 16);
});

test("looks: titles, and colors by object or by class", () => {
  const state = { names: [{ at: [1, 1], name: "Tom", class: "cat" }], classes: [{ name: "cat", color: "#ff8000" }] };
  const [tom, other] = looksOf(RESULT, state, "object");
  assert.deepEqual([tom.title, tom.class, tom.color], ["Tom", "cat", [1, 2, 3]]);
  assert.deepEqual([other.title, other.class], ["Object 9", ""]);
  const byClass = looksOf(RESULT, state, "class");
  assert.deepEqual(byClass[0].color, [255, 128, 0]);
  assert.deepEqual(byClass[1].color, [154, 160, 168]); // grey: no class
});

test("exports have names and classes", () => {
  const document = JSON.parse(namedDocumentOf({ strokes: [], merges: [], names: [{ at: [1, 2], name: "x", class: "" }], classes: [] }));
  assert.deepEqual(Object.keys(document), ["strokes", "joins", "merges", "masks", "names", "classes", "drawn"]);
});
