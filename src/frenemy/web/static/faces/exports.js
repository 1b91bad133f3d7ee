// Files to take along, as “frenemy faces” writes them.

import { make } from "../shared/dom.js";
import { save } from "../shared/saving.js";
import { ask } from "../shared/wire.js";

// kind on the server, name, what it is
const EXPORTS = [
  ["people.csv", "Every face: photo, box, person", "CSV"],
  ["people.html", "One page with all people", "HTML"],
  ["corrections.json", "Names and corrections", "JSON"],
  ["photos.csv", "Every photo: who is in it", "CSV"],
  ["album.zip", "All of these", "ZIP"],
];

export function exportButtons(choose) {
  return EXPORTS.map(([kind, name, what]) => {
    const button = make("button", { type: "button", role: "menuitem", "data-kind": kind });
    button.append(make("span", {}, name), make("span", { class: "faint" }, what));
    button.addEventListener("click", () => choose(kind));
    return button;
  });
}

export async function download(album, kind) {
  const response = await ask(`${album.path}/export/${kind}`);
  save(await response.blob(), kind);
}
