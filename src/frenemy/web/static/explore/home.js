// The page without a clustering: how to begin, and a file that is dropped or chosen.

import { byId } from "../shared/dom.js";
import { clearErrors, showError } from "../shared/notices.js";
import { endProgress, showProgress } from "../shared/progress.js";
import { isAbort, requestJson } from "../shared/requests.js";

export class Home {
  /** @param {{ uploadBytes: number }} about @param {(key: string) => void} opened */
  constructor(about, opened) {
    this.about = about;
    this.opened = opened;
    /** @type {AbortController | null} */
    this.controller = null;
    byId("home").hidden = false;
    byId("upload-choose").addEventListener("click", () => byId("upload-file").click());
    byId("upload-file").addEventListener("change", (event) => {
      const [file] = event.target.files;
      event.target.value = "";
      if (file) this.upload(file);
    });
    byId("cancel").addEventListener("click", () => this.controller?.abort());
  }

  async upload(file) {
    if (this.controller) return;
    const { uploadBytes } = this.about;
    if (file.size > uploadBytes) {
      return showError(`${file.name} has ${megabytes(file.size)}; at most ${megabytes(uploadBytes)} can be dropped. “frenemy serve ${file.name}” opens files of any size.`);
    }
    clearErrors();
    this.controller = new AbortController();
    showProgress(`Reading ${file.name}`, null);
    try {
      const path = `/explore/clusterings?${new URLSearchParams({ name: file.name })}`;
      const { clustering } = await requestJson(path, { method: "POST", body: file, signal: this.controller.signal });
      this.opened(clustering);
    } catch (error) {
      if (!isAbort(error)) showError(error.message);
    }
    this.controller = null;
    endProgress();
  }
}

const megabytes = (n) => `${(n / 1e6).toLocaleString("en", { maximumFractionDigits: 1 })} MB`;
