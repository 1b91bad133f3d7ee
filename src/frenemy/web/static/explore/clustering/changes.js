// The user's corrections, each with a note about what it has moved.

import { showNote } from "../../shared/notices.js";
import { plural, sentence } from "../../shared/text.js";
import { hashOf } from "../routes.js";

export class Changes {
  /**
   * @param {import("./clustering.js").Clustering} clustering
   * @param {{ open: (hash: string) => void, say: (text: string) => void }} page
   */
  constructor(clustering, page) {
    this.clustering = clustering;
    this.page = page;
  }

  // Resolves to what the server says about the change, or null after an error.
  async make(what) {
    const news = await this.clustering.change(what);
    if (!news) return null;
    const text = newsText(what.kind, news);
    const offers = [];
    if (news.nMoved) offers.push({ name: "Show", act: () => this.page.open(placeOf(news, this.clustering.state.before)) });
    if (what.kind !== "undo" && what.kind !== "redo") offers.push({ name: "Undo", act: () => this.travel("undo") });
    showNote(text, ...offers);
    this.page.say(text);
    return news;
  }

  /** @param {"undo" | "redo"} step */
  travel(step) {
    return this.clustering.state?.[step] ? this.make({ kind: step }) : null;
  }

  together(u, v) {
    return this.make({ kind: "together", u, v });
  }

  apart(u, v) {
    return this.make({ kind: "apart", u, v });
  }

  join(groups) {
    return this.make({ kind: "join", groups });
  }

  // Without a side: as the server proposes it.
  split(group, side) {
    return this.make({ kind: "split", group, ...(side ? { side } : {}) });
  }

  /** @param {number[]} things @param {number | null} group null: a new one */
  move(things, group) {
    return this.make({ kind: "move", things, group });
  }

  forget(u, v) {
    return this.make({ kind: "forget", u, v });
  }
}

const DONE = {
  together: "Together",
  apart: "Apart",
  join: "Groups joined",
  split: "Group split",
  forget: "Decision forgotten",
  "question-same": "The same",
  "question-different": "Different",
};

/** @param {string} kind @param {import("./clustering.js").News} news */
export function newsText(kind, news) {
  const moved = news.nMoved ? `${plural(news.nMoved, "thing")} moved` : "nothing moved";
  const done = kind === "undo" ? `Undone: ${news.what}` : kind === "redo" ? `Done again: ${news.what}` : DONE[kind];
  return done ? `${done} · ${moved}` : sentence(moved).slice(0, -1);
}

// Where the moved things can be seen.
export function placeOf(news, before) {
  if (news.groups.length === 1) return hashOf("group", news.groups);
  return hashOf("groups", [], { filter: before ? "corrected" : "changed" });
}
