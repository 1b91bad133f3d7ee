// A group as dots and lines, with the things of other groups that its pairs lead to around it.

import { make } from "../../shared/dom.js";
import { plural } from "../../shared/text.js";
import { short } from "../numbers.js";
import { colorsOf, OTHER, SIGNS } from "./group_colors.js";
import { PictureCanvas, zoomButtons } from "./picture_canvas.js";

const SIDE = 1000; // of the picture; places are in 0..1
const REACH = 14; // screen pixels around a dot
const N_NAMED = 14; // with fewer things, all names are shown
const NAMED_SCALE = 1.6; // zoomed in this far, all names are shown

export class Drawing {
  /** @param {HTMLElement} element @param {any} api */
  constructor(element, api) {
    this.api = api;
    this.drawing = null; // { things, pairs, groups, nLeftOut }
    this.shown = "";
    this.isShown = false;
    this.colors = new Map();
    this.group = -1;
    this.at = -1; // the thing that is pointed at
    this.first = -1; // the thing that was tapped before
    this.picture = new PictureCanvas(element, "Drawing of the group", {
      draw: (context) => this.draw(context),
      point: (x, y) => this.point(x, y),
      leave: () => this.mark(-1),
      tap: (x, y) => this.tap(this.nearest(x, y)),
      key: (event) => this.key(event),
    });
    this.picture.viewport.setPicture(SIDE, SIDE);
    this.note = make("p", { class: "picture-note" });
    element.classList.add("picture", "picture-small");
    element.append(make("div", { class: "picture-foot" }, this.note, zoomButtons(this.picture)));
  }

  async show(state, group) {
    this.isShown = true;
    const shown = `${state.revision} ${this.api.bias()} ${group}`;
    if (shown === this.shown) return void this.picture.resize();
    const drawing = await this.api.get(`groups/${group}/drawing`);
    if (!this.isShown) return;
    this.shown = shown;
    this.group = group;
    this.drawing = drawing;
    this.at = this.first = -1;
    this.colors = colorsOf(drawing.groups.map((one) => one.group));
    this.describe();
    this.picture.resize();
    this.picture.fit();
  }

  hide() {
    this.isShown = false;
    this.picture.hideTip();
  }

  describe() {
    const { things, pairs, groups, nLeftOut } = this.drawing;
    const nInside = things.filter((one) => one.group === this.group).length;
    const text = `${plural(nInside, "thing")} of the group, ${plural(things.length - nInside, "thing")} of ${plural(Math.max(groups.length - 1, 0), "other group")} around it, ${plural(pairs.length, "pair")}`;
    this.picture.canvas.setAttribute("aria-label", `Drawing: ${text}. N and P go through the things, Enter chooses one; with two, the page tells why they are together or apart.`);
    const more = nLeftOut ? ` ${plural(nLeftOut, "thing")} of the group not drawn.` : "";
    this.note.replaceChildren(make("span", { class: "attracts" }, "Blue attracts"), ", ", make("span", { class: "repels" }, "orange repels"), `.${more} Choose two to see why.`);
  }

  // ---- drawing

  place(thing) {
    return this.picture.viewport.toScreen([thing.x * SIDE - 0.5, thing.y * SIDE - 0.5]);
  }

  draw(context) {
    if (!this.drawing) return;
    this.drawPairs(context);
    this.drawThings(context);
    this.drawNames(context);
  }

  drawPairs(context) {
    const { things, pairs } = this.drawing;
    const places = things.map((thing) => this.place(thing));
    const heaviest = pairs.reduce((most, [, , weight]) => Math.max(most, Math.abs(weight)), 0) || 1;
    const isInside = ([i, j]) => things[i].group === this.group && things[j].group === this.group;
    const marked = this.at >= 0 ? this.at : this.first;
    // What holds the group together lies on top.
    for (const pair of [...pairs.filter((one) => !isInside(one)), ...pairs.filter(isInside)]) {
      const [i, j, weight] = pair;
      const share = Math.abs(weight) / heaviest;
      const isFaded = marked >= 0 && i !== marked && j !== marked;
      context.globalAlpha = (isFaded ? 0.15 : 1) * (isInside(pair) || marked >= 0 ? 0.5 + 0.45 * share : 0.12 + 0.3 * share);
      context.lineWidth = 0.6 + (isInside(pair) ? 3 : 1.8) * share;
      context.strokeStyle = weight > 0 ? SIGNS.attracts : SIGNS.repels;
      context.beginPath();
      context.moveTo(...places[i]);
      context.lineTo(...places[j]);
      context.stroke();
    }
    context.globalAlpha = 1;
  }

