// Calls of the server. `ask` returns one answer; `follow` also receives events, and closing its connection stops the job.

// An error response of the server.
export class Refused extends Error {
  constructor(status, answer) {
    super(answer?.error ?? `the server responded with status ${status}`);
    this.status = status;
    this.where = answer?.where ?? null;
    this.shown = answer?.shown ?? null;
    this.answer = answer;
  }
}

function asked(body, accept, signal) {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: accept },
    body: JSON.stringify(body),
    signal,
  };
}

async function fetched(call, init) {
  let response;
  try {
    response = await fetch(`/api/${call}`, init);
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Refused(0, { error: 'no response from the server; is it running?' });
  }
  if (response.ok) return response;
  let answer = null;
  try {
    answer = await response.json();
  } catch { /* Not every refusal has a body in JSON. */ }
  throw new Refused(response.status, answer);
}

// One call; GET without a body.
export async function ask(call, body, signal) {
  const init = body === undefined ? { signal } : asked(body, 'application/json', signal);
  return (await fetched(call, init)).json();
}

// A call that returns a file.
export async function fetchBytes(call, body) {
  const response = await fetched(call, asked(body, '*/*'));
  const disposition = response.headers.get('Content-Disposition') ?? '';
  const name = /filename="?([^";]+)"?/.exec(disposition)?.[1] ?? null;
  return { blob: await response.blob(), name };
}

// Starts a job. `on` has a function for each event name; `done` resolves to the result, or to `null` if it was stopped.
export function follow(call, body, on = {}) {
  const control = new AbortController();
  const done = followed(call, body, on, control.signal).catch((error) => {
    if (error.name === 'AbortError' || control.signal.aborted) return null;
    throw error;
  });
  return { done, stop: () => control.abort() };
}

async function followed(call, body, on, signal) {
  const response = await fetched(call, asked(body, 'text/event-stream', signal));
  const kind = response.headers.get('Content-Type') ?? '';
  if (!kind.startsWith('text/event-stream')) return response.json();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const events = new Events();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    for (const { event, data } of events.read(value)) {
      if (event === 'result') return data;
      if (event === 'error') throw new Refused(data?.status ?? 422, data);
      on[event]?.(data);
    }
  }
  throw new Refused(0, { error: 'the connection was closed before the job finished' });
}

// Parses server-sent events from chunks of text.
export class Events {
  #rest = '';

  read(text) {
    this.#rest += text;
    const blocks = this.#rest.split(/\r?\n\r?\n/);
    this.#rest = blocks.pop();
    const found = [];
    for (const block of blocks) {
      let event = 'message';
      const data = [];
      for (const line of block.split(/\r?\n/)) {
        if (line.startsWith('event:')) event = line.slice(6).trim();
        else if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
      }
      if (data.length > 0) found.push({ event, data: JSON.parse(data.join('\n')) });
    }
    return found;
  }
}
