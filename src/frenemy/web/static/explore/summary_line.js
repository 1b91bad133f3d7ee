// What is known of a thing, in small letters beside its name.

import { make } from "../shared/dom.js";

/** @param {string[]} summary @returns {HTMLElement[]} no element where nothing is known */
export const summaryLine = (summary) => (summary.length ? [make("span", { class: "faint", dir: "auto" }, summary.join(" · "))] : []);
