// Where the picture lies on the screen. Three frames: the screen of the canvas in CSS pixels; corners, in which the
// picture spans 0..width; and points, in which (0, 0) is the center of the first pixel, as everywhere in frenemy.

const LARGEST = 64; // screen pixels per picture pixel

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
    else this.keepInReach();
  }

  fittingScale() {
    const { top, right, bottom, left } = this.margins;
    const width = Math.max(this.screen.width - left - right, 40);
    const height = Math.max(this.screen.height - top - bottom, 40);
    return Math.min(width / this.picture.width, height / this.picture.height, LARGEST);
  }

  fit() {
    this.scale = this.fittingScale();
    const { top, right, bottom, left } = this.margins;
    this.left = left + (this.screen.width - left - right - this.scale * this.picture.width) / 2;
    this.top = top + (this.screen.height - top - bottom - this.scale * this.picture.height) / 2;
    this.isFitted = true;
  }

  // The place on the screen stays over the same place of the picture.
  zoomAt(x, y, factor) {
    const least = Math.min(this.fittingScale() / 4, 1);
    const scale = Math.min(Math.max(this.scale * factor, least), LARGEST);
    this.left = x - ((x - this.left) * scale) / this.scale;
    this.top = y - ((y - this.top) * scale) / this.scale;
    this.scale = scale;
    this.isFitted = false;
    this.keepInReach();
  }

  pan(dx, dy) {
    this.left += dx;
    this.top += dy;
    this.isFitted = false;
    this.keepInReach();
  }

  // Some of the picture always stays in sight.
  keepInReach() {
    const least = 48;
    this.left = Math.min(Math.max(this.left, least - this.scale * this.picture.width), this.screen.width - least);
    this.top = Math.min(Math.max(this.top, least - this.scale * this.picture.height), this.screen.height - least);
  }

  toPoint(x, y) {
    return [(x - this.left) / this.scale - 0.5, (y - this.top) / this.scale - 0.5];
  }

  toScreen([x, y]) {
    return [(x + 0.5) * this.scale + this.left, (y + 0.5) * this.scale + this.top];
  }
}
