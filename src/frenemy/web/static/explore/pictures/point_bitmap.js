// Points drawn into a bitmap, pixel by pixel: a million takes some hundredths of a second.

const MAX_SIZE = 24; // of a point, in pixels of the device
const FEW = 5000; // points that all have the full size
const FULL_SIZE = 6; // in pixels of the page
const DISKS = Array.from({ length: MAX_SIZE }, (_, i) => disk(i + 1)); // by size

function disk(size) {
  const offsets = [];
  const middle = (size - 1) / 2;
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) if (Math.hypot(x - middle, y - middle) <= size / 2) offsets.push([x - Math.floor(middle), y - Math.floor(middle)]);
  }
  return offsets;
}

// The size of one of n points, so that few can be seen and many do not cover each other.
export function sizeFor(n, zoom, pixels) {
  const size = Math.max(FULL_SIZE * Math.min(Math.sqrt(FEW / Math.max(n, 1)), 1), 1) * Math.min(Math.sqrt(zoom), 2) * pixels;
  return Math.min(Math.max(Math.round(size), 1), MAX_SIZE);
}

export class PointBitmap {
  constructor() {
    this.canvas = document.createElement("canvas");
    this.context = this.canvas.getContext("2d");
    this.view = null; // where the picture was when it was drawn
  }

  /**
   * @param {{ places: Float32Array, colors: Uint32Array, order: Uint32Array }} points colors: one number per point; order: the last one lies on top
   * @param {{ left: number, top: number, scale: number, width: number, height: number, size: number }} view in pixels
   */
  draw({ places, colors, order }, view) {
    const { left, top, scale, width, height, size } = view;
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height });
    const image = this.context.createImageData(width, height);
    const pixels = new Uint32Array(image.data.buffer);
    const offsets = DISKS[size - 1];
    for (let k = 0; k < order.length; k += 1) {
      const i = order[k];
      const x = Math.round(places[2 * i] * scale + left);
      const y = Math.round(places[2 * i + 1] * scale + top);
      if (x < -size || y < -size || x > width + size || y > height + size) continue;
      const color = colors[i];
      for (let o = 0; o < offsets.length; o += 1) {
        const px = x + offsets[o][0];
        const py = y + offsets[o][1];
        if (px >= 0 && py >= 0 && px < width && py < height) pixels[py * width + px] = color;
      }
    }
    this.context.putImageData(image, 0, 0);
    this.view = view;
  }

  // The last picture, moved to where it is now, until it is drawn again.
  paste(context, { left, top, scale }, ratio) {
    if (!this.view) return;
    const factor = scale / this.view.scale;
    context.drawImage(this.canvas, (left - this.view.left * factor) / ratio, (top - this.view.top * factor) / ratio, (this.canvas.width * factor) / ratio, (this.canvas.height * factor) / ratio);
  }
}

// A color such as #2c9a62 as the number of a pixel: alpha, blue, green, red.
export function pixelOf(color, alpha = 255) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
  return ((alpha << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}
