// Straight runs of true cells to be found, such as ships: a list of how many of each length are complete.

import { make, many, replace } from '../dom.js';

export function runs(play, stateOf) {
  const { app } = play;
  let list = null;

  // The lengths of complete runs: true cells between false cells or edges.
  function found() {
    const lengths = new Map();
    const { rows, cols } = app.info;
    const inside = (row, col) => row >= 0 && col >= 0 && row < rows && col < cols;
    const isTrue = (row, col) => inside(row, col) && stateOf({ row, col }) === 1;
    const isOpen = (row, col) => inside(row, col) && stateOf({ row, col }) === 0;
    for (let row = 0; row < rows; row += 1) {
      for (let col = 0; col < cols; col += 1) {
        if (!isTrue(row, col) || isTrue(row - 1, col) || isTrue(row, col - 1)) continue;
        const [down, across] = isTrue(row + 1, col) ? [1, 0] : [0, 1];
        let length = 1;
        while (isTrue(row + down * length, col + across * length)) length += 1;
        const ends = length === 1
          ? [[row - 1, col], [row + 1, col], [row, col - 1], [row, col + 1]]
          : [[row - down, col - across], [row + down * length, col + across * length]];
        if (ends.every(([r, c]) => !isOpen(r, c))) lengths.set(length, (lengths.get(length) ?? 0) + 1);
      }
    }
    return lengths;
  }

  return {
    applies: (info) => info.play.runs.length > 0 && info.most === null && info.cellAt.size > 0,
    pad() {
      list = make('ul.runs', { 'aria-label': 'To be found' });
      return [list];
    },
    marked() {
      if (!list) return;
      const have = found();
      const { label } = app.info.facts[0];
      replace(list, app.info.play.runs.map(([length, of]) => {
        const there = Math.min(have.get(length) ?? 0, of);
        const bar = make('span.run', { 'aria-hidden': 'true' }, Array.from({ length }, () => make('i')));
        return make('li', { 'data-done': there === of ? 'yes' : 'no' }, bar, make('span', {}, `${there} of ${many(of, label)}`, make('span.hidden', {}, ` of length ${length}`)));
      }));
    },
  };
}
