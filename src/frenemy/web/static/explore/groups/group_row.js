// A row of the list of groups.

import { make } from "../../shared/dom.js";
import { count, nats, percent, short } from "../numbers.js";
import { hashOf } from "../routes.js";

const DOUBTS = {
  move: "one thing may belong elsewhere",
  join: "it may belong to another group",
  split: "it may be two groups",
};

const unseen = (text) => make("span", { class: "hidden" }, text); // for screen readers

export function makeGroupRow() {
  const link = make("a", { class: "group-link", "data-focus": "" });
  link.append(
    make("span", { class: "group-who" }, make("b", { dir: "auto" }), make("span", { class: "faint examples", dir: "auto" })),
    make("span", { class: "group-doubt" }),
    make("span", { class: "group-cohesion" }, unseen("cohesion "), make("span", { class: "meter" }, make("i")), make("span", { class: "faint" })),
    make("span", { class: "group-mixed faint" }),
    make("span", { class: "group-size" }),
  );
  return make("li", { class: "group-row" }, link);
}

export function fillGroupRow(row, group, index, total) {
  row.setAttribute("aria-posinset", String(index + 1));
  row.setAttribute("aria-setsize", String(total));
  row.classList.toggle("loading", !group);
  if (!group) delete row.dataset.drop;
  if (!group || row.group === group) return;
  row.dataset.drop = String(group.group);
  row.group = group;
  const link = row.firstElementChild;
  const [who, doubt, cohesion, mixed, size] = link.children;
  link.setAttribute("href", hashOf("group", [group.group]));
  who.firstElementChild.textContent = group.name;
  const others = group.examples.filter((name) => name !== group.name);
  who.lastElementChild.textContent = (group.summary.length ? group.summary : others).join(" · ");
  doubt.replaceChildren(...(group.doubt === null ? [] : [make("span", group.isDoubtful ? { class: "doubt" } : { class: "faint" }, doubtText(group))]));
  if (group.isDoubtful) doubt.append(unseen(`, doubtful: ${DOUBTS[group.why]}`));
  doubt.title = group.doubt === null ? "" : `The cheapest change costs ${nats(group.doubt)}: ${DOUBTS[group.why] ?? ""}`;
  row.classList.toggle("single", group.size === 1);
  cohesion.querySelector("i").style.setProperty("inline-size", percent(group.cohesion ?? 0));
  cohesion.lastElementChild.textContent = percent(group.cohesion ?? 0);
  mixed.textContent = group.mixed > 0 ? `${percent(group.mixed)} repel` : "";
  size.replaceChildren(count(group.size), unseen(group.size === 1 ? " thing" : " things"));
  row.classList.toggle("changed", Boolean(group.isChanged));
}

const doubtText = ({ why, doubt }) => (why ? `${why} ${short(doubt)}` : short(doubt));
