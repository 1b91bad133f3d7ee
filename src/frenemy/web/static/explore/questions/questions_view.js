// One question at a time about two things: the same, or different?

import { byId, make } from "../../shared/dom.js";
import { isAbort } from "../../shared/requests.js";
import { plural, sentence } from "../../shared/text.js";
import { comparison } from "../comparison.js";
import { percent } from "../numbers.js";
import { hashOf } from "../routes.js";

const REASONS = {
  join: "If they are the same, two groups become one.",
  split: "If they are different, their group falls into two.",
  move: "If they are different, one of them belongs elsewhere.",
};

export class QuestionsView {
  /**
   * @param {import("../clustering/clustering.js").Clustering} clustering
   * @param {{ failed: (error: Error) => void, answer: (question: any, isSame: boolean) => Promise<any> }} page
   */
  constructor(clustering, page) {
    this.clustering = clustering;
    this.page = page;
    this.skipped = 0;
    /** @type {any} */
    this.question = null;
    /** @type {AbortController | null} */
    this.request = null;
    this.isAnswering = false;
    byId("answer-same").addEventListener("click", () => this.answer(true));
    byId("answer-different").addEventListener("click", () => this.answer(false));
    byId("answer-skip").addEventListener("click", () => this.skip());
    byId("questions-again").addEventListener("click", () => {
      this.skipped = 0;
      this.show();
    });
  }

  async show() {
    this.request?.abort();
    this.request = new AbortController();
    try {
      const reply = await this.clustering.get(`question?skip=${this.skipped}`, { signal: this.request.signal });
      this.request = null;
      this.fill(reply);
    } catch (error) {
      if (!isAbort(error)) this.page.failed(error);
    }
  }

  hide() {
    this.request?.abort();
    this.question = null;
  }

  fill({ question, nLeft, settles, nAnswered }) {
    this.question = question;
    byId("question").hidden = !question;
    byId("questions-done").hidden = Boolean(question);
    const answered = nAnswered ? [plural(nAnswered, "answer") + " so far"] : [];
    const left = nLeft ? [plural(nLeft, "question") + " left"] : [];
    byId("questions-progress").textContent = sentence([...settles, ...left, ...answered].join(" · "));
    if (!question) {
      byId("questions-done-text").textContent = this.skipped ? `No more questions; ${plural(this.skipped, "question was", "questions were")} skipped.` : "No question is left: nothing here is doubtful.";
      byId("questions-again").hidden = this.skipped === 0;
      return;
    }
    const { u, v, uName, vName, values } = question;
    const things = [
      { thing: u, name: uName, values: values[0] },
      { thing: v, name: vName, values: values[1] },
    ];
    byId("question-records").replaceChildren(comparison(this.clustering.state.columns, things, (thing, column) => this.clustering.picture(thing, column)));
    const now = question.isTogether ? "They are together now" : "They are apart now";
    const chance = question.probability === null ? "" : `; by the weights, the same with a probability of ${percent(question.probability)}`;
    byId("question-why").textContent = `${now}${chance}. ${REASONS[question.why] ?? ""}`;
    byId("question-links").replaceChildren(
      make("a", { href: hashOf("why", [u, v]) }, "Why?"),
      ...[...new Set([question.uGroup, question.vGroup])].map((group, k) => make("a", { href: hashOf("group", [group]) }, k ? "The other group" : question.isTogether ? "Their group" : "The first group")),
    );
    const focused = document.activeElement;
    // In a notebook, who works in a cell meanwhile goes on typing there.
    if (document.hasFocus() && (!focused || focused === document.body)) byId("answer-same").focus({ preventScroll: true });
  }

  async answer(isSame) {
    const { question } = this;
    if (!question || this.isAnswering) return;
    this.isAnswering = true;
    await this.page.answer(question, isSame); // the change shows the next question
    this.isAnswering = false;
  }

  skip() {
    if (!this.question) return;
    this.skipped += 1;
    this.show();
  }
}
