// The dialogs to choose a group or a thing by a part of its name.

import { icon, make } from "../shared/dom.js";
import { Picker } from "../shared/picker.js";
import { plural } from "../shared/text.js";
import { joiningText } from "./numbers.js";
import { summaryLine } from "./summary_line.js";

const SHOWN = 40;
const TYPING_MS = 150;

export class Choosing {
  /** @param {import("./clustering/clustering.js").Clustering} clustering */
  constructor(clustering) {
    this.clustering = clustering;
    this.picker = new Picker();
  }

  /**
   * Resolves to { group }, with null for a new one, or to null if cancelled.
   * @param {{ title: string, neighbors?: any[], without?: number | null, hasNew?: boolean }} options
   */
  group({ title, neighbors = [], without = null, hasNew = false }) {
    const costs = (one) => (hasNew ? "" : ` · ${joiningText(one.cost)}`); // of whole groups: it says nothing about single things
    const near = neighbors.map((one) => row({ group: one.group, name: one.name }, one, plural(one.size, "thing") + costs(one)));
    const fresh = hasNew ? [{ choice: { group: null, name: "a new group" }, children: [make("span", { class: "new" }, icon("plus")), make("span", { class: "who" }, "New group")] }] : [];
    return this.picker.choose({
      title,
      rowsOf: async (typed) => {
        if (!typed && near.length) return [...fresh, ...near];
        if (typed) await pause();
        const query = new URLSearchParams({ sort: "-size", filter: "all", limit: String(SHOWN), ...(typed ? { q: typed } : {}) });
        const { rows } = await this.clustering.get(`groups?${query}`);
        return [...fresh, ...rows.filter((one) => one.group !== without).map((one) => row({ group: one.group, name: one.name }, one, plural(one.size, "thing")))];
      },
      nothing: () => "No group matches.",
    });
  }

  // Resolves to { thing, name, group }, or to null if cancelled.
  thing(title) {
    return this.picker.choose({
      title,
      rowsOf: async (typed) => {
        await pause();
        const { things } = await this.clustering.get(`things?${new URLSearchParams({ q: typed, limit: String(SHOWN) })}`);
        return things.map((one) => row(one, one, ""));
      },
      nothing: () => "Nothing matches.",
    });
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, TYPING_MS));

function row(choice, { name, summary }, text) {
  return { choice, children: [make("span", { class: "who", dir: "auto" }, name, " ", ...summaryLine(summary)), make("span", { class: "faint" }, text)] };
}
