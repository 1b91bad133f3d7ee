// The stroke being drawn: by a pointer, or by the keyboard with a cross.

import { rounded, touchesPicture } from "./marks.js";

const STEP = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Pen {
  // brushWidth(): in picture pixels
  constructor(work, painter, viewport, brushWidth) {
    Object.assign(this, { work, painter, viewport, brushWidth });
    this.live = null; // { points, width }
    this.cross = null; // where the keyboard is
    this.isDown = false; // by the keyboard
  }

  start(x, y) {
    this.hideCross();
    if (!this.work.state) return;
    this.begin(this.viewport.toPoint(x, y));
    this.painter.set({ hoveredLabel: null, hoveredMark: null, brush: null });
  }

  draw(samples) {
    for (const [x, y] of samples) this.extend(this.viewport.toPoint(x, y));
  }

  end() {
    const { live } = this;
    this.drop();
    if (live && touchesPicture(live.points, this.viewport.picture)) this.work.add(live.points, live.width);
  }

  drop() {
    this.live = null;
    this.isDown = false;
    this.painter.set({ live: null });
  }

  begin(point) {
    this.live = { points: [rounded(point)], width: this.brushWidth() };
    this.painter.set({ live: this.live });
  }

  extend(exact) {
    if (!this.live) return;
    const point = rounded(exact);
    const [x, y] = this.live.points.at(-1);
    const least = Math.max(0.25, 0.75 / this.viewport.scale);
    if (Math.hypot(point[0] - x, point[1] - y) >= least) this.live.points.push(point);
    this.painter.set({ live: this.live });
  }

  // An arrow key: the cross appears in the middle, then it moves.
  move(event) {
    if (!this.cross) return void this.showCross();
    const { width, height } = this.viewport.picture;
    const step = (event.shiftKey ? 40 : 8) / this.viewport.scale;
    const [dx, dy] = STEP[event.key];
    const within = (value, size) => Math.min(Math.max(value, -0.5), size - 0.5);
    this.cross = [within(this.cross[0] + dx * step, width), within(this.cross[1] + dy * step, height)];
    if (this.isDown) this.extend(this.cross);
    this.painter.set({ cross: this.cross });
  }

  // Down or up; what to say of it.
  toggle() {
    if (!this.work.state) return "";
    if (!this.cross) return this.showCross();
    if (this.isDown) {
      if (this.live.points.length > 1) this.end();
      else this.drop();
      return "Pen up";
    }
    this.begin(this.cross);
    this.isDown = true;
    return "Pen down";
  }

  // In the middle; what to say of it.
  showCross() {
    const { width, height } = this.viewport.picture;
    this.cross = [(width - 1) / 2, (height - 1) / 2];
    this.painter.set({ cross: this.cross });
    return "Cross in the middle";
  }

  hideCross() {
    this.cross = null;
    this.isDown = false;
    this.painter.set({ cross: null });
  }
}
