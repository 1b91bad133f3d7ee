// The progress bar, shown only for solves that take long.

import { byId } from "../shared/dom.js";

const QUICK_MS = 180; // no progress bar before this time, so that quick answers do not flicker
let timer = null;

export function startProgress() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    byId("progress").hidden = false;
    byId("status").textContent = "Working …";
  }, QUICK_MS);
}

export function showStage(name, done) {
  byId("progress-bar").value = done;
  byId("progress-stage").textContent = name;
}

export function endProgress() {
  clearTimeout(timer);
  byId("progress").hidden = true;
  byId("progress-bar").removeAttribute("value");
  byId("progress-stage").textContent = "";
}
