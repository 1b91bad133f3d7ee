// What was done, so that all of it can be undone: a line of states, each a value that is never changed.
//
// A state is { picture, strokes, merges, drawn, what }: the picture by its key; strokes { points, width }; merges
// [[x, y], [x, y]]; how many of the last strokes are newer than the merges and may yet take some back, as no answer has
// come since; and what was done to get here, in words.

const MOST = 300;

export class History {
  constructor(past = [], present = null, future = []) {
    this.past = past;
    this.present = present;
    this.future = future;
  }

  push(change, what) {
    const next = Object.freeze({ ...this.present, ...change, what });
    if (this.present) this.past = [...this.past, this.present].slice(-MOST);
    this.present = next;
    this.future = [];
  }

  // Correct the present: no step of its own.
  amend(change) {
    this.present = Object.freeze({ ...this.present, ...change });
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

  redo() {
    if (!this.canRedo) return;
    this.past = [...this.past, this.present];
    this.present = this.future[0];
    this.future = this.future.slice(1);
  }

  // The pictures some state still needs.
  pictures() {
    return new Set([...this.past, this.present, ...this.future].filter(Boolean).map((state) => state.picture));
  }
}
