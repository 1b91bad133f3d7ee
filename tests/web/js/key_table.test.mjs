import assert from "node:assert/strict";
import { test } from "node:test";

import { isAvailable, KEYS as FACES } from "../../../src/frenemy/web/static/faces/keys.js";
import { isAvailableOn, KEYS as SEGMENT } from "../../../src/frenemy/web/static/segment/keys.js";
import { actionOf } from "../../../src/frenemy/web/static/shared/key_table.js";

// A keydown; kind: what the target matches
function press(key, { kind = "", altGraph = false, inside = "", ...rest } = {}) {
  const target = {
    matches: (selector) => kind !== "" && selector.split(/,\s*/).some((one) => one.startsWith(kind)),
    closest: (selector) => (inside && selector.includes(inside) ? target : null),
  };
  const modifiers = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  return { key, code: key === " " ? "Space" : "", target, ...modifiers, getModifierState: (name) => name === "AltGraph" && altGraph, ...rest };
}

const segment = (...args) => actionOf(SEGMENT, press(...args));

test("letters, signs and commands", () => {
  assert.equal(segment("z", { ctrlKey: true }), "undo");
  assert.equal(segment("Z", { ctrlKey: true, shiftKey: true }), "redo");
  assert.equal(segment("y", { ctrlKey: true }), "redo");
  assert.equal(segment("z", { metaKey: true }), "undo"); // Mac
  assert.equal(segment("z"), null);
  assert.equal(segment("a"), "auto");
  assert.equal(segment("A", { shiftKey: true }), "auto");
  assert.equal(segment("a", { ctrlKey: true }), null); // the browser's own
  assert.equal(segment("?", { shiftKey: true }), "help");
  assert.equal(segment("−"), "zoomOut");
  assert.equal(segment("Backspace"), "erase");
});

test("brackets of layouts that need a modifier, but letters with Alt are not shortcuts", () => {
  assert.equal(segment("]", { altKey: true }), "thicker"); // Option
  assert.equal(segment("[", { altKey: true, ctrlKey: true, altGraph: true }), "thinner"); // AltGr
  assert.equal(segment("[", { ctrlKey: true }), null);
  assert.equal(segment("a", { altKey: true }), null);
  assert.equal(segment("Enter", { altKey: true }), null);
});

test("text fields keep their keys, and buttons keep Enter", () => {
  assert.equal(segment("h", { kind: "textarea" }), null);
  assert.equal(segment("h", { kind: "input:not" }), null);
  assert.equal(segment("Enter"), "run");
  assert.equal(segment("Enter", { kind: "button" }), null);
  assert.equal(segment("h", { kind: "button" }), "hide");
});

test("the cross and the pen work on the canvas only", () => {
  const event = press("d");
  assert.equal(actionOf(SEGMENT, event, isAvailableOn(event.target)), "pen");
  assert.equal(actionOf(SEGMENT, event, isAvailableOn({})), null);
  assert.equal(actionOf(SEGMENT, press("ArrowLeft", { shiftKey: true }), () => true), "move");
  assert.equal(actionOf(SEGMENT, press("h"), isAvailableOn({})), "hide");
});

test("faces: without an album only theme and help, and Space selects on faces and people only", () => {
  const closed = isAvailable(() => null);
  const open = isAvailable(() => []);
  assert.equal(actionOf(FACES, press("y"), closed), null);
  assert.equal(actionOf(FACES, press("t"), closed), "theme");
  assert.equal(actionOf(FACES, press("?"), closed), "help");
  assert.equal(actionOf(FACES, press("y"), open), "yes");
  assert.equal(actionOf(FACES, press(" "), open), null);
  assert.equal(actionOf(FACES, press(" ", { inside: ".face" }), open), "select");
  assert.equal(actionOf(FACES, press("a", { ctrlKey: true }), open), "selectAll");
  assert.equal(actionOf(FACES, press("a"), open), "someoneElse");
  assert.equal(actionOf(FACES, press("ArrowRight"), open), "next");
  assert.equal(actionOf(FACES, press("F2"), open), "rename");
});

test("every row is a section, help, or a shortcut, and no action is defined twice", () => {
  for (const rows of [SEGMENT, FACES]) {
    const actions = rows.map((row) => row[2]).filter(Boolean);
    assert.equal(new Set(actions).size, actions.length);
    for (const [keys, description, action, check] of rows) {
      if (action) assert.equal(typeof check, "function");
      else assert.ok(keys && (description === null || description));
    }
  }
  const shown = SEGMENT.map(([keys]) => keys);
  for (const keys of ["[   ]", "Ctrl Z", "Enter", "Esc", "?", "Space drag", "wheel"]) assert.ok(shown.includes(keys));
});
