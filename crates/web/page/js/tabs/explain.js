// The tab Explain: the solution in steps, as a list and on the board; the rating.

import { choice, icon, make, many, replace } from '../dom.js';
import { named } from '../play/cells.js';
import { stepView } from '../step_view.js';
import { rated } from './explain_rate.js';

// The display time of a step in milliseconds, by speed name.
const SPEEDS = { slow: 2600, middle: 1300, fast: 450 };

class Explain {
  steps = [];
  at = -1;
  #timer = null;
  #speed = 'middle';
  #picking = false;
  #turn = 0;

  constructor(panel, app) {
    this.app = app;
    this.list = make('ol.steps#steps');
    this.head = make('p#explained', { role: 'status' });
    const step = (id, label, sign, press) => make(`button.square#${id}`, { 'aria-label': label, title: label, onclick: press }, icon(sign));
    this.playButton = step('step-play', 'Play', 'play', () => this.play());
    this.controls = make('div.row.steps-bar', { hidden: true },
      step('step-first', 'First step', 'first', () => this.go(0)),
      step('step-back', 'Step back', 'back', () => this.go(this.at - 1)),
      this.playButton,
      step('step-forward', 'Step forward', 'forward', () => this.go(this.at + 1)),
      step('step-last', 'Last step', 'last', () => this.go(this.steps.length - 1)),
      choice('Speed', [['slow', 'Slow'], ['middle', 'Middle'], ['fast', 'Fast']], this.#speed, (to) => { this.#speed = to; if (this.#timer) this.#tick(); }).node,
      make('label.check', {}, this.candidates = make('input#with-candidates', { type: 'checkbox', onchange: () => this.#show() }), 'candidates'));
    this.candidates.checked = true;
    this.pickButton = make('button#explain-cell', { 'aria-pressed': 'false', onclick: () => this.#pick(!this.#picking) }, 'Explain a cell…');
    this.hardness = make('div#rating', { 'aria-live': 'polite' });
    panel.append(
      make('section.panel-section', {},
        make('h2', {}, 'Step by step'),
        make('div.row', {}, make('button.primary#explain', { onclick: () => this.explain() }, 'Explain the puzzle'), make('button#explain-marks', { onclick: () => this.explain({ fromMarks: true }) }, 'From your marks'), this.pickButton),
        this.head, this.controls, this.list),
      make('section.panel-section', {}, make('h3', {}, 'How hard is it?'), make('div.row', {}, make('button#rate', { onclick: () => this.rate() }, 'Rate it')), this.hardness),
    );
    panel.addEventListener('keydown', (event) => this.#keys(event));
    app.on('puzzle', () => this.clear());
    this.clear();
  }

  clear() {
    this.#pause();
    this.#pick(false);
    [this.steps, this.at, this.busy] = [[], -1, false];
    this.controls.hidden = true;
    replace(this.list);
    this.head.className = 'empty';
    this.head.textContent = 'Each step states its conclusion, rule and cells. On the board, used cells have a dashed frame and changed cells a solid one.';
    replace(this.hardness, make('p.note', {}, 'Rated by the difficulty of its steps.'));
    // A cell of a path has too many candidates to show.
    this.candidates.checked = !this.app.info?.play.path;
  }

  // Requests the steps and shows them as they come.
  async explain({ cell, fromMarks = false } = {}) {
    const { app } = this;
    this.clear();
    this.#turn += 1;
    const turn = this.#turn;
    this.busy = true;
    this.goal = cell ?? null;
    this.head.className = '';
    this.head.textContent = 'Thinking…';
    const start = fromMarks ? [...app.claims] : [];
    this.start = [...start];
    try {
      const body = { ...app.P(), claims: fromMarks ? start : undefined, cell: cell ? [cell.row, cell.col] : undefined };
      const result = await app.work('explain', body, { start: ({ known }) => { this.start = known; }, step: (step) => this.#add(step) }, 'Explaining');
      if (!result) {
        if (turn === this.#turn && this.busy) this.#announce({ end: 'stopped' });
        return;
      }
      if (this.steps.length === 0) {
        this.start = result.start ?? this.start;
        result.steps.forEach((step) => this.#add(step));
      }
      this.#ended(result);
    } catch (error) {
      this.busy = false;
      this.head.className = 'error';
      this.head.textContent = error.message;
    }
  }

  #add(step) {
    const at = this.steps.length;
    this.steps.push(step);
    const rules = step.rules?.length ? make('details', {}, make('summary', {}, many(step.rules.length, 'rule')), make('ul', {}, step.rules.slice(0, 20).map((words) => make('li', {}, words)))) : null;
    this.list.append(make('li', { 'data-step': at + 1 },
      make('button.step', { onclick: () => this.go(at) }, make('span.sentence', {}, step.sentence), make('span.chips', {}, make('span.chip', {}, step.technique), make('span.chip', { title: 'Cost of the step' }, `cost ${step.cost}`))),
      rules));
    this.controls.hidden = false;
    if (at === 0) this.go(0);
  }

  #ended(result) {
    this.#announce(result);
    // Now the number of steps is known.
    if (this.at >= 0 && this.app.tabs.id === 'explain') this.#show();
    const tone = { solved: 'good', 'no answer': 'bad', stopped: 'stopped' }[result.end] ?? 'plain';
    this.app.announce({ tone, words: this.head.textContent, word: `explained-${result.end.replace(' ', '-')}` });
  }

  // Shows above the list how the explanation ends.
  #announce(result) {
    this.busy = false;
    const steps = many(this.steps.length, 'step');
    const goal = this.goal ? named(this.goal.row, this.goal.col) : null;
    const words = {
      solved: `Solved in ${steps}.`,
      shared: `${steps} lead to all facts that the answers share. There are several answers.`,
      'no answer': 'There is no answer, so there is nothing to explain. The tab Solve finds contradictory clues.',
      enough: goal ? `${steps} lead to ${goal}.` : `${steps}.`,
      stopped: `Stopped after ${steps}.`,
    }[result.end] ?? steps;
    this.head.className = '';
    this.head.textContent = goal && result.end !== 'no answer' ? `${steps} lead to ${goal}.` : words;
    if (this.steps.length === 0 && !['no answer', 'stopped'].includes(result.end)) this.head.textContent = 'Nothing is left to explain.';
  }

  // The facts known before a step: the start, and the conclusions of earlier steps.
  #before(at) {
    const claims = new Set(this.start);
    for (const step of this.steps.slice(0, at)) for (const claim of [...step.concludes, ...(step.silent ?? [])]) claims.add(claim);
    return claims;
  }

  go(at) {
    if (at < 0 || at >= this.steps.length) {
      this.#pause();
      return;
    }
    this.list.children[this.at]?.removeAttribute('aria-current');
    this.at = at;
    const item = this.list.children[at];
    item.setAttribute('aria-current', 'step');
    // Scrolls only the list; the board stays visible.
    const { list } = this;
    const top = item.offsetTop - list.offsetTop;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + item.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + item.offsetHeight - list.clientHeight;
    this.#show();
  }

  #show() {
    const step = this.steps[this.at];
    if (!step) return;
    this.showStep(step, this.#before(this.at), `Step ${this.at + 1}${this.busy ? '' : ` of ${this.steps.length}`}. ${step.sentence}`);
  }

  showStep(step, before, caption) {
    this.app.show(stepView(step, before, this.candidates.checked, caption));
  }

  play() {
    if (this.#timer) {
      this.#pause();
      return;
    }
    if (this.at === this.steps.length - 1) this.go(0);
    replace(this.playButton, icon('pause'));
    this.playButton.setAttribute('aria-label', 'Pause');
    this.#tick();
  }

  #tick() {
    clearInterval(this.#timer);
    this.#timer = setInterval(() => {
      if (this.at + 1 < this.steps.length) this.go(this.at + 1);
      else if (!this.busy) this.#pause();
    }, SPEEDS[this.#speed]);
  }

  #pause() {
    clearInterval(this.#timer);
    this.#timer = null;
    replace(this.playButton, icon('play'));
    this.playButton.setAttribute('aria-label', 'Play');
  }

  #pick(on) {
    this.#picking = on;
    this.pickButton.setAttribute('aria-pressed', on);
    this.pickButton.textContent = on ? 'Choose a cell on the board' : 'Explain a cell…';
    if (on) this.app.board.go(this.app.board.focus.row, this.app.board.focus.col, { quiet: true });
  }

  touch(touch) {
    if (!this.#picking || touch.phase !== 'up') return;
    this.#pick(false);
    this.explain({ cell: touch.cell });
  }

  key(event) {
    if (this.#picking && (event.key === 'Enter' || event.key === ' ')) {
      this.#pick(false);
      this.explain({ cell: this.app.board.focus });
      return true;
    }
    return false;
  }

  #keys(event) {
    if (event.target.closest('[role="radiogroup"], input, select, textarea')) return;
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by || this.steps.length === 0) return;
    event.preventDefault();
    this.go(this.at + by);
  }

  async rate() {
    replace(this.hardness, make('p.waiting', {}, 'Rating…'));
    try {
      const rating = await this.app.work('rate', this.app.P(), {}, 'Rating');
      if (!rating) {
        replace(this.hardness, make('p.note', {}, 'Stopped.'));
        return;
      }
      const { node, verdict } = rated(rating);
      this.app.announce(verdict);
      replace(this.hardness, node);
    } catch (error) {
      replace(this.hardness, make('p.error', {}, error.message));
    }
  }

  enter() { if (this.at >= 0) this.#show(); }

  leave() {
    this.#pause();
    this.#pick(false);
    this.app.show(null);
  }
}

export default { id: 'explain', title: 'Explain', mount: (panel, app) => new Explain(panel, app) };
