// A canvas that can be panned and zoomed by pointer, fingers and keys, with a tip beside what is pointed at. With keys,
// the middle of the canvas is pointed at, and a cross shows it.

import { make } from "../../shared/dom.js";
import { Gestures } from "../../shared/gestures.js";
import { onTheme } from "../../shared/theme.js";
import { Viewport } from "../../shared/viewport.js";

const STEPS = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const PAN_STEP = 60; // screen pixels
const ZOOM_STEP = 1.4;
const MARGINS = { top: 12, right: 12, bottom: 12, left: 12 };

/**
 * @typedef {object} Actions what a picture does
 * @property {(context: CanvasRenderingContext2D, pixels: number) => void} draw pixels: of the device per CSS pixel
 * @property {(x: number, y: number) => void} point something is pointed at
 * @property {() => void} leave
 * @property {(x: number, y: number) => void} tap
 * @property {(x: number, y: number) => void} [doubleTap]
 * @property {(event: KeyboardEvent) => boolean} [key] whether the key was used; first of all
 * @property {(x: number, y: number, isShift: boolean) => boolean} [begin] whether a line is drawn instead of a pan
 * @property {(samples: number[][]) => void} [line]
 * @property {(isKept: boolean) => void} [lineEnd]
 */

export class PictureCanvas {
  /** @param {HTMLElement} element @param {string} label @param {Actions} actions */
  constructor(element, label, actions) {
    this.actions = actions;
    this.viewport = new Viewport();
    this.canvas = make("canvas", { class: "picture-canvas", tabindex: 0, role: "img", "aria-label": label });
    this.tip = make("div", { class: "picture-tip", role: "status", hidden: "" });
    this.frame = make("div", { class: "picture-frame" }, this.canvas, this.tip);
    element.append(this.frame);
    this.context = this.canvas.getContext("2d");
    this.isByKeys = false;
    this.isLine = false;
    this.last = [0, 0]; // of a pan by one pointer
    this.request = 0;
    new ResizeObserver(() => this.resize()).observe(this.frame);
    onTheme(() => this.redraw());
    this.canvas.addEventListener("keydown", (event) => this.key(event));
    this.canvas.addEventListener("blur", () => this.leave());
    this.listen();
  }

  listen() {
    const { actions } = this;
    new Gestures(this.canvas, {
      start: (x, y, _type, isShift) => {
        this.last = [x, y];
        this.isLine = actions.begin?.(x, y, isShift) ?? false;
      },
      draw: (samples) => {
        if (this.isLine) return void actions.line(samples);
        const [x, y] = samples.at(-1);
        this.pan(x - this.last[0], y - this.last[1]);
        this.last = [x, y];
      },
      end: () => this.isLine && actions.lineEnd(true),
      discard: () => this.isLine && actions.lineEnd(false),
      tap: (x, y) => this.byPointer(() => actions.tap(x, y)),
      doubleTap: (x, y) => actions.doubleTap?.(x, y),
      hover: (x, y) => this.byPointer(() => actions.point(x, y)),
      leave: () => this.leave(),
      erase: () => {},
      pan: (dx, dy) => this.pan(dx, dy),
      zoom: (x, y, factor) => this.zoom(x, y, factor),
    });
  }

  byPointer(act) {
    if (this.isByKeys) this.redraw();
    this.isByKeys = false;
    act();
  }

  leave() {
    if (this.isByKeys) this.redraw();
    this.isByKeys = false;
    this.hideTip();
    this.actions.leave();
  }

  pan(dx, dy) {
    this.hideTip();
    this.viewport.pan(dx, dy);
    this.redraw();
  }

  zoom(x, y, factor) {
    this.hideTip();
    this.viewport.zoomAt(x, y, factor);
    this.redraw();
  }

  // By buttons and keys: about the middle.
  zoomBy(factor) {
    this.zoom(...this.middle, factor);
  }

  fit() {
    this.viewport.fit();
    this.redraw();
  }

  /** @returns {[number, number]} */
  get middle() {
    const { width, height } = this.viewport.screen;
    return [width / 2, height / 2];
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!this.actions.key?.(event) && !this.move(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  move(event) {
    const step = STEPS[event.key];
    if (step) this.pan(step[0] * PAN_STEP * (event.shiftKey ? 4 : 1), step[1] * PAN_STEP * (event.shiftKey ? 4 : 1));
    else if (event.key === "+" || event.key === "=") this.zoomBy(ZOOM_STEP);
    else if (event.key === "-") this.zoomBy(1 / ZOOM_STEP);
    else if (event.key === "0") this.fit();
    else if (event.key === "Enter") return (this.actions.tap(...this.middle), true);
    else return false;
    this.isByKeys = true;
    this.actions.point(...this.middle);
    return true;
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.frame;
    if (!width || !height) return; // hidden
    this.viewport.setScreen(width, height, MARGINS);
    const pixels = devicePixelRatio || 1;
    this.canvas.width = Math.round(width * pixels);
    this.canvas.height = Math.round(height * pixels);
    this.paint();
  }

  redraw() {
    this.request ||= requestAnimationFrame(() => this.paint());
  }

  paint() {
    cancelAnimationFrame(this.request);
    this.request = 0;
    const { context, canvas } = this;
    const pixels = devicePixelRatio || 1;
    context.setTransform(pixels, 0, 0, pixels, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    this.actions.draw(context, pixels);
    if (this.isByKeys) this.drawCross();
  }

  drawCross() {
    const { context } = this;
    const [x, y] = this.middle;
    context.beginPath();
    for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
      context.moveTo(x + 5 * dx, y + 5 * dy);
      context.lineTo(x + 13 * dx, y + 13 * dy);
    }
    for (const [width, color] of [[4, this.color("raised")], [2, this.color("text")]]) {
      context.lineWidth = Number(width);
      context.strokeStyle = String(color);
      context.stroke();
    }
  }

  // A color of the theme.
  color(name) {
    return getComputedStyle(this.canvas).getPropertyValue(`--${name}`).trim();
  }

  /** @param {number} x @param {number} y @param {string} title @param {...string} lines */
  showTip(x, y, title, ...lines) {
    this.tip.replaceChildren(make("b", { dir: "auto" }, title), ...lines.filter(Boolean).map((line) => make("span", { dir: "auto" }, line)));
    this.tip.hidden = false;
    const { width, height } = this.viewport.screen;
    const left = Math.min(x + 14, width - this.tip.offsetWidth - 6);
    const top = y + 18 + this.tip.offsetHeight > height ? y - this.tip.offsetHeight - 10 : y + 18;
    this.tip.style.setProperty("transform", `translate(${Math.max(left, 6)}px, ${Math.max(top, 6)}px)`);
  }

  hideTip() {
    this.tip.hidden = true;
  }
}

// Buttons for what the keys do.
export function zoomButtons(picture, ...more) {
  const button = (text, title, act) => {
    const made = make("button", { type: "button", class: "icon", title, "aria-label": title.replace(/ \(.*/, "") }, text);
    made.addEventListener("click", act);
    return made;
  };
  return make(
    "div",
    { class: "picture-tools", role: "group", "aria-label": "Zoom" },
    button("+", "Zoom in (+)", () => picture.zoomBy(1.6)),
    button("−", "Zoom out (-)", () => picture.zoomBy(1 / 1.6)),
    button("⤢", "Show all (0)", () => picture.fit()),
    ...more,
  );
}
