// Playing a Sudoku: many cells can be selected, and a digit goes into all of them, as a number or as a pencil mark.

import { choice, icon, make } from '../dom.js';
import { digitOf, factOf, factsAt, isGiven, numberAt, write } from './cells.js';
import { outlined } from './outline.js';

export default function sudoku(play) {
  const { app, board } = play;
  let selected = new Set();
  let mode = 'number';
  let adding = true;
  let modes = null;

  const n = () => app.info.rows;
  const at = (row, col) => row * app.info.cols + col;
  const cells = () => {
    const chosen = selected.size > 0 ? selected : new Set([at(board.focus.row, board.focus.col)]);
    return [...chosen].map((i) => [Math.floor(i / app.info.cols), i % app.info.cols]);
  };
  const select = (set) => {
    selected = set;
    play.adorn();
  };

  function put(number, pencil) {
    const open = cells().filter(([row, col]) => !isGiven(app, row, col));
    if (!pencil) {
      const all = open.every(([row, col]) => numberAt(app, row, col) === number);
      app.mark((claims) => open.forEach(([row, col]) => write(app, claims, row, col, all ? 0 : number)));
      return;
    }
    const facts = open.filter(([row, col]) => numberAt(app, row, col) === 0).map(([row, col]) => factOf(app, row, col, number)).filter(Boolean);
    const all = facts.every((fact) => app.pencil.has(fact));
    app.mark((_, noted) => facts.forEach((fact) => (all ? noted.delete(fact) : noted.add(fact))));
  }

  // Clears the numbers of the selected cells, or where there are none, their pencil marks.
  function clear() {
    const open = cells().filter(([row, col]) => !isGiven(app, row, col));
    const filled = open.some(([row, col]) => numberAt(app, row, col) > 0);
    app.mark((claims, noted) => {
      for (const [row, col] of open) {
        if (filled) write(app, claims, row, col, 0);
        else for (const fact of factsAt(app, row, col)) noted.delete(fact);
      }
    });
  }

  function setMode(to) {
    mode = to;
    modes?.set(to);
  }

  return {
    touch(touch) {
      if (touch.phase === 'down') {
        const here = at(touch.cell.row, touch.cell.col);
        const number = numberAt(app, touch.cell.row, touch.cell.col);
        if (touch.double && number > 0) {
          const alike = [...Array(n() * n()).keys()].filter((i) => numberAt(app, Math.floor(i / n()), i % n()) === number);
          select(new Set(alike));
        } else if (touch.shift || touch.ctrl) {
          adding = !selected.has(here);
          const next = new Set(selected);
          if (adding) next.add(here);
          else next.delete(here);
          select(next);
        } else {
          adding = true;
          select(new Set([here]));
        }
        if (touch.button === 'right') setMode('pencil');
      } else if (touch.phase === 'drag' && touch.entered) {
        const next = new Set(selected);
        if (adding) next.add(at(touch.cell.row, touch.cell.col));
        else next.delete(at(touch.cell.row, touch.cell.col));
        select(next);
      }
    },
    key(event) {
      const digit = digitOf(event);
      const letter = /^[a-y]$/i.test(event.key) && n() > 9 ? event.key.toLowerCase().charCodeAt(0) - 87 : -1;
      const number = digit > 0 ? digit : letter;
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') {
        select(new Set(Array(n() * n()).keys()));
        return true;
      }
      if (event.ctrlKey || event.metaKey) return false;
      const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
      if (step) {
        const { row, col } = board.focus;
        if (board.go(row + step[0], col + step[1])) {
          const here = at(board.focus.row, board.focus.col);
          select(event.shiftKey ? new Set([...selected, at(row, col), here]) : new Set([here]));
        }
        return true;
      }
      if (number > 0 && number <= n()) {
        put(number, mode === 'pencil' || (event.shiftKey && digit > 0));
        return true;
      }
      switch (event.key) {
        case 'z': case 'Z': setMode('number'); return true;
        case 'x': case 'X': setMode('pencil'); return true;
        case 'Backspace': case 'Delete': case ' ': case '0': clear(); return true;
        case 'Escape': select(new Set()); return true;
        default: return false;
      }
    },
    pad() {
      modes = choice('What a digit is', [['number', 'Number', 'Z'], ['pencil', 'Pencil mark', 'X']], mode, (to) => { mode = to; });
      const digits = Array.from({ length: n() }, (_, i) => make('button.digit', { 'data-digit': i + 1, onclick: () => put(i + 1, mode === 'pencil') }, String(i + 1)));
      const erase = make('button.digit', { 'aria-label': 'Clear', onclick: clear }, icon('erase'));
      const keys = make('div.pad', { role: 'group', 'aria-label': 'Digits' }, digits, erase);
      keys.dataset.across = n() <= 9 ? 5 : 8;
      return [make('div.row', {}, modes.node), keys];
    },
    adorn(layer) {
      const focus = at(board.focus.row, board.focus.col);
      layer.append(outlined(board.plan, selected.size > 0 || !board.isFocused ? selected : new Set([focus])));
    },
    reset() { selected = new Set(); },
    note: 'Drag, Shift or Ctrl select many cells; a double click selects all of the same number.',
    help: [
      ['1 – 9', 'the number; letters from ten on'],
      ['Z, X', 'digits are numbers, digits are pencil marks'],
      ['Shift + digit', 'a pencil mark'],
      ['Shift + arrow, drag', 'select several cells'],
      ['Ctrl + A', 'select all'],
      ['Backspace, Space', 'clear'],
      ['double click', 'select all of the same number'],
    ],
  };
}
