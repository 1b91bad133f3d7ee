// Mouse, pen and touch on a canvas: one pointer draws, two fingers pan and zoom, a press without a move is a tap.

const TAP_REACH = { mouse: 4, pen: 6, touch: 10 }; // screen pixels that a tap may move
const PALM_MS = 700; // touches this soon after the pen are the palm

export class Gestures {
  // actions: start(x, y, type, isShift), draw(samples), end(), discard(), tap(x, y, type), doubleTap(x, y, type) after both taps, hover(x, y, type), leave(),
  // erase(x, y, type), pan(dx, dy), zoom(x, y, factor)
  constructor(canvas, actions) {
    this.canvas = canvas;
    this.actions = actions;
    this.pointers = new Map();
    this.mode = "none";
    this.isSpaceDown = false;
    this.penAt = -Infinity;
    this.nTaps = 0; // since the last press that was none
    this.tapType = "mouse";
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.up(event, true));
    canvas.addEventListener("pointercancel", (event) => this.up(event, false));
    canvas.addEventListener("pointerleave", () => this.mode === "none" && actions.leave());
    canvas.addEventListener("mousedown", (event) => event.button === 1 && event.preventDefault()); // no automatic scrolling
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    // Two short strokes side by side are a double click to the browser, but not to us.
    canvas.addEventListener("dblclick", (event) => this.nTaps >= 2 && actions.doubleTap?.(...this.at(event), this.tapType));
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    addEventListener("keydown", (event) => event.code === "Space" && this.space(true));
    addEventListener("keyup", (event) => event.code === "Space" && this.space(false));
    addEventListener("blur", () => this.space(false));
  }

  get isDrawing() {
    return this.mode === "draw";
  }

  get isPenDown() {
    return [...this.pointers.values()].some(({ type }) => type === "pen");
  }

  // Discard the current stroke; the pointer must be lifted before it draws again.
  cancel() {
    if (this.mode !== "draw") return;
    this.mode = "ended";
    this.actions.discard();
  }

  space(isDown) {
    this.isSpaceDown = isDown;
    this.canvas.classList.toggle("grab", isDown || this.mode === "pan");
  }

  at(event) {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  down(event) {
    const type = event.pointerType || "mouse";
    if (type === "pen") this.penAt = performance.now();
    if (type === "touch" && (this.isPenDown || performance.now() - this.penAt < PALM_MS)) return;
    const [x, y] = this.at(event);
    const isEraser = event.button === 2 || event.button === 5 || (event.button === 0 && event.ctrlKey);
    if (isEraser) {
      if (this.mode === "none") this.actions.erase(x, y, type);
      return;
    }
    this.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, { x, y, startX: x, startY: y, farthest: 0, type });
    if (this.pointers.size === 1) {
      this.mode = event.button === 1 || this.isSpaceDown ? "pan" : "draw";
      if (this.mode === "draw") this.actions.start(x, y, type, event.shiftKey);
    } else if (type === "touch") {
      if (this.mode === "draw") this.actions.discard();
      this.mode = this.pointers.size === 2 ? "pinch" : "ended";
    }
    this.canvas.classList.toggle("grab", this.mode === "pan" || this.isSpaceDown);
  }

  move(event) {
    const [x, y] = this.at(event);
    const pointer = this.pointers.get(event.pointerId);
    if (event.pointerType === "pen") this.penAt = performance.now();
    if (!pointer) {
      if (this.mode === "none" && event.pointerType !== "touch") this.actions.hover(x, y, event.pointerType);
      return;
    }
    const before = { x: pointer.x, y: pointer.y };
    const other = [...this.pointers.values()].find((one) => one !== pointer);
    pointer.x = x;
    pointer.y = y;
    pointer.farthest = Math.max(pointer.farthest, Math.hypot(x - pointer.startX, y - pointer.startY));
    if (this.mode === "draw") {
      const all = event.getCoalescedEvents?.() ?? [];
      this.actions.draw((all.length ? all : [event]).map((one) => this.at(one)));
    } else if (this.mode === "pan") {
      this.actions.pan(x - before.x, y - before.y);
    } else if (this.mode === "pinch" && other) {
      const old = { x: (before.x + other.x) / 2, y: (before.y + other.y) / 2 };
      const now = { x: (x + other.x) / 2, y: (y + other.y) / 2 };
      const oldSpan = Math.max(Math.hypot(before.x - other.x, before.y - other.y), 1);
      this.actions.pan(now.x - old.x, now.y - old.y);
      this.actions.zoom(now.x, now.y, Math.max(Math.hypot(x - other.x, y - other.y), 1) / oldSpan);
    }
  }

  up(event, isCompleted) {
    const pointer = this.pointers.get(event.pointerId);
    if (!pointer) return;
    this.pointers.delete(event.pointerId);
    const isTap = this.mode === "draw" && isCompleted && pointer.farthest <= TAP_REACH[pointer.type];
    this.nTaps = isTap ? this.nTaps + 1 : 0;
    this.tapType = pointer.type;
    if (this.mode === "draw") {
      if (isCompleted && !isTap) {
        this.actions.end();
      } else {
        this.actions.discard();
        if (isTap) this.actions.tap(pointer.startX, pointer.startY, pointer.type);
      }
    }
    // The remaining finger of a pinch must not draw.
    this.mode = this.pointers.size ? "ended" : "none";
    this.canvas.classList.toggle("grab", this.isSpaceDown);
  }

  wheel(event) {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
    if (event.shiftKey) {
      this.actions.pan(-(event.deltaX || event.deltaY) * unit, event.deltaX ? -event.deltaY * unit : 0);
      return;
    }
    const [x, y] = this.at(event);
    // A pinch on a track pad arrives as a wheel with the control key, in small steps.
    this.actions.zoom(x, y, Math.exp(-event.deltaY * unit * (event.ctrlKey ? 0.01 : 0.0016)));
  }
}
