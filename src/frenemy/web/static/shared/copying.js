// Text to the clipboard, or into a dialog from which the person copies it.

import { byId } from "./dom.js";
import { showNote } from "./notices.js";

// dialog: the id of one that has a text area with the id `${dialog}-text`
export async function copyText(text, note, dialog) {
  try {
    await navigator.clipboard.writeText(text);
    showNote(note);
  } catch {
    // Not allowed, or not a safe address.
    byId(`${dialog}-text`).value = text;
    byId(dialog).showModal();
    byId(`${dialog}-text`).select();
  }
}
