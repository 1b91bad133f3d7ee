// Filters and orders of the list of groups.

const AS_OPENED = "Not as they were when the clustering was opened";

export const FILTERS = [
  { name: "all", text: "All" },
  { name: "doubtful", text: "Doubtful", title: "A small change of the weights would change them" },
  { name: "large", text: "Large" },
  { name: "mixed", text: "Mixed", title: "Some of their pairs repel each other" },
  { name: "changed", text: "Changed", title: AS_OPENED },
  { name: "corrected", text: "Corrected", title: AS_OPENED },
  { name: "singles", text: "Singles", title: "Things without a group" },
];

export const ORDERS = [
  { name: "-size", text: "Largest first" },
  { name: "size", text: "Smallest first" },
  { name: "doubt", text: "Most doubtful first" },
  { name: "-doubt", text: "Surest first" },
  { name: "cohesion", text: "Loosest first" },
  { name: "mixed", text: "Most mixed first" },
  { name: "name", text: "By name" },
];

// What a filter means; those since an earlier run differ from those of this sitting only if there is an earlier run.
export function filterTitle({ name, title = "" }, before) {
  return name === "changed" && before ? `Not as they were in ${before.title}` : title;
}

export const isOffered = ({ name }, before) => name !== "corrected" || Boolean(before);

// The order of a filter until another one is chosen.
const orderOf = (filter) => (filter === "doubtful" ? "doubt" : "-size");

const has = (all, name) => all.some((one) => one.name === name);

// What the address says about the list; what it does not say or says wrongly is left at the default.
export function readList(query) {
  const asked = query.get("filter");
  const filter = has(FILTERS, asked) ? asked : "all";
  const sort = query.get("sort");
  return { filter, sort: has(ORDERS, sort) ? sort : orderOf(filter), q: query.get("q") ?? "" };
}

// For the address: only what differs from the default.
export function listQuery({ filter, sort, q }) {
  return { filter: filter === "all" ? "" : filter, sort: sort === orderOf(filter) ? "" : sort, q };
}

// The list after a change of its search, filter or order; an order that was chosen stays when the filter changes.
export function changedList(list, change) {
  const isOrdered = list.sort !== orderOf(list.filter);
  const { filter } = { ...list, ...change };
  return { ...list, sort: isOrdered ? list.sort : orderOf(filter), ...change };
}
