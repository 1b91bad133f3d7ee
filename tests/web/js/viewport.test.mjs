import assert from "node:assert/strict";
import { test } from "node:test";

import { Viewport } from "../../../src/frenemy/web/static/shared/viewport.js";

const near = (a, b) => assert.ok(Math.hypot(a[0] - b[0], a[1] - b[1]) < 1e-9, `${a} is not ${b}`);

function fitted() {
  const viewport = new Viewport();
  viewport.setScreen(400, 300, { top: 20, right: 20, bottom: 40, left: 20 });
  viewport.setPicture(160, 120);
  return viewport;
}

test("a fitted picture is centered within the margins", () => {
  const viewport = fitted();
  assert.equal(viewport.scale, 2); // min(360 / 160, 240 / 120)
  near(viewport.toScreen([79.5, 59.5]), [200, 140]); // the middle of what the margins leave
  near(viewport.toPoint(...viewport.toScreen([12.25, 33])), [12.25, 33]);
  viewport.setScreen(800, 600, { top: 20, right: 20, bottom: 40, left: 20 });
  assert.equal(viewport.scale, 4.5); // it stays fitted
});

test("zoom keeps the point under the pointer, within limits", () => {
  const viewport = fitted();
  const point = viewport.toPoint(210, 150);
  viewport.zoomAt(210, 150, 3);
  assert.equal(viewport.scale, 6);
  near(viewport.toPoint(210, 150), point);
  assert.ok(!viewport.isFitted);
  for (let i = 0; i < 50; i++) viewport.zoomAt(200, 140, 2);
  assert.equal(viewport.scale, 64);
  for (let i = 0; i < 50; i++) viewport.zoomAt(200, 140, 0.5);
  assert.equal(viewport.scale, 0.5); // a quarter of the fitting scale
  viewport.fit();
  assert.ok(viewport.isFitted);
  assert.equal(viewport.scale, 2);
});

test("panning moves the picture, of which some always stays visible", () => {
  const viewport = fitted();
  const before = viewport.toScreen([0, 0]);
  viewport.pan(30, -20);
  near(viewport.toScreen([0, 0]), [before[0] + 30, before[1] - 20]);
  viewport.pan(1e6, 1e6);
  assert.deepEqual([viewport.left, viewport.top], [400 - 48, 300 - 48]);
  viewport.pan(-1e6, -1e6);
  assert.deepEqual([viewport.left, viewport.top], [48 - 320, 48 - 240]);
  viewport.setScreen(100, 80, viewport.margins); // another size of the window
  assert.ok(viewport.left <= 100 - 48);
});
