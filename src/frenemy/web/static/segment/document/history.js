// Undo and redo of everything: a history of immutable states.
//
// A state has the key of its picture, strokes, joins, merges, masks, names and classes of objects, the number of strokes
// drawn since the last solve (which may undo merges), and a label of the action that led to it.

import { NO_MARKS } from "./kinds.js";

/** @typedef {[number, number]} Point */
/** @typedef {{ points: Point[], width: number }} Stroke */
/** @typedef {import("./names.js").ObjectName} ObjectName */
/** @typedef {import("./classes.js").ObjectClass} ObjectClass */
/** @typedef {import("./masks.js").Mask} Mask */
/**
 * @typedef {{ picture: string, strokes: Stroke[], joins: Point[][], merges: [Point, Point][], masks: Mask[],
 *   names: ObjectName[], classes: ObjectClass[], drawn?: number, what?: string }} State
 */

const MAX_PAST = 300;

export class History {
  /** @param {State[]} past @param {State | null} present @param {State[]} future @param {State | null} solved */
  constructor(past = [], present = null, future = [], solved = null) {
    this.past = past;
    this.present = present;
    this.future = future;
    this.solved = solved; // the state whose result was shown last: the present one, or another if that was not run
  }

  // From a database. What older versions saved does not have all kinds of marks.
  static of({ past, present, future, solved = null }) {
    const missing = { ...NO_MARKS, classes: [] }; // the same for all states, which may have the same result
    const complete = (state) => state && Object.freeze({ ...missing, ...state });
    return new History(past.map(complete), complete(present), future.map(complete), complete(solved));
  }

  /** @param {Partial<State>} change @param {string} what */
  push(change, what) {
    const next = Object.freeze(/** @type {State} */ ({ ...this.present, ...change, what }));
    if (this.present) this.past = [...this.past, this.present].slice(-MAX_PAST);
    this.present = next;
    this.future = [];
  }

  // Change the present without a new step.
  amend(change) {
    this.present = Object.freeze(/** @type {State} */ ({ ...this.present, ...change }));
  }

  get canUndo() {
    return this.past.length > 0;
  }

  get canRedo() {
    return this.future.length > 0;
  }

  undo() {
    if (!this.canUndo) return;
    this.future = [this.present, ...this.future];
    this.present = this.past.at(-1);
    this.past = this.past.slice(0, -1);
  }

  // Undo without a redo, as if the step had not been made.
  retract() {
    if (!this.canUndo) return;
    this.undo();
    this.future = [];
  }

  redo() {
    if (!this.canRedo) return;
    this.past = [...this.past, this.present];
    this.present = this.future[0];
    this.future = this.future.slice(1);
  }

  // The keys of all pictures in the history.
  pictures() {
    return new Set([...this.past, this.present, ...this.future].filter(Boolean).map((state) => state.picture));
  }
}
