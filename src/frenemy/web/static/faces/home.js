// The page without an album: how to make one, and a temporary album of dropped photos.

import { byId } from "../shared/dom.js";
import { showError } from "../shared/notices.js";
import { request, requestJson, isAbort } from "../shared/requests.js";
import { endProgress, showProgress } from "../shared/progress.js";

export class Home {
  // opened(key): called with the key of the temporary album when its scan has begun
  constructor(about, opened) {
    this.about = about;
    this.opened = opened;
    /** @type {string | null} */
    this.key = null; // of the temporary album
    /** @type {AbortController | null} */
    this.controller = null;
    byId("home").hidden = false;
    byId("upload").hidden = !about.canLook;
    byId("upload-disabled").hidden = about.canLook;
    byId("upload-disabled").textContent = about.why ?? "";
    byId("upload-choose").addEventListener("click", () => byId("upload-files").click());
    byId("upload-files").addEventListener("change", (event) => {
      const files = [...event.target.files];
      event.target.value = "";
      if (files.length) this.upload(files);
    });
  }

  // Upload the photos one after another, then start a scan.
  async upload(files) {
    if (!this.about.canLook || this.controller) return;
    this.controller = new AbortController();
    const { signal } = this.controller;
    const isMore = Boolean(this.key); // there are photos already
    try {
      this.key ??= (await requestJson("/faces/albums", { method: "POST", signal })).album;
      const { key } = this;
      const errors = [];
      for (const [k, file] of files.entries()) {
        showProgress(`Photo ${k + 1} of ${files.length}`, k / files.length);
        const path = `/faces/albums/${key}/photos?${new URLSearchParams({ name: file.name })}`;
        await request(path, { method: "POST", body: file, signal }).catch((error) => {
          if (isAbort(error) || !error.status || error.status === 404) throw error;
          errors.push(`${file.name}: ${error.message}`);
        });
      }
      if (errors.length === files.length) throw new Error(errors[0]);
      if (errors.length) showError(errors.join(" "));
      await requestJson(`/faces/albums/${key}/scan`, { method: "POST", signal });
      endProgress();
      this.opened(key);
    } catch (error) {
      if (this.key && !isMore) {
        request(`/faces/albums/${this.key}`, { method: "DELETE" }).catch(() => {});
        /** @type {string | null} */
    this.key = null; // of the temporary album
    /** @type {AbortController | null} */
    this.controller = null;
      }
      if (!isAbort(error)) showError(error.message);
    }
    this.controller = null;
    endProgress();
  }

  // Cancel the upload; false if there is none.
  cancel() {
    const { controller } = this;
    controller?.abort();
    return Boolean(controller);
  }
}
