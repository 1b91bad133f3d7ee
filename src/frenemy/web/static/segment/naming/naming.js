// Names and classes of objects: the form, the buttons and keys that give them.

import { showNote } from "../../shared/notices.js";
import { namedObject } from "../document/names.js";
import { showChips } from "./class_chips.js";
import { NameForm } from "./name_form.js";

export class Naming {
  constructor(editor, selection, viewport) {
    this.editor = editor;
    this.selection = selection;
    this.form = new NameForm(viewport, (words) => this.give(this.label, words, "naming"));
    this.point = null; // of the object whose form is open
  }

  // The label of the object whose form was opened, which may have changed since.
  get label() {
    return this.editor.result?.labelAt(...this.point) ?? -1;
  }

  // Open the form of an object.
  edit(label) {
    const { editor, selection } = this;
    const object = editor.result?.objects[label];
    if (!object) return;
    this.point = object.center;
    selection.focusOn(label);
    this.form.open(selection.looks[label], this.point, editor.state.classes);
  }

  editAt(x, y, type) {
    this.edit(this.selection.doubleTap(x, y, type));
  }

  // That of the object that is selected or under the pointer.
  editSelected() {
    if (this.selection.label >= 0) this.edit(this.selection.label);
    else showNote("Choose an object first: click it or point at it.");
  }

  // Give the object that is selected or under the pointer a class; the one that it has is taken away.
  giveClass(index) {
    const { editor, selection } = this;
    const { label } = selection;
    const chosen = editor.state?.classes[index];
    if (!chosen) return showNote(`There is no class ${index + 1} yet: L shows the classes.`);
    if (label < 0) return showNote("Choose an object first: click it or point at it.");
    const name = selection.looks[label]?.class === chosen.name ? "" : chosen.name;
    if (selection.id !== null) selection.focusOn(label);
    this.give(label, { class: name }, "class");
  }

  give(label, words, what) {
    const { editor } = this;
    const change = label >= 0 && editor.result ? namedObject(editor.state, editor.result, label, words) : null;
    if (change) editor.change(change, what);
  }

  // After names, classes or the selection have changed.
  show() {
    const { editor, selection } = this;
    const label = editor.result?.labelOfId.get(selection.id);
    showChips(editor.state?.classes ?? [], selection.looks[label]?.class, (index) => this.giveClass(index));
  }
}
