import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { isAbort, request, requestJson, requestWithProgress, ServerError } from "../../../src/frenemy/web/static/shared/requests.js";
import { sentence } from "../../../src/frenemy/web/static/shared/text.js";

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

// Chunks of a response, cut anywhere.
function answer(text, { size = 1e9, status = 200, after } = {}) {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  let at = 0;
  const body = new ReadableStream({
    pull(controller) {
      if (at < bytes.length) controller.enqueue(bytes.slice(at, (at += size)));
      else if (after) controller.error(after);
      else controller.close();
    },
  });
  globalThis.fetch = async () => new Response(body, { status });
}

const PROGRESS = '{"stage":"first","done":0.0}\n{"stage":"second","done":0.25}\n';

async function progress(stages = []) {
  const { result, payload } = await requestWithProgress("/x", { body: "{}", onStage: (...stage) => stages.push(stage) });
  return { result, payload: [...new Uint8Array(payload)], stages };
}

test("stages, then a summary, then bytes, however the stream is cut", async () => {
  const head = new TextEncoder().encode(`${PROGRESS}{"result":{"n":2},"bytes":3}\n`);
  const whole = new Uint8Array([...head, 0, 10, 1]); // a line feed among the bytes
  for (const size of [1, 2, 7, 1000]) {
    answer(whole, { size });
    const stages = [["first", 0], ["second", 0.25]];
    assert.deepEqual(await progress(), { result: { n: 2 }, payload: [0, 10, 1], stages });
  }
});

test("errors of a job and of a request are sentences, with the status", async () => {
  answer(`${PROGRESS}{"error":"the picture is odd"}\n`);
  await assert.rejects(progress(), (error) => error instanceof ServerError && error.message === "The picture is odd." && error.status === 422);
  answer('{"error":"unknown session!"}', { status: 404 });
  await assert.rejects(requestJson("/x"), (error) => error.message === "Unknown session!" && error.status === 404);
  answer("<html>", { status: 502 });
  await assert.rejects(request("/x"), /answered with status 502/);
});

test("a cancelled job and an aborted request are no failures", async () => {
  answer('{"cancelled":true}\n');
  await assert.rejects(progress(), isAbort);
  globalThis.fetch = async () => {
    throw new DOMException("aborted", "AbortError");
  };
  await assert.rejects(request("/x"), isAbort);
  assert.ok(!isAbort(new Error("x")) && !isAbort(null));
});

test("a server that is gone, or that breaks off, is reported", async () => {
  globalThis.fetch = async () => {
    throw new TypeError("fetch failed");
  };
  await assert.rejects(request("/x"), (error) => error.status === 0 && /does not answer/.test(error.message));
  answer(PROGRESS);
  await assert.rejects(progress(), /before it had answered/);
  answer('{"result":{},"bytes":9}\nabc');
  await assert.rejects(progress(), /before it had sent everything/);
  answer(PROGRESS, { after: new Error("reset") });
  await assert.rejects(progress(), /connection to the server broke/);
});

test("sentences begin with a capital, but names of files stay as they are", () => {
  assert.equal(sentence("the disk is full"), "The disk is full.");
  assert.equal(sentence("empty: nothing is there."), "Empty: nothing is there.");
  assert.equal(sentence("bad.csv, line 1: expected two columns"), "bad.csv, line 1: expected two columns.");
});
