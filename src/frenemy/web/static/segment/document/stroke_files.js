// Read a file of strokes: { "strokes": [{ "points": [[x, y], ...], "width": 3 }] }.

export const isStrokeFile = (file) => /\.json$/i.test(file?.name ?? "");

// The strokes; an error says what is wrong.
export async function readStrokes(file, { width, height }) {
  let content;
  try {
    content = JSON.parse(await file.text());
  } catch {
    throw new Error(`${file.name} is not JSON.`);
  }
  const list = Array.isArray(content) ? content : content?.strokes;
  if (!Array.isArray(list)) throw new Error(`${file.name} has no strokes.`);
  const isOther = (size, own) => size !== undefined && size !== own;
  if (isOther(content.width, width) || isOther(content.height, height)) {
    throw new Error(`${file.name} is for a picture of ${content.width} × ${content.height} pixels, this one has ${width} × ${height}.`);
  }
  return list.map((one, i) => stroke(one, `Stroke ${i} of ${file.name}`));
}

function stroke(value, name) {
  const points = Array.isArray(value) ? value : value?.points;
  const width = value?.width ?? 3;
  const isPoint = (point) => Array.isArray(point) && point.length === 2 && point.every(Number.isFinite);
  if (!Array.isArray(points) || !points.length || !points.every(isPoint)) throw new Error(`${name} has no points [x, y].`);
  if (!(Number.isFinite(width) && width > 0)) throw new Error(`${name} has no width above 0.`);
  return { points, width };
}
