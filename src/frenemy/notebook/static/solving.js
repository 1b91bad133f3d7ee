// Solves in a notebook: one at a time, as the kernel does one thing after the other.

import { documentOf, namedDocumentOf, Solving as PageSolving } from "../../web/static/segment/solving/solving.js";

export { documentOf, namedDocumentOf };

// Python is asked for every state, also after undo or a new name: it has to know which one is shown. It finds known
// ones at once.
export class Solving extends PageSolving {
  /** @override */
  bodyOf(state) {
    return namedDocumentOf(state);
  }

  /** @override */
  resultOf(_state) {
    return undefined;
  }

  /** @override */
  isRunningFor(state) {
    return this.isRunning && this.requested === state;
  }
}
