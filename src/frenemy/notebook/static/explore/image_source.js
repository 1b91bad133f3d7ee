// In place of addresses of images: the page in a notebook has no server, so their bytes come from Python.

import { request } from "../../../web/static/shared/requests.js";

/** @param {HTMLImageElement} image @param {string} path */
export async function loadImage(image, path) {
  try {
    const address = URL.createObjectURL(await (await request(path)).blob());
    for (const end of ["load", "error"]) image.addEventListener(end, () => URL.revokeObjectURL(address), { once: true });
    image.loading = "eager"; // a lazy one may never load, and its bytes are here already
    image.src = address;
  } catch {
    image.dispatchEvent(new Event("error"));
  }
}
