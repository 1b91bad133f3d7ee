// A row of the table of members, and its head.

import { make } from "../../shared/dom.js";
import { loadImage } from "../../shared/image_source.js";
import { short } from "../numbers.js";
import { hashOf } from "../routes.js";

export function makeMemberRow() {
  const row = make("div", { class: "member-row", role: "row", tabindex: "-1" });
  const tick = make("input", { type: "checkbox", tabindex: "-1", "aria-label": "Select" });
  row.append(make("span", { class: "cell tick-cell", role: "gridcell" }, tick), make("span", { class: "cell member-name", role: "rowheader", dir: "auto" }));
  row.append(make("span", { class: "cell number", role: "gridcell" }), make("span", { class: "cell", role: "gridcell" }));
  return row;
}

/**
 * @param {any} row
 * @param {any} member
 * @param {number} index
 * @param {{ isChosen: boolean, isMoved: boolean, isPicture: boolean[], picture: (thing: number, column: number) => string }} how
 */
export function fillMemberRow(row, member, index, { isChosen, isMoved, isPicture, picture }) {
  row.setAttribute("aria-rowindex", String(index + 2)); // the head is the first
  row.classList.toggle("loading", !member);
  if (!member) return;
  row.setAttribute("aria-selected", String(isChosen));
  row.querySelector("input").checked = isChosen;
  row.classList.toggle("chosen", isChosen);
  row.classList.toggle("moved", isMoved);
  row.classList.toggle("doubtful", member.isDoubtful);
  if (row.member === member) return;
  row.member = member;
  row.dataset.thing = String(member.thing);
  const [tick, name, margin, other] = row.children;
  tick.firstElementChild.setAttribute("aria-label", `Select ${member.name}`);
  name.textContent = member.name;
  name.title = member.name;
  margin.replaceChildren(make("span", member.isDoubtful ? { class: "doubt" } : {}, short(member.margin)));
  other.replaceChildren(nextBest(member));
  while (row.children.length > 4) row.lastElementChild.remove();
  for (const [column, value] of member.values.entries()) {
    const isOdd = !member.isUsual[column] && value !== null;
    const cell = make("span", { class: isOdd ? "cell differs" : "cell", role: "gridcell", dir: "auto" });
    if (isPicture[column] && value !== null) {
      const image = make("img", { alt: value, loading: "lazy", draggable: "false" });
      loadImage(image, picture(member.thing, column));
      cell.append(image);
    } else cell.textContent = value ?? "–";
    cell.title = value === null ? "" : isOdd ? `${value} (not the usual value here)` : value;
    row.append(cell);
  }
}

function nextBest({ runnerUp, runnerUpName, margin }) {
  if (runnerUp !== null) return make("a", { href: hashOf("group", [runnerUp]), tabindex: "-1", dir: "auto" }, runnerUpName);
  return make("span", { class: "faint" }, margin === null ? "" : "alone");
}

// The head: names and margins can be sorted by.
export function memberHead(columns, sort, sortBy) {
  const sorter = (text, order, title) => {
    const button = make("button", { type: "button", class: "plain", title }, text);
    button.addEventListener("click", () => sortBy(order));
    return button;
  };
  const cell = (child, isSorted = "none") => make("span", { class: "cell", role: "columnheader", "aria-sort": isSorted }, child);
  const next = sort === "margin" ? "-margin" : "margin";
  const margin = sorter("Margin", next, "How many nats it would cost to move it to the next best group, or to leave it alone");
  const head = make("div", { class: "member-head", role: "row", "aria-rowindex": 1 });
  head.append(
    make("span", { class: "cell tick-cell", role: "columnheader", "aria-label": "Selected" }),
    cell(sorter("Name", "name", "Sort by name"), sort === "name" ? "ascending" : "none"),
    cell(margin, { margin: "ascending", "-margin": "descending" }[sort] ?? "none"),
    cell("Next best"),
    ...columns.map((name) => make("span", { class: "cell", role: "columnheader", dir: "auto", title: name }, name)),
  );
  return head;
}
