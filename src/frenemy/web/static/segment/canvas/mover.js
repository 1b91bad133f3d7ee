// Moves the selected stroke or join, called stroke here: a pointer drags it or one of its ends, arrow keys shift it.

import { gripAt, moved, movedStroke, strokeOf } from "../document/moving.js";

const REACH = { mouse: { end: 10, line: 6 }, pen: { end: 12, line: 8 }, touch: { end: 22, line: 14 } }; // screen pixels
const STEP = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const FAR = 10; // picture pixels of an arrow key with Shift
const BURST_MS = 1000; // presses of arrow keys in quicker succession are one step of undo

export class Mover {
  constructor(editor, painter, viewport, selection, preview = null) {
    this.editor = editor;
    this.painter = painter;
    this.viewport = viewport;
    this.selection = selection;
    this.preview = preview;
    this.drag = null; // { mark, stroke as it was, grip, from, to: stroke as it is now }
    this.held = null; // the same while arrow keys are held: { mark, stroke, dx, dy, to }
    this.burst = null; // the last shift by arrow keys: { stroke that it led to, time }
  }

  get isDragging() {
    return this.drag !== null;
  }

  get isHeld() {
    return this.held !== null;
  }

  // The mark that is selected, with its stroke, if it can be moved.
  get selected() {
    const { mark } = this.selection;
    const stroke = strokeOf(this.editor.state, mark);
    return stroke && { mark, stroke };
  }

  // What of the selected stroke is at a place of the screen, or null.
  gripAt(x, y, type = "mouse") {
    const { selected } = this;
    const { end, line } = REACH[type] ?? REACH.mouse;
    const { scale } = this.viewport;
    return selected ? gripAt(selected.stroke, this.viewport.toPoint(x, y), { end: end / scale, line: line / scale }) : null;
  }

  // A pointer is down: true if it holds the selected stroke.
  start(x, y, type) {
    const grip = this.gripAt(x, y, type);
    if (!grip) return false;
    this.drag = { ...this.selected, grip, from: this.viewport.toPoint(x, y), to: null };
    this.painter.set({ hoveredLabel: null, hoveredMark: null, brush: null });
    return true;
  }

  move(samples) {
    const { drag } = this;
    if (!drag) return;
    const [x, y] = samples.at(-1);
    const [px, py] = this.viewport.toPoint(x, y);
    drag.to = movedStroke(drag.stroke, drag.grip, px - drag.from[0], py - drag.from[1]);
    this.show(drag);
    this.preview?.follow(x, y, () => ({ ...this.editor.state, ...this.changeOf(drag) }));
  }

  // The pointer is up. Outside of the picture, the stroke stays where it was.
  end() {
    const { drag } = this;
    this.discard();
    const change = drag?.to && this.changeOf(drag);
    if (change) this.editor.change(change, `moving a ${drag.mark.kind}`);
  }

  discard() {
    this.drag = this.held = null;
    this.painter.set({ moved: null });
    this.preview?.end();
  }

  // An arrow key is down: true if it shifts the selected stroke, shown at once and done when the key is up.
  hold(event) {
    const { selected } = this;
    if (!selected || this.isDragging) return false;
    const [dx, dy] = STEP[event.key];
    const step = event.shiftKey ? FAR : 1;
    const before = this.held?.stroke === selected.stroke ? this.held : { ...selected, dx: 0, dy: 0 };
    const held = { ...before, dx: before.dx + step * dx, dy: before.dy + step * dy };
    const to = movedStroke(held.stroke, "whole", held.dx, held.dy);
    if (this.changeOf({ ...held, to })) this.held = { ...held, to };
    if (this.held) this.show(this.held);
    return true;
  }

  // Arrow keys are up: true if the stroke was shifted.
  release() {
    const { held, editor } = this;
    if (!held) return false;
    this.discard();
    const change = this.changeOf(held);
    if (!change) return false;
    const what = `moving a ${held.mark.kind}`;
    const isSameBurst = this.burst?.stroke === held.stroke && performance.now() - this.burst.time < BURST_MS;
    if (isSameBurst && editor.state.what === what && !editor.history.canRedo) editor.adjust(change);
    else editor.change(change, what);
    this.burst = { stroke: held.to, time: performance.now() };
    return true;
  }

  // The change of the state; null if the stroke is not there any more, as after an undo, or would leave the picture.
  changeOf({ mark, stroke, to }) {
    const { state } = this.editor;
    return strokeOf(state, mark) === stroke ? moved(state, mark, to, this.viewport.picture) : null;
  }

  show({ mark, to }) {
    this.painter.set({ moved: { ...mark, stroke: to } });
  }
}
