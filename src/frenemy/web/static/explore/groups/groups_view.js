// The list of all groups, with search, filters and orders. What is chosen there is a part of the address.

import { byId, make } from "../../shared/dom.js";
import { scroller } from "../../shared/scrolling.js";
import { plural } from "../../shared/text.js";
import { openHash, replaceHash } from "../address.js";
import { VirtualList } from "../lists/virtual_list.js";
import { count } from "../numbers.js";
import { hashOf, readRoute } from "../routes.js";
import { changedList, FILTERS, filterTitle, isOffered, listQuery, ORDERS, readList } from "./filters.js";
import { fillGroupRow, makeGroupRow } from "./group_row.js";

const TYPING_MS = 250;

export class GroupsView {
  /**
   * @param {import("../clustering/clustering.js").Clustering} clustering
   * @param {{ failed: (error: Error) => void }} page
   */
  constructor(clustering, page) {
    this.clustering = clustering;
    this.asked = readList(new URLSearchParams());
    this.key = null; // of the rows that are shown
    this.scrollTop = 0;
    /** @type {number | null} */
    this.left = null; // index of the row that was opened
    this.isNarrowed = false;
    this.list = new VirtualList(byId("group-list"), {
      scroller,
      fetchRows: (offset, limit, signal) => this.fetchRows(offset, limit, signal),
      make: makeGroupRow,
      fill: (row, group, index) => fillGroupRow(row, group, index, this.list.total),
      arrived: (reply) => this.arrived(reply),
      failed: page.failed,
    });
    byId("filters").append(
      ...FILTERS.map(({ name, text }) => {
        const button = make("button", { type: "button", class: "chip", "data-filter": name }, text, make("span", { class: "faint" }));
        button.addEventListener("click", () => this.ask({ filter: name }));
        return button;
      }),
    );
    byId("sort").append(...ORDERS.map(({ name, text }) => make("option", { value: name }, text)));
    byId("sort").addEventListener("change", (event) => this.ask({ sort: event.target.value }));
    byId("search").addEventListener("input", () => {
      clearTimeout(this.typing);
      this.typing = setTimeout(() => this.ask({ q: byId("search").value.trim() }), TYPING_MS);
    });
    byId("group-list").addEventListener("click", (event) => (this.left = this.list.indexOf(event.target)));
  }

  fetchRows(offset, limit, signal) {
    const { filter, sort, q } = this.asked;
    const query = new URLSearchParams({ sort, filter, offset: String(offset), limit: String(limit), ...(q ? { q } : {}) });
    return this.clustering.get(`groups?${query}`, { signal });
  }

  arrived({ total, counts }) {
    const { before } = this.clustering.state;
    for (const filter of FILTERS) {
      const { name } = filter;
      const button = byId("filters").querySelector(`[data-filter="${name}"]`);
      button.hidden = !isOffered(filter, before);
      button.title = filterTitle(filter, before);
      button.lastElementChild.textContent = counts[name] === undefined ? "" : count(counts[name]);
    }
    byId("no-groups").hidden = total > 0;
    byId("no-groups-all").hidden = !this.isNarrowed;
    byId("no-groups-text").textContent = this.isNarrowed ? "No group matches." : "There are no groups.";
    byId("spoken-count").textContent = this.isNarrowed ? `${plural(total, "group")} found` : "";
  }

  // Another search, filter or order: a new place in the history only when it is not typing.
  ask(change) {
    const hash = hashOf("groups", [], listQuery(changedList(this.asked, change)));
    if ("q" in change) {
      replaceHash(hash);
      this.show(readRoute(hash));
    } else {
      openHash(hash);
    }
  }

  // The address of the list as it is.
  get hash() {
    return hashOf("groups", [], listQuery(this.asked));
  }

  clear() {
    byId("search").value = "";
    openHash(hashOf("groups"));
  }

  show({ query }) {
    this.asked = readList(query);
    const { filter, sort, q } = this.asked;
    this.isNarrowed = filter !== "all" || q !== "";
    if (byId("search") !== document.activeElement) byId("search").value = q;
    byId("sort").value = sort;
    for (const button of byId("filters").children) button.setAttribute("aria-pressed", String(button.dataset.filter === filter));
    const key = JSON.stringify([this.clustering.bias, filter, sort, q]);
    const isOther = key !== this.key;
    this.key = key;
    if (isOther) {
      this.list.reset();
    } else {
      const isBack = !this.list.isShown;
      this.list.isShown = true;
      if (isBack) scroller().scrollTop = this.scrollTop;
      this.list.reload();
      if (isBack && this.left !== null) this.list.focus(this.left);
      this.left = null;
    }
  }

  // While things are dragged: show all groups, without taking the focus.
  peek() {
    const { asked, left } = this;
    this.before = { asked, left };
    this.left = null;
    this.show(readRoute(hashOf("groups", [], listQuery(changedList(asked, { filter: "all", q: "" })))));
  }

  // Hide the list; the search and the filter come back when it is opened again.
  endPeek() {
    this.hide();
    Object.assign(this, this.before);
  }

  hide() {
    if (!this.list.isShown) return;
    clearTimeout(this.typing);
    this.scrollTop = scroller().scrollTop;
    this.list.hide();
  }

  focus() {
    this.list.focus();
  }
}
