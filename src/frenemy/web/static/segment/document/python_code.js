// Python code that gives the same result.

export function pythonCode({ strokes, joins = [], merges, masks = [], names = [], classes = [] }, picture) {
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
  list("joins", joins.map(line), "  # everything under each line is one object");
  const pairs = merges.map(([a, b]) => `(${point(a)}, ${point(b)})`);
  list("merges", pairs, "  # the objects at the two points are one");
  const place = (at) => (at ? `, at=${point(at)}` : "");
  const painted = masks.map(({ kind, at, size, counts }) => {
    const erases = kind === "eraser" ? ', kind="eraser"' : "";
    return `fr.Mask.of_counts([${counts.join(", ")}], size=(${size.join(", ")})${place(at)}${erases})`;
  });
  list("masks", painted, "  # painted pixels belong to the object at the point, erased ones do not");
  const named = names.map((one) => `{"at": ${point(one.at)}, "name": ${text(one.name)}, "class": ${text(one.class)}}`);
  list("names", named, "  # the name of the object at the point");
  list("classes", classes.map(({ name, color }) => `{"name": ${text(name)}, "color": ${text(color)}}`), "");
  lines.push("", `segmentation = fr.segment(picture, strokes${keywords.join("")})`);
  lines.push('print(segmentation.n_objects, "objects")', "labels = segmentation.labels  # (height, width) int32", "");
  return lines.join("\n");
}
