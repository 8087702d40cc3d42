// The search tree: a circle for a choice, a square for a failure, a diamond for an answer, a triangle for a folded subtree. No meaning depends on
// colour alone. At most 2,000 shapes are drawn; deeper parts are folded. The server lays out the shapes.

import { ask } from '../api.js';
import { draw, make, replace } from '../dom.js';

// The maximal number of shapes.
const MAX_SHAPES = 2000;
const X_STEP = 24;
const Y_STEP = 38;
const MARGIN = 26;
// The width of a letter of a label, and the most letters of one.
const LETTER = 6.1;
const MAX_LABEL = 24;

// The nodes of a tree by number; the root is 0.
export class Tree {
  nodes = [];
  counts = { choice: 0, failure: 0, solution: 0 };
  cut = false;
  // Whether it is the whole tree from the server, not built step by step.
  whole = false;

  add({ id, parent, decision, fate, prunings }) {
    const old = this.nodes[id];
    if (old) {
      this.counts[old.fate] -= 1;
      old.fate = fate;
      old.prunings = Math.max(prunings, old.prunings);
    } else {
      this.nodes[id] = { id, parent, decision, fate, prunings, children: [], depth: (this.nodes[parent]?.depth ?? -1) + 1 };
      this.nodes[parent]?.children.push(id);
    }
    this.counts[fate] += 1;
  }

  // Adds an event of a trace.
  take(event, parent) {
    const known = this.nodes[event.node];
    const fate = { fail: 'failure', solution: 'solution' }[event.event];
    if (!known) this.add({ id: event.node, parent, decision: event.fact ?? '', fate: fate ?? 'choice', prunings: 0 });
    else if (fate && known.fate !== fate) this.add({ ...known, fate });
    else if (event.event === 'prune' && !this.whole) known.prunings += 1;
    else if (event.event === 'fire' && !this.whole) known.prunings += event.claims?.length ?? 0;
  }

  // The number of nodes below each node, and whether its subtree has an answer or an unexplored part.
  measure() {
    const size = new Array(this.nodes.length).fill(0);
    const lives = new Array(this.nodes.length).fill(false);
    for (let id = this.nodes.length - 1; id >= 0; id -= 1) {
      const node = this.nodes[id];
      if (!node) continue;
      if (node.fate === 'solution' || (node.fate === 'choice' && node.children.length === 0)) lives[id] = true;
      if (id > 0) {
        size[node.parent] += size[id] + 1;
        lives[node.parent] ||= lives[id];
      }
    }
    // A stopped search has alternatives left at every node above the last.
    if (this.cut) for (const id of this.path(this.nodes.length - 1).slice(0, -1)) lives[id] = true;
    return { size, lives };
  }

  path(id) {
    const path = [];
    for (let at = id; at !== null && at !== undefined && this.nodes[at]; at = this.nodes[at].parent) path.push(at);
    return path.reverse();
  }
}

