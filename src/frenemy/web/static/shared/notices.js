// Short messages at the edge of the page: errors stay until they are read, others leave by themselves.

import { byId, make } from "./dom.js";

const NOTE_MS = 3500;

export function showError(message) {
  clearErrors();
  show(message, "error");
}

export function showNote(message) {
  const notice = show(message, "note");
  setTimeout(() => notice.remove(), NOTE_MS);
}

export function clearErrors() {
  for (const notice of byId("notices").querySelectorAll(".error")) notice.remove();
}

function show(message, kind) {
  const close = make("button", { type: "button", class: "close", "aria-label": "Dismiss" }, "×");
  const notice = make("div", { class: `notice ${kind}`, role: kind === "error" ? "alert" : "status" });
  notice.append(make("span", {}, message), close);
  close.addEventListener("click", () => notice.remove());
  byId("notices").append(notice);
  return notice;
}
