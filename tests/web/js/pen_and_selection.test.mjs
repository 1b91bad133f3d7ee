import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Pen } from "../../../src/frenemy/web/static/segment/canvas/pen.js";
import { Selection } from "../../../src/frenemy/web/static/segment/canvas/selection.js";
import { Viewport } from "../../../src/frenemy/web/static/shared/viewport.js";

// Just enough of a page: every element exists and has a few fields.
beforeEach(() => {
  const elements = new Map();
  globalThis.document = {
    getElementById(id) {
      if (!elements.has(id)) elements.set(id, { style: {}, offsetWidth: 80, offsetHeight: 20 });
      return elements.get(id);
    },
  };
});

function viewportOf(scale = 2) {
  const viewport = new Viewport();
  viewport.setScreen(160 * scale, 120 * scale, { top: 0, right: 0, bottom: 0, left: 0 });
  viewport.setPicture(160, 120);
  return viewport;
}

function scene(result = null, state = { strokes: [], joins: [], merges: [] }) {
  const log = [];
  const editor = {
    state,
    result,
    add: ({ points, width, isJoin }) => log.push(isJoin ? ["join", points] : ["add", points, width]),
    merge: (...points) => log.push(["merge", ...points]),
    change: (next, what) => log.push([what, next]),
  };
  const painter = { set: (change) => Object.assign(painter, change) };
  return { editor, painter, log, viewport: viewportOf() };
}

const penOf = ({ editor, painter, viewport }) => new Pen(editor, painter, viewport, () => 5);

test("a stroke has points of the picture and the width of the brush, without tiny steps", () => {
  const page = scene();
  const pen = penOf(page);
  pen.start(81, 41); // the pixel (40, 20)
  pen.draw([[81.2, 41.2], [91, 41], [101, 41]]);
  pen.end();
  assert.deepEqual(page.log, [["add", [[40, 20], [45, 20], [50, 20]], 5]]);
  assert.equal(page.painter.live, null);
});

test("joins: with the tool, or with Shift", () => {
  const page = scene();
  const pen = penOf(page);
  pen.isJoining = true;
  pen.start(81, 41);
  pen.draw([[101, 41]]);
  assert.ok(page.painter.live.isJoin);
  pen.end();
  pen.isJoining = false;
  pen.start(81, 41, true);
  pen.draw([[91, 41]]);
  pen.end();
  pen.start(81, 41, false);
  pen.draw([[91, 41]]);
  pen.end();
  assert.deepEqual(page.log, [["join", [[40, 20], [50, 20]]], ["join", [[40, 20], [45, 20]]], ["add", [[40, 20], [45, 20]], 5]]);
});

test("strokes outside the picture and discarded ones are not added", () => {
  const page = scene();
  const pen = penOf(page);
  pen.start(-20, 41);
  pen.draw([[-30, 90]]);
  pen.end();
  pen.start(81, 41);
  pen.discard();
  pen.draw([[91, 41]]);
  pen.end();
  assert.deepEqual(page.log, []);
  page.editor.state = null; // no picture yet
  pen.start(81, 41);
  pen.end();
  assert.equal(pen.toggle(), "");
});

test("the keyboard: the cross appears in the middle, moves within the picture, and draws", () => {
  const page = scene();
  const pen = penOf(page);
  assert.equal(pen.toggle(), "Cross in the middle");
  assert.deepEqual(pen.cross, [79.5, 59.5]);
  for (let i = 0; i < 20; i++) pen.move({ key: "ArrowUp", shiftKey: true }); // 40 / 2 pixels each
  assert.deepEqual(pen.cross, [79.5, -0.5]);
  assert.equal(pen.toggle(), "Pen down");
  for (let i = 0; i < 25; i++) pen.move({ key: "ArrowDown", shiftKey: true });
  assert.equal(pen.toggle(), "Pen up");
  const [[, points]] = page.log;
  assert.ok(points.every(([x]) => x === 79.5));
  assert.deepEqual([points[0][1], points.at(-1)[1]], [-0.5, 119.5]);
  pen.toggle();
  assert.equal(pen.toggle(), "Pen up"); // without a move: nothing is drawn
  assert.equal(page.log.length, 1);
  pen.move({ key: "ArrowLeft", shiftKey: false });
  assert.equal(pen.cross[0], 75.5);
  pen.hideCross();
  pen.move({ key: "ArrowLeft" });
  assert.deepEqual(pen.cross, [79.5, 59.5]); // again in the middle
});

const RESULT = {
  width: 160,
  height: 120,
  objects: [{ id: 7, area: 9600 }, { id: 9, area: 9600 }],
  labelOfId: new Map([[7, 0], [9, 1]]),
  labelAt: (x, y) => (x < -0.5 || y < -0.5 ? -1 : Number(x >= 80)),
};

function selectionOf(page) {
  return new Selection(page.editor, page.painter, page.viewport, { mark: () => {} });
}

