// Messages between this page and Python, which the notebook around the page passes on.

import { sentence } from "../../web/static/shared/text.js";

const WAITING_MS = 1500; // without a word of the kernel: it is busy with a cell

const view = Math.random().toString(36).slice(2); // the same widget may be shown by several cells
const waiting = new Map(); // by the number of the request
let nSent = 0;
const turns = new Map(); // by the kind of request: until the last one in turn is answered
let onDocument = (_document) => {};

export class KernelError extends Error {}

const aborted = () => new DOMException("cancelled", "AbortError");

/**
 * @typedef {object} Options
 * @property {AbortSignal} [signal]
 * @property {(stage: string, done: number) => void} [onStage]
 * @property {(head: any) => void} [onHead] what comes before the pieces of an answer
 * @property {(piece: ArrayBuffer) => void} [onPiece]
 * @property {boolean} [tellsAbort] whether Python can end it early
 */
/** @typedef {{ result: any, payload: ArrayBuffer }} Answer */

/**
 * Ask Python; the answer has a result and, for some, a payload of bytes.
 * @param {object} message
 * @param {Options} [options]
 * @returns {Promise<Answer>}
 */
export function ask(message, options) {
  return sent(message, options, () => {});
}

/**
 * The same, after the requests of its kind before it have been answered: the newest of several waits alone, as those that
 * were aborted meanwhile are never sent. A solve does not wait for a preview, so that it comes before the next cell.
 * @param {{ kind: string, document?: object }} message
 * @param {Options} options
 * @returns {Promise<Answer>}
 */
export async function askInTurn(message, options) {
  const before = turns.get(message.kind);
  let end;
  turns.set(message.kind, new Promise((resolve) => (end = resolve)));
  await before;
  return sent(message, options, end);
}

/** @param {object} message @param {Options} options @param {() => void} onEnd @returns {Promise<Answer>} */
function sent(message, { signal, onStage = (_stage, _done) => {}, onHead = (_head) => {}, onPiece = (_piece) => {}, tellsAbort = false } = {}, onEnd) {
  const request = ++nSent;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      onEnd();
      return reject(aborted());
    }
    const timer = setTimeout(() => onStage("waiting for the kernel", 0), WAITING_MS);
    const end = (finish, value) => {
      clearTimeout(timer);
      waiting.delete(request);
      onEnd();
      finish(value);
    };
    waiting.set(request, {
      stage({ stage, done }) {
        clearTimeout(timer);
        onStage(stage, done);
      },
      head: ({ result }) => onHead(result),
      piece: ({ payload }) => onPiece(payload),
      result: ({ result, payload }) => end(resolve, { result, payload }),
      error: ({ error }) => end(reject, new KernelError(sentence(error))),
      cancelled: () => end(reject, new KernelError("The kernel was interrupted.")),
    });
    // Python may go on with it, so the next one still has to wait.
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      if (tellsAbort && waiting.has(request)) parent.postMessage({ kind: "abort", request, view }, "*");
      reject(aborted());
    });
    parent.postMessage({ ...message, request, view }, "*");
  });
}

// Call with all marks when Python or another cell has changed them.
export function onDocuments(call) {
  onDocument = call;
}

addEventListener("message", ({ source, data }) => {
  if (source !== parent || !data) return;
  if (data.kind === "theme") showTheme(data.theme);
  else if (data.kind === "document") data.not_for !== view && onDocument(data);
  else if (data.view === view) waiting.get(data.request)?.[data.kind]?.(data);
});

function showTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

parent.postMessage({ kind: "ready" }, "*");
