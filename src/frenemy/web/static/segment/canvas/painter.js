// Paints the canvas, at most once per frame.

import { isDark, onTheme } from "../../shared/theme.js";
import { pointsOf, strokeOf } from "../document/moving.js";
import { paintGrips } from "./grips.js";

const SHARP_FROM = 3; // screen pixels per picture pixel from which pixels are shown as squares
const INK = "#ffffff"; // with a dark outline, visible on any picture; as in the exported overlay
const CASING = "rgb(18 20 26 / 0.9)";
const JOIN_INK = "#3ddc6e"; // and dashed
const HIGHLIGHT = "#ff8a2a"; // drawn now, hovered or selected
const NAME_FONT = "550 12px system-ui, sans-serif";
const MIN_NAMED_AREA = 700; // screen pixels of an object whose name is shown
const MAX_NAMES = 400;
const MAX_LETTERS = 24;
export const JOIN_WIDTH = 4; // screen pixels: joins have no width of their own
const MIN_LINE = 2.5; // screen pixels, so that strokes stay visible when zoomed out

export class Painter {
  constructor(canvas, viewport) {
    this.canvas = canvas;
    this.viewport = viewport;
    this.context = canvas.getContext("2d");
    this.scene = { bitmap: null, result: null, looks: [], state: null, opacity: 0.5, live: null };
    this.isScheduled = false;
    onTheme(() => this.schedule());
  }

  // Change the scene: bitmap, result, looks (of its objects), state, opacity, live { points, width, isJoin }, hoveredLabel,
  // selectedLabel, hoveredMark, selectedMark, brush { x, y, width }, cross [x, y], flash(context, viewport), foreseen
  // (BorderLines), moved { kind, index, stroke }: a stroke or join where it is being moved to.
  set(change) {
    Object.assign(this.scene, change);
    this.schedule();
  }

  schedule() {
    if (this.isScheduled) return;
    this.isScheduled = true;
    requestAnimationFrame(() => {
      this.isScheduled = false;
      this.paint();
    });
  }

  paint() {
    const { canvas, context, viewport, scene } = this;
    const ratio = devicePixelRatio || 1;
    const width = Math.round(viewport.screen.width * ratio);
    const height = Math.round(viewport.screen.height * ratio);
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
    if (!scene.bitmap) return;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.paintPicture();
    this.paintObjects();
    this.paintMarks();
    scene.flash?.(context, viewport);
    scene.foreseen?.paintForeseen(context, viewport);
    const held = scene.moved?.stroke ?? strokeOf(scene.state, scene.selectedMark);
    if (held) paintGrips(context, viewport, pointsOf(held));
    this.paintNames();
    this.paintPointer();
  }

  paintPicture() {
    const { context, viewport, scene } = this;
    const { left, top, scale, picture } = viewport;
    context.save();
    context.shadowColor = isDark() ? "rgb(0 0 0 / 0.6)" : "rgb(30 40 60 / 0.22)";
    context.shadowBlur = 24;
    context.shadowOffsetY = 4;
    context.fillStyle = "#888";
    context.fillRect(left, top, picture.width * scale, picture.height * scale);
    context.restore();
    context.imageSmoothingEnabled = scale < SHARP_FROM;
    context.imageSmoothingQuality = "high";
    context.drawImage(scene.bitmap, left, top, picture.width * scale, picture.height * scale);
  }

  paintObjects() {
    const { context, viewport, scene } = this;
    const { left, top, scale } = viewport;
    const { result } = scene;
    if (!result) return;
    const { width, height, step } = result.map();
    context.save();
    // The last pixel of a coarse map may extend beyond the picture.
    context.beginPath();
    context.rect(left, top, result.width * scale, result.height * scale);
    context.clip();
    context.globalAlpha = scene.opacity;
    const colors = scene.looks.length === result.objects.length ? scene.looks.map(({ color }) => color) : undefined;
    context.drawImage(result.overlay(colors), left, top, width * step * scale, height * step * scale);
    for (const [label, strength] of [
      [scene.hoveredLabel, 0.55],
      [scene.selectedLabel, 1],
    ]) {
      if (label === undefined || label === null || label < 0 || label >= result.objects.length) continue;
      const mask = result.mask(label);
      context.globalAlpha = strength;
      const side = mask.step * scale;
      context.drawImage(
        mask.canvas,
        left + mask.left * scale,
        top + mask.top * scale,
        mask.canvas.width * side,
        mask.canvas.height * side,
      );
    }
    context.restore();
  }

