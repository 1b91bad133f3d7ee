// Search and filters of the overview.

import { searchKey } from "../album/names.js";

export const FILTERS = [
  { name: "all", text: "All", test: () => true },
  { name: "doubtful", text: "Doubtful", test: (person) => person.nDoubtful > 0 },
  { name: "unnamed", text: "Unnamed", test: (person) => !person.name },
  { name: "singles", text: "Singles", test: (person) => person.faces.length === 1 },
];

// A test of people: whether the search text, the filter and the setting let them through.
export function peopleFilter({ search, filter, hideSingles }) {
  const words = searchKey(search).split(/\s+/).filter(Boolean);
  const { test } = FILTERS.find(({ name }) => name === filter);
  const isHidden = (person) => hideSingles && filter !== "singles" && person.faces.length === 1;
  return (person) =>
    words.every((word) => searchKey(person.name ?? "").includes(word)) && test(person) && !isHidden(person);
}
