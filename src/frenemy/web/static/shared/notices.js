// Short messages at the edge of the page: errors stay until they are closed, others disappear after some seconds.

import { byId, make } from "./dom.js";

const NOTE_MS = 3500;
const OFFER_MS = 9000; // with a button

export function showError(message) {
  clearErrors();
  show(message, "error");
}

/**
 * Offers are buttons beside the message; a note with some replaces the previous one of this kind.
 * @param {string} message
 * @param {...{ name: string, act: () => void }} offers
 */
export function showNote(message, ...offers) {
  if (offers.length) for (const old of byId("notices").querySelectorAll(".offer")) old.remove();
  const notice = show(message, offers.length ? "note offer" : "note", offers);
  setTimeout(() => notice.remove(), offers.length ? OFFER_MS : NOTE_MS);
}

// The tools of a selection take several lines on a phone; notices stay above them.
export function keepNoticesAbove(toolbar) {
  new ResizeObserver(() => document.body.style.setProperty("--tools", `${toolbar.offsetHeight}px`)).observe(toolbar);
}

export function clearErrors() {
  for (const notice of byId("notices").querySelectorAll(".error")) notice.remove();
}

function show(message, kind, offers = []) {
  const close = make("button", { type: "button", class: "close", "aria-label": "Dismiss" }, "×");
  const notice = make("div", { class: `notice ${kind}`, role: kind === "error" ? "alert" : "status" });
  notice.append(make("span", {}, message));
  for (const offer of offers) {
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
