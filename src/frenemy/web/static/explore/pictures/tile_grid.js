// Which tiles of the matrix cover the canvas. Tile x, y of level z covers the positions from x * n / 2 ** z on.

export const TILE = 256;

/** @typedef {{ z: number, x: number, y: number }} Tile */

export const keyOf = ({ z, x, y }) => `${z}/${x}/${y}`;

// The level whose pixels are at most as large as those of the screen.
export function levelFor(pixelsPerThing, n, maxZoom) {
  const level = Math.ceil(Math.log2((pixelsPerThing * Math.max(n, 1)) / TILE) - 1e-9);
  return Math.min(Math.max(level, 0), maxZoom);
}

/**
 * The tiles of a level between two positions on each axis, those nearest to the middle first.
 * @param {number} z @param {number} n
 * @param {{ left: number, right: number, top: number, bottom: number }} seen positions
 * @returns {Tile[]}
 */
export function tilesIn(z, n, seen) {
  const count = 2 ** z;
  const index = (at) => Math.min(Math.max(Math.floor((at * count) / n), 0), count - 1);
  if (!n || seen.right <= 0 || seen.bottom <= 0 || seen.left >= n || seen.top >= n) return [];
  const tiles = [];
  for (let y = index(seen.top); y <= index(seen.bottom); y += 1) {
    for (let x = index(seen.left); x <= index(seen.right); x += 1) tiles.push({ z, x, y });
  }
  const [midX, midY] = [(seen.left + seen.right) / 2, (seen.top + seen.bottom) / 2];
  const away = ({ x, y }) => Math.hypot(((x + 0.5) * n) / count - midX, ((y + 0.5) * n) / count - midY);
  return tiles.sort((a, b) => away(a) - away(b));
}

/**
 * The deepest known tile that covers a tile, and which part of it: the tile itself, or one above it.
 * @param {Tile} tile @param {(key: string) => boolean} isKnown
 * @returns {{ key: string, part: number, left: number, top: number } | null} part: side of the part, in pixels
 */
export function coveredBy(tile, isKnown) {
  for (let up = 0; up <= tile.z; up += 1) {
    const key = keyOf({ z: tile.z - up, x: tile.x >> up, y: tile.y >> up });
    if (!isKnown(key)) continue;
    const part = TILE / 2 ** up;
    if (part < 1) return null;
    return { key, part, left: (tile.x % 2 ** up) * part, top: (tile.y % 2 ** up) * part };
  }
  return null;
}
