// The trace of a search: its events so far, the current one, and the facts known there. Events are numbered as they
// come; known facts are a trail of claims with a mark for each decision, so that backtracking truncates it.

import { follow } from '../api.js';

// The number of events per request.
const MANY = 1500;

export class Trace {
  events = [];
  at = -1;
  posted = 0;
  ended = false;
  end = '';
  loading = null;
  #claims = [];
  #marks = [];
  #first = [];
  #last = [];

  constructor(body) {
    this.body = body;
  }

  // The current event.
  get event() {
    return this.events[this.at] ?? null;
  }

  // The facts known there.
  get claims() {
    return this.#claims;
  }

  get node() {
    return this.event?.node ?? 0;
  }

  get depth() {
    return this.#marks.length;
  }

  // Whether there may be a next event.
  get more() {
    return this.at + 1 < this.events.length || !this.ended;
  }

  // Loads the next event, if there is one.
  async ready() {
    if (this.at + 1 < this.events.length) return true;
    if (!this.ended) await this.load();
    return this.at + 1 < this.events.length;
  }

  // Requests more events.
  load() {
    if (this.ended) return Promise.resolve();
    this.loading ??= this.#load().finally(() => { this.loading = null; });
    return this.loading;
  }

  async #load() {
    const skip = this.events.length;
    this.followed = follow('trace', { ...this.body, reasons: true, most: MANY, skip }, {
      events: (events) => {
        for (const event of events) {
          this.#first[event.node] ??= this.events.length;
          if (event.event !== 'backtrack' && event.event !== 'restart') this.#last[event.node] = this.events.length;
          this.events.push(event);
        }
      },
    });
    const result = await this.followed.done;
    this.followed = null;
    if (!result) {
      this.ended = true;
      this.end = 'stopped';
      return;
    }
    this.posted = result.posted;
    this.ended = !result.cut;
    this.end = result.end;
  }

  stop() {
    this.followed?.stop();
  }

  // Advances by one loaded event.
  step() {
    this.at += 1;
    const { event, depth, claims } = this.event;
    if (event === 'decide') this.#back(depth - 1);
    if (event === 'backtrack' || event === 'restart') this.#back(depth ?? 0);
    if (event === 'decide') this.#marks.push(this.#claims.length);
    if (claims) this.#claims = this.#claims.concat(claims);
    return this.event;
  }

  // Advances to the next relevant event.
  async one() {
    while (await this.ready()) {
      if (isNotable(this.step())) return true;
    }
    return false;
  }

  #back(depth) {
    if (depth >= this.#marks.length) return;
    this.#claims = this.#claims.slice(0, this.#marks[depth]);
    this.#marks.length = depth;
  }

  // Goes to a loaded event, forwards or back.
  goTo(at) {
    if (at < this.at) {
      this.at = -1;
      this.#claims = [];
      this.#marks = [];
    }
    while (this.at < at) this.step();
  }

  // Advances to the fixpoint: before the next decision, or at a dead end or answer.
  async fixpoint() {
    let steps = 0;
    while (await this.ready()) {
      const { event } = this.step();
      steps += 1;
      if (event === 'fail' || event === 'solution') break;
      if (this.events[this.at + 1]?.event === 'decide' && event !== 'backtrack') break;
    }
    return steps;
  }

  // The last event of a node, if loaded.
  whereLast(node) {
    return this.#last[node];
  }
}

// Whether an event is relevant: a bound that moves because its value was removed is not.
export const isNotable = ({ event, by, claims }) => event !== 'prune' || Boolean(by) || Boolean(claims);

// An event as text; `describe` formats a claim.
export function eventWords(event, describe) {
  const [head, words] = {
    start: ['Start', 'The domains after posting the clues.'],
    prune: ['Prune', event.fact],
    fire: ['Fires', event.fact],
    decide: [`Decide, depth ${event.depth}`, event.fact],
    fail: ['Dead end', event.by ? 'This constraint cannot be satisfied.' : 'The known facts exclude this.'],
    backtrack: ['Back', `to depth ${event.depth}`],
    solution: ['Answer', 'All variables are assigned, and all constraints hold.'],
    restart: ['Restart', 'The search restarts at the root.'],
  }[event.event] ?? [event.event, ''];
  const so = event.event === 'start' ? [] : (event.claims ?? []).slice(0, 4).map(describe);
  const rest = (event.claims?.length ?? 0) - 4;
  if (so.length && rest > 0) so.push(`${rest} more`);
  return { head, words, by: event.by ?? null, why: event.why ?? [], so, added: event.added ?? [], removed: event.removed ?? [] };
}
