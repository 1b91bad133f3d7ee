// Files to download.

import { download } from "../shared/download.js";
import { request } from "../shared/requests.js";

// kind: the name on the server, and the end of the name of the file
export const EXPORTS = [
  { kind: "labels.csv", name: "Every thing with its group", format: "CSV" },
  { kind: "labels.parquet", name: "Every thing with its group", format: "Parquet" },
  { kind: "decisions.csv", name: "Your decisions", format: "CSV" },
  { kind: "report.html", name: "A report of the clustering", format: "HTML" },
];

/** @param {import("./clustering/clustering.js").Clustering} clustering */
export async function downloadExport(clustering, { kind }) {
  const response = await request(clustering.path(`export/${kind}`));
  download(await response.blob(), `${clustering.state.fileStem}.${kind}`);
}
