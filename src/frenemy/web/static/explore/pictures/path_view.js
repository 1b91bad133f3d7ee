// The bias: a slider that makes groups larger or smaller, and a chart of what it does over its whole range.

import { make } from "../../shared/dom.js";
import { isAbort, requestWithProgress } from "../../shared/requests.js";
import { plural } from "../../shared/text.js";
import { count, percent, short, signed } from "../numbers.js";
import { Chart } from "./chart.js";
import { HistoryView } from "./history_view.js";

const STEPS = 41; // points of the path
const SLIDER_STEPS = 200;
const REST_MS = 160; // the slider rests before the server is asked
const MAX_AT_ONCE = 200_000; // pairs: with more, the path is computed when asked for

export class PathView {
  /** @param {HTMLElement} element @param {any} api */
  constructor(element, api) {
    this.api = api;
    this.path = null; // { path, stable }
    this.revision = "";
    this.bias = 0;
    this.isChoosing = false; // another bias than the page's has been chosen, and the page does not show it yet
    this.timer = 0;
    this.asking = new AbortController();
    this.tracing = null;
    this.isShown = false;
    this.build(element);
    this.history = new HistoryView(element.appendChild(make("section", { class: "path-part" })), api);
  }

  build(element) {
    this.slider = make("input", { type: "range", id: "bias-slider", "aria-describedby": "bias-now" });
    this.number = make("output", { id: "bias-now", for: "bias-slider" });
    this.zero = make("button", { type: "button" }, "Back to 0");
    this.facts = make("dl", { class: "path-facts", "aria-live": "polite" });
    this.chart = new Chart("Number of groups over the bias", { x: "bias in nats", y: "groups" });
    this.stretches = make("div", { class: "path-stretches", role: "group", "aria-label": "Stable stretches" });
    this.trace = make("button", { type: "button", class: "primary" }, "Try the whole range");
    this.stop = make("button", { type: "button" }, "Cancel");
    this.bar = make("progress", { max: 1, value: 0, "aria-label": "Trying the whole range" });
    this.work = make("div", { class: "path-work", hidden: "" }, this.bar, this.stop);
    this.hint = make("p", { class: "picture-note", role: "status" });
    this.table = make("tbody", {});
    this.fold = make("details", { class: "picture-text", hidden: "" }, make("summary", {}, "As a table"), pathTable(this.table));
    element.classList.add("path");
    element.append(
      make(
        "section",
        { class: "path-part" },
        make("h2", {}, "Sizes of groups"),
        make("p", { class: "picture-note" }, "The bias is added to the weight of every listed pair: above 0 groups grow together, below 0 they break up. It changes the view only, never your decisions."),
        make("div", { class: "path-slider" }, make("label", { for: "bias-slider" }, "Bias"), this.slider, this.number, this.zero),
        this.facts,
      ),
      make("section", { class: "path-part" }, make("h3", {}, "Groups over the bias"), this.hint, this.chart.element, this.stretches, make("div", { class: "path-actions" }, this.trace, this.work), this.fold),
    );
    this.slider.addEventListener("input", () => this.choose(Number(this.slider.value)));
    this.zero.addEventListener("click", () => this.choose(0));
    this.trace.addEventListener("click", () => this.follow());
    this.stop.addEventListener("click", () => this.tracing?.abort());
    this.chart.element.addEventListener("click", (event) => this.path && this.choose(this.rounded(this.chart.valueAt(event.clientX))));
  }

  async show(state) {
    this.isShown = true;
    this.state = state;
    const [low, high] = state.biasRange;
    Object.assign(this.slider, { min: low, max: high, step: "any" });
    this.step = (high - low) / SLIDER_STEPS;
    this.slider.step = this.step;
    if (!this.isChoosing) {
      this.bias = this.api.bias();
      this.tell(state);
    }
    this.tellBias();
    if (state.revision !== this.revision) {
      this.revision = state.revision;
      this.path = null;
      this.tracing?.abort();
    }
    this.drawPath();
    if (!this.path && state.nPairs <= MAX_AT_ONCE) this.follow();
    await this.history.show();
  }

  hide() {
    this.isShown = this.isChoosing = false;
    this.tracing?.abort();
    this.asking.abort();
    clearTimeout(this.timer);
  }

  // ---- the slider

  rounded(value) {
    const near = Math.round(value / this.step) * this.step;
    return Math.abs(near) < this.step / 2 ? 0 : Number(near.toPrecision(6));
  }

  // Show another bias: the numbers as soon as they are known, then the whole page.
  choose(value) {
    this.bias = this.rounded(value);
    this.isChoosing = true;
    this.tellBias();
    this.drawPath();
    clearTimeout(this.timer);
    this.asking.abort();
    this.facts.classList.add("waiting");
    this.timer = setTimeout(() => this.ask(this.bias), REST_MS);
  }

  async ask(bias) {
    this.asking = new AbortController();
    try {
      const state = await this.api.get(`state?bias=${bias}`, { signal: this.asking.signal });
      this.tell(state);
      this.isChoosing = false;
      this.api.setBias(bias);
    } catch (error) {
      if (isAbort(error)) return;
      this.isChoosing = false;
      this.facts.classList.remove("waiting");
      this.hint.textContent = error.message;
    }
  }

  tellBias() {
    this.slider.value = String(this.bias);
    this.slider.setAttribute("aria-valuetext", `${signed(this.bias)} nats`);
    this.number.textContent = `${signed(this.bias)} nats`;
    this.zero.disabled = this.bias === 0;
  }

