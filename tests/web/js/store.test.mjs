import assert from "node:assert/strict";
import { test } from "node:test";

import { History } from "../../../src/frenemy/web/static/segment/document/history.js";
import { newKey, outdatedWorks, Store, unusedPictures } from "../../../src/frenemy/web/static/segment/document/store.js";

test("of closed tabs the last twelve works are kept, of open ones all", () => {
  const works = Array.from({ length: 16 }, (_, i) => ({ key: `closed ${i}`, time: 1000 + i, pictures: [] }));
  works.push({ key: "open", time: 0, pictures: [] });
  assert.deepEqual(outdatedWorks(works, (key) => key === "open"), ["closed 3", "closed 2", "closed 1", "closed 0"]);
  assert.deepEqual(outdatedWorks(works.slice(0, 12), () => false), []);
});

test("pictures without a work are deleted, unless they are brand new", () => {
  const now = 1e9;
  const pictures = [{ key: "used", time: 0 }, { key: "new", time: now - 1000 }, { key: "old", time: now - 61_000 }, { key: "ancient" }];
  assert.deepEqual(unusedPictures(pictures, [{ pictures: ["used"] }], now), ["old", "ancient"]);
});

test("saves that arrive during a save are merged, and sessions are saved with the work", async () => {
  const store = new Store("tab");
  const saved = [];
  store.put = async (table, row) => {
    saved.push([table, row.present.what, row.sessions]);
    await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const history = new History();
  history.push({ picture: "p", strokes: [], merges: [] }, "new picture");
  store.saveSession({ key: "p", session: "s" }); // no work yet
  const first = store.saveWork(history);
  for (const what of ["a", "b", "c"]) {
    history.push({ strokes: [] }, what);
    store.saveWork(history);
  }
  await first;
  assert.deepEqual(saved, [["works", "new picture", { p: "s" }], ["works", "c", { p: "s" }]]);
  assert.equal(store.waiting, null);
});

test("without a database nothing is saved and nothing fails", async () => {
  const store = new Store("tab");
  await store.savePicture({ key: "p", name: "n" });
  await store.tidy();
  assert.equal(await store.load(), null);
  assert.match(newKey(), /^[0-9a-f]{24}$/);
});
