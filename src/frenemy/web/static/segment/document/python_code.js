// Python code that gives the same result.

export function pythonCode({ strokes, merges }, picture) {
  const point = ([x, y]) => `(${x}, ${y})`;
  const lines = ["import frenemy as fr"];
  if (picture.blob || picture.address) lines.push("", `picture = fr.io.read_picture(${JSON.stringify(picture.name)})`);
  else lines.push("from frenemy.apps.segmentation import sample", "", "picture = sample.picture()");
  lines.push("strokes = [");
  for (const { points, width } of strokes) lines.push(`    fr.Stroke([${points.map(point).join(", ")}], width=${width}),`);
  lines.push("]");
  const keyword = merges.length ? ", merges=merges" : "";
  if (merges.length) {
    lines.push("merges = [  # what lies at the two points is one object");
    for (const [a, b] of merges) lines.push(`    (${point(a)}, ${point(b)}),`);
    lines.push("]");
  }
  lines.push("", `segmentation = fr.segment(picture, strokes${keyword})`);
  lines.push('print(segmentation.n_objects, "objects")', "labels = segmentation.labels  # (height, width) int32", "");
  return lines.join("\n");
}
