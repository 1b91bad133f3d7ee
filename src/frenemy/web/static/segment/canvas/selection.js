// Hovering and selection: objects to merge; strokes and merges to erase.

import { byId } from "../../shared/dom.js";
import { hideTip, showTip } from "./hover_tip.js";
import { markAt, rounded, without } from "../document/marks.js";
import { percentage } from "../object_list.js";

export class Selection {
  constructor(editor, painter, viewport, objects) {
    this.editor = editor;
    this.painter = painter;
    this.viewport = viewport;
    this.objects = objects;
    this.id = null; // of the first of two objects to merge
    this.point = null; // where it was selected
    this.mark = null;
    this.hoveredMark = null;
  }

  // After another result, or none, is shown.
  update(result) {
    if (!result?.labelOfId.has(this.id)) this.id = null;
    hideTip();
    this.painter.set({ hoveredLabel: null });
    this.show();
  }

  // After marks have changed: the selected ones may no longer exist.
  forgetMarks() {
    this.mark = this.hoveredMark = null;
    this.painter.set({ hoveredMark: null });
    this.show();
  }

  clear() {
    this.id = this.mark = null;
    this.show();
  }

  show() {
    const { editor, painter, objects, id, mark } = this;
    painter.set({ selectedMark: mark, selectedLabel: editor.result?.labelOfId.get(id) ?? null });
    objects.mark(id);
    byId("selection").hidden = mark === null && id === null;
    byId("erase").hidden = mark === null;
    if (mark) byId("selection-text").textContent = `This ${mark.kind} is selected`;
    else if (id !== null) byId("selection-text").textContent = `Object ${id}: choose another to merge it with`;
  }

  // An object: the first of two, or the second, which merges them.
  choose(label, point) {
    const object = this.editor.result?.objects[label];
    if (!object) return;
    this.mark = null;
    if (this.id === null) {
      this.id = object.id;
      this.point = point;
    } else if (this.id === object.id) {
      this.id = null;
    } else {
      this.id = null;
      this.editor.merge(this.point, point);
    }
    this.show();
  }

  tap(x, y, type) {
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
    this.painter.set({ hoveredMark: this.hoveredMark, hoveredLabel: label, brush: { x, y, width } });
    if (this.hoveredMark) {
      const name = this.hoveredMark.kind === "stroke" ? "Stroke" : "Merge";
      showTip(x, y, name, "right-click erases", this.viewport.screen);
    } else if (label >= 0) {
      const object = result.objects[label];
      const what = `${object.area.toLocaleString("en")} px, ${percentage(object, result)}`;
      showTip(x, y, `Object ${object.id}`, what, this.viewport.screen);
    } else {
      hideTip();
    }
  }

  leave() {
    this.hoveredMark = null;
    hideTip();
    this.painter.set({ hoveredLabel: null, hoveredMark: null, brush: null });
  }

  markAt(point, type) {
    const reach = (type === "touch" ? 14 : 6) / this.viewport.scale;
    return this.editor.state && markAt(this.editor.state, point, reach);
  }
}
