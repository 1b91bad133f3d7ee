// What the queue says of the picture that is shown: its place, whether it is done and saved, why it cannot be shown.

import { byId, make } from "../../shared/dom.js";

const STATUS = {
  saved: ["Saved", "The work is saved beside the picture"],
  saving: ["Saving …", ""],
  failed: ["Not saved", "The work is in this tab only; saving is tried again"],
  conflict: ["Not saved", "The file has changed on the disk"],
  tab: ["In this tab only", "Dropped pictures and the work on them last as long as this tab; Export keeps the work"],
};

const counted = (n) => n.toLocaleString("en");

// The box over the stage for the reason why a picture cannot be shown.
export function addProblemBox() {
  const problem = make("div", { id: "queue-problem", class: "queue-problem", role: "alert", hidden: "" });
  problem.append(make("b", {}, "This picture cannot be shown"), make("p", { id: "queue-problem-text", class: "faint" }));
  byId("stage").append(problem);
}

export function showHead(items, isFolder) {
  const { current, all, position, nDone } = items;
  byId("queue-at").textContent = all.length ? `${counted(position + 1)} / ${counted(all.length)}` : "0";
  byId("queue-sum").textContent = `${counted(nDone)} done`;
  byId("queue-next").disabled = !items.at(1);
  byId("queue-previous").disabled = !current || !items.at(-1) || position === 0;
  byId("queue-done").disabled = !current?.history || Boolean(current.problem);
  byId("queue-done").setAttribute("aria-pressed", String(current?.isDone === true));
  byId("queue-problem").hidden = !current?.problem;
  byId("queue-problem-text").textContent = current?.problem ?? "";
  const status = isFolder ? (current?.saver?.status ?? "saved") : "tab";
  const [text, title] = STATUS[status];
  byId("queue-status").textContent = current?.saver || !isFolder ? text : "";
  byId("queue-status").title = title;
  byId("queue-retry").hidden = status !== "failed" && status !== "conflict";
  byId("queue-retry").textContent = status === "conflict" ? "Choose" : "Try again";
  byId("queue").dataset.status = status;
}
