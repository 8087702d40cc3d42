// The output of a program: solutions, store, and the steps of a CHR run.

import { make, many, replace } from '../dom.js';

// A solution as a card.
export function solutionCard({ number, text, store, output, objective, failures, seconds }) {
  const about = [
    objective === undefined ? null : `objective ${objective}`,
    failures === undefined ? null : many(failures, 'failure'),
    `${(seconds * 1000).toFixed(seconds < 0.01 ? 2 : 0)} ms`,
  ].filter(Boolean).join(', ');
  return make('li.solution', { 'data-solution': number },
    make('p', {}, make('strong', {}, `Solution ${number}`), make('span.note', {}, ` ${about}`)),
    output ? make('pre.output', {}, output) : null,
    text ? make('pre', {}, text) : null,
    store ? storeList(store) : null);
}

// The constraints of a store.
export function storeList(store) {
  if (store.length === 0) return make('p.note', {}, 'The store is empty.');
  return make('div.store', {}, make('span.note', {}, `Store (${store.length})`), make('ul', {}, store.map((one) => make('li', {}, make('code', {}, one)))));
}

// The steps of a CHR run, and the store at the selected step.
export function courseView() {
  let steps = [];
  let at = -1;
  let only = false;
  const list = make('ol.course', { role: 'listbox', tabindex: '0', 'aria-label': 'Steps of the run', id: 'program-steps' });
  const aside = make('div.at', { 'aria-live': 'polite' });
  const firing = make('input', { type: 'checkbox', onchange: () => { only = firing.checked; list.classList.toggle('firing', only); } });
  const words = make('span.note');
  const move = (by) => {
    let next = at + by;
    while (only && steps[next] && steps[next].event !== 'apply') next += by;
    if (steps[next]) choose(next);
  };
  const node = make('section.panel-section', { hidden: true },
    make('div.row', {}, make('h3', {}, 'Trace'), words, make('span.gap'),
      make('label.check', {}, firing, 'rule firings'),
      make('button', { id: 'program-back', 'aria-label': 'One step back', onclick: () => move(-1) }, '←'),
      make('button', { id: 'program-forward', 'aria-label': 'One step forward', onclick: () => move(1) }, '→')),
    make('div.course-box', {}, list, aside));

  // The store at a step is the last one sent.
  function storeAt(i) {
    for (let j = i; j >= 0; j -= 1) if (steps[j].store) return steps[j].store;
    return [];
  }

  function choose(i) {
    list.querySelector('[aria-selected="true"]')?.setAttribute('aria-selected', 'false');
    at = i;
    const item = list.children[i];
    item.setAttribute('aria-selected', 'true');
    list.setAttribute('aria-activedescendant', item.id);
    const above = item.offsetTop - list.offsetTop;
    if (above < list.scrollTop || above > list.scrollTop + list.clientHeight - 40) list.scrollTop = above - list.clientHeight / 2;
    const { event, rule, constraints, depth } = steps[i];
    replace(aside, make('p', {}, make('strong', {}, `${i + 1}. ${event}`), rule ? [' ', make('code', {}, rule)] : null, make('span.note', {}, depth ? `, ${many(depth, 'open choice')}` : '')),
      constraints.length ? make('ul.store', {}, constraints.map((one) => make('li', {}, make('code', {}, one)))) : null,
      storeList(storeAt(i)));
  }

  list.addEventListener('click', (event) => {
    const item = event.target.closest('li');
    if (item) choose([...list.children].indexOf(item));
  });
  list.addEventListener('keydown', (event) => {
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, PageDown: 20, PageUp: -20 }[event.key];
    if (!by) return;
    event.preventDefault();
    if (Math.abs(by) === 1) move(by);
    else if (steps.length) choose(Math.min(steps.length - 1, Math.max(0, at + by)));
  });

  return {
    node,
    clear() { steps = []; at = -1; replace(list); replace(aside); node.hidden = true; },
    take(some) {
      node.hidden = false;
      const from = steps.length;
      steps.push(...some);
      list.append(...some.map(({ event, rule, constraints, depth }, i) =>
        make('li', { role: 'option', id: `program-step-${from + i}`, 'aria-selected': 'false', 'data-event': event, 'data-depth': Math.min(depth, 6) },
          make('span.event', {}, event), ' ', rule ? make('strong', {}, `${rule} @ `) : null, make('code', {}, constraints.join(', ')))));
      words.textContent = many(steps.length, 'step');
      if (at < 0) choose(0);
    },
    cut() { words.textContent = `the first ${many(steps.length, 'step')}`; },
  };
}
