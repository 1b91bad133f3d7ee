// Files to download, made by the server from the same strokes.

import { download } from "../shared/download.js";
import { request } from "../shared/requests.js";
import { namedDocumentOf } from "./solving/solving.js";

// kind: the name on the server; ending: of the file that is saved
export const EXPORTS = [
  { kind: "labels.png", ending: ".labels.png", name: "Label map", format: "16-bit PNG" },
  { kind: "labels.npz", ending: ".labels.npz", name: "Label map", format: "NumPy NPZ" },
  { kind: "coco.json", ending: ".coco.json", name: "Objects", format: "COCO JSON" },
  { kind: "objects.geojson", ending: ".geojson", name: "Objects", format: "GeoJSON" },
  { kind: "names.json", ending: ".names.json", name: "Names of the labels", format: "JSON" },
  { kind: "overlay.png", ending: ".overlay.png", name: "Picture with colors", format: "PNG" },
  { kind: "strokes.json", ending: ".strokes.json", name: "Strokes and names", format: "JSON" },
];

export async function downloadExport(pictures, state, { kind, ending }, { opacity, colorBy }) {
  const picture = pictures.get(state.picture);
  const query = new URLSearchParams({ opacity: String(opacity), colors: colorBy, name: picture.name });
  const response = await pictures.withSession(picture, (path) =>
    request(`${path}/export/${kind}?${query}`, { method: "POST", body: namedDocumentOf(state) }),
  );
  download(await response.blob(), fileStem(picture.name) + ending);
}

export const fileStem = (name) => name.replace(/\.[A-Za-z0-9]{1,5}$/, "").replace(/\s+/g, "_") || "picture";
