// Playing White-and-Tan: a touch cycles open, white, tan. The arrow under the pointer shows its targets.

import { draw, make } from '../dom.js';
import { named } from './cells.js';
import { middle, outlined } from './outline.js';
import { two } from './two.js';

const STEPS = { n: [-1, 0], ne: [-1, 1], e: [0, 1], se: [1, 1], s: [1, 0], sw: [1, -1], w: [0, -1], nw: [-1, -1] };
const FULL = { n: 'north', ne: 'north-east', e: 'east', se: 'south-east', s: 'south', sw: 'south-west', w: 'west', nw: 'north-west' };

export default function whitetan(play) {
  const { app, board } = play;
  // Cycles open, white, tan; the other button reverses.
  const cells = two(play, {
    words: ['Forward', 'Backward'],
    keys: ['t', 'w'],
    cycle: (now, side) => (side === 1 ? { 0: -1, '-1': 1, 1: 0 }[now] : { 0: 1, 1: -1, '-1': 0 }[now]),
  });
  let pointed = null;
  let note = null;

  const arrow = ({ row, col }) => app.info.clueAt.get(row * app.info.cols + col) ?? '';

  // The cells an arrow points at.
  function ray(cell) {
    const step = STEPS[arrow(cell)];
    const seen = [];
    if (!step) return seen;
    for (let [row, col] = [cell.row + step[0], cell.col + step[1]]; row >= 0 && col >= 0 && row < app.info.rows && col < app.info.cols; row += step[0], col += step[1]) seen.push({ row, col });
    return seen;
  }

  function counted(cell) {
    const states = ray(cell).map((one) => cells.stateOf(one));
    const count = (state) => states.filter((one) => one === state).length;
    return `${named(cell.row, cell.col)} points ${FULL[arrow(cell)]} at ${count(-1)} white, ${count(1)} tan and ${count(0)} open`;
  }

  return {
    ...cells,
    touch(touch) {
      if (touch.phase === 'hover' || touch.phase === 'leave') {
        const before = JSON.stringify(pointed);
        pointed = touch.phase === 'hover' ? touch.cell : null;
        if (JSON.stringify(pointed) !== before) play.adorn();
        return;
      }
      if (touch.phase === 'down') pointed = touch.cell;
      cells.touch(touch);
    },
    pad() {
      note = make('p.note#ray', { role: 'status' }, '');
      const here = () => board.focus;
      const buttons = [['White', -1], ['Tan', 1], ['Open', 0]].map(([words, to]) => make('button', { onclick: () => cells.set(here(), to) }, words));
      return [make('div.row', {}, make('span.note', {}, 'Selected cell'), buttons), note];
    },
    adorn(layer) {
      const cell = pointed ?? (board.wasFocused ? board.focus : null);
      if (!cell) return;
      const seen = ray(cell);
      const { cols } = board.plan;
      layer.append(outlined(board.plan, new Set([cell.row * cols + cell.col])));
      if (seen.length > 0) {
        layer.append(outlined(board.plan, new Set(seen.map(({ row, col }) => row * cols + col)), 'ray'));
        const [[x, y], [u, v]] = [middle(board.plan, cell), middle(board.plan, seen.at(-1))];
        layer.append(draw('path', { d: `M${x} ${y}L${u} ${v}`, class: 'ray-line' }));
      }
      if (note) note.textContent = counted(cell);
    },
    marked() { if (note && pointed) note.textContent = counted(pointed); },
    describe(row, col) {
      const state = { 1: 'tan', '-1': 'white', 0: 'open' }[cells.stateOf({ row, col }) ?? 0];
      return `${named(row, col)}, arrow ${FULL[arrow({ row, col })] ?? ''}, ${state}`;
    },
    reset() { pointed = null; },
    note: 'A click cycles open, white, tan; the right button reverses. The line shows the targets of an arrow.',
    help: [['click, Enter', 'open, white, tan'], ['right click, Space', 'in reverse order'], ['W, T', 'white, tan'], ['Backspace', 'open'], ['drag', 'mark several cells']],
  };
}
