// Playing Battleship: left click is ship, right click is water, a drag continues. A click on a tally fills the rest of its line with water.

import { make, many, replace } from '../dom.js';
import { named } from './cells.js';
import { two } from './two.js';

export default function battleship(play) {
  const { app, board } = play;
  const cells = two(play, { words: ['Ship', 'Water'], keys: ['s', 'w'], cycle: (now, side) => (now === side ? 0 : side) });
  let fleet = null;

  const line = (place) => (place.row !== undefined
    ? Array.from({ length: app.info.cols }, (_, col) => ({ row: place.row, col }))
    : Array.from({ length: app.info.rows }, (_, row) => ({ row, col: place.col })));

  function fill(place) {
    const since = app.moves;
    for (const cell of line(place)) if (cells.stateOf(cell) === 0) cells.set(cell, -1);
    app.join(since);
  }

  // The lengths of complete ships: runs of ship between water or edges.
  function found() {
    const lengths = new Map();
    const { rows, cols } = app.info;
    const ship = (row, col) => row >= 0 && col >= 0 && row < rows && col < cols && cells.stateOf({ row, col }) === 1;
    const open = (row, col) => row >= 0 && col >= 0 && row < rows && col < cols && cells.stateOf({ row, col }) === 0;
    for (let row = 0; row < rows; row += 1) {
      for (let col = 0; col < cols; col += 1) {
        if (!ship(row, col) || ship(row - 1, col) || ship(row, col - 1)) continue;
        const [down, across] = ship(row + 1, col) ? [1, 0] : [0, 1];
        let length = 1;
        while (ship(row + down * length, col + across * length)) length += 1;
        const ends = length === 1
          ? [[row - 1, col], [row + 1, col], [row, col - 1], [row, col + 1]]
          : [[row - down, col - across], [row + down * length, col + across * length]];
        if (ends.every(([r, c]) => !open(r, c))) lengths.set(length, (lengths.get(length) ?? 0) + 1);
      }
    }
    return lengths;
  }

  return {
    ...cells,
    pad() {
      fleet = make('ul.fleet', { 'aria-label': 'Fleet' });
      return [cells.tools(), fleet];
    },
    marked() {
      if (!fleet) return;
      const asked = [...(/^fleet (.*)$/m.exec(app.moment.text)?.[1] ?? '').matchAll(/(\d+):(\d+)/g)].map(([, length, ships]) => [Number(length), Number(ships)]);
      const have = found();
      replace(fleet, asked.map(([length, ships]) => {
        const there = Math.min(have.get(length) ?? 0, ships);
        const hull = make('span.hull', { 'aria-hidden': 'true' }, Array.from({ length }, () => make('i')));
        return make('li', { 'data-done': there === ships ? 'yes' : 'no' }, hull, make('span', {}, `${there} of ${many(ships, 'ship')}`, make('span.hidden', {}, ` of length ${length}`)));
      }));
    },
    margin(place) {
      fill(place);
    },
    marginLabel: ({ place, clue }) => {
      const name = place.row !== undefined ? `Row ${place.row + 1}` : `Column ${place.col + 1}`;
      const ships = line(place).filter((cell) => cells.stateOf(cell) === 1).length;
      return `${name}: ${clue === '' ? 'no number' : clue}, ${ships} marked; fill the rest with water`;
    },
    describe(row, col) {
      const clue = app.info.clueAt.get(row * app.info.cols + col);
      const state = { 1: 'ship', '-1': 'water', 0: 'open' }[cells.stateOf({ row, col }) ?? 0];
      return `${named(row, col)}, ${clue ? 'given ' : ''}${state}`;
    },
    reset() {},
    adorn() {},
    note: 'Left click: ship. Right click: water. Drag to mark several cells. Click a number beside the board to fill the rest of its line with water.',
    help: [['click, S or Enter', 'ship'], ['right click, W or Space', 'water'], ['drag', 'mark several cells'], ['click a number beside the board', 'fill the rest of that line with water'], ['Backspace', 'clear']],
    board,
  };
}
