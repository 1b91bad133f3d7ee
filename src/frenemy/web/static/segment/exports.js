// Files to take along, made by the server from the same strokes.

import { make } from "../shared/dom.js";
import { save } from "../shared/saving.js";
import { ask } from "../shared/wire.js";
import { documentOf } from "./solving.js";

// kind on the server, ending of the file, name, what it is
export const EXPORTS = [
  ["labels.png", ".labels.png", "Label map", "16-bit PNG"],
  ["labels.npz", ".labels.npz", "Label map", "NumPy NPZ"],
  ["coco.json", ".coco.json", "Objects", "COCO JSON"],
  ["objects.geojson", ".geojson", "Objects", "GeoJSON"],
  ["overlay.png", ".overlay.png", "Picture with colors", "PNG"],
  ["strokes.json", ".strokes.json", "Strokes", "JSON"],
];

export function exportButtons(choose) {
  return EXPORTS.map(([kind, ending, name, what]) => {
    const button = make("button", { type: "button", role: "menuitem", "data-kind": kind });
    button.append(make("span", {}, name), make("span", { class: "faint" }, what));
    button.addEventListener("click", () => choose(kind, ending));
    return button;
  });
}

export async function download(pictures, state, kind, ending, opacity) {
  const picture = pictures.get(state.picture);
  const response = await pictures.withSession(picture, (path) =>
    ask(`${path}/export/${kind}?${new URLSearchParams({ opacity, name: picture.name })}`, { method: "POST", body: documentOf(state) }),
  );
  save(await response.blob(), stem(picture.name) + ending);
}

const stem = (name) => name.replace(/\.[A-Za-z0-9]{1,5}$/, "").replace(/\s+/g, "_") || "picture";
