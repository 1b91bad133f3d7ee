// Why two things are together or apart, and what would change it.

import { byId, make } from "../../shared/dom.js";
import { isAbort } from "../../shared/requests.js";
import { comparison } from "../comparison.js";
import { signed } from "../numbers.js";
import { hashOf } from "../routes.js";

export class WhyView {
  /**
   * @param {import("../clustering/clustering.js").Clustering} clustering
   * @param {{ failed: (error: Error) => void, open: (hash: string) => void, chooseThing: (title: string) => Promise<any>, together: (u: number, v: number) => void, apart: (u: number, v: number) => void }} page
   */
  constructor(clustering, page) {
    this.clustering = clustering;
    this.page = page;
    /** @type {({ thing: number, name: string } | null)[]} */
    this.ends = [null, null];
    /** @type {AbortController | null} */
    this.request = null;
    for (const [k, id] of ["why-first", "why-second"].entries()) byId(id).addEventListener("click", () => this.choose(k));
    byId("why-together").addEventListener("click", () => page.together(this.ends[0].thing, this.ends[1].thing));
    byId("why-apart").addEventListener("click", () => page.apart(this.ends[0].thing, this.ends[1].thing));
  }

  async choose(k) {
    const thing = await this.page.chooseThing(k ? "The second thing" : "The first thing");
    if (!thing) return;
    this.ends = this.ends.map((end, other) => (other === k ? thing : end));
    const [u, v] = this.ends;
    if (u && v) this.page.open(hashOf("why", [u.thing, v.thing]));
    else this.showEnds();
  }

  async show(ids) {
    this.request?.abort();
    if (ids.length < 2 || ids[0] === ids[1]) {
      if (ids.length === 1 || ids[0] === ids[1]) await this.nameEnd(ids);
      byId("why-answer").hidden = true;
      byId("why-begin").hidden = false;
      return this.showEnds();
    }
    this.request = new AbortController();
    try {
      const [u, v] = ids;
      const why = await this.clustering.get(`why?u=${u}&v=${v}`, { signal: this.request.signal });
      this.ends = [
        { thing: u, name: why.uName },
        { thing: v, name: why.vName },
      ];
      this.showEnds();
      this.showAnswer(why);
    } catch (error) {
      if (!isAbort(error)) this.page.failed(error);
    }
  }

  // One thing is chosen, the other not yet.
  async nameEnd(ids) {
    this.ends = [null, null];
    if (!ids.length) return;
    try {
      const { things } = await this.clustering.get(`things?ids=${ids[0]}`);
      this.ends = [things[0] ?? null, null];
    } catch (error) {
      this.page.failed(error);
    }
  }

  hide() {
    this.request?.abort();
  }

  showEnds() {
    for (const [k, id] of ["why-first", "why-second"].entries()) {
      const [which, name] = byId(id).querySelectorAll("span");
      which.hidden = !this.ends[k]; // for screen readers: which one was chosen
      name.textContent = this.ends[k]?.name ?? (k ? "Second thing …" : "First thing …");
      byId(id).classList.toggle("empty", !this.ends[k]);
    }
  }

  showAnswer(why) {
    byId("why-answer").hidden = false;
    byId("why-begin").hidden = true;
    byId("why-verdict").textContent = why.isTogether ? "They are together" : "They are apart";
    byId("why-sentences").replaceChildren(...why.sentences.map((text) => make("p", { dir: "auto" }, text)));
    byId("why-chain-part").hidden = why.chain.length < 2;
    byId("why-chain").replaceChildren(...chainOf(why));
    byId("why-changes-part").hidden = why.wouldChange.length === 0;
    byId("why-changes").replaceChildren(...why.wouldChange.map((text) => make("li", { dir: "auto" }, text)));
    const { columns } = this.clustering.state;
    byId("why-records").hidden = columns.length === 0;
    const things = this.ends.map((end, k) => ({ ...end, values: why.values[k] }));
    byId("why-records").replaceChildren(comparison(columns, things, (thing, column) => this.clustering.picture(thing, column)));
    byId("why-groups").replaceChildren(
      ...[...new Set([why.uGroup, why.vGroup])].map((group, k) => make("a", { class: "button", href: hashOf("group", [group]) }, why.isTogether ? "Their group" : k ? "The second one’s group" : "The first one’s group")),
    );
  }
}

// The things of the chain, with the weights between them.
function chainOf({ chain, chainWeights }) {
  return chain.flatMap(({ name }, k) => {
    const chip = make("li", { class: "chain-thing", dir: "auto" }, name);
    if (k === 0) return [chip];
    const weight = chainWeights[k - 1];
    return [make("li", { class: weight < 0 ? "chain-weight repels" : "chain-weight" }, signed(weight)), chip];
  });
}
