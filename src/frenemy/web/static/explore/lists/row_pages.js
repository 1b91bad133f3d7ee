// Rows of a long list, fetched by pages as they are needed.

import { isAbort } from "../../shared/requests.js";

const MAX_PAGES = 60; // kept in memory

/** @template Row */
export class RowPages {
  /**
   * @param {number} size rows per page
   * @param {(offset: number, limit: number, signal: AbortSignal) => Promise<{ total: number, rows: Row[] }>} fetchRows
   * @param {{ arrived: (reply: any) => void, failed: (error: Error) => void }} on
   */
  constructor(size, fetchRows, on) {
    this.size = size;
    this.fetchRows = fetchRows;
    this.on = on;
    /** @type {Map<number, { rows: Row[], isStale: boolean }>} */
    this.pages = new Map();
    /** @type {Map<number, AbortController>} */
    this.pending = new Map();
  }

  /** @returns {Row | undefined} */
  rowAt(index) {
    return this.pages.get(Math.floor(index / this.size))?.rows[index % this.size];
  }

  // Fetch what is missing of these rows; requests for other rows are cancelled.
  need(first, last) {
    const from = Math.floor(Math.max(first, 0) / this.size);
    const to = Math.floor(Math.max(last, 0) / this.size);
    for (const [page, controller] of this.pending) if (page < from || page > to) controller.abort();
    for (let page = from; page <= to; page += 1) {
      const known = this.pages.get(page);
      if ((!known || known.isStale) && !this.pending.has(page)) this.load(page);
    }
  }

  async load(page) {
    const controller = new AbortController();
    this.pending.set(page, controller);
    try {
      const reply = await this.fetchRows(page * this.size, this.size, controller.signal);
      if (this.pending.get(page) !== controller) return;
      this.pending.delete(page);
      this.pages.delete(page);
      this.pages.set(page, { rows: reply.rows, isStale: false });
      if (this.pages.size > MAX_PAGES) this.pages.delete(this.pages.keys().next().value);
      this.on.arrived(reply);
    } catch (error) {
      if (this.pending.get(page) === controller) this.pending.delete(page);
      if (!isAbort(error)) this.on.failed(error);
    }
  }

  // The rows may have changed: they stay until newer ones arrive.
  outdate() {
    this.stop();
    for (const page of this.pages.values()) page.isStale = true;
  }

  // Other rows.
  clear() {
    this.stop();
    this.pages.clear();
  }

  stop() {
    for (const controller of this.pending.values()) controller.abort();
    this.pending.clear();
  }
}
