// Hovering and selection: objects to merge or to name; strokes, joins and merges to erase.

import { byId } from "../../shared/dom.js";
import { hideTip, showTip } from "./hover_tip.js";
import { markAt, rounded, without } from "../document/marks.js";
import { isMovable } from "../document/moving.js";
import { percentage } from "../object_list.js";

export const TITLES = { stroke: "Stroke", join: "Join", merge: "Merge" };

export class Selection {
  // shown(): called after the selection was shown
  constructor(editor, painter, viewport, objects, shown = () => {}) {
    this.shown = shown;
    this.editor = editor;
    this.painter = painter;
    this.viewport = viewport;
    this.objects = objects;
    /** @type {import("../object_looks.js").Look[]} */ this.looks = []; // of the objects
    this.id = null; // of the selected object
    this.point = null; // where it was selected
    this.isMerging = false; // whether the next object that is chosen is merged with it
    this.hoveredLabel = -1;
    this.beforeTaps = [null, null]; // the states before the last two taps
    this.mark = null;
    this.hoveredMark = null;
  }

  // After another result, or none, is shown.
  update(result) {
    if (!result?.labelOfId.has(this.id)) this.id = null;
    hideTip();
    this.hoveredLabel = -1;
    this.painter.set({ hoveredLabel: null });
    this.show();
  }

  // After marks have changed: the selected ones may no longer exist.
  forgetMarks() {
    this.mark = this.hoveredMark = null;
    this.painter.set({ hoveredMark: null });
    this.show();
  }

  // The label of the object that is selected or under the pointer, or -1.
  get label() {
    return this.editor.result?.labelOfId.get(this.id) ?? this.hoveredLabel;
  }

  // What the object is called.
  titleOf(label) {
    return this.looks[label]?.title ?? `Object ${this.editor.result.objects[label].id}`;
  }

  // Select an object to work on it: the next one that is chosen is not merged with it.
  focusOn(label) {
    this.mark = null;
    this.id = this.editor.result.objects[label].id;
    this.isMerging = false;
    this.show();
  }

  clear() {
    this.id = this.mark = null;
    this.show();
  }

  show() {
    const { editor, painter, objects, id, mark } = this;
    const label = editor.result?.labelOfId.get(id) ?? null;
    painter.set({ selectedMark: mark, selectedLabel: label });
    objects.mark(id);
    byId("selection").hidden = mark === null && id === null;
    byId("erase").hidden = mark === null;
    byId("rename").hidden = byId("class-chips").hidden = label === null;
    if (mark) byId("selection-text").textContent = isMovable(mark) ? `Drag the ${mark.kind} or an end` : `This ${mark.kind} is selected`;
    else if (label !== null) byId("selection-text").textContent = this.description(label);
    this.shown();
  }

  description(label) {
    const title = this.titleOf(label);
    if (this.isMerging) return `${title}: choose another to merge it with`;
    const className = this.looks[label]?.class;
    return className ? `${title} · ${className}` : title;
  }

  // An object: the first of two, or the second, which merges them.
  choose(label, point) {
    const object = this.editor.result?.objects[label];
    if (!object) return;
    this.mark = null;
    if (this.id === null || (!this.isMerging && this.id !== object.id)) {
      this.id = object.id;
      this.point = point;
      this.isMerging = true;
    } else if (this.id === object.id) {
      this.id = null;
    } else {
      this.id = null;
      this.editor.merge(this.point, point);
    }
    this.show();
  }

  tap(x, y, type) {
    this.noteTap();
    const point = this.viewport.toPoint(x, y);
    const mark = this.markAt(point, type);
    if (mark || this.mark) this.clear();
    if (mark) {
      this.mark = mark;
      this.show();
      return;
    }
    const label = this.editor.result?.labelAt(...point) ?? -1;
    if (label >= 0) this.choose(label, rounded(point));
    else this.clear();
  }

  // An object in the list.
  tapInList(label) {
    this.noteTap();
    this.choose(label, this.editor.result.objects[label].center);
  }

  // The second tap of two: the label of the object there, to name it, or -1.
  doubleTap(x, y, type) {
    const point = this.viewport.toPoint(x, y);
    this.separateAgain(); // first: the line of the merge ends at this point
    if (this.markAt(point, type)) return -1;
    return this.editor.result?.labelAt(...point) ?? -1;
  }

  doubleTapInList(id) {
    this.separateAgain();
    return this.editor.result?.labelOfId.get(id) ?? -1;
  }

  noteTap() {
    this.beforeTaps = [this.beforeTaps[1], this.editor.state];
  }

  // What one of the last two taps has merged was not meant: they were a double tap.
  separateAgain() {
    const { state, history } = this.editor;
    if (state?.what === "merge" && history.past.at(-1) === this.beforeTaps[0]) this.editor.retract();
  }

  eraseAt(x, y, type) {
    this.erase(this.markAt(this.viewport.toPoint(x, y), type));
  }

  erase(mark = this.mark ?? this.hoveredMark) {
    if (!mark) return;
    this.clear();
    this.editor.change(without(this.editor.state, mark), `erasing a ${mark.kind}`);
  }

  hover(x, y, type, width) {
    const point = this.viewport.toPoint(x, y);
    const { result } = this.editor;
    this.hoveredMark = this.markAt(point, type);
    const label = result && !this.hoveredMark ? result.labelAt(...point) : -1;
    this.hoveredLabel = label;
    this.painter.set({ hoveredMark: this.hoveredMark, hoveredLabel: label, brush: { x, y, width } });
    const { kind, index } = this.hoveredMark ?? {};
    if (this.mark && this.mark.kind === kind && this.mark.index === index) {
      hideTip(); // what can be done is said above the picture, and a tip would cover the ends
    } else if (this.hoveredMark) {
      showTip(x, y, TITLES[kind], "click selects, right-click erases", this.viewport.screen);
    } else if (label >= 0) {
      const object = result.objects[label];
      const what = `${object.area.toLocaleString("en")} px, ${percentage(object, result)}`;
      const className = this.looks[label]?.class;
      showTip(x, y, this.titleOf(label), className ? `${className} · ${what}` : what, this.viewport.screen);
    } else {
      hideTip();
    }
  }

  leave() {
    this.hoveredMark = null;
    this.hoveredLabel = -1;
    hideTip();
    this.painter.set({ hoveredLabel: null, hoveredMark: null, brush: null });
  }

  markAt(point, type) {
    const reach = (type === "touch" ? 14 : 6) / this.viewport.scale;
    return this.editor.state && markAt(this.editor.state, point, reach);
  }
}
