// The album of the server: faces, people, corrections. A change is saved on disk before the page shows it; the revision
// shows whether another tab has changed the album.

import { InTurn } from "../../shared/in_turn.js";
import { requestJson, ServerError } from "../../shared/requests.js";
import { readFaces, readPeople, runOf } from "./album_data.js";

const POLL_MS = 2500;
const SCAN_POLL_MS = 300;

export class Album {
  // on: changed(news), working(isWorking), scan(scan or null, ended scan or null), failed(error), back()
  constructor(key, on) {
    this.path = `/faces/albums/${key}`;
    this.on = on;
    this.generation = null;
    this.run = null; // of the server
    this.revision = "";
    /** @type {any} */
    this.about = null; // the last state of the server
    /** @type {import("./album_data.js").Face[]} */
    this.faces = [];
    /** @type {Map<string, import("./album_data.js").Face>} */
    this.byId = new Map();
    /** @type {import("./album_data.js").Person[] | null} */
    this.people = null; // until loaded
    /** @type {Map<string, import("./album_data.js").Person>} */
    this.personById = new Map();
    /** @type {import("./album_data.js").Doubt[]} */
    this.doubts = [];
    /** @type {import("./album_data.js").Asked[]} */
    this.asked = [];
    /** @type {any[]} */
    this.corrections = [];
    /** @type {any} */
    this.scan = null;
    this.isPolling = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.changes = new InTurn((isWorking) => on.working(isWorking));
    this.isAway = false; // the server does not answer
    this.others = "BroadcastChannel" in self ? new BroadcastChannel(`frenemy-faces-${key}`) : null;
    this.others?.addEventListener("message", () => this.poll());
    document.addEventListener("visibilitychange", () => document.hidden || this.poll());
    addEventListener("focus", () => this.poll());
  }

  async load() {
    await this.take(await requestJson(`${this.path}/state`));
    this.on.changed(null);
    this.schedule();
  }

  // Send a change; resolves to what the server says about it, or null after an error, which is shown.
  change(what) {
    return this.changes.run(() => this.send(what));
  }

  async send(what) {
    try {
      const body = JSON.stringify({ revision: this.revision, ...what });
      const { state, news } = await requestJson(`${this.path}/change`, { method: "POST", body });
      await this.take(state);
      this.others?.postMessage(state.revision);
      this.on.changed(news);
      return news;
    } catch (error) {
      this.on.failed(error);
      if (error instanceof ServerError && error.status) await this.refresh(null);
      return null;
    }
  }

  async startScan() {
    this.showScan(await requestJson(`${this.path}/scan`, { method: "POST" }));
    this.schedule();
  }

  async cancelScan() {
    this.showScan(await requestJson(`${this.path}/scan`, { method: "DELETE" }));
  }

  // ---- polling for changes by other tabs and the scan

  schedule() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.poll(), this.scan ? SCAN_POLL_MS : POLL_MS);
  }

  async poll() {
    clearTimeout(this.timer);
    if (document.hidden || this.isPolling) return this.schedule();
    this.isPolling = true;
    try {
      const { revision, scan } = await requestJson(`${this.path}/pulse`);
      if (this.isAway) this.on.back();
      this.isAway = false;
      if (revision !== this.revision && this.changes.nWaiting === 0) await this.refresh({ isForeign: !this.scan });
      this.showScan(scan);
    } catch (error) {
      if (!this.isAway) this.on.failed(error);
      this.isAway = true;
    }
    this.isPolling = false;
    this.schedule();
  }

  async refresh(news) {
    try {
      await this.take(await requestJson(`${this.path}/state`));
      this.on.changed(news);
    } catch {
      // the next poll reports it
    }
  }

  showScan(scan) {
    const before = this.scan;
    this.scan = scan?.isRunning ? scan : null;
    this.on.scan(this.scan, before && !this.scan ? scan : null);
  }

  // ---- data

  async take(state) {
    const run = runOf(state.revision); // generations are counted from 0 in every run of the server
    if (state.generation !== this.generation || run !== this.run) {
      const table = await requestJson(`${this.path}/faces`);
      if (table.generation !== state.generation) return this.take(await requestJson(`${this.path}/state`)); // newer by now
      Object.assign(this, readFaces(table));
      this.generation = table.generation;
      this.run = run;
    }
    this.revision = state.revision;
    this.about = state;
    Object.assign(this, readPeople(state, this.faces));
    this.corrections = state.corrections;
  }

  // The faces on the smaller side of the best cut of a person; none if all are known to be one person.
  async cutOf(person) {
    const { faces } = await requestJson(`${this.path}/cuts/${encodeURIComponent(person.id)}`);
    return faces.map((id) => this.byId.get(id));
  }

  thumb(face) {
    return `${this.path}/thumbs/${face.id}?v=${this.about.look}`;
  }

  photo(photo) {
    return `${this.path}/photos/${photo.id}?v=${this.about.look}`;
  }
}
