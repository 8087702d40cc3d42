// The header: kind, example, pasted and dropped text, saved games, the open collection, light or dark mode.

import { ask } from './api.js';
import * as address from './address.js';
import { icon, make, replace, toast } from './dom.js';
import { gameList } from './play/games.js';
import { mountShare } from './share.js';

const node = (id) => document.getElementById(id);

export function mountHeader(app) {
  mountPickers(app);
  mountPaste(app);
  mountBlank(app);
  mountDrop(app);
  mountSet(app);
  mountGames(app);
  mountShare(app);
}

function mountPickers(app) {
  const [kind, example] = [node('kind'), node('example')];
  replace(kind, app.kinds.map((card) => make('option', { value: card.id }, card.title)));
  kind.addEventListener('change', () => {
    app.openList([]);
    app.openKind(kind.value);
  });
  example.addEventListener('change', () => {
    const chosen = app.card.examples[Number(example.value)];
    if (chosen) app.open({ kind: app.card.id, text: chosen.text, name: chosen.name });
  });
  let shown = null;
  // On a phone the rules would push the tabs off the screen.
  node('under').open = !matchMedia('(max-width: 860px)').matches;
  app.on('puzzle', () => {
    kind.value = app.card.id;
    if (shown !== app.card.id) {
      shown = app.card.id;
      const options = app.card.examples.map((one, i) => make('option', { value: i }, one.name + (one.answers === 1 ? '' : ` (${one.answers === 0 ? 'no answer' : `${one.answers} answers`})`)));
      const played = app.card.n_played;
      replace(example,
        make('option', { value: '', hidden: true }, 'your own'),
        make('optgroup', { label: 'To play' }, options.slice(0, played)),
        make('optgroup', { label: 'To try the workbench' }, options.slice(played)));
    }
    const at = app.card.examples.findIndex((one) => one.name === app.name);
    example.value = at < 0 ? '' : String(at);
    node('rules-words').textContent = app.card.rules;
    document.title = `${app.card.title} – Gridwright`;
  });
}

function mountPaste(app) {
  const dialog = node('paste');
  const [text, error, input, kind] = [node('paste-text'), node('paste-error'), node('paste-input'), node('paste-kind')];
  replace(kind, make('option', { value: '' }, 'auto-detect'), app.kinds.map((card) => make('option', { value: card.id }, card.title)));
  const refuse = (refused) => {
    error.hidden = false;
    replace(error, refused.message, refused.shown ? make('pre', {}, refused.shown) : null);
  };
  app.read = async (pasted, chosen) => {
    error.hidden = true;
    try {
      const { puzzles, more, unread = [] } = await ask('read', { text: pasted, kind: chosen || undefined });
      if (puzzles.length === 0) throw new Error(unread[0] ?? 'the text contains no puzzle');
      dialog.close();
      await app.openList(puzzles, more);
      if (puzzles.length > 1 || unread.length > 0) toast(`${puzzles.length} puzzles opened${unread.length > 0 ? `; ${unread.length} entries could not be read` : ''}`);
    } catch (refused) {
      text.value = pasted;
      if (!dialog.open) dialog.showModal();
      refuse(refused);
      text.focus();
    }
  };
  node('open-paste').addEventListener('click', () => {
    error.hidden = true;
    dialog.showModal();
    text.select();
  });
  node('paste-cancel').addEventListener('click', () => dialog.close());
  node('paste-go').addEventListener('click', () => app.read(text.value, kind.value));
  text.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) app.read(text.value, kind.value);
  });
  // A single line is usually a link, and opens at once.
  text.addEventListener('paste', () => setTimeout(() => {
    if (/^\S+:\/\/\S+$/.test(text.value.trim())) app.read(text.value, kind.value);
  }));
  node('paste-file').addEventListener('click', () => input.click());
  input.addEventListener('change', async () => {
    if (input.files[0]) app.read(await input.files[0].text(), kind.value);
    input.value = '';
  });
  // Pasting anywhere else opens the pasted text.
  addEventListener('paste', (event) => {
    if (event.target.closest?.('input, textarea, select, dialog')) return;
    const pasted = event.clipboardData?.getData('text');
    if (pasted?.trim()) app.read(pasted, '');
  });
}

