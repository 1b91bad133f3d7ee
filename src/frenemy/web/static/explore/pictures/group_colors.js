// Colors of groups; not those of the two signs.

export const PALETTE = ["#2c9a62", "#b5459c", "#5b5bd6", "#c79a10", "#d13f4a", "#0f8f9c", "#7a8b1f", "#a0522d", "#8f7bd0", "#3f7f3f", "#d9779a", "#607d9b"];
export const OTHER = "#8d96a3"; // groups without a color of their own
export const SIGNS = { attracts: "#2570c8", repels: "#d96e0a" }; // as sign_colors.py has them

/** @param {Iterable<number>} groups the largest first @returns {Map<number, string>} */
export const colorsOf = (groups) => new Map([...groups].slice(0, PALETTE.length).map((group, i) => [group, PALETTE[i]]));
