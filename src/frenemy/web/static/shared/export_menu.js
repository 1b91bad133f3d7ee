// The buttons of the export menu.

import { make } from "./dom.js";

/**
 * One button for each export, { kind, name, format }; choose(export) is called on a click.
 * @template {{ kind: string, name: string, format: string }} Export
 * @param {Export[]} rows
 * @param {(row: Export) => void} choose
 */
export function exportButtons(rows, choose) {
  return rows.map((row) => {
    const button = make("button", { type: "button", role: "menuitem", "data-kind": row.kind });
    button.append(make("span", {}, row.name), make("span", { class: "faint" }, row.format));
    button.addEventListener("click", () => choose(row));
    return button;
  });
}
