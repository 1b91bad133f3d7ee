// In place of the web page's requests to its server: the same functions, answered by Python through the notebook.

import { ask, askInTurn, KernelError } from "./host.js";

export { isAbort } from "../../web/static/shared/requests.js";
export { KernelError as ServerError };

const FIXED = "This editor is for one picture: in Python, segment another one and edit that in the notebook.";

/** @param {string} path */
export async function request(path) {
  if (!path.endsWith("/picture")) throw new KernelError(FIXED);
  const { result, payload } = await ask({ kind: "picture" });
  return new Response(new Blob([payload], { type: result.type }));
}

/** @param {string} _path @returns {Promise<any>} */
export async function requestJson(_path) {
  throw new KernelError(FIXED);
}

/** @param {string} path @param {{ body: string, signal?: AbortSignal, onStage: (stage: string, done: number) => void }} options */
export const requestWithProgress = (path, { body, signal, onStage }) =>
  askInTurn({ kind: path.split("/").at(-1), document: JSON.parse(body) }, { signal, onStage }); // a solve or a preview
