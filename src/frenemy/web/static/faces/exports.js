// Files to download, as “frenemy faces” writes them.

import { download } from "../shared/download.js";
import { request } from "../shared/requests.js";

// kind: the name on the server and of the file
export const EXPORTS = [
  { kind: "people.csv", name: "Every face: photo, box, person", format: "CSV" },
  { kind: "people.html", name: "One page with all people", format: "HTML" },
  { kind: "corrections.json", name: "Names and corrections", format: "JSON" },
  { kind: "photos.csv", name: "Every photo: who is in it", format: "CSV" },
  { kind: "album.zip", name: "All of these", format: "ZIP" },
];

export async function downloadExport(album, { kind }) {
  const response = await request(`${album.path}/export/${kind}`);
  download(await response.blob(), kind);
}
