// Short messages at the edge of the page: errors stay until they are closed, others disappear after some seconds.

import { byId, make } from "./dom.js";

const NOTE_MS = 3500;
const OFFER_MS = 9000; // with a button

export function showError(message) {
  clearErrors();
  show(message, "error");
}

// offer: { name, act }, a button beside the message; such a note replaces the previous one
export function showNote(message, offer) {
  if (offer) for (const old of byId("notices").querySelectorAll(".offer")) old.remove();
  const notice = show(message, offer ? "note offer" : "note", offer);
  setTimeout(() => notice.remove(), offer ? OFFER_MS : NOTE_MS);
}

export function clearErrors() {
  for (const notice of byId("notices").querySelectorAll(".error")) notice.remove();
}

function show(message, kind, offer) {
  const close = make("button", { type: "button", class: "close", "aria-label": "Dismiss" }, "×");
  const notice = make("div", { class: `notice ${kind}`, role: kind === "error" ? "alert" : "status" });
  notice.append(make("span", {}, message));
  if (offer) {
    const button = make("button", { type: "button", class: "plain" }, offer.name);
    button.addEventListener("click", () => {
      notice.remove();
      offer.act();
    });
    notice.append(button);
  }
  notice.append(close);
  close.addEventListener("click", () => notice.remove());
  byId("notices").append(notice);
  return notice;
}
