// The vectors as points of a plane, colored by group.

import { make } from "../../shared/dom.js";
import { isAbort, request } from "../../shared/requests.js";
import { plural } from "../../shared/text.js";
import { count } from "../numbers.js";
import { colorsOf, OTHER, PALETTE } from "./group_colors.js";
import { PictureCanvas, zoomButtons } from "./picture_canvas.js";
import { PointBitmap, pixelOf, sizeFor } from "./point_bitmap.js";
import { fitted, PointIndex } from "./point_index.js";

const SIDE = 1000; // of the picture
const REACH = 9; // screen pixels around a point
const REST_MS = 70; // without movement, before all points are drawn anew
const NAME_MS = 60;

export class MapView {
  /** @param {HTMLElement} element @param {any} api */
  constructor(element, api) {
    this.api = api;
    this.kind = "pca";
    this.shown = "";
    this.isShown = false;
    /** @type {{ places: Float32Array, colors: Uint32Array, order: Uint32Array } | null} */
    this.points = null;
    this.index = null;
    this.groups = new Int32Array(0); // of each thing
    this.largest = []; // groups of the legend
    this.chosen = -1; // the group that is shown alone
    this.isLasso = false;
    this.line = null; // of the lasso, in points of the picture
    this.bitmap = new PointBitmap();
    this.timer = 0;
    this.nameTimer = 0;
    this.asking = new AbortController();
    this.build(element);
  }

  build(element) {
    this.picture = new PictureCanvas(element, "Map of the vectors", {
      draw: (context, pixels) => this.draw(context, pixels),
      point: (x, y) => this.point(x, y),
      leave: () => this.stopAsking(),
      tap: (x, y) => this.tap(x, y),
      doubleTap: (x, y) => this.open(x, y),
      key: (event) => this.key(event),
      begin: (x, y, isShift) => this.begin(x, y, isShift),
      line: (samples) => this.extend(samples),
      lineEnd: (isKept) => this.endLine(isKept),
    });
    this.picture.viewport.setPicture(SIDE, SIDE);
    this.lasso = make("button", { type: "button", "aria-pressed": "false", title: "Draw around points to select them (L)" }, "Lasso");
    this.lasso.addEventListener("click", () => this.setLasso(!this.isLasso));
    this.kinds = make("div", { class: "map-kinds", role: "group", "aria-label": "Map", hidden: "" });
    for (const [kind, name] of [["pca", "PCA"], ["umap", "UMAP"]]) {
      const button = make("button", { type: "button", "data-kind": kind }, name);
      button.addEventListener("click", () => this.choose(kind));
      this.kinds.append(button);
    }
    this.legend = make("ul", { class: "map-legend", "aria-label": "The largest groups" });
    this.note = make("p", { class: "picture-note", role: "status" });
    element.classList.add("picture");
    this.picture.frame.append(zoomButtons(this.picture, this.lasso));
    element.append(make("div", { class: "picture-foot" }, this.kinds, this.legend, this.note));
  }

  async show(state) {
    this.isShown = true;
    this.state = state;
    this.kinds.hidden = !state.hasUmap;
    const shown = `${state.revision} ${this.api.bias()} ${this.kind}`;
    if (shown === this.shown) return void this.picture.resize();
    if (!this.points || this.shown.split(" ").at(-1) !== this.kind) await this.loadPlaces();
    await this.loadGroups();
    if (!this.isShown) return;
    this.shown = shown;
    this.describe();
    this.picture.resize();
  }

  hide() {
    this.isShown = false;
    this.stopAsking();
    this.picture.hideTip();
  }

  async choose(kind) {
    this.note.textContent = kind === "umap" ? "UMAP takes a moment …" : "";
    const before = this.kind;
    this.kind = kind;
    try {
      await this.show(this.state);
    } catch (error) {
      this.kind = before;
      this.note.textContent = error.message;
    }
  }

  async loadPlaces() {
    const response = await request(this.api.path(`map?kind=${this.kind}`));
    const places = fitted(new Float32Array(await response.arrayBuffer()), SIDE);
    this.index = new PointIndex(places, SIDE);
    this.points = { places, colors: new Uint32Array(places.length / 2), order: new Uint32Array(places.length / 2) };
    this.picture.fit();
  }

  async loadGroups() {
    const [labels, list] = await Promise.all([this.api.bytes("labels"), this.api.get(`groups?sort=-size&offset=0&limit=${PALETTE.length}`)]);
    this.groups = new Int32Array(labels);
    this.largest = list.rows;
    if (!this.largest.some((row) => row.group === this.chosen)) this.chosen = -1;
    this.color();
  }

  // The largest groups have a color of their own, and lie on top; a chosen one fades all others.
  color() {
    const { colors, order } = this.points;
    const palette = colorsOf(this.largest.map((row) => row.group));
    const isFaded = (group) => this.chosen >= 0 && group !== this.chosen;
    const known = new Map([...palette].map(([group, color]) => [group, pixelOf(color, isFaded(group) ? 50 : 255)]));
    const other = pixelOf(OTHER, this.chosen >= 0 ? 40 : 150);
    let [low, high] = [0, order.length];
    for (let i = order.length - 1; i >= 0; i -= 1) {
      const color = known.get(this.groups[i]);
      colors[i] = color ?? other;
      const isOnTop = color !== undefined && !isFaded(this.groups[i]);
      if (isOnTop) order[(high -= 1)] = i;
      else order[low++] = i;
    }
    this.bitmap.view = null;
    this.picture.redraw();
  }

