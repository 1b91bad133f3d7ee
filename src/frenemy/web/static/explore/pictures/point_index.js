// Many points of the plane: the nearest one, and those inside a line, without looking at all of them.

const CELLS = 256; // on each axis

export class PointIndex {
  /** @param {Float32Array} places x and y of each point, in 0..side @param {number} side */
  constructor(places, side) {
    this.places = places;
    this.size = side / CELLS;
    const n = places.length / 2;
    const cells = new Uint16Array(n);
    this.begins = new Uint32Array(CELLS * CELLS + 1);
    for (let i = 0; i < n; i += 1) {
      cells[i] = this.cell(places[2 * i + 1]) * CELLS + this.cell(places[2 * i]);
      this.begins[cells[i] + 1] += 1;
    }
    for (let cell = 0; cell < CELLS * CELLS; cell += 1) this.begins[cell + 1] += this.begins[cell];
    const next = this.begins.slice();
    this.points = new Uint32Array(n); // those of a cell side by side
    for (let i = 0; i < n; i += 1) this.points[next[cells[i]]++] = i;
  }

  cell(value) {
    return Math.min(Math.max(Math.floor(value / this.size), 0), CELLS - 1);
  }

  // Calls see(point) for all points of the cells that a box touches.
  inBox(left, top, right, bottom, see) {
    const [x0, x1] = [this.cell(left), this.cell(right)];
    for (let y = this.cell(top); y <= this.cell(bottom); y += 1) {
      for (let at = this.begins[y * CELLS + x0]; at < this.begins[y * CELLS + x1 + 1]; at += 1) see(this.points[at]);
    }
  }

  // The nearest point within reach, or -1.
  nearest(x, y, reach) {
    let [best, gap] = [-1, reach * reach];
    this.inBox(x - reach, y - reach, x + reach, y + reach, (i) => {
      const away = (this.places[2 * i] - x) ** 2 + (this.places[2 * i + 1] - y) ** 2;
      if (away < gap) [best, gap] = [i, away];
    });
    return best;
  }

  /** @param {number[][]} line a closed line @returns {number[]} the points inside it, in order */
  inside(line) {
    if (line.length < 3) return [];
    const [xs, ys] = [line.map(([x]) => x), line.map(([, y]) => y)];
    const found = [];
    this.inBox(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys), (i) => {
      if (isInside(line, this.places[2 * i], this.places[2 * i + 1])) found.push(i);
    });
    return found.sort((a, b) => a - b);
  }
}

// Whether a ray from the point crosses the line an odd number of times.
export function isInside(line, x, y) {
  let inside = false;
  for (let i = 0, j = line.length - 1; i < line.length; j = i, i += 1) {
    const [[x0, y0], [x1, y1]] = [line[i], line[j]];
    if (y0 > y !== y1 > y && x < ((x1 - x0) * (y - y0)) / (y1 - y0) + x0) inside = !inside;
  }
  return inside;
}

// The places moved and scaled into a square, with a little room around them; y points up.
export function fitted(places, side) {
  const n = places.length / 2;
  const [low, high] = [[Infinity, Infinity], [-Infinity, -Infinity]];
  for (let i = 0; i < 2 * n; i += 1) {
    low[i % 2] = Math.min(low[i % 2], places[i]);
    high[i % 2] = Math.max(high[i % 2], places[i]);
  }
  const span = Math.max(high[0] - low[0], high[1] - low[1]) || 1;
  const scale = (0.94 * side) / span;
  const made = new Float32Array(2 * n);
  for (let i = 0; i < n; i += 1) {
    made[2 * i] = side / 2 + (places[2 * i] - (low[0] + high[0]) / 2) * scale;
    made[2 * i + 1] = side / 2 - (places[2 * i + 1] - (low[1] + high[1]) / 2) * scale;
  }
  return made;
}
