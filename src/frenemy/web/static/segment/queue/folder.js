// The folder of pictures that the server was started with.

import { request, requestJson, ServerError } from "../../shared/requests.js";
import { newKey } from "../document/store.js";

const MAX_KEEPALIVE = 60_000; // bytes that browsers send after the page is closed
const tab = newKey();

// { name, pictures }, with `problem` if it cannot be read; null if the server has none.
export async function readFolder() {
  try {
    return (await requestJson("/segment/folder")).folder;
  } catch (error) {
    if (!(error instanceof ServerError) || error.status === 0) throw error;
    return { name: "", pictures: [], problem: error.message };
  }
}

// Where the server opens the picture.
export const addressOf = ({ id }) => `/segment/folder/${id}/open`;

// { name, version, text, problem } of the saved work.
export const readWorkFile = ({ id }) => requestJson(`/segment/folder/${id}/work`);

const thumbnailAddress = ({ id, stamp }) => `/segment/folder/${id}/thumbnail?${new URLSearchParams({ stamp })}`;

// Resolves to the new version.
export async function saveWorkFile({ id }, text, base, isLeaving) {
  const path = `/segment/folder/${id}/work?${new URLSearchParams({ base, tab })}`;
  if (isLeaving && text.length < MAX_KEEPALIVE) return fetch(path, { method: "POST", body: text, keepalive: true });
  return (await requestJson(path, { method: "POST", body: text })).version;
}

// Resolves to a small JPEG.
export const readThumbnail = async (item) => (await request(thumbnailAddress(item))).blob();
