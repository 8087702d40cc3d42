// The tab Play: the user's marks, the time, editing clues, undo, mistakes, export.

import { ask } from '../api.js';
import { choice, icon, make, many, replace } from '../dom.js';
import { editing } from '../play/edit.js';
import { exporting } from '../play/export.js';
import { colours, notes, tried } from '../play/marks.js';
import { openKeys } from '../play/keys.js';
import { boxOf } from '../play/places.js';
import { player } from '../play/player.js';
import { trying } from '../play/trial.js';
import { save, savedGame } from '../play/games.js';
import { Hints } from '../play/hints.js';
import { Live } from '../play/live.js';
import { Timer } from '../play/timer.js';

class Play {
  isEditing = false;
  errors = 'asked';
  #player;
  #edit;
  #judged = 0;

  constructor(panel, app) {
    this.app = app;
    this.board = app.board;
    this.#edit = editing(this);
    this.#player = player(this);
    this.#mount(panel);
    // The game that is left keeps its time. Each state of a puzzle that is edited would be a game of its own.
    app.on('leaving', () => { if (!this.isEditing) this.#save(); });
    app.on('puzzle', () => this.#another());
    app.on('marks', () => this.#marked());
    app.on('edit', () => this.edit(true));
    this.board.onlaid = () => this.#laid();
    this.board.gutter = () => Boolean(this.#now.gutter) && !app.view && app.tabs.id === 'play';
    this.board.onfocus = () => this.adorn();
    this.board.describe = (row, col) => this.#now.describe(row, col);
    this.board.label = () => `${app.card.title}, ${app.info.rows} by ${app.info.cols}${this.isEditing ? ', editing clues' : ''}`;
    addEventListener('keydown', (event) => this.#anywhere(event));
    addEventListener('pagehide', () => this.#save());
    // The list of games shows the time of this one: it is saved before the list is made.
    document.getElementById('open-paste').addEventListener('click', () => this.#save(), { capture: true });
    if (app.info) this.#another();
  }

  get #now() { return this.isEditing ? this.#edit : this.#player; }

  #mount(panel) {
    const { app } = this;
    this.title = make('h2', {}, '');
    this.undoButton = make('button.square#undo', { 'aria-label': 'Undo', title: 'Undo (Ctrl+Z)', onclick: () => app.undo() }, icon('undo'));
    this.redoButton = make('button.square#redo', { 'aria-label': 'Redo', title: 'Redo (Ctrl+Y)', onclick: () => app.redo() }, icon('redo'));
    this.clearButton = make('button#clear', { onclick: () => app.mark((...all) => all.forEach((layer) => layer.clear())) }, 'Clear marks');
    this.editButton = make('button#edit', { 'aria-pressed': 'false', onclick: () => this.edit(!this.isEditing) }, icon('pencil'), 'Edit clues');
    this.pad = make('div.padding');
    this.trial = trying(app);
    this.hints = new Hints(app);
    this.timer = new Timer(app);
    this.live = new Live(app);
    this.note = make('p.note');
    this.refused = make('p.error#edit-error', { hidden: true, role: 'alert' });
    this.text = make('textarea#puzzle-text', { rows: 8, spellcheck: 'false', 'aria-label': 'The puzzle’s text' });
    this.textProblem = make('div.error', { hidden: true, role: 'alert' });
    this.textPart = make('details', {}, make('summary', {}, 'The puzzle as text'), this.text, make('div.row', {}, make('button#apply-text', { onclick: () => this.#applyText() }, 'Use this text')), this.textProblem);
    this.choice = choice('Show mistakes', [['off', 'Never'], ['asked', 'On request'], ['live', 'At once']], this.errors, (to) => {
      this.errors = to;
      this.checkButton.hidden = to === 'off';
      app.point([]);
      this.#judge();
    });
    this.checkButton = make('button#check', { onclick: () => this.check() }, icon('check'), 'Check');
    this.found = make('div#judged', { role: 'status' });
    panel.append(
      make('section.panel-section', {},
        make('div.row.title-row', {}, this.title, this.timer.node, this.trial.start, this.undoButton, this.redoButton, make('button.quiet.square#keys-open', { 'aria-label': 'Keys', title: 'Keys (?)', onclick: () => this.help() }, '?')),
        this.pad, this.live.node, this.note, this.refused, this.trial.node),
      this.hints.node,
      make('section.panel-section', {},
        make('div.row', {}, this.editButton, this.clearButton), this.textPart),
      make('section.panel-section', {},
        make('h3', {}, 'Mistakes'), make('div.row', {}, this.choice.node, this.checkButton), this.found),
      exporting(app),
    );
  }

  // Another puzzle, or the same with other clues.
  #another() {
    const { app } = this;
    this.#player.reset();
    this.title.textContent = app.card.title;
    // The time goes on where the saved game of this puzzle ended.
    const saved = app.claims.size > 0 ? savedGame(app.moment) : null;
    this.timer.reset(saved?.seconds, saved?.solved);
    if (this.isEditing) this.live.ask();
    this.text.value = app.moment.text;
    this.textProblem.hidden = true;
    this.refresh();
    this.#marked();
  }

  // Rebuilds the controls.
  refresh() {
    replace(this.pad, this.#now.pad());
    this.note.textContent = this.#now.note;
    replace(this.board.gutters);
    this.adorn();
    if (!this.isEditing) this.#player.marked();
  }

  edit(on) {
    this.isEditing = on;
    this.editButton.setAttribute('aria-pressed', on);
    this.live.show(on);
    this.timer.isHeld = on;
    on ? this.timer.pause() : this.timer.resume();
    this.board.frame.toggleAttribute('data-editing', on);
    this.#edit.reset();
    this.problem('');
    this.refresh();
    this.app.draw();
  }

  // Shows the error of an edited clue.
  problem(words) {
    this.refused.hidden = !words;
    this.refused.textContent = words;
  }

  #marked() {
    const { app } = this;
    this.undoButton.disabled = !app.canUndo;
    this.redoButton.disabled = !app.canRedo;
    this.clearButton.disabled = [app.claims, app.pencil, app.centre, app.colours].every((layer) => layer.size === 0);
    this.trial.show();
    this.board.frame.toggleAttribute('data-trial', app.trials.length > 0);
    replace(this.found);
    if (!this.isEditing) this.#player.marked();
    if (!this.isEditing) this.timer.resume();
    clearTimeout(this.judging);
    this.judging = setTimeout(() => this.#judge(), 120);
  }

  // Draws the overlay of the page: selection, crosses, sums.
  adorn() {
    const { board, app } = this;
    board.layer.replaceChildren();
    if (!board.plan || app.view || board.plan.rows !== app.info.rows || board.plan.cols !== app.info.cols) return;
    board.layer.append(...colours(app, board.plan), ...notes(app, board.plan), ...tried(app, board.plan));
    if (app.tabs.id === 'play') this.#now.adorn?.(board.layer);
  }

  #laid() {
    const { board, app } = this;
    replace(board.margins);
    if (app.view) {
      replace(board.gutters);
      this.adorn();
      return;
    }
    for (const { place, label, press } of this.#now.targets()) {
      const box = boxOf(board.plan, place);
      if (!box) continue;
      const button = make('button', { 'aria-label': label, title: label, onclick: press, onkeydown: (event) => { if (this.#now.key(event)) event.preventDefault(); } });
      board.margins.append(button);
      board.place(button, ...box);
    }
    this.adorn();
  }

  // Checks whether the marks violate a rule, and whether the board is finished.
  async #judge() {
    const { app } = this;
    if (app.claims.size === 0 || app.view || this.isEditing) return;
    this.#judged += 1;
    const turn = this.#judged;
    let judged;
    try {
      judged = await ask('judge', { ...app.P(), claims: [...app.claims] });
    } catch {
      return;
    }
    if (turn !== this.#judged) return;
    if (judged.right) this.timer.done();
    else this.timer.isDone = false;
    this.#save();
    if (judged.right) {
      app.announce({ tone: 'good', words: 'Solved!', detail: 'all rules are satisfied', word: 'done' });
      replace(this.found, make('p', {}, 'Everything is correct.'));
    } else if (this.errors === 'live') this.#point(judged.broken);
  }

  // Keeps the game in the browser.
  #save() {
    if (this.app.info && this.app.claims.size > 0) save(this.app, { seconds: this.timer.now, solved: this.timer.isDone });
  }

  #point(broken) {
    const cells = broken.flatMap((flaw) => flaw.cells);
    this.app.point(cells.map((cell) => ({ cell, mark: 'wrong' })));
    replace(this.found, broken.length === 0 ? make('p.note', {}, 'No rule is violated.') : [make('p', {}, broken.length === 1 ? 'Violated rule:' : 'Violated rules:'), make('ul.flaws', {}, broken.slice(0, 8).map((flaw) => make('li', {}, flaw.words)), broken.length > 8 ? make('li', {}, `and ${broken.length - 8} more`) : null)]);
  }

  // Finds mistakes: violated rules first, then marks that are in no answer.
  async check() {
    const { app } = this;
    if (app.claims.size === 0) {
      replace(this.found, make('p.note', {}, 'There are no marks to check yet.'));
      return;
    }
    try {
      const judged = await ask('judge', { ...app.P(), claims: [...app.claims] });
      if (judged.right || judged.broken.length > 0) {
        this.#point(judged.broken);
        if (judged.right) replace(this.found, make('p', {}, 'Everything is correct.'));
        return;
      }
      const result = await app.work('hint', { ...app.P(), claims: [...app.claims], seconds: 10 }, {}, 'Checking your marks');
      if (!result) return;
      const wrong = result.hint === 'wrong' ? result.wrong : null;
      if (wrong) app.point(wrong.cells.map((cell) => ({ cell, mark: 'wrong' })));
      const words = wrong ? `${many(wrong.claims.length, 'mark is', 'marks are')} in no answer.` : 'No mistakes so far: no rule is violated, and all marks are in an answer.';
      app.announce({ tone: wrong ? 'bad' : 'good', words: wrong ? `${many(wrong.claims.length, 'mark is', 'marks are')} wrong` : 'No mistakes so far' });
      replace(this.found, make('p', {}, words));
    } catch (error) {
      replace(this.found, make('p.error', {}, error.message));
    }
  }

  async #applyText() {
    try {
      const { puzzles } = await ask('read', { text: this.text.value, kind: this.app.card.id });
      this.textProblem.hidden = true;
      await this.app.open(puzzles[0], { carry: true });
    } catch (error) {
      this.textProblem.hidden = false;
      replace(this.textProblem, error.message, error.shown ? make('pre', {}, error.shown) : null);
    }
  }

  help() { openKeys(this.app.card.title, this.#now.help); }

  touch(touch) {
    if (this.app.view && touch.phase === 'down') this.app.show(null);
    this.#now.touch(touch);
    return true;
  }

  key(event) { return this.#now.key(event) ?? false; }

  // Keys that work everywhere except in text fields.
  #anywhere(event) {
    if (event.target.closest?.('input, textarea, select, dialog')) return;
    const control = event.ctrlKey || event.metaKey;
    const letter = event.key.toLowerCase();
    if (control && letter === 'z') event.shiftKey ? this.app.redo() : this.app.undo();
    else if (control && letter === 'y') this.app.redo();
    else if (!control && event.key === '?') this.help();
    else if (this.app.tabs.id === 'play' && this.trial.key(event)) return event.preventDefault();
    else if (!this.#forBoard(event)) return;
    event.preventDefault();
  }

  // Other keys go to the board: after a click on the pad, or before the first click on a cell.
  #forBoard(event) {
    const { board, app } = this;
    if (app.tabs.id !== 'play' || board.grid.contains(event.target)) return false;
    const loose = event.target === document.body;
    if (!loose && !event.target.closest('.pad, .left')) return false;
    if (!loose && [' ', 'Enter', 'Tab'].includes(event.key)) return false;
    if (loose && event.key.startsWith('Arrow') && board.plan) return board.go(board.focus.row, board.focus.col);
    return this.key(event);
  }

  enter() {
    this.app.show(null);
    this.timer.resume();
    this.adorn();
  }

  leave() {
    if (this.isEditing) this.edit(false);
    this.timer.pause();
    this.#save();
    if (this.#player.gutter) this.app.draw();
    replace(this.board.margins);
    replace(this.board.gutters);
    // A tab is left before the next one is mounted.
    queueMicrotask(() => this.adorn());
  }
}

export default { id: 'play', title: 'Play', mount: (panel, app) => new Play(panel, app) };
