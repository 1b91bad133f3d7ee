// Drag items of a list with mouse, pen or finger. A finger that moves at once scrolls; one that rests first drags.

import { byId, make } from "./dom.js";
import { scroller, visibleBox } from "./scrolling.js";

const REACH = 6; // screen pixels until a press is a drag
const HOLD_MS = 380; // until a finger drags
const SPRING_MS = 600; // until what the pointer rests on opens
const EDGE = 70; // screen pixels from the edge in which the list scrolls

export class Drags {
  /**
   * area: the element that holds the items. What may be dragged, and where to (a target has data-drop):
   * - cargoOf(element): what a press on this element drags, or null
   * - ghostOf(cargo): { children, n }, what follows the pointer, and the number of items
   * - spotsOf(cargo): drop targets to offer in the dock
   * - isAllowed(cargo, drop), drop(cargo, drop)
   * - spring(cargo): open what the pointer rests on, an element with data-spring; ended(): whatever the end of the drag
   * @param {HTMLElement} area
   * @param {{ cargoOf: (element: HTMLElement) => any, ghostOf: (cargo: any) => { children: Node[], n: number }, spotsOf: (cargo: any) => Node[], isAllowed: (cargo: any, drop: string) => boolean, drop: (cargo: any, drop: string) => void, spring?: (cargo: any) => void, ended?: () => void }} rules
   */
  constructor(area, rules) {
    this.rules = rules;
    /** @type {any} */
    this.held = null; // a press that may become a drag
    /** @type {any} */
    this.cargo = null; // what is dragged
    /** @type {any} */
    this.at = null; // position of the pointer
    this.ghost = this.over = this.rested = null;
    /** @type {any} */
    this.scrolling = this.springing = undefined;
    this.wasDragged = false;
    area.addEventListener("pointerdown", (event) => this.down(event));
    addEventListener("pointermove", (event) => this.move(event));
    addEventListener("pointerup", (event) => this.up(event));
    addEventListener("pointercancel", () => this.stop());
    addEventListener("blur", () => this.stop());
    addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.cargo) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      this.stop();
    }, { capture: true });
    // During a drag, a finger does not scroll and no context menu opens.
    area.addEventListener("touchmove", (event) => this.cargo && event.preventDefault(), { passive: false });
    area.addEventListener("contextmenu", (event) => (this.cargo || this.held?.isTouch) && event.preventDefault());
    area.addEventListener("dragstart", (event) => event.preventDefault());
    addEventListener("click", (event) => this.swallow(event), { capture: true });
  }

  down(event) {
    this.wasDragged = false;
    if (event.button !== 0 || this.held || event.target.closest("input, .tick")) return;
    const cargo = this.rules.cargoOf(event.target);
    if (!cargo) return;
    const isTouch = event.pointerType === "touch";
    this.held = { cargo, x: event.clientX, y: event.clientY, pointer: event.pointerId, isTouch };
    if (isTouch) this.held.timer = setTimeout(() => this.start(), HOLD_MS);
  }

  move(event) {
    if (!this.held || event.pointerId !== this.held.pointer) return;
    this.at = { x: event.clientX, y: event.clientY };
    const isFar = Math.hypot(event.clientX - this.held.x, event.clientY - this.held.y) > REACH;
    if (!this.cargo && isFar) {
      if (this.held.isTouch) return this.stop(); // it scrolls
      this.start();
    }
    if (this.cargo) this.follow();
  }

  start() {
    this.at ??= { x: this.held.x, y: this.held.y };
    this.cargo = this.held.cargo;
    this.wasDragged = true;
    const { children, n } = this.rules.ghostOf(this.cargo);
    this.ghost = make("div", { class: "ghost" }, ...children);
    if (n > 1) this.ghost.append(make("b", {}, n.toLocaleString("en")));
    document.body.append(this.ghost);
    document.body.classList.add("dragging");
    if (this.held.isTouch) navigator.vibrate?.(12);
    this.fillDock();
    this.follow();
    this.scrolling = setInterval(() => this.scroll(), 16);
  }

  // Show the drop targets.
  fillDock() {
    const spots = this.rules.spotsOf(this.cargo);
    byId("dock").replaceChildren(...spots);
    byId("dock").hidden = spots.length === 0;
  }

  follow() {
    const { x, y } = this.at;
    this.ghost.style.transform = `translate(${x + 10}px, ${y + 12}px)`;
    const element = document.elementFromPoint(x, y);
    this.restOn(element?.closest("[data-spring]") ?? null);
    /** @type {HTMLElement | null | undefined} */
    const target = element?.closest("[data-drop]");
    const over = target && this.rules.isAllowed(this.cargo, target.dataset.drop) ? target : null;
    if (over === this.over) return;
    this.over?.classList.remove("over");
    over?.classList.add("over");
    this.over = over;
  }

  // What the pointer rests on opens after a while.
  restOn(element) {
    if (element === this.rested) return;
    clearTimeout(this.springing);
    this.rested?.classList.remove("resting");
    element?.classList.add("resting");
    this.rested = element;
    if (element) this.springing = setTimeout(() => this.open(), SPRING_MS);
  }

  open() {
    this.rules.spring?.(this.cargo);
    this.fillDock();
    this.follow();
  }

  scroll() {
    const box = visibleBox();
    const { x, y } = this.at;
    if (x < box.left || x > box.right) return;
    const up = Math.max(0, EDGE - (y - box.top));
    const dock = byId("dock").getBoundingClientRect(); // it covers the edge, on a phone all of it
    const bottom = x >= dock.left && x < dock.right ? Math.min(box.bottom, dock.top) : box.bottom;
    const down = y > bottom ? 0 : Math.max(0, EDGE - (bottom - y));
    if (!up && !down) return;
    scroller().scrollBy(0, (down - up) / 4);
    this.follow(); // another target is below the pointer now
  }

  up(event) {
    if (!this.held || event.pointerId !== this.held.pointer) return;
    if (this.cargo) this.follow(); // a row may have been filled anew since
    const { cargo } = this;
    const drop = this.over?.dataset.drop;
    this.stop();
    if (cargo && drop !== undefined) this.rules.drop(cargo, drop);
  }

  stop() {
    clearTimeout(this.held?.timer);
    clearInterval(this.scrolling);
    this.restOn(null);
    this.ghost?.remove();
    this.over?.classList.remove("over");
    const wasDragging = Boolean(this.cargo);
    this.held = this.cargo = this.ghost = this.over = this.at = null;
    document.body.classList.remove("dragging");
    byId("dock").hidden = true;
    if (wasDragging) this.rules.ended?.();
  }

  // The click event that follows a drag is not a click.
  swallow(event) {
    if (!this.wasDragged) return;
    this.wasDragged = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}

/**
 * A drop target of the dock.
 * @param {string | number} drop @param {string} text @param {...Node} children
 */
export const spot = (drop, text, ...children) => make("div", { class: "spot", "data-drop": drop }, ...children, make("span", { dir: "auto" }, text));
