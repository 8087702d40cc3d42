// The tab Solve: uniqueness, counting, shared facts, two answers side by side, clues that make the answer unique, and contradictory clues.

import { make, many, replace } from '../dom.js';
import { picture } from '../picture.js';

class Solve {
  constructor(panel, app) {
    this.app = app;
    this.limit = make('input#count-limit', { type: 'number', min: 1, max: 1000000000, value: 100000 });
    this.out = make('div#solved', { 'aria-live': 'polite' });
    const button = (id, words, press, look = 'button') => make(`${look}#${id}`, { onclick: press }, words);
    panel.append(
      make('section.panel-section', {},
        make('h2', {}, 'Solve and count'),
        make('p.note', {}, 'Your marks are ignored; only the clues count.'),
        make('div.row', {},
          button('ask-unique', 'Is it unique?', () => this.ask('unique'), 'button.primary'),
          button('ask-solve', 'Show an answer', () => this.ask('solve')),
          button('ask-backbone', 'What all answers share', () => this.ask('backbone'))),
        make('div.row', {},
          button('ask-count', 'Count', () => this.ask('count')),
          make('label.field.inline', {}, make('span', {}, 'up to'), this.limit))),
      make('section.panel-section', {}, this.out),
    );
    app.on('puzzle', () => this.clear());
    this.clear();
  }

  clear() {
    this.asked = null;
    replace(this.out, make('p.empty', {}, 'Choose a question. The answer appears here and on the board. Long jobs can be stopped.'));
  }

  stopped() {
    this.asked = null;
    replace(this.out, make('p.empty', {}, 'Stopped without a result. No job is running.'));
  }

  async ask(question) {
    const { app } = this;
    const words = { unique: 'Is it unique', solve: 'Searching for an answer', count: 'Counting', backbone: 'What do all answers share' }[question];
    const limit = question === 'count' ? Math.max(1, Math.floor(Number(this.limit.value) || 1)) : undefined;
    this.asked = question;
    app.show(null);
    replace(this.out, make('p.waiting', {}, `${words}…`));
    const report = await this.#work('solve', { ...app.P(), question, limit }, words);
    if (!report) {
      if (this.asked === question) this.stopped();
      return;
    }
    app.settle(report);
    this.asked = null;
    if (report.verdict === 'none') this.#none();
    else if (question === 'count') this.#counted(report, limit);
    else if (question === 'backbone') this.#backbone(report);
    else if (report.verdict === 'multiple') await this.#several(report);
    else if (report.verdict === 'stopped') replace(this.out, make('p', {}, 'A limit was reached without a result. “Show an answer” may still find one.'), this.#cost(report));
    else this.#one(report);
  }

  // Runs a job; shows an error here and returns `null`.
  async #work(call, body, words) {
    try {
      return await this.app.work(call, body, {}, words);
    } catch (error) {
      this.asked = null;
      replace(this.out, make('p.error', {}, error.message));
      return null;
    }
  }

  #one(report) {
    const [answer] = report.answers;
    const summary = report.verdict === 'unique' ? 'The puzzle has exactly one answer.' : 'This is an answer; there may be others.';
    replace(this.out, make('p', {}, summary), this.#onBoard(answer, report.verdict === 'unique' ? 'The answer' : 'An answer'), this.#cost(report));
    this.app.show({ claims: answer, caption: report.verdict === 'unique' ? 'The answer.' : 'An answer.' });
  }

