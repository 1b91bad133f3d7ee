// Files that are dropped on the page or pasted into it: open gets all of them.

import { byId } from "./dom.js";

export function takeDropsAndPastes(open) {
  const veil = byId("drop-veil");
  let depth = 0; // of elements the file was dragged into and not out of
  const hasFile = (event) => event.dataTransfer?.types.includes("Files");
  const veiled = (change) => (event) => {
    if (!hasFile(event)) return;
    depth = Math.max(depth + change, 0);
    veil.hidden = depth === 0;
  };
  addEventListener("dragenter", veiled(1));
  addEventListener("dragleave", veiled(-1));
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