// The tree in a scrolling box. `choose` is called with the selected node, `failed` with an error of the server.
export function treeView(choose, failed) {
  const svg = draw('svg', { class: 'tree', role: 'tree', tabindex: '0', 'aria-label': 'Search tree', id: 'search-tree' });
  const box = make('div.tree-box', {}, svg);
  const state = { tree: new Tree(), hideFailed: true, labels: false, scale: 1, chosen: 0, turned: new Set(), places: new Map(), waiting: false, step: X_STEP, margin: MARGIN, version: 0, shape: '[]', x: [] };

  // The unfolded nodes: those above the selected one, then level by level up to the limit.
  function unfolded({ size, lives }) {
    const { tree, turned, hideFailed } = state;
    const open = new Set();
    const folds = (id) => {
      const usual = hideFailed && !lives[id] && id > 0;
      return turned.has(id) ? !usual : usual;
    };
    let shapes = 1;
    const take = (id) => {
      if (open.has(id) || tree.nodes[id].children.length === 0) return;
      open.add(id);
      shapes += tree.nodes[id].children.length;
    };
    for (const id of tree.path(state.chosen).slice(0, -1)) take(id);
    let level = [0];
    while (level.length > 0 && shapes < MAX_SHAPES) {
      const next = [];
      for (const id of level) {
        if (!tree.nodes[id] || tree.nodes[id].children.length === 0) continue;
        if (!open.has(id) && (folds(id) || shapes >= MAX_SHAPES)) continue;
        take(id);
        next.push(...tree.nodes[id].children);
      }
      level = next;
    }
    return open;
  }

  // The shapes with their positions. The server is asked only if the shape of the tree has changed; `null` if there is a newer request.
  async function layout() {
    const { tree } = state;
    const version = state.version += 1;
    const measured = tree.measure();
    const open = unfolded(measured);
    const shown = [];
    for (const stack = tree.nodes[0] ? [0] : []; stack.length > 0;) {
      const id = stack.pop();
      shown.push(id);
      if (open.has(id)) stack.push(...tree.nodes[id].children.toReversed());
    }
    const index = new Map(shown.map((id, i) => [id, i]));
    const parents = shown.map((id) => index.get(tree.nodes[id].parent) ?? null);
    const shape = JSON.stringify(parents);
    const x = shape === state.shape ? state.x : (await ask('layout', { parents })).x;
    if (version !== state.version) return null;
    Object.assign(state, { shape, x });
    const places = new Map();
    shown.forEach((id, i) => {
      const { children, depth } = tree.nodes[id];
      places.set(id, { x: x[i], depth, folded: !open.has(id) && children.length > 0, size: measured.size[id], lives: measured.lives[id] });
    });
    return places;
  }

  const at = ({ x, depth }) => [state.margin + x * state.step, MARGIN + depth * Y_STEP];
  const label = (id) => (state.tree.nodes[id].decision.length > MAX_LABEL ? `${state.tree.nodes[id].decision.slice(0, MAX_LABEL - 1)}…` : state.tree.nodes[id].decision);

  function shape(id, place) {
    const [x, y] = at(place);
    const node = state.tree.nodes[id];
    const parts = [];
    let words = { choice: 'choice', failure: 'failure', solution: 'answer' }[node.fate];
    if (place.folded) {
      words = `${place.lives ? 'folded subtree' : 'failed subtree'}, ${place.size} nodes below`;
      parts.push(draw('path', { class: place.lives ? 'glyph folded' : 'glyph failure', d: `M${x} ${y - 8}l10 17h-20z` }));
    } else if (node.fate === 'failure') parts.push(draw('rect', { class: 'glyph failure', x: x - 6, y: y - 6, width: 12, height: 12 }));
    else if (node.fate === 'solution') parts.push(draw('path', { class: 'glyph solution', d: `M${x} ${y - 9}l9 9l-9 9l-9 -9z` }));
    else parts.push(draw('circle', { class: node.children.length ? 'glyph choice' : 'glyph open', cx: x, cy: y, r: 7 }));
    const label = `Node ${id}: ${node.decision || 'the root'}, ${words}, ${node.prunings} facts found`;
    // A finger needs a larger target than the shape.
    parts.unshift(draw('title', {}, label), draw('circle', { class: 'hit', cx: x, cy: y, r: 12 }));
    const group = draw('g', { role: 'treeitem', id: `tree-node-${id}`, 'data-node': id, 'data-fate': place.folded ? 'folded' : node.fate, 'aria-label': label, 'aria-level': node.depth + 1, 'aria-selected': id === state.chosen }, ...parts);
    if (node.children.length > 0) group.setAttribute('aria-expanded', !place.folded);
    return group;
  }

  async function render() {
    state.waiting = false;
    const places = await layout().catch((error) => { failed(error); return null; });
    if (!places) return;
    state.places = places;
    // Labels stand above their nodes, which are a step apart.
    const widest = state.labels ? Math.max(0, ...[...places.keys()].map((id) => label(id).length)) * LETTER : 0;
    state.step = Math.max(X_STEP, widest + 8);
    state.margin = Math.max(MARGIN, widest / 2 + 4);
    const lines = [];
    const labels = [];
    const shapes = [];
    for (const [id, place] of places) {
      shapes.push([id, shape(id, place)]);
      const above = places.get(state.tree.nodes[id].parent);
      if (!above || id === 0) continue;
      const [x, y] = at(place);
      const [ax, ay] = at(above);
      lines.push(`M${ax} ${ay}L${x} ${y}`);
      if (state.labels) labels.push(draw('text', { class: 'label', x, y: y - 12, 'text-anchor': 'middle' }, label(id)));
    }
    shapes.sort(([a], [b]) => a - b);
    const [width, deepest] = [...places.values()].reduce(([w, d], { x, depth }) => [Math.max(w, x), Math.max(d, depth)], [0, 0]);
    svg.setAttribute('viewBox', `0 0 ${state.margin * 2 + width * state.step} ${MARGIN * 2 + deepest * Y_STEP}`);
    resize();
    svg.replaceChildren(draw('path', { class: 'edges', d: lines.join('') }), draw('g', { class: 'ring-place' }), ...labels, ...shapes.map(([, node]) => node));
    mark();
  }

  function resize() {
    const [, , w, h] = svg.getAttribute('viewBox').split(' ').map(Number);
    svg.setAttribute('width', w * state.scale);
    svg.setAttribute('height', h * state.scale);
  }

  // Draws in the next frame, as many nodes may come at once.
  function soon() {
    if (state.waiting) return;
    state.waiting = true;
    requestAnimationFrame(render);
  }

  // Marks the selected node.
  function mark() {
    const place = state.places.get(state.chosen);
    const ring = svg.querySelector('.ring-place');
    if (!place || !ring) {
      svg.removeAttribute('aria-activedescendant');
      return;
    }
    const [x, y] = at(place);
    ring.replaceChildren(draw('circle', { class: 'ring', cx: x, cy: y, r: 13 }));
    svg.querySelector('[aria-selected="true"]')?.setAttribute('aria-selected', 'false');
    svg.querySelector(`#tree-node-${state.chosen}`)?.setAttribute('aria-selected', 'true');
    svg.setAttribute('aria-activedescendant', `tree-node-${state.chosen}`);
    const [px, py] = [x * state.scale, y * state.scale];
    const sees = (from, length, p) => p > from + 30 && p < from + length - 30;
    if (!sees(box.scrollLeft, box.clientWidth, px)) box.scrollLeft = px - box.clientWidth / 2;
    if (!sees(box.scrollTop, box.clientHeight, py)) box.scrollTop = py - box.clientHeight / 2;
  }

  function point(id, { notify } = {}) {
    if (id === undefined || !state.tree.nodes[id]) return;
    state.chosen = id;
    if (state.places.has(id)) mark();
    else soon();
    if (notify) choose(id);
  }

  function turn(id) {
    if (!state.tree.nodes[id]?.children.length) return;
    if (!state.turned.delete(id)) state.turned.add(id);
    render();
  }

  svg.addEventListener('click', (event) => {
    const group = event.target.closest('[data-node]');
    if (!group) return;
    const id = Number(group.dataset.node);
    if (group.dataset.fate === 'folded' && id === state.chosen) turn(id);
    point(id, { notify: true });
  });
  svg.addEventListener('dblclick', (event) => {
    const group = event.target.closest('[data-node]');
    if (group) turn(Number(group.dataset.node));
  });
  svg.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { tree, chosen, places } = state;
    const node = tree.nodes[chosen];
    if (!node) return;
    const beside = (by) => {
      const level = [...places].filter(([, place]) => place.depth === node.depth).sort(([, a], [, b]) => a.x - b.x).map(([id]) => id);
      return level[level.indexOf(chosen) + by];
    };
    const act = {
      ArrowUp: () => point(node.parent ?? undefined, { notify: true }),
      ArrowDown: () => { if (places.get(chosen)?.folded) turn(chosen); else point(node.children[0], { notify: true }); },
      ArrowLeft: () => point(beside(-1), { notify: true }),
      ArrowRight: () => point(beside(1), { notify: true }),
      Home: () => point(0, { notify: true }),
      Enter: () => turn(chosen),
      h: () => turn(chosen),
      n: () => point(solution(event.shiftKey ? -1 : 1), { notify: true }),
      f: () => toggle('hideFailed'),
      l: () => toggle('labels'),
      z: () => fit(),
    }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  });

  // The next answer in the order of the search.
  function solution(by) {
    const { nodes } = state.tree;
    const n = nodes.length;
    for (let i = 1; i <= n; i += 1) {
      const id = (state.chosen + by * i + n * 2) % n;
      if (nodes[id]?.fate === 'solution') return id;
    }
    return undefined;
  }

  const listeners = [];
  function toggle(what) {
    state[what] = !state[what];
    if (what === 'hideFailed') state.turned.clear();
    render();
    for (const listener of listeners) listener(state);
  }

  // Toggles between fitting the whole tree and the normal size.
  async function fit(least = 0.08) {
    if (state.waiting) await render();
    const [, , w, h] = svg.getAttribute('viewBox').split(' ').map(Number);
    const whole = Math.min(1, (box.clientWidth - 4) / w, (box.clientHeight - 4) / h);
    state.scale = state.scale === 1 ? Math.max(least, whole) : 1;
    resize();
    mark();
  }

  return {
    node: box,
    focus: () => svg.focus(),
    show(tree) { Object.assign(state, { tree, chosen: 0, scale: 1, places: new Map() }); state.turned.clear(); render(); },
    changed: soon,
    point,
    toggle,
    fit,
    // Goes to the next answer; returns whether there is one.
    next() {
      const id = solution(1);
      point(id, { notify: true });
      return id !== undefined;
    },
    on: (listener) => { listeners.push(listener); listener(state); },
    get chosen() { return state.chosen; },
  };
}

// What the shapes mean.
export function legend() {
  const sign = (words, node) => make('span.sign', {}, replace(make('span'), draw('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true', class: 'tree' }, node)), words);
  return make('p.legend.note', {},
    sign('choice', draw('circle', { class: 'glyph choice', cx: 12, cy: 12, r: 7 })),
    sign('failure', draw('rect', { class: 'glyph failure', x: 6, y: 6, width: 12, height: 12 })),
    sign('answer', draw('path', { class: 'glyph solution', d: 'M12 3l9 9l-9 9l-9 -9z' })),
    sign('failed subtree', draw('path', { class: 'glyph failure', d: 'M12 3l10 17h-20z' })),
    sign('folded', draw('path', { class: 'glyph folded', d: 'M12 3l10 17h-20z' })),
    sign('not explored', draw('circle', { class: 'glyph open', cx: 12, cy: 12, r: 7 })));
}
