// Paints borders that come and go: what an edit has changed, for a moment, and what the stroke being drawn would change.

export const NEW = "#ffe14a";
export const GONE = "#ff5fd2";
const CASING = "rgb(18 20 26 / 0.75)";

/** @typedef {import("../solving/border_change.js").Line} Line */

// Lines of `borderChange`, ready to be painted at any zoom.
export class BorderLines {
  /** @param {{ added: Line[], removed: Line[] }} change */
  constructor({ added, removed }) {
    this.added = pathOf(added);
    this.removed = pathOf(removed);
  }

  // Solid, as they have just changed.
  paintChanged(context, viewport, strength) {
    within(context, viewport, strength, (px) => {
      for (const [path, color] of [[this.removed, GONE], [this.added, NEW]]) {
        line(context, path, CASING, 5.5 * px);
        line(context, path, color, 3 * px);
      }
    });
  }

  // Dotted where a border would come, faint where one would go.
  paintForeseen(context, viewport) {
    within(context, viewport, 0.5, (px) => line(context, this.removed, GONE, 2 * px));
    within(context, viewport, 1, (px) => {
      line(context, this.added, CASING, 6.5 * px, [0.01 * px, 8 * px]);
      line(context, this.added, NEW, 4.5 * px, [0.01 * px, 8 * px]);
    });
  }
}

/** @param {Line[]} lines */
function pathOf(lines) {
  const path = new Path2D();
  for (const corners of lines) corners.forEach(([x, y], i) => (i ? path.lineTo(x, y) : path.moveTo(x, y)));
  return path;
}

// Call paint(px) in coordinates of the picture; px is the size of a pixel of the screen.
function within(context, { left, top, scale }, alpha, paint) {
  context.save();
  context.globalAlpha = alpha;
  context.translate(left, top);
  context.scale(scale, scale);
  context.lineCap = context.lineJoin = "round";
  paint(1 / scale);
  context.restore();
}

function line(context, path, color, width, dash = []) {
  context.setLineDash(dash);
  context.lineWidth = width;
  context.strokeStyle = color;
  context.stroke(path);
}
