// The work of this tab: its history, the picture on the screen, and the last answer.

import { clearErrors, showError } from "../shared/notices.js";
import { History } from "./history.js";
import { Pictures } from "./pictures.js";
import { endProgress, showStage, startProgress } from "./progress.js";
import { Solving } from "./solving.js";
import { holdsStrokes, readStrokes } from "./stroke_files.js";

export class Work {
  // tell: picture(picture, bitmap), result(result or null), changed()
  constructor(store, saved, tell) {
    this.store = store;
    this.tell = tell;
    this.history = saved ? new History(saved.past, saved.present, saved.future) : new History();
    this.isAuto = true;
    this.shown = null; // { state, result }: what is on the screen, which may be older than the history's present
    this.onScreen = null; // the picture
    this.nOpened = 0;
    this.pictures = new Pictures(store, saved?.pictures);
    this.solving = new Solving(this.pictures, {
      started() {
        clearErrors();
        startProgress();
      },
      stage: showStage,
      finished: () => {
        endProgress();
        tell.changed();
      },
      solved: (state, result) => this.solved(state, result),
      failed: (error) => showError(error.message),
    });
  }

  // What is drawn, or null before there is a picture.
  get state() {
    return this.history.present;
  }

  get result() {
    return this.shown?.result;
  }

  get picture() {
    return this.pictures.get(this.state.picture);
  }

  // Whether the answer on the screen is that to what is drawn.
  get isFresh() {
    return this.state !== null && this.shown?.state === this.state;
  }

  get canRun() {
    return this.state !== null && !this.isFresh && !this.solving.isRunning;
  }

  change(next, what) {
    this.history.push(next, what);
    this.afterChange(this.isAuto);
  }

  add(points, width) {
    const { strokes, drawn = 0 } = this.state;
    this.change({ strokes: [...strokes, { points, width }], drawn: drawn + 1 }, "stroke");
  }

  merge(one, other) {
    this.change({ merges: [...this.state.merges, [one, other]], drawn: 0 }, "merge");
  }

  clear() {
    this.change({ strokes: [], merges: [], drawn: 0 }, "clearing");
  }

  run() {
    if (!this.canRun) return;
    this.solving.run(this.state);
    this.tell.changed();
  }

  // Whether the merges are those that hold: while newer strokes may take some back, the answer is asked for first.
  async mergesAreKnown() {
    const { state } = this;
    if (state.drawn && state.merges.length && !this.isFresh) await this.solving.run(state);
    return !(this.state.drawn && this.state.merges.length) || this.isFresh;
  }

  // "undo" or "redo"
  async travel(step) {
    const before = this.state;
    this.history[step]();
    if (this.state === before) return;
    try {
      if (this.picture !== this.onScreen) await this.showPicture(this.picture);
    } catch (error) {
      showError(error.message);
      this.history[step === "undo" ? "redo" : "undo"](); // it cannot be shown, so stay
      this.onScreen = this.picture;
    }
    this.afterChange(this.isAuto);
  }

  // Another picture from a file, or the sample without one; or strokes for this picture.
  async open(blob) {
    const mine = ++this.nOpened;
    try {
      if (this.state && holdsStrokes(blob)) {
        const strokes = await readStrokes(blob, this.picture);
        clearErrors();
        this.change({ strokes, merges: [], drawn: 0 }, "strokes of a file");
        return;
      }
      const picture = await this.pictures.add(blob);
      if (mine !== this.nOpened) return;
      clearErrors();
      await this.showPicture(picture);
      this.change({ picture: picture.key, strokes: [], merges: [], drawn: 0 }, "new picture");
      this.pictures.keepOnly(this.history.pictures());
    } catch (error) {
      if (mine === this.nOpened) showError(error.message);
    }
  }

  // Go on with what was saved; false if there is nothing.
  async restore() {
    if (!this.state || !this.picture) {
      this.history = new History();
      return false;
    }
    try {
      await this.showPicture(this.picture);
      this.afterChange(this.isAuto);
    } catch (error) {
      showError(error.message); // and all stays saved, for another time
    }
    return true;
  }

  afterChange(isToRun) {
    if (this.picture !== this.onScreen) return; // on its way; who shows it does this again
    this.store.saveWork(this.history);
    const known = this.solving.resultOf(this.state);
    // Enter may have come while the picture was on its way.
    if (known || (!isToRun && !this.solving.isRunningFor(this.state))) this.solving.cancel();
    if (known) this.showResult(known);
    else if (isToRun) this.solving.run(this.state);
    this.tell.changed();
  }

  // An answer. Strokes may have taken merges back; then that is what the person did.
  solved(state, result) {
    if (state !== this.state) return;
    const isTakenBack = result.merges.length !== state.merges.length;
    if (isTakenBack || state.drawn) {
      this.history.amend({ merges: isTakenBack ? result.merges : state.merges, drawn: 0 });
      this.store.saveWork(this.history);
    }
    this.solving.keep(this.state, result);
    this.showResult(result);
    this.tell.changed();
  }

  showResult(result) {
    if (this.result !== result) this.result?.release();
    this.shown = { state: this.state, result };
    this.tell.result(result);
  }

  async showPicture(picture) {
    this.onScreen = picture;
    this.result?.release();
    this.shown = null;
    this.tell.result(null);
    const bitmap = await this.pictures.show(picture);
    if (picture !== this.onScreen) return; // another one was asked for meanwhile
    this.pictures.hideAllBut(picture);
    this.tell.picture(picture, bitmap);
  }
}
