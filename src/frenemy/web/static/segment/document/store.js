// Pictures and history in the browser's database, so that work survives a reload and a restart of the server.
//
// Every tab has its own key. A duplicated tab starts with the same key; a lock detects that, and the duplicate continues
// under a new key with a copy of the work.

import { done, openDatabase } from "./database.js";

const NAME = "frenemy-segment";
const MAX_CLOSED = 12; // works of closed tabs to keep
const NEW_PICTURE_MS = 60_000; // another tab saves its picture before the work that needs it

export class Store {
  constructor(key) {
    this.key = key;
    this.copyOf = null; // the key of the tab that this one duplicates
    this.sessions = {}; // by the keys of pictures; a duplicate has its own sessions
    this.database = null;
    this.history = null;
    this.waiting = null; // the history to save next
    this.isSaving = false;
  }

  static async open() {
    const store = new Store(tabKey());
    if (!(await locked(store.key))) {
      store.copyOf = store.key;
      store.key = newKey();
      await locked(store.key);
    }
    remember(store.key);
    // A waiting save would be lost with the page.
    addEventListener("pagehide", () => store.waiting && store.saveWaiting());
    try {
      store.database = await openDatabase(NAME, ["works", "pictures"]);
    } catch {
      store.database = null; // not allowed, as in some private windows: the work lasts as long as the page
    }
    return store;
  }

  async load() {
    if (!this.database) return null;
    try {
      const work = await this.get("works", this.copyOf ?? this.key);
      if (!work) return null;
      if (!this.copyOf) this.sessions = work.sessions ?? {};
      const pictures = new Map();
      for (const key of work.pictures) {
        const picture = await this.get("pictures", key);
        if (picture) pictures.set(key, { ...picture, session: this.sessions[key] ?? null });
      }
      return { ...work, pictures };
    } catch {
      return null;
    }
  }

  async savePicture(picture) {
    const { key, name, blob, width, height } = picture;
    await this.put("pictures", { key, name, blob, width, height, time: Date.now() });
  }

  // Saved with the work, at once if there is any.
  saveSession({ key, session }) {
    this.sessions[key] = session;
    if (this.history) this.saveWork(this.history);
  }

  // Requests that arrive during a save are merged: only the newest history is saved.
  async saveWork(history) {
    this.history = this.waiting = history;
    if (this.isSaving) return;
    this.isSaving = true;
    while (this.waiting) await this.saveWaiting();
    this.isSaving = false;
  }

  saveWaiting() {
    const { past, present, future, solved } = this.waiting;
    const pictures = [...this.waiting.pictures()];
    this.waiting = null;
    const sessions = Object.fromEntries(pictures.map((key) => [key, this.sessions[key] ?? null]));
    return this.put("works", { key: this.key, time: Date.now(), pictures, sessions, past, present, future, solved });
  }

  // Delete the works of tabs that were closed long ago, and pictures without a work.
  async tidy() {
    if (!this.database) return;
    try {
      const isOpen = await openTabs();
      const works = await this.get("works");
      const old = outdatedWorks(works, (key) => key === this.key || isOpen(key));
      for (const key of old) await this.remove("works", key);
      const kept = works.filter(({ key }) => !old.includes(key));
      for (const key of unusedPictures(await this.get("pictures"), kept, Date.now())) await this.remove("pictures", key);
    } catch {
      // the next tab tries again
    }
  }

  get(table, key) {
    const rows = this.database.transaction(table).objectStore(table);
    return done(key === undefined ? rows.getAll() : rows.get(key));
  }

  remove(table, key) {
    return done(this.database.transaction(table, "readwrite").objectStore(table).delete(key));
  }

  async put(table, row) {
    if (!this.database) return;
    try {
      const transaction = this.database.transaction(table, "readwrite");
      const saved = done(transaction.objectStore(table).put(row));
      transaction.commit?.(); // at once: the page may be closed soon
      await saved;
    } catch {
      // storage is full: the work is not saved
    }
  }
}

// Keys of works to delete: of closed tabs, all but the last ones.
export function outdatedWorks(works, isOpen) {
  const closed = works.filter(({ key }) => !isOpen(key)).sort((a, b) => b.time - a.time);
  return closed.slice(MAX_CLOSED).map(({ key }) => key);
}

// Keys of pictures to delete: those that no work needs and that are not brand new.
export function unusedPictures(pictures, works, now) {
  const needed = new Set(works.flatMap((work) => work.pictures));
  return pictures.filter(({ key, time = 0 }) => !needed.has(key) && now - time > NEW_PICTURE_MS).map(({ key }) => key);
}

export function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function tabKey() {
  try {
    return sessionStorage.getItem(NAME) ?? newKey();
  } catch {
    return newKey();
  }
}

function remember(key) {
  try {
    sessionStorage.setItem(NAME, key);
  } catch {
    // no storage allowed
  }
}

// Lock this key until the page is closed; false if another tab has it.
function locked(key) {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const hold = (lock) => {
      resolve(lock !== null);
      return lock && new Promise(() => {});
    };
    navigator.locks.request(`${NAME}-${key}`, { ifAvailable: true }, hold).catch(() => resolve(true));
  });
}

// Resolves to a function that says whether an open tab has a key.
async function openTabs() {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const names = new Set(held.map((lock) => lock.name));
  return (key) => names.has(`${NAME}-${key}`);
}
