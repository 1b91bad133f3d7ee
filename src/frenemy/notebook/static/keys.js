// The keys of the page without those for what the notebook does itself: pictures, files, theme.

import { isAvailableOn, KEYS as PAGE_KEYS } from "../../web/static/segment/keys.js";

/** @type {Set<unknown>} */
const OF_NOTEBOOK = new Set(["open", "export", "python", "theme"]);

export { isAvailableOn };
export const KEYS = PAGE_KEYS.filter(([, , action]) => !OF_NOTEBOOK.has(action));
