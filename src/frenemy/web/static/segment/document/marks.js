// Geometry of marks: strokes, joins, and the lines of merges.

/**
 * The topmost mark within `reach` pixels of a point.
 * @returns {{ kind: "stroke" | "join" | "merge", index: number } | null}
 */
export function markAt(state, [x, y], reach) {
  for (let i = state.merges.length - 1; i >= 0; i--) {
    if (distanceToLine(state.merges[i], x, y) <= reach) return { kind: "merge", index: i };
  }
  for (let i = state.joins.length - 1; i >= 0; i--) {
    if (distanceToLine(state.joins[i], x, y) <= reach) return { kind: "join", index: i };
  }
  for (let i = state.strokes.length - 1; i >= 0; i--) {
    const { points, width } = state.strokes[i];
    if (distanceToLine(points, x, y) <= Math.max(reach, width / 2)) return { kind: "stroke", index: i };
  }
  return null;
}

// The change of a state that erases a mark.
export function without(state, { kind, index }) {
  const name = `${kind}s`;
  const drawn = state.drawn ?? 0;
  const isNew = kind === "stroke" && index >= state.strokes.length - drawn;
  return { [name]: state[name].filter((_, i) => i !== index), drawn: drawn - (isNew ? 1 : 0) };
}

export function touchesPicture(points, { width, height }) {
  const [isRight, isBelow] = [points.some(([x]) => x >= -0.5), points.some(([, y]) => y >= -0.5)];
  return isRight && isBelow && points.some(([x]) => x <= width - 0.5) && points.some(([, y]) => y <= height - 0.5);
}

export function distanceToLine(points, x, y) {
  let distance = Infinity;
  for (let i = 0; i < points.length; i++) {
    const [ax, ay] = points[i];
    const [bx, by] = points[Math.min(i + 1, points.length - 1)];
    const dx = bx - ax;
    const dy = by - ay;
    const share = Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1), 0), 1);
    distance = Math.min(distance, Math.hypot(x - ax - share * dx, y - ay - share * dy));
  }
  return distance;
}

// To hundredths of a pixel, which keeps files and Python code short.
/** @returns {[number, number]} */
export const rounded = ([x, y]) => [Math.round(x * 100) / 100, Math.round(y * 100) / 100];
