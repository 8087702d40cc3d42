// The tab Search: the search with any solver options, step by step or as a whole tree. Board and tree are linked:
// stepping moves the mark in the tree, and selecting a node shows its domains on the board.

import { ask } from '../api.js';
import { icon, make, many, replace, toast } from '../dom.js';
import { optionsForm, summary } from './search_options.js';
import { storePart } from './search_store.js';
import { Trace, eventWords, isNotable } from './search_trace.js';
import { Tree, legend, treeView } from './search_tree.js';

// The number of nodes of a whole tree to request.
const NODES = 20000;

// Playback speeds in steps per second.
const SPEEDS = [1, 2, 5, 12, 30, 100];

function mount(panel, app) {
  const request = {};
  let question = 'unique';
  let trace = null;
  let tree = new Tree();
  let growing = null;
  let playing = null;
  let speed = 2;
  let epoch = 0;

  const view = treeView(chosen, refuse);
  const optionsText = make('span.config');
  const form = optionsForm(app, request, { only: ['fd', 'learn', 'chr'], id: 'search', changed: () => { describe(); reset(); } });
  const questions = make('select#search-question', { onchange: () => { question = questions.value; reset(); } },
    make('option', { value: 'solve' }, 'the first answer'),
    make('option', { value: 'unique', selected: true }, 'a second answer'),
    make('option', { value: 'count' }, 'all answers'));

  const control = (name, words, act, extra = {}) => make('button', { id: `search-${name}`, onclick: act, ...extra }, words);
  const start = control('reset', '', reset, { 'aria-label': 'Back to the start', title: 'Back to the start', class: 'square' });
  start.append(icon('first'));
  const step = control('step', 'Step', () => go('step'), { title: 'One propagation or rule firing (Alt+→)' });
  const fix = control('fixpoint', 'Fixpoint', () => go('fixpoint'), { title: 'To the end of propagation' });
  const play = control('play', 'Auto', () => (playing ? pause() : go('play')), {});
  const whole = control('whole', 'Whole tree', grow, { class: 'primary' });
  const pace = make('input#search-speed', { type: 'range', min: 0, max: SPEEDS.length - 1, value: speed, 'aria-label': 'Speed', oninput: () => {
    speed = Number(pace.value);
    paceWords.textContent = `${SPEEDS[speed]} a second`;
    if (playing) { pause(); go('play'); }
  } });
  const paceWords = make('span.note', {}, `${SPEEDS[speed]} a second`);

  const now = make('div.event#search-event', { 'aria-live': 'polite' });
  const store = storePart(() => ({ ...body(), at: trace?.at ?? -1 }));
  const log = make('ol.log#search-log', { 'aria-label': 'The last steps' });
  const wrong = make('div.error', { role: 'alert', hidden: true });
  const counts = make('p.note#search-counts');
  const failed = make('button.quiet', { 'aria-pressed': 'true', onclick: () => view.toggle('hideFailed'), title: 'F' }, 'Fold failures');
  const labels = make('button.quiet', { 'aria-pressed': 'false', onclick: () => view.toggle('labels'), title: 'L' }, 'Labels');
  view.on((state) => {
    failed.setAttribute('aria-pressed', state.hideFailed);
    labels.setAttribute('aria-pressed', state.labels);
  });

  panel.append(
    make('section.panel-section', {},
      make('h2', {}, 'Watch the search'),
      make('details.how', {}, make('summary', {}, 'Options: ', optionsText), form.node),
      make('div.row', {}, make('label.field.inline', {}, make('span', {}, 'Find'), questions), make('span.gap'), whole),
      make('div.row.controls', { role: 'group', 'aria-label': 'Stepping' }, start, step, fix, play,
        make('label.field.inline', {}, pace), paceWords),
      wrong, now, store.node),
    make('section.panel-section', {},
      make('div.row', {}, make('h3', {}, 'Tree'), make('span.gap'), failed, labels,
        make('button.quiet', { onclick: () => { if (!view.next()) toast('There is no answer in the tree'); }, title: 'N' }, 'Next answer'),
        make('button.quiet', { onclick: () => view.fit(), title: 'Z' }, 'Fit')),
      counts, view.node, legend(),
      make('p.note', {}, 'In the tree: arrows move, Enter folds, F failures, L labels, N next answer, Z fit.')),
    make('section.panel-section', {}, make('h3', {}, 'Steps'), log));

  function describe() {
    optionsText.textContent = summary(request);
  }

  function body() {
    return { ...app.P(), question, request };
  }

  // A claim as a sentence.
  function claimText(claim) {
    const fact = app.info?.facts?.[Math.abs(claim) - 1];
    if (!fact) return `fact ${claim}`;
    return (claim > 0 ? fact.words : fact.denial) ?? `${claim > 0 ? '' : 'not '}${fact.label}`;
  }

  function cellsOf(claims, mark) {
    const facts = app.info?.facts ?? [];
    const seen = new Set();
    const marks = [];
    for (const claim of claims ?? []) {
      for (const cell of facts[Math.abs(claim) - 1]?.cells ?? []) {
        if (seen.has(`${cell}`)) continue;
        seen.add(`${cell}`);
        marks.push({ cell, mark });
      }
    }
    return marks;
  }

  // Resets everything.
  function reset() {
    pause();
    growing?.stop();
    trace?.stop();
    epoch += 1;
    trace = null;
    growing = null;
    tree = new Tree();
    view.show(tree);
    wrong.hidden = true;
    app.show(null);
    replace(log);
    store.show(false);
    replace(now, make('p.note', {}, 'Step through the search, or draw the whole tree.'));
    count();
  }

  function refuse(error) {
    pause();
    wrong.hidden = false;
    replace(wrong, error.message);
  }

  function count() {
    const { failure, solution } = tree.counts;
    const n = tree.nodes.length;
    counts.textContent = n === 0 ? 'No node yet.' : `${many(n, 'node')}, ${many(failure, 'failure')}, ${many(solution, 'answer')}${tree.cut ? ', and more not drawn' : ''}`;
  }

  // Advances by one event, to the fixpoint, or continuously.
  async function go(how) {
    const turn = epoch;
    try {
      wrong.hidden = true;
      if (how !== 'play') pause();
      trace ??= new Trace(body());
      if (how === 'play') {
        playing = { timer: 0 };
        play.textContent = 'Pause';
        play.setAttribute('aria-pressed', 'true');
        await tick(turn);
        return;
      }
      const from = trace.at;
      now.setAttribute('aria-busy', 'true');
      if (how === 'fixpoint') await trace.fixpoint();
      else await trace.one();
      now.removeAttribute('aria-busy');
      if (turn === epoch) shown(from);
    } catch (error) {
      now.removeAttribute('aria-busy');
      if (turn === epoch) refuse(error);
    }
  }

  async function tick(turn) {
    if (!playing || turn !== epoch) return;
    const from = trace.at;
    // At high speed, several steps are shown as one.
    const steps = Math.max(1, Math.round(SPEEDS[speed] / 12));
    for (let i = 0; i < steps && await trace.one(); i += 1);
    if (!playing || turn !== epoch) return;
    await shown(from);
    if (!trace.more) { pause(); return; }
    if (playing) playing.timer = setTimeout(() => tick(turn).catch(refuse), 1000 * steps / SPEEDS[speed]);
  }

  function pause() {
    if (playing) clearTimeout(playing.timer);
    playing = null;
    replace(play, 'Auto');
    play.removeAttribute('aria-pressed');
  }

  // Shows the current event, coming from an earlier one.
  function shown(from) {
    const { event } = trace;
    if (!event) return undefined;
    for (let i = from + 1; i <= trace.at; i += 1) {
      const one = trace.events[i];
      const parent = one.event === 'decide' ? parentOf(i) : null;
      tree.take(one, parent);
    }
    view.changed();
    view.point(event.node);
    count();
    const changed = trace.events.slice(from + 1, trace.at + 1).flatMap((one) => (one.event === 'start' ? [] : one.claims ?? []));
    showEvent(event);
    showLog();
    store.show(request.engine === 'chr');
    // Highlighting is useless if nearly everything changed.
    const all = cellsOf(changed, 'changed');
    const at = all.length > 24 ? [] : all;
    const cells = new Set(at.map(({ cell }) => `${cell}`));
    const used = cellsOf(event.because, 'used').filter(({ cell }) => !cells.has(`${cell}`));
    return app.show({ claims: trace.claims, candidates: true, marks: [...used, ...at], caption: `Search: step ${trace.at}, node ${event.node}, depth ${trace.depth}` });
  }

  // The parent of a decision is the node before it.
  function parentOf(i) {
    const { depth } = trace.events[i];
    const path = tree.path(trace.events[i - 1]?.node ?? 0);
    return path[Math.min(depth - 1, path.length - 1)] ?? 0;
  }

  function showEvent(event) {
    const { head, words, by, why, so, added, removed } = eventWords(event, claimText);
    const list = why.length > 8 ? [...why.slice(0, 8), `and ${why.length - 8} more`] : why;
    replace(now,
      make('p', {}, make('strong', {}, head), ' ', make('code', {}, words)),
      by ? make('p', {}, make('span.note', {}, 'by '), make('code.by', {}, by)) : null,
      list.length ? make('p', {}, make('span.note', {}, 'because '), make('code', {}, list.join(', '))) : null,
      constraints('removes', removed),
      constraints('adds', added),
      so.length ? make('p', {}, make('span.note', {}, 'so '), so.join('; ')) : null,
      event.event === 'start' && trace.posted ? make('p.note', {}, `${many(trace.posted, 'constraint')} in force.`) : null,
      trace.more ? null : make('p.note', {}, trace.end === 'stopped' ? 'A limit stopped the search here.' : 'The search is finished.'));
  }

  function constraints(words, list) {
    return list.length ? make('p', {}, make('span.note', {}, `${words} `), make('code.by', {}, list.join(', '))) : null;
  }

  function showLog() {
    const last = [];
    for (let at = trace.at; at >= 0 && last.length < 12; at -= 1) if (at === trace.at || isNotable(trace.events[at])) last.push(at);
    replace(log, last.map((at) => {
      const event = trace.events[at];
      const { head, words, by } = eventWords(event, claimText);
      return make('li', { value: at, 'aria-current': at === trace.at ? 'step' : null },
        make('button.quiet', { onclick: () => { pause(); trace.goTo(at); shown(at); } }, make('strong', {}, head), ' ', event.event === 'fire' ? [make('span', {}, by), ' '] : null, make('code', {}, words)));
    }));
  }

  // The whole tree, as it grows.
  async function grow() {
    pause();
    growing?.stop();
    wrong.hidden = true;
    const turn = epoch;
    const at = view.chosen;
    tree = new Tree();
    tree.cut = true;
    view.show(tree);
    let last = 0;
    const take = (nodes) => {
      for (const node of nodes) tree.add(node);
      if (performance.now() - last < 200) return;
      last = performance.now();
      view.changed();
      count();
    };
    try {
      const result = await app.work('tree', { ...body(), most: NODES }, { nodes: take }, 'Building the tree');
      if (turn !== epoch) return;
      tree.cut = result?.cut ?? true;
      tree.whole = true;
      view.changed();
      await view.fit(0.45);
      if (turn !== epoch) return;
      view.point(trace ? at : 0);
      count();
      const { failure, solution } = tree.counts;
      const single = solution > 0 ? 'No search needed: propagation solves it' : 'No answer: propagation alone shows it';
      const words = tree.cut ? 'Part of the tree' : tree.nodes.length === 1 ? single : solution > 0 ? 'The whole tree' : 'The whole tree: no answer';
      const tone = tree.cut ? 'stopped' : solution > 0 ? 'good' : 'bad';
      app.announce({ tone, words, detail: `${many(tree.nodes.length, 'node')}, ${many(failure, 'failure')}, ${many(solution, 'answer')}` });
    } catch (error) {
      if (turn === epoch) refuse(error);
    }
  }

  // Shows the domains of a selected node on the board, from the trace if it got there, else from the server.
  async function chosen(id) {
    pause();
    const turn = epoch;
    const at = trace?.whereLast(id);
    if (at !== undefined && (at <= trace.at || tree.whole)) {
      trace.goTo(at);
      shown(at);
      return;
    }
    try {
      const { claims } = await ask('tree', { ...body(), most: NODES, at: id });
      if (turn !== epoch || view.chosen !== id) return;
      const node = tree.nodes[id];
      const parts = [make('strong', {}, `Node ${id} `), make('code', {}, node.decision || 'the root')];
      replace(now, make('p', {}, parts), make('p.note', {}, `${many(node.prunings, 'fact')} found here; ${{ choice: 'the search continues below', failure: 'a dead end', solution: 'an answer' }[node.fate]}.`));
      app.show({ claims, candidates: true, marks: [], caption: `Search: node ${id}${node.decision ? `, ${node.decision}` : ''}` });
    } catch (error) {
      if (turn === epoch) refuse(error);
    }
  }

  app.on('puzzle', () => {
    for (const key of ['viewpoints', 'rules', 'connectivity']) delete request[key];
    if (request.engine === 'chr' && !app.card?.programs?.length) delete request.engine;
    form.fill();
    describe();
    reset();
  });
  describe();
  reset();
  return {
    enter() { if (trace?.event) shown(trace.at); },
    leave() { pause(); app.show(null); },
    key(event) {
      if (event.key === 'ArrowRight' && event.altKey) { go('step'); return true; }
      return false;
    },
  };
}

export default { id: 'search', title: 'Search', mount };
