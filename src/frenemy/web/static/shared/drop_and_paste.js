// Files that are dropped on the page or pasted into it: open(files) gets them.

import { byId } from "./dom.js";

export function listenToDropsAndPastes(open) {
  const veil = byId("drop-veil");
  let depth = 0; // number of nested elements the file is over
  const hasFile = (event) => event.dataTransfer?.types.includes("Files");
  const updateVeil = (change) => (event) => {
    if (!hasFile(event)) return;
    depth = Math.max(depth + change, 0);
    veil.hidden = depth === 0;
  };
  addEventListener("dragenter", updateVeil(1));
  addEventListener("dragleave", updateVeil(-1));
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    depth = 0;
    veil.hidden = true;
    openAll(event.dataTransfer);
  });
  addEventListener("paste", (event) => openAll(event.clipboardData));

  function openAll(data) {
    const files = [...(data?.files ?? [])];
    if (files.length) open(files);
  }
}
