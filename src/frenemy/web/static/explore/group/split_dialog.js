// Both halves of a proposed split, before it is made.

import { byId, make } from "../../shared/dom.js";
import { plural } from "../../shared/text.js";
import { summaryLine } from "../summary_line.js";
import { splitText } from "./group_panel.js";

const SHOWN = 200; // names of each half

export class SplitDialog {
  /** @param {import("../clustering/clustering.js").Clustering} clustering @param {(group: number, side: number[] | null) => void} split */
  constructor(clustering, split) {
    this.clustering = clustering;
    this.dialog = byId("split");
    /** @type {any} */
    this.group = null;
    byId("split-apply").addEventListener("click", () => {
      const { side, nSide } = this.group.split;
      this.dialog.close();
      split(this.group.group, side.length === nSide ? side : null);
    });
  }

  async show(group) {
    if (!group.split) return;
    this.group = group;
    const { side, nSide } = group.split;
    const isSide = new Set(side);
    const { members } = await this.clustering.get(`groups/${group.group}?offset=0&limit=${SHOWN + Math.min(nSide, SHOWN)}&sort=-margin`);
    const stay = members.rows.map((row) => row.thing).filter((thing) => !isSide.has(thing));
    const [staying, leaving] = await Promise.all([this.things(stay), this.things(side)]);
    byId("split-what").textContent = splitText(group.size, group.split);
    byId("split-halves").replaceChildren(half(staying, group.size - nSide), half(leaving, nSide));
    this.dialog.showModal();
    byId("split-apply").focus();
  }

  async things(ids) {
    return (await this.clustering.get(`things?ids=${ids.slice(0, SHOWN).join(",")}`)).things;
  }
}

function half(things, size) {
  const names = things.map((one) => make("li", { dir: "auto" }, one.name, " ", ...summaryLine(one.summary)));
  if (size > names.length) names.push(make("li", { class: "faint" }, `and ${(size - names.length).toLocaleString("en")} more`));
  return make("section", {}, make("h3", {}, plural(size, "thing")), make("ul", { tabindex: "0", "aria-label": plural(size, "thing") }, ...names));
}
