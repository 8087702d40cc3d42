// Trying something: what is marked from a moment on can be kept or dropped in one move, as one does with a lighter pencil.

import { icon, make, many } from '../dom.js';

export function trying(app) {
  const begin = () => app.beginTrial();
  const keep = () => app.endTrial(true);
  const drop = () => app.endTrial(false);
  const words = make('p#trial-words', { role: 'status' });
  const start = make('button#trial', { title: 'What you mark from now on can be dropped again ([)', onclick: begin }, icon('branch'), 'Try something');
  const further = make('button.quiet#trial-further', { title: 'A trial within this one ([)', onclick: begin }, 'Try further');
  const node = make('div.trial', { hidden: true }, words, make('button#trial-keep', { title: 'The marks stay (])', onclick: keep }, icon('check'), 'Keep'), make('button#trial-drop', { title: 'Everything as it was before (\\)', onclick: drop }, icon('cross'), 'Drop'), further);

  function show() {
    const before = app.trials.at(-1);
    const had = start.contains(document.activeElement) || node.contains(document.activeElement);
    node.hidden = !before;
    start.hidden = Boolean(before);
    // Who was on one of these buttons is not thrown out of them.
    if (had && !document.activeElement?.checkVisibility()) (before ? further : start).focus();
    if (!before) {
      words.textContent = '';
      return;
    }
    const n = [...app.claims].filter((claim) => !before.claims.has(claim)).length + [...before.claims].filter((claim) => !app.claims.has(claim)).length;
    const depth = app.trials.length > 1 ? `Trial ${app.trials.length}` : 'On trial';
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
