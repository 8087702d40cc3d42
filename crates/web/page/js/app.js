// The workbench: connects the state, the board, the verdict line and the tabs. Other modules only use `app`.

import { ask, follow } from './api.js';
import * as address from './address.js';
import { Board } from './board.js';
import { make, replace } from './dom.js';
import { mountDark, mountHeader } from './header.js';
import { pencilled } from './play/marks.js';
import { State } from './state.js';
import { Tabs } from './tabs.js';
import { saidOf, Verdict } from './verdict.js';

// The time for checking a newly opened puzzle, in seconds.
const FIRST_LOOK = 4;

class App extends State {
  dark = false;
  // While clues are edited: what all answers share, instead of the user's marks; otherwise `null`.
  shared = null;
  #view = null;
  #work = null;
  #line = new Verdict(() => this.stop());

  async start() {
    this.board = new Board(document.getElementById('board'), this);
    this.tabs = new Tabs(this);
    this.board.ontouch = (touch) => this.tabs.current?.touch?.(touch);
    this.board.onkey = (event) => this.tabs.current?.key?.(event) ?? false;
    this.on('puzzle', () => this.#opened());
    this.on('marks', () => this.#marked());
    this.on('dark', () => this.draw());
    mountDark(this);
    addEventListener('hashchange', () => this.#fromAddress());
    try {
      const [{ kinds }, examples] = await Promise.all([ask('kinds'), ask('../examples.json')]);
      // Examples for playing come before those for testing.
      this.kinds = kinds.map((kind) => ({ ...kind, examples: [...(examples[kind.id] ?? []), ...kind.examples], n_played: examples[kind.id]?.length ?? 0 }));
    } catch (error) {
      this.announce({ tone: 'bad', words: 'No response from the server', detail: error.message });
      return;
    }
    await this.tabs.ready;
    mountHeader(this);
    if (!(await this.#fromAddress())) await this.openKind(this.kinds[0].id);
  }

  // Opens the first example of a kind.
  openKind(id) {
    const [{ text, name }] = this.kinds.find((kind) => kind.id === id).examples;
    return this.open({ kind: id, text, name });
  }

  async open(puzzle, marks) {
    try {
      await super.open(puzzle, marks);
      return true;
    } catch (error) {
      this.announce({ tone: 'bad', words: 'This puzzle cannot be opened', detail: error.message });
      return false;
    }
  }

  // Opens a collection and its first puzzle.
  async openList(puzzles, more = 0) {
    this.list = puzzles.length > 1 ? puzzles : [];
    this.more = more;
    const opened = puzzles.length > 0 && (await this.open(puzzles[0]));
    this.emit('list');
    return opened;
  }

  goTo(tab) { return this.tabs.go(tab); }

  // Shows `{claims, candidates, pencil, marks, caption}` instead of the user's marks; `null` goes back to those.
  show(view) {
    this.#view = view;
    this.emit('view');
    this.draw();
  }

  get view() { return this.#view; }

  draw() {
    if (!this.info) return;
    const view = this.#view ?? { claims: this.shared ?? [...this.claims], pencil: pencilled(this), marks: this.flaws ?? [] };
    const { caption, ...body } = view;
    this.board.show({ ...(view.kind ? {} : this.P()), ...body });
    const bar = document.getElementById('caption');
    bar.hidden = !caption;
    if (caption) replace(bar, make('p', {}, caption), make('button#caption-back', { onclick: () => this.show(null) }, 'Back to your marks'));
  }

  // Highlights on the user's own board.
  point(flaws) {
    this.flaws = flaws;
    this.draw();
  }

  announce(verdict) { this.#line.announce(verdict); }

  // Runs a job, with progress and a Stop button on the verdict line. `null` means that it was stopped or replaced by another job.
  async work(call, body, on = {}, words = 'Working') {
    this.stop(true);
    const began = performance.now();
    const run = follow(call, body, {
      ...on,
      progress: (counts) => {
        this.#line.progress(words, counts, began);
        on.progress?.(counts);
      },
    });
    this.#work = run;
    this.#line.progress(words, null, began);
    try {
      const result = await run.done;
      if (this.#work === run && result !== null) this.announce({ tone: 'plain', words: 'Done', detail: '' });
      return this.#work === run ? result : null;
    } catch (error) {
      if (this.#work !== run) return null;
      // The caller shows the message where the job was started.
      this.announce({ tone: 'bad', words: error.status === 503 ? 'The server is busy' : 'The request failed' });
      throw error;
    } finally {
      if (this.#work === run) this.#work = null;
    }
  }

  get isWorking() { return this.#work !== null; }

  // Stops the current job by closing its connection.
  stop(quiet = false) {
    const run = this.#work;
    if (!run) return;
    this.#work = null;
    run.stop();
    if (!quiet) this.announce({ tone: 'stopped', words: 'Stopped', detail: 'by you', word: 'stopped' });
  }

  #opened() {
    this.stop(true);
    this.#view = null;
    this.flaws = [];
    this.emit('view');
    this.status = { tone: 'plain', words: this.card.title, detail: this.name };
    this.hasVerdict = false;
    if (!this.isBoardHidden) this.announce(this.status);
    this.draw();
    this.remember();
    clearTimeout(this.look);
    this.look = setTimeout(() => this.#look(), 150);
  }

  // Checks whether a newly opened puzzle is unique. Any other job replaces this check.
  async #look() {
    if (this.isWorking || this.isBoardHidden) return;
    try {
      const report = await this.work('solve', { ...this.P(), question: 'unique', seconds: FIRST_LOOK }, {}, 'Is it unique');
      if (report) this.settle(report);
    } catch (error) {
      this.announce({ tone: 'bad', words: 'This puzzle cannot be checked', detail: error.message });
    }
  }

  // Keeps the verdict until the puzzle changes.
  settle(report) {
    this.status = saidOf(report);
    this.hasVerdict = true;
    this.announce(this.status);
  }

  // Whether a tab has the page for itself, without the board and its verdict.
  get isBoardHidden() { return document.body.hasAttribute('data-board-hidden'); }

  set isBoardHidden(to) {
    document.body.toggleAttribute('data-board-hidden', to);
    if (to || this.isWorking) return;
    this.announce(this.status);
    if (!this.hasVerdict) this.#look();
  }

  #marked() {
    this.#view = null;
    this.flaws = [];
    this.emit('view');
    if (!this.isWorking) this.announce(this.status);
    this.draw();
    this.remember();
  }

  // Writes the state into the URL after a moment, as browsers limit the rate.
  remember() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => history.replaceState(null, '', this.fragment()), 250);
  }

  fragment() { return address.written({ ...this.moment, tab: this.tabs.id }); }

  async #fromAddress() {
    const read = address.read(location.hash);
    if (!read || !this.kinds.some((kind) => kind.id === read.kind)) return false;
    if (read.tab) this.goTo(read.tab);
    return this.open(read, read);
  }
}

const app = new App();
// For tests and for the browser console.
window.gridwright = app;
app.start();
