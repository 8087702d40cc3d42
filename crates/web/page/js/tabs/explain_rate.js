// The rating as a position on a scale, with its details.

import { draw, make, many } from '../dom.js';

const WORDS = [['easy', 0, 4.6], ['medium', 4.6, 7.2], ['hard', 7.2, 9], ['expert', 9, 12], ['extreme', 12, 16]];

// Why there is no rating, or none that is complete.
const ENDS = { 'no answer': 'The puzzle has no answer, so it has no rating.', stuck: 'The techniques allowed do not solve it, so it has no rating.', stopped: 'Stopped before the end: it is at least as hard as shown.', shared: 'Several answers: the rating is that of what they have in common.' };

export function rated(rating) {
  const { number } = rating;
  const why = ENDS[rating.end];
  if (number === undefined || number === null) {
    const words = rating.end === 'stopped' ? 'Stopped before the first step.' : why;
    return { node: make('div.rating', {}, make('p#rating-word', {}, words)), verdict: { tone: 'stopped', words, word: `rated-${rating.end}` } };
  }
  const word = rating.word ?? 'stopped';
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
  const { score } = rating;
  if (score) facts.push([`${score.scores_of ?? 'technique'} score`, `${score.score} (${score.level})`]);
  const node = make('div.rating', {},
    make('p.figure#rating-word', {}, word),
    why ? make('p.note', {}, why) : null,
    scale,
    make('dl.cost', {}, facts.filter(([, value]) => value !== undefined && value !== null).flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, String(value))])),
    rows.length > 0 ? make('table.techniques', {}, make('thead', {}, make('tr', {}, make('th', { scope: 'col' }, 'Technique'), make('th.number', { scope: 'col' }, 'Steps'))), make('tbody', {}, rows)) : null);
  return { node, verdict: { tone: 'plain', words: `Difficulty ${rating.end === 'stopped' ? 'at least ' : ''}${number.toFixed(1)}: ${word}`, detail: many(rating.steps ?? 0, 'step'), word: `rated-${word}` } };
}
