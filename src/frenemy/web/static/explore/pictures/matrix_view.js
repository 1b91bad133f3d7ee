// The matrix of all weights, things of a group side by side: a good clustering has blue blocks along the diagonal.

import { make } from "../../shared/dom.js";
import { isAbort } from "../../shared/requests.js";
import { plural } from "../../shared/text.js";
import { count, signed } from "../numbers.js";
import { PictureCanvas, zoomButtons } from "./picture_canvas.js";
import { coveredBy, levelFor, TILE, tilesIn } from "./tile_grid.js";
import { TileImages } from "./tile_images.js";

const MIN_LINE = 14; // screen pixels: a smaller group has no line across the matrix
const MIN_BLOCK = 4; // and a smaller one no frame
const CELL = 4; // screen pixels: from this size on, a click means one pair
const REST_MS = 60; // the pointer rests before the server is asked
const N_NAMED = 20; // groups in the text

export class MatrixView {
  /** @param {HTMLElement} element @param {any} api */
  constructor(element, api) {
    this.api = api;
    this.matrix = null; // { n, maxZoom, ends, groups, scale }
    this.shown = ""; // the revision and bias of the tiles
    this.isShown = false;
    this.asking = new AbortController();
    this.timer = 0;
    this.picture = new PictureCanvas(element, "The matrix of all weights", {
      draw: (context, pixels) => this.draw(context, pixels),
      point: (x, y) => this.point(x, y),
      leave: () => this.stopAsking(),
      tap: (x, y) => this.tap(x, y),
      doubleTap: (x, y) => this.picture.zoom(x, y, 2.5),
    });
    this.tiles = new TileImages(
      (key) => api.path(`tiles/${key}.png?revision=${encodeURIComponent(this.revision)}`),
      () => this.picture.redraw(),
    );
    this.legend = make("span", { class: "picture-scale" });
    this.note = make("p", { class: "picture-note" });
    this.text = make("ul", {});
    const fold = make("details", { class: "picture-text" }, make("summary", {}, "As text"), this.text);
    element.classList.add("picture");
    this.picture.frame.append(zoomButtons(this.picture));
    element.append(make("div", { class: "picture-foot" }, this.legend, this.note, fold));
  }

  async show(state) {
    this.isShown = true;
    const shown = `${state.revision} ${this.api.bias()}`;
    if (shown === this.shown && this.matrix) return void this.picture.resize();
    const matrix = await this.api.get("matrix");
    if (!this.isShown) return;
    this.shown = shown;
    this.revision = state.revision;
    this.tiles.clear();
    const isNew = this.matrix?.n !== matrix.n;
    this.matrix = matrix;
    if (isNew) this.picture.viewport.setPicture(Math.max(matrix.n, 1), Math.max(matrix.n, 1));
    this.describe(state);
    this.picture.resize();
  }

  hide() {
    this.isShown = false;
    this.stopAsking();
    this.picture.hideTip();
  }

  describe(state) {
    const { n, scale, groups, ends } = this.matrix;
    const sizes = ends.map((end, i) => end - (ends[i - 1] ?? 0));
    this.picture.canvas.setAttribute(
      "aria-label",
      `The matrix of ${plural(state.nPairs, "pair")} between ${plural(n, "thing")}, in ${plural(state.nGroups, "group")}. Arrow keys pan, plus and minus zoom, Enter opens what is in the middle.`,
    );
    this.legend.replaceChildren(
      make("span", {}, signed(-scale)),
      make("span", { class: "picture-ramp", role: "img", "aria-label": `Colors from ${signed(-scale)}, which repels, to ${signed(scale)}, which attracts` }),
      make("span", {}, signed(scale)),
    );
    this.text.replaceChildren(
      make("li", {}, `${plural(n, "thing")}, the largest group first; ${plural(state.nPairs, "pair")} listed.`),
      ...groups.slice(0, N_NAMED).map((group, i) => {
        const from = ends[i] - sizes[i];
        return make("li", {}, make("a", { href: `#/group/${group}` }, `Group ${group}`), `: ${plural(sizes[i], "thing")}, rows ${count(from + 1)} to ${count(ends[i])}`);
      }),
    );
    if (groups.length > N_NAMED) this.text.append(make("li", {}, `and ${plural(state.nGroups - N_NAMED, "smaller group")}.`));
  }

  // ---- drawing