test("two objects are merged by two taps; the same one twice, and a tap outside, select nothing", () => {
  const page = scene(RESULT);
  const selection = selectionOf(page);
  selection.tap(41, 41, "mouse");
  assert.deepEqual([selection.id, page.painter.selectedLabel], [7, 0]);
  assert.match(document.getElementById("selection-text").textContent, /Object 7: choose another/);
  selection.tap(201, 41, "mouse");
  assert.deepEqual(page.log, [["merge", [20, 20], [100, 20]]]);
  assert.equal(selection.id, null);
  selection.tap(41, 41, "mouse");
  selection.tap(43, 43, "mouse");
  assert.equal(selection.id, null);
  selection.tap(41, 41, "mouse");
  selection.tap(-9, 41, "mouse");
  assert.equal(selection.id, null);
  selection.tap(41, 41, "mouse");
  selection.update({ ...RESULT, labelOfId: new Map([[9, 0]]) }); // the object is gone
  assert.equal(selection.id, null);
});

test("marks are selected, hovered and erased; a finger reaches further", () => {
  const strokes = [{ points: [[40, 0], [40, 119]], width: 3 }];
  const state = { strokes, joins: [[[120, 20], [140, 20]]], merges: [[[100, 20], [100, 60]]], drawn: 1 };
  const page = scene(RESULT, state);
  const selection = selectionOf(page);
  selection.tap(81, 41, "mouse");
  assert.deepEqual(selection.mark, { kind: "stroke", index: 0 });
  assert.ok(!document.getElementById("erase").hidden);
  selection.erase();
  assert.deepEqual(page.log.pop(), ["erasing a stroke", { strokes: [], drawn: 0 }]);
  assert.equal(selection.mark, null);
  selection.eraseAt(201, 81, "mouse");
  assert.deepEqual(page.log.pop(), ["erasing a merge", { merges: [], drawn: 1 }]);
  selection.eraseAt(261, 41, "mouse");
  assert.deepEqual(page.log.pop(), ["erasing a join", { joins: [], drawn: 1 }]);
  selection.hover(261, 41, "mouse", 3);
  assert.equal(document.getElementById("hover-name").textContent, "Join");
  selection.tap(261, 41, "mouse");
  assert.match(document.getElementById("selection-text").textContent, /Drag the join or an end/);
  selection.clear();
  selection.eraseAt(93, 41, "mouse"); // 6 pixels off: too far for the mouse
  assert.deepEqual(page.log, []);
  selection.eraseAt(93, 41, "touch");
  assert.equal(page.log.pop()[0], "erasing a stroke");
  selection.hover(81, 41, "mouse", 3);
  assert.equal(document.getElementById("hover-name").textContent, "Stroke");
  selection.erase(); // what is hovered
  assert.equal(page.log.pop()[0], "erasing a stroke");
  selection.hover(21, 41, "mouse", 3);
  assert.equal(document.getElementById("hover-what").textContent, "9,600 px, 50.0 %");
  selection.leave();
  assert.ok(document.getElementById("hover").hidden);
  selection.erase();
  assert.deepEqual(page.log, []);
});

test("a double tap names: what its first tap has merged is separated again", () => {
  const page = scene(RESULT);
  const selection = selectionOf(page);
  const [before, merged] = [page.editor.state, { strokes: [], joins: [], merges: [[[20, 20], [100, 20]]], what: "merge" }];
  page.editor.history = { past: [] };
  page.editor.merge = () => {
    page.editor.history.past.push(page.editor.state);
    page.editor.state = merged;
  };
  page.editor.retract = () => (page.editor.state = page.editor.history.past.pop());
  selection.tap(41, 41, "mouse");
  selection.tap(201, 41, "mouse"); // merges both: the first tap of two
  selection.tap(201, 41, "mouse");
  assert.equal(selection.doubleTap(201, 41, "mouse"), 1);
  assert.equal(page.editor.state, before);
  selection.clear();
  selection.tap(41, 41, "mouse");
  selection.tap(201, 41, "mouse"); // meant
  selection.tap(41, 141, "mouse");
  selection.tap(41, 141, "mouse");
  assert.equal(selection.doubleTap(41, 141, "mouse"), 0);
  assert.equal(page.editor.state, merged);
  assert.equal(selection.doubleTap(-9, 41, "mouse"), -1);
});

test("an object that was named is selected, but the next one is not merged with it", () => {
  const page = scene(RESULT);
  const selection = selectionOf(page);
  selection.looks = [{ title: "Tom", name: "Tom", class: "cat" }, { title: "Object 9", name: "", class: "" }];
  selection.focusOn(0);
  assert.equal(document.getElementById("selection-text").textContent, "Tom · cat");
  selection.tap(201, 41, "mouse");
  assert.deepEqual([page.log, selection.id], [[], 9]);
  assert.match(document.getElementById("selection-text").textContent, /Object 9: choose another to merge/);
  selection.tap(41, 41, "mouse");
  assert.equal(page.log[0][0], "merge");
  selection.hover(41, 41, "mouse", 3);
  assert.equal(document.getElementById("hover-name").textContent, "Tom");
  assert.match(document.getElementById("hover-what").textContent, /^cat · 9,600 px/);
  assert.equal(selection.label, 0); // under the pointer
});
