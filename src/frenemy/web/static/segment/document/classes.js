// The list of classes: changes of a state that add, rename, recolor and delete a class.

/** @typedef {{ name: string, color: string }} ObjectClass */

// The first colors of palette.py.
export const CLASS_COLORS = (
  "#3078cc #f08a36 #48a854 #de4e60 #00eafc #fc84f0 #ded848 #7e6c30 " +
  "#9c5a84 #007e6c #fcae96 #ccde9c #00f0c6 #d2bafc #7e5acc #d22a84"
).split(" ");

function unusedColor(classes) {
  const used = new Set(classes.map(({ color }) => color));
  return CLASS_COLORS.find((color) => !used.has(color)) ?? CLASS_COLORS[classes.length % CLASS_COLORS.length];
}

/** @returns {ObjectClass[]} the classes and, if it is new, this one */
export function withClass(classes, name, color = unusedColor(classes)) {
  return !name || classes.some((one) => one.name === name) ? classes : [...classes, { name, color }];
}

export function addedClass({ classes }, name) {
  checkNew(classes, name);
  return { classes: withClass(classes, name) };
}

export function renamedClass({ classes, names }, index, name) {
  const old = classes[index];
  if (name === old.name) return null;
  checkNew(classes, name);
  return {
    classes: classes.with(index, { ...old, name }),
    names: names.map((one) => (one.class === old.name ? { ...one, class: name } : one)),
  };
}

export function recoloredClass({ classes }, index, color) {
  return color === classes[index].color ? null : { classes: classes.with(index, { ...classes[index], color }) };
}

// Objects of the class keep their names, and have no class.
export function deletedClass({ classes, names }, index) {
  const { name } = classes[index];
  const left = names.map((one) => (one.class === name ? { ...one, class: "" } : one));
  return { classes: classes.toSpliced(index, 1), names: left.filter((one) => one.name || one.class) };
}

function checkNew(classes, name) {
  if (!name) throw new Error("A class needs a name.");
  if (classes.some((one) => one.name === name)) throw new Error(`There is a class “${name}” already.`);
}
