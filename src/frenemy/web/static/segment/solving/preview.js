// Where borders would go: the segmentation with the stroke or join that is being drawn or moved, while the pointer rests or
// moves slowly. One request at a time, beside the history and the results of the page, of which nothing changes.

import { requestWithProgress } from "../../shared/requests.js";
import { borderChange } from "./border_change.js";
import { Result } from "./result.js";
import { documentOf } from "./solving.js";

const LOOK_MS = 150; // how often the pointer is looked at
const MAX_WAY = 24; // screen pixels that a slow pointer moves between two looks, and while a request is answered
const MAX_SECONDS = 1; // pictures that take longer to solve get no preview
const GIVE_UP_MS = 2000; // with the way to the server and back, beside whatever else it does

/** @typedef {import("../document/history.js").State} State */

export class Preview {
  // isOn(): whether the user wants it; show(change): lines of `borderChange`, or null
  constructor(editor, isOn, show) {
    this.editor = editor;
    this.isOn = isOn;
    this.show = show;
    /** @type {[number, number] | null} */ this.at = null; // where the pointer is
    /** @type {() => State} */ this.next = null; // the state that it would lead to
    this.timer = null;
    /** @type {{ controller: AbortController, at: [number, number] } | null} */ this.asked = null;
    /** @type {[number, number] | null} */ this.shownAt = null; // where the pointer was when what is shown was asked for
    this.seconds = Infinity; // of the last solve of this picture that is known
    this.known = new WeakSet(); // results whose seconds are known
  }

  // A result is on the screen, or none.
  note(result) {
    if (!result) this.seconds = Infinity;
    else if (!this.known.has(result)) this.seconds = result.seconds;
    if (result) this.known.add(result);
    this.cancel(); // what was shown is not compared with this result
    this.put(null);
    if (this.at) this.wait();
  }

  // Whether a preview can be had: there is a result to compare with, and it took no longer than a moment.
  get isPossible() {
    return this.isOn() && this.editor.isFresh && !this.editor.solving.isRunning && this.seconds <= MAX_SECONDS;
  }

  // The pointer is at a place of the screen; next() is the state that it would lead to if it ended here.
  follow(x, y, next) {
    this.at = [x, y];
    this.next = next;
    if (this.asked && distance(this.at, this.asked.at) > MAX_WAY) this.cancel();
    if (this.shownAt && distance(this.at, this.shownAt) > 2 * MAX_WAY) this.put(null); // no longer true
    this.wait();
  }

  // The stroke is finished, or nothing comes of it.
  end() {
    this.cancel();
    clearTimeout(this.timer);
    this.at = this.next = this.timer = null;
    this.put(null);
  }

  wait() {
    const { at } = this;
    this.timer ??= setTimeout(() => this.look(at), LOOK_MS);
  }

  look(before) {
    this.timer = null;
    if (distance(this.at, before) > MAX_WAY || this.asked || !this.editor.isFresh) this.wait();
    else this.ask();
  }

  async ask() {
    const { result } = this.editor;
    if (!this.isPossible) return;
    const asked = { controller: new AbortController(), at: this.at };
    this.asked = asked;
    const limit = setTimeout(() => this.asked === asked && this.giveUp(), GIVE_UP_MS);
    try {
      const found = await this.request(this.next(), asked.controller.signal);
      if (this.asked !== asked) return;
      this.asked = null;
      if (this.editor.result === result) this.put(borderChange(result, found), asked.at);
    } catch {
      if (this.asked === asked) this.asked = null; // no preview is no error: the stroke itself will tell
    } finally {
      clearTimeout(limit);
    }
  }

  async request(state, signal) {
    const { session } = this.editor.pictures.get(state.picture);
    const path = `/segment/sessions/${session}/preview`;
    const { result, payload } = await requestWithProgress(path, { body: documentOf(state), signal, onStage() {} });
    return new Result(result, payload);
  }

  // Too slow, until a solve is quicker.
  giveUp() {
    this.seconds = Infinity;
    this.cancel();
  }

  // Closes the connection, which cancels the job on the server.
  cancel() {
    const { asked } = this;
    this.asked = null;
    asked?.controller.abort();
  }

  put(change, at = null) {
    if (change || this.shownAt) this.show(change);
    this.shownAt = at;
  }
}

const distance = ([a, b], [c, d]) => Math.hypot(a - c, b - d);
