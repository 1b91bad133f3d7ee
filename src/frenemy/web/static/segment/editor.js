// The editor of one tab: its history, the picture on the screen, and the last result.

import { clearErrors, showError } from "../shared/notices.js";
import { History } from "./document/history.js";
import { isStrokeFile } from "./document/stroke_files.js";
import { readWork } from "./document/work_file.js";
import { endProgress, showStage, startProgress } from "./progress.js";
import { Pictures } from "./solving/pictures.js";
import { Solving } from "./solving/solving.js";

export class Editor {
  // on: picture(picture, bitmap), result(result or null), changed()
  constructor(store, saved, on) {
    this.store = store;
    this.on = on;
    this.history = saved ? new History(saved.past, saved.present, saved.future) : new History();
    this.isAuto = true;
    this.shown = null; // { state, result } on the screen, which may be older than the present state
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
        on.changed();
      },
      solved: (state, result) => this.solved(state, result),
      failed: (error) => showError(error.message),
    });
  }

  // The current state, or null before there is a picture.
  get state() {
    return this.history.present;
  }

  get result() {
    return this.shown?.result;
  }

  get picture() {
    return this.pictures.get(this.state.picture);
  }

  // Whether the result on the screen is that of the current state.
  get isFresh() {
    return this.state !== null && this.shown?.state === this.state;
  }

  get canRun() {
    return this.state !== null && !this.isFresh && !this.solving.isRunning;
  }

  change(next, what) {
    this.history.push(next, what);
    this.afterChange();
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
    this.on.changed();
  }

  // Whether the merges are final. Strokes drawn since the last solve may undo merges, so this solves first.
  async mergesAreKnown() {
    const { state } = this;
    if (state.drawn && state.merges.length && !this.isFresh) await this.solving.run(state);
    return !(this.state.drawn && this.state.merges.length) || this.isFresh;
  }

  /** @param {"undo" | "redo"} step */
  async travel(step) {
    const before = this.state;
    this.history[step]();
    if (this.state === before) return;
    try {
      if (this.picture !== this.onScreen) await this.showPicture(this.picture);
    } catch (error) {
      showError(error.message);
      this.history[step === "undo" ? "redo" : "undo"](); // the picture cannot be shown, so stay
      this.onScreen = this.picture;
    }
    this.afterChange();
  }

  // Open a picture from a file, the sample without one, or strokes for the current picture.
  async open(blob) {
    const mine = ++this.nOpened;
    try {
      if (this.state && isStrokeFile(blob)) {
        const { work } = await readWork(await blob.text(), blob.name, this.picture);
        clearErrors();
        this.change(work, "strokes of a file");
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

  // Continue with another history, as that of another picture; nothing is shown of one without a state.
  async switchTo(history) {
    const mine = ++this.nOpened;
    const picture = history.present && this.pictures.get(history.present.picture);
    if (picture) await this.pictures.show(picture); // until then, strokes belong to the picture on the screen
    if (mine !== this.nOpened) return;
    this.solving.cancel();
    this.history = history;
    if (picture) {
      await this.showPicture(picture);
      this.afterChange();
    } else {
      this.onScreen = this.shown = null;
      this.on.result(null);
      this.on.changed();
    }
  }

  // Continue with the saved work; false if there is none.
  async restore() {
    if (!this.state || !this.picture) {
      this.history = new History();
      return false;
    }
    try {
      await this.showPicture(this.picture);
      this.afterChange();
    } catch (error) {
      showError(error.message); // all stays saved
    }
    return true;
  }

  afterChange() {
    if (this.picture !== this.onScreen) return; // still loading; called again when it is shown
    this.store.saveWork(this.history);
    const known = this.solving.resultOf(this.state);
    // A run for this state may have been started while the picture was loading.
    if (known || (!this.isAuto && !this.solving.isRunningFor(this.state))) this.solving.cancel();
    if (known) this.showResult(known);
    else if (this.isAuto) this.solving.run(this.state);
    this.on.changed();
  }

  // A result has arrived. Strokes may have undone merges: that belongs to the same step of the history.
  solved(state, result) {
    if (state !== this.state) return;
    const isUndone = result.merges.length !== state.merges.length;
    if (isUndone || state.drawn) {
      this.history.amend({ merges: isUndone ? result.merges : state.merges, drawn: 0 });
      this.store.saveWork(this.history);
    }
    this.solving.cache(this.state, result);
    this.showResult(result);
    this.on.changed();
  }

  showResult(result) {
    if (this.result !== result) this.result?.release();
    this.shown = { state: this.state, result };
    this.on.result(result);
  }

  async showPicture(picture) {
    this.onScreen = picture;
    this.result?.release();
    this.shown = null;
    this.on.result(null);
    const bitmap = await this.pictures.show(picture);
    if (picture !== this.onScreen) return; // another one was opened meanwhile
    this.pictures.releaseOthers(picture);
    this.on.picture(picture, bitmap);
  }
}
