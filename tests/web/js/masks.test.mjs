import assert from "node:assert/strict";
import { test } from "node:test";

import { brushed, maskOf, paintedPixels, patchOf, patchOfObject } from "../../../src/frenemy/web/static/segment/document/masks.js";
import { mergeOf } from "../../../src/frenemy/web/static/segment/document/merging.js";
import { pythonCode } from "../../../src/frenemy/web/static/segment/document/python_code.js";
import { readMarks } from "../../../src/frenemy/web/static/segment/document/stroke_files.js";
import { Result } from "../../../src/frenemy/web/static/segment/solving/result.js";

const PICTURE = { width: 30, height: 20 };

// The pixels of a mask as texts "x,y", from its counts alone.
function pixelsOf({ counts, size: [height] }) {
  const found = [];
  let at = 0;
  counts.forEach((n, i) => {
    for (let k = 0; i % 2 && k < n; k++) found.push(`${Math.floor((at + k) / height)},${(at + k) % height}`);
    at += n;
  });
  return found;
}

const maskAlong = (points, width) => maskOf("brush", [1, 1], brushed(points, width, PICTURE), PICTURE);

test("the pixels under a round brush", () => {
  for (const [points, width] of [
    [[[10, 8]], 7],
    [[[3, 4], [20, 9], [20, 15]], 6],
    [[[-2, 3], [33, 18]], 5],
    [[[5.3, 5.4], [5.6, 5.5], [6.1, 5.2], [29, 19]], 3],
  ]) {
    const found = new Set(pixelsOf(maskAlong(points, width)));
    for (let x = 0; x < PICTURE.width; x++) {
      for (let y = 0; y < PICTURE.height; y++) {
        const distance = toLine(points, x, y);
        if (distance < width / 2 - 0.3) assert.ok(found.has(`${x},${y}`), `${x},${y} of ${points}`);
        if (distance > width / 2 + 0.3) assert.ok(!found.has(`${x},${y}`), `${x},${y} of ${points}`);
      }
    }
  }
});

function toLine(points, x, y) {
  const far = points.map(([ax, ay], i) => {
    const [bx, by] = points[Math.min(i + 1, points.length - 1)];
    const share = Math.min(Math.max(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2 || 1), 0), 1);
    return Math.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay));
  });
  return Math.min(...far);
}

test("the thinnest brush paints the pixel that it is on; outside of the picture there is none", () => {
  assert.deepEqual(pixelsOf(maskAlong([[4.49, 3.49]], 1)), ["4,3"]);
  assert.deepEqual(pixelsOf(maskAlong([[29.4, 19.4]], 1)), ["29,19"]);
  assert.equal(brushed([[-9, 4], [-8, 9]], 5, PICTURE), null);
  assert.equal(brushed([[40, 40]], 5, PICTURE), null);
});

test("all of the picture, and patches of masks", () => {
  const all = maskAlong([[15, 10]], 100);
  assert.deepEqual(all.counts, [0, 600]);
  const mask = maskAlong([[3, 4], [20, 9]], 6);
  const again = maskOf("brush", [1, 1], patchOf(mask), PICTURE);
  assert.deepEqual(again, mask);
  const painted = paintedPixels([mask, maskAlong([[28, 2]], 1)], PICTURE);
  assert.equal(painted.reduce((sum, value) => sum + value, 0), pixelsOf(mask).length + 1);
  assert.equal(painted[28 * 20 + 2], 1);
});

// Three objects of 10 columns each; box and center as the server has them.
function stripes() {
  const objects = [0, 1, 2].map((k) => ({ id: k + 1, area: 200, box: [10 * k, 0, 10 * k + 10, 20], center: [10 * k + 5, 10], color: [0, 0, 0] }));
  const labels = Array.from({ length: 60 }, (_, i) => i % 3);
  const payload = new Uint32Array([...labels, ...labels.map(() => 10)]).buffer;
  return new Result({ ...PICTURE, objects, merges: [], seconds: 0 }, payload);
}

test("merges avoid paint; an object of nothing but paint is painted to the other", () => {
  const result = stripes();
  const state = { merges: [], masks: [] };
  assert.deepEqual(mergeOf(state, result, [2, 3], [12, 3]), { merges: [[[2, 3], [12, 3]]], drawn: 0 });
  const spot = maskAlong([[2, 3]], 5);
  const { merges } = mergeOf({ merges: [], masks: [spot] }, result, [2, 3], [12, 3]);
  assert.deepEqual(merges, [[[5, 10], [12, 3]]]);
  const first = maskOf("brush", null, patchOfObject(result, 0), PICTURE);
  assert.deepEqual(first.counts, [0, 200]);
  for (const pair of [[[2, 3], [12, 3]], [[12, 3], [2, 3]]]) {
    const { masks } = mergeOf({ merges: [], masks: [first] }, result, ...pair);
    assert.deepEqual(masks, [first, { kind: "brush", at: [15, 10], size: [20, 30], counts: [0, 200] }]);
  }
});

test("masks of a file are read, or refused with what is wrong", async () => {
  const read = async (...masks) => (await readMarks(new File([JSON.stringify({ strokes: [], masks })], "a.json"), PICTURE)).masks;
  const mask = { kind: "eraser", at: [3, 4], size: [20, 30], counts: [5, 6] };
  assert.deepEqual(await read(mask, { ...mask, kind: "brush", at: null }), [mask, { ...mask, kind: "brush", at: null }]);
  assert.deepEqual((await readMarks(new File(["[]"], "a.json"), PICTURE)).masks, []);
  for (const [change, message] of [
    [{ kind: "pen" }, /Mask 0 of a\.json is neither "brush" nor "eraser"/],
    [{ at: null }, /has no point "at"/],
    [{ at: [99, 4] }, /is outside the picture/],
    [{ size: 3 }, /has no size/],
    [{ size: [30, 20] }, /is for a picture of 20 × 30 pixels, this one has 30 × 20/],
    [{ counts: [1, -2] }, /has no counts/],
    [{ counts: [1, 1e12] }, /has more pixels than the picture/],
    [{ counts: [600] }, /has no pixels/],
  ]) {
    await assert.rejects(read({ ...mask, ...change }), message);
  }
});

test("Python of masks", () => {
  const masks = [
    { kind: "brush", at: [3, 4.5], size: [20, 30], counts: [5, 6, 7] },
    { kind: "eraser", at: [3, 4], size: [20, 30], counts: [0, 6] },
    { kind: "brush", at: null, size: [20, 30], counts: [9, 1] },
  ];
  const code = pythonCode({ strokes: [], merges: [], masks }, { name: "a.png", blob: {} });
  assert.match(code, /fr\.Mask\.of_counts\(\[5, 6, 7\], size=\(20, 30\), at=\(3, 4\.5\)\),\n/);
  assert.match(code, /fr\.Mask\.of_counts\(\[0, 6\], size=\(20, 30\), at=\(3, 4\), kind="eraser"\),\n/);
  assert.match(code, /fr\.Mask\.of_counts\(\[9, 1\], size=\(20, 30\)\),\n/);
  assert.match(code, /fr\.segment\(picture, strokes, masks=masks\)/);
});
