// Which borders between objects are new in a segmentation, and which are gone, as lines to paint.
//
// Lines are lists of corners of pixels, [column, row], in pixels of the picture: (0, 0) is its upper left corner.

/** @typedef {[number, number][]} Line */
/** @typedef {import("./result.js").Result} Result */

const MAX_CELLS = 2e6; // of a picture that are compared; larger ones are compared more coarsely

/**
 * Only whether neighbors have the same label counts: labels of different results have nothing in common.
 * @param {Result} before @param {Result} after of the same picture
 * @returns {{ added: Line[], removed: Line[] }}
 */
export function borderChange(before, after, maxCells = MAX_CELLS) {
  const step = Math.max(1, Math.ceil(Math.sqrt((after.width * after.height) / maxCells)));
  const { labels: now, width, height } = after.sampled(step);
  const { labels: old } = before.sampled(step);
  const added = [];
  const removed = [];
  const compare = (i, j, from, to) => {
    const isBorder = now[i] !== now[j];
    if (isBorder !== (old[i] !== old[j])) (isBorder ? added : removed).push(from, to);
  };
  const down = width + 1; // corners of a row
  for (let row = 0, i = 0; row < height; row++) {
    for (let column = 0; column < width; column++, i++) {
      const corner = row * down + column;
      if (column) compare(i, i - 1, corner, corner + down);
      if (row) compare(i, i - width, corner, corner + 1);
    }
  }
  const lines = (edges) => chains(edges).map((corners) => smoothed(corners.map((at) => [(at % down) * step, Math.floor(at / down) * step])));
  return { added: lines(added), removed: lines(removed) };
}

export const isEmpty = ({ added, removed }) => !added.length && !removed.length;

// The ends of edges, [a, b, a, b, ...], as lines that use each edge once; that of a ring ends where it begins.
function chains(edges) {
  const edgesAt = new Map();
  edges.forEach((corner, i) => {
    if (!edgesAt.has(corner)) edgesAt.set(corner, []);
    edgesAt.get(corner).push(i >> 1);
  });
  const isUsed = new Uint8Array(edges.length / 2);
  const next = (corner) => edgesAt.get(corner).find((edge) => !isUsed[edge]);
  const lines = [];
  const follow = (start) => {
    const line = [start];
    for (let edge = next(start); edge !== undefined; edge = next(line.at(-1))) {
      isUsed[edge] = 1;
      line.push(edges[2 * edge] === line.at(-1) ? edges[2 * edge + 1] : edges[2 * edge]);
    }
    lines.push(line);
  };
  for (const [corner, its] of edgesAt) if (its.length !== 2) while (next(corner) !== undefined) follow(corner);
  for (const corner of edgesAt.keys()) if (next(corner) !== undefined) follow(corner); // rings
  return lines;
}

// Through the middles of the edges, so that stairs become slopes. Ends stay.
function smoothed(line) {
  const middles = line.slice(1).map(([x, y], i) => [(x + line[i][0]) / 2, (y + line[i][1]) / 2]);
  const [first, last] = [line[0], line.at(-1)];
  const isRing = first[0] === last[0] && first[1] === last[1];
  return isRing ? [...middles, middles[0]] : [first, ...middles, last];
}
