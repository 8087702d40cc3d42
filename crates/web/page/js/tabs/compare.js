// The tab Compare: several solver configurations on this puzzle or on a collection, with a live table and plots.

import { ask, fetchBytes } from '../api.js';
import { download, make, many, replace } from '../dom.js';
import { safe } from '../picture.js';
import { MEASURES, resultTable } from './compare_table.js';
import { engines, names as optionNames, optionsForm, summary } from './search_options.js';

const FORMS = [['bar', 'bars'], ['cactus', 'cactus'], ['scatter', 'scatter'], ['line', 'lines'], ['heat', 'heat map']];

function mount(panel, app) {
  let configurations = [];
  let rows = [];
  let seconds = 5;
  let measure = 'nodes';
  let form = 'bar';
  let number = 0;
  let drawing = null;

  const list = make('ol.configurations#compare-configurations');
  const wrong = make('div.error', { role: 'alert', hidden: true });
  const source = make('select#compare-set');
  const pasted = make('textarea#compare-text', { rows: 4, spellcheck: 'false', placeholder: 'a collection, one puzzle per line, or any supported format' });
  const pasteField = make('label.field', { hidden: true }, make('span', {}, 'Puzzles of this kind'), pasted);
  source.addEventListener('change', () => { pasteField.hidden = source.value !== 'text'; });
  const question = make('select#compare-question', {},
    make('option', { value: 'unique' }, 'a second answer'),
    make('option', { value: 'solve' }, 'the first answer'),
    make('option', { value: 'count' }, 'all answers'));
  const limit = make('input#compare-seconds', { type: 'number', min: 0.1, max: 60, step: 'any', value: seconds, onchange: () => { seconds = Number(limit.value) || 5; } });
  const go = make('button.primary#compare-run', { onclick: run }, 'Compare');
  const table = make('div.scroll#compare-table', { tabindex: '0', role: 'region', 'aria-label': 'Results' });
  const plot = make('figure.plot#compare-plot', { hidden: true, tabindex: '0', 'aria-label': 'Plot' });
  const measures = make('select#compare-measure', { onchange: () => { measure = measures.value; show(); } },
    MEASURES.map(([value, words]) => make('option', { value }, words)));
  const forms = make('select#compare-form', { onchange: () => { form = forms.value; show(); } }, FORMS.map(([value, words]) => make('option', { value }, words)));
  const files = make('div.row', { hidden: true },
    make('span.note', {}, 'Download'),
    make('span.row#compare-files'));
  const results = make('section.panel-section', { hidden: true },
    make('div.row', {}, make('h3', {}, 'Results'), make('span.gap'),
      make('label.field.inline', {}, make('span', {}, 'Measure'), measures), make('label.field.inline', {}, make('span', {}, 'Plot'), forms)),
    table, plot, files);

  panel.append(
    make('section.panel-section', {}, make('h2', {}, 'Compare solver configurations'), list,
      make('div.row', {}, make('button#compare-add', { onclick: () => { add({}); render(true); } }, 'Add a configuration'),
        make('button.quiet#compare-viewpoints', { onclick: everyViewpoint }, 'All viewpoints'),
        make('button.quiet#compare-engines', { onclick: everyEngine }, 'All engines'))),
    make('section.panel-section', {},
      make('div.row', {}, make('label.field', {}, make('span', {}, 'On'), source), make('label.field', {}, make('span', {}, 'Find'), question),
        make('label.field', {}, make('span', {}, 'Seconds per run'), limit), make('span.gap'), go),
      pasteField, wrong),
    results);

  function add(request, name) {
    number += 1;
    configurations.push({ request, name: name ?? '', id: `config${number}`, open: false });
  }

  // Makes names unique, as they identify rows.
  function nameOf(config) {
    const own = config.name || summary(config.request);
    const same = configurations.filter((other) => (other.name || summary(other.request)) === own);
    return same.length > 1 ? `${own} (${same.indexOf(config) + 1})` : own;
  }

  function render(last) {
    replace(list, configurations.map((config, i) => {
      const heading = make('summary', {}, nameOf(config));
      const form = optionsForm(app, config.request, { id: config.id, changed: () => {
        for (const [at, other] of configurations.entries()) list.children[at].querySelector('summary').textContent = nameOf(other);
      } });
      const name = make('input', { type: 'text', value: config.name, placeholder: summary(config.request), onchange: () => { config.name = name.value.trim(); render(); } });
      const details = make('details', { open: config.open, ontoggle: () => { config.open = details.open; } }, heading, make('label.field', {}, make('span', {}, 'Name'), name), form.node);
      return make('li', {}, details, make('button.quiet.square', { 'aria-label': `Remove ${nameOf(config)}`, title: 'Remove', onclick: () => { configurations.splice(i, 1); render(); }, disabled: configurations.length < 2 }, '×'));
    }));
    if (last) list.lastElementChild.querySelector('summary').click();
  }

  function everyViewpoint() {
    configurations = [];
    for (const { name } of app.card.viewpoints) add({ viewpoints: [name] });
    const two = app.card.viewpoints.slice(0, 2).map(({ name }) => name);
    if (two.length === 2) add({ viewpoints: two });
    render();
  }

  async function everyEngine() {
    const offered = await engines(app);
    configurations = [];
    for (const { name } of offered.filter(({ name }) => !['auto', 'oracle'].includes(name))) add({ engine: name });
    render();
  }

  function sources() {
    const n = app.card?.examples?.length ?? 0;
    const same = (app.list ?? []).filter(({ kind }) => kind === app.card?.id).length;
    const chosen = source.value;
    replace(source,
      make('option', { value: 'this' }, 'this puzzle'),
      n > 1 ? make('option', { value: 'examples' }, `all ${n} examples`) : null,
      same > 1 ? make('option', { value: 'list' }, `the open collection (${same})`) : null,
      make('option', { value: 'text' }, 'pasted puzzles'));
    if ([...source.options].some((option) => option.value === chosen)) source.value = chosen;
    pasteField.hidden = source.value !== 'text';
  }

  async function puzzles() {
    const { kind, text } = app.P();
    if (source.value === 'examples') return app.card.examples.map((example) => ({ kind, name: example.name, text: example.text }));
    if (source.value === 'list') return app.list.filter((one) => one.kind === kind);
    if (source.value === 'text') {
      const { puzzles: read } = await ask('read', { text: pasted.value, kind });
      return read;
    }
    return [{ kind, name: app.name || 'this puzzle', text }];
  }

  async function run() {
    wrong.hidden = true;
    rows = [];
    try {
      const on = await puzzles();
      const requests = configurations.map((config) => ({ ...config.request, name: nameOf(config) }));
      const all = on.length * requests.length;
      results.hidden = false;
      show();
      const take = (row) => { rows.push(row); soon(); };
      const result = await app.work('compare', { puzzles: on, requests, question: question.value, run_seconds: seconds }, { row: take }, `Comparing, ${many(all, 'run')}`);
      show();
      if (!result) return;
      const done = result.done === result.all;
      app.announce({ tone: done ? 'good' : 'stopped', words: done ? 'Compared' : 'Time limit reached', detail: `${result.done} of ${many(result.all, 'run')}` });
    } catch (error) {
      wrong.hidden = false;
      replace(wrong, error.message, error.shown ? make('pre', {}, error.shown) : null);
    }
  }

  // Rows may come fast: the table is updated a few times per second.
  let waiting = 0;
  function soon() {
    if (waiting) return;
    waiting = setTimeout(() => { waiting = 0; show(); }, 200);
  }

  function names() {
    return [...new Set(rows.map((row) => row.configuration))];
  }

  function show() {
    files.hidden = rows.length === 0;
    if (rows.length === 0) {
      replace(table, make('p.empty', {}, 'Waiting for the first results.'));
      plot.hidden = true;
      return;
    }
    replace(table, resultTable(rows, names(), measure));
    drawPlot();
  }

  function plotBody() {
    return { rows, to: 'svg', form, measure, of: form === 'scatter' ? names().slice(0, 2) : [] };
  }

  // One plot at a time; only the latest request counts.
  async function drawPlot() {
    if (drawing) { drawing = 'again'; return; }
    drawing = 'now';
    try {
      const { blob } = await fetchBytes('table', plotBody());
      const svg = safe(await blob.text());
      svg.setAttribute('role', 'img');
      svg.setAttribute('aria-label', `Plot of ${measures.selectedOptions[0].textContent}; the table above has the numbers`);
      plot.hidden = false;
      plot.dataset.form = form;
      replace(plot, svg);
    } catch (error) {
      plot.hidden = false;
      replace(plot, make('p.note', {}, error.message));
    }
    const again = drawing === 'again';
    drawing = null;
    if (again) drawPlot();
  }

  async function offerFiles() {
    const { table: offered } = await optionNames();
    replace(files.querySelector('#compare-files'), offered.map(({ name: to }) => make('button.quiet', { id: `compare-${to}`, onclick: () => save(to) }, { csv: 'CSV', parquet: 'Parquet', svg: 'Plot as SVG' }[to])));
  }

  async function save(to) {
    try {
      const { blob } = await fetchBytes('table', to === 'svg' ? plotBody() : { rows, to });
      download(blob, `comparison.${to}`);
    } catch (error) {
      wrong.hidden = false;
      replace(wrong, error.message);
    }
  }

  function begin() {
    configurations = [];
    add({ engine: 'fd' });
    add({ engine: 'learn' });
    rows = [];
    results.hidden = true;
    render();
    sources();
  }

  let kind = app.card?.id;
  app.on('puzzle', () => {
    // Configurations belong to a kind, and stay for its next puzzle.
    if (app.card?.id !== kind) { kind = app.card?.id; begin(); } else sources();
  });
  app.on('list', sources);
  offerFiles().catch((error) => { wrong.hidden = false; replace(wrong, error.message); });
  begin();
  return {};
}

export default { id: 'compare', title: 'Compare', mount };
