// Asking the server. `ask` gets one answer; `follow` gets what is told on the way too, and closing its connection ends the work.

// What the server refused, with its reason.
export class Refused extends Error {
  constructor(status, answer) {
    super(answer?.error ?? `the server answered ${status}`);
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
    throw new Refused(0, { error: 'the server does not answer: is it still running?' });
  }
  if (response.ok) return response;
  let answer = null;
  try {
    answer = await response.json();
  } catch { /* Not every refusal has a body in JSON. */ }
  throw new Refused(response.status, answer);
}

// One question, one answer. Without a body it is a question about the server itself.
export async function ask(call, body, signal) {
  const init = body === undefined ? { signal } : asked(body, 'application/json', signal);
  return (await fetched(call, init)).json();
}

// One question, and a file for an answer.
export async function fetchBytes(call, body) {
  const response = await fetched(call, asked(body, '*/*'));
  const said = response.headers.get('Content-Disposition') ?? '';
  const name = /filename="?([^";]+)"?/.exec(said)?.[1] ?? null;
  return { blob: await response.blob(), name };
}

// Asks for long work. `on` has a function for each kind of event; `done` becomes the result, or `null` if it was stopped.
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
  throw new Refused(0, { error: 'the connection ended before the work did' });
}

// A reader of server-sent events: text goes in as it comes, whole events come out.
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
