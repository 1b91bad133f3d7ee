// Copy text to the clipboard, or show it in a dialog to copy by hand.

import { byId } from "./dom.js";
import { showNote } from "./notices.js";

// dialog: the id of a dialog with a text area of the id `${dialog}-text`
export async function copyText(text, note, dialog) {
  try {
    await navigator.clipboard.writeText(text);
    showNote(note);
  } catch {
    // not allowed, or not a secure origin
    byId(`${dialog}-text`).value = text;
    byId(dialog).showModal();
    byId(`${dialog}-text`).select();
  }
}
