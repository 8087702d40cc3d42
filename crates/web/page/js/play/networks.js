// Networks of connected islands, each in one colour; a closed network that is not the whole board is dashed. Rings show islands with as many lines as their numbers.

import { draw, make } from '../dom.js';
import { middle } from './outline.js';

// The order of colours; consecutive ones differ clearly.
const ORDER = [5, 2, 3, 8, 6, 1, 4, 7];

export function networks(play, amount) {
  const { app, board } = play;
  let coloured = false;

  const toggle = () => {
    coloured = !coloured;
    play.refresh();
  };

  // Every island with its number, if it has one, and how many lines end there.
  function islands() {
    return [...app.info.slotAt.values()].filter(({ clue }) => clue !== '').map(({ place: { row, col }, clue }) => {
      const own = app.info.linksAt.get(row * app.info.cols + col) ?? [];
      const count = own.reduce((sum, link) => sum + Math.max(amount(link), 0), 0);
      return { row, col, wanted: /^\d+$/.test(clue) ? Number(clue) : null, count };
    });
  }

  return {
    applies: (info) => info.play.networks && info.links.length > 0,
    key(event) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.key.toLowerCase() !== 'n') return false;
      toggle();
      return true;
    },
    pad: () => [make('div.row', {}, make('button#networks', { 'aria-pressed': coloured, title: 'N', onclick: toggle }, 'Colour networks'))],
    adorn(layer) {
      const { plan } = board;
      const all = islands();
      if (coloured) drawNetworks(layer, plan, all, app.info.links.filter((link) => amount(link) > 0));
      for (const { wanted, count, ...cell } of all) {
        const [cx, cy] = middle(plan, cell);
        if (wanted !== null && count === wanted) layer.append(draw('circle', { cx, cy, r: plan.side * 0.36, class: 'done-ring' }));
        if (wanted !== null && count > wanted) layer.append(draw('circle', { cx, cy, r: plan.side * 0.36, class: 'over-ring' }));
      }
    },
    help: () => [['N', 'colour connected islands alike; a network that is closed too early is dashed']],
  };
}

// Draws rings around islands and bands along bridges. `islands` are `{row, col, wanted, count}`, `joined` the pairs that have a bridge.
function drawNetworks(layer, plan, islands, joined) {
  const key = (row, col) => `${row} ${col}`;
  const above = new Map(islands.map(({ row, col }) => [key(row, col), key(row, col)]));
  const root = (place) => {
    let at = place;
    while (above.get(at) !== at) at = above.get(at);
    return at;
  };
  for (const { from, to } of joined) above.set(root(key(...from)), root(key(...to)));
  const networks = new Map();
  for (const island of islands) {
    const at = root(key(island.row, island.col));
    if (!networks.has(at)) networks.set(at, []);
    networks.get(at).push(island);
  }
  // Large networks come first, so that a network keeps its colour when small ones join it.
  const ordered = [...networks].filter(([, own]) => own.length > 1).sort(([, a], [, b]) => b.length - a.length);
  ordered.forEach(([at, own], i) => {
    const closed = own.length < islands.length && own.every(({ wanted, count }) => wanted !== null && count >= wanted);
    const group = draw('g', { class: `network tint-${ORDER[i % ORDER.length]}${closed ? ' closed' : ''}`, 'data-islands': own.length });
    for (const { from, to } of joined) {
      if (root(key(...from)) !== at) continue;
      const [[x, y], [u, v]] = [from, to].map(([row, col]) => middle(plan, { row, col }));
      // From ring to ring, so that the numbers stay clear.
      const [dx, dy] = [Math.sign(u - x) * plan.side * 0.5, Math.sign(v - y) * plan.side * 0.5];
      group.append(draw('path', { d: `M${x + dx} ${y + dy}L${u - dx} ${v - dy}`, 'stroke-width': plan.side * 0.3 }));
    }
    for (const cell of own) {
      const [cx, cy] = middle(plan, cell);
      group.append(draw('circle', { cx, cy, r: plan.side * 0.43, 'stroke-width': plan.side * 0.14 }));
    }
    layer.append(group);
  });
}
