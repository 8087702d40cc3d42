// Playing a magic square: numbers are typed, and the sums of all lines are shown beside the board.

import { make, replace } from '../dom.js';
import { numberAt, write } from './cells.js';
import { typing } from './typing.js';

export default function magic(play) {
  const { app, board } = play;
  const n = () => app.info.rows;
  const typed = typing(play, () => n() * n());
  let list = null;

  const target = () => (n() * (n() * n() + 1)) / 2;

  // A line's sum, and whether it is full.
  function sum(cells) {
    const numbers = cells.map(([row, col]) => numberAt(app, row, col));
    const open = numbers.filter((number) => number === 0).length;
    return { sum: numbers.reduce((a, b) => a + b, 0), open };
  }

  function label(line, words) {
    const { sum: is, open } = sum(line);
    const rest = target() - is;
    const state = open === 0 ? (rest === 0 ? 'right' : 'wrong') : rest <= 0 ? 'wrong' : 'open';
    const sign = state === 'right' ? '✓' : state === 'wrong' ? '✗' : '';
    return make('span', { 'data-sum': state, title: `${words}: ${is}, ${rest} to go` }, make('span', {}, `${is}${sign}`, open > 0 ? make('small', {}, `+${rest}`) : null));
  }

  function sums() {
    const { left, top, side } = board.plan;
    const lines = [...Array(n()).keys()];
    const put = (node, x, y, high) => {
      board.gutters.append(node);
      board.place(node, x, y, side, high);
    };
    replace(board.gutters);
    const right = left + n() * side + side * 0.08;
    const under = top + n() * side + side * 0.08;
    for (const i of lines) {
      put(label(lines.map((col) => [i, col]), `row ${i + 1}`), right, top + i * side, side);
      put(label(lines.map((row) => [row, i]), `column ${i + 1}`), left + i * side, under, side * 0.75);
    }
    put(label(lines.map((i) => [i, i]), 'diagonal'), right, under, side * 0.75);
  }

  return {
    gutter: true,
    touch(touch) {
      if (touch.phase === 'down') {
        typed.end();
        if (touch.button === 'right') app.mark((claims) => write(app, claims, touch.cell.row, touch.cell.col, 0));
        play.adorn();
      }
    },
    key: typed.key,
    pad() {
      list = make('p.note#missing', {}, '');
      return [typed.pad(), list];
    },
    marked() {
      const missing = typed.missing();
      const lines = [...Array(n()).keys()];
      const other = sum(lines.map((i) => [i, n() - 1 - i]));
      if (list) list.textContent = `Every line has the sum ${target()}. ${missing ? `Not used yet: ${missing}.` : 'Every number is used.'} The rising diagonal has ${other.sum}.`;
    },
    adorn(layer) {
      if (board.wasFocused) typed.adorn(layer);
      sums();
    },
    reset() { typed.end(); },
    note: 'Select a cell and type its number. The sum of each line, and what is missing, is shown beside it.',
    help: [['digits', 'write a number of one or more digits'], ['Enter, arrows', 'the number is finished'], ['Backspace, right click', 'clear']],
  };
}
