// The tab Generate: puzzles with a unique answer, shown as they come; a click opens one, and all can be printed.

import { fetchBytes } from '../api.js';
import { download, make, many, replace, toast } from '../dom.js';
import { picture } from '../picture.js';
import { names } from './search_options.js';

// A new random seed.
const fresh = () => Math.floor(Math.random() * 1e6);

function mount(panel, app) {
  let made = [];
  let asked = 0;

  // The kind of the open puzzle, until another one is chosen.
  let isChosen = false;

  const kind = make('select#generate-kind', { onchange: () => { isChosen = true; fill(); } }, app.kinds.filter((one) => one.making).map((one) => make('option', { value: one.id }, one.title)));
  const size = make('input#generate-size', { type: 'text', placeholder: 'default', autocomplete: 'off', title: '9, or rows and columns as in 10x12' });
  const count = make('input#generate-many', { type: 'number', min: 1, max: 200, value: 6 });
  const difficulty = make('select#generate-difficulty');
  const symmetry = make('select#generate-symmetry');
  const seed = make('input#generate-seed', { type: 'number', min: 0, value: fresh() });
  const clues = make('input#generate-clues', { type: 'text', placeholder: 'any', autocomplete: 'off', title: '24, or 22..26' });
  const minimal = make('input#generate-minimal', { type: 'checkbox' });
  const asks = make('div.fields.asks');
  const wrong = make('div.error', { role: 'alert', hidden: true });
  const go = make('button.primary#generate-run', { onclick: run }, 'Generate puzzles');
  const gallery = make('ul.gallery#generate-gallery', { 'aria-label': 'Generated puzzles' });
  const note = make('p.note#generate-note', {}, '');
  const sheet = make('button#generate-book', { onclick: print }, 'Print sheet (PDF)');
  const texts = make('button.quiet#generate-copy', { onclick: copy }, 'Copy as text');
  const title = make('input#generate-title', { type: 'text', placeholder: 'title of the sheet', autocomplete: 'off', 'aria-label': 'Title of the sheet' });
  const paper = make('select#generate-paper', { 'aria-label': 'Paper' }, make('option', { value: 'a4' }, 'A4'), make('option', { value: 'letter' }, 'Letter'));
  const keep = make('div.row', { hidden: true }, note, make('span.gap'), texts, title, paper, sheet);
  const empty = make('p.empty', {}, 'Each puzzle has exactly one answer, verified by a second engine.');

  const field = (words, control) => make('label.field', {}, make('span', {}, words), control);
  panel.append(
    make('section.panel-section', {},
      make('h2', {}, 'Generate puzzles'),
      make('form.fields', { onsubmit: (event) => { event.preventDefault(); run(); } },
        field('Kind', kind), field('Size', size), field('Number of puzzles', count), field('Difficulty', difficulty), field('Symmetry', symmetry), field('Clues', clues),
        make('div.field', {}, make('span', {}, make('label', { for: 'generate-seed' }, 'Seed')), make('span.with-button', {}, seed, make('button.square', { 'aria-label': 'New seed', title: 'New seed', onclick: () => { seed.value = fresh(); } }, '⟳'))),
        make('label.check', {}, minimal, 'only clues that are needed (minimal)'),
        make('button.hidden', { type: 'submit', tabindex: '-1', 'aria-hidden': 'true' }, 'Make')),
      asks,
      make('div.row', {}, go), wrong),
    make('section.panel-section', {}, keep, empty, gallery));

  async function fill() {
    const card = app.kinds.find((one) => one.id === kind.value);
    replace(asks, (card?.making?.asks ?? []).map(({ name, about }) =>
      make('label.field', {}, make('span', {}, name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')), make('input', { type: 'text', 'data-ask': name, autocomplete: 'off', 'aria-describedby': `ask-${name}` }), make('span.note', { id: `ask-${name}` }, about))));
    const chosen = symmetry.value;
    replace(symmetry, (card?.making?.symmetries ?? []).map((name) => make('option', { value: name === 'none' ? '' : name }, name)));
    symmetry.value = chosen;
    if (symmetry.selectedIndex < 0) symmetry.selectedIndex = 0;
    const { difficulty: words } = await names();
    const wanted = difficulty.value;
    const reached = words.filter(({ kinds }) => kinds.includes(kind.value));
    replace(difficulty, make('option', { value: '' }, 'any'), reached.map(({ name }) => make('option', { value: name }, name)));
    difficulty.value = reached.some(({ name }) => name === wanted) ? wanted : '';
  }

  async function run() {
    const turn = (asked += 1);
    wrong.hidden = true;
    made = [];
    replace(gallery);
    empty.hidden = true;
    keep.hidden = true;
    const options = {};
    for (const input of asks.querySelectorAll('[data-ask]')) if (input.value.trim()) options[input.dataset.ask] = input.value.trim();
    const body = { kind: kind.value, many: Math.max(1, Number(count.value) || 1), seed: Math.max(0, Math.floor(Number(seed.value)) || 0), minimal: minimal.checked, options };
    for (const [name, control] of Object.entries({ size, difficulty, symmetry, clues })) if (control.value.trim()) body[name] = control.value.trim();
    const take = (puzzle) => {
      if (turn !== asked) return;
      made.push(puzzle);
      gallery.append(card(puzzle));
      updateNote();
    };
    try {
      const result = await app.work('generate', body, { made: take }, `Making ${many(body.many, 'puzzle')}`);
      if (turn !== asked || !result) { updateNote(); return; }
      const all = result.end === 'all';
      app.announce({ tone: all ? 'good' : 'stopped', words: all ? `${many(result.made, 'puzzle')} made` : `${result.made} of ${many(result.wanted, 'puzzle')} made`, detail: result.words ?? `seed ${result.seed}` });
    } catch (error) {
      wrong.hidden = false;
      replace(wrong, error.message);
    }
    empty.hidden = made.length > 0;
  }

  function updateNote() {
    keep.hidden = made.length === 0;
    note.textContent = `${many(made.length, 'puzzle')}, seed ${seed.value}`;
  }

  // A one-line summary of a puzzle.
  function about({ difficulty: word, clues: n, minimal: least }) {
    return [word, n > 0 ? many(n, 'clue') : null, least ? 'minimal' : null].filter(Boolean).join(', ');
  }

  function card(puzzle) {
    const { number, kind: id, text } = puzzle;
    const title = `${app.kinds.find((one) => one.id === id)?.title} ${number}`;
    const frame = make('span.drawn');
    const node = make('li', {}, make('button.made', { 'data-made': number, title: `Play ${title}`, onclick: async () => {
      if (await app.open({ kind: id, text, name: title })) app.goTo('play');
    } }, frame, make('span.title', {}, make('span.hidden', {}, 'Play '), `${number}`, make('span.hidden', {}, ': ')), make('span.note', {}, about(puzzle))));
    draw(frame, puzzle);
    return node;
  }

  async function draw(frame, { kind: id, text }) {
    try {
      const { svg } = await picture({ kind: id, text }, app.dark);
      svg.setAttribute('aria-hidden', 'true');
      replace(frame, svg);
    } catch (error) {
      replace(frame, make('span.note', {}, error.message));
    }
  }

  async function print() {
    sheet.disabled = true;
    try {
      const puzzles = made.map((puzzle) => ({ kind: puzzle.kind, text: puzzle.text, answer: puzzle.answer, about: about(puzzle) }));
      const { blob } = await fetchBytes('book', { puzzles, title: title.value, paper: paper.value });
      download(blob, `${made[0].kind}-${seed.value}.pdf`);
    } catch (error) {
      wrong.hidden = false;
      replace(wrong, error.message);
    }
    sheet.disabled = false;
  }

  async function copy() {
    const text = made.map((puzzle) => `% ${puzzle.kind} ${puzzle.number}: ${about(puzzle)}\n${puzzle.text}`).join('\n');
    try {
      await navigator.clipboard.writeText(text);
      toast('Copied');
    } catch {
      download(new Blob([text], { type: 'text/plain' }), `${made[0].kind}.txt`);
    }
  }

  app.on('dark', () => {
    for (const [i, puzzle] of made.entries()) draw(gallery.children[i].querySelector('.drawn'), puzzle);
  });
  app.on('puzzle', follow);
  follow();
  return {};

  function follow() {
    if (isChosen) return;
    kind.value = app.card?.making ? app.card.id : kind.value;
    fill().catch((error) => { wrong.hidden = false; replace(wrong, error.message); });
  }
}

export default { id: 'generate', title: 'Generate', mount };
