// Paint on the canvas: what is under the brush now, and masks that are not in the objects on the screen yet.

import { patchOf } from "../document/masks.js";

const STRENGTH = 0.72;
const made = new WeakMap(); // mask -> its canvas

// The line of the brush.
export function paintLive(context, viewport, { points, width, layer }) {
  context.save();
  context.globalAlpha = STRENGTH;
  context.strokeStyle = `rgb(${layer.color.join(" ")})`;
  context.lineWidth = Math.max(width, 1) * viewport.scale;
  context.lineCap = context.lineJoin = "round";
  context.beginPath();
  points.forEach((point, i) => context[i ? "lineTo" : "moveTo"](...viewport.toScreen(point)));
  if (points.length === 1) context.lineTo(...viewport.toScreen(points[0]));
  context.stroke();
  context.restore();
}

/** @param {{ mask: import("../document/masks.js").Mask, color: number[] }[]} masks */
export function paintMasks(context, { left, top, scale }, masks) {
  context.save();
  context.globalAlpha = STRENGTH;
  context.imageSmoothingEnabled = false;
  for (const { mask, color } of masks) {
    if (!made.has(mask)) made.set(mask, canvasOf(patchOf(mask), color));
    const { canvas, x, y } = made.get(mask);
    context.drawImage(canvas, left + x * scale, top + y * scale, canvas.width * scale, canvas.height * scale);
  }
  context.restore();
}

function canvasOf({ left, top, width, height, inside }, color) {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d");
  const image = context.createImageData(width, height);
  inside.forEach((value, i) => value && image.data.set([...color, 255], 4 * ((i % height) * width + Math.floor(i / height))));
  context.putImageData(image, 0, 0);
  return { canvas, x: left, y: top };
}
