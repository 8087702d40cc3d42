// The sums of lines of cells, shown beside the board.

import { make, replace } from '../dom.js';
import { numberAt } from './cells.js';

export function sums(play) {
  const { app, board } = play;
  let note = null;

  // A line's sum, what is missing, and whether that is right.
  function state({ cells, total }) {
    const numbers = cells.map(([row, col]) => numberAt(app, row, col));
    const open = numbers.filter((number) => number === null).length;
    const sum = numbers.reduce((a, b) => a + (b ?? 0), 0);
    const rest = total - sum;
    return { sum, rest, open, is: open === 0 ? (rest === 0 ? 'right' : 'wrong') : rest <= 0 ? 'wrong' : 'open' };
  }

  // Rows are shown at the right, columns below, the first other line in the corner; the rest in words.
  function placed() {
    const all = app.info.play.sums;
    const level = all.filter(({ cells }) => cells.every(([row]) => row === cells[0][0]));
    const upright = all.filter((line) => !level.includes(line) && line.cells.every(([, col]) => col === line.cells[0][1]));
    const [corner, ...others] = all.filter((line) => !level.includes(line) && !upright.includes(line));
    return { level, upright, corner, others };
  }

  function label(line) {
    const { sum, rest, open, is } = state(line);
    const sign = { right: '✓', wrong: '✗', open: '' }[is];
    return make('span', { 'data-sum': is, title: `${line.name}: ${sum}, ${rest} to go` }, make('span', {}, `${sum}${sign}`, open > 0 ? make('small', {}, `+${rest}`) : null));
  }

  return {
    applies: (info) => info.play.sums.length > 0,
    gutter: true,
    pad() {
      note = make('p.note#sums', {});
      return [note];
    },
    marked() {
      if (!note) return;
      const totals = new Set(app.info.play.sums.map(({ total }) => total));
      const every = totals.size === 1 ? `Every line has the sum ${[...totals][0]}. ` : '';
      note.textContent = every + placed().others.map((line) => `${line.name[0].toUpperCase()}${line.name.slice(1)} has ${state(line).sum}.`).join(' ');
    },
    adorn() {
      const { left, top, side, rows, cols } = board.plan;
      const { level, upright, corner } = placed();
      const [right, below] = [left + cols * side + side * 0.08, top + rows * side + side * 0.08];
      const put = (line, x, y, high) => {
        const node = label(line);
        board.gutters.append(node);
        board.place(node, x, y, side, high);
      };
      replace(board.gutters);
      for (const line of level) put(line, right, top + line.cells[0][0] * side, side);
      for (const line of upright) put(line, left + line.cells[0][1] * side, below, side * 0.75);
      if (corner) put(corner, right, below, side * 0.75);
    },
    note: 'The sum of each line, and what is missing, is shown beside it.',
  };
}
