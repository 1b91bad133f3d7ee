// Beside a group: how it could split, what it could join, and what was decided about its members.

import { byId, make } from "../../shared/dom.js";
import { plural } from "../../shared/text.js";
import { joiningText, nats, signed } from "../numbers.js";
import { hashOf } from "../routes.js";
import { summaryLine } from "../summary_line.js";

export class GroupPanel {
  /** @param {{ split: (group: any) => void, join: (group: any, neighbor: any) => void, forget: (u: number, v: number) => void }} actions */
  constructor(actions) {
    this.actions = actions;
    /** @type {any} */
    this.group = null;
    byId("split-open").addEventListener("click", () => actions.split(this.group));
  }

  show(group) {
    this.group = group;
    this.showSplit(group);
    byId("neighbors-none").hidden = group.neighbors.length > 0;
    byId("neighbors").replaceChildren(...group.neighbors.map((one) => this.neighborRow(one)));
    byId("decisions").hidden = group.decisions.length === 0;
    byId("decisions-count").textContent = String(group.decisions.length);
    byId("decision-list").replaceChildren(...group.decisions.map((one) => this.decisionRow(one)));
  }

  showSplit({ size, split }) {
    byId("split-open").hidden = !split;
    byId("split-text").textContent = splitText(size, split);
  }

  neighborRow(neighbor) {
    const link = make("a", { href: hashOf("group", [neighbor.group]), dir: "auto" }, neighbor.name);
    const text = make("span", { class: "faint" }, `${plural(neighbor.size, "thing")} · ${joiningText(neighbor.cost)}`);
    const join = make("button", { type: "button", "aria-label": `Join ${neighbor.name}` }, "Join");
    join.addEventListener("click", () => this.actions.join(this.group, neighbor));
    const words = make("span", { class: "words" }, make("span", {}, link, " ", ...summaryLine(neighbor.summary)), text);
    return make("li", { "data-drop": neighbor.group }, words, join);
  }

  decisionRow({ u, v, uName, vName, answer }) {
    const forget = make("button", { type: "button", class: "plain icon close", title: "Forget this decision", "aria-label": `Forget: ${uName} and ${vName}` }, "×");
    forget.addEventListener("click", () => this.actions.forget(u, v));
    const link = make("a", { href: hashOf("why", [u, v]), dir: "auto" }, `${uName} – ${vName}`);
    return make("li", {}, make("span", { class: "words" }, link, make("span", { class: "faint" }, answer)), forget);
  }
}

export function splitText(size, split) {
  if (size === 1) return "It is alone.";
  if (!split) return "No way to split it is known.";
  const cost = split.isExact ? nats(split.cost) : `at most ${nats(split.cost)}`;
  const link = split.link ? ` The strongest pair between them: ${split.link.uName} – ${split.link.vName} (${signed(split.link.weight)}).` : "";
  return `Cutting off ${sideText(size, split)} costs ${cost}.${link}`;
}

// One thing by its name, where the strongest pair tells it.
function sideText(size, { nSide, side, link }) {
  if (nSide === 1 && link) return link.u === side[0] ? link.uName : link.vName;
  return `${plural(nSide, "thing")} of ${size.toLocaleString("en")}`;
}
