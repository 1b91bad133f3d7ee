// The position of the picture on the canvas. Screen coordinates are CSS pixels of the canvas; in points of the picture,
// (0, 0) is the center of the first pixel, as everywhere in frenemy.

const MAX_SCALE = 64; // screen pixels per picture pixel
const MIN_VISIBLE = 48; // screen pixels of the picture that stay on the canvas

export class Viewport {
  constructor() {
    this.scale = 1;
    this.left = 0;
    this.top = 0;
    this.isFitted = true;
    this.picture = { width: 1, height: 1 };
    this.screen = { width: 1, height: 1 };
    this.margins = { top: 0, right: 0, bottom: 0, left: 0 };
  }

  setPicture(width, height) {
    this.picture = { width, height };
    this.fit();
  }

  setScreen(width, height, margins) {
    this.screen = { width, height };
    this.margins = margins;
    if (this.isFitted) this.fit();
    else this.keepVisible();
  }

  fittingScale() {
    const { top, right, bottom, left } = this.margins;
    const width = Math.max(this.screen.width - left - right, 40);
    const height = Math.max(this.screen.height - top - bottom, 40);
    return Math.min(width / this.picture.width, height / this.picture.height, MAX_SCALE);
  }

  fit() {
    this.scale = this.fittingScale();
    const { top, right, bottom, left } = this.margins;
    this.left = left + (this.screen.width - left - right - this.scale * this.picture.width) / 2;
    this.top = top + (this.screen.height - top - bottom - this.scale * this.picture.height) / 2;
    this.isFitted = true;
  }

  // The point under (x, y) stays under it.
  zoomAt(x, y, factor) {
    const minScale = Math.min(this.fittingScale() / 4, 1);
    const scale = Math.min(Math.max(this.scale * factor, minScale), MAX_SCALE);
    this.left = x - ((x - this.left) * scale) / this.scale;
    this.top = y - ((y - this.top) * scale) / this.scale;
    this.scale = scale;
    this.isFitted = false;
    this.keepVisible();
  }

  pan(dx, dy) {
    this.left += dx;
    this.top += dy;
    this.isFitted = false;
    this.keepVisible();
  }

  keepVisible() {
    const { picture, screen, scale } = this;
    this.left = Math.min(Math.max(this.left, MIN_VISIBLE - scale * picture.width), screen.width - MIN_VISIBLE);
    this.top = Math.min(Math.max(this.top, MIN_VISIBLE - scale * picture.height), screen.height - MIN_VISIBLE);
  }

  toPoint(x, y) {
    return [(x - this.left) / this.scale - 0.5, (y - this.top) / this.scale - 0.5];
  }

  toScreen([x, y]) {
    return [(x + 0.5) * this.scale + this.left, (y + 0.5) * this.scale + this.top];
  }
}
