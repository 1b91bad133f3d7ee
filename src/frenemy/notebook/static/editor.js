// The editor of a notebook: what Python changes is a step of its history.

import { Editor as PageEditor } from "../../web/static/segment/editor.js";
import { allMarks } from "../../web/static/segment/document/kinds.js";
import { onDocuments } from "./host.js";

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

export class Editor extends PageEditor {
  constructor(store, saved, on) {
    super(store, saved, on);
    onDocuments((document) => {
      const marks = allMarks(document);
      if (isSame(allMarks(this.state), marks)) return;
      this.change({ ...marks, drawn: 0 }, "change in Python");
      this.run(); // without auto-run, too: Python has the result
    });
  }
}
