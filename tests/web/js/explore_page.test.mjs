import assert from "node:assert/strict";
import { test } from "node:test";

import { newsText, placeOf } from "../../../src/frenemy/web/static/explore/clustering/changes.js";
import { differ } from "../../../src/frenemy/web/static/explore/comparison.js";
import { splitText } from "../../../src/frenemy/web/static/explore/group/group_panel.js";
import { originText } from "../../../src/frenemy/web/static/explore/group/origin_text.js";
import { changedList, listQuery, readList } from "../../../src/frenemy/web/static/explore/groups/filters.js";
import { isAvailable, KEYS } from "../../../src/frenemy/web/static/explore/keys.js";
import { joiningText, nats, short, signed } from "../../../src/frenemy/web/static/explore/numbers.js";
import { factsOf } from "../../../src/frenemy/web/static/explore/overview/facts.js";
import { hashOf, readRoute, tabOf } from "../../../src/frenemy/web/static/explore/routes.js";
import { actionOf } from "../../../src/frenemy/web/static/shared/key_table.js";

test("addresses of views, and wrong ones", () => {
  for (const [view, ids] of [["groups", []], ["group", [12]], ["why", []], ["why", [3, 5]], ["questions", []], ["matrix", []]]) {
    const route = readRoute(hashOf(view, ids));
    assert.deepEqual([route.view, route.ids], [view, ids]);
  }
  assert.equal(readRoute(hashOf("groups", [], { q: "ann & bob", sort: "" })).query.get("q"), "ann & bob");
  assert.equal(hashOf("groups", [], { q: "", sort: "name" }), "#/groups?sort=name");
  for (const wrong of ["", "#", "#/nothing", "#/group", "#/group/x", "#/group/-1", "#/why/1/2/3", "#/groups/4", "#/group/1.5"]) {
    assert.equal(readRoute(wrong).view, "groups", wrong);
  }
  assert.equal(tabOf("group"), "groups");
  assert.equal(tabOf("map"), "map");
});

test("search, filter and order in the address", () => {
  assert.deepEqual(readList(new URLSearchParams("filter=mixed&sort=name&q=x")), { filter: "mixed", sort: "name", q: "x" });
  assert.deepEqual(readList(new URLSearchParams("filter=nonsense&sort=-nonsense")), { filter: "all", sort: "-size", q: "" });
  assert.deepEqual(listQuery({ filter: "all", sort: "-size", q: "" }), { filter: "", sort: "", q: "" });
});

test("doubtful groups begin with the most doubtful one, unless another order was chosen", () => {
  const all = readList(new URLSearchParams());
  const doubtful = changedList(all, { filter: "doubtful" });
  assert.deepEqual(doubtful, { filter: "doubtful", sort: "doubt", q: "" });
  assert.deepEqual(listQuery(doubtful), { filter: "doubtful", sort: "", q: "" });
  assert.deepEqual(readList(new URLSearchParams("filter=doubtful")), doubtful);
  assert.deepEqual(changedList(doubtful, { filter: "all" }), all);
  assert.equal(changedList({ ...all, sort: "name" }, { filter: "doubtful" }).sort, "name");
  const largest = changedList(doubtful, { sort: "-size" });
  assert.deepEqual(listQuery(largest), { filter: "doubtful", sort: "-size", q: "" });
  assert.equal(changedList(largest, { q: "ann" }).sort, "-size");
});

test("numbers have three digits, and none is a dash", () => {
  assert.equal(short(0.123456), "0.123");
  assert.equal(short(12345.6), "12,346");
  assert.equal(short(null), "–");
  assert.equal(signed(0.5), "+0.5");
  assert.equal(signed(-2), "-2");
  assert.equal(nats(1.5), "1.5 nats");
});

test("what a change has done, and where to see it", () => {
  const news = { what: "join groups", moved: [1], nMoved: 1, groups: [4], focus: 4, seconds: 0 };
  assert.equal(newsText("join", news), "Groups joined · 1 thing moved");
  assert.equal(newsText("move", news), "1 thing moved"); // the same word twice would say no more
  assert.equal(newsText("undo", { ...news, nMoved: 0 }), "Undone: join groups · nothing moved");
  assert.equal(placeOf(news), "#/group/4");
  assert.equal(placeOf({ ...news, groups: [4, 5] }, null), "#/groups?filter=changed");
  assert.equal(placeOf({ ...news, groups: [4, 5] }, { title: "labels.csv" }), "#/groups?filter=corrected");
});

