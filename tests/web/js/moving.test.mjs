import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Mover } from "../../../src/frenemy/web/static/segment/canvas/mover.js";
import { History } from "../../../src/frenemy/web/static/segment/document/history.js";
import { gripAt, hasOnlyMoved, isMovable, moved, movedStroke } from "../../../src/frenemy/web/static/segment/document/moving.js";
import { Viewport } from "../../../src/frenemy/web/static/shared/viewport.js";

const LINE = { points: [[10, 10], [20, 10], [50, 10]], width: 3 };
const OTHER = { points: [[10, 80], [50, 80]], width: 5 };
const PICTURE = { width: 160, height: 120 };
const MARK = { kind: "stroke", index: 0 };
const JOIN = [[100, 20], [140, 20]];
const JOIN_MARK = { kind: "join", index: 0 };

test("ends and line are held within reach; the ends of a short stroke leave its middle free", () => {
  const reach = { end: 5, line: 3 };
  assert.equal(gripAt(LINE, [12, 13], reach), "start");
  assert.equal(gripAt(LINE, [53, 10], reach), "end");
  assert.equal(gripAt(LINE, [30, 12], reach), "whole");
  assert.equal(gripAt(LINE, [30, 14], reach), null);
  assert.equal(gripAt({ ...LINE, width: 9 }, [30, 14], reach), "whole");
  const short = { points: [[0, 0], [4, 0]], width: 3 };
  assert.deepEqual([[0, 0], [2, 0], [4, 0]].map((at) => gripAt(short, at, reach)), ["start", "whole", "end"]);
  assert.equal(gripAt({ points: [[3, 3]], width: 3 }, [3, 3], reach), "whole");
  assert.deepEqual([[101, 20], [120, 22], [120, 24]].map((at) => gripAt(JOIN, at, reach)), ["start", "whole", null]);
});

test("a stroke moves as a whole, or with one end while the other stays", () => {
  assert.deepEqual(movedStroke(LINE, "whole", 1.005, -2), { points: [[11.01, 8], [21.01, 8], [51.01, 8]], width: 3 });
  assert.deepEqual(movedStroke(LINE, "end", 0, 20).points, [[10, 10], [20, 15], [50, 30]]);
  assert.deepEqual(movedStroke(LINE, "start", 4, 0).points, [[14, 10], [23, 10], [50, 10]]);
  assert.deepEqual(LINE.points[0], [10, 10]); // as it was
});

test("the change of a state keeps everything else, and strokes within the picture", () => {
  const state = { picture: "p", strokes: [LINE, OTHER], merges: [], drawn: 1 };
  const to = movedStroke(LINE, "whole", 0, 5);
  const change = moved(state, MARK, to, PICTURE);
  assert.deepEqual(Object.keys(change), ["strokes"]);
  assert.ok(change.strokes[0] === to && change.strokes[1] === OTHER);
  assert.equal(moved(state, MARK, movedStroke(LINE, "whole", 0, -50), PICTURE), null);
  assert.ok(hasOnlyMoved(state, { ...state, ...change }));
  assert.ok(!hasOnlyMoved(state, { ...state, strokes: [OTHER, LINE] }));
  assert.ok(!hasOnlyMoved(state, { ...state, strokes: [LINE] }));
  assert.ok(!hasOnlyMoved(state, { ...state, ...change, picture: "q" }));
  assert.ok(!hasOnlyMoved(state, { ...state, ...change, merges: [] }));
  assert.ok(!hasOnlyMoved(null, state));
  const joined = { ...state, joins: [JOIN] };
  const movedJoin = moved(joined, JOIN_MARK, movedStroke(JOIN, "end", 0, 10), PICTURE);
  assert.deepEqual(movedJoin, { joins: [[[100, 20], [140, 30]]] });
  assert.ok(hasOnlyMoved(joined, { ...joined, ...movedJoin }));
  assert.ok(!hasOnlyMoved(joined, { ...joined, joins: [] }));
  assert.ok(isMovable(MARK) && isMovable(JOIN_MARK) && !isMovable({ kind: "merge", index: 0 }) && !isMovable(null));
});

let editor, painter, mover, foreseen;

beforeEach(() => {
  const viewport = new Viewport(); // two screen pixels per pixel
  viewport.setScreen(320, 240, { top: 0, right: 0, bottom: 0, left: 0 });
  viewport.setPicture(160, 120);
  const history = new History();
  history.push({ picture: "p", strokes: [LINE, OTHER], joins: [JOIN], merges: [], names: [], classes: [] }, "strokes");
  editor = {
    history,
    get state() {
      return history.present;
    },
    change: (next, what) => history.push(next, what),
    adjust: (next) => history.amend(next),
  };
  painter = { set: (change) => Object.assign(painter, change) };
  foreseen = [];
  const preview = { follow: (x, y, next) => foreseen.push([x, y, next().strokes[0]]), end: () => foreseen.push("end") };
  mover = new Mover(editor, painter, viewport, { mark: MARK }, preview);
});

