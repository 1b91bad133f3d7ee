// The tools of the pen, with their buttons and the width of the brush.

import { byId } from "../shared/dom.js";
import { isPaintTool } from "./canvas/paint.js";
import { JOIN_WIDTH } from "./canvas/painter.js";
import { saveSettings } from "./settings.js";

/** @typedef {import("./canvas/pen.js").Tool} Tool */

const MAX_WIDTH = 128; // picture pixels
const USUAL_PIXELS = 160_000; // of a small picture

/** @type {Record<Tool, { says: string, button?: string, hint?: { object: string, nothing: string } }>} */
const TOOLS = {
  stroke: { says: "Lines separate objects" },
  join: { says: "Lines join objects", button: "join" },
  brush: {
    says: "The brush adds to an object",
    button: "brush-tool",
    hint: { object: "paint adds to it", nothing: "Begin inside an object and paint over its border" },
  },
  eraser: {
    says: "The eraser takes from an object",
    button: "eraser-tool",
    hint: { object: "erase what does not belong to it", nothing: "Begin inside an object and erase what does not belong to it" },
  },
};

export class Tools {
  // taken(text): called when another tool is taken, with what to tell screen readers
  constructor({ pen, paint, painter, viewport, selection }, settings, taken) {
    this.pen = pen;
    this.paint = paint;
    this.painter = painter;
    this.viewport = viewport;
    this.selection = selection;
    this.settings = settings;
    this.taken = taken;
  }

  get isPainting() {
    return isPaintTool(this.pen.tool);
  }

  /** @param {Tool} tool */
  take(tool) {
    this.pen.tool = tool;
    this.paint.isNew = false;
    for (const [name, { button }] of Object.entries(TOOLS)) {
      if (button) byId(button).setAttribute("aria-pressed", String(name === tool));
    }
    this.selection.setHint(TOOLS[tool].hint ?? null);
    this.showBrush();
    this.taken(TOOLS[tool].says);
  }

  // The tool, or strokes again if it is in hand.
  toggle(tool) {
    this.take(this.pen.tool === tool ? "stroke" : tool);
  }

  // Whether the brush makes a new object.
  toggleNew() {
    this.paint.isNew = !this.paint.isNew;
    this.showPaintButtons();
  }

  showPaintButtons() {
    byId("new-object").hidden = this.pen.tool !== "brush";
    byId("new-object").setAttribute("aria-pressed", String(this.paint.isNew));
    byId("clear-paint").hidden = !this.paint.hasPaint(this.selection.id);
  }

  // ---- width, in picture pixels

  get brushWidth() {
    return Math.max(1, Math.round(this.settings[this.setting] * this.pixelRatio));
  }

  // Of the line that the pen draws.
  get penWidth() {
    return this.pen.tool === "join" ? JOIN_WIDTH / this.viewport.scale : this.brushWidth;
  }

  setWidth(width) {
    this.settings[this.setting] = Math.min(Math.max(Math.round(width), 1), MAX_WIDTH) / this.pixelRatio;
    saveSettings(this.settings);
    this.showBrush();
  }

  thinner() {
    this.setWidth(Math.min(this.brushWidth - 1, this.brushWidth / 1.25));
  }

  thicker() {
    this.setWidth(Math.max(this.brushWidth + 1, this.brushWidth * 1.25));
  }

  showBrush() {
    const { painter, brushWidth: width } = this;
    byId("brush").value = Math.log2(width);
    byId("brush-value").textContent = `${width} px`;
    byId("brush").setAttribute("aria-valuetext", `${width} pixels`);
    if (painter.scene.brush) painter.set({ brush: { ...painter.scene.brush, width: this.penWidth } });
  }

  // Lines and paint have widths of their own.
  get setting() {
    return this.isPainting ? "paint" : "brush";
  }

  // The setting is for a small picture; on a larger one the same brush has more pixels.
  get pixelRatio() {
    const { width, height } = this.viewport.picture;
    return Math.max(1, Math.sqrt((width * height) / USUAL_PIXELS));
  }
}
