// The album as the server holds it: faces, people, corrections. Every change goes there and is on disk before the page
// shows it; the revision tells whether another tab was quicker.

import { askJson, ServerError } from "../shared/wire.js";

const PULSE_MS = 2500;
const SCAN_PULSE_MS = 300;

export class Album {
  // tell: changed(news), working(isWorking), scan(scan or null), failed(error)
  constructor(key, tell) {
    this.path = `/faces/albums/${key}`;
    this.tell = tell;
    this.generation = null;
    this.last = Promise.resolve(); // changes are made one after another
    this.nWaiting = 0;
    this.isAway = false;
    this.others = "BroadcastChannel" in self ? new BroadcastChannel(`frenemy-faces-${key}`) : null;
    this.others?.addEventListener("message", () => this.pulse());
    document.addEventListener("visibilitychange", () => document.hidden || this.pulse());
    addEventListener("focus", () => this.pulse());
  }

  async load() {
    await this.take(await askJson(`${this.path}/state`));
    this.tell.changed(null);
    this.beat();
  }

  // Make a change; resolves to what the server tells of it, or null where it was refused (and told).
  change(what) {
    this.nWaiting += 1;
    this.tell.working(true);
    const made = this.last.then(() => this.send(what));
    this.last = made.then(() => {
      this.nWaiting -= 1;
      if (this.nWaiting === 0) this.tell.working(false);
    });
    return made;
  }

  async send(what) {
    try {
      const body = JSON.stringify({ revision: this.revision, ...what });
      const { state, news } = await askJson(`${this.path}/change`, { method: "POST", body });
      await this.take(state);
      this.others?.postMessage(state.revision);
      this.tell.changed({ ...news, asked: what });
      return news;
    } catch (error) {
      this.tell.failed(error);
      if (error instanceof ServerError && error.status) await this.refresh(null);
      return null;
    }
  }

  async startScan() {
    this.showScan(await askJson(`${this.path}/scan`, { method: "POST" }));
    this.beat();
  }

  async cancelScan() {
    this.showScan(await askJson(`${this.path}/scan`, { method: "DELETE" }));
  }

  // ---- keeping up with other tabs, other windows and the scan

  beat() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.pulse(), this.scan ? SCAN_PULSE_MS : PULSE_MS);
  }

  async pulse() {
    clearTimeout(this.timer);
    if (document.hidden || this.isPulsing) return this.beat();
    this.isPulsing = true;
    try {
      const { revision, scan } = await askJson(`${this.path}/pulse`);
      if (this.isAway) this.tell.back();
      this.isAway = false;
      if (revision !== this.revision && this.nWaiting === 0) await this.refresh({ isForeign: !this.scan });
      this.showScan(scan);
    } catch (error) {
      if (!this.isAway) this.tell.failed(error);
      this.isAway = true;
    }
    this.isPulsing = false;
    this.beat();
  }

  async refresh(news) {
    try {
      await this.take(await askJson(`${this.path}/state`));
      this.tell.changed(news);
    } catch {
      // the pulse tells
    }
  }

  showScan(scan) {
    const before = this.scan;
    this.scan = scan?.isRunning ? scan : null;
    this.tell.scan(this.scan, before && !this.scan ? scan : null);
  }

  // ---- what there is

  async take(state) {
    const run = state.revision.split("-")[0]; // generations are counted anew by every run of the server
    if (state.generation !== this.generation || run !== this.run) {
      const table = await askJson(`${this.path}/faces`);
      if (table.generation !== state.generation) return this.take(await askJson(`${this.path}/state`)); // newer meanwhile
      this.photos = table.photos.map(([id, path, width, height, nFiles]) => ({ id, path, width, height, nFiles, faces: [] }));
      this.faces = table.faces.map(([id, photo, box]) => ({ id, photo: this.photos[photo], box }));
      this.byId = new Map(this.faces.map((face) => [face.id, face]));
      for (const face of this.faces) face.photo.faces.push(face);
      this.generation = table.generation;
      this.run = run;
    }
    this.revision = state.revision;
    this.about = state;
    for (const face of this.faces) face.person = face.doubt = null;
    this.people = state.people.map(({ id, number, name, faces }) => {
      const person = { id, number, name, faces: faces.map((k) => this.faces[k]), nDoubtful: 0 };
      for (const face of person.faces) face.person = person;
      return person;
    });
    this.personById = new Map(this.people.map((person) => [person.id, person]));
    this.doubts = state.doubtful.map(([face, other]) => {
      const doubt = { face: this.faces[face], other: other === null ? null : this.people[other] };
      doubt.face.doubt = doubt;
      doubt.face.person.nDoubtful += 1;
      return doubt;
    });
    this.corrections = state.corrections;
  }

  thumb(face) {
    return `${this.path}/thumbs/${face.id}?v=${this.about.look}`;
  }

  photo(photo) {
    return `${this.path}/photos/${photo.id}?v=${this.about.look}`;
  }
}

// What to call a person in a sentence. Marks around a name written from right to left keep the sentence in order.
export function called(person) {
  if (!person.name) return `Person ${person.number}`;
  return /[\u0590-\u08ff\ufb1d-\ufefc]/.test(person.name) ? `\u2068${person.name}\u2069` : person.name;
}

// The way names are compared: without case, accents and spaces around.
export function plain(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();
}

// Two texts with the same key are one name on the server, which then makes two people one: see person_name.py.
export function nameKey(text) {
  const line = text.replace(/[\u202a-\u202e\u2066-\u2069]/g, "").replace(/[\s\p{Cc}]+/gu, " ").trim();
  return line.normalize("NFC").toUpperCase().toLowerCase().normalize("NFC"); // by way of upper case: ß is ss
}
