// The rows of the picker: people that match the typed text, and a new person.

import { displayName, nameKey, searchKey } from "../album/names.js";

const MAX_ROWS = 60;

/**
 * Rows { choice, text, person, isLikely }; a choice is { person }, or { name } for a new person.
 * @param {any[]} all people
 * @param {{ without: Set<any>, likely: any[], hasNew: boolean }} options
 * @param {string} typed
 */
export function pickerRows(all, { without, likely, hasNew }, typed) {
  const key = searchKey(typed);
  const others = all.filter((one) => !without.has(one) && !likely.includes(one));
  const people = [...likely, ...others.filter((one) => one.name), ...others.filter((one) => !one.name)];
  const found = key ? people.filter((one) => one.name && searchKey(one.name).includes(key)) : people;
  /** @type {{ choice: any, text: string, person?: any, isLikely?: boolean }[]} */
  const rows = found.slice(0, MAX_ROWS).map((person) => ({ choice: { person }, text: displayName(person), person, isLikely: likely.includes(person) }));
  const isKnown = people.some((one) => one.name && nameKey(one.name) === nameKey(typed));
  if (hasNew && !isKnown) {
    const row = { choice: { name: typed || null }, text: typed ? `New person “${typed}”` : "New person" };
    if (typed) rows.push(row);
    else rows.splice(likely.length, 0, row);
  }
  return rows;
}
