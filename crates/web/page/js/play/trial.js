// Trials: marks from a certain point on can be kept or dropped in one move.

import { icon, make, many } from '../dom.js';

export function trying(app) {
  const begin = () => app.beginTrial();
  const keep = () => app.endTrial(true);
  const drop = () => app.endTrial(false);
  const words = make('p#trial-words', { role: 'status' });
  const start = make('button#trial', { title: 'Start a trial: later marks can be dropped in one move ([)', onclick: begin }, icon('branch'), 'Start a trial');
  const further = make('button.quiet#trial-further', { title: 'Start a nested trial ([)', onclick: begin }, 'Nested trial');
  const node = make('div.trial', { hidden: true }, words, make('button#trial-keep', { title: 'Keep the marks (])', onclick: keep }, icon('check'), 'Keep'), make('button#trial-drop', { title: 'Drop the marks (\\)', onclick: drop }, icon('cross'), 'Drop'), further);

  function show() {
    const before = app.trials.at(-1);
    const had = start.contains(document.activeElement) || node.contains(document.activeElement);
    node.hidden = !before;
    start.hidden = Boolean(before);
    // Keeps the focus on these buttons.
    if (had && !document.activeElement?.checkVisibility()) (before ? further : start).focus();
    if (!before) {
      words.textContent = '';
      return;
    }
    const n = [...app.claims].filter((claim) => !before.claims.has(claim)).length + [...before.claims].filter((claim) => !app.claims.has(claim)).length;
    const depth = app.trials.length > 1 ? `Trial ${app.trials.length}` : 'Trial';
    words.textContent = `${depth}: ${n === 0 ? 'nothing marked yet' : many(n, 'mark')}`;
  }

  return {
    start,
    node,
    show,
    key(event) {
      if (event.key === '[') begin();
      else if (event.key === ']') keep();
      else if (event.key === '\\') drop();
      else return false;
      return true;
    },
  };
}
