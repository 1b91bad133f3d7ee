// From the position of a scroll bar to the position in a list that may be taller than an element can be.
//
// Browsers cut elements at some ten million pixels. A taller list has a shorter element: far jumps are scaled, small steps
// stay small, and `settle` brings the bar back to where it belongs when nothing moves.

const MAX_PX = 8_000_000;

export class ScrollMap {
  constructor(maxPx = MAX_PX) {
    this.maxPx = maxPx;
    this.full = 0; // height of all rows
    this.view = 0; // height that is visible
    this.top = 0; // of the bar, when it was last seen
    this.position = 0; // of the visible top, in the list
  }

  resize(full, view) {
    this.full = full;
    this.view = view;
    if (!this.isScaled) this.position = Math.min(this.top, this.maxPosition);
    else this.position = Math.min(this.position, this.maxPosition);
  }

  get isScaled() {
    return this.full > this.maxPx;
  }

  get height() {
    return Math.min(this.full, this.maxPx);
  }

  get maxTop() {
    return Math.max(this.height - this.view, 0);
  }

  get maxPosition() {
    return Math.max(this.full - this.view, 0);
  }

  // The bar is now at this place.
  scrolled(top) {
    const step = top - this.top;
    this.top = top;
    if (!this.isScaled) this.position = top;
    else if (top <= 0) this.position = 0;
    else if (top >= this.maxTop) this.position = this.maxPosition;
    else if (Math.abs(step) <= this.view) this.position = Math.min(Math.max(this.position + step, 0), this.maxPosition);
    else this.position = (top / this.maxTop) * this.maxPosition;
  }

  // The place of the bar for the present position.
  settle() {
    this.top = this.topFor(this.position);
    return this.top;
  }

  // Go to a position; returns the place of the bar.
  go(position) {
    this.position = Math.min(Math.max(position, 0), this.maxPosition);
    return this.settle();
  }

  topFor(position) {
    return this.isScaled ? Math.round((position / this.maxPosition) * this.maxTop) : position;
  }
}
