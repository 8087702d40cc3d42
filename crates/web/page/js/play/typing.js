// Typing numbers of several digits into the focused cell: digits are appended as long as the number is valid.

import { icon, make } from '../dom.js';
import { digitOf, factOf, isGiven, numberAt, write } from './cells.js';
import { outlined } from './outline.js';

export function typing(play, most) {
  const { app, board } = play;
  let typed = { at: -1, text: '' };

  const here = () => board.focus.row * app.info.cols + board.focus.col;

  function put(digit) {
    const { row, col } = board.focus;
    if (isGiven(app, row, col)) return;
    const before = typed.at === here() ? typed.text : '';
    let text = before + digit;
    if (Number(text) > most() || Number(text) === 0) text = String(digit);
    typed = { at: here(), text };
    const number = Number(text);
    if (number === 0 || !factOf(app, row, col, number)) return;
    app.mark((claims, noted) => {
      write(app, claims, row, col, number);
      noted.clear();
    });
  }

  function clear() {
    const { row, col } = board.focus;
    const text = typed.at === here() ? typed.text.slice(0, -1) : '';
    typed = { at: here(), text };
    app.mark((claims) => write(app, claims, row, col, Number(text)));
  }

  return {
    end() { typed = { at: -1, text: '' }; },
    key(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return false;
      const digit = digitOf(event);
      if (digit >= 0) {
        put(digit);
        return true;
      }
      if (event.key === 'Backspace') {
        clear();
        return true;
      }
      if (event.key === 'Delete' || event.key === ' ') {
        typed = { at: -1, text: '' };
        app.mark((claims) => write(app, claims, board.focus.row, board.focus.col, 0));
        return true;
      }
      if (event.key === 'Enter' || event.key.startsWith('Arrow')) typed = { at: -1, text: '' };
      return event.key === 'Enter';
    },
    pad() {
      const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0].map((digit) => make('button.digit', { 'data-digit': digit, onclick: () => put(digit) }, String(digit)));
      const erase = make('button.digit', { 'aria-label': 'Clear', onclick: clear }, icon('erase'));
      const pad = make('div.pad', { role: 'group', 'aria-label': 'Digits' }, digits, erase);
      pad.dataset.across = 6;
      return pad;
    },
    adorn(layer) { layer.append(outlined(board.plan, new Set([here()]))); },
    // The missing numbers as ranges: 3, 7–9.
    missing() {
      const present = new Set();
      for (let row = 0; row < app.info.rows; row += 1) {
        for (let col = 0; col < app.info.cols; col += 1) present.add(numberAt(app, row, col));
      }
      const stretches = [];
      for (let number = 1; number <= most(); number += 1) {
        if (present.has(number)) continue;
        const last = stretches.at(-1);
        if (last && last[1] === number - 1) last[1] = number;
        else stretches.push([number, number]);
      }
      return stretches.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
    },
  };
}
