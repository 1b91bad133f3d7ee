// Asking the server what the strokes mean: one question at a time, the newest wins, answers are kept for undo.

import { askTold, isCancel } from "../shared/wire.js";
import { Result } from "./result.js";

const MOST_KEPT_BYTES = 200e6;
const MOST_AGAIN = 3;

export const documentOf = ({ strokes, merges, drawn = 0 }) => JSON.stringify({ strokes, merges, drawn });

export class Solving {
  // tell: started(), stage(name, done), finished(), solved(state, result), failed(error)
  constructor(pictures, tell) {
    this.pictures = pictures;
    this.tell = tell;
    this.results = new Map(); // state -> result, the one used last at the end
    this.running = null;
    this.asked = null; // the state that is being run, or was last
  }

  get isRunning() {
    return this.running !== null;
  }

  isRunningFor(state) {
    return this.isRunning && this.asked === state;
  }

  resultOf(state) {
    const result = this.results.get(state);
    if (result) this.keep(state, result);
    return result;
  }

  async run(state, again = MOST_AGAIN) {
    this.cancel();
    const controller = new AbortController();
    this.running = controller;
    this.asked = state;
    this.tell.started();
    try {
      const picture = this.pictures.get(state.picture);
      const { result, payload } = await this.pictures.withSession(
        picture,
        (path) =>
          askTold(`${path}/solve`, {
            body: documentOf(state),
            signal: controller.signal,
            onStage: (stage, done) => this.running === controller && this.tell.stage(stage, done),
          }),
        controller.signal,
      );
      if (this.running !== controller) return;
      this.running = null;
      this.tell.finished();
      this.tell.solved(state, new Result(result, payload));
    } catch (error) {
      if (this.running !== controller) return;
      this.running = null;
      this.tell.finished();
      // An older question, given up here, may reach the server after this one and call it off.
      if (isCancel(error) && again > 0) return this.run(state, again - 1);
      if (!isCancel(error)) this.tell.failed(error);
    }
  }

  // The connection is closed, which the server takes as a word to stop.
  cancel() {
    const controller = this.running;
    this.running = null;
    controller?.abort();
    if (controller) this.tell.finished();
  }

  keep(state, result) {
    this.results.delete(state);
    this.results.set(state, result);
    let nBytes = 0;
    for (const one of this.results.values()) nBytes += one.nBytes;
    for (const [old, one] of this.results) {
      if (nBytes <= MOST_KEPT_BYTES || old === state) break;
      nBytes -= one.nBytes;
      this.results.delete(old);
    }
  }
}
