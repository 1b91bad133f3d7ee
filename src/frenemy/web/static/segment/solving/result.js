// A segmentation: its label map as runs, and its objects.

const MAX_MAP_PIXELS = 16e6; // what the canvas of a phone holds; larger maps are painted coarser

export class Result {
  constructor(summary, payload) {
    /** @type {number} */ this.width = summary.width;
    /** @type {number} */ this.height = summary.height;
    /** @type {{ id: number, area: number, box: number[], center: number[], color: number[] }[]} */ this.objects = summary.objects;
    this.merges = summary.merges;
    /** @type {number} */ this.seconds = summary.seconds;
    const values = new Uint32Array(payload);
    this.runLabels = values.subarray(0, values.length / 2);
    this.runStarts = new Uint32Array(values.length / 2);
    let at = 0;
    for (let i = 0; i < this.runStarts.length; i++) {
      this.runStarts[i] = at;
      at += values[this.runStarts.length + i];
    }
    this.labelOfId = new Map(this.objects.map((object, label) => [object.id, label]));
    this.masks = new Map();
  }

  get nBytes() {
    return this.runStarts.byteLength * 2;
  }

  // The label at a point (pixel centers are whole numbers), or -1 outside.
  labelAt(x, y) {
    if (!(x >= -0.5 && y >= -0.5 && x <= this.width - 0.5 && y <= this.height - 0.5)) return -1;
    const column = Math.min(Math.floor(x + 0.5), this.width - 1);
    const row = Math.min(Math.floor(y + 0.5), this.height - 1);
    return this.runLabels[this.runOf(row * this.width + column)];
  }

  // The run of this pixel.
  runOf(pixel) {
    let low = 0;
    let high = this.runStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.runStarts[middle] <= pixel) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  // The label map, as an array, as fine as it can be painted: { labels, width, height, step }.
  map() {
    const step = Math.max(1, Math.ceil(Math.sqrt((this.width * this.height) / MAX_MAP_PIXELS)));
    this.cachedMap ??= this.sampled(step);
    return this.cachedMap;
  }

  // Every step-th pixel of the label map.
  sampled(step) {
    const width = Math.ceil(this.width / step);
    const height = Math.ceil(this.height / step);
    const labels = new Uint32Array(width * height);
    let run = 0;
    for (let row = 0; row < height; row++) {
      const first = row * step * this.width;
      const end = first + this.width;
      while (run + 1 < this.runStarts.length && this.runStarts[run + 1] <= first) run++;
      for (let from = first; from < end; run++) {
        const until = run + 1 < this.runStarts.length ? Math.min(this.runStarts[run + 1], end) : end;
        const a = row * width + Math.ceil((from - first) / step);
        const b = row * width + Math.ceil((until - first) / step);
        labels.fill(this.runLabels[run], a, b);
        from = until;
        if (until === end) break;
      }
    }
    return { labels, width, height, step };
  }

  // Free the map and pictures, which are large and quickly made again.
  release() {
    this.cachedMap = null;
    this.cachedOverlay = null;
    this.masks.clear();
  }

  // All objects in these colors, one of each label, with a light line between them, as a canvas of the map's size.
  overlay(shown = this.objects.map(({ color }) => color)) {
    const key = shown.join();
    if (this.cachedOverlay && this.overlayKey === key) return this.cachedOverlay;
    const { labels, width, height } = this.map();
    const { canvas, context, image, pixels } = blank(width, height);
    const colors = Uint32Array.from(shown, ([r, g, b]) => packed(r, g, b, 255));
    const line = packed(255, 255, 255, 255);
    const thick = lineWidth(width, height);
    const down = thick * width;
    for (let row = 0, i = 0; row < height; row++) {
      for (let column = 0; column < width; column++, i++) {
        const label = labels[i];
        const isBorder =
          (column + thick < width && labels[i + thick] !== label) || (row + thick < height && labels[i + down] !== label);
        pixels[i] = isBorder ? line : colors[label];
      }
    }
    context.putImageData(image, 0, 0);
    this.cachedOverlay = canvas;
    this.overlayKey = key;
    return canvas;
  }

  // One object in white, its border full and the rest faint, as { canvas, left, top } in map pixels.
  mask(label) {
    const known = this.masks.get(label);
    if (known) return known;
    const { labels, width, height, step } = this.map();
    const [x0, y0, x1, y1] = this.objects[label].box.map((value, i) => Math[i < 2 ? "floor" : "ceil"](value / step));
    const { canvas, context, image, pixels } = blank(Math.max(x1 - x0, 1), Math.max(y1 - y0, 1));
    const thick = lineWidth(width, height);
    const other = (row, column) =>
      row < 0 || column < 0 || row >= height || column >= width || labels[row * width + column] !== label;
    for (let row = y0, i = 0; row < Math.min(y1, height); row++) {
      for (let column = x0; column < x1; column++, i++) {
        if (other(row, column)) continue;
        const isBorder =
          other(row - thick, column) || other(row + thick, column) || other(row, column - thick) || other(row, column + thick);
        pixels[i] = packed(255, 255, 255, isBorder ? 255 : 70);
      }
    }
    context.putImageData(image, 0, 0);
    const made = { canvas, left: x0 * step, top: y0 * step, step };
    if (this.masks.size > 8) this.masks.delete(this.masks.keys().next().value);
    this.masks.set(label, made);
    return made;
  }
}

const lineWidth = (width, height) => Math.max(1, Math.round(Math.max(width, height) / 1200));

// The byte order of ImageData on all machines that run browsers today.
const packed = (r, g, b, a) => ((a << 24) | (b << 16) | (g << 8) | r) >>> 0;

function blank(width, height) {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  const image = context.createImageData(width, height);
  return { canvas, context, image, pixels: new Uint32Array(image.data.buffer) };
}
