// Talking to the server: every failure becomes an error with a sentence for the person.

export class ServerError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

// Whether an error only says that the work was called off.
export const isCancel = (error) => error?.name === "AbortError";

export async function ask(path, { method = "GET", body, signal } = {}) {
  let response;
  try {
    response = await fetch(path, { method, body, signal });
  } catch (error) {
    if (isCancel(error)) throw error;
    throw new ServerError(0, "The server does not answer. Is “frenemy serve” still running?");
  }
  if (response.ok) return response;
  let told = `The server answered with status ${response.status}.`;
  try {
    told = sentence((await response.json()).error);
  } catch {
    // not ours: the status must do
  }
  throw new ServerError(response.status, told);
}

export const askJson = async (path, options) => (await ask(path, options)).json();

// Work that tells its progress (see told_work.py): calls onStage(stage, done), returns { result, payload }.
export async function askTold(path, { body, signal, onStage }) {
  const response = await ask(path, { method: "POST", body, signal });
  const reader = response.body.getReader();
  let rest = new Uint8Array(0);
  for (;;) {
    const end = rest.indexOf(10);
    if (end < 0) {
      const { done, value } = await read(reader);
      if (done) throw new ServerError(0, "The server ended before it had answered.");
      rest = joined([rest, value]);
      continue;
    }
    const message = JSON.parse(new TextDecoder().decode(rest.subarray(0, end)));
    rest = rest.subarray(end + 1);
    if (message.error) throw new ServerError(422, sentence(message.error));
    if (message.cancelled) throw new DOMException("cancelled", "AbortError");
    if (message.result) return { result: message.result, payload: await bytes(reader, rest, message.bytes) };
    onStage(message.stage, message.done);
  }
}

async function bytes(reader, start, n) {
  const parts = [start];
  for (;;) {
    const { done, value } = await read(reader); // up to the end of the stream, else the answer counts as broken off
    if (done) break;
    parts.push(value);
  }
  const whole = joined(parts);
  if (whole.length !== n) throw new ServerError(0, "The server ended before it had sent everything.");
  return whole.buffer;
}

async function read(reader) {
  try {
    return await reader.read();
  } catch (error) {
    if (isCancel(error)) throw error;
    throw new ServerError(0, "The connection to the server broke.");
  }
}

function joined(parts) {
  const whole = new Uint8Array(parts.reduce((n, part) => n + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function sentence(text) {
  const trimmed = String(text).trim();
  return trimmed.charAt(0).toUpperCase() + trimmed.slice(1) + (/[.!?]$/.test(trimmed) ? "" : ".");
}
