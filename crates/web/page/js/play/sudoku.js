// Playing a Sudoku: many cells can be selected, and a digit goes into all of them: as a number, a corner mark, a centre mark or a colour.

import { choice, icon, make, replace } from '../dom.js';
import { COLOURS, digitOf, factOf, factsAt, isGiven, numberAt, write } from './cells.js';
import { outlined } from './outline.js';

export default function sudoku(play) {
  const { app, board } = play;
  let selected = new Set();
  let mode = 'number';
  let adding = true;
  let modes = null;
  let keys = null;

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

  // Colours all selected cells, or removes the colour if all have it.
  function paint(colour) {
    const places = cells().map(([row, col]) => at(row, col));
    const all = places.every((place) => app.colours.get(place) === colour);
    app.mark((_, __, ___, colours) => places.forEach((place) => (all ? colours.delete(place) : colours.set(place, colour))));
  }

  function put(number, as) {
    if (as === 'colour') {
      if (number <= COLOURS.length) paint(number);
      return;
    }
    const open = cells().filter(([row, col]) => !isGiven(app, row, col));
    if (as === 'number') {
      const all = open.every(([row, col]) => numberAt(app, row, col) === number);
      app.mark((claims) => open.forEach(([row, col]) => write(app, claims, row, col, all ? 0 : number)));
      return;
    }
    const facts = open.filter(([row, col]) => numberAt(app, row, col) === 0).map(([row, col]) => factOf(app, row, col, number)).filter(Boolean);
    const all = facts.every((fact) => app[as].has(fact));
    app.mark((_, pencil, centre) => {
      const noted = { pencil, centre }[as];
      facts.forEach((fact) => (all ? noted.delete(fact) : noted.add(fact)));
    });
  }

  // Clears the numbers of the selected cells; if there are none, their marks; else their colours. In colour mode, colours come first.
  function clear() {
    const chosen = cells();
    const open = chosen.filter(([row, col]) => !isGiven(app, row, col));
    const facts = open.flatMap(([row, col]) => factsAt(app, row, col));
    const filled = open.some(([row, col]) => numberAt(app, row, col) > 0);
    const noted = facts.some((fact) => app.pencil.has(fact) || app.centre.has(fact));
    app.mark((claims, pencil, centre, colours) => {
      if (mode === 'colour' || (!filled && !noted)) chosen.forEach(([row, col]) => colours.delete(at(row, col)));
      else if (filled) open.forEach(([row, col]) => write(app, claims, row, col, 0));
      else {
        for (const fact of facts) {
          pencil.delete(fact);
          centre.delete(fact);
        }
      }
    });
  }

  function setMode(to) {
    mode = to;
    modes?.set(to);
    fillKeys();
  }

  // The keys of the pad: digits, or colours in colour mode.
  function fillKeys() {
    if (!keys) return;
    const erase = make('button.digit', { 'aria-label': 'Clear', onclick: clear }, icon('erase'));
    const digits = mode === 'colour'
      ? COLOURS.map((name, i) => make(`button.digit.swatch.tint-${i + 1}`, { 'data-digit': i + 1, 'aria-label': `${i + 1}: ${name}`, title: name, onclick: () => paint(i + 1) }, String(i + 1)))
      : Array.from({ length: n() }, (_, i) => make('button.digit', { 'data-digit': i + 1, onclick: () => put(i + 1, mode) }, String(i + 1)));
    replace(keys, digits, erase);
    keys.dataset.across = mode === 'colour' || n() <= 9 ? 5 : 8;
    keys.setAttribute('aria-label', mode === 'colour' ? 'Colours' : 'Digits');
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
        if (touch.button === 'right') setMode(mode === 'number' ? 'pencil' : 'number');
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
      if ((event.ctrlKey || event.metaKey) && digit > 0 && digit <= n()) {
        put(digit, 'centre');
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
        put(number, event.shiftKey && digit > 0 ? 'pencil' : mode);
        return true;
      }
      switch (event.key) {
        case 'z': case 'Z': setMode('number'); return true;
        case 'x': case 'X': setMode('pencil'); return true;
        case 'c': case 'C': setMode('centre'); return true;
        case 'v': case 'V': setMode('colour'); return true;
        case 'Backspace': case 'Delete': case ' ': case '0': clear(); return true;
        case 'Escape': select(new Set()); return true;
        default: return false;
      }
    },
    pad() {
      modes = choice('Meaning of a digit', [['number', 'Number', 'Z'], ['pencil', 'Corner', 'X: corner marks'], ['centre', 'Middle', 'C: centre marks'], ['colour', 'Colour', 'V']], mode, setMode);
      keys = make('div.pad', { role: 'group' });
      fillKeys();
      return [make('div.row', {}, modes.node), keys];
    },
    adorn(layer) {
      const focus = at(board.focus.row, board.focus.col);
      layer.append(outlined(board.plan, selected.size > 0 || !board.isFocused ? selected : new Set([focus])));
    },
    reset() { selected = new Set(); },
    note: 'Drag, Shift or Ctrl select many cells; a double click selects all cells with the same number.',
    help: [
      ['1 – 9', 'the number; letters from 10'],
      ['Z, X, C, V', 'digits are numbers, corner marks, centre marks, colours; on boards where these letters are numbers, use the buttons'],
      ['Shift + digit, Ctrl + digit', 'a corner mark, a centre mark'],
      ['right click', 'numbers or corner marks'],
      ['Shift + arrow, drag', 'select several cells'],
      ['Ctrl + A', 'select all'],
      ['Backspace, Space', 'clear'],
      ['double click', 'select all cells with the same number'],
    ],
  };
}
