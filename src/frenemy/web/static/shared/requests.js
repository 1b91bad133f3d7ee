// Requests to the server: every failure is an error with a message for the user.

import { sentence } from "./text.js";
import { send } from "./transport.js";

export class ServerError extends Error {
  /** @param {number} status 0 without a response @param {string} message */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

// Whether an error only says that the request was cancelled.
export const isAbort = (error) => error?.name === "AbortError";

/** @param {string} path @param {{ method?: string, body?: BodyInit | null, signal?: AbortSignal }} [options] */
export async function request(path, { method = "GET", body, signal } = {}) {
  let response;
  try {
    response = await send(path, { method, body, signal });
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new ServerError(0, "The server does not answer. Is “frenemy serve” still running?");
  }
  if (response.ok) return response;
  let message = `The server answered with status ${response.status}.`;
  try {
    message = sentence((await response.json()).error);
  } catch {
    // no JSON: the status is the message
  }
  throw new ServerError(response.status, message);
}

/** @param {string} path @param {{ method?: string, body?: BodyInit | null, signal?: AbortSignal }} [options] */
export const requestJson = async (path, options) => (await request(path, options)).json();

/**
 * A request with progress (see progress_stream.py): calls onStage(stage, done), returns { result, payload }.
 * @param {string} path
 * @param {{ body: BodyInit, signal?: AbortSignal, onStage: (stage: string, done: number) => void }} options
 * @returns {Promise<{ result: any, payload: ArrayBuffer }>}
 */
export async function requestWithProgress(path, { body, signal, onStage }) {
  const response = await request(path, { method: "POST", body, signal });
  const reader = response.body.getReader();
  let rest = new Uint8Array(0);
  for (;;) {
    const end = rest.indexOf(10);
    if (end < 0) {
      const { done, value } = await read(reader);
      if (done) throw new ServerError(0, "The server closed the connection before it had answered.");
      rest = concatenated([rest, value]);
      continue;
    }
    const message = JSON.parse(new TextDecoder().decode(rest.subarray(0, end)));
    rest = rest.subarray(end + 1);
    if (message.error) throw new ServerError(422, sentence(message.error));
    if (message.cancelled) throw new DOMException("cancelled", "AbortError");
    if (message.result) return { result: message.result, payload: await remaining(reader, rest, message.bytes) };
    onStage(message.stage, message.done);
  }
}

async function remaining(reader, start, nBytes) {
  const parts = [start];
  for (;;) {
    const { done, value } = await read(reader); // to the end of the stream, else the browser counts it as aborted
    if (done) break;
    parts.push(value);
  }
  const whole = concatenated(parts);
  if (whole.length !== nBytes) throw new ServerError(0, "The server closed the connection before it had sent everything.");
  return whole.buffer;
}

async function read(reader) {
  try {
    return await reader.read();
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new ServerError(0, "The connection to the server broke.");
  }
}

function concatenated(parts) {
  const whole = new Uint8Array(parts.reduce((n, part) => n + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
