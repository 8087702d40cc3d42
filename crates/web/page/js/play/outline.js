// The outline of a set of cells: a fill for each, a line where the set ends.

import { draw } from '../dom.js';

export function outlined(plan, set, name = 'selected') {
  const { left, top, side, cols } = plan;
  const path = [];
  const edges = [];
  for (const i of set) {
    const [row, col] = [Math.floor(i / cols), i % cols];
    const [x, y] = [left + col * side, top + row * side];
    path.push(`M${x} ${y}h${side}v${side}h${-side}z`);
    if (!set.has(i - cols)) edges.push(`M${x} ${y}h${side}`);
    if (!set.has(i + cols)) edges.push(`M${x} ${y + side}h${side}`);
    if (col === 0 || !set.has(i - 1)) edges.push(`M${x} ${y}v${side}`);
    if (col === cols - 1 || !set.has(i + 1)) edges.push(`M${x + side} ${y}v${side}`);
  }
  return draw('g', {}, draw('path', { d: path.join(''), class: `${name} area` }), draw('path', { d: edges.join(''), class: `${name} edge` }));
}

// The middle of a cell.
export function middle(plan, { row, col }) {
  return [plan.left + (col + 0.5) * plan.side, plan.top + (row + 0.5) * plan.side];
}
