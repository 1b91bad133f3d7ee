// A list of any length: only the visible rows exist, and only their pages are fetched. Arrow keys go from row to row.

import { RowPages } from "./row_pages.js";
import { ScrollMap } from "./scroll_map.js";

const PAGE = 100; // rows
const SPARE = 6; // rows beyond each edge
const STILL_MS = 70; // a position that lasts this long is fetched
const SETTLE_MS = 200;

export class VirtualList {
  /**
   * - scroller(): the element that scrolls
   * - fetchRows(offset, limit, signal): { total, rows }
   * - make(): an empty row; its focus goes to the first element with data-focus, or the row itself
   * - fill(element, row or undefined, index)
   * - arrived(reply): called with each page
   * - failed(error)
   * - walked(index, event): called after an arrow key
   * The height of a row is the CSS variable --row-height.
   * @param {HTMLElement} element
   * @param {{ scroller: () => Element, fetchRows: (offset: number, limit: number, signal: AbortSignal) => Promise<any>, make: () => HTMLElement, fill: (element: HTMLElement, row: any, index: number) => void, arrived?: (reply: any) => void, failed: (error: Error) => void, walked?: (index: number, event: KeyboardEvent) => void }} options
   */
  constructor(element, options) {
    this.element = element;
    this.options = options;
    this.map = new ScrollMap();
    /** @type {number | null} */
    this.total = null; // until the first page is there
    this.rowHeight = 40;
    /** @type {Map<number, HTMLElement>} */
    this.elements = new Map();
    this.active = 0; // the row that Tab reaches
    this.wanted = null; // index that gets the focus when it is drawn
    this.isShown = false;
    this.pages = new RowPages(PAGE, options.fetchRows, {
      arrived: (reply) => this.arrived(reply),
      failed: options.failed,
    });
    addEventListener("scroll", () => this.isShown && this.scrolled(), { capture: true, passive: true });
    new ResizeObserver(() => this.isShown && this.measure()).observe(element.parentElement);
    element.addEventListener("keydown", (event) => this.key(event));
    element.addEventListener("focusin", (event) => {
      const index = this.indexOf(event.target);
      if (index !== null) this.setActive(index);
    });
  }

  indexOf(target) {
    const row = target.closest("[data-index]");
    return row && this.element.contains(row) ? Number(row.dataset.index) : null;
  }

  rowAt(index) {
    return this.pages.rowAt(index);
  }

  // All rows from one index to another, fetched where they are missing.
  async rowsBetween(first, last) {
    const rows = [];
    for (let at = first; at <= last; at += 1) {
      const known = this.rowAt(at);
      if (known) {
        rows.push(known);
        continue;
      }
      const limit = Math.min(last - at + 1, 1000);
      const reply = await this.options.fetchRows(at, limit, new AbortController().signal);
      if (!reply.rows.length) break;
      rows.push(...reply.rows);
      at += reply.rows.length - 1;
    }
    return rows;
  }

  // Show the list from its beginning, with other rows.
  reset() {
    this.isShown = true;
    this.pages.clear();
    this.total = null;
    this.active = 0;
    for (const row of this.elements.values()) row.remove();
    this.elements.clear();
    this.go(0);
    this.pages.need(0, PAGE - 1);
  }

  // Show it again where it was; rows may have changed.
  reload() {
    this.isShown = true;
    this.pages.outdate();
    this.measure();
    if (this.total === null) this.pages.need(0, PAGE - 1);
  }

  hide() {
    this.isShown = false;
    this.pages.stop();
  }

  arrived(reply) {
    const isOther = reply.total !== this.total;
    this.total = reply.total;
    this.options.arrived?.(reply);
    if (isOther) this.measure();
    else this.draw();
  }

  // ---- position

  get scroller() {
    return this.options.scroller();
  }

  // The distance from the top of the list to the top of the visible part, and the height of that part.
  visible() {
    const { scroller } = this;
    const isPage = scroller === document.scrollingElement;
    const box = scroller.getBoundingClientRect();
    const top = isPage ? 0 : box.top;
    const height = isPage ? innerHeight : scroller.clientHeight;
    return { offset: top - this.element.getBoundingClientRect().top, height };
  }

