import assert from "node:assert/strict";
import { test } from "node:test";

import { pickerRows } from "../../../src/frenemy/web/static/faces/dialogs/picker_rows.js";
import { dropOn, isAllowed, targetPeople } from "../../../src/frenemy/web/static/faces/people/drop_rules.js";
import { FILTERS, peopleFilter } from "../../../src/frenemy/web/static/faces/people/filters.js";
import { indexAfter } from "../../../src/frenemy/web/static/faces/people/grid_keys.js";
import { GrowingList } from "../../../src/frenemy/web/static/faces/people/growing_list.js";
import { stableFaces, stablePeople } from "../../../src/frenemy/web/static/faces/people/order.js";
import { SelectedIds } from "../../../src/frenemy/web/static/faces/people/selected_ids.js";

// People p0, p1, ... of these sizes; names by index.
function album(sizes, names = {}) {
  const people = sizes.map((size, p) => {
    const person = { id: `p${p}`, number: p + 1, name: names[p] ?? null, nDoubtful: 0 };
    person.faces = Array.from({ length: size }, (_, k) => ({ id: `${p}-${k}`, person, doubt: null }));
    return person;
  });
  return { people, personById: new Map(people.map((person) => [person.id, person])) };
}

const ids = (items) => items.map((item) => item.id);

test("search and filters", () => {
  const { people } = album([5, 1, 1, 3], { 0: "Ann Lee", 2: "Zoë" });
  people[3].nDoubtful = 1;
  const shown = (options) => ids(people.filter(peopleFilter({ search: "", filter: "all", hideSingles: false, ...options })));
  assert.deepEqual(shown({}), ["p0", "p1", "p2", "p3"]);
  assert.deepEqual(shown({ filter: "singles" }), ["p1", "p2"]);
  assert.deepEqual(shown({ filter: "doubtful" }), ["p3"]);
  assert.deepEqual(shown({ filter: "unnamed" }), ["p1", "p3"]);
  assert.deepEqual(shown({ hideSingles: true }), ["p0", "p3"]);
  assert.deepEqual(shown({ hideSingles: true, filter: "singles" }), ["p1", "p2"]);
  assert.deepEqual(shown({ search: " LEE an" }), ["p0"]);
  assert.deepEqual(shown({ search: "zoe" }), ["p2"]);
  assert.deepEqual(shown({ search: "nobody" }), []);
  assert.deepEqual(FILTERS.map(({ name }) => name), ["all", "doubtful", "unnamed", "singles"]);
});

test("lists keep their order: new people come by size, new faces last", () => {
  const { people } = album([9, 2, 7, 5]);
  assert.deepEqual(stablePeople(["p1", "p0", "gone"], people), ["p2", "p3", "p1", "p0"]);
  assert.deepEqual(stablePeople(["p0"], people), ["p0", "p2", "p3", "p1"]);
  const faces = ["a", "b", "c", "d"].map((id) => ({ id }));
  const before = ["c", "gone", "a"].map((id) => ({ id })); // other objects with the same ids
  const after = stableFaces(before, faces);
  assert.deepEqual(ids(after), ["c", "a", "b", "d"]);
  assert.equal(after[0], faces[2]);
});

test("where faces and people may be dropped", () => {
  const { people, personById } = album([3, 2, 1]);
  const [first, second] = people;
  const faces = { faces: [first.faces[0]] };
  assert.ok(isAllowed(faces, "new", personById) && isAllowed(faces, "no-face", personById) && isAllowed(faces, "p1", personById));
  assert.ok(!isAllowed(faces, "p0", personById) && !isAllowed(faces, "gone", personById));
  assert.ok(isAllowed({ faces: [first.faces[0], second.faces[0]] }, "p0", personById)); // one of them is elsewhere
  const dragged = { people: [first] };
  assert.ok(isAllowed(dragged, "p1", personById));
  for (const target of ["p0", "new", "no-face"]) assert.ok(!isAllowed(dragged, target, personById));
  const log = [];
  const actions = { move: (...args) => log.push(["move", ...args]), merge: (...args) => log.push(["merge", ...args]), noFace: (...args) => log.push(["noFace", ...args]) };
  for (const target of ["new", "p1", "no-face"]) dropOn(faces, target, personById, actions);
  dropOn(dragged, "p1", personById, actions);
  assert.deepEqual(log, [["move", faces.faces, null], ["move", faces.faces, second], ["noFace", faces.faces], ["merge", [first], second]]);
});

test("drop targets: likely people, then named ones, then the largest, at most twelve", () => {
  const { people } = album([9, 8, 7, 1], { 3: "Zoë" });
  people[0].faces[0].doubt = { other: people[2] };
  assert.deepEqual(ids(targetPeople({ faces: [people[0].faces[0]] }, people)), ["p2", "p3", "p1"]);
  assert.deepEqual(ids(targetPeople({ people: [people[3]] }, people)), ["p0", "p1", "p2"]);
  assert.deepEqual(ids(targetPeople({ faces: [people[0].faces[1], people[1].faces[0]] }, people)), ["p3", "p0", "p1", "p2"]);
  const many = album(Array(20).fill(1)).people;
  assert.equal(targetPeople({ people: [many[0]] }, many).length, 12);
});

