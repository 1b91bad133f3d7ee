// Which borders between objects are new in a segmentation, and which are gone, as lines to paint.
//
// Lines are lists of corners of pixels, [column, row], in pixels of the picture: (0, 0) is its upper left corner.

/** @typedef {[number, number][]} Line */
/** @typedef {import("./result.js").Result} Result */

const MAX_CELLS = 1e6; // that are compared: larger pictures are compared more coarsely,
const MAX_EDGES = 30_000; // and so are those with very many changes, as lines are painted in every frame
const [RIGHT, DOWN] = [1, 2]; // the edges that begin at a corner, as bits

/**
 * Only whether neighbors have the same label counts: labels of different results have nothing in common.
 * @param {Result} before @param {Result} after of the same picture
 * @returns {{ added: Line[], removed: Line[] }}
 */
export function borderChange(before, after, maxCells = MAX_CELLS, maxEdges = MAX_EDGES) {
  let step = Math.max(1, Math.ceil(Math.sqrt((after.width * after.height) / maxCells)));
  let found = changedEdges(before, after, step);
  while (found.n > maxEdges) found = changedEdges(before, after, (step *= 2));
  const { added, removed, nCorners } = found;
  const lines = (edges) => chains(edges, nCorners).map((line) => smoothed(line, nCorners, step));
  return { added: lines(added), removed: lines(removed) };
}

// The edges at each corner of the grid of every step-th pixel.
function changedEdges(before, after, step) {
  const { labels: now, width, height } = after.sampled(step);
  const { labels: old } = before.sampled(step);
  const nCorners = width + 1; // of a row
  const added = new Uint8Array(nCorners * (height + 1));
  const removed = new Uint8Array(nCorners * (height + 1));
  let n = 0;
  for (let row = 0, i = 0; row < height; row++) {
    for (let column = 0; column < width; column++, i++) {
      const isLeft = column > 0 && now[i] !== now[i - 1];
      if (column > 0 && isLeft !== (old[i] !== old[i - 1])) {
        (isLeft ? added : removed)[row * nCorners + column] |= DOWN;
        n++;
      }
      const isAbove = row > 0 && now[i] !== now[i - width];
      if (row > 0 && isAbove !== (old[i] !== old[i - width])) {
        (isAbove ? added : removed)[row * nCorners + column] |= RIGHT;
        n++;
      }
    }
  }
  return { added, removed, nCorners, n };
}

// Corners in lines that use each edge once; that of a ring ends where it begins. Takes the edges away.
function chains(edges, nCorners) {
  const next = (corner) => {
    for (const [from, edge, to] of [
      [corner, RIGHT, corner + 1],
      [corner, DOWN, corner + nCorners],
      [corner - 1, RIGHT, corner - 1],
      [corner - nCorners, DOWN, corner - nCorners],
    ]) {
      if (!(edges[from] & edge)) continue;
      edges[from] &= ~edge;
      return to;
    }
    return -1;
  };
  const nEdges = (corner) =>
    (edges[corner] & 1) + (edges[corner] >> 1) + (edges[corner - 1] & RIGHT) + ((edges[corner - nCorners] & DOWN) >> 1);
  const lines = [];
  const follow = (start) => {
    const line = [start];
    for (let corner = next(start); corner >= 0; corner = next(corner)) line.push(corner);
    lines.push(line);
  };
  const used = [];
  edges.forEach((bits, corner) => bits && used.push(corner, corner + 1, corner + nCorners)); // where edges may end
  for (const corner of used) while (nEdges(corner) % 2) follow(corner);
  for (const corner of used) while (nEdges(corner)) follow(corner); // rings
  return lines;
}

// Through the middles of the edges, so that stairs become slopes. Ends stay.
function smoothed(corners, nCorners, step) {
  const line = corners.map((corner) => [(corner % nCorners) * step, Math.floor(corner / nCorners) * step]);
  const middles = line.slice(1).map(([x, y], i) => [(x + line[i][0]) / 2, (y + line[i][1]) / 2]);
  return corners[0] === corners.at(-1) ? [...middles, middles[0]] : [line[0], ...middles, line.at(-1)];
}
