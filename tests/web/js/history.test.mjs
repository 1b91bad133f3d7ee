import assert from "node:assert/strict";
import { test } from "node:test";

import { History } from "../../../src/frenemy/web/static/segment/document/history.js";

const START = { picture: "a", strokes: [], merges: [], drawn: 0 };

test("undo and redo walk through all states, and a new step drops the future", () => {
  const history = new History();
  assert.ok(!history.canUndo && !history.canRedo);
  history.push(START, "new picture");
  assert.ok(!history.canUndo); // the first state has no past
  history.push({ strokes: [1] }, "stroke");
  history.push({ merges: [2] }, "merge");
  assert.deepEqual(history.present, { ...START, strokes: [1], merges: [2], what: "merge" });
  history.undo();
  history.undo();
  assert.deepEqual(history.present, { ...START, what: "new picture" });
  history.undo(); // nothing to undo: stays
  assert.equal(history.present.what, "new picture");
  history.redo();
  assert.equal(history.future[0].what, "merge");
  history.redo();
  history.redo();
  assert.equal(history.present.what, "merge");
  history.undo();
  history.push({ strokes: [] }, "clearing");
  assert.ok(!history.canRedo);
  assert.equal(history.past.length, 2);
});

test("a step that is retracted leaves no trace", () => {
  const history = new History();
  history.retract(); // nothing to retract
  history.push(START, "new picture");
  history.push({ merges: [2] }, "merge");
  history.retract();
  assert.equal(history.present.what, "new picture");
  assert.ok(!history.canUndo && !history.canRedo);
});

test("states never change, and amending makes no step", () => {
  const history = new History();
  history.push(START, "new picture");
  history.push({ drawn: 1 }, "stroke");
  const { present } = history;
  assert.throws(() => (present.drawn = 5), TypeError);
  history.amend({ drawn: 0 });
  assert.equal(present.drawn, 1);
  assert.deepEqual([history.present.drawn, history.present.what, history.past.length], [0, "stroke", 1]);
});

test("the past is bounded, and all pictures of the history are known", () => {
  const history = new History();
  for (let i = 0; i < 400; i++) history.push({ picture: `p${i}`, strokes: [], merges: [] }, "new picture");
  assert.equal(history.past.length, 300);
  assert.equal(history.past[0].picture, "p99");
  history.undo();
  assert.equal(history.pictures().size, 301);
  assert.ok(history.pictures().has("p399"));
  assert.deepEqual([...new History().pictures()], []);
});
