// The rating as a position on a scale, with its details.

import { draw, make, many } from '../dom.js';

const WORDS = [['easy', 0, 4.6], ['medium', 4.6, 7.2], ['hard', 7.2, 9], ['expert', 9, 12], ['extreme', 12, 16]];

export function rated(rating) {
  const { number, word } = rating;
  const x = (value) => (Math.min(Math.max(value, 0), 16) / 16) * 400;
  const scale = draw('svg', { viewBox: '0 0 400 62', class: 'scale', role: 'img', 'aria-label': `${number.toFixed(1)} on a scale on which ${word} ends at ${WORDS.find(([one]) => one === word)?.[2] ?? 16}` });
  for (const [name, from, to] of WORDS) {
    scale.append(
      draw('rect', { x: x(from) + 1, y: 24, width: x(to) - x(from) - 2, height: 12, rx: 3, class: name === word ? 'stretch is' : 'stretch' }),
      draw('text', { x: (x(from) + x(to)) / 2, y: 54, 'text-anchor': 'middle' }, name),
    );
  }
  scale.append(draw('path', { d: `M${x(number)} 36l-7 -14h14z`, class: 'needle' }), draw('text', { x: Math.min(Math.max(x(number), 14), 386), y: 15, 'text-anchor': 'middle', class: 'needle-words' }, number.toFixed(1)));
  const rows = (rating.techniques ?? []).map(([name, n]) => make('tr', {}, make('td', {}, name), make('td.number', {}, n)));
  const facts = [['steps', rating.steps], ['hardest step', rating.hardest], ['hardest until the first placement', rating.first_placement], ['first step', rating.first_progress], ['all steps together', rating.total]];
  const { scales } = rating;
  if (scales) facts.push(['by Sudoku Explainer 1.2.1', scales.explainer.toFixed(1)], ['by HoDoKu 2.2', `${scales.hodoku} (${scales.hodoku_level})`]);
  const node = make('div.rating', {},
    make('p.figure#rating-word', {}, word),
    scale,
    make('dl.cost', {}, facts.filter(([, value]) => value !== undefined && value !== null).flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, String(value))])),
    rows.length > 0 ? make('table.techniques', {}, make('thead', {}, make('tr', {}, make('th', { scope: 'col' }, 'Technique'), make('th.number', { scope: 'col' }, 'Steps'))), make('tbody', {}, rows)) : null);
  return { node, verdict: { tone: 'plain', words: `Difficulty ${number.toFixed(1)}: ${word}`, detail: many(rating.steps ?? 0, 'step'), word: `rated-${word}` } };
}
