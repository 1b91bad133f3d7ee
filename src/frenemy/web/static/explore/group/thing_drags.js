// What may be dragged on this page: members, to a neighbour, to a new group or to a row of the list of groups.

import { icon, make } from "../../shared/dom.js";
import { spot } from "../../shared/drags.js";

const SPOTS = 8;

/**
 * The rules of shared/drags.js.
 * @param {import("./group_view.js").GroupView} view
 * @param {import("../clustering/chosen.js").Chosen} chosen
 * @param {{ move: (things: number[], group: number | null) => void, peek: () => void, endPeek: () => void, isPeeking: () => boolean }} page
 */
export function thingDrags(view, chosen, page) {
  return {
    cargoOf(element) {
      const row = element.closest(".member-row");
      const member = row && !element.closest("a") ? row.member : null;
      if (!member) return null;
      const names = chosen.has(member.thing) ? new Map(chosen.names) : new Map([[member.thing, member.name]]);
      return { names };
    },
    ghostOf: ({ names }) => ({ children: [make("span", { class: "ghost-name", dir: "auto" }, [...names.values()][0])], n: names.size }),
    spotsOf: () => page.isPeeking() ? [spot("new", "New group", icon("plus"))] : [
      spot("new", "New group", icon("plus")),
      allGroups(),
      ...(view.group?.neighbors ?? []).slice(0, SPOTS).map((one) => spot(one.group, one.name, make("span", { class: "spot-size" }, one.size.toLocaleString("en")))),
    ],
    isAllowed: (_cargo, drop) => drop !== String(view.id),
    drop: ({ names }, drop) => page.move([...names.keys()], drop === "new" ? null : Number(drop)),
    spring: () => page.peek(),
    ended: () => page.endPeek(),
  };
}

// Opens the list when the pointer rests on it.
const allGroups = () => make("div", { class: "spot", "data-spring": "", title: "Rest here for all groups" }, icon("search"), make("span", {}, "All groups"));
