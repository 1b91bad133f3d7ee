// A small line chart as SVG: it is drawn again when its width changes, so that text keeps its size.

import { make } from "../../shared/dom.js";
import { short } from "../numbers.js";

const SVG = "http://www.w3.org/2000/svg";
const MARGINS = { top: 26, right: 14, bottom: 34, left: 56 };

export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

// Round numbers from low to high, about n of them.
export function ticks(low, high, n = 5) {
  const span = high - low;
  if (!(span > 0)) return [low];
  const rough = span / n;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((one) => one * power >= rough);
  const made = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * span; i += 1) made.push(Number((i * step).toPrecision(12)));
  return made;
}

// Powers of ten, or also twice and five times them if they are few.
export function logTicks(low, high) {
  const all = (factors) => {
    const made = [];
    for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power += 1) {
      for (const factor of factors) made.push(factor * 10 ** power);
    }
    return made.filter((value) => value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9));
  };
  const powers = all([1]);
  return powers.length >= 3 ? powers : all([1, 2, 5]);
}

export class Chart {
  /** @param {string} label for screen readers @param {{ height?: number, x: string, y: string }} axes */
  constructor(label, { height = 240, x, y }) {
    this.height = height;
    this.names = { x, y };
    this.figure = svg("svg", { class: "chart", role: "img", "aria-label": label, height });
    this.element = make("div", { class: "chart-frame" }, this.figure);
    this.range = { x: [0, 1], y: [0, 1], isLog: false };
    /** @type {(chart: Chart) => void} */
    this.fill = (_chart) => {};
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  /**
   * @param {{ x: number[], y: number[], isLog?: boolean }} range low and high of both axes
   * @param {(chart: Chart) => void} fill adds what is in the chart
   */
  show(range, fill) {
    this.range = { isLog: false, ...range };
    this.fill = fill;
    this.draw();
  }

  get width() {
    return this.element.clientWidth;
  }

  toX(value) {
    const [low, high] = this.range.x;
    return MARGINS.left + ((value - low) / (high - low || 1)) * (this.width - MARGINS.left - MARGINS.right);
  }

  toY(value) {
    const scaled = this.range.isLog ? Math.log : (one) => one;
    const [low, high] = this.range.y.map((one) => scaled(one));
    return this.bottom - ((scaled(value) - low) / (high - low || 1)) * (this.bottom - MARGINS.top);
  }

  // The value on the horizontal axis under a point of the screen.
  valueAt(clientX) {
    const [low, high] = this.range.x;
    const share = (clientX - this.element.getBoundingClientRect().left - MARGINS.left) / (this.width - MARGINS.left - MARGINS.right);
    return low + Math.min(Math.max(share, 0), 1) * (high - low);
  }

  get top() {
    return MARGINS.top;
  }

  get bottom() {
    return this.height - MARGINS.bottom;
  }

  add(tag, attributes, ...children) {
    const made = svg(tag, attributes, ...children);
    this.figure.append(made);
    return made;
  }

  /** @param {number[][]} points @param {string} kind its class */
  line(points, kind) {
    const text = points.map(([x, y], i) => `${i ? "L" : "M"}${this.toX(x).toFixed(1)} ${this.toY(y).toFixed(1)}`).join("");
    return this.add("path", { class: kind, d: text });
  }

  // Each value holds until the next one.
  steps(points, end, kind) {
    const held = points.flatMap(([x, y], i) => (i ? [[x, points[i - 1][1]], [x, y]] : [[x, y]]));
    if (points.length) held.push([end, points.at(-1)[1]]);
    return this.line(held, kind);
  }

  draw() {
    if (!this.width) return; // hidden
    this.figure.replaceChildren();
    this.figure.setAttribute("viewBox", `0 0 ${this.width} ${this.height}`);
    const { x, y, isLog } = this.range;
    for (const value of isLog ? logTicks(y[0], y[1]) : ticks(y[0], y[1], 4)) {
      this.add("line", { class: "grid", x1: MARGINS.left, x2: this.width - MARGINS.right, y1: this.toY(value), y2: this.toY(value) });
      this.add("text", { class: "tick", x: MARGINS.left - 8, y: this.toY(value) + 4, "text-anchor": "end" }, short(value));
    }
    for (const value of ticks(x[0], x[1], this.width < 520 ? 4 : 8)) {
      this.add("text", { class: "tick", x: this.toX(value), y: this.bottom + 16, "text-anchor": "middle" }, short(value));
    }
    this.add("text", { class: "axis", x: this.width - MARGINS.right, y: this.height - 3, "text-anchor": "end" }, this.names.x);
    this.add("text", { class: "axis", x: 4, y: 13 }, this.names.y);
    this.fill(this);
  }
}
