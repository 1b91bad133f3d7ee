// The progress bar.

import { byId } from "./dom.js";

const QUICK_MS = 250; // no progress bar before this time, so that quick changes do not flicker
let timer = null;

// done: from 0 to 1, or null if unknown
export function showProgress(stage, done, { canCancel = true } = {}) {
  clearTimeout(timer);
  timer = null;
  byId("progress").hidden = false;
  if (done === null) byId("progress-bar").removeAttribute("value");
  else byId("progress-bar").value = done;
  byId("progress-stage").textContent = stage;
  byId("cancel").hidden = !canCancel;
}

export function showProgressSoon(stage) {
  timer ??= setTimeout(() => showProgress(stage, null, { canCancel: false }), QUICK_MS);
}

export function endProgress() {
  clearTimeout(timer);
  timer = null;
  byId("progress").hidden = true;
}
