// The kinds of marks. What sends, compares and clears marks asks here, so that a new kind is one more entry.

/** @typedef {import("./history.js").State} State */

/** @type {Pick<State, "strokes" | "joins" | "merges" | "masks">} */
const OF_OBJECTS = { strokes: [], joins: [], merges: [], masks: [] }; // what the objects depend on

// Of a picture on which nothing is drawn.
export const NO_MARKS = Object.freeze({ ...OF_OBJECTS, names: [] });

const picked = (state, kinds) => Object.fromEntries(Object.keys(kinds).map((kind) => [kind, state[kind] ?? []]));

export const marksOfObjects = (state) => picked(state, OF_OBJECTS);

// The same with names and classes.
export const allMarks = (state) => picked(state, { ...NO_MARKS, classes: [] });

export const countMarks = (state) => Object.values(picked(state, NO_MARKS)).reduce((sum, marks) => sum + marks.length, 0);

// Whether two states have the same objects. States share what did not change, also when they are loaded again.
export const hasSameMarks = (one, other) => ["picture", ...Object.keys(OF_OBJECTS)].every((key) => one?.[key] === other?.[key]);