  draw(context, pixels) {
    if (!this.matrix) return;
    const { viewport } = this.picture;
    const { n, maxZoom } = this.matrix;
    const { left, top, scale, screen } = viewport;
    context.fillStyle = this.picture.color("raised");
    context.fillRect(left, top, n * scale, n * scale);
    const z = levelFor(scale * pixels, n, maxZoom);
    const seen = { left: -left / scale, right: (screen.width - left) / scale, top: -top / scale, bottom: (screen.height - top) / scale };
    const tiles = tilesIn(z, n, seen);
    const side = (n * scale) / 2 ** z; // of a tile on the screen
    context.imageSmoothingEnabled = side * pixels < TILE;
    for (const tile of tiles) {
      const found = coveredBy(tile, (key) => this.tiles.has(key));
      if (!found) continue;
      // Whole pixels of the device, so that tiles meet without a seam.
      const snap = (value) => Math.round(value * pixels) / pixels;
      const [x0, y0, x1, y1] = [left + tile.x * side, top + tile.y * side, left + (tile.x + 1) * side, top + (tile.y + 1) * side].map(snap);
      context.drawImage(this.tiles.get(found.key), found.left, found.top, found.part, found.part, x0, y0, x1 - x0, y1 - y0);
    }
    this.tiles.want(z ? [{ z: 0, x: 0, y: 0 }, ...tiles] : tiles);
    this.drawGroups(context, seen);
    this.tellScale(scale);
  }

  // A frame around each group that is large enough on the screen, and lines after the larger ones.
  drawGroups(context, seen) {
    const { ends, n } = this.matrix;
    const { left, top, scale } = this.picture.viewport;
    const at = (position) => [left + position * scale, top + position * scale];
    const lines = new Path2D();
    const blocks = new Path2D();
    const [low, high] = [Math.max(Math.min(seen.left, seen.top), 0), Math.min(Math.max(seen.right, seen.bottom), n)];
    for (let i = 0; i < ends.length; i += 1) {
      const begin = ends[i - 1] ?? 0;
      if ((ends[i] - begin) * scale < MIN_BLOCK) break; // the groups after it are smaller
      if (ends[i] < low || begin > high) continue;
      const [x, y] = at(ends[i]);
      const [x0, y0] = at(begin);
      blocks.rect(x0, y0, x - x0, y - y0);
      if (x - x0 < MIN_LINE) continue;
      lines.moveTo(left, y);
      lines.lineTo(left + n * scale, y);
      lines.moveTo(x, top);
      lines.lineTo(x, top + n * scale);
    }
    context.lineWidth = 1;
    context.globalAlpha = 0.22;
    context.strokeStyle = this.picture.color("text");
    context.stroke(lines);
    context.globalAlpha = 0.75;
    context.stroke(blocks);
    context.globalAlpha = 1;
    context.strokeStyle = this.picture.color("rule");
    context.strokeRect(left, top, n * scale, n * scale);
  }

  tellScale(scale) {
    const perPixel = 1 / scale;
    const text = perPixel > 1.5 ? `A dot is the mean weight of the listed pairs of about ${count(Math.round(perPixel))} × ${count(Math.round(perPixel))} things.` : "Each square is one pair.";
    if (this.note.textContent !== text) this.note.textContent = text;
  }

  // ---- what is pointed at

  // The column and row under a point of the screen, or null beside the matrix.
  cell(x, y) {
    if (!this.matrix) return null;
    const [column, row] = this.picture.viewport.toPoint(x, y).map((value) => Math.floor(value + 0.5));
    const { n } = this.matrix;
    return column >= 0 && row >= 0 && column < n && row < n ? [column, row] : null;
  }

  stopAsking() {
    clearTimeout(this.timer);
    this.asking.abort();
  }

  /** @param {number[]} cell column and row */
  async ask([column, row]) {
    this.stopAsking();
    this.asking = new AbortController();
    return this.api.get(`matrix/at?x=${column}&y=${row}`, { signal: this.asking.signal });
  }

  point(x, y) {
    this.stopAsking();
    const cell = this.cell(x, y);
    if (!cell) return void this.picture.hideTip();
    this.timer = setTimeout(async () => {
      try {
        this.tell(x, y, await this.ask(cell));
      } catch (error) {
        if (!isAbort(error)) this.picture.hideTip();
      }
    }, REST_MS);
  }

  tell(x, y, pair) {
    const isSame = pair.uGroup === pair.vGroup;
    if (pair.u === pair.v) return void this.picture.showTip(x, y, pair.uName, "Click opens its group");
    const weight = pair.weight === null ? "not listed" : `${signed(pair.weight)}, ${pair.weight > 0 ? "attracts" : "repels"}`;
    const click = isSame && this.picture.viewport.scale < CELL ? "Click opens the group" : "Click tells why";
    this.picture.showTip(x, y, `${pair.uName} – ${pair.vName}`, `${weight}; ${isSame ? "the same group" : "different groups"}`, click);
  }

  async tap(x, y) {
    const cell = this.cell(x, y);
    if (!cell) return;
    let pair;
    try {
      pair = await this.ask(cell);
    } catch (error) {
      if (!isAbort(error)) this.picture.showTip(x, y, error.message);
      return;
    }
    const isGroup = pair.u === pair.v || (pair.uGroup === pair.vGroup && this.picture.viewport.scale < CELL);
    this.api.open(isGroup ? `#/group/${pair.uGroup}` : `#/why/${pair.u}/${pair.v}`);
  }
}
