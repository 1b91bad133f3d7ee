// Shortcuts for the DOM.

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} id @returns {any} an element of the page's own HTML, whose kind the caller knows */
export const byId = (id) => document.getElementById(id);

/**
 * make("button", { type: "button", class: "row" }, "text", child)
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...(Node | string)} children
 * @returns {any}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

// One of the symbols at the top of the page.
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#i-${name}`);
  svg.setAttribute("aria-hidden", "true");
  svg.append(use);
  return svg;
}
