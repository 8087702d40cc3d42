// The course of a search: the events of it that have come so far, the one it stands at, and what is known there. Events are numbered as they
// come; what is known is a trail of claims with a mark for every decision in force, so that going back is cutting it off.

import { follow } from '../api.js';

// How many events are asked for at a time.
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

  // The event it stands at.
  get event() {
    return this.events[this.at] ?? null;
  }

  // What is known there.
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

  // Sees to it that the next event is there, if there is one.
  async ready() {
    if (this.at + 1 < this.events.length) return true;
    if (!this.ended) await this.load();
    return this.at + 1 < this.events.length;
  }

  // Asks for more events.
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

  // Goes one event on. The event must be there.
  step() {
    this.at += 1;
    const { event, depth, claims } = this.event;
    if (event === 'decide') this.#back(depth - 1);
    if (event === 'backtrack' || event === 'restart') this.#back(depth ?? 0);
    if (event === 'decide') this.#marks.push(this.#claims.length);
    if (claims) this.#claims = this.#claims.concat(claims);
    return this.event;
  }

  // Goes on to the next event that a person cares for.
  async one() {
    while (await this.ready()) {
      if (isTelling(this.step())) return true;
    }
    return false;
  }

  #back(depth) {
    if (depth >= this.#marks.length) return;
    this.#claims = this.#claims.slice(0, this.#marks[depth]);
    this.#marks.length = depth;
  }

  // Goes to an event that is there, forwards or back.
  goTo(at) {
    if (at < this.at) {
      this.at = -1;
      this.#claims = [];
      this.#marks = [];
    }
    while (this.at < at) this.step();
  }

  // Goes on to where propagation has come to its end: before the next decision, or at a dead end or answer.
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

  // The event at which a node stood last, if it has come so far.
  whereLast(node) {
    return this.#last[node];
  }
}

// Whether a person cares for an event: a bound that moves because its value went says nothing.
export const isTelling = ({ event, by, claims }) => event !== 'prune' || Boolean(by) || Boolean(claims);

// An event in words; `say` tells a claim in words.
export function eventWords(event, say) {
  const [head, words] = {
    start: ['Start', 'The domains as the clues leave them.'],
    prune: ['Prune', event.fact],
    fire: ['Fires', event.fact],
    decide: [`Decide, depth ${event.depth}`, event.fact],
    fail: ['Dead end', event.by ? 'This constraint cannot be kept any more.' : 'What is known rules this out.'],
    backtrack: ['Back', `to depth ${event.depth}`],
    solution: ['Answer', 'Everything is decided, and every constraint holds.'],
    restart: ['Restart', 'The search begins anew at the root.'],
  }[event.event] ?? [event.event, ''];
  const so = event.event === 'start' ? [] : (event.claims ?? []).slice(0, 4).map(say);
  const rest = (event.claims?.length ?? 0) - 4;
  if (so.length && rest > 0) so.push(`${rest} more`);
  return { head, words, by: event.by ?? null, why: event.why ?? [], so, added: event.added ?? [], removed: event.removed ?? [] };
}
