// The current stroke or join, drawn by a pointer, or by the keyboard with a cross.

import { rounded, touchesPicture } from "../document/marks.js";

const STEP = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const MIN_FORESEEN = 12; // screen pixels, more than those of a tap

export class Pen {
  // brushWidth(): in picture pixels
  constructor(editor, painter, viewport, brushWidth, preview = null) {
    this.editor = editor;
    this.painter = painter;
    this.viewport = viewport;
    this.brushWidth = brushWidth;
    this.preview = preview;
    this.isJoining = false; // whether lines are joins
    this.live = null; // { points, width, isJoin }
    this.cross = null; // position of the keyboard's cross
    this.isDown = false; // of the keyboard
  }

  // With Shift, the line is a join.
  start(x, y, isShift = false) {
    this.hideCross();
    if (!this.editor.state) return;
    this.begin(this.viewport.toPoint(x, y), this.isJoining || isShift);
    this.painter.set({ hoveredLabel: null, hoveredMark: null, brush: null });
  }

  draw(samples) {
    for (const [x, y] of samples) this.extend(this.viewport.toPoint(x, y));
  }

  end() {
    const { live } = this;
    this.discard();
    if (!live || !touchesPicture(live.points, this.viewport.picture)) return;
    this.editor.add(live);
  }

  discard() {
    this.live = null;
    this.isDown = false;
    this.painter.set({ live: null });
    this.preview?.end();
  }

  begin(point, isJoin) {
    this.live = { points: [rounded(point)], width: this.brushWidth(), isJoin };
    this.painter.set({ live: this.live });
  }

  extend(exact) {
    if (!this.live) return;
    const point = rounded(exact);
    const [x, y] = this.live.points.at(-1);
    const minStep = Math.max(0.25, 0.75 / this.viewport.scale);
    if (Math.hypot(point[0] - x, point[1] - y) >= minStep) this.live.points.push(point);
    this.painter.set({ live: this.live });
    this.foresee(exact);
  }

  // Ask where borders would go, unless the line may still be a tap or is beside the picture.
  foresee(exact) {
    const { live, viewport } = this;
    const [[x0, y0], [x, y]] = [viewport.toScreen(live.points[0]), viewport.toScreen(exact)];
    if (live.points.length < 3 && Math.hypot(x - x0, y - y0) < MIN_FORESEEN) return;
    if (!touchesPicture(live.points, viewport.picture)) return;
    this.preview?.follow(x, y, () => ({ ...this.editor.state, ...this.editor.withLine({ ...live, points: [...live.points] }) }));
  }

  // An arrow key: shows the cross in the middle, then moves it.
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

  // Pen down or up; returns the announcement for screen readers.
  toggle() {
    if (!this.editor.state) return "";
    if (!this.cross) return this.showCross();
    if (this.isDown) {
      if (this.live.points.length > 1) this.end();
      else this.discard();
      return "Pen up";
    }
    this.begin(this.cross, this.isJoining);
    this.isDown = true;
    return "Pen down";
  }

  // Show the cross in the middle; returns the announcement.
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
