import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

// What the page is in: a notebook, which passes messages on.
const listeners = [];
const sent = [];
globalThis.addEventListener = (_, listener) => listeners.push(listener);
globalThis.parent = { postMessage: (message) => sent.push(message) };

const { requestWithProgress } = await import("../../../src/frenemy/notebook/static/requests.js");

const answer = ({ request, view }) =>
  listeners.forEach((listener) => listener({ source: globalThis.parent, data: { kind: "result", request, view, result: request } }));
const asked = (what, signal) => {
  const reply = requestWithProgress(`/segment/sessions/picture/${what}`, { body: '{"strokes":[]}', signal, onStage() {} });
  reply.catch(() => {});
  return reply;
};
const settled = () => new Promise(setImmediate);
const kinds = () => sent.map(({ kind }) => kind);

beforeEach(async () => {
  sent.forEach(answer);
  await settled();
  sent.length = 0;
});

test("a solve and a preview are messages of that kind", async () => {
  const preview = asked("preview");
  await settled();
  assert.deepEqual([kinds(), sent[0].document], [["preview"], { strokes: [] }]);
  answer(sent[0]);
  assert.equal((await preview).result, sent[0].request);
  asked("solve");
  await settled();
  assert.deepEqual(kinds(), ["preview", "solve"]);
});

test("a solve does not wait for a preview", async () => {
  asked("preview");
  asked("solve");
  await settled();
  assert.deepEqual(kinds(), ["preview", "solve"]);
});

test("one preview at a time, and none that nobody waits for any more", async () => {
  const controllers = [1, 2, 3].map(() => new AbortController());
  const replies = controllers.map(({ signal }) => asked("preview", signal));
  await settled();
  assert.equal(sent.length, 1);
  controllers[0].abort(); // Python works on it nevertheless
  controllers[1].abort();
  await settled();
  assert.equal(sent.length, 1);
  answer(sent[0]);
  await settled();
  assert.equal(sent.length, 2);
  answer(sent[1]);
  assert.equal((await replies[2]).result, sent[1].request);
  await assert.rejects(replies[0], { name: "AbortError" });
  await assert.rejects(replies[1], { name: "AbortError" });
});