test("where a group was before, in words", () => {
  const whole = { name: "#4", size: 12, nThings: 12 };
  const part = { name: "#9", size: 8, nThings: 3 };
  const none = { groups: [], nGroups: 0, nNew: 0, nGone: 0 };
  assert.equal(originText({ ...none, nNew: 3 }), "all new");
  assert.equal(originText({ ...none, groups: [whole], nGroups: 1 }), "unchanged, was #4");
  assert.equal(originText({ ...none, groups: [whole], nGroups: 1, nNew: 1 }), "was #4; 1 new");
  assert.equal(originText({ ...none, groups: [part], nGroups: 1 }), "was 3 of 8 of #9");
  assert.equal(originText({ ...none, groups: [part], nGroups: 1, nGone: 5 }), "was 3 of 8 of #9; 5 gone");
  assert.equal(originText({ ...none, groups: [whole, part], nGroups: 2, nNew: 1 }), "was 2 groups: all 12 of #4, 3 of 8 of #9; 1 new");
  assert.equal(originText({ ...none, groups: [whole, part], nGroups: 9 }), "was 9 groups: all 12 of #4, 3 of 8 of #9, and 7 others");
});

test("a split in words", () => {
  const link = { u: 4, v: 7, uName: "ann", vName: "bob", weight: 0.5 };
  assert.equal(splitText(6, { cost: 0.5, isExact: true, nSide: 3, link }), "Cutting off 3 things of 6 costs 0.5 nats. The strongest pair between them: ann – bob (+0.5).");
  assert.equal(splitText(6, { cost: 0.5, isExact: false, nSide: 1, link: null }), "Cutting off 1 thing of 6 costs at most 0.5 nats.");
  assert.match(splitText(6, { cost: 0.5, isExact: true, nSide: 1, side: [7], link }), /^Cutting off bob costs 0.5 nats\./);
  assert.equal(splitText(1, null), "It is alone.");
  assert.equal(splitText(3, null), "No way to split it is known.");
});

test("what joining costs, in words", () => {
  assert.equal(joiningText(2.5), "joining costs 2.5 nats");
  assert.equal(joiningText(0), "joining is free");
  assert.equal(joiningText(null), "must stay apart");
});

test("a missing value says nothing", () => {
  assert.ok(differ("a", "b"));
  assert.ok(!differ("a", "a") && !differ(null, "a") && !differ("a", null));
});

test("facts leave out what is empty", () => {
  const state = { kind: "pairs", valuesNote: "", nPairs: 10, missing: -1, nSingles: 2, doubt: 1.5, energy: -3, gapText: "proved optimal", status: "OPTIMAL", seconds: 0.5 };
  const facts = new Map(factsOf(state));
  assert.ok(!facts.has("Numbers"));
  assert.equal(facts.get("Pairs"), "10 with a weight of their own; all others -1");
  assert.equal(facts.get("Doubtful"), "costs less than 1.5 nats to change");
  assert.equal(facts.get("How good"), "Proved optimal.");
  assert.equal(new Map(factsOf({ ...state, status: "ROUND_LIMIT" })).get("Ended"), "After as many rounds as allowed");
  assert.equal(new Map(factsOf({ ...state, status: "NEW_ONE" })).get("Ended"), "new_one");
});

test("keys mean what the shown view makes of them", () => {
  const event = (key, more = {}) => ({ key, code: "", target: { matches: () => false, closest: () => null }, getModifierState: () => false, ...more });
  const action = (view, pressed) => actionOf(KEYS, pressed, isAvailable(() => view));
  assert.equal(action("questions", event("s")), "skip");
  assert.equal(action("group", event("s")), "together");
  assert.equal(action("groups", event("s")), null);
  assert.equal(action("groups", event("y")), null);
  assert.equal(action("groups", event("ArrowDown")), null);
  assert.equal(action("groups", event("ArrowDown", { target: { matches: (selector) => selector === "body" } })), "rows");
  assert.equal(action("groups", event("z")), "undo");
  assert.equal(action("groups", event("z", { ctrlKey: true, shiftKey: true })), "redo");
  assert.equal(action("why", event("d")), "apart");
  assert.equal(action("group", event("3")), "tab");
  assert.equal(action(null, event("3")), null);
  assert.equal(action(null, event("?")), "help");
  assert.equal(action("group", event(" ", { code: "Space" })), null); // only on a member
});
