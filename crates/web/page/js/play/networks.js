// Networks of connected islands, each in one colour. A closed network that is not the whole board is dashed.

import { draw } from '../dom.js';
import { middle } from './outline.js';

// The order of colours; consecutive ones differ clearly.
const ORDER = [5, 2, 3, 8, 6, 1, 4, 7];

// Draws rings around islands and bands along bridges. `islands` are `{row, col, wanted, count}`, `joined` the pairs that have a bridge.
export function drawNetworks(layer, plan, islands, joined) {
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
