import assert from "node:assert/strict";
import { test } from "node:test";

import { Chosen } from "../../../src/frenemy/web/static/explore/clustering/chosen.js";
import { RowPages } from "../../../src/frenemy/web/static/explore/lists/row_pages.js";
import { ScrollMap } from "../../../src/frenemy/web/static/explore/lists/scroll_map.js";

test("a list that fits into an element scrolls as it is", () => {
  const map = new ScrollMap(10_000);
  map.resize(5000, 400);
  assert.equal(map.height, 5000);
  map.scrolled(1234);
  assert.equal(map.position, 1234);
  assert.equal(map.go(99_999), 4600);
  map.resize(1000, 400); // shorter by a filter
  assert.equal(map.position, 600);
});

test("a taller list: jumps are scaled, steps are not, and both ends are reached", () => {
  const map = new ScrollMap(10_000);
  map.resize(1_000_000, 400);
  assert.equal(map.height, 10_000);
  map.scrolled(4800); // half of the way of 9600
  assert.equal(map.position, 999_600 / 2);
  map.scrolled(4900); // a turn of the wheel
  assert.equal(map.position, 999_600 / 2 + 100);
  assert.equal(map.settle(), 4801); // 100 of a million is one of ten thousand
  assert.equal(map.position, 999_600 / 2 + 100);
  map.scrolled(9600);
  assert.equal(map.position, 999_600);
  map.scrolled(0);
  assert.equal(map.position, 0);
  for (const position of [0, 1, 40_000, 999_600]) {
    const top = map.go(position);
    assert.equal(map.position, position);
    assert.ok(top >= 0 && top <= map.maxTop);
  }
});

// Answers that are given by hand.
function pagesOf(total = 1000) {
  const asked = [];
  const arrived = [];
  const failed = [];
  const fetchRows = (offset, limit, signal) =>
    new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(new DOMException("cancelled", "AbortError")));
      const rows = Array.from({ length: Math.min(limit, total - offset) }, (_, k) => offset + k);
      asked.push({ offset, answer: () => resolve({ total, rows }), fail: () => reject(new Error("no")), signal });
    });
  const pages = new RowPages(100, fetchRows, { arrived: (reply) => arrived.push(reply), failed: (error) => failed.push(error) });
  return { pages, asked, arrived, failed };
}

const turn = () => new Promise((resolve) => setTimeout(resolve));

test("rows come by pages, each is asked for once", async () => {
  const { pages, asked, arrived } = pagesOf();
  pages.need(90, 110);
  pages.need(90, 110);
  assert.deepEqual(asked.map(({ offset }) => offset), [0, 100]);
  assert.equal(pages.rowAt(95), undefined);
  for (const one of asked) one.answer();
  await turn();
  assert.equal(pages.rowAt(95), 95);
  assert.equal(pages.rowAt(110), 110);
  assert.equal(arrived.length, 2);
  pages.need(0, 199);
  assert.equal(asked.length, 2);
});

test("what is not visible any more is not waited for, and old rows stay until new ones arrive", async () => {
  const { pages, asked, failed } = pagesOf();
  pages.need(0, 50);
  pages.need(700, 750);
  assert.ok(asked[0].signal.aborted && !asked[1].signal.aborted);
  asked[1].answer();
  await turn();
  assert.equal(pages.rowAt(725), 725);
  pages.outdate();
  assert.equal(pages.rowAt(725), 725);
  pages.need(700, 750);
  assert.equal(asked.length, 3);
  asked[2].fail();
  await turn();
  assert.equal(failed.length, 1);
  assert.equal(pages.rowAt(725), 725);
  pages.clear();
  assert.equal(pages.rowAt(725), undefined);
});

test("only so many pages are kept", async () => {
  const { pages, asked } = pagesOf(100_000);
  for (let page = 0; page < 70; page += 1) {
    pages.need(page * 100, page * 100 + 50);
    asked.at(-1).answer();
    await turn();
  }
  assert.equal(pages.pages.size, 60);
  assert.equal(pages.rowAt(0), undefined);
  assert.equal(pages.rowAt(6950), 6950);
});

test("selected things keep their names and the begin of a range", () => {
  let changes = 0;
  const chosen = new Chosen(() => (changes += 1));
  chosen.toggle({ thing: 4, name: "ann" }, 2);
  chosen.add([{ thing: 4, name: "ann" }, { thing: 7, name: "bob" }]);
  assert.deepEqual(chosen.things, [4, 7]);
  assert.equal(chosen.anchor, 2);
  chosen.toggle({ thing: 4, name: "ann" }, 2);
  assert.deepEqual(chosen.things, [7]);
  chosen.clear();
  chosen.clear();
  assert.equal(changes, 4);
});
