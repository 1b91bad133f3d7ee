import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { loadSettings, saveSettings } from "../../../src/frenemy/web/static/segment/settings.js";

const NAME = "frenemy-segment-settings";

function storage() {
  const values = new Map();
  return { getItem: (name) => values.get(name) ?? null, setItem: (name, value) => values.set(name, value) };
}

// node has storages of its own, which cannot be assigned to
const provide = (name, value) => Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

beforeEach(() => {
  provide("localStorage", storage());
  provide("sessionStorage", storage());
});

test("auto-run is of one tab; brush and opacity are for new tabs too", () => {
  saveSettings({ brush: 5, opacity: 0.3, auto: false });
  assert.deepEqual(loadSettings(), { brush: 5, opacity: 0.3, colorBy: "object", preview: true, auto: false });
  provide("sessionStorage", storage()); // another tab
  assert.deepEqual(loadSettings(), { brush: 5, opacity: 0.3, colorBy: "object", preview: true, auto: true });
});

test("what an older version left for all tabs does not switch auto-run off", () => {
  localStorage.setItem(NAME, '{"brush": 7, "auto": false}');
  assert.deepEqual(loadSettings(), { brush: 7, opacity: 0.5, colorBy: "object", preview: true, auto: true });
});

test("damaged settings, and browsers that forbid storage", () => {
  for (const text of ["{", "null", "3"]) {
    localStorage.setItem(NAME, text);
    assert.equal(loadSettings().auto, true);
  }
  provide("localStorage", undefined);
  provide("sessionStorage", undefined);
  saveSettings(loadSettings());
  assert.equal(loadSettings().brush, 3);
});
