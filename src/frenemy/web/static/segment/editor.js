// The editor of one tab: its history, the picture on the screen, and the last result.

import { clearErrors, showError } from "../shared/notices.js";
import { History } from "./document/history.js";
import { hasSameMarks, NO_MARKS } from "./document/kinds.js";
import { mergeOf } from "./document/merging.js";
import { isStrokeFile, readMarks } from "./document/stroke_files.js";
import { endProgress, showStage, startProgress } from "./progress.js";
import { Pictures } from "./solving/pictures.js";
import { Solving } from "./solving/solving.js";

export class Editor {
  // on: picture(picture, bitmap), result(result or null), changed()
  constructor(store, saved, on) {
    this.store = store;
    this.on = on;
    this.history = saved ? History.of(saved) : new History();
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
    return this.state !== null && this.shown !== null && hasSameMarks(this.shown.state, this.state);
  }

  get canRun() {
    return this.state !== null && !this.isFresh && !this.solving.isRunningFor(this.state);
  }

  change(next, what) {
    this.history.push(next, what);
    this.afterChange();
  }

  // Change the last step: it and this are one step of the history.
  adjust(next) {
    this.history.amend(next);
    this.afterChange();
  }

  // A line of the pen: { points, width, isJoin }.
  add(line) {
    this.change(this.withLine(line), line.isJoin ? "join" : "stroke");
  }

  // The change that one more stroke or join makes.
  withLine({ points, width, isJoin }) {
    const { strokes, joins, drawn = 0 } = this.state;
    return isJoin ? { joins: [...joins, points] } : { strokes: [...strokes, { points, width }], drawn: drawn + 1 };
  }

  merge(one, other) {
    this.change(mergeOf(this.state, this.result, one, other), "merge");
  }

  clear() {
    this.change({ ...NO_MARKS, drawn: 0 }, "clearing");
  }

  // Take the last step back, as if it had not been made.
  retract() {
    this.history.retract();
    this.afterChange();
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
        const marks = await readMarks(blob, this.picture, this.state.classes);
        clearErrors();
        this.change({ ...marks, drawn: 0 }, "strokes of a file");
        return;
      }
      const picture = await this.pictures.add(blob);
      if (mine !== this.nOpened) return;
      clearErrors();
      await this.showPicture(picture);
      const classes = this.state?.classes ?? []; // for all pictures of the tab
      this.change({ picture: picture.key, ...NO_MARKS, drawn: 0, classes }, "new picture");
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
      this.showSolvedAgain();
    } catch (error) {
      showError(error.message); // all stays saved
    }
    return true;
  }

  // Without auto-run, a reload shows the last result again, though newer strokes were not run.
  showSolvedAgain() {
    const { solved } = this.history;
    if (this.isAuto || this.shown || solved?.picture !== this.state.picture) return;
    this.solving.run(solved);
    this.on.changed();
  }

  afterChange() {
    if (this.picture !== this.onScreen) return; // still loading; called again when it is shown
    this.store.saveWork(this.history);
    const known = this.solving.resultOf(this.state);
    // A run for this state may have been started while the picture was loading; one that brings back the last result
    // after a reload ends as well.
    const isWanted = this.solving.isRunningFor(this.state) || (!this.isAuto && this.solving.isRunningFor(this.history.solved));
    if (known || !isWanted) this.solving.cancel();
    if (known) this.showResult(this.state, known);
    else if (this.isAuto && !isWanted) this.solving.run(this.state);
    this.on.changed();
  }

  // A result has arrived. Strokes may have undone merges: that belongs to the same step of the history.
  solved(state, result) {
    if (!hasSameMarks(state, this.state)) return this.solvedAgain(state, result);
    const isUndone = result.merges.length !== state.merges.length;
    if (isUndone || state.drawn) {
      this.history.amend({ merges: isUndone ? result.merges : state.merges, drawn: 0 });
    }
    this.solving.cache(this.state, result);
    this.showResult(this.state, result);
    this.on.changed();
  }

  // The result of an older state, after a reload.
  solvedAgain(state, result) {
    if (this.isAuto || state.picture !== this.state.picture) return;
    this.solving.cache(state, result);
    this.showResult(state, result);
    this.on.changed();
  }

  showResult(state, result) {
    if (this.result !== result) this.result?.release();
    this.shown = { state, result };
    if (this.history.solved !== state) {
      this.history.solved = state;
      this.store.saveWork(this.history);
    }
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
