// Solve: is there one answer, how many, what do they share; two answers side by side; what would make it unique; which clues clash.

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
        make('p.note', {}, 'The clues alone are looked at, not your marks.'),
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
    replace(this.out, make('p.empty', {}, 'Ask one of these, and the answer is shown here and on the board. Whatever takes long can be stopped.'));
  }

  stopped() {
    this.asked = null;
    replace(this.out, make('p.empty', {}, 'Stopped. Nothing was settled, and nothing is still running.'));
  }

  async ask(question) {
    const { app } = this;
    const words = { unique: 'Is it unique', solve: 'Looking for an answer', count: 'Counting', backbone: 'What do all answers share' }[question];
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
    else if (report.verdict === 'stopped') replace(this.out, make('p', {}, 'A limit came before this was settled. A plain “Show an answer” may still find one.'), this.#cost(report));
    else this.#one(report);
  }

  // Long work; an error is shown here, and is `null` for who asked.
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
    const say = report.verdict === 'unique' ? 'The puzzle has exactly one answer.' : 'Here is an answer; whether there are others was not asked.';
    replace(this.out, make('p', {}, say), this.#onBoard(answer, report.verdict === 'unique' ? 'The answer' : 'An answer'), this.#cost(report));
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
      replace(this.out, make('p', {}, 'A limit came before it was known what the answers share.'), this.#cost(report));
      return;
    }
    const found = report.shared.filter((claim) => !app.info.given.has(Math.abs(claim)));
    const placed = found.filter((claim) => claim > 0);
    const changed = new Map(found.filter((claim) => claim > 0 || !this.#numbers()).map((claim) => app.info.facts[Math.abs(claim) - 1].cells).filter((cells) => cells.length === 1).map(([cell]) => [cell.join(), cell]));
    const view = { claims: report.shared, candidates: true, marks: [...changed.values()].map((cell) => ({ cell, mark: 'changed' })), caption: changed.size > 0 ? 'What all answers share: framed cells are settled.' : 'What all answers share.' };
    const words = report.verdict === 'unique' ? 'There is one answer, so all of it is shared.' : `All answers agree on ${many(placed.length, 'thing')} beyond the clues, and rule out ${many(found.length - placed.length, 'other')}.`;
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

  // The cells of facts that one answer has and the other has not.
  #difference(one, other) {
    const [a, b] = [new Set(one), new Set(other)];
    const facts = [...one.filter((claim) => !b.has(claim)), ...other.filter((claim) => !a.has(claim))];
    const cells = new Map(facts.flatMap((claim) => this.app.info.facts[Math.abs(claim) - 1].cells).map((cell) => [cell.join(), cell]));
    return [...cells.values()];
  }

  // Asks what is to be mended, and shows in its place that it is being looked for, was stopped, or cannot be had; then it gives `null`.
  async #mend(call, what, out) {
    replace(out, make('p.waiting', {}, `Looking for the fewest ${what}…`));
    try {
      const found = await this.app.work(call, this.app.P(), {}, `Looking for ${what}`);
      if (!found) replace(out, make('p.note', {}, 'Stopped.'));
      return found;
    } catch (error) {
      replace(out, make('p.error', {}, error.message));
      return null;
    }
  }

  // What is said instead of clues.
  #instead(out, words) {
    this.app.tell({ tone: 'stopped', words });
    replace(out, make('p', {}, words));
  }

  async repair(out) {
    const { app } = this;
    const found = await this.#mend('repair', 'further clues', out);
    if (!found) return;
    const nothing = found.none ? 'There is no answer, so no further clue helps.' : found.verdict === 'stopped' ? 'A limit came before a set of clues was found.' : found.clues.length === 0 ? 'It is unique already.' : null;
    if (nothing) {
      this.#instead(out, nothing);
      return;
    }
    app.tell({ tone: 'plain', words: `${many(found.clues.length, 'further clue')} would make it unique`, word: 'repair' });
    replace(out,
      make('p', {}, `${found.smallest ? 'The fewest further clues' : 'Further clues'} that leave one answer:`),
      make('ul#repair-clues', {}, found.clues.map((clue) => make('li', {}, clue.words))),
      found.text ? make('div.row', {}, make('button.primary', { onclick: () => app.open({ kind: app.card.id, text: found.text, name: '' }, { carry: true }) }, 'Add them')) : null);
    app.show({ claims: found.clues.map((clue) => clue.claim), marks: found.clues.flatMap((clue) => app.info.facts[Math.abs(clue.claim) - 1].cells).map((cell) => ({ cell, mark: 'changed' })), caption: 'The framed clues would make it unique.' });
  }

  #none() {
    const clashes = make('div#clashes', { 'aria-live': 'polite' });
    replace(this.out,
      make('p', {}, 'No way of filling the board keeps all rules.'),
      make('div.row', {}, make('button#ask-clash.primary', { onclick: () => this.clash(clashes) }, 'Which clues clash?')),
      clashes);
  }

  async clash(out) {
    const { app } = this;
    const found = await this.#mend('clash', 'clues that clash', out);
    if (!found) return;
    if (found.solvable || found.verdict === 'stopped') {
      this.#instead(out, found.solvable ? 'There is an answer after all.' : 'A limit came before the clash was found.');
      return;
    }
    app.tell({ tone: 'bad', words: found.clues.length === 0 ? 'The rules alone cannot be kept' : `${many(found.clues.length, 'clue')} that cannot be kept together`, word: 'clash' });
    const cells = found.clues.flatMap((clue) => clue.cells);
    replace(out,
      found.clues.length === 0
        ? make('p', {}, 'Not even without clues: the rules alone cannot be kept on this board.')
        : [make('p', {}, `${found.smallest ? 'No smaller set of clues clashes than this one:' : 'These clues clash, and none of them can be spared:'}`), make('ul#clash-clues', {}, found.clues.map((clue) => make('li', {}, clue.words)))]);
    app.show({ claims: [], marks: cells.map((cell) => ({ cell, mark: 'wrong' })), caption: 'The marked clues clash with the rules and with each other.' });
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