  describe() {
    for (const button of this.kinds.children) button.setAttribute("aria-pressed", String(button.dataset.kind === this.kind));
    const palette = colorsOf(this.largest.map((row) => row.group));
    this.legend.replaceChildren(...this.largest.map((row) => this.legendItem(row, palette.get(row.group))));
    const what = this.kind === "pca" ? "The two directions in which the vectors differ most" : "UMAP: neighbors stay neighbors, distances mean little";
    const colored = this.largest.reduce((sum, row) => sum + row.size, 0);
    const gray = colored < this.groups.length ? ", gray ones in smaller groups" : "";
    this.note.textContent = `${what}; ${plural(this.groups.length, "thing")}${gray}.`;
    this.picture.canvas.setAttribute("aria-label", `Map of ${plural(this.groups.length, "vector")}, colored by group. Arrow keys pan, plus and minus zoom, Enter opens the group in the middle, L draws a lasso with the pointer.`);
  }

  legendItem(row, color) {
    const swatch = make("span", { class: "swatch" });
    swatch.style.setProperty("background", color);
    const button = make("button", { type: "button", "aria-pressed": String(row.group === this.chosen), title: "Show this group alone" }, swatch, make("span", { class: "name", dir: "auto" }, row.name), make("span", { class: "faint" }, count(row.size)));
    button.addEventListener("click", () => {
      this.chosen = this.chosen === row.group ? -1 : row.group;
      this.color();
      this.describe();
    });
    return make("li", {}, button);
  }

  // ---- drawing

  draw(context, pixels) {
    if (!this.points) return;
    const view = this.view(pixels);
    const { view: drawn } = this.bitmap;
    const isCurrent = drawn && Object.keys(view).every((name) => drawn[name] === view[name]);
    const isMoving = drawn && !isCurrent && drawn.width === view.width && drawn.height === view.height && this.points.order.length > 20_000;
    if (!isCurrent && !isMoving) this.bitmap.draw(this.points, view);
    clearTimeout(this.timer);
    if (isMoving) this.timer = setTimeout(() => this.drawAgain(pixels), REST_MS);
    this.bitmap.paste(context, view, pixels);
    if (this.line) this.drawLine(context);
  }

  drawAgain(pixels) {
    this.bitmap.draw(this.points, this.view(pixels));
    this.picture.redraw();
  }

  // Where the picture is, in pixels of the device.
  view(pixels) {
    const { left, top, scale } = this.picture.viewport;
    const { width, height } = this.picture.canvas;
    const zoom = scale / this.picture.viewport.fittingScale();
    return { left: left * pixels, top: top * pixels, scale: scale * pixels, width, height, size: sizeFor(this.points.order.length, zoom, pixels) };
  }

  drawLine(context) {
    context.beginPath();
    this.line.forEach(([x, y], i) => {
      const at = this.picture.viewport.toScreen([x - 0.5, y - 0.5]);
      if (i) context.lineTo(...at);
      else context.moveTo(...at);
    });
    context.closePath();
    context.fillStyle = this.picture.color("press");
    context.fill();
    context.lineWidth = 2;
    context.strokeStyle = this.picture.color("blue");
    context.stroke();
  }

  // ---- what is pointed at

  toPicture(x, y) {
    return this.picture.viewport.toPoint(x, y).map((value) => value + 0.5);
  }

  nearest(x, y) {
    return this.index?.nearest(...this.toPicture(x, y), REACH / this.picture.viewport.scale) ?? -1;
  }

  stopAsking() {
    clearTimeout(this.nameTimer);
    this.asking.abort();
  }

  point(x, y) {
    this.stopAsking();
    const thing = this.nearest(x, y);
    if (thing < 0) return void this.picture.hideTip();
    this.nameTimer = setTimeout(() => this.tell(x, y, thing), NAME_MS);
  }

  async tell(x, y, thing) {
    this.asking = new AbortController();
    try {
      const { things } = await this.api.get(`things?ids=${thing}`, { signal: this.asking.signal });
      const group = this.largest.find((row) => row.group === things[0].group);
      this.picture.showTip(x, y, things[0].name, `group ${group?.name ?? things[0].group}`, "Double-click opens the group");
    } catch (error) {
      if (!isAbort(error)) this.picture.hideTip();
    }
  }

  tap(x, y) {
    if (this.picture.isByKeys) return void this.open(x, y);
    this.point(x, y);
  }

  open(x, y) {
    const thing = this.nearest(x, y);
    if (thing >= 0) this.api.open(`#/group/${this.groups[thing]}`);
  }

  key(event) {
    if (event.key.toLowerCase() === "l") this.setLasso(!this.isLasso);
    else if (event.key === "Escape" && this.isLasso) this.setLasso(false);
    else return false;
    return true;
  }

  // ---- the lasso

  setLasso(isLasso) {
    this.isLasso = isLasso;
    this.lasso.setAttribute("aria-pressed", String(isLasso));
    this.picture.canvas.classList.toggle("drawing", isLasso);
  }

  begin(x, y, isShift) {
    if (!this.points || !(this.isLasso || isShift)) return false;
    this.picture.hideTip();
    this.line = [this.toPicture(x, y)];
    return true;
  }

  extend(samples) {
    this.line.push(...samples.map(([x, y]) => this.toPicture(x, y)));
    this.picture.redraw();
  }

  endLine(isKept) {
    const things = isKept ? this.index.inside(this.line) : [];
    this.line = null;
    this.picture.redraw();
    if (!isKept) return;
    this.setLasso(false);
    this.note.textContent = things.length ? `${plural(things.length, "thing")} selected.` : "There is nothing inside this line.";
    if (things.length) this.api.select(things);
  }
}
