// Where the members of a group were in the earlier run.

import { plural } from "../../shared/text.js";
import { count } from "../numbers.js";

/**
 * Such as "was 2 groups: all 12 of #4, 3 of 8 of #9; 1 new".
 * @param {{ groups: { name: string, size: number, nThings: number }[], nGroups: number, nNew: number, nGone: number }} origin
 */
export function originText({ groups, nGroups, nNew, nGone }) {
  const news = [nNew ? `${count(nNew)} new` : "", nGone ? `${count(nGone)} gone` : ""].filter(Boolean);
  if (!nGroups) return "all new";
  const [first] = groups;
  if (nGroups === 1 && first.nThings === first.size) return [news.length ? `was ${first.name}` : `unchanged, was ${first.name}`, ...news].join("; ");
  const parts = groups.map(({ name, size, nThings }) => `${nThings === size ? `all ${count(size)}` : `${count(nThings)} of ${count(size)}`} of ${name}`);
  if (nGroups > groups.length) parts.push(`and ${plural(nGroups - groups.length, "other")}`);
  const was = nGroups === 1 ? `was ${parts[0]}` : `was ${plural(nGroups, "group")}: ${parts.join(", ")}`;
  return [was, ...news].join("; ");
}
