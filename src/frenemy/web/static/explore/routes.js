// Where the page is: the hash of its address, such as #/group/12 or #/groups?filter=doubtful.

export const VIEWS = ["groups", "questions", "why", "matrix", "path", "map"]; // those with a tab

/**
 * @param {string} hash
 * @returns {{ view: string, ids: number[], query: URLSearchParams }} the list of groups for anything unknown
 */
export function readRoute(hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [view, ...rest] = path.split("/");
  const ids = rest.map(Number);
  const isKnown = (VIEWS.includes(view) && (view === "why" || !ids.length)) || (view === "group" && ids.length === 1);
  if (!isKnown || ids.some((id) => !Number.isSafeInteger(id) || id < 0) || ids.length > 2) {
    return { view: "groups", ids: [], query: new URLSearchParams() };
  }
  return { view, ids, query: new URLSearchParams(query) };
}

/** @param {string} view @param {number[]} ids @param {Record<string, string>} query what is empty is left out */
export function hashOf(view, ids = [], query = {}) {
  const given = Object.entries(query).filter(([, value]) => value);
  return `#/${[view, ...ids].join("/")}${given.length ? `?${new URLSearchParams(given)}` : ""}`;
}

// The tab that a view belongs to.
export const tabOf = (view) => (view === "group" ? "groups" : view);
