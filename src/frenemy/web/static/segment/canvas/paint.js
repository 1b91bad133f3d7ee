// The brush and the eraser: which object they are about, and what comes of the pixels under them.

import { showNote } from "../../shared/notices.js";
import { brushed, maskOf } from "../document/masks.js";
import { rounded } from "../document/marks.js";

/** @typedef {import("../document/masks.js").Mask} Mask */
/** @typedef {{ kind: Mask["kind"], at: Mask["at"], color: number[] }} Layer what is painted, and in which color */

const NEW_COLOR = [255, 225, 74];
const ERASED_COLOR = [255, 255, 255];

export const isPaintTool = (tool) => tool === "brush" || tool === "eraser";

export class Paint {
  constructor(editor, viewport, selection) {
    this.editor = editor;
    this.viewport = viewport;
    this.selection = selection;
    this.isNew = false; // whether the brush makes a new object
    /** @type {Mask | null} */ this.newest = null; // of a new object that is not known yet
  }

  /**
   * What is painted from this point on: to the selected object, else to that at the point. Null without any.
   * @returns {Layer | null}
   */
  layer([x, y], kind, isNew = false) {
    const { result } = this.editor;
    const label = this.selection.selectedLabel ?? result?.labelAt(x, y) ?? -1;
    if (kind === "brush" && (isNew || this.isNew)) return { kind, at: null, color: NEW_COLOR };
    if (label < 0) return null;
    const [cx, cy] = result.objects[label].center; // far from the border, so that later strokes rarely change its object
    return { kind, at: [cx, cy], color: kind === "brush" ? this.selection.looks[label].color : ERASED_COLOR };
  }

  // The brush is up: its line is { points, width, layer }.
  add({ points, width, layer }) {
    const { editor } = this;
    const { picture } = this.viewport;
    const patch = brushed(points, width, picture);
    if (!patch) return;
    if (layer.kind === "eraser" && editor.result?.objects.length === 1) {
      return showNote("There is no other object to take the erased pixels. Paint or draw one first.");
    }
    const mask = Object.freeze(maskOf(layer.kind, layer.at, patch, picture));
    if (!mask.at) [this.newest, this.isNew] = [mask, false];
    editor.change({ masks: [...editor.state.masks, mask] }, layer.kind === "brush" ? "paint" : "erasing pixels");
    this.selection.show();
  }

  // A press without a move: chooses an object, or paints or erases one spot of the size of the brush.
  tap(x, y, kind, width) {
    const { selection, editor } = this;
    const point = rounded(this.viewport.toPoint(x, y));
    const label = editor.result?.labelAt(...point) ?? -1;
    const selected = selection.selectedLabel;
    const isSpot = kind === "brush" ? this.isNew || (selected !== null && label !== selected) : label === selected;
    if (label < 0) return;
    if (isSpot) this.add({ points: [point], width, layer: this.layer(point, kind) });
    else selection.toggle(label);
  }

  // After a result is shown: a new object is selected, so that the brush goes on with it.
  update(result) {
    const id = this.newest && result ? this.idOf(this.newest) : null;
    if (id === null) return;
    this.newest = null;
    this.selection.focusOn(result.labelOfId.get(id));
  }

  // The id of the object that a mask is about, in the result on the screen, or null.
  idOf(mask) {
    const { shown } = this.editor;
    return shown?.result.maskIds[shown.state.masks.indexOf(mask)] ?? null;
  }

  hasPaint(id) {
    return id !== null && (this.editor.state?.masks ?? []).some((mask) => this.idOf(mask) === id);
  }

  // Take away all that was painted and erased of an object.
  clear(id) {
    const { masks } = this.editor.state;
    const left = masks.filter((mask) => this.idOf(mask) !== id);
    if (left.length < masks.length) this.editor.change({ masks: left }, "clearing paint");
  }

  // Take away what was painted or erased last, of the selected object if there is one.
  removeLast() {
    const { masks } = this.editor.state ?? { masks: [] };
    const { id } = this.selection;
    const last = masks.findLastIndex((mask) => id === null || this.idOf(mask) === id);
    if (last >= 0) this.editor.change({ masks: masks.toSpliced(last, 1) }, "removing paint");
  }

  // Masks that the result on the screen does not have yet, with their colors.
  waiting() {
    const { state, shown } = this.editor;
    const known = new Set(shown?.state.masks ?? []);
    const masks = shown && shown.state.picture === state?.picture ? state.masks.filter((mask) => !known.has(mask)) : [];
    return masks.map((mask) => ({ mask, color: this.colorOf(mask) }));
  }

  colorOf({ kind, at }) {
    if (kind === "eraser") return ERASED_COLOR;
    const label = at && this.editor.result.labelAt(at[0], at[1]);
    return this.selection.looks[label]?.color ?? NEW_COLOR;
  }
}