  measure() {
    this.rowHeight = parseFloat(getComputedStyle(this.element).getPropertyValue("--row-height")) || 40;
    this.map.resize((this.total ?? 0) * this.rowHeight, this.visible().height);
    this.element.style.setProperty("height", `${this.map.height}px`);
    this.draw();
  }

  scrolled() {
    const { offset } = this.visible();
    const top = Math.min(Math.max(offset, 0), this.map.maxTop);
    if (top === this.map.top) return;
    this.map.scrolled(top);
    this.draw();
    if (!this.map.isScaled) return;
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.place(this.map.settle()), SETTLE_MS);
  }

  go(position) {
    this.place(this.map.go(position));
  }

  place(top) {
    const { offset } = this.visible();
    if (offset < 0 && top === 0) return this.draw(); // what is above the list may stay visible
    this.scroller.scrollTop += top - offset;
    this.draw();
  }

  reveal(index) {
    const { position, view } = this.map;
    const top = index * this.rowHeight;
    const room = Math.min(this.rowHeight * 2, view / 4);
    if (top < position + room) this.go(top - room);
    else if (top + this.rowHeight > position + view - room) this.go(top + this.rowHeight - view + room);
  }

  // ---- rows

  draw() {
    if (!this.isShown || this.total === null) return;
    const { position, view, top } = this.map;
    const first = Math.max(Math.floor(position / this.rowHeight) - SPARE, 0);
    const last = Math.min(Math.ceil((position + view) / this.rowHeight) + SPARE, this.total) - 1;
    const kept = new Set(this.focused === null || this.focused >= this.total ? [] : [this.focused]); // else the focus is lost
    if (this.wanted !== null) kept.add(this.wanted);
    for (let index = first; index <= last; index += 1) kept.add(index);
    for (const [index, row] of this.elements) {
      if (kept.has(index)) continue;
      row.remove();
      this.elements.delete(index);
    }
    if (!kept.has(this.active)) this.active = Math.max(first, 0);
    let next = this.element.firstElementChild;
    for (const index of [...kept].sort((a, b) => a - b)) {
      const row = this.elements.get(index) ?? this.create(index);
      if (row === next) next = row.nextElementSibling;
      else this.element.insertBefore(row, next);
      row.style.setProperty("transform", `translateY(${Math.round(top + index * this.rowHeight - position)}px)`);
      this.options.fill(row, this.rowAt(index), index);
      focusOf(row).tabIndex = index === this.active ? 0 : -1;
    }
    this.fetchSoon(first, last);
    if (this.wanted !== null) {
      const row = this.elements.get(this.wanted);
      this.wanted = null;
      if (row) focusOf(row).focus({ preventScroll: true });
    }
  }

  create(index) {
    const row = this.options.make();
    row.dataset.index = String(index);
    this.elements.set(index, row);
    return row;
  }

  // Fill the rows again, after something else than the rows has changed.
  refill() {
    for (const [index, row] of this.elements) this.options.fill(row, this.rowAt(index), index);
  }

  fetchSoon(first, last) {
    clearTimeout(this.fetching);
    if (last < first) return;
    const fetchNow = () => this.isShown && this.pages.need(first, last);
    if (this.pages.pending.size === 0) fetchNow();
    else this.fetching = setTimeout(fetchNow, STILL_MS);
  }

  // ---- focus

  get focused() {
    return this.element.contains(document.activeElement) ? this.indexOf(document.activeElement) : null;
  }

  setActive(index) {
    const before = this.elements.get(this.active);
    if (before) focusOf(before).tabIndex = -1;
    this.active = index;
    const row = this.elements.get(index);
    if (row) focusOf(row).tabIndex = 0;
  }

  focus(index = this.active) {
    if (!this.total) return;
    this.wanted = Math.min(Math.max(index, 0), this.total - 1);
    this.setActive(this.wanted);
    this.reveal(this.wanted);
    this.draw();
  }

  key(event) {
    const at = this.indexOf(event.target);
    if (at === null || event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input[type=text], select")) return;
    const page = Math.max(Math.floor(this.map.view / this.rowHeight) - 1, 1);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -at, End: this.total - 1 - at };
    if (!(event.key in steps)) return;
    event.preventDefault();
    const index = Math.min(Math.max(at + steps[event.key], 0), this.total - 1);
    this.focus(index);
    this.options.walked?.(index, event);
  }
}

/** @returns {HTMLElement} */
const focusOf = (row) => row.querySelector("[data-focus]") ?? row;
