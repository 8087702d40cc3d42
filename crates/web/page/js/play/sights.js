// The cells that a clue is about, such as the line that an arrow points along: shown and counted while the pointer is at the clue.

import { draw, make } from '../dom.js';
import { factsAt, falseWord, named, truth } from './cells.js';
import { middle, outlined } from './outline.js';

export function sights(play) {
  const { app, board } = play;
  let pointed = null;
  let note = null;

  const seen = (cell) => app.info.play.sights.find(({ cell: [row, col] }) => row === cell.row && col === cell.col)?.cells ?? [];

  function counted(cell) {
    const states = new Map();
    for (const [row, col] of seen(cell)) {
      const facts = factsAt(app, row, col);
      const known = facts.find((fact) => truth(app, fact) === 1);
      const label = known ? app.info.facts[known - 1].label : facts.length === 1 && truth(app, facts[0]) === -1 ? falseWord(app, facts[0]) : 'open';
      states.set(label, (states.get(label) ?? 0) + 1);
    }
    const parts = [...states].map(([label, n]) => `${n} ${label}`);
    return `${named(cell.row, cell.col)} sees ${parts.length > 0 ? parts.join(', ') : 'no cell'}`;
  }

  return {
    applies: (info) => info.play.sights.length > 0,
    hover(touch) {
      const before = JSON.stringify(pointed);
      pointed = touch.phase === 'leave' ? null : touch.cell;
      if (JSON.stringify(pointed) !== before) play.adorn();
    },
    pad() {
      note = make('p.note#sight', { role: 'status' }, '');
      return [note];
    },
    adorn(layer) {
      const cell = pointed ?? (board.wasFocused ? board.focus : null);
      if (!cell) return;
      const { cols } = board.plan;
      const cells = seen(cell);
      layer.append(outlined(board.plan, new Set([cell.row * cols + cell.col])));
      if (cells.length > 0) {
        layer.append(outlined(board.plan, new Set(cells.map(([row, col]) => row * cols + col)), 'ray'));
        const [row, col] = cells.at(-1);
        const [[x, y], [u, v]] = [middle(board.plan, cell), middle(board.plan, { row, col })];
        layer.append(draw('path', { d: `M${x} ${y}L${u} ${v}`, class: 'ray-line' }));
      }
      if (note) note.textContent = counted(cell);
    },
    marked() { if (note && pointed) note.textContent = counted(pointed); },
    reset() { pointed = null; },
    note: 'Point at a clue to see the cells that it is about.',
  };
}
