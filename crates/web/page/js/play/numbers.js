// Numbers in cells: many cells can be selected, and a number goes into all of them: as a number, a corner mark, a centre mark or a colour. Numbers of several digits are typed digit by digit.

import { choice, icon, make, replace } from '../dom.js';
import { COLOURS, digitOf, factOf, factsAt, isGiven, numberAt, write } from './cells.js';
import { outlined } from './outline.js';

// With more numbers, the pad has digits instead of numbers.
const MOST_BUTTONS = 16;

export function numbers(play) {
  const { app, board } = play;
  let selected = new Set();
  let mode = 'number';
  let adding = true;
  let typed = { key: '', text: '' };
  let modes = null;
  let keys = null;
  let list = null;

  const most = () => app.info.most;
  const isLong = () => most() > 9;
  const at = (row, col) => row * app.info.cols + col;
  const cells = () => {
    const chosen = selected.size > 0 ? selected : new Set([at(board.focus.row, board.focus.col)]);
    return [...chosen].map((i) => [Math.floor(i / app.info.cols), i % app.info.cols]);
  };
  const open = () => cells().filter(([row, col]) => !isGiven(app, row, col));
  const end = () => { typed = { key: '', text: '' }; };
  const select = (set) => {
    selected = set;
    end();
    play.adorn();
  };

  // Colours all selected cells, or removes the colour if all have it.
  function paint(colour) {
    const places = cells().map(([row, col]) => at(row, col));
    const all = places.every((place) => app.colours.get(place) === colour);
    app.mark((_, __, ___, colours) => places.forEach((place) => (all ? colours.delete(place) : colours.set(place, colour))));
  }

  // Writes a number or a mark; what all cells have already is removed. `before` is a number whose digits became this one.
  function put(number, as, before = null) {
    if (as === 'colour') {
      if (number >= 1 && number <= COLOURS.length) paint(number);
      return;
    }
    if (as === 'number') {
      const to = open().filter(([row, col]) => factOf(app, row, col, number));
      const all = to.every(([row, col]) => numberAt(app, row, col) === number);
      app.mark((claims) => to.forEach(([row, col]) => write(app, claims, row, col, all && !isLong() ? null : number)));
      return;
    }
    const empty = open().filter(([row, col]) => numberAt(app, row, col) === null);
    const factsOf = (value) => empty.map(([row, col]) => factOf(app, row, col, value)).filter(Boolean);
    const facts = factsOf(number);
    const all = facts.every((fact) => app[as].has(fact));
    app.mark((_, pencil, centre) => {
      const noted = { pencil, centre }[as];
      if (before !== null) factsOf(before).forEach((fact) => noted.delete(fact));
      facts.forEach((fact) => (all ? noted.delete(fact) : noted.add(fact)));
    });
  }

  // A digit is appended as long as the number is valid.
  function type(digit, as) {
    if (!isLong() || as === 'colour') {
      put(digit, as);
      return;
    }
    const key = `${as} ${cells().join(' ')}`;
    const before = typed.key === key ? typed.text : '';
    const longer = before !== '' && Number(before + digit) <= most() && Number(before) > 0;
    typed = { key, text: longer ? before + digit : String(digit) };
    put(Number(typed.text), as, longer ? Number(before) : null);
  }

  // Clears the numbers of the selected cells; if there are none, their marks; else their colours. In colour mode, colours come first.
  function clear() {
    const chosen = cells();
    const facts = open().flatMap(([row, col]) => factsAt(app, row, col));
    const filled = open().filter(([row, col]) => factsAt(app, row, col).some((fact) => app.claims.has(fact) || app.claims.has(-fact)));
    const noted = facts.some((fact) => app.pencil.has(fact) || app.centre.has(fact));
    const shorter = typed.key.startsWith('number ') ? typed.text.slice(0, -1) : '';
    typed = { ...typed, text: shorter };
    app.mark((claims, pencil, centre, colours) => {
      if (mode === 'colour' || (filled.length === 0 && !noted)) chosen.forEach(([row, col]) => colours.delete(at(row, col)));
      else if (filled.length > 0) filled.forEach(([row, col]) => write(app, claims, row, col, shorter === '' ? null : Number(shorter)));
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
    end();
    modes?.set(to);
    fillKeys();
  }

  // The keys of the pad: numbers or digits, or colours in colour mode.
  function fillKeys() {
    if (!keys) return;
    const erase = make('button.digit', { 'aria-label': 'Clear', onclick: clear }, icon('erase'));
    const whole = most() <= MOST_BUTTONS;
    const range = whole ? Array.from({ length: most() - app.info.least + 1 }, (_, i) => app.info.least + i) : [1, 2, 3, 4, 5, 6, 7, 8, 9, 0];
    const digits = mode === 'colour'
      ? COLOURS.map((name, i) => make('button.digit.swatch', { class: `digit swatch tint-${i + 1}`, 'data-digit': i + 1, 'aria-label': `${i + 1}: ${name}`, title: name, onclick: () => paint(i + 1) }, String(i + 1)))
      : range.map((number) => make('button.digit', { 'data-digit': number, onclick: () => (whole ? put(number, mode) : type(number, mode)) }, String(number)));
    replace(keys, digits, erase);
    keys.dataset.across = mode === 'colour' || most() <= 9 ? 5 : whole ? 8 : 6;
    keys.setAttribute('aria-label', mode === 'colour' ? 'Colours' : whole ? 'Numbers' : 'Digits');
  }

  // The missing numbers as ranges: 3, 7–9.
  function missing() {
    const present = new Set();
    for (const { row, col } of app.info.cellAt.values()) present.add(numberAt(app, row, col));
    const stretches = [];
    for (let number = app.info.least; number <= most(); number += 1) {
      if (present.has(number)) continue;
      const last = stretches.at(-1);
      if (last && last[1] === number - 1) last[1] = number;
      else stretches.push([number, number]);
    }
    return stretches.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
  }

  return {
    applies: (info) => info.most !== null,
    takes: ({ cell }) => factsAt(app, cell.row, cell.col).length > 0,
    select: (cell) => select(new Set([at(cell.row, cell.col)])),
    touch(touch) {
      const here = at(touch.cell.row, touch.cell.col);
      if (touch.phase === 'down') {
        const number = numberAt(app, touch.cell.row, touch.cell.col);
        if (touch.double && number !== null) {
          const alike = [...app.info.cellAt.values()].filter(({ row, col }) => numberAt(app, row, col) === number);
          select(new Set(alike.map(({ row, col }) => at(row, col))));
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
        if (touch.button !== 'right') return;
        if (number !== null && !isGiven(app, touch.cell.row, touch.cell.col)) app.mark((claims) => write(app, claims, touch.cell.row, touch.cell.col, null));
        else setMode(mode === 'number' ? 'pencil' : 'number');
      } else if (touch.phase === 'drag' && touch.entered) {
        const next = new Set(selected);
        if (adding) next.add(here);
        else next.delete(here);
        select(next);
      }
    },
    key(event) {
      const digit = digitOf(event);
      const letter = /^[a-y]$/i.test(event.key) && isLong() && most() <= 35 ? event.key.toLowerCase().charCodeAt(0) - 87 : -1;
      const control = event.ctrlKey || event.metaKey;
      if (control && event.key.toLowerCase() === 'a') {
        select(new Set(app.info.cellAt.keys()));
        return true;
      }
      if (control && digit >= 0 && digit <= most()) {
        type(digit, 'centre');
        return true;
      }
      if (control || event.altKey) return false;
      const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
      if (step) {
        const { row, col } = board.focus;
        if (board.go(row + step[0], col + step[1])) {
          const here = at(board.focus.row, board.focus.col);
          select(event.shiftKey ? new Set([...selected, at(row, col), here]) : new Set([here]));
        }
        return true;
      }
      if (digit >= 0 && (digit >= app.info.least || isLong()) && (digit <= most() || mode === 'colour')) {
        type(digit, event.shiftKey ? 'pencil' : mode);
        return true;
      }
      if (letter > 9 && letter <= most()) {
        end();
        put(letter, mode);
        return true;
      }
      switch (event.key) {
        case 'z': case 'Z': setMode('number'); return true;
        case 'x': case 'X': setMode('pencil'); return true;
        case 'c': case 'C': setMode('centre'); return true;
        case 'v': case 'V': setMode('colour'); return true;
        case 'Enter': end(); return true;
        case 'Backspace': clear(); return true;
        case 'Delete': case ' ': case '0': end(); clear(); return true;
        case 'Escape': select(new Set()); return true;
        default: return false;
      }
    },
    pad() {
      modes = choice('Meaning of a digit', [['number', 'Number', 'Z'], ['pencil', 'Corner', 'X: corner marks'], ['centre', 'Middle', 'C: centre marks'], ['colour', 'Colour', 'V']], mode, setMode);
      keys = make('div.pad', { role: 'group' });
      list = make('p.note#missing', {});
      fillKeys();
      return [make('div.row', {}, modes.node), keys, list];
    },
    // Where every number is used once, the missing ones are listed.
    marked() {
      const once = app.info.cellAt.size === most() - app.info.least + 1 && most() > 1;
      if (!list) return;
      list.hidden = !once;
      if (once) list.textContent = missing() ? `Not used yet: ${missing()}.` : 'Every number is used.';
    },
    adorn(layer) {
      const focus = at(board.focus.row, board.focus.col);
      layer.append(outlined(board.plan, selected.size > 0 || !board.isFocused ? selected : new Set([focus])));
    },
    reset() {
      selected = new Set();
      end();
    },
    get note() { return `${app.info.play.path ? '' : 'Drag, '}Shift or Ctrl select many cells; a double click selects all cells with the same number.`; },
    help: () => [
      [isLong() ? 'digits' : `${app.info.least} – ${most()}`, isLong() ? 'a number of one or more digits; Enter ends it; letters stand for numbers from 10 to 35' : 'the number'],
      ['Z, X, C, V', 'digits are numbers, corner marks, centre marks, colours; on boards where these letters are numbers, use the buttons'],
      ['Shift + digit, Ctrl + digit', 'a corner mark, a centre mark'],
      ['right click', 'clear a number; on an open cell, numbers or corner marks'],
      ['Shift + arrow, drag', 'select several cells'],
      ['Ctrl + A', 'select all'],
      ['Backspace, Space', 'clear'],
      ['double click', 'select all cells with the same number'],
    ],
  };
}
