// Solves in a notebook: one at a time, as the kernel does one thing after the other.

import { documentOf, Solving as PageSolving } from "../../web/static/segment/solving/solving.js";

export { documentOf };

export class Solving extends PageSolving {
  /**
   * Python is asked for every state, also after undo: it has to know which one is shown. It finds known ones at once.
   * @override
   */
  resultOf(_state) {
    return undefined;
  }
}
