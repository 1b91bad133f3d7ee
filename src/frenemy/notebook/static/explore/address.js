// In place of the address of a page, which a frame in a notebook does not have: its hash and parameters are kept here.

let hash = "";
const parameters = new Map();
/** @type {(() => void)[]} */
const listeners = [];

export const currentHash = () => hash;

export function openHash(next) {
  if (next === hash) return;
  hash = next;
  queueMicrotask(() => listeners.forEach((changed) => changed()));
}

export function replaceHash(next) {
  hash = next;
}

/** @param {() => void} changed */
export const onHashChange = (changed) => void listeners.push(changed);

export const parameter = (name) => parameters.get(name) ?? null;

/** @param {string} name @param {string | null} value null to leave it out */
export function setParameter(name, value) {
  if (value === null) parameters.delete(name);
  else parameters.set(name, value);
}

export function clearAddress() {
  hash = "";
  parameters.clear();
}

// A link in the frame would lead to the address of the notebook.
addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
  if (!link || event.defaultPrevented) return;
  event.preventDefault();
  openHash(link.getAttribute("href"));
});
