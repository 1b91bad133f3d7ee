import assert from "node:assert/strict";
import { test } from "node:test";

import { logTicks, ticks } from "../../../src/frenemy/web/static/explore/pictures/chart.js";
import { summary } from "../../../src/frenemy/web/static/explore/pictures/history_view.js";
import { pathText, stretchText } from "../../../src/frenemy/web/static/explore/pictures/path_view.js";
import { pixelOf, sizeFor } from "../../../src/frenemy/web/static/explore/pictures/point_bitmap.js";
import { fitted, isInside, PointIndex } from "../../../src/frenemy/web/static/explore/pictures/point_index.js";
import { coveredBy, levelFor, tilesIn } from "../../../src/frenemy/web/static/explore/pictures/tile_grid.js";

test("the level of tiles is the first whose pixels are not larger than those of the screen", () => {
  assert.equal(levelFor(1, 256, 9), 0);
  assert.equal(levelFor(1, 257, 9), 1);
  assert.equal(levelFor(0.001, 1_000_000, 15), 2); // 1,000 pixels
  assert.equal(levelFor(64, 600, 5), 5); // not below the deepest
  assert.equal(levelFor(1, 0, 0), 0);
});

test("tiles are those that are seen, the nearest to the middle first", () => {
  assert.deepEqual(tilesIn(1, 100, { left: -10, right: 110, top: -10, bottom: 40 }).map(({ x, y }) => [x, y]), [[0, 0], [1, 0]]);
  assert.deepEqual(tilesIn(2, 100, { left: 30, right: 70, top: 60, bottom: 70 })[0], { z: 2, x: 1, y: 2 });
  assert.deepEqual(tilesIn(3, 100, { left: 101, right: 130, top: 0, bottom: 9 }), []);
  assert.deepEqual(tilesIn(0, 0, { left: 0, right: 1, top: 0, bottom: 1 }), []);
});

test("until a tile has come, a part of a larger one is shown", () => {
  const known = new Set(["0/0/0", "2/1/3"]);
  assert.deepEqual(coveredBy({ z: 2, x: 1, y: 3 }, (key) => known.has(key)), { key: "2/1/3", part: 256, left: 0, top: 0 });
  assert.deepEqual(coveredBy({ z: 3, x: 3, y: 6 }, (key) => known.has(key)), { key: "2/1/3", part: 128, left: 128, top: 0 });
  assert.deepEqual(coveredBy({ z: 1, x: 1, y: 0 }, (key) => known.has(key)), { key: "0/0/0", part: 128, left: 128, top: 0 });
  assert.equal(coveredBy({ z: 1, x: 0, y: 0 }, () => false), null);
});

test("the nearest point and those inside a line are found as if all were compared", () => {
  const n = 3000;
  let seed = 1;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const places = Float32Array.from({ length: 2 * n }, () => 1000 * random());
  const index = new PointIndex(places, 1000);
  for (let k = 0; k < 40; k += 1) {
    const [x, y, reach] = [1000 * random(), 1000 * random(), 60 * random()];
    const gaps = Array.from({ length: n }, (_, i) => Math.hypot(places[2 * i] - x, places[2 * i + 1] - y));
    const best = gaps.indexOf(Math.min(...gaps));
    assert.equal(index.nearest(x, y, reach), gaps[best] < reach ? best : -1);
  }
  const line = [[100, 100], [700, 150], [400, 380], [650, 900], [80, 600]];
  const inside = Array.from({ length: n }, (_, i) => i).filter((i) => isInside(line, places[2 * i], places[2 * i + 1]));
  assert.ok(inside.length > 100);
  assert.deepEqual(index.inside(line), inside);
  assert.deepEqual(index.inside(line.slice(0, 2)), []);
});

test("places are moved into the square, and up is up", () => {
  const made = fitted(Float32Array.from([0, 0, 10, 5]), 1000);
  assert.deepEqual([...made].map(Math.round), [30, 735, 970, 265]);
  assert.deepEqual([...fitted(Float32Array.from([3, 3]), 1000)], [500, 500]);
});

test("few points are larger than many, and colors are pixels", () => {
  assert.ok(sizeFor(100, 1, 1) > sizeFor(10_000, 1, 1));
  assert.equal(sizeFor(1_000_000, 1, 1), 1);
  for (const pixels of [1, 2, 3]) assert.ok(sizeFor(4999, 1, pixels) >= 6 * pixels); // a radius of 3 pixels of the page
  assert.equal(pixelOf("#102030"), 0xff302010);
});

test("ticks are round numbers within the range", () => {
  assert.deepEqual(ticks(-1.05, 1.05, 4), [-1, 0, 1]);
  assert.deepEqual(ticks(0, 0.3, 3), [0, 0.1, 0.2, 0.3]);
  assert.deepEqual(ticks(2, 2), [2]);
  assert.deepEqual(logTicks(0.9, 1200), [1, 10, 100, 1000]);
  assert.deepEqual(logTicks(2, 60), [2, 5, 10, 20, 50]);
});

test("charts are told in words", () => {
  const at = (bias, nGroups) => ({ bias, nGroups });
  assert.match(pathText([at(-1, 40), at(1, 1)], []), /^From 40 groups at -1 to 1 at \+1\. No stretch is stable/);
  assert.match(pathText([at(-1, 40), at(1, 1)], [[-1, 0, 9]]), /1 stretch .* click it/);
  const path = [at(-1, 40), at(0, 11), at(1, 6), at(2, 6), at(3, 1)];
  assert.equal(stretchText(path, 1, 2), "6 groups");
  assert.equal(stretchText(path, 0, 2), "6 to 11 groups"); // not a number in between, which no point has
  assert.match(summary([[0.1, 5, 2], [0.2, 3, 2]], [[0.2, 1]]), /fell from 5 to 3 in 2 rounds and 0\.2 s; no clustering has less than 1\./);
  assert.match(summary([[0.001, 3, 2]], []), /^The energy was 3 after 1 round and under 0\.01 s\./);
  assert.equal(summary([], []), "Nothing was recorded.");
});
