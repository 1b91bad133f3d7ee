// Solve requests: one at a time, the newest wins; results are cached for undo.

import { isAbort, requestWithProgress } from "../../shared/requests.js";
import { allMarks, hasSameMarks, marksOfObjects } from "../document/kinds.js";
import { Result } from "./result.js";

const MAX_CACHED_BYTES = 200e6;
const MAX_RETRIES = 3;

// What the objects depend on.
export const documentOf = (state) => JSON.stringify({ ...marksOfObjects(state), drawn: state.drawn ?? 0 });

// The same with names and classes, for exports.
export const namedDocumentOf = (state) => JSON.stringify({ ...allMarks(state), drawn: state.drawn ?? 0 });

export class Solving {
  // on: started(), stage(name, done), finished(), solved(state, result), failed(error)
  constructor(pictures, on) {
    this.pictures = pictures;
    this.on = on;
    this.results = new Map(); // state -> result, the most recently used last
    /** @type {AbortController | null} */
    this.running = null;
    this.requested = null; // the state of the current or last request
  }

  get isRunning() {
    return this.running !== null;
  }

  isRunningFor(state) {
    return this.isRunning && state !== null && hasSameMarks(this.requested, state);
  }

  // What is sent to the server.
  bodyOf(state) {
    return documentOf(state);
  }

  resultOf(state) {
    const key = this.keyOf(state);
    const result = this.results.get(key);
    if (result) this.cache(key, result);
    return result;
  }

  async run(state, nRetries = MAX_RETRIES) {
    this.cancel();
    const controller = new AbortController();
    this.running = controller;
    this.requested = state;
    this.on.started();
    try {
      const picture = this.pictures.get(state.picture);
      const { result, payload } = await this.pictures.withSession(
        picture,
        (path) =>
          requestWithProgress(`${path}/solve`, {
            body: this.bodyOf(state),
            signal: controller.signal,
            onStage: (stage, done) => this.running === controller && this.on.stage(stage, done),
          }),
        controller.signal,
      );
      if (this.running !== controller) return;
      this.running = null;
      this.on.finished();
      this.on.solved(state, new Result(result, payload));
    } catch (error) {
      if (this.running !== controller) return;
      this.running = null;
      this.on.finished();
      // An older request, aborted here, may reach the server after this one and cancel it.
      if (isAbort(error) && nRetries > 0) return this.run(state, nRetries - 1);
      if (!isAbort(error)) this.on.failed(error);
    }
  }

  // Closes the connection, which cancels the job on the server.
  cancel() {
    const controller = this.running;
    this.running = null;
    controller?.abort();
    if (controller) this.on.finished();
  }

  // The state with the same marks that has a result, if there is one.
  keyOf(state) {
    return [...this.results.keys()].find((one) => hasSameMarks(one, state)) ?? state;
  }

  cache(state, result) {
    this.results.delete(this.keyOf(state));
    this.results.set(state, result);
    let nBytes = 0;
    for (const one of this.results.values()) nBytes += one.nBytes;
    for (const [old, one] of this.results) {
      if (nBytes <= MAX_CACHED_BYTES || old === state) break;
      nBytes -= one.nBytes;
      this.results.delete(old);
    }
  }
}
