import assert from "node:assert/strict";
import { test } from "node:test";

// What the page is in: a notebook, which passes messages on.
const listeners = [];
const sent = [];
globalThis.addEventListener = (_, listener) => listeners.push(listener);
globalThis.parent = { postMessage: (message) => sent.push(message) };

const { send } = await import("../../../src/frenemy/notebook/static/explore/transport.js");

const reply = ({ request, view }, data) => listeners.forEach((listener) => listener({ source: globalThis.parent, data: { request, view, ...data } }));
const piece = (text) => ({ kind: "piece", payload: new TextEncoder().encode(text).buffer });

test("an answer is a response, whose body comes piece by piece", async () => {
  const answer = send("/explore/home", { method: "POST", body: "{}" });
  const asked = sent.at(-1);
  assert.deepEqual([asked.kind, asked.path, asked.method, asked.body], ["fetch", "/explore/home", "POST", "{}"]);
  reply(asked, { kind: "head", result: { status: 404, type: "application/json" } });
  const response = await answer;
  assert.deepEqual([response.status, response.headers.get("Content-Type")], [404, "application/json"]);
  reply(asked, piece('{"a":'));
  reply(asked, piece("1}"));
  reply(asked, { kind: "result", result: null });
  assert.deepEqual(await response.json(), { a: 1 });
});

test("an error of Python reads as one of the server", async () => {
  const answer = send("/explore/home");
  reply(sent.at(-1), { kind: "error", error: "the page is closed" });
  const response = await answer;
  assert.deepEqual([response.status, await response.json()], [503, { error: "The page is closed." }]);
});

test("Python is told that nobody waits any more", async () => {
  const controller = new AbortController();
  const answer = send("/explore/home", { signal: controller.signal });
  const asked = sent.at(-1);
  controller.abort();
  await assert.rejects(answer, { name: "AbortError" });
  assert.deepEqual(sent.at(-1), { kind: "abort", request: asked.request, view: asked.view });
  reply(asked, piece("too late"));
});
