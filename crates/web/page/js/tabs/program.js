// The tab Program: an editor for the modelling language and for Constraint Handling Rules, with the bundled programs.

import { ask } from '../api.js';
import { choice, make, many, replace } from '../dom.js';
import { editor } from './program_editor.js';
import { courseView, solutionCard } from './program_output.js';

// The number of solutions shown as cards; others are only counted.
const SHOWN = 200;

// Whether the device is likely to have a keyboard: it has a mouse, and a wide window.
const hasKeyboard = () => matchMedia('(pointer: fine) and (min-width: 861px)').matches;

function mount(panel, app) {
  let programs = [];
  let language = 'gw';
  let found = 0;
  // The text of each language is kept when switching.
  const drafts = { gw: null, chr: null };

  const edit = editor({ id: 'program-text', label: 'Program', run, changed: () => fillConstants() });
  const examples = make('select#program-example', { onchange: () => open(programs.find((one) => key(one) === examples.value)) });
  const languages = choice('Language', [['gw', 'Modelling language'], ['chr', 'Rules (CHR)']], language, (value) => {
    keep();
    show(value, drafts[value] ?? programs.find((one) => one.language === value));
  });
  const about = make('p.note');
  const query = make('input#program-query', { type: 'text', spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', onkeydown: (event) => { if (event.key === 'Enter') run(); } });
  const queryField = make('label.field', {}, make('span', {}, 'Query'), query);
  const flags = make('div.fields');
  const constants = make('div.fields#program-constants');
  const all = make('input#program-all', { type: 'checkbox' });
  const trace = make('input#program-trace', { type: 'checkbox' });
  const traceField = make('label.check', {}, trace, 'trace');
  const go = make('button.primary#program-run', { onclick: run, title: 'Ctrl+Enter' }, 'Run');
  const wrong = make('div.error', { role: 'alert', hidden: true });
  const words = make('p#program-result', { role: 'status' });
  const counts = make('p.note#program-counts');
  const solutions = make('ol.solutions#program-solutions');
  const course = courseView();
  const output = make('section.panel-section', { hidden: true }, make('h3', {}, 'Solutions'), words, counts, solutions);

  panel.append(
    make('section.panel-section', {},
      make('h2', {}, 'Write a program'),
      make('div.row', {}, languages.node, make('span.gap'), make('label.field.inline', {}, make('span', {}, 'Bundled program'), examples)),
      about, edit.node, queryField, flags, constants,
      make('div.row', {}, make('label.check', {}, all, 'all solutions'), traceField, make('span.gap'), go), wrong),
    output, course.node);

  const key = (program) => `${program.language} ${program.name}`;

  function keep() {
    drafts[language] = { ...drafts[language], language, text: edit.value, query: query.value };
  }

  // A field for each numeric constant of a model.
  function fillConstants() {
    const found = language === 'gw' ? constantsOf(edit.value) : [];
    const names = [...constants.querySelectorAll('input')].map((input) => input.dataset.constant);
    const entered = new Map([...constants.querySelectorAll('input')].map((input) => [input.dataset.constant, input.value]));
    if (names.join() === found.map(([name]) => name).join()) {
      found.forEach(([name, value]) => { constants.querySelector(`[data-constant="${name}"]`).placeholder = value; });
      return;
    }
    replace(constants, found.map(([name, value]) => make('label.field', {}, make('span', {}, `${name} =`),
      make('input', { type: 'number', step: 1, 'data-constant': name, placeholder: value, value: entered.get(name) ?? '', onkeydown: (event) => { if (event.key === 'Enter') run(); } }))));
  }

  function show(to, program) {
    language = to;
    languages.set(to);
    queryField.hidden = to !== 'chr';
    traceField.hidden = to !== 'chr';
    list();
    open(program ?? programs.find((one) => one.language === to));
  }

  // The programs of a language; those for the current puzzle first.
  function list() {
    const mine = programs.filter((one) => one.language === language);
    const group = (label, some) => (some.length ? make('optgroup', { label }, some.map((one) => make('option', { value: key(one) }, one.name))) : null);
    const chosen = examples.value;
    replace(examples,
      group('For the current board', mine.filter((one) => one.kind && one.kind === app.card?.id)),
      group(language === 'gw' ? 'Models' : 'Programs', mine.filter((one) => !one.kind)),
      group('For other puzzles', mine.filter((one) => one.kind && one.kind !== app.card?.id)));
    examples.value = chosen;
  }

  // The board is shown beside the program only if the program is about its kind.
  function alone() {
    const to = app.tabs.id === 'program' && !isAboutBoard(drafts[language]);
    if (to === app.isBoardHidden) return;
    app.isBoardHidden = to;
    ready();
  }

  // The verdict line is no longer about the program before.
  function ready() {
    if (app.tabs.id !== 'program' || app.isWorking) return;
    app.announce(app.isBoardHidden ? { words: 'Program', detail: hasKeyboard() ? 'Ctrl+Enter runs it' : '' } : app.status);
  }

  const isAboutBoard = (program) => Boolean(program?.kind) && program.kind === app.card?.id;

  // Sets the query to the current board if the program is of its kind and the query was not edited.
  async function aboutBoard(program) {
    if (!isAboutBoard(program)) return;
    try {
      const asked = await ask('program', { ...app.P(), program: program.program });
      if (drafts.chr !== program || language !== 'chr' || query.value !== (program.asked ?? program.query)) return;
      program.asked = asked.query;
      query.value = asked.query;
      about.textContent = `${program.about}. The query is about the current board.`;
    } catch (error) {
      wrong.hidden = false;
      replace(wrong, error.message);
    }
  }

  function open(program) {
    if (!program) return;
    drafts[language] = program;
    examples.value = key(program);
    about.textContent = program.about ?? '';
    alone();
    edit.show(language, program.text);
    query.value = program.asked ?? program.query ?? '';
    fillConstants();
    replace(flags, (program.flags ?? []).map(({ name, about: words_, values }) =>
      make('label.field', { title: words_ }, make('span', {}, name), make('select', { 'data-flag': name }, values.map((value) => make('option', { value }, value))))));
    clear();
    ready();
    aboutBoard(program);
  }

  function clear() {
    found = 0;
    wrong.hidden = true;
    output.hidden = true;
    words.textContent = '';
    counts.textContent = '';
    replace(solutions);
    course.clear();
  }

  function take(solution) {
    found += 1;
    if (found <= SHOWN) solutions.append(solutionCard(solution));
    words.textContent = `${many(found, 'solution')} so far`;
  }

  async function run() {
    clear();
    edit.mark([]);
    output.hidden = false;
    const body = { language, text: edit.value, all: all.checked };
    const set = [...constants.querySelectorAll('input')].filter((input) => input.value.trim() !== '');
    if (language === 'gw' && set.length) body.constants = Object.fromEntries(set.map((input) => [input.dataset.constant, Math.trunc(Number(input.value))]));
    if (language === 'chr') {
      body.query = query.value;
      body.trace = trace.checked;
      body.flags = Object.fromEntries([...flags.querySelectorAll('[data-flag]')].map((select) => [select.dataset.flag, select.value]));
    }
    words.textContent = 'Running…';
    try {
      const result = await app.work('run', body, { solution: take, steps: course.take }, 'Running the program');
      if (!result) {
        words.textContent = `Stopped after ${many(found, 'solution')}.`;
        return;
      }
      edit.mark(result.remarks ?? []);
      words.textContent = found > SHOWN ? `${result.words} The first ${SHOWN} are shown.` : result.words;
      if (result.output) solutions.append(make('li.solution', {}, make('pre.output', {}, result.output)));
      counts.textContent = Object.entries(result.counts).map(([name, n]) => many(n, name.replace(/s$/, ''), name)).join(', ') + `, ${(result.seconds * 1000).toFixed(0)} ms`;
      if (result.steps_cut) course.cut();
      app.announce({ tone: result.stopped_at ? 'stopped' : found > 0 ? 'good' : 'plain', words: result.words, detail: '' });
    } catch (error) {
      output.hidden = found === 0;
      const remarks = error.answer?.all ?? [];
      if (remarks.length) edit.mark(remarks);
      else if (error.where) edit.mark([{ message: error.message, severity: 'error', where: error.where }]);
      const n = Math.max(remarks.filter(({ severity }) => severity === 'error').length, error.where ? 1 : 0);
      // Errors with a place are listed below the text; the line above only counts them.
      wrong.hidden = n > 0;
      replace(wrong, error.message, error.shown ? make('pre', {}, error.shown) : null);
      app.announce({ tone: 'bad', words: n > 0 ? `${many(n, 'error')} in the program` : 'The program cannot be run' });
    }
  }

  ask('programs').then((answer) => {
    programs = answer.programs ?? answer;
    show('gw');
  }, (error) => { wrong.hidden = false; replace(wrong, error.message); });
  app.on('puzzle', () => {
    list();
    examples.value = drafts[language] ? key(drafts[language]) : examples.value;
    alone();
    if (language === 'chr') aboutBoard(drafts.chr);
  });
  return {
    enter: alone,
    leave() { if (app.isBoardHidden) app.isBoardHidden = false; },
  };
}

// The constants of a model that are plain numbers: `Constant: n = 8, m = n * n` has one.
function constantsOf(text) {
  const lines = [...text.matchAll(/^\s*Constant\s*:(.*)$/gim)].map(([, rest]) => rest.replace(/%.*$/, ''));
  const parts = lines.flatMap((line) => line.split(','));
  return parts.map((part) => /^\s*([a-z]\w*)\s*=\s*(-?\d+)\s*$/i.exec(part)).filter(Boolean).map(([, name, value]) => [name, value]);
}

export default { id: 'program', title: 'Program', mount };