  tell(state) {
    const rows = [
      ["Groups", count(state.nGroups)],
      ["Singles", count(state.nSingles)],
      ["Energy", `${short(state.energy)} nats`],
    ];
    this.facts.replaceChildren(...rows.map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, value))));
    this.facts.classList.remove("waiting");
  }

  // ---- the path

  async follow() {
    if (this.tracing) return;
    const [low, high] = this.state.biasRange;
    const { revision } = this;
    this.tracing = new AbortController();
    this.work.hidden = false;
    this.trace.hidden = true;
    try {
      const { result } = await requestWithProgress(this.api.path("path"), {
        body: JSON.stringify({ low, high, steps: STEPS }),
        signal: this.tracing.signal,
        onStage: (_stage, done) => (this.bar.value = done),
      });
      if (revision === this.revision) this.path = result;
    } catch (error) {
      this.hint.textContent = isAbort(error) ? "" : error.message;
    }
    this.tracing = null;
    this.work.hidden = true;
    this.drawPath();
    if (this.isShown && revision !== this.revision && this.state.nPairs <= MAX_AT_ONCE) this.follow();
  }

  drawPath() {
    this.chart.element.hidden = this.fold.hidden = this.stretches.hidden = !this.path;
    this.trace.hidden = Boolean(this.path || this.tracing);
    if (!this.path) {
      this.hint.textContent = "Every step of the bias is solved from scratch.";
      return;
    }
    const { path, stable } = this.path;
    const groups = path.map((point) => point.nGroups);
    const [few, many] = [Math.min(...groups), Math.max(...groups)];
    const isLog = few > 0 && many / few > 20;
    const y = isLog ? [few / 1.2, many * 1.2] : [Math.max(few - 0.08 * (many - few), 0), many + 0.08 * (many - few || 1)];
    this.hint.textContent = pathText(path, stable);
    this.chart.figure.setAttribute("aria-label", this.hint.textContent);
    this.chart.show({ x: [path[0].bias, path.at(-1).bias], y, isLog }, (chart) => this.fill(chart));
    this.stretches.replaceChildren(...stable.map((stretch) => this.stretchButton(stretch)));
    this.table.replaceChildren(...path.map((point) => pathRow(point)));
  }

  fill(chart) {
    const { path, stable } = this.path;
    for (const [low, high] of stable) {
      const [left, width] = [chart.toX(low), chart.toX(high) - chart.toX(low)];
      const box = chart.add("rect", { class: "stretch", x: left, width, y: chart.top, height: chart.bottom - chart.top });
      box.addEventListener("click", (event) => {
        event.stopPropagation();
        this.choose((low + high) / 2);
      });
      if (width > 60) chart.add("text", { class: "stretch-name", x: left + width / 2, y: chart.top + 14, "text-anchor": "middle" }, stretchText(path, low, high));
    }
    chart.line(path.map((point) => [point.bias, point.nGroups]), "line-energy");
    for (const point of path) chart.add("circle", { class: "dot", cx: chart.toX(point.bias), cy: chart.toY(point.nGroups), r: 2.6 }, svgTitle(point));
    const x = chart.toX(this.bias);
    chart.add("line", { class: "here", x1: x, x2: x, y1: chart.top, y2: chart.bottom });
  }

  stretchButton([low, high]) {
    const button = make("button", { type: "button", "aria-pressed": String(this.bias >= low && this.bias <= high) });
    button.append(make("b", {}, stretchText(this.path.path, low, high)), ` from ${signed(low)} to ${signed(high)}`);
    button.addEventListener("click", () => this.choose((low + high) / 2));
    return button;
  }
}

function svgTitle(point) {
  const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
  title.textContent = `${signed(point.bias)} nats: ${plural(point.nGroups, "group")}, ${plural(point.nSingles, "single")}, the largest ${count(point.largest)}`;
  return title;
}

// How many groups a stretch has. Small groups may come and go in it, as hardly any pair of things is in them.
export function stretchText(path, low, high) {
  const groups = path.filter((point) => point.bias >= low && point.bias <= high).map((point) => point.nGroups);
  const [few, many] = [Math.min(...groups), Math.max(...groups)];
  return few === many ? plural(few, "group") : `${count(few)} to ${plural(many, "group")}`;
}

// What the path shows, in words.
export function pathText(path, stable) {
  const ends = `From ${plural(path[0].nGroups, "group")} at ${signed(path[0].bias)} to ${count(path.at(-1).nGroups)} at ${signed(path.at(-1).bias)}.`;
  if (!stable.length) return `${ends} No stretch is stable: every step changes the groups.`;
  return `${ends} ${plural(stable.length, "stretch", "stretches")} where groups hardly change, shaded: click ${stable.length > 1 ? "one" : "it"} to go there.`;
}

function pathTable(body) {
  const head = ["Bias", "Groups", "Singles", "Largest", "Energy", "Pairs kept"].map((name) => make("th", { scope: "col" }, name));
  return make("table", { class: "path-table" }, make("thead", {}, make("tr", {}, ...head)), body);
}

function pathRow(point) {
  const texts = [signed(point.bias), count(point.nGroups), count(point.nSingles), count(point.largest), short(point.energy), percent(point.stability)];
  return make("tr", {}, ...texts.map((text) => make("td", {}, text)));
}
