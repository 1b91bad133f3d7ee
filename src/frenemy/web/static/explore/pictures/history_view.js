// How the first solve went: the energy and the proved bound over time.

import { make } from "../../shared/dom.js";
import { plural } from "../../shared/text.js";
import { seconds, short } from "../numbers.js";
import { Chart } from "./chart.js";

export class HistoryView {
  /** @param {HTMLElement} element @param {any} api */
  constructor(element, api) {
    this.api = api;
    this.isLoaded = false;
    this.chart = new Chart("Energy and bound over time", { height: 190, x: "seconds", y: "energy" });
    this.text = make("p", { class: "picture-note" });
    element.append(make("h3", {}, "How the groups were found"), this.text, this.chart.element);
  }

  async show() {
    if (this.isLoaded) return void this.chart.draw();
    const { rounds, bounds } = await this.api.get("history");
    this.isLoaded = true;
    const values = [...rounds, ...bounds].map(([, value]) => value).filter((value) => value !== null);
    this.chart.element.hidden = values.length < 2;
    this.text.textContent = summary(rounds, bounds);
    if (values.length < 2) return;
    const end = Math.max(...rounds.map(([at]) => at), ...bounds.map(([at]) => at), 1e-3) * 1.04;
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const room = 0.06 * (high - low || Math.abs(high) || 1);
    this.chart.show({ x: [0, end], y: [low - room, high + room] }, (chart) => {
      chart.steps(bounds.filter(([, bound]) => bound !== null), end, "line-bound");
      chart.steps(rounds, end, "line-energy");
    });
  }

  hide() {}
}

const energyText = (first, last) => (first === last ? `The energy was ${last} after` : `The energy fell from ${first} to ${last} in`);

// What the chart shows, in words.
export function summary(rounds, bounds) {
  const parts = [];
  if (rounds.length) parts.push(`${energyText(short(rounds[0][1]), short(rounds.at(-1)[1]))} ${plural(rounds.length, "round")} and ${seconds(rounds.at(-1)[0])}`);
  const bound = bounds.at(-1)?.[1];
  if (bound !== null && bound !== undefined) parts.push(`no clustering has less than ${short(bound)}`);
  return parts.length ? `${parts.join("; ")}. Blue is the energy, the dashed line the bound.` : "Nothing was recorded.";
}