function mountGames(app) {
  const list = gameList(app, (game) => {
    node('paste').close();
    app.openList([]);
    app.open(game, address.read(game.fragment) ?? {});
    app.goTo('play');
  });
  node('saved-games').append(list.node);
  node('open-paste').addEventListener('click', list.show);
}

function mountBlank(app) {
  const fields = node('blank-fields');
  const kind = make('select', { 'aria-label': 'Kind' }, app.kinds.map((card) => make('option', { value: card.id }, card.title)));
  const rows = make('input', { type: 'number', min: 1, max: 40, value: 9, 'aria-label': 'Rows' });
  const cols = make('input', { type: 'number', min: 1, max: 40, value: 9, 'aria-label': 'Columns' });
  rows.addEventListener('input', () => { cols.value = rows.value; });
  const go = make('button#blank-go', {
    onclick: async () => {
      try {
        const made = await ask('blank', { kind: kind.value, rows: Number(rows.value), cols: Number(cols.value) });
        node('paste').close();
        app.openList([]);
        await app.open(made);
        app.goTo('play');
        app.emit('edit');
      } catch (refused) {
        node('paste-error').hidden = false;
        node('paste-error').textContent = refused.message;
      }
    },
  }, 'Create');
  replace(fields, kind, rows, '×', cols, go);
}

function mountDrop(app) {
  let inside = 0;
  const has = (event) => [...(event.dataTransfer?.types ?? [])].some((type) => type === 'Files' || type === 'text/plain');
  addEventListener('dragenter', (event) => { if (has(event)) node('drop').hidden = (inside += 1) === 0; });
  addEventListener('dragleave', () => { node('drop').hidden = (inside = Math.max(0, inside - 1)) === 0; });
  addEventListener('dragover', (event) => { if (has(event)) event.preventDefault(); });
  addEventListener('drop', async (event) => {
    inside = 0;
    node('drop').hidden = true;
    if (!has(event) || event.target.closest?.('textarea, input')) return;
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    app.read(file ? await file.text() : event.dataTransfer.getData('text/plain'), '');
  });
}

function mountSet(app) {
  const bar = node('set');
  let at = 0;
  const go = (to) => {
    at = (to + app.list.length) % app.list.length;
    bar.querySelector('select').value = String(at);
    app.open(app.list[at]);
  };
  app.on('list', () => {
    at = 0;
    bar.hidden = app.list.length === 0;
    if (bar.hidden) return;
    const options = app.list.map((one, i) => make('option', { value: i }, `${i + 1} of ${app.list.length}: ${one.name || one.kind}`));
    replace(
      bar,
      make('button.square', { 'aria-label': 'Previous puzzle', onclick: () => go(at - 1) }, icon('back')),
      make('select#set-list', { 'aria-label': 'Collection', onchange: (event) => go(Number(event.target.value)) }, options),
      make('button.square#set-next', { 'aria-label': 'Next puzzle', onclick: () => go(at + 1) }, icon('forward')),
      app.more ? make('span.note', {}, 'and more') : null,
      make('button.quiet.square', { 'aria-label': 'Close the collection', onclick: () => { app.list = []; app.emit('list'); } }, icon('cross')),
    );
  });
}

export function mountDark(app) {
  const button = node('dark');
  const prefers = matchMedia('(prefers-color-scheme: dark)');
  let chosen = null;
  try {
    chosen = localStorage.getItem('gridwright-dark');
  } catch { /* A browser may refuse to keep anything. */ }
  const set = () => {
    app.dark = chosen === null ? prefers.matches : chosen === 'yes';
    document.documentElement.dataset.dark = app.dark ? 'yes' : 'no';
    replace(button, icon(app.dark ? 'sun' : 'moon'));
    button.setAttribute('aria-label', app.dark ? 'Switch to light mode' : 'Switch to dark mode');
    app.emit('dark');
  };
  button.addEventListener('click', () => {
    chosen = app.dark ? 'no' : 'yes';
    try {
      localStorage.setItem('gridwright-dark', chosen);
    } catch { /* Then it is forgotten. */ }
    set();
  });
  prefers.addEventListener('change', set);
  set();
}
