// The clustering of the server: its state, requests about it and changes of it. The bias is a part of every request; the
// revision shows whether another tab has changed the clustering.

import { InTurn } from "../../shared/in_turn.js";
import { isAbort, request, requestJson, ServerError } from "../../shared/requests.js";

/** @typedef {{ what: string, moved: number[], nMoved: number, groups: number[], focus: number | null, seconds: number }} News */

const POLL_MS = 10_000;
const SEARCH_POLL_MS = 1500; // while the server still looks for doubtful groups

export class Clustering {
  /**
   * @param {string} key
   * @param {number} bias
   * @param {{ changed: (news: News | null, isForeign: boolean) => void, working: (isWorking: boolean) => void, failed: (error: Error) => void, back: () => void }} on
   */
  constructor(key, bias, on) {
    this.key = key;
    this.bias = bias;
    this.on = on;
    /** @type {any} */
    this.state = null; // until loaded
    /** @type {Set<number>} */
    this.moved = new Set(); // things that the last change has moved
    this.work = new InTurn((isWorking) => on.working(isWorking));
    this.isAway = false; // the server does not answer
    this.isPolling = false;
    this.others = "BroadcastChannel" in self ? new BroadcastChannel(`frenemy-explore-${key}`) : null;
    this.others?.addEventListener("message", () => this.poll());
    document.addEventListener("visibilitychange", () => document.hidden || this.poll());
    addEventListener("focus", () => this.poll());
    this.schedule();
  }

  // ---- requests

  // The address of something about this clustering, at the present bias.
  path(path) {
    const [base, query = ""] = path.split("?");
    const parameters = new URLSearchParams(query);
    if (this.bias && !parameters.has("bias")) parameters.set("bias", String(this.bias));
    const text = String(parameters);
    return `/explore/clusterings/${encodeURIComponent(this.key)}/${base}${text ? `?${text}` : ""}`;
  }

  /** @param {string} path @param {{ signal?: AbortSignal }} [options] @returns {Promise<any>} */
  get(path, options) {
    return requestJson(this.path(path), options);
  }

  /** @param {string} path @param {{ signal?: AbortSignal }} [options] */
  async bytes(path, options) {
    return (await request(this.path(path), options)).arrayBuffer();
  }

  /** @param {string} path @param {object} body @param {{ signal?: AbortSignal }} [options] @returns {Promise<any>} */
  post(path, body, options) {
    return requestJson(this.path(path), { method: "POST", body: JSON.stringify(body), ...options });
  }

  picture(thing, column) {
    return this.path(`picture?thing=${thing}&column=${column}`);
  }

  // ---- state

  async load() {
    this.state = await this.get("state");
    this.on.changed(null, false);
  }

  // Show the clustering at another bias.
  setBias(bias) {
    this.bias = bias;
    return this.work.run(async () => {
      if (bias !== this.bias) return; // another one has been chosen
      try {
        const state = await this.get("state");
        if (bias !== this.bias) return;
        this.state = state;
        this.on.changed(null, false);
      } catch (error) {
        if (!isAbort(error)) this.on.failed(error);
      }
    });
  }

  /**
   * Send a change; resolves to what the server says about it, or null after an error, which is shown.
   * @returns {Promise<News | null>}
   */
  change(what) {
    return this.work.run(async () => {
      try {
        const { state, news } = await this.post("change", { revision: this.state.revision, bias: this.bias, ...what });
        this.state = state;
        this.moved = new Set(news.moved);
        this.others?.postMessage(state.revision);
        this.on.changed(news, false);
        return news;
      } catch (error) {
        this.on.failed(error);
        if (error instanceof ServerError && error.status) await this.refresh().catch(() => {}); // the next poll reports it
        return null;
      }
    });
  }

  // ---- changes by others

  schedule() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (document.hidden ? this.schedule() : this.poll()), this.state?.isSearching ? SEARCH_POLL_MS : POLL_MS);
  }

  async poll() {
    this.schedule();
    if (this.isPolling || this.work.nWaiting || !this.state) return;
    this.isPolling = true;
    try {
      await this.refresh();
      if (this.isAway) this.on.back();
      this.isAway = false;
    } catch (error) {
      if (!this.isAway) this.on.failed(error);
      this.isAway = true;
    }
    this.isPolling = false;
    this.schedule();
  }

  async refresh() {
    const { bias } = this;
    const state = await this.get("state");
    const isForeign = state.revision !== this.state.revision;
    if (bias !== this.bias || (!isForeign && state.isSearching === this.state.isSearching && state.nDoubtful === this.state.nDoubtful)) return;
    this.state = state;
    if (isForeign) this.moved = new Set();
    this.on.changed(null, isForeign);
  }
}
