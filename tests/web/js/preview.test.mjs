import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { Preview } from "../../../src/frenemy/web/static/segment/solving/preview.js";
import { Result } from "../../../src/frenemy/web/static/segment/solving/result.js";

// A picture of two pixels: one object, and two.
const summary = (seconds) => ({ width: 2, height: 1, objects: [], merges: [], seconds });
const one = (seconds = 0.1) => new Result(summary(seconds), new Uint32Array([0, 2]).buffer);
const REPLY = `${JSON.stringify({ result: summary(0.1), bytes: 16 })}\n`;
const two = () => new Response(new Blob([REPLY, new Uint32Array([0, 1, 1, 1])]));

let editor, preview, shown, sent, answer, isOn;
const realFetch = globalThis.fetch;

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout"] });
  shown = [];
  sent = [];
  isOn = true;
  answer = async () => two();
  globalThis.fetch = (path, { body, signal }) => {
    sent.push({ path, document: JSON.parse(body), signal });
    return answer(signal);
  };
  editor = { result: one(), isFresh: true, solving: { isRunning: false }, pictures: { get: () => ({ session: "S" }) } };
  preview = new Preview(editor, () => isOn, (change) => shown.push(change && change.added.length));
  preview.note(editor.result);
});

afterEach(() => {
  mock.timers.reset();
  globalThis.fetch = realFetch;
});

const pending = (signal) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
const state = (name) => () => ({ picture: "p", strokes: [name], merges: [], drawn: 1 });
const settled = async () => {
  for (let i = 0; i < 20; i++) await new Promise(setImmediate);
};
const later = async (ms) => {
  mock.timers.tick(ms);
  await settled();
};

test("a pointer that rests gets one preview, which goes when it is lifted", async () => {
  preview.follow(0, 0, state("a"));
  preview.follow(5, 0, state("b"));
  assert.equal(sent.length, 0);
  await later(150);
  assert.deepEqual(sent.map(({ path, document }) => [path, document.strokes]), [["/segment/sessions/S/preview", ["b"]]]);
  assert.deepEqual(shown, [1]);
  await later(2000);
  assert.equal(sent.length, 1); // nothing has changed
  preview.end();
  assert.deepEqual(shown, [1, null]);
  preview.end();
  assert.equal(shown.length, 2);
});

test("what is shown stays while the pointer goes on a little, and goes when it is far away", async () => {
  preview.follow(0, 0, state("a"));
  await later(150);
  preview.follow(40, 0, state("b"));
  assert.deepEqual(shown, [1]);
  preview.follow(60, 0, state("c"));
  assert.deepEqual(shown, [1, null]);
});

test("a quick pointer gets none until it slows down", async () => {
  for (let i = 0; i < 8; i++) {
    preview.follow(50 * i, 0, state(i));
    await later(100);
  }
  assert.equal(sent.length, 0);
  await later(300);
  assert.deepEqual(sent.map(({ document }) => document.strokes), [[7]]);
});

test("one request at a time; it is cancelled when the pointer goes on or is lifted", async () => {
  answer = pending;
  preview.follow(0, 0, state("a"));
  await later(150);
  preview.follow(10, 0, state("b")); // a little further: the request goes on
  await later(300);
  assert.deepEqual([sent.length, sent[0].signal.aborted], [1, false]);
  preview.follow(40, 0, state("c"));
  assert.ok(sent[0].signal.aborted);
  for (let i = 0; i < 3; i++) await later(150);
  assert.equal(sent.length, 2);
  preview.end();
  assert.ok(sent[1].signal.aborted);
  await later(2000);
  assert.deepEqual([sent.length, shown], [2, []]);
});

test("a little further while a request is answered: the next one follows", async () => {
  let respond;
  answer = () => new Promise((resolve) => (respond = resolve));
  preview.follow(0, 0, state("a"));
  await later(150);
  preview.follow(10, 0, state("b"));
  respond(two());
  await settled();
  await later(150);
  assert.deepEqual(sent.map(({ document }) => document.strokes), [["a"], ["b"]]);
});

test("none when it is off, nor when solves take long; after the next quick one again", async () => {
  const asks = async () => {
    preview.follow(0, 0, state("a"));
    await later(150);
    preview.end();
    return sent.splice(0).length;
  };
  isOn = false;
  assert.equal(await asks(), 0);
  isOn = true;
  assert.equal(await asks(), 1);
  const first = editor.result;
  preview.note((editor.result = one(1.4)));
  assert.equal(await asks(), 0);
  preview.note((editor.result = first)); // an undo says nothing new
  assert.equal(await asks(), 0);
  preview.note((editor.result = one(0.2)));
  assert.equal(await asks(), 1);
  preview.note(null); // another picture
  assert.equal(await asks(), 0);
});

test("a preview that takes too long is given up, and none is asked for until a solve is quick", async () => {
  answer = pending;
  preview.follow(0, 0, state("a"));
  await later(150);
  await later(2000);
  assert.ok(sent[0].signal.aborted);
  preview.follow(1, 0, state("b"));
  await later(500);
  assert.equal(sent.length, 1);
});

test("a solve that runs is waited for", async () => {
  editor.isFresh = false;
  preview.follow(0, 0, state("a"));
  await later(600);
  assert.equal(sent.length, 0);
  editor.isFresh = true;
  preview.note((editor.result = one()));
  await later(150);
  assert.equal(sent.length, 1);
});

test("errors are silent, and an answer for an older result is not shown", async () => {
  answer = async () => new Response('{"error": "no session"}', { status: 404 });
  preview.follow(0, 0, state("a"));
  await later(150);
  answer = async () => {
    editor.result = one();
    return two();
  };
  preview.follow(1, 0, state("b"));
  await later(150);
  assert.deepEqual([sent.length, shown], [2, []]);
});
