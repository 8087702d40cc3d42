// Solving while clues are edited: after every change, the board shows what all answers share.

import { ask } from '../api.js';
import { make, many } from '../dom.js';

// The time limit of a request in seconds, and the delay before it in milliseconds.
const SECONDS = 3;
const PAUSE = 250;

export class Live {
  #turn = 0;

  constructor(app) {
    this.app = app;
    this.box = make('input#live', { type: 'checkbox', onchange: () => this.ask() });
    this.words = make('p.note#live-words', { role: 'status' });
    this.node = make('div', { hidden: true }, make('label.check', {}, this.box, 'Solve while I set'), this.words);
  }

  // Shows the switch while clues are edited.
  show(on) {
    this.node.hidden = !on;
    this.ask();
  }

  // Asks for the shared facts of the puzzle as it is now.
  ask() {
    this.#turn += 1;
    this.control?.abort();
    clearTimeout(this.waiting);
    if (!this.box.checked || this.node.hidden) {
      this.#put(null, '');
      return;
    }
    this.#put(null, 'Solving…');
    this.waiting = setTimeout(() => this.#fetch(this.#turn), PAUSE);
  }

  async #fetch(turn) {
    const { app } = this;
    this.control = new AbortController();
    let report;
    try {
      report = await ask('solve', { ...app.P(), question: 'backbone', seconds: SECONDS }, this.control.signal);
    } catch (error) {
      if (turn === this.#turn && error.name !== 'AbortError') this.#put(null, error.message);
      return;
    }
    if (turn !== this.#turn) return;
    const shared = report.shared ?? [];
    const placed = shared.filter((claim) => claim > 0 && !app.info.given.has(claim)).length;
    const words = {
      none: 'No answer: the clues contradict each other.',
      unique: 'Unique: the board shows the answer.',
      multiple: `Several answers; all of them share ${many(placed, 'fact')} besides the clues.`,
    }[report.verdict] ?? 'Not known within the time limit.';
    this.#put(report.verdict === 'none' ? null : shared, words);
  }

  #put(shared, words) {
    this.words.textContent = words;
    if (shared === this.app.shared) return;
    this.app.shared = shared;
    this.app.draw();
  }
}
