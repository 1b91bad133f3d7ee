// Python code that gives the same result.

export function pythonCode({ strokes, joins = [], merges, names = [], classes = [] }, picture) {
  const point = ([x, y]) => `(${x}, ${y})`;
  const text = JSON.stringify; // its escapes mean the same in Python
  const lines = ["import frenemy as fr"];
  const keywords = [];
  const list = (name, rows, comment) => {
    if (!rows.length) return;
    lines.push(`${name} = [${comment}`, ...rows.map((row) => `    ${row},`), "]");
    keywords.push(`, ${name}=${name}`);
  };
  if (picture.blob || picture.address) lines.push("", `picture = fr.io.read_picture(${text(picture.name)})`);
  else lines.push("from frenemy.apps.segmentation import sample", "", "picture = sample.picture()");
  lines.push("strokes = [");
  for (const { points, width } of strokes) lines.push(`    fr.Stroke([${points.map(point).join(", ")}], width=${width}),`);
  lines.push("]");
  const line = (points) => `[${points.map(point).join(", ")}]`;
  list("joins", joins.map(line), "  # what lies under each line is one object");
  const pairs = merges.map(([a, b]) => `(${point(a)}, ${point(b)})`);
  list("merges", pairs, "  # what lies at the two points is one object");
  const named = names.map((one) => `{"at": ${point(one.at)}, "name": ${text(one.name)}, "class": ${text(one.class)}}`);
  list("names", named, "  # what lies at the point is called so");
  list("classes", classes.map(({ name, color }) => `{"name": ${text(name)}, "color": ${text(color)}}`), "");
  lines.push("", `segmentation = fr.segment(picture, strokes${keywords.join("")})`);
  lines.push('print(segmentation.n_objects, "objects")', "labels = segmentation.labels  # (height, width) int32", "");
  return lines.join("\n");
}
