// Undo and redo of the pictures of a folder, in the browser's database, so that they survive a reload.
//
// The work itself is in the folder. Steps lead to one version of it, on one version of the picture; where either has
// changed since, they are not used. All tabs share them: a tab that does not know of newer steps finds another version.

import { done, openDatabase } from "../document/database.js";
import { History } from "../document/history.js";

const NAME = "frenemy-folder";
const TABLE = "steps";
const MAX_KEPT = 200; // pictures

export class Steps {
  constructor(open = () => openDatabase(NAME, [TABLE])) {
    this.open = open;
    /** @type {Promise<IDBDatabase> | null} */ this.database = null;
  }

  // Keep the steps to the work that the disk has in this version.
  async keep({ id, openedStamp: stamp, history }, version) {
    const { past, present, future } = history;
    const row = { key: id, stamp, version, past, present, future, time: Date.now() };
    try {
      await done((await this.rows("readwrite")).put(row));
    } catch {
      // not allowed, or the storage is full: undo lasts as long as the page
    }
  }

  /** The steps to this version, or null. @returns {Promise<History | null>} */
  async of({ id, openedStamp: stamp }, version) {
    try {
      const kept = await done((await this.rows("readonly")).get(id));
      return kept && kept.stamp === stamp && kept.version === version ? History.of(kept) : null;
    } catch {
      return null;
    }
  }

  // Delete all but the newest.
  async tidy() {
    try {
      for (const key of outdatedSteps(await done((await this.rows("readonly")).getAll()))) {
        await done((await this.rows("readwrite")).delete(key));
      }
    } catch {
      // the next tab tries again
    }
  }

  async rows(mode) {
    this.database ??= this.open();
    return (await this.database).transaction(TABLE, mode).objectStore(TABLE);
  }
}

export const outdatedSteps = (rows) => rows.sort((a, b) => b.time - a.time).slice(MAX_KEPT).map(({ key }) => key);
