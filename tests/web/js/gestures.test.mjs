import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Gestures } from "../../../src/frenemy/web/static/shared/gestures.js";

let log, listeners, gestures;

beforeEach(() => {
  log = [];
  listeners = {};
  const listen = (name, call) => (listeners[name] = call);
  globalThis.addEventListener = listen;
  const canvas = {
    addEventListener: listen,
    classList: { toggle() {} },
    getBoundingClientRect: () => ({ left: 10, top: 20 }),
    setPointerCapture() {},
  };
  const names = ["start", "draw", "end", "discard", "tap", "doubleTap", "hover", "leave", "erase", "pan", "zoom"];
  gestures = new Gestures(canvas, Object.fromEntries(names.map((name) => [name, (...args) => log.push([name, ...args])])));
});

function send(name, x, y, rest = {}) {
  const event = { clientX: x + 10, clientY: y + 20, pointerId: 1, pointerType: "mouse", button: 0, shiftKey: false, preventDefault() {}, ...rest };
  listeners[name](event);
}

const names = () => log.map(([name]) => name);

test("the mouse draws, and a press without a move is a tap", () => {
  send("pointermove", 1, 2);
  send("pointerdown", 5, 5);
  assert.ok(gestures.isDrawing);
  send("pointermove", 15, 5);
  send("pointerup", 15, 5);
  assert.deepEqual(log, [["hover", 1, 2, "mouse"], ["start", 5, 5, "mouse", false], ["draw", [[15, 5]]], ["end"]]);
  log = [];
  send("pointerdown", 5, 5, { shiftKey: true });
  send("pointercancel", 5, 5);
  assert.deepEqual(log, [["start", 5, 5, "mouse", true], ["discard"]]);
  log = [];
  send("pointerdown", 5, 5);
  send("pointermove", 7, 5);
  send("pointerup", 7, 5);
  assert.deepEqual(log.slice(-2), [["discard"], ["tap", 5, 5, "mouse"]]);
  log = [];
  send("pointerdown", 5, 5);
  send("pointermove", 50, 5);
  send("pointercancel", 50, 5);
  assert.deepEqual(names(), ["start", "draw", "discard"]);
});

test("two taps are a double tap, two short strokes are not", () => {
  const press = (x) => {
    send("pointerdown", 5, 5);
    send("pointermove", x, 5);
    send("pointerup", x, 5);
  };
  press(5);
  press(5);
  send("dblclick", 5, 5);
  assert.deepEqual(log.at(-1), ["doubleTap", 5, 5, "mouse"]);
  press(20);
  press(20);
  send("dblclick", 5, 5);
  press(5);
  send("dblclick", 5, 5);
  assert.equal(names().filter((name) => name === "doubleTap").length, 1);
});

test("Escape discards the stroke until the pointer is lifted", () => {
  send("pointerdown", 5, 5);
  gestures.cancel();
  send("pointermove", 50, 5);
  send("pointerup", 50, 5);
  assert.deepEqual(names(), ["start", "discard"]);
});

test("the right button, the eraser of a pen and Ctrl erase; Space and the middle button pan", () => {
  for (const button of [{ button: 2 }, { button: 5 }, { ctrlKey: true }]) {
    send("pointerdown", 5, 6, button);
    assert.deepEqual(log.pop(), ["erase", 5, 6, "mouse"]);
  }
  listeners.keydown({ code: "Space" });
  send("pointerdown", 5, 5);
  send("pointermove", 35, 25);
  send("pointerup", 35, 25);
  listeners.keyup({ code: "Space" });
  assert.deepEqual(log, [["pan", 30, 20]]);
  log = [];
  send("pointerdown", 5, 5, { button: 1 });
  send("pointermove", 6, 7);
  send("pointerup", 6, 7);
  assert.deepEqual(log, [["pan", 1, 2]]);
});

const finger = (id) => ({ pointerType: "touch", pointerId: id });

test("two fingers pan and zoom, and the one that stays does not draw", () => {
  send("pointerdown", 0, 0, finger(1));
  send("pointerdown", 100, 0, finger(2));
  send("pointermove", 200, 0, finger(2));
  assert.deepEqual(log, [["start", 0, 0, "touch", false], ["discard"], ["pan", 50, 0], ["zoom", 100, 0, 2]]);
  log = [];
  send("pointerup", 200, 0, finger(2));
  send("pointermove", 50, 50, finger(1));
  send("pointerup", 50, 50, finger(1));
  assert.deepEqual(log, []);
  send("pointerdown", 0, 0, finger(3));
  send("pointerup", 4, 4, finger(3));
  assert.deepEqual(names(), ["start", "discard", "tap"]);
});

test("a pen draws, and the palm beside it and right after it does not", () => {
  const pen = { pointerType: "pen", pointerId: 7 };
  send("pointerdown", 5, 5, pen);
  send("pointerdown", 90, 90, finger(1));
  send("pointermove", 95, 95, finger(1));
  send("pointermove", 50, 5, pen);
  send("pointerup", 50, 5, pen);
  send("pointerdown", 90, 90, finger(1)); // within 700 ms
  send("pointerup", 90, 90, finger(1));
  assert.deepEqual(log, [["start", 5, 5, "pen", false], ["draw", [[50, 5]]], ["end"]]);
});

test("the wheel zooms at the pointer, and pans with Shift", () => {
  send("wheel", 30, 40, { deltaX: 0, deltaY: -100, deltaMode: 0 });
  const [[name, x, y, factor]] = log;
  assert.deepEqual([name, x, y], ["zoom", 30, 40]);
  assert.ok(Math.abs(factor - Math.exp(0.16)) < 1e-12);
  send("wheel", 30, 40, { deltaX: 0, deltaY: 2, deltaMode: 1, shiftKey: true });
  assert.deepEqual(log[1], ["pan", -32, 0]);
  send("wheel", 30, 40, { deltaX: 0, deltaY: -10, deltaMode: 0, ctrlKey: true }); // a pinch on a track pad
  assert.ok(Math.abs(log[2][3] - Math.exp(0.1)) < 1e-12);
});
