// The table of a comparison: a row for each puzzle, a column for each configuration. It marks the best cell of a row and explains unsettled ones.

import { make } from '../dom.js';

export const MEASURES = [
  ['nodes', 'nodes'],
  ['failures', 'failures'],
  ['backtracks', 'backtracks'],
  ['propagations', 'propagations'],
  ['solve_ms', 'milliseconds'],
  ['setup_ms', 'milliseconds of set-up'],
];

const SETTLED = new Set(['unique', 'multiple', 'none', 'solved']);

// Formats a number.
export function number(value, measure) {
  if (!measure.endsWith('_ms')) return value.toLocaleString('en');
  if (value >= 10000) return `${(value / 1000).toFixed(1)} s`;
  return value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(1) : value.toFixed(3);
}

// The middle value, or the upper of the two middle values, as in the plots.
function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? null;
}

export function resultTable(rows, configurations, measure) {
  const puzzles = new Map();
  for (const row of rows) {
    if (!puzzles.has(row.puzzle)) puzzles.set(row.puzzle, new Map());
    puzzles.get(row.puzzle).set(row.configuration, row);
  }
  const cell = (row, best) => {
    if (!row) return make('td.pending', {}, '…');
    if (!SETTLED.has(row.verdict)) return make('td.unsettled', { title: row.note }, row.verdict === 'stopped' ? `stopped: ${row.note}` : row.verdict);
    const is = row[measure] === best;
    return make('td', { class: is ? 'best' : null, title: `${row.nodes} nodes, ${row.failures} failures, ${row.propagations} propagations, ${number(row.solve_ms, 'solve_ms')} ms` },
      number(row[measure], measure), is ? make('span.hidden', {}, ' best') : null);
  };
  const lines = [...puzzles].map(([puzzle, by]) => {
    const settled = configurations.map((config) => by.get(config)).filter((row) => row && SETTLED.has(row.verdict));
    const values = settled.map((row) => row[measure]);
    // No cell is best if all are equal.
    const best = Math.min(...values) < Math.max(...values) ? Math.min(...values) : NaN;
    const verdicts = new Set(settled.map((row) => row.verdict));
    return make('tr', {}, make('th', { scope: 'row' }, puzzle, verdicts.size ? make('span.chip', {}, [...verdicts].join(' / ')) : null), configurations.map((config) => cell(by.get(config), best)));
  });
  // The summary covers the puzzles that all configurations settled.
  const common = [...puzzles.values()].filter((by) => configurations.every((config) => SETTLED.has(by.get(config)?.verdict)));
  const foot = puzzles.size > 1 && common.length > 0
    ? make('tfoot', {}, make('tr', {}, make('th', { scope: 'row' }, `median of ${common.length}`), configurations.map((config) => make('td', {}, number(median(common.map((by) => by.get(config)[measure])), measure)))),
      make('tr', {}, make('th', { scope: 'row' }, 'without search'), configurations.map((config) => make('td', {}, `${Math.round(100 * common.filter((by) => by.get(config).failures + by.get(config).backtracks === 0).length / common.length)} %`))))
    : null;
  const refused = [...new Map(rows.filter((row) => row.verdict === 'refused').map((row) => [row.configuration, row.note]))];
  return make('div', {},
    make('table.results', {},
      make('caption.hidden', {}, `Puzzles by configurations, in ${MEASURES.find(([name]) => name === measure)[1]}`),
      make('thead', {}, make('tr', {}, make('th', { scope: 'col' }, 'puzzle'), configurations.map((config) => make('th', { scope: 'col' }, config)))),
      make('tbody', {}, lines), foot),
    refused.map(([config, note]) => make('p.note', {}, `${config} was refused: ${note}.`)));
}
