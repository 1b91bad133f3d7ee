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

const has = (all, name) => all.some((one) => one.name === name);

// What the address says about the list; what it does not say or says wrongly is left at the default.
export function readList(query) {
  const filter = query.get("filter");
  const sort = query.get("sort");
  return { filter: has(FILTERS, filter) ? filter : "all", sort: has(ORDERS, sort) ? sort : "-size", q: query.get("q") ?? "" };
}

// For the address: only what differs from the default.
export function listQuery({ filter, sort, q }) {
  return { filter: filter === "all" ? "" : filter, sort: sort === "-size" ? "" : sort, q };
}
