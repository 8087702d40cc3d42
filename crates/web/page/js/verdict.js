// The verdict line: what is known about the puzzle, or the progress of a job with its Stop button.

import { icon, many, replace } from './dom.js';

const SIGNS = { plain: 'dot', good: 'check', bad: 'none', several: 'several', busy: 'busy', stopped: 'stop' };

export class Verdict {
  constructor(stop) {
    this.node = document.getElementById('verdict');
    this.words = document.getElementById('verdict-words');
    this.detail = document.getElementById('verdict-detail');
    this.button = document.getElementById('stop');
    replace(this.button, icon('stop'), 'Stop');
    this.button.addEventListener('click', stop);
    addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && !this.button.hidden && !document.querySelector('dialog[open]')) stop();
    });
  }

  // Shows a verdict `{tone, words, detail, sign, word}`; `word` is for tests and style sheets.
  announce({ tone = 'plain', words = '', detail = '', sign, word = '' }) {
    this.node.dataset.tone = tone;
    this.node.dataset.verdict = word;
    replace(this.node.querySelector('.verdict-sign'), icon(SIGNS[sign ?? tone] ?? 'dot'));
    if (this.words.textContent !== words) this.words.textContent = words;
    this.detail.textContent = detail;
    this.detail.title = detail;
    this.button.hidden = tone !== 'busy';
  }

  // Shows the progress of a job.
  progress(words, counts, began) {
    const seconds = (performance.now() - began) / 1000;
    const parts = [];
    if (counts?.answers) parts.push(many(counts.answers, 'answer'));
    if (counts?.nodes) parts.push(many(counts.nodes, 'node'));
    if (counts?.failures) parts.push(many(counts.failures, 'failure'));
    if (counts?.steps) parts.push(many(counts.steps, 'step'));
    if (seconds >= 0.5) parts.push(`${seconds.toFixed(1)} s`);
    if (this.node.dataset.tone === 'busy' && this.words.textContent === `${words}…`) this.detail.textContent = parts.join(', ');
    else this.announce({ tone: 'busy', words: `${words}…`, detail: parts.join(', ') });
  }
}

// The verdict of a server report.
export function saidOf(report) {
  const stats = report.stats ?? {};
  const cost = [
    stats.nodes === undefined ? null : many(stats.nodes, 'node'),
    stats.failures ? many(stats.failures, 'failure') : null,
    stats.seconds === undefined ? null : `${stats.seconds < 0.01 ? '<0.01' : stats.seconds.toFixed(2)} s`,
  ].filter(Boolean).join(', ');
  const count = report.count ?? null;
  switch (report.verdict) {
    case 'unique':
      return { tone: 'good', words: 'Unique: exactly one answer', detail: cost, word: 'unique' };
    case 'multiple':
      if (count !== null && report.complete) return { tone: 'stopped', sign: 'several', words: `${many(count, 'answer')}`, detail: cost, word: 'multiple' };
      if (count !== null && count > 1) return { tone: 'stopped', sign: 'several', words: `At least ${many(count, 'answer')}`, detail: cost, word: 'multiple' };
      return { tone: 'stopped', sign: 'several', words: 'Not unique: at least two answers', detail: cost, word: 'multiple' };
    case 'none':
      return { tone: 'bad', words: 'No answer', detail: cost, word: 'none' };
    case 'solved':
      return { tone: 'good', words: 'Has an answer', detail: cost, word: 'solved' };
    default: {
      const limit = report.limit ? `the limit of ${report.limit} was reached` : 'a limit was reached';
      const so = count ? `Stopped after ${many(count, 'answer')}` : 'Stopped without a result';
      return { tone: 'stopped', words: so, detail: [limit, cost].filter(Boolean).join('; '), word: 'stopped' };
    }
  }
}
