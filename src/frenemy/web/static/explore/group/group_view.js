// One group: its members side by side.

import { byId } from "../../shared/dom.js";
import { isAbort } from "../../shared/requests.js";
import { plural } from "../../shared/text.js";
import { VirtualList } from "../lists/virtual_list.js";
import { count, percent, short } from "../numbers.js";
import { fillMemberRow, makeMemberRow, memberHead } from "./member_row.js";
import { originText } from "./origin_text.js";

const MAX_RANGE = 5000; // things that are selected at once

export class GroupView {
  /**
   * @param {import("../clustering/clustering.js").Clustering} clustering
   * @param {import("../clustering/chosen.js").Chosen} chosen
   * @param {{ failed: (error: Error) => void, gone: (group: number) => void, loaded: (group: any) => void }} page
   */
  constructor(clustering, chosen, page) {
    this.clustering = clustering;
    this.chosen = chosen;
    this.page = page;
    /** @type {number | null} */
    this.id = null;
    /** @type {any} */
    this.group = null; // as the server has last described it
    this.sort = "margin";
    this.hasFocus = false; // whether the focus has been put into the table
    this.list = new VirtualList(byId("member-list"), {
      scroller: () => byId("member-table"),
      fetchRows: (offset, limit, signal) => this.fetchRows(offset, limit, signal),
      make: makeMemberRow,
      fill: (row, member, index) => this.fill(row, member, index),
      failed: (error) => this.failed(error),
      walked: (index, event) => event.shiftKey && this.extend(index),
    });
    byId("member-list").addEventListener("click", (event) => this.clicked(event));
  }

  async fetchRows(offset, limit, signal) {
    const { id } = this;
    const group = await this.clustering.get(`groups/${id}?offset=${offset}&limit=${limit}&sort=${this.sort}`, { signal });
    if (id !== this.id) throw new DOMException("another group", "AbortError");
    this.showHead(group);
    return group.members;
  }

  failed(error) {
    if (isAbort(error)) return;
    if (error.status === 404) this.page.gone(this.id);
    else this.page.failed(error);
  }

  show(id) {
    const isOther = id !== this.id;
    this.id = id;
    if (isOther) {
      this.group = null;
      this.hasFocus = false;
      byId("group-name").textContent = "…";
      byId("group-what").textContent = "";
      byId("group-origin").hidden = true;
      this.list.reset();
    } else {
      this.list.reload();
    }
  }

  hide() {
    this.id = null;
    this.list.hide();
  }

  showHead(group) {
    this.group = group;
    byId("group-name").textContent = group.name;
    const parts = [plural(group.size, "thing")];
    if (group.size > 1) parts.push(`${percent(group.cohesion ?? 0)} cohesion`, `${short(group.insideAttraction)} holds it together, ${short(Math.abs(group.insideRepulsion))} pulls it apart`);
    if (group.weakest) parts.push(`weakest: ${group.weakest.name} (margin ${short(group.weakest.margin)})`);
    byId("group-what").textContent = parts.join(" · ");
    byId("group-origin").hidden = !group.origin;
    byId("group-origin").textContent = group.origin ? `Since ${this.clustering.state.before.title}: ${originText(group.origin)}` : "";
    const { columns } = this.clustering.state;
    const table = byId("member-table");
    table.style.setProperty("--n-columns", String(Math.max(columns.length, 1)));
    table.classList.toggle("no-columns", columns.length === 0);
    table.classList.toggle("with-pictures", columns.some((column) => column.isPicture));
    table.setAttribute("aria-rowcount", String(group.members.total + 1));
    const head = memberHead(columns.map((column) => column.name), this.sort, (sort) => this.sortBy(sort));
    if (table.firstElementChild.textContent !== head.textContent || this.shownSort !== this.sort) {
      table.firstElementChild.replaceWith(head);
      this.shownSort = this.sort;
    }
    this.page.loaded(group);
    if (this.hasFocus) return;
    this.hasFocus = true;
    if (document.hasFocus() && !document.querySelector("dialog[open]") && !document.activeElement?.matches("input[type=search]")) requestAnimationFrame(() => this.list.focus(0));
  }

  sortBy(sort) {
    this.sort = sort;
    this.chosen.anchor = null;
    this.list.reset();
  }

  fill(row, member, index) {
    const { columns } = this.clustering.state;
    fillMemberRow(row, member, index, {
      isChosen: Boolean(member && this.chosen.has(member.thing)),
      isMoved: Boolean(member && this.clustering.moved.has(member.thing)),
      isPicture: columns.map((column) => column.isPicture),
      picture: (thing, column) => this.clustering.picture(thing, column),
    });
  }

  // ---- selection

  clicked(event) {
    const index = this.list.indexOf(event.target);
    if (index === null || event.target.closest("a")) return;
    if (event.shiftKey) this.extend(index);
    else this.toggle(index);
    if (!event.target.matches("input")) this.list.focus(index);
  }

  toggle(index) {
    const member = this.list.rowAt(index);
    if (member) this.chosen.toggle(member, index);
  }

  async extend(index) {
    const from = this.chosen.anchor ?? index;
    const rows = await this.list.rowsBetween(Math.min(from, index), Math.min(Math.max(from, index), Math.min(from, index) + MAX_RANGE - 1));
    this.chosen.anchor = from;
    this.chosen.add(rows);
  }

  async chooseAll() {
    this.chosen.add(await this.list.rowsBetween(0, Math.min(this.list.total, MAX_RANGE) - 1));
  }

  get sizeText() {
    return this.group ? count(this.group.size) : "";
  }
}
