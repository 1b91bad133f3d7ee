// In place of fetch: requests go to Python through the notebook, and answers come back piece by piece.

import { ask } from "../host.js";

/** @param {string} path @param {{ method?: string, body?: string, signal?: AbortSignal }} options @returns {Promise<Response>} */
export function send(path, { method = "GET", body = "", signal } = {}) {
  return new Promise((resolve, reject) => {
    /** @type {ReadableStreamDefaultController} */
    let pieces;
    const stream = new ReadableStream({ start: (controller) => void (pieces = controller) });
    const answered = ask(
      { kind: "fetch", path, method, body },
      {
        signal,
        tellsAbort: true,
        onHead: ({ status, type }) => resolve(new Response(stream, { status, headers: { "Content-Type": type } })),
        onPiece: (piece) => signal?.aborted || pieces.enqueue(new Uint8Array(piece)),
      },
    );
    answered.then(
      () => pieces.close(),
      (error) => {
        pieces.error(error);
        if (error.name === "AbortError") reject(error);
        else resolve(Response.json({ error: error.message }, { status: 503 })); // as a server would say it
      },
    );
  });
}
