// A form for all solver options, named as on the command line. The tabs Search and Compare share it.

import { ask } from '../api.js';
import { make, replace } from '../dom.js';

let known = null;

// The values of all options, requested from the server once.
export function names() {
  known ??= ask('options').catch((error) => { known = null; throw error; });
  return known;
}

// The engines for the current kind.
export async function engines(app) {
  const { engine } = await names();
  return engine.filter(({ kinds }) => !kinds || kinds.includes(app.card?.id));
}

// The options with one value each, with their labels.
const SINGLE = [
  ['engine', 'Engine'],
  ['consistency', 'Propagation strength'],
  ['inference', 'Inference at a node'],
  ['select', 'Variable selection'],
  ['choose', 'Value choice'],
  ['restarts', 'Restarts'],
];

// A short summary of options: `cells+columns · learn · first_fail`.
export function summary(request) {
  const words = [];
  if (request.viewpoints?.length) words.push(request.viewpoints.join('+'));
  for (const [name] of SINGLE) if (request[name]) words.push(request[name]);
  if (request.connectivity) words.push(request.connectivity);
  for (const rule of request.rules ?? []) words.push(`+${rule}`);
  if (request.seed !== undefined) words.push(`seed ${request.seed}`);
  return words.length ? words.join(' · ') : 'default';
}

// A form that edits a request. `only` restricts the engines; `changed` is called after every change.
export function optionsForm(app, request, { only, changed, id }) {
  const node = make('div.options');

  function field(name, label, choices) {
    const chosen = request[name] ?? '';
    const select = make('select', { id: `${id}-${name}`, 'data-option': name, onchange: () => {
      if (select.value) request[name] = select.value;
      else delete request[name];
      if (name === 'engine') { delete request.viewpoints; delete request.rules; fill(); document.getElementById(`${id}-engine`)?.focus(); }
      changed();
    } }, make('option', { value: '' }, 'default'),
      choices.map(({ name: value, about }) => make('option', { value, title: about ?? null, selected: value === chosen }, value)));
    return make('label.field', {}, make('span', {}, label), select);
  }

  // Check boxes; `key` is the list in the request.
  function boxes(key, legend, choices, one) {
    if (!choices?.length) return null;
    const box = ({ name, about }) => {
      const input = make('input', { type: one ? 'radio' : 'checkbox', name: `${id}-${key}`, value: name, props: { checked: (request[key] ?? []).includes(name) }, onchange: () => {
        const ticked = [...set.querySelectorAll('input:checked')].map((input) => input.value);
        if (ticked.length) request[key] = ticked;
        else delete request[key];
        changed();
      } });
      return make('label.check', { title: about }, input, make('span', {}, name, make('span.note', {}, ` ${about}`)));
    };
    const set = make('fieldset.boxes', {}, make('legend', {}, legend), choices.map(box));
    return set;
  }

  // The flags of a program; the first value is the default.
  function switches(program) {
    return (program?.switches ?? []).map(({ name, about, values }) => {
      const chosen = (request.rules ?? []).find((rule) => rule.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
      const select = make('select', { onchange: () => {
        const others = (request.rules ?? []).filter((rule) => !rule.startsWith(`${name}=`));
        request.rules = select.value ? [...others, `${name}=${select.value}`] : others;
        changed();
      } }, make('option', { value: '' }, `default (${values[0]})`), values.map((value) => make('option', { value, selected: value === chosen }, value)));
      return make('label.field', { title: about }, make('span', {}, name), select);
    });
  }

  async function fill() {
    const all = await names();
    const card = app.card ?? {};
    const byRules = request.engine === 'chr';
    const offered = (await engines(app)).filter(({ name }) => !only || only.includes(name));
    const singles = SINGLE.filter(([name]) => !byRules || name === 'engine').map(([name, label]) =>
      field(name, label, name === 'engine' ? offered : all[name]));
    if (!byRules && card.connectivity?.length) singles.push(field('connectivity', 'Connectivity', card.connectivity));
    if (!byRules) {
      const seed = make('input', { type: 'number', min: 0, step: 1, id: `${id}-seed`, value: request.seed ?? '', placeholder: 'default', onchange: () => {
        if (seed.value === '') delete request.seed;
        else request.seed = Math.max(0, Math.floor(Number(seed.value)) || 0);
        changed();
      } });
      singles.push(make('label.field', {}, make('span', {}, 'Seed'), seed));
    }
    const program = card.programs?.find(({ name }) => name === request.viewpoints?.[0]) ?? card.programs?.[0];
    replace(node,
      byRules ? boxes('viewpoints', 'CHR program', card.programs, true) : boxes('viewpoints', 'Viewpoints (several are channelled)', card.viewpoints),
      make('div.fields', {}, singles, byRules ? switches(program) : []),
      byRules ? null : boxes('rules', 'Optional rules', card.rules_switched));
  }

  fill().catch((error) => replace(node, make('p.error', {}, error.message)));
  return { node, fill };
}