  #onBoard(answer, words) {
    const { app } = this;
    return make('div.row', {},
      make('button', { onclick: () => app.show({ claims: answer, caption: `${words}.` }) }, 'Show it on the board'),
      make('button', { onclick: () => { app.mark((claims) => { claims.clear(); answer.filter((claim) => claim > 0 && !app.info.clueSet.has(claim)).forEach((claim) => claims.add(claim)); }); app.goTo('play'); } }, 'Fill it in'));
  }

  #counted(report, limit) {
    const words = report.complete ? `There ${report.count === 1 ? 'is exactly' : 'are exactly'} ${many(report.count, 'answer')}.` : `There are at least ${many(report.count ?? 0, 'answer')}${report.verdict === 'stopped' ? '' : `: counting ended at the limit of ${limit.toLocaleString('en')}`}.`;
    replace(this.out, make('p.figure#count', {}, (report.count ?? 0).toLocaleString('en')), make('p', {}, words), this.#cost(report));
  }

  #backbone(report) {
    const { app } = this;
    if (!report.shared) {
      replace(this.out, make('p', {}, 'A limit was reached before the shared facts were known.'), this.#cost(report));
      return;
    }
    const found = report.shared.filter((claim) => !app.info.given.has(Math.abs(claim)));
    const placed = found.filter((claim) => claim > 0);
    const changed = new Map(found.filter((claim) => claim > 0 || !this.#numbers()).map((claim) => app.info.facts[Math.abs(claim) - 1].cells).filter((cells) => cells.length === 1).map(([cell]) => [cell.join(), cell]));
    const view = { claims: report.shared, candidates: true, marks: [...changed.values()].map((cell) => ({ cell, mark: 'changed' })), caption: changed.size > 0 ? 'What all answers share; framed cells are decided.' : 'What all answers share.' };
    const words = report.verdict === 'unique' ? 'There is only one answer.' : `All answers share ${many(placed.length, 'fact')} in addition to the clues, and exclude ${many(found.length - placed.length, 'fact')}.`;
    replace(this.out, make('p', {}, words), make('div.row', {}, make('button', { onclick: () => app.show(view) }, 'Show it on the board')), this.#cost(report));
    app.show(view);
  }

  #numbers() { return this.app.info.facts[0] && /^\d+$/.test(this.app.info.facts[0].label); }

  async #several(report) {
    const { app } = this;
    const [one, other] = report.answers;
    if (!one || !other) {
      replace(this.out, make('p', {}, 'There are several answers.'), this.#cost(report));
      return;
    }
    const cells = report.differ ?? this.#difference(one, other);
    const marks = cells.map((cell) => ({ cell, mark: 'differs' }));
    const boards = make('div.pair');
    const repaired = make('div#repaired', { 'aria-live': 'polite' });
    replace(this.out,
      make('p', {}, `There are at least two answers. These two differ in ${many(cells.length, 'cell')}, marked on both.`),
      boards,
      make('div.row', {}, make('button#ask-repair', { onclick: () => this.repair(repaired) }, 'What would make it unique?')),
      repaired, this.#cost(report));
    const pictures = await Promise.all([one, other].map((claims) => picture({ ...app.P(), claims, marks }, app.dark)));
    pictures.forEach(({ svg }, i) => {
      svg.removeAttribute('width');
      svg.removeAttribute('height');
      const press = () => app.show({ claims: [one, other][i], marks, caption: `Answer ${i + 1} of at least two; what differs is marked.` });
      boards.append(make('figure', {}, svg, make('figcaption', {}, make('button', { onclick: press }, `Show answer ${i + 1} on the board`))));
    });
    app.show({ claims: one.filter((claim) => other.includes(claim)), marks, caption: 'What both answers share; the marked cells differ.' });
  }

  // The cells in which two answers differ.
  #difference(one, other) {
    const [a, b] = [new Set(one), new Set(other)];
    const facts = [...one.filter((claim) => !b.has(claim)), ...other.filter((claim) => !a.has(claim))];
    const cells = new Map(facts.flatMap((claim) => this.app.info.facts[Math.abs(claim) - 1].cells).map((cell) => [cell.join(), cell]));
    return [...cells.values()];
  }

  // Runs `repair` or `clash`; shows progress, a stop or an error, and then returns `null`.
  async #repairJob(call, what, out) {
    replace(out, make('p.waiting', {}, `Searching for the fewest ${what}…`));
    try {
      const found = await this.app.work(call, this.app.P(), {}, `Searching for ${what}`);
      if (!found) replace(out, make('p.note', {}, 'Stopped.'));
      return found;
    } catch (error) {
      replace(out, make('p.error', {}, error.message));
      return null;
    }
  }

  // Shows a message instead of clues.
  #message(out, words) {
    this.app.announce({ tone: 'stopped', words });
    replace(out, make('p', {}, words));
  }

  async repair(out) {
    const { app } = this;
    const found = await this.#repairJob('repair', 'additional clues', out);
    if (!found) return;
    const nothing = found.none ? 'There is no answer, so additional clues do not help.' : found.verdict === 'stopped' ? 'A limit was reached before clues were found.' : found.clues.length === 0 ? 'The answer is already unique.' : null;
    if (nothing) {
      this.#message(out, nothing);
      return;
    }
    app.announce({ tone: 'plain', words: `${many(found.clues.length, 'additional clue')} would make it unique`, word: 'repair' });
    replace(out,
      make('p', {}, `${found.smallest ? 'Fewest additional clues' : 'Additional clues'} that make the answer unique:`),
      make('ul#repair-clues', {}, found.clues.map((clue) => make('li', {}, clue.words))),
      found.text ? make('div.row', {}, make('button.primary', { onclick: () => app.open({ kind: app.card.id, text: found.text, name: '' }, { carry: true }) }, 'Add them')) : null);
    app.show({ claims: found.clues.map((clue) => clue.claim), marks: found.clues.flatMap((clue) => app.info.facts[Math.abs(clue.claim) - 1].cells).map((cell) => ({ cell, mark: 'changed' })), caption: 'The framed clues would make it unique.' });
  }

  #none() {
    const clashes = make('div#clashes', { 'aria-live': 'polite' });
    replace(this.out,
      make('p', {}, 'The puzzle has no answer.'),
      make('div.row', {}, make('button#ask-clash.primary', { onclick: () => this.clash(clashes) }, 'Which clues contradict each other?')),
      clashes);
  }

  async clash(out) {
    const { app } = this;
    const found = await this.#repairJob('clash', 'contradictory clues', out);
    if (!found) return;
    if (found.solvable || found.verdict === 'stopped') {
      this.#message(out, found.solvable ? 'There is an answer.' : 'A limit was reached before contradictory clues were found.');
      return;
    }
    app.announce({ tone: 'bad', words: found.clues.length === 0 ? 'The rules alone are contradictory' : `${many(found.clues.length, 'contradictory clue')}`, word: 'clash' });
    const cells = found.clues.flatMap((clue) => clue.cells);
    replace(out,
      found.clues.length === 0
        ? make('p', {}, 'The rules alone have no answer on this board, even without clues.')
        : [make('p', {}, `${found.smallest ? 'The smallest set of contradictory clues:' : 'These clues contradict each other, and all of them are needed for the contradiction:'}`), make('ul#clash-clues', {}, found.clues.map((clue) => make('li', {}, clue.words)))]);
    app.show({ claims: [], marks: cells.map((cell) => ({ cell, mark: 'wrong' })), caption: 'The marked clues contradict each other.' });
  }

  #cost(report) {
    const { stats = {}, viewpoint, engine } = report;
    const entries = [
      ['viewpoint', viewpoint], ['engine', engine], ['nodes', stats.nodes], ['failures', stats.failures], ['propagations', stats.propagations],
      ['seconds', stats.seconds === undefined ? undefined : stats.seconds.toFixed(3)],
    ].filter(([, value]) => value !== undefined && value !== null && value !== '');
    return make('dl.cost', {}, entries.flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, typeof value === 'number' ? value.toLocaleString('en') : value)]));
  }

  leave() { this.app.show(null); }
}

export default { id: 'solve', title: 'Solve', mount: (panel, app) => new Solve(panel, app) };
