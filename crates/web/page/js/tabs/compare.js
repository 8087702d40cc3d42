// The tab Compare: two or more ways to solve, on this puzzle or on a set; the table and the plots grow while it runs.

import { ask, fetchBytes } from '../api.js';
import { download, make, many, replace } from '../dom.js';
import { safe } from '../picture.js';
import { MEASURES, resultTable } from './compare_table.js';
import { optionsForm, told } from './search_options.js';

const FORMS = [['bar', 'bars'], ['cactus', 'cactus'], ['scatter', 'scatter'], ['line', 'lines'], ['heat', 'heat map']];

function mount(panel, app) {
  let ways = [];
  let rows = [];
  let seconds = 5;
  let measure = 'nodes';
  let form = 'bar';
  let number = 0;
  let drawing = null;

  const list = make('ol.ways#compare-ways');
  const wrong = make('div.error', { role: 'alert', hidden: true });
  const source = make('select#compare-set');
  const pasted = make('textarea#compare-text', { rows: 4, spellcheck: 'false', placeholder: 'a set, one puzzle a line, or in any format' });
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
    ['csv', 'parquet', 'svg'].map((to) => make('button.quiet', { id: `compare-${to}`, onclick: () => save(to) }, { csv: 'CSV', parquet: 'Parquet', svg: 'Plot as SVG' }[to])));
  const results = make('section.panel-section', { hidden: true },
    make('div.row', {}, make('h3', {}, 'Results'), make('span.gap'),
      make('label.field.inline', {}, make('span', {}, 'Measure'), measures), make('label.field.inline', {}, make('span', {}, 'Plot'), forms)),
    table, plot, files);

  panel.append(
    make('section.panel-section', {}, make('h2', {}, 'Compare ways to solve'), list,
      make('div.row', {}, make('button#compare-add', { onclick: () => { add({}); render(true); } }, 'Add a way'),
        make('button.quiet#compare-viewpoints', { onclick: everyViewpoint }, 'Every viewpoint'),
        make('button.quiet#compare-engines', { onclick: everyEngine }, 'Every engine'))),
    make('section.panel-section', {},
      make('div.row', {}, make('label.field', {}, make('span', {}, 'On'), source), make('label.field', {}, make('span', {}, 'Look for'), question),
        make('label.field', {}, make('span', {}, 'Seconds a run'), limit), make('span.gap'), go),
      pasteField, wrong),
    results);

  function add(request, name) {
    number += 1;
    ways.push({ request, name: name ?? '', id: `way${number}`, open: false });
  }

  // Names differ, so that rows can be told apart.
  function nameOf(way) {
    const own = way.name || told(way.request);
    const same = ways.filter((other) => (other.name || told(other.request)) === own);
    return same.length > 1 ? `${own} (${same.indexOf(way) + 1})` : own;
  }

  function render(last) {
    replace(list, ways.map((way, i) => {
      const summary = make('summary', {}, nameOf(way));
      const form = optionsForm(app, way.request, { engines: ['auto', 'fd', 'learn', 'sat', 'oracle', 'chr', ...(app.card?.id === 'sudoku' ? ['bulk'] : [])], id: way.id, changed: () => {
        for (const [at, other] of ways.entries()) list.children[at].querySelector('summary').textContent = nameOf(other);
      } });
      const name = make('input', { type: 'text', value: way.name, placeholder: told(way.request), onchange: () => { way.name = name.value.trim(); render(); } });
      const details = make('details', { open: way.open, ontoggle: () => { way.open = details.open; } }, summary, make('label.field', {}, make('span', {}, 'Name'), name), form.node);
      return make('li', {}, details, make('button.quiet.square', { 'aria-label': `Remove ${nameOf(way)}`, title: 'Remove', onclick: () => { ways.splice(i, 1); render(); }, disabled: ways.length < 2 }, '×'));
    }));
    if (last) list.lastElementChild.querySelector('summary').click();
  }

  function everyViewpoint() {
    ways = [];
    for (const { name } of app.card.viewpoints) add({ viewpoints: [name] });
    const two = app.card.viewpoints.slice(0, 2).map(({ name }) => name);
    if (two.length === 2) add({ viewpoints: two });
    render();
  }

  function everyEngine() {
    ways = [];
    add({ engine: 'fd' });
    add({ engine: 'learn' });
    if (app.card.programs?.length) add({ engine: 'chr' });
    render();
  }

  function sources() {
    const n = app.card?.examples?.length ?? 0;
    const same = (app.list ?? []).filter(({ kind }) => kind === app.card?.id).length;
    const chosen = source.value;
    replace(source,
      make('option', { value: 'this' }, 'this puzzle'),
      n > 1 ? make('option', { value: 'examples' }, `all ${n} examples`) : null,
      same > 1 ? make('option', { value: 'list' }, `the set that was opened (${same})`) : null,
      make('option', { value: 'text' }, 'a pasted set'));
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
      const requests = ways.map((way) => ({ ...way.request, name: nameOf(way) }));
      const all = on.length * requests.length;
      results.hidden = false;
      show();
      const take = (row) => { rows.push(row); soon(); };
      const result = await app.work('compare', { puzzles: on, requests, question: question.value, run_seconds: seconds }, { row: take }, `Comparing, ${many(all, 'run')}`);
      show();
      if (!result) return;
      const done = result.done === result.all;
      app.tell({ tone: done ? 'good' : 'stopped', words: done ? 'Compared' : 'Time is up', detail: `${result.done} of ${many(result.all, 'run')}` });
    } catch (error) {
      wrong.hidden = false;
      replace(wrong, error.message, error.shown ? make('pre', {}, error.shown) : null);
    }
  }

  // Rows may come fast: the table is made anew a few times a second.
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
      replace(table, make('p.empty', {}, 'The first results are on their way.'));
      plot.hidden = true;
      return;
    }
    replace(table, resultTable(rows, names(), measure));
    drawPlot();
  }

  function plotBody() {
    return { rows, to: 'svg', form, measure, of: form === 'scatter' ? names().slice(0, 2) : [] };
  }

  // One plot at a time; the last wish counts.
  async function drawPlot() {
    if (drawing) { drawing = 'again'; return; }
    drawing = 'now';
    try {
      const { blob } = await fetchBytes('table', plotBody());
      const svg = safe(await blob.text());
      svg.setAttribute('role', 'img');
      svg.setAttribute('aria-label', `Plot of ${measures.selectedOptions[0].textContent}, which the table above has in numbers`);
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
    ways = [];
    add({ engine: 'fd' });
    add({ engine: 'learn' });
    rows = [];
    results.hidden = true;
    render();
    sources();
  }

  let kind = app.card?.id;
  app.on('puzzle', () => {
    // Ways belong to a kind, and go on to its next puzzle.
    if (app.card?.id !== kind) { kind = app.card?.id; begin(); } else sources();
  });
  app.on('list', sources);
  begin();
  return {};
}

export default { id: 'compare', title: 'Compare', mount };
