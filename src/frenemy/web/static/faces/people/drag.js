// Drag faces and people with mouse, pen or finger. A finger that moves at once scrolls; one that rests first drags.

import { byId, icon, make } from "../../shared/dom.js";
import { displayName } from "../album/names.js";
import { dropOn, isAllowed, targetPeople } from "./drop_rules.js";
import { scroller, visibleBox } from "./scrolling.js";
import { picture } from "./tiles.js";

const REACH = 6; // screen pixels until a press is a drag
const HOLD_MS = 380; // until a finger drags
const EDGE = 70; // screen pixels from the edge in which the list scrolls

export class Drags {
  // actions: move(faces, person or null), merge(people, into), noFace(faces)
  constructor(album, selection, actions) {
    this.album = album;
    this.selection = selection;
    this.actions = actions;
    /** @type {any} */
    this.held = null; // a press that may become a drag
    /** @type {any} */
    this.cargo = null; // what is dragged: { faces } or { people }
    /** @type {any} */
    this.at = null; // position of the pointer
    this.ghost = this.over = null;
    /** @type {any} */
    this.scrolling = undefined;
    this.wasDragged = false;
    const scroll = byId("scroll");
    scroll.addEventListener("pointerdown", (event) => this.down(event));
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
    scroll.addEventListener("touchmove", (event) => this.cargo && event.preventDefault(), { passive: false });
    scroll.addEventListener("contextmenu", (event) => (this.cargo || this.held?.isTouch) && event.preventDefault());
    scroll.addEventListener("dragstart", (event) => event.preventDefault());
    addEventListener("click", (event) => this.swallow(event), { capture: true });
  }

  down(event) {
    this.wasDragged = false;
    if (event.button !== 0 || this.held || event.target.closest("input, .tick")) return;
    const from = event.target.closest("[data-face], [data-person]");
    if (!from || from.id) return;
    const isTouch = event.pointerType === "touch";
    this.held = { from, x: event.clientX, y: event.clientY, pointer: event.pointerId, isTouch };
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
    const { from } = this.held;
    this.at ??= { x: this.held.x, y: this.held.y };
    this.cargo = from.dataset.face ? { faces: this.facesOf(from.dataset.face) } : { people: this.peopleOf(from.dataset.person) };
    this.wasDragged = true;
    const faces = this.cargo.faces ?? this.cargo.people.map((person) => person.faces[0]);
    this.ghost = make("div", { class: "ghost" }, ...faces.slice(0, 3).map((face) => picture(this.album, face)));
    if (faces.length > 1) this.ghost.append(make("b", {}, faces.length.toLocaleString("en")));
    document.body.append(this.ghost);
    document.body.classList.add("dragging");
    if (this.held.isTouch) navigator.vibrate?.(12);
    this.fillDock();
    this.follow();
    this.scrolling = setInterval(() => this.scroll(), 16);
  }

  facesOf(id) {
    const { selection } = this;
    return selection.kind === "face" && selection.ids.has(id) ? selection.faces : [this.album.byId.get(id)];
  }

  peopleOf(id) {
    const { selection } = this;
    return selection.kind === "person" && selection.ids.has(id) ? selection.people : [this.album.personById.get(id)];
  }

  // Show the drop targets.
  fillDock() {
    const spot = (drop, text, child) => make("div", { class: "spot", "data-drop": drop }, child, make("span", { dir: "auto" }, text));
    const spots = this.cargo.faces ? [spot("new", "New person", icon("plus")), spot("no-face", "Not a face", icon("no-face"))] : [];
    spots.push(...targetPeople(this.cargo, this.album.people).map((one) => spot(one.id, displayName(one), picture(this.album, one.faces[0]))));
    byId("dock").replaceChildren(...spots);
    byId("dock").hidden = spots.length === 0;
  }

  follow() {
    const { x, y } = this.at;
    this.ghost.style.transform = `translate(${x + 10}px, ${y + 12}px)`;
    /** @type {HTMLElement | null | undefined} */
    const target = document.elementFromPoint(x, y)?.closest("[data-drop]");
    const over = target && isAllowed(this.cargo, target.dataset.drop, this.album.personById) ? target : null;
    if (over === this.over) return;
    this.over?.classList.remove("over");
    over?.classList.add("over");
    this.over = over;
  }

  scroll() {
    const box = visibleBox();
    const { x, y } = this.at;
    if (x < box.left || x > box.right) return;
    const up = Math.max(0, EDGE - (y - box.top));
    const down = byId("dock").contains(document.elementFromPoint(x, y)) ? 0 : Math.max(0, EDGE - (box.bottom - y));
    if (up || down) scroller().scrollBy(0, (down - up) / 4);
  }

  up(event) {
    if (!this.held || event.pointerId !== this.held.pointer) return;
    const { cargo, over, album } = this;
    this.stop();
    if (cargo && over) dropOn(cargo, over.dataset.drop, album.personById, this.actions);
  }

  stop() {
    clearTimeout(this.held?.timer);
    clearInterval(this.scrolling);
    this.ghost?.remove();
    this.over?.classList.remove("over");
    this.held = this.cargo = this.ghost = this.over = this.at = null;
    document.body.classList.remove("dragging");
    byId("dock").hidden = true;
  }

  // The click event that follows a drag is not a click.
  swallow(event) {
    if (!this.wasDragged) return;
    this.wasDragged = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}