  paintMarks() {
    const { scene } = this;
    if (!scene.state) return;
    const is = (mark, kind, index) => mark?.kind === kind && mark.index === index;
    scene.state.strokes.forEach((stroke, i) => {
      const isUp = is(scene.hoveredMark, "stroke", i) || is(scene.selectedMark, "stroke", i);
      const { points, width } = is(scene.moved, "stroke", i) ? scene.moved.stroke : stroke;
      this.line(points, width, isUp ? HIGHLIGHT : INK);
    });
    scene.state.joins.forEach((join, i) => {
      const isUp = is(scene.hoveredMark, "join", i) || is(scene.selectedMark, "join", i);
      this.dashedLine(is(scene.moved, "join", i) ? scene.moved.stroke : join, isUp ? HIGHLIGHT : JOIN_INK);
    });
    scene.state.merges.forEach((merge, i) => {
      const isUp = is(scene.hoveredMark, "merge", i) || is(scene.selectedMark, "merge", i);
      this.link(merge, isUp ? HIGHLIGHT : INK);
    });
    if (scene.live?.isJoin) this.dashedLine(scene.live.points, JOIN_INK);
    else if (scene.live) this.line(scene.live.points, scene.live.width, HIGHLIGHT);
  }

  // The names of objects, or their classes, unless colors are hidden or the object is too small on the screen.
  paintNames() {
    const { context, viewport, scene } = this;
    const { result, looks } = scene;
    if (!result || !scene.opacity || looks.length !== result.objects.length) return;
    context.font = NAME_FONT;
    context.textAlign = "center";
    context.textBaseline = "middle";
    let nPainted = 0;
    result.objects.forEach(({ area, center }, label) => {
      const { name, class: className } = looks[label];
      if (!(name || className) || area * viewport.scale ** 2 < MIN_NAMED_AREA || ++nPainted > MAX_NAMES) return;
      const letters = [...(name || className)];
      const text = letters.length > MAX_LETTERS ? `${letters.slice(0, MAX_LETTERS - 1).join("")}…` : letters.join("");
      const [x, y] = viewport.toScreen(center);
      const width = context.measureText(text).width + 14;
      context.beginPath();
      context.roundRect(x - width / 2, y - 10, width, 20, 10);
      context.fillStyle = "rgb(20 24 30 / 0.78)";
      context.fill();
      context.fillStyle = "#ffffff";
      context.fillText(text, x, y + 0.5);
    });
  }

  trace(points) {
    const { context, viewport } = this;
    context.beginPath();
    points.forEach((point, i) => context[i ? "lineTo" : "moveTo"](...viewport.toScreen(point)));
    if (points.length === 1) context.lineTo(...viewport.toScreen(points[0]));
  }

  line(points, width, color) {
    this.cased(points, Math.max(width * this.viewport.scale, MIN_LINE), color);
  }

  dashedLine(points, color) {
    this.cased(points, JOIN_WIDTH, color, [8, 9]); // round ends make dashes longer and gaps shorter
  }

  cased(points, thick, color, dashes = []) {
    const { context } = this;
    context.lineCap = context.lineJoin = "round";
    this.trace(points);
    context.strokeStyle = CASING;
    context.lineWidth = thick + 3;
    context.stroke();
    context.strokeStyle = color;
    context.lineWidth = thick;
    context.setLineDash(dashes);
    context.stroke();
    context.setLineDash([]);
  }

  link(points, color) {
    const { context, viewport } = this;
    this.trace(points);
    context.lineCap = "round";
    for (const [style, thick] of [
      [CASING, 4.5],
      [color, 1.8],
    ]) {
      context.strokeStyle = style;
      context.lineWidth = thick;
      context.setLineDash(style === color ? [5, 4] : []);
      context.stroke();
    }
    context.setLineDash([]);
    for (const point of points) {
      context.beginPath();
      context.arc(...viewport.toScreen(point), 4.5, 0, 2 * Math.PI);
      context.fillStyle = color;
      context.fill();
      context.strokeStyle = CASING;
      context.lineWidth = 1.6;
      context.stroke();
    }
  }

  paintPointer() {
    const { context, viewport, scene } = this;
    if (scene.brush) {
      const radius = Math.max((scene.brush.width * viewport.scale) / 2, MIN_LINE / 2) + 1;
      context.beginPath();
      context.arc(scene.brush.x, scene.brush.y, radius, 0, 2 * Math.PI);
      this.outline(1);
    }
    if (scene.cross) {
      const [x, y] = viewport.toScreen(scene.cross);
      context.beginPath();
      for (const [dx, dy] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ]) {
        context.moveTo(x + 5 * dx, y + 5 * dy);
        context.lineTo(x + 14 * dx, y + 14 * dy);
      }
      this.outline(2);
    }
  }

  outline(thick) {
    const { context } = this;
    context.strokeStyle = "rgb(255 255 255 / 0.9)";
    context.lineWidth = thick + 2;
    context.stroke();
    context.strokeStyle = "rgb(10 12 16 / 0.9)";
    context.lineWidth = thick;
    context.stroke();
  }
}
