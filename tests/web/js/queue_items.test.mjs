import assert from "node:assert/strict";
import { test } from "node:test";

import { Items } from "../../../src/frenemy/web/static/segment/queue/items.js";
import { workNames } from "../../../src/frenemy/web/static/segment/queue/work_names.js";

const row = (id, state = "new", problem = "", stamp = "1") => ({ id, name: `${id}.png`, state, problem, stamp });

function queue(...rows) {
  const items = new Items();
  items.update(rows);
  return items;
}

test("next and previous end at the ends", () => {
  const items = queue(row("a"), row("b"));
  items.current = items.byId("a");
  assert.equal(items.at(-1), null);
  assert.equal(items.at(1).id, "b");
  items.current = items.byId("b");
  assert.equal(items.at(1), null);
  assert.equal(items.position, 1);
});

test("the next to do is after the current one, then from the start, and can be read", () => {
  const items = queue(row("a"), row("b", "done"), row("c", "begun"), row("d", "new", "damaged"), row("e", "done"));
  items.current = items.byId("a");
  assert.equal(items.nextToDo().id, "c");
  items.current = items.byId("c");
  assert.equal(items.nextToDo().id, "a");
  items.byId("a").state = "done";
  assert.equal(items.nextToDo(), null);
  assert.equal(items.nDone, 3);
});

test("it begins where the tab was, else at the first to do, else at the first", () => {
  assert.equal(queue(row("a", "done"), row("b")).first("a").id, "a");
  assert.equal(queue(row("a", "done"), row("b")).first("gone").id, "b");
  assert.equal(queue(row("a", "done")).first(null).id, "a");
  assert.equal(queue().first(null), null);
});

test("a new listing keeps what was opened here, and what is shown or unsaved stays", () => {
  const items = queue(row("a"), row("b"), row("c"), row("d"));
  const [a, b, c] = items.all;
  Object.assign(a, { history: {}, state: "done" }); // newer than the listing
  items.current = b;
  c.saver = { isSaved: false };
  items.update([row("new"), row("a", "begun")]);
  assert.deepEqual(items.all.map(({ id }) => id), ["new", "a", "b", "c"]);
  assert.equal(items.byId("a"), a);
  assert.equal(a.state, "done");
  assert.match(b.problem, /not there any more/);
  items.update([row("b"), row("c")]);
  assert.equal(b.problem, ""); // it is back
  assert.deepEqual(items.all, [b, c]);
});

test("what was found out about a file holds until the file changes", () => {
  const items = queue(row("a"));
  items.all[0].problem = "damaged";
  items.update([row("a")]);
  assert.equal(items.all[0].problem, "damaged");
  items.update([row("a", "new", "", "2")]);
  assert.equal(items.all[0].problem, "");
});

test("the work on a dropped picture has its name, with or without the extension", () => {
  assert.deepEqual(workNames("a.b.jpg"), ["a.b.jpg.strokes.json", "a.b.strokes.json"]);
});
