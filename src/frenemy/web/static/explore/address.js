// The address of the page: a hash for each view, and parameters; in a notebook, another module takes the place of this one.

export const currentHash = () => location.hash;

export function openHash(hash) {
  location.hash = hash;
}

// Without a new place in the history.
export function replaceHash(hash) {
  history.replaceState(null, "", hash);
}

/** @param {() => void} changed */
export const onHashChange = (changed) => addEventListener("hashchange", changed);

export const parameter = (name) => new URLSearchParams(location.search).get(name);

/** @param {string} name @param {string | null} value null to leave it out */
export function setParameter(name, value) {
  const address = new URL(location.href);
  if (value === null) address.searchParams.delete(name);
  else address.searchParams.set(name, value);
  history.replaceState(null, "", address);
}

// No hash, no parameters.
export const clearAddress = () => history.replaceState(null, "", "/explore/");
