// Work that survives a reload, and a server that was started anew: pictures and history in the browser's database.
//
// Every tab has a key of its own. A duplicated tab begins with the same one; the lock tells the two apart, and the
// second goes on under a new key with a copy of the work.

const NAME = "frenemy-segment";
const MOST_WORKS = 12; // of closed tabs, the last ones
const YOUNG_MS = 60_000; // a picture that another tab has just saved; the work that needs it may come after it

export class Store {
  static async open() {
    const store = new Store();
    store.key = tabKey();
    store.copyOf = null;
    store.sessions = {}; // by the keys of the pictures: of this tab alone, while a copy has the same pictures
    if (!(await locked(store.key))) {
      store.copyOf = store.key;
      store.key = newKey();
      await locked(store.key);
    }
    remember(store.key);
    // What waits for a save that is under way would be lost with the page.
    addEventListener("pagehide", () => store.waiting && store.saveWaiting());
    try {
      store.database = await openDatabase();
    } catch {
      store.database = null; // not allowed, as in some private windows: the work then lives as long as the page
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

  // Goes with the work, at once if there is any.
  saveSession({ key, session }) {
    this.sessions[key] = session;
    if (this.history) this.saveWork(this.history);
  }

  // Saves that come while one is under way are done once, with the newest.
  async saveWork(history) {
    this.history = this.waiting = history;
    if (this.isSaving) return;
    this.isSaving = true;
    while (this.waiting) await this.saveWaiting();
    this.isSaving = false;
  }

  saveWaiting() {
    const { past, present, future } = this.waiting;
    const pictures = [...this.waiting.pictures()];
    this.waiting = null;
    const sessions = Object.fromEntries(pictures.map((key) => [key, this.sessions[key] ?? null]));
    return this.put("works", { key: this.key, time: Date.now(), pictures, sessions, past, present, future });
  }

  // Forget the works of tabs closed long ago, and pictures no work needs.
  async tidy() {
    if (!this.database) return;
    try {
      const isOpen = await openTabs();
      const works = await this.get("works");
      const closed = works.filter(({ key }) => key !== this.key && !isOpen(key)).sort((a, b) => b.time - a.time);
      const old = new Set(closed.slice(MOST_WORKS));
      for (const work of old) await this.remove("works", work.key);
      const needed = new Set(works.filter((work) => !old.has(work)).flatMap((work) => work.pictures));
      for (const { key, time = 0 } of await this.get("pictures")) {
        if (!needed.has(key) && Date.now() - time > YOUNG_MS) await this.remove("pictures", key);
      }
    } catch {
      // another time
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
      transaction.commit?.(); // not when this page is next at work: it may be left before
      await saved;
    } catch {
      // full: the work goes on without
    }
  }
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

// Whether this key is ours alone, from now until the page is left.
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

// A test of keys: whether a tab that is open now goes by it.
async function openTabs() {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const names = new Set(held.map((lock) => lock.name));
  return (key) => names.has(`${NAME}-${key}`);
}

function openDatabase() {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("works", { keyPath: "key" });
    request.result.createObjectStore("pictures", { keyPath: "key" });
  };
  return done(request);
}

function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
