import assert from "node:assert/strict";
import { test } from "node:test";

import { History } from "../../../src/frenemy/web/static/segment/document/history.js";
import { outdatedSteps, Steps } from "../../../src/frenemy/web/static/segment/queue/steps.js";

// A database in memory, whose answers come later.
function database() {
  const kept = new Map();
  const later = (result) => {
    const request = { result };
    queueMicrotask(() => request.onsuccess());
    return request;
  };
  const rows = {
    put: (row) => later(kept.set(row.key, structuredClone(row))),
    get: (key) => later(kept.get(key)),
    getAll: () => later([...kept.values()]),
    delete: (key) => later(kept.delete(key)),
  };
  return { kept, open: async () => ({ transaction: () => ({ objectStore: () => rows }) }) };
}

function item() {
  const history = new History();
  history.push({ picture: "a", strokes: [] }, "new picture");
  history.push({ strokes: [{ points: [[1, 2]], width: 3 }] }, "stroke");
  return { id: "a", openedStamp: "1-2", history };
}

test("steps are found again for the same work on the same picture only", async () => {
  const { open } = database();
  const one = item();
  await new Steps(open).keep(one, "v1");
  const steps = new Steps(open); // after a reload
  const found = await steps.of(one, "v1");
  assert.deepEqual(found.present.strokes, one.history.present.strokes);
  assert.equal(found.present.what, "stroke");
  found.undo();
  assert.deepEqual(found.present.strokes, []);
  assert.deepEqual(found.present.masks, []); // of an older version, which did not have them
  assert.equal(await steps.of(one, "v2"), null);
  assert.equal(await steps.of({ ...one, openedStamp: "3-4" }, "v1"), null);
  assert.equal(await steps.of({ ...one, id: "b" }, "v1"), null);
});

test("without a database there are no steps, and no error", async () => {
  const steps = new Steps(() => Promise.reject(new Error("not allowed")));
  await steps.keep(item(), "v1");
  assert.equal(await steps.of(item(), "v1"), null);
  await steps.tidy();
});

test("the steps of the pictures that were worked on last stay", async () => {
  const { kept, open } = database();
  for (let i = 0; i < 202; i++) kept.set(`${i}`, { key: `${i}`, time: i });
  assert.deepEqual(outdatedSteps([...kept.values()]), ["1", "0"]);
  await new Steps(open).tidy();
  assert.equal(kept.size, 200);
});