  drawThings(context) {
    const radius = Math.min(Math.max(Math.sqrt(this.picture.viewport.scale) * 7, 3.5), 9);
    this.drawing.things.forEach((thing, i) => {
      const [x, y] = this.place(thing);
      const isInside = thing.group === this.group;
      context.beginPath();
      context.arc(x, y, isInside ? radius : 0.72 * radius, 0, 2 * Math.PI);
      context.fillStyle = this.colors.get(thing.group) ?? OTHER;
      context.fill();
      context.lineWidth = i === this.at || i === this.first ? 3 : 1.2;
      context.strokeStyle = this.picture.color(i === this.at || i === this.first ? "text" : "card");
      context.stroke();
    });
  }

  drawNames(context) {
    const { things } = this.drawing;
    if (things.length > N_NAMED && this.picture.viewport.scale < NAMED_SCALE) return;
    context.font = `12px ${getComputedStyle(this.picture.canvas).fontFamily}`;
    context.textBaseline = "middle";
    context.lineWidth = 3;
    context.strokeStyle = this.picture.color("card");
    context.fillStyle = this.picture.color("text");
    for (const thing of things) {
      const [x, y] = this.place(thing);
      const name = thing.name.length > 24 ? `${thing.name.slice(0, 23)}…` : thing.name;
      const isLeft = x + 10 + context.measureText(name).width > this.picture.viewport.screen.width;
      context.textAlign = isLeft ? "right" : "left";
      context.strokeText(name, x + (isLeft ? -10 : 10), y);
      context.fillText(name, x + (isLeft ? -10 : 10), y);
    }
  }

  // ---- what is pointed at

  nearest(x, y) {
    let [best, gap] = [-1, REACH];
    this.drawing?.things.forEach((thing, i) => {
      const [tx, ty] = this.place(thing);
      const away = Math.hypot(tx - x, ty - y);
      if (away < gap) [best, gap] = [i, away];
    });
    return best;
  }

  point(x, y) {
    this.mark(this.nearest(x, y));
  }

  mark(i) {
    if (i === this.at) return;
    this.at = i;
    this.picture.redraw();
    if (i < 0) return void this.picture.hideTip();
    const thing = this.drawing.things[i];
    const where = thing.group === this.group ? "" : `in group ${this.drawing.groups.find((one) => one.group === thing.group)?.name ?? thing.group}`;
    const margin = thing.margin === null ? "nowhere else to go" : `margin ${short(thing.margin)} nats`;
    const [x, y] = this.place(thing);
    this.picture.showTip(x, y, thing.name, where, margin, this.hint(i));
  }

  hint(i) {
    return this.first >= 0 && this.first !== i ? `Tap: why not, or why with ${this.drawing.things[this.first].name}?` : "";
  }

  tap(i) {
    const { first } = this;
    this.first = i === first ? -1 : i;
    this.at = -1;
    this.mark(i);
    this.picture.redraw();
    if (i < 0 || first < 0 || i === first) return;
    this.first = -1;
    const { things } = this.drawing;
    this.api.open(`#/why/${things[first].thing}/${things[i].thing}`);
  }

  key(event) {
    const n = this.drawing?.things.length ?? 0;
    if (!n) return false;
    if (event.key === "n" || event.key === "p") this.mark((this.at + (event.key === "n" ? 1 : n - 1 + (this.at < 0 ? 1 : 0))) % n);
    else if (event.key === "Enter" && this.at >= 0) this.tap(this.at);
    else if (event.key === "Escape" && this.first >= 0) this.tap(this.first);
    else return false;
    return true;
  }
}
