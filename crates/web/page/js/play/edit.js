// Editing clues: the same for all kinds except for the clue symbols. The server changes the text of the puzzle.

import { ask } from '../api.js';
import { icon, make } from '../dom.js';
import { digitOf, named } from './cells.js';
import { outlined } from './outline.js';

const ARROWS = ['nw', 'n', 'ne', 'w', '', 'e', 'sw', 's', 'se'];
const SIGNS = { nw: '↖', n: '↑', ne: '↗', w: '←', e: '→', sw: '↙', s: '↓', se: '↘' };
// The directions of the keypad digits.
const KEYPAD = ['', 'sw', 's', 'se', 'w', '', 'e', 'nw', 'n', 'ne'];
const SHIPS = [['w', 'Water'], ['s', 'Any part'], ['c', 'Whole ship'], ['t', 'Upper end'], ['b', 'Lower end'], ['l', 'Left end'], ['r', 'Right end'], ['m', 'Middle']];

export function editing(play) {
  const { app, board } = play;
  let place = null;
  let typed = { key: '', text: '' };
  let queue = Promise.resolve();

  const kind = () => app.card.id;
  const here = () => place ?? { row: board.focus.row, col: board.focus.col };
  const keyOf = (at) => JSON.stringify(at);
  const isTally = (at) => at.row === undefined || at.col === undefined;
  const clueAt = (at) => (isTally(at) ? app.info.tallies.find((tally) => keyOf(tally.place) === keyOf(at))?.clue : app.info.clueAt.get(at.row * app.info.cols + at.col)) ?? '';

  // Edits are sequential: each starts from the text of the previous one.
  function set(clue, at = here()) {
    queue = queue.then(async () => {
      try {
        const changed = await ask('edit', { ...app.P(), place: at, clue });
        play.problem('');
        if (changed.text !== app.moment.text) await app.open({ ...changed, name: '' }, { carry: true });
      } catch (error) {
        play.problem(error.message);
      }
    });
  }

  function type(sign) {
    const at = here();
    const before = typed.key === keyOf(at) ? typed.text : '';
    typed = { key: keyOf(at), text: before + sign };
    const most = { sudoku: app.info.rows, magic: app.info.rows ** 2 }[kind()] ?? app.info.at.size;
    if (Number(typed.text) > most || (kind() === 'sudoku' && most <= 9)) typed.text = String(sign);
    set(String(Number(typed.text)) === '0' && !isTally(at) ? '' : String(Number(typed.text)), at);
  }

  function key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const at = here();
    // A symbol that shares its key with a digit wins.
    const digit = ['#', '?'].includes(event.key) ? -1 : digitOf(event);
    const letter = event.key.length === 1 ? event.key.toLowerCase() : '';
    if (event.key === 'Backspace' || event.key === 'Delete') {
      typed = { key: '', text: '' };
      if (kind() !== 'whitetan') set('', at);
      return true;
    }
    if (event.key.startsWith('Arrow')) {
      place = null;
      typed = { key: '', text: '' };
      return false;
    }
    if (isTally(at) || ['sudoku', 'magic', 'numbrix', 'hidato'].includes(kind())) {
      if (digit >= 0) type(digit);
      else if (letter === '#' && ['numbrix', 'hidato'].includes(kind())) set(clueAt(at) === '#' ? '' : '#', at);
      else return false;
      return true;
    }
    if (kind() === 'hashi' && (digit > 0 || letter === '?')) set(letter === '?' ? '?' : String(digit), at);
    else if (kind() === 'battleship' && SHIPS.some(([sign]) => sign === letter)) set(letter, at);
    else if (kind() === 'whitetan' && digit > 0 && KEYPAD[digit]) set(KEYPAD[digit], at);
    else return false;
    return true;
  }

  function pad() {
    const erase = make('button.digit', { 'aria-label': 'No clue', onclick: () => set('') }, icon('erase'));
    const button = (words, label, press) => make('button.digit', { 'aria-label': label, title: label, onclick: press }, words);
    const across = (node, n) => {
      node.dataset.across = n;
      return node;
    };
    const group = (...buttons) => make('div.pad', { role: 'group', 'aria-label': 'Clues' }, ...buttons);
    switch (kind()) {
      case 'sudoku': {
        const numbers = Array.from({ length: app.info.rows }, (_, i) => button(String(i + 1), String(i + 1), () => set(String(i + 1))));
        return across(group(numbers, erase), app.info.rows <= 9 ? 5 : 8);
      }
      case 'hashi':
        return across(group([1, 2, 3, 4, 5, 6, 7, 8].map((n) => button(String(n), `Island ${n}`, () => set(String(n)))), button('?', 'Island without a number', () => set('?')), erase), 5);
      case 'battleship':
        return across(group(SHIPS.map(([sign, words]) => button(words, words, () => set(sign))), erase), 3);
      case 'whitetan':
        return across(group(ARROWS.map((arrow) => (arrow ? button(SIGNS[arrow], `Arrow ${arrow}`, () => set(arrow)) : make('span')))), 'arrows');
      default: {
        const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0].map((n) => button(String(n), String(n), () => type(n)));
        const wall = ['numbrix', 'hidato'].includes(kind()) ? button('#', 'Obstacle', () => set(clueAt(here()) === '#' ? '' : '#')) : null;
        return across(group(digits, wall, erase), 6);
      }
    }
  }

  return {
    touch(touch) {
      if (touch.phase === 'down') {
        place = null;
        typed = { key: '', text: '' };
        if (touch.button === 'right' && kind() !== 'whitetan') set('', touch.cell);
        play.adorn();
      } else if (touch.phase === 'up' && kind() === 'whitetan') {
        // A drag inside a cell turns its arrow.
        const [across, down] = [touch.at.x - touch.start.x, touch.at.y - touch.start.y];
        if (Math.hypot(across, down) < 0.25) return;
        const eighth = (Math.round(Math.atan2(down, across) / (Math.PI / 4)) + 8) % 8;
        set(['e', 'se', 's', 'sw', 'w', 'nw', 'n', 'ne'][eighth], touch.from);
      }
    },
    key,
    pad: () => [pad()],
    margin(to) {
      place = to;
      typed = { key: '', text: '' };
      play.adorn();
    },
    marginLabel: ({ place: at, clue }) => `${at.row !== undefined ? `Row ${at.row + 1}` : `Column ${at.col + 1}`}: ${clue === '' ? 'no number' : clue}; type its number`,
    adorn(layer) {
      if (!place) layer.append(outlined(board.plan, new Set([board.focus.row * board.plan.cols + board.focus.col])));
    },
    describe: (row, col) => `${named(row, col)}, ${clueAt({ row, col }) === '' ? 'no clue' : `clue ${clueAt({ row, col })}`}`,
    reset() { place = null; },
    help: [['digits and letters', 'the clue, as in the puzzle’s text'], ['Backspace, right click', 'no clue'], ['#', 'an obstacle (Numbrix, Hidato)'], ['?', 'an island without a number'], ['drag in a cell, keypad', 'turn an arrow (White-and-Tan)']],
    note: 'You are editing the puzzle: select a cell, or a number beside the board, and enter its clue.',
  };
}
