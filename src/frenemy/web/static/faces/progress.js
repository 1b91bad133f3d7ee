// How far work is that takes long enough to ask.

import { byId } from "../shared/dom.js";

const QUICK_MS = 250; // changes within this come without a flicker
let timer = null;

// done: from 0 to 1, or null where nobody knows
export function showProgress(stage, done, { canCancel = true } = {}) {
  clearTimeout(timer);
  timer = null;
  byId("progress").hidden = false;
  if (done === null) byId("progress-bar").removeAttribute("value");
  else byId("progress-bar").value = done;
  byId("progress-stage").textContent = stage;
  byId("cancel").hidden = !canCancel;
}

export function soonShowProgress(stage) {
  timer ??= setTimeout(() => showProgress(stage, null, { canCancel: false }), QUICK_MS);
}

export function endProgress() {
  clearTimeout(timer);
  timer = null;
  byId("progress").hidden = true;
}
