import assert from "node:assert/strict";
import { test } from "node:test";

import { Saver } from "../../../src/frenemy/web/static/segment/queue/saver.js";

const pause = (ms = 0) => new Promise((resolve) => setTimeout(resolve, ms));
const failure = (status, message = "no") => Object.assign(new Error(message), { status });

// A disk: what was sent, and answers to give.
function disk() {
  const sent = [];
  const statuses = [];
  const there = { fail: null, version: 0 };
  const saver = new Saver(
    async (text, base, isLeaving) => {
      sent.push([text, base, isLeaving]);
      await pause(2);
      if (there.fail) throw there.fail;
      return `v${++there.version}`;
    },
    (isAgain) => statuses.push(isAgain ? `${saver.status} again` : saver.status),
    10,
  );
  return { saver, sent, statuses, there };
}

test("only the newest of several edits is sent after the one in flight", async () => {
  const { saver, sent } = disk();
  saver.begin("0", "v0");
  const first = saver.save("a");
  for (const text of ["b", "c", "d"]) saver.save(text);
  assert.equal(saver.status, "saving");
  await first;
  assert.deepEqual(sent, [["a", "v0", false], ["d", "v1", false]]);
  assert.equal(saver.status, "saved");
  assert.equal(saver.version, "v2");
});

test("what is on the disk already is not sent", async () => {
  const { saver, sent } = disk();
  saver.begin("0", "");
  await saver.save("0");
  assert.deepEqual(sent, []);
  const saving = saver.save("a");
  saver.save("0"); // undone while the other is under way: the disk gets both
  await saving;
  assert.deepEqual(sent.map(([text]) => text), ["a", "0"]);
});

test("a full disk is tried again until there is room, and shown once", async () => {
  const { saver, sent, statuses, there } = disk();
  saver.begin("0", "");
  there.fail = failure(507, "full");
  await saver.save("a");
  assert.equal(saver.status, "failed");
  assert.equal(saver.isSaved, false);
  await pause(40);
  assert.ok(sent.length >= 2);
  assert.ok(statuses.includes("failed again"));
  there.fail = null;
  await pause(40);
  assert.equal(saver.status, "saved");
  const n = sent.length;
  await pause(30);
  assert.equal(sent.length, n);
});

test("an edit after a failure is sent at once, and undoing it needs no request", async () => {
  const { saver, sent, there } = disk();
  saver.retryMs = 1e6;
  saver.begin("0", "");
  there.fail = failure(0);
  await saver.save("a");
  there.fail = null;
  await saver.save("b");
  assert.equal(sent.at(-1)[0], "b");
  there.fail = failure(0);
  await saver.save("c");
  assert.equal(saver.status, "failed");
  saver.save("b");
  assert.equal(saver.status, "saved");
  clearTimeout(saver.timer);
});

test("after a conflict nothing is sent before the person chooses", async () => {
  const { saver, sent, there } = disk();
  saver.begin("0", "v0");
  there.fail = failure(409, "changed");
  await saver.save("mine");
  await saver.save("mine 2");
  await saver.flush(false);
  saver.leave();
  assert.equal(saver.status, "conflict");
  assert.equal(sent.length, 1);
  there.fail = null;
  await saver.keepMine("theirs");
  assert.deepEqual(sent.at(-1), ["mine 2", "theirs", false]);
  assert.equal(saver.status, "saved");

  there.fail = failure(409, "changed");
  await saver.save("mine 3");
  saver.begin("theirs", "v9");
  assert.equal(saver.status, "saved");
  there.fail = null;
  await saver.save("mine 4");
  assert.deepEqual(sent.at(-1), ["mine 4", "v9", false]);
});

test("keeping mine writes even what was saved here before", async () => {
  const { saver, sent, there } = disk();
  saver.begin("0", "v0");
  there.fail = failure(409);
  await saver.save("a");
  there.fail = null;
  saver.save("0"); // undone, but the disk has something else
  assert.equal(saver.status, "conflict");
  await saver.keepMine("v5");
  assert.deepEqual(sent.at(-1), ["0", "v5", false]);
});

test("a page that is closed sends what is not saved once more", async () => {
  const { saver, sent } = disk();
  saver.begin("0", "v0");
  saver.leave();
  assert.deepEqual(sent, []);
  const saving = saver.save("a");
  saver.leave();
  assert.deepEqual(sent, [["a", "v0", false], ["a", "v0", true]]);
  await saving;
});
