// The facts about the clustering, beside the views.

import { byId, make } from "../../shared/dom.js";
import { plural, sentence } from "../../shared/text.js";
import { count, nats, seconds, signed } from "../numbers.js";

export function showFacts(state) {
  byId("title").textContent = state.title;
  document.title = `${headline(state)} – ${state.title} – frenemy`;
  byId("count").textContent = count(state.nGroups);
  byId("count-what").textContent = state.nGroups === 1 ? "group" : "groups";
  const doubtful = state.nDoubtful ? `${count(state.nDoubtful)} doubtful` : "none doubtful";
  byId("status").textContent = `${doubtful}${state.isSearching ? " so far" : ""} · ${plural(state.nThings, "thing")}`;
  byId("bias").hidden = !state.bias;
  byId("bias").firstElementChild.textContent = `Bias ${signed(state.bias)} nats`;
  fillList(byId("warnings"), state.warnings);
  fillList(byId("notes-list"), state.notes);
  byId("notes").hidden = state.notes.length === 0;
  byId("notes-count").textContent = String(state.notes.length);
  byId("facts").replaceChildren(...factsOf(state).flatMap(([name, value]) => [make("dt", {}, name), make("dd", { dir: "auto" }, value)]));
  byId("decisions-total").textContent = state.nDecisions ? plural(state.nDecisions, "decision") : "No decisions yet";
  byId("decisions-where").textContent = state.decisionsFile ? `${state.nDecisions ? "saved" : "they will be saved"} in ${state.decisionsFile}` : (state.whyNoSave ?? "");
  byId("questions-count").hidden = !state.nQuestions;
  byId("questions-count").textContent = state.nQuestions ? count(state.nQuestions) : "";
}

export const headline = (state) => `${plural(state.nGroups, "group")}, ${count(state.nDoubtful)} doubtful`;

// Names and values; what is empty is left out.
export function factsOf(state) {
  return [
    ["Opened", KINDS[state.kind] ?? state.kind],
    ["Numbers", state.valuesNote],
    ["Pairs", `${count(state.nPairs)}${state.missing ? ` with a weight of their own; all others ${signed(state.missing)}` : ""}`],
    ["Singles", count(state.nSingles)],
    ["Doubtful", `costs less than ${nats(state.doubt)} to change`],
    ["Since", state.before ? sinceText(state.before) : ""],
    ["Energy", nats(state.energy)],
    ["How good", sentence(state.gapText)],
    ["Ended", STATUS[state.status] ?? state.status.toLowerCase()],
    ["Time", seconds(state.seconds)],
  ].filter(([, value]) => value);
}

function sinceText({ title, nChanged, nNew, nGone }) {
  const things = [nNew ? `${plural(nNew, "thing")} new` : "", nGone ? `${plural(nGone, "thing")} gone` : ""].filter(Boolean);
  return `${title}: ${nChanged ? `${plural(nChanged, "group")} changed` : "no group changed"}${things.length ? `; ${things.join(", ")}` : ""}`;
}

const KINDS = { pairs: "Signed pairs", table: "A table of scored pairs", matrix: "A matrix", graph: "A graph", vectors: "Vectors" };
const STATUS = {
  OPTIMAL: "",
  CONVERGED: "No change was left to try",
  TIME_LIMIT: "Out of time",
  ROUND_LIMIT: "After as many rounds as allowed",
  STALLED: "No better groups for a while",
  TARGET_REACHED: "As good as asked for",
  CANCELLED: "Stopped",
};

function fillList(list, texts) {
  list.hidden = texts.length === 0;
  list.replaceChildren(...texts.map((text) => make("li", { dir: "auto" }, text)));
}