test("the picker: likely people first, a search by name, and a new person", () => {
  const { people } = album([9, 8, 7], { 1: "Ann", 2: "Joanna" });
  const texts = (typed, options = {}) => pickerRows(people, { without: new Set(), likely: [], hasNew: true, ...options }, typed).map(({ text }) => text);
  assert.deepEqual(texts(""), ["New person", "Ann", "Joanna", "Person 1"]);
  assert.deepEqual(texts("", { likely: [people[0]] }), ["Person 1", "New person", "Ann", "Joanna"]);
  assert.deepEqual(texts("an"), ["Ann", "Joanna", "New person “an”"]);
  assert.deepEqual(texts("ANN"), ["Ann", "Joanna"]); // that name is taken
  assert.deepEqual(texts("an", { hasNew: false, without: new Set([people[1]]) }), ["Joanna"]);
  assert.deepEqual(pickerRows(people, { without: new Set(), likely: [], hasNew: true }, "Zoë").at(-1).choice, { name: "Zoë" });
});

test("selecting: toggle, range, all; another kind starts over", () => {
  const selected = new SelectedIds();
  const items = ["a", "b", "c", "d"].map((id) => ({ id }));
  selected.toggle("face", "b");
  selected.extend("face", "d", items);
  assert.deepEqual([...selected.ids], ["b", "c", "d"]);
  selected.toggle("face", "c");
  assert.deepEqual([...selected.ids], ["b", "d"]);
  selected.extend("face", "a", items); // from where it was toggled last
  assert.deepEqual([...selected.ids].sort(), ["a", "b", "c", "d"]);
  selected.keepOnly((id) => id !== "a");
  assert.equal(selected.ids.size, 3);
  selected.extend("person", "p1", items); // no range over kinds
  assert.deepEqual([selected.kind, ...selected.ids], ["person", "p1"]);
  selected.addAll("face", items);
  assert.deepEqual([selected.kind, selected.ids.size], ["face", 4]);
});

test("arrow keys in a grid of two and a half rows", () => {
  const tiles = Array.from({ length: 8 }, (_, k) => {
    const [left, top] = [(k % 3) * 100, Math.floor(k / 3) * 100];
    return { getBoundingClientRect: () => ({ left, top, right: left + 90, bottom: top + 90 }) };
  });
  const to = (key, at) => indexAfter(key, tiles, at);
  assert.deepEqual([to("ArrowRight", 0), to("ArrowLeft", 1), to("Home", 5), to("End", 0)], [1, 0, 0, 7]);
  assert.deepEqual([to("ArrowDown", 1), to("ArrowUp", 5), to("ArrowDown", 5)], [4, 2, 7]); // the nearest of the last row
  for (const [key, at] of [["ArrowDown", 7], ["ArrowUp", 2], ["ArrowLeft", 0], ["a", 3]]) assert.equal(tiles[to(key, at)], undefined);
});

// Just enough of an element for a list.
class Row {
  constructor() {
    this.rows = [];
    this.parent = null;
  }
  get firstElementChild() {
    return this.rows[0] ?? null;
  }
  get nextElementSibling() {
    return this.parent.rows[this.parent.rows.indexOf(this) + 1] ?? null;
  }
  get isConnected() {
    return this.parent !== null;
  }
  setAttribute() {}
  contains(row) {
    return this.rows.includes(row);
  }
  insertBefore(row, place) {
    row.remove();
    row.parent = this;
    this.rows.splice(place ? this.rows.indexOf(place) : this.rows.length, 0, row);
  }
  append(...rows) {
    for (const row of rows) this.insertBefore(row, null);
  }
  before(...rows) {
    for (const row of rows) this.parent.insertBefore(row, this);
  }
  remove() {
    if (this.parent) this.parent.rows.splice(this.parent.rows.indexOf(this), 1);
    this.parent = null;
  }
  focus() {
    document.activeElement = this;
  }
}

test("a growing list: rows as needed, kept where their item stays, with the focus", () => {
  globalThis.document = { createElement: () => new Row(), activeElement: null };
  const element = new Row();
  const made = [];
  let near = null;
  let nGrown = 0;
  const list = new GrowingList(element, {
    step: 3,
    make: (item) => (made.push(item.id), Object.assign(new Row(), { id: item.id })),
    update: (row, item) => (row.text = item.text),
    grown: () => nGrown++,
    watchNear: (_element, call) => (near = call),
  });
  const items = (...names) => names.map((id) => ({ id, text: `item ${id}` }));
  const shown = () => element.rows.map((row) => row.id ?? "end");
  list.show(items("a", "b", "c", "d", "e", "f", "g"));
  assert.deepEqual(shown(), ["a", "b", "c", "end"]);
  near();
  assert.deepEqual(shown(), ["a", "b", "c", "d", "e", "f", "end"]);
  assert.equal(nGrown, 1);
  near();
  near(); // nothing more
  assert.deepEqual(shown(), ["a", "b", "c", "d", "e", "f", "g"]);
  const [first] = element.rows;
  first.focus();
  list.show([{ id: "c", text: "changed" }, ...items("a", "x")]);
  assert.deepEqual(shown(), ["c", "a", "x"]);
  assert.equal(element.rows[1], first);
  assert.equal(document.activeElement, first);
  assert.equal(element.rows[0].text, "changed");
  assert.deepEqual(made, ["a", "b", "c", "d", "e", "f", "g", "x"]); // each once
  list.show(items(..."abcdefghij"), { isReset: true });
  assert.deepEqual(shown(), ["a", "b", "c", "end"]);
  assert.equal(list.reveal("h").id, "h");
  assert.ok(shown().includes("h"));
  assert.equal(list.reveal("gone"), null);
});