const first = () => editor.state.strokes[0].points[0];
const press = (key, shiftKey = false) => {
  const isTaken = mover.hold({ key, shiftKey });
  mover.release();
  return isTaken;
};

test("a drag moves the selected stroke, as one step; a press beside it is for the pen", () => {
  assert.ok(!mover.start(61, 61, "mouse"));
  assert.ok(!mover.start(61, 161, "mouse")); // the other stroke, which is not selected
  assert.ok(mover.start(61, 21, "mouse")); // the pixel (30, 10)
  mover.move([[63, 21], [71, 41]]);
  assert.deepEqual(painter.moved.stroke.points[0], [15, 20]);
  assert.deepEqual(foreseen.at(-1), [71, 41, painter.moved.stroke]);
  assert.deepEqual(first(), [10, 10]); // not before the end
  mover.end();
  assert.deepEqual(first(), [15, 20]);
  assert.deepEqual([painter.moved, foreseen.at(-1)], [null, "end"]);
  assert.equal(editor.state.what, "moving a stroke");
  assert.equal(editor.history.past.length, 1);
  editor.history.undo();
  assert.equal(editor.state.strokes[0], LINE);
});

test("joins are dragged and shifted too", () => {
  mover.selection = { mark: JOIN_MARK };
  assert.ok(!mover.start(61, 21, "mouse")); // a stroke, which is not selected
  assert.ok(mover.start(241, 41, "mouse")); // the pixel (120, 20)
  mover.move([[241, 61]]);
  assert.deepEqual(painter.moved, { ...JOIN_MARK, stroke: [[100, 30], [140, 30]] });
  mover.end();
  assert.deepEqual([editor.state.joins, editor.state.what], [[[[100, 30], [140, 30]]], "moving a join"]);
  press("ArrowUp");
  press("ArrowUp");
  assert.deepEqual(editor.state.joins, [[[100, 28], [140, 28]]]);
  assert.equal(editor.history.past.length, 2);
  assert.equal(editor.state.strokes[0], LINE);
});

test("nothing comes of a drag that is given up, ends outside, or whose stroke is gone", () => {
  const drag = (x, y) => {
    assert.ok(mover.start(61, 21, "mouse"));
    mover.move([[x, y]]);
  };
  drag(91, 21);
  mover.discard();
  mover.end();
  drag(61, -300);
  mover.end();
  drag(91, 21);
  editor.change({ strokes: [OTHER] }, "erasing a stroke");
  mover.end();
  assert.deepEqual([editor.history.past.length, painter.moved], [1, null]);
  assert.deepEqual(editor.state.strokes, [OTHER]);
});

test("a finger reaches ends further away than the mouse", () => {
  assert.equal(mover.gripAt(101, 35, "mouse"), null);
  assert.equal(mover.gripAt(101, 35, "touch"), "end");
});

test("arrow keys shift by one pixel or ten; a burst is one step of undo", () => {
  assert.ok(press("ArrowRight"));
  press("ArrowDown", true);
  assert.deepEqual(first(), [11, 20]);
  assert.equal(editor.history.past.length, 1);
  mover.hold({ key: "ArrowLeft", shiftKey: false });
  mover.hold({ key: "ArrowLeft", shiftKey: false });
  assert.deepEqual([first(), painter.moved.stroke.points[0]], [[11, 20], [9, 20]]);
  mover.release();
  assert.deepEqual([first(), editor.history.past.length], [[9, 20], 1]);
  mover.burst.time -= 1500; // a pause
  press("ArrowUp");
  assert.deepEqual([first(), editor.history.past.length], [[9, 19], 2]);
  editor.history.undo();
  press("ArrowUp"); // after an undo: a step of its own
  assert.equal(editor.history.past.length, 2);
  editor.change({ names: [{}] }, "name");
  press("ArrowUp"); // the name stays a step
  assert.equal(editor.history.past.length, 4);
  mover.hold({ key: "ArrowUp", shiftKey: false });
  mover.discard();
  assert.ok(!mover.release());
});

test("arrow keys are free without a stroke that is selected, and never move one out of the picture", () => {
  for (let i = 0; i < 30; i++) press("ArrowUp", true);
  assert.deepEqual(first(), [10, 0]);
  mover.selection = { mark: null };
  assert.ok(!press("ArrowUp"));
  mover.selection = { mark: { kind: "merge", index: 0 } };
  assert.ok(!press("ArrowUp"));
});
