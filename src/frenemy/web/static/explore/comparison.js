// Two things side by side, with what differs between them.

import { make } from "../shared/dom.js";
import { loadImage } from "../shared/image_source.js";

/**
 * @param {{ name: string, isPicture: boolean }[]} columns
 * @param {{ thing: number, name: string, values: (string | null)[] }[]} things two
 * @param {(thing: number, column: number) => string} picture
 */
export function comparison(columns, things, picture) {
  const head = make("tr", {}, make("td"), ...things.map(({ name }) => make("th", { scope: "col", dir: "auto" }, name)));
  const rows = columns.map((column, c) => {
    const [a, b] = things.map(({ values }) => values[c] ?? null);
    const differs = differ(a, b);
    const cells = things.map(({ thing, values }) => {
      const value = values[c] ?? null;
      const shown = column.isPicture && value !== null ? make("img", { alt: value, loading: "lazy" }) : (value ?? "–");
      if (shown instanceof HTMLImageElement) loadImage(shown, picture(thing, c));
      return make("td", { dir: "auto", ...(differs && !column.isPicture ? { class: "differs" } : {}) }, shown);
    });
    const name = make("th", { scope: "row", dir: "auto" }, column.name);
    if (differs && !column.isPicture) name.append(make("span", { class: "hidden" }, " (differs)"));
    return make("tr", {}, name, ...cells);
  });
  return make("table", { class: "comparison" }, make("thead", {}, head), make("tbody", {}, ...rows));
}

// A missing value says nothing.
export const differ = (a, b) => a !== null && b !== null && a !== b;
