// Without an album: how to make one, and a look at photos that are dropped here.

import { byId } from "../shared/dom.js";
import { showError } from "../shared/notices.js";
import { ask, askJson, isCancel } from "../shared/wire.js";
import { endProgress, showProgress } from "./progress.js";

export class Home {
  // opened(key): the album of the photos, which are scanned now
  constructor(about, opened) {
    this.about = about;
    this.opened = opened;
    this.key = null;
    byId("home").hidden = false;
    byId("look").hidden = !about.canLook;
    byId("look-not").hidden = about.canLook;
    byId("look-not").textContent = about.why ?? "";
    byId("look-choose").addEventListener("click", () => byId("look-files").click());
    byId("look-files").addEventListener("change", (event) => {
      const files = [...event.target.files];
      event.target.value = "";
      if (files.length) this.look(files);
    });
  }

  // Send the photos one after another, then have them scanned.
  async look(files) {
    if (!this.about.canLook || this.controller) return;
    this.controller = new AbortController();
    const { signal } = this.controller;
    const isMore = Boolean(this.key); // of photos that are here already
    try {
      this.key ??= (await askJson("/faces/albums", { method: "POST", signal })).album;
      const { key } = this;
      const refused = [];
      for (const [k, file] of files.entries()) {
        showProgress(`Photo ${k + 1} of ${files.length}`, k / files.length);
        const path = `/faces/albums/${key}/photos?${new URLSearchParams({ name: file.name })}`;
        await ask(path, { method: "POST", body: file, signal }).catch((error) => {
          if (isCancel(error) || !error.status || error.status === 404) throw error;
          refused.push(`${file.name}: ${error.message}`);
        });
      }
      if (refused.length === files.length) throw new Error(refused[0]);
      if (refused.length) showError(refused.join(" "));
      await askJson(`/faces/albums/${key}/scan`, { method: "POST", signal });
      endProgress();
      this.opened(key);
    } catch (error) {
      if (this.key && !isMore) {
        ask(`/faces/albums/${this.key}`, { method: "DELETE" }).catch(() => {});
        this.key = null;
      }
      if (!isCancel(error)) showError(error.message);
    }
    this.controller = null;
    endProgress();
  }

  // Whether there was something to cancel.
  cancel() {
    const { controller } = this;
    controller?.abort();
    return Boolean(controller);
  }
}
