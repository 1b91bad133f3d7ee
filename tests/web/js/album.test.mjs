import assert from "node:assert/strict";
import { test } from "node:test";

import { readFaces, readPeople, runOf } from "../../../src/frenemy/web/static/faces/album/album_data.js";
import { doubtTexts, joined, sideEffects } from "../../../src/frenemy/web/static/faces/album/change_text.js";
import { displayName, nameKey, searchKey, suggestedNames } from "../../../src/frenemy/web/static/faces/album/names.js";
import { doubtQuestions, questionsOf } from "../../../src/frenemy/web/static/faces/album/question_list.js";

const TABLE = {
  photos: [["a", "day/a.jpg", 320, 240, 1], ["b", "day/b.jpg", 320, 240, 2]],
  faces: [["a-0", 0, [0, 0, 9, 9]], ["a-1", 0, [20, 0, 29, 9]], ["b-0", 1, [0, 0, 9, 9]], ["b-1", 1, [1, 1, 2, 2]]],
};
const STATE = {
  people: [
    { id: "p1", number: 1, name: "Ann", faces: [2, 0] },
    { id: "p2", number: 2, name: null, faces: [1] },
  ],
  doubtful: [[1, 0], [0, 1]],
  questions: [
    { kind: "join", people: [0, 1], faces: [1] },
    { kind: "split", people: [0], faces: [0] },
    { kind: "face", people: [0], faces: [0] },
    { kind: "face", people: [0, 1], faces: [1] },
  ],
};

test("faces, photos, people and doubts are linked; a removed face has no person", () => {
  const { photos, faces, byId } = readFaces(TABLE);
  const { people, personById, doubts } = readPeople(STATE, faces);
  assert.deepEqual(photos.map((photo) => photo.faces.map((face) => face.id)), [["a-0", "a-1"], ["b-0", "b-1"]]);
  assert.equal(photos[1].nFiles, 2);
  assert.deepEqual(people[0].faces.map((face) => face.id), ["b-0", "a-0"]); // most typical first
  assert.equal(byId.get("a-1").person, personById.get("p2"));
  assert.equal(byId.get("b-1").person, null);
  assert.deepEqual(people.map((person) => person.nDoubtful), [1, 1]);
  assert.equal(byId.get("a-1").doubt, doubts[0]);
  assert.equal(doubts[0].other, people[0]);
  const next = readPeople({ people: [{ id: "p1", number: 1, name: null, faces: [0, 1, 2, 3] }], doubtful: [], questions: [] }, faces);
  assert.ok(faces.every((face) => face.person === next.people[0] && face.doubt === null)); // nothing old remains
  assert.equal(runOf("0badf00d-12"), "0badf00d");
});

test("a question for each doubtful face: of its person, or of the next best if it is alone", () => {
  const { faces } = readFaces(TABLE);
  const { people, doubts } = readPeople(STATE, faces);
  const questions = doubtQuestions(doubts, new Set());
  assert.deepEqual(questions.map(({ face, about, other }) => [face.id, about, other]), [
    ["a-1", people[0], null],
    ["a-0", people[0], people[1]],
  ]);
  const left = doubtQuestions(doubts, new Set([questions[0].key]));
  assert.deepEqual(left.map(({ face }) => face.id), ["a-0"]);
  assert.deepEqual(doubtQuestions([{ face: faces[1], other: null }], new Set()), []); // alone, and nobody else
});

test("questions of the server: two people or one, the same or not, and single faces", () => {
  const { faces } = readFaces(TABLE);
  const { people, asked } = readPeople(STATE, faces);
  const [join, split, own, alone] = questionsOf(asked, new Set());
  assert.deepEqual([join.kind, join.about, join.other], ["join", people[0], people[1]]);
  assert.deepEqual([split.side, split.rest], [[faces[0]], [faces[2]]]);
  assert.deepEqual([own.face, own.about, own.other], [faces[0], people[0], people[1]]); // the other is who it could be
  assert.deepEqual([alone.face, alone.about, alone.other], [faces[1], people[0], null]);
  assert.ok(people[0].mayBeTwo && !people[1].mayBeTwo);
  assert.deepEqual(questionsOf(asked, new Set([split.key, own.key])).map(({ kind }) => kind), ["join", "face"]);
  assert.deepEqual(doubtTexts({ doubts: [], asked }), ["1 person may be two", "1 pair may be the same person"]);
  assert.deepEqual(doubtTexts({ doubts: [1, 2], asked: [] }), ["2 doubtful faces"]);
});

test("names: in sentences, in searches and compared", () => {
  assert.equal(displayName({ name: null, number: 3 }), "Person 3");
  assert.equal(displayName({ name: "Ann", number: 3 }), "Ann");
  assert.equal(displayName({ name: "אבי כהן", number: 3 }), "\u2068אבי כהן\u2069");
  assert.equal(searchKey("  ZOË "), "zoe");
  assert.equal(nameKey("Zoe\u0308\n  Smith"), nameKey("ZOË SMITH"));
  assert.equal(nameKey("straße"), nameKey("STRASSE"));
  assert.equal(nameKey("\u202eAnn\u202c"), nameKey("ann"));
  assert.notEqual(nameKey("Zoe"), nameKey("Zoë"));
});

test("suggested names: those that start with the text first, not the text itself", () => {
  const people = ["Joann", "Ann", "Bob", null, "Anna", "Ann"].map((name) => ({ name }));
  assert.deepEqual(suggestedNames(people, "an"), ["Ann", "Anna", "Joann"]);
  assert.deepEqual(suggestedNames(people, "Ann"), ["Anna", "Joann"]);
  assert.deepEqual(suggestedNames(people, "  "), []);
  assert.deepEqual(suggestedNames([{ name: "Zoë" }], "zoe"), ["Zoë"]);
});

test("side effects of a change in words", () => {
  assert.equal(sideEffects({}, { do: "same" }), "");
  const news = { nMoved: 1, dropped: ["same", "apart"], isRebased: true };
  assert.equal(sideEffects(news, { do: "move" }), "1 other face moved · 2 older corrections dropped · applied on top of changes from another tab");
  assert.equal(sideEffects({ nMoved: 1200 }, { do: "undo" }), "1,200 faces moved");
  assert.equal(joined("Yes", "", undefined, "7 people"), "Yes · 7 people");
});
