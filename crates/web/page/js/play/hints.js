// Hints for the user's marks in three grades: the technique and roughly where, the cells, the deduction. The server sends all three; the page shows them one by one.

import { make, many, replace } from '../dom.js';
import { stepView } from '../step_view.js';

const GRADES = ['Technique', 'Cells', 'Deduction'];

export class Hints {
  constructor(app) {
    this.app = app;
    this.out = make('div#hint-words', { role: 'status' });
    this.buttons = GRADES.map((words, i) => make('button', { id: `hint-${i + 1}`, onclick: () => this.ask(i + 1) }, `${i + 1}. ${words}`));
    this.node = make('section.panel-section#hint', {}, make('h3', {}, 'Hint'), make('div.row', {}, this.buttons), this.out);
    app.on('marks', () => this.clear());
    app.on('puzzle', () => this.clear());
  }

  clear() {
    this.answer = null;
    replace(this.out);
    this.buttons.forEach((button) => button.removeAttribute('aria-pressed'));
  }

  async ask(grade = 1) {
    const { app } = this;
    if (!this.answer) {
      replace(this.out, make('p.waiting', {}, 'Checking your board…'));
      try {
        this.answer = await app.work('hint', { ...app.P(), claims: [...app.claims] }, {}, 'Looking for a hint');
      } catch (error) {
        replace(this.out, make('p.error', {}, error.message));
        return;
      }
      if (!this.answer) {
        replace(this.out, make('p.note', {}, 'Stopped.'));
        return;
      }
    }
    this.buttons.forEach((button, i) => button.setAttribute('aria-pressed', i + 1 === grade));
    const { answer } = this;
    const announce = (tone, words) => app.announce({ tone, words, word: `hint-${answer.hint}` });
    if (answer.hint === 'next') this.#next(grade);
    else if (answer.hint === 'wrong') this.#wrong(grade);
    else {
      const words = { done: 'All conclusions are already marked.', 'no answer': 'The puzzle has no answer. The tab Solve finds contradictory clues.', stuck: 'The techniques allowed do not go further.', stopped: 'A limit was reached before a step was found.' }[answer.hint] ?? answer.hint;
      replace(this.out, make('p', {}, words));
      announce(answer.hint === 'done' ? 'good' : 'stopped', words);
      return;
    }
    announce(answer.hint === 'wrong' ? 'bad' : 'plain', answer.hint === 'wrong' ? `${many(answer.wrong.claims.length, 'mark is', 'marks are')} wrong` : `Hint: ${GRADES[grade - 1].toLowerCase()}`);
  }

  #mine(marks, caption) {
    this.app.show({ claims: [...this.app.claims], pencil: [...this.app.pencil], marks, caption });
  }

  #wrong(grade) {
    const { wrong } = this.answer;
    const count = `${many(wrong.claims.length, 'mark is', 'marks are')} wrong.`;
    if (grade === 1) {
      replace(this.out, make('p', {}, count));
      return;
    }
    replace(this.out, make('p', {}, count), make('ul', {}, wrong.words.map((words) => make('li', {}, words))));
    this.#mine(wrong.cells.map((cell) => ({ cell, mark: 'wrong' })), count);
  }

  #next(grade) {
    const { technique, where, step } = this.answer;
    const look = where.cells.length > 9 ? `Look at the ${where.cells.length} cells with dashed frames.` : where.words;
    const parts = [make('p', {}, technique.words)];
    if (grade === 2) parts.push(make('p', {}, look));
    if (grade >= 3) {
      parts.push(make('p', {}, make('span.chip', {}, step.technique), ' ', step.sentence));
      parts.push(make('div.row', {}, make('button#hint-do', { onclick: () => this.#place(step) }, 'Apply it')));
      const before = new Set([...this.app.claims, ...(this.answer.known ?? [])]);
      this.app.show(stepView(step, before, true, step.sentence));
    } else if (grade === 2) this.#mine(where.cells.map((cell) => ({ cell, mark: 'used' })), look);
    else if (this.app.view) this.app.show(null);
    replace(this.out, parts);
  }

  // Applies the conclusions of a step to the user's board. A number that is ruled out is kept as a mark, so that the next hint builds on it.
  #place(step) {
    this.app.mark((claims) => step.concludes.forEach((claim) => {
      claims.delete(-claim);
      claims.add(claim);
    }));
  }
}
