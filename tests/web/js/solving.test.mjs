import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { documentOf, Solving } from "../../../src/frenemy/web/static/segment/solving/solving.js";

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

const state = (name) => ({ picture: "p", strokes: [name], merges: [], drawn: 1 });
const REPLY = '{"stage":"solve","done":0.5}\n{"result":{"width":1,"height":1,"objects":[{"id":1}],"merges":[],"seconds":0},"bytes":8}\n';

function solved() {
  return new Response(new Blob([REPLY, new Uint32Array([0, 1])]));
}

function solving() {
  const events = [];
  const on = {
    started: () => events.push("started"),
    stage: (name) => events.push(name),
    finished: () => events.push("finished"),
    solved: (of, result) => events.push(`solved ${of.strokes} ${result.objects.length}`),
    failed: (error) => events.push(error.message),
  };
  const pictures = { get: (key) => ({ key }), withSession: (_picture, action) => action("/session") };
  return { runner: new Solving(pictures, on), events };
}

test("a solve sends the document, reports stages and gives the result", async () => {
  const { runner, events } = solving();
  const sent = [];
  globalThis.fetch = async (path, { method, body }) => {
    sent.push([path, method, JSON.parse(body)]);
    return solved();
  };
  await runner.run(state("a"));
  assert.deepEqual(events, ["started", "solve", "finished", "solved a 1"]);
  assert.deepEqual(sent, [["/session/solve", "POST", { strokes: ["a"], joins: [], merges: [], masks: [], drawn: 1 }]]);
  assert.ok(!runner.isRunning);
  assert.equal(documentOf({ strokes: [], merges: [] }), '{"strokes":[],"joins":[],"merges":[],"masks":[],"drawn":0}');
});

test("the newest request wins, and the older one is aborted", async () => {
  const { runner, events } = solving();
  const signals = [];
  globalThis.fetch = (_path, { signal }) => {
    signals.push(signal);
    if (signals.length === 2) return Promise.resolve(solved());
    return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  };
  const [first, second] = [state("a"), state("b")];
  const older = runner.run(first);
  assert.ok(runner.isRunningFor(first) && !runner.isRunningFor(second));
  await Promise.all([older, runner.run(second)]);
  assert.ok(signals[0].aborted && !signals[1].aborted);
  assert.deepEqual(events, ["started", "finished", "started", "solve", "finished", "solved b 1"]);
});

test("a request that the server has cancelled for an older one is repeated, a few times", async () => {
  const { runner, events } = solving();
  let nSent = 0;
  globalThis.fetch = async () => (++nSent < 3 ? new Response('{"cancelled":true}\n') : solved());
  await runner.run(state("a"));
  assert.equal(nSent, 3);
  assert.equal(events.at(-1), "solved a 1");
  nSent = -1e9;
  await runner.run(state("a"));
  assert.equal(nSent, -1e9 + 4); // and then given up
});

test("cancelling ends it without a word, failures are shown", async () => {
  const { runner, events } = solving();
  globalThis.fetch = (_path, { signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  const run = runner.run(state("a"));
  runner.cancel();
  await run;
  assert.deepEqual(events, ["started", "finished"]);
  globalThis.fetch = async () => new Response('{"error":"odd"}\n');
  await runner.run(state("a"));
  assert.equal(events.at(-1), "Odd.");
});

test("states that differ in names alone share one result and one run", async () => {
  const { runner, events } = solving();
  const one = state("a");
  const named = { ...one, names: [{ at: [1, 2], name: "Tom", class: "" }] };
  globalThis.fetch = async () => solved();
  const run = runner.run(one);
  assert.ok(runner.isRunningFor(named));
  assert.ok(!runner.isRunningFor({ ...one, strokes: ["a"] }) && !runner.isRunningFor(null));
  await run;
  assert.equal(events.at(-1), "solved a 1");
  const result = { nBytes: 1 };
  runner.cache(one, result);
  assert.equal(runner.resultOf(named), result);
  runner.cache(named, result);
  assert.equal(runner.results.size, 1);
});

test("results are cached, and the least recently used are dropped", () => {
  const { runner } = solving();
  const [a, b, c] = [state("a"), state("b"), state("c")];
  const large = { nBytes: 90e6 };
  runner.cache(a, large);
  runner.cache(b, large);
  assert.equal(runner.resultOf(a), large); // now b is the oldest
  runner.cache(c, large);
  assert.ok(runner.resultOf(a) && runner.resultOf(c) && !runner.resultOf(b));
  const huge = { nBytes: 1e9 };
  runner.cache(b, huge); // the newest stays whatever its size
  assert.deepEqual([...runner.results.values()], [huge]);
});
