// The keys of the page without that for the theme, which is the notebook's.

import { isAvailable, KEYS as PAGE_KEYS, SELECTING } from "../../../web/static/explore/keys.js";

export { isAvailable, SELECTING };
export const KEYS = PAGE_KEYS.filter(([, , action]) => action !== "theme");
