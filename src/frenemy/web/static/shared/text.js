// Text without the DOM.

/** @param {number} n @param {string} one @param {string} [many] */
export const plural = (n, one, many = `${one}s`) => `${n.toLocaleString("en")} ${n === 1 ? one : many}`;

const WORD = /^[\p{L}’'-]+(?=[\s:,;.!?]*(\s|$))/u;

// A message of the server as a sentence; names of files and columns stay as they are.
export function sentence(text) {
  const trimmed = String(text).trim();
  const begin = WORD.test(trimmed) ? trimmed.charAt(0).toUpperCase() : trimmed.charAt(0);
  return begin + trimmed.slice(1) + (/[.!?]$/.test(trimmed) ? "" : ".");
}
