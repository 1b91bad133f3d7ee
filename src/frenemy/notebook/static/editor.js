// The editor of a notebook: what Python changes is a step of its history.

import { Editor as PageEditor } from "../../web/static/segment/editor.js";
import { onDocuments } from "./host.js";

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

export class Editor extends PageEditor {
  constructor(store, saved, on) {
    super(store, saved, on);
    onDocuments(({ strokes, merges, names, classes }) => {
      const { state } = this;
      const shown = [state.strokes, state.merges, state.names, state.classes];
      if (isSame(shown, [strokes, merges, names, classes])) return;
      this.change({ strokes, merges, names, classes, drawn: 0 }, "change in Python");
      this.run(); // without auto-run, too: Python has the result
    });
  }
}
