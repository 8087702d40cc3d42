// Editing clues. What may be entered at a place is data of the kind: numbers, symbols or texts. The server changes the puzzle.

import { ask } from '../api.js';
import { draw, icon, make, replace } from '../dom.js';
import { clueWords, digitOf, named } from './cells.js';
import { outlined } from './outline.js';
import { boxOf, placeName } from './places.js';

// Directions as laid out on a pad and on a keypad, and in the order of angles from the right, clockwise.
const ARROWS = ['nw', 'n', 'ne', 'w', '', 'e', 'sw', 's', 'se'];
const SIGNS = { nw: '↖', n: '↑', ne: '↗', w: '←', e: '→', sw: '↙', s: '↓', se: '↘' };
const KEYPAD = ['', 'sw', 's', 'se', 'w', '', 'e', 'nw', 'n', 'ne'];
const TURNS = ['e', 'se', 's', 'sw', 'w', 'nw', 'n', 'ne'];

// With more numbers, the pad has digits instead of numbers.
const MOST_BUTTONS = 16;

// Whether the symbols of an entry are the eight directions.
const isCompass = ({ symbols }) => symbols.length === 8 && symbols.every(({ text }) => text in SIGNS);

export function editing(play) {
  const { app, board } = play;
  let place = null;
  let typed = { key: '', text: '' };
  let queue = Promise.resolve();
  let pad = null;
  let shown = null;

  const here = () => place ?? { row: board.focus.row, col: board.focus.col };
  const keyOf = (at) => JSON.stringify(at);
  const slotOf = (at) => app.info.slotOf.get(keyOf(at)) ?? null;
  const forget = () => { typed = { key: '', text: '' }; };

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

  // A symbol that is there already is removed.
  const toggle = (slot, symbol) => set(slot.clue === symbol && !slot.entry.required ? '' : symbol, slot.place);
  const erase = (slot) => {
    forget();
    if (slot && !slot.entry.required) set('', slot.place);
  };

  // A digit is appended as long as the number is valid.
  function type(slot, digit) {
    const [least, most] = slot.entry.numbers;
    const key = keyOf(slot.place);
    const before = typed.key === key ? typed.text : '';
    const longer = before !== '' && Number(before) > 0 && Number(before + digit) <= most;
    typed = { key, text: longer ? before + digit : String(digit) };
    const number = Number(typed.text);
    if (number >= least && number <= most) set(String(number), slot.place);
    else if (number === 0 && !slot.entry.required) set('', slot.place);
  }

  function key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key.startsWith('Arrow')) {
      place = null;
      forget();
      return false;
    }
    const slot = slotOf(here());
    if (!slot) return false;
    if (event.key === 'Backspace' || event.key === 'Delete') {
      erase(slot);
      return true;
    }
    // A symbol that shares its key with a digit wins.
    const symbol = slot.entry.symbols.find(({ text }) => text === event.key) ?? slot.entry.symbols.find(({ text }) => text.length === 1 && text.toLowerCase() === event.key.toLowerCase());
    const digit = digitOf(event);
    if (isCompass(slot.entry) && digit > 0 && KEYPAD[digit]) set(KEYPAD[digit], slot.place);
    else if (symbol) toggle(slot, symbol.text);
    else if (digit >= 0 && slot.entry.numbers) type(slot, digit);
    else if (slot.entry.text && event.key === 'Enter') pad?.querySelector('input')?.focus();
    else return false;
    return true;
  }

  // The controls for a place.
  function controls(slot) {
    if (!slot) return [make('p.note', {}, 'There is no place for a clue here.')];
    const { entry } = slot;
    const button = (words, label, press) => make('button.digit', { 'aria-label': label, title: label, onclick: press }, words);
    const group = (across, ...buttons) => {
      const node = make('div.pad', { role: 'group', 'aria-label': 'Clues' }, ...buttons);
      node.dataset.across = across;
      return node;
    };
    const none = entry.required ? null : make('button.digit', { 'aria-label': 'No clue', onclick: () => erase(slot) }, icon('erase'));
    if (isCompass(entry)) return [group('arrows', ARROWS.map((arrow) => (arrow ? button(SIGNS[arrow], entry.symbols.find(({ text }) => text === arrow).words, () => set(arrow, slot.place)) : none ?? make('span'))))];
    const parts = [];
    if (entry.numbers) {
      const [least, most] = entry.numbers;
      const whole = most - least < MOST_BUTTONS;
      const range = whole ? Array.from({ length: most - least + 1 }, (_, i) => least + i) : [1, 2, 3, 4, 5, 6, 7, 8, 9, 0];
      const buttons = range.map((number) => button(String(number), String(number), () => (whole ? set(String(number), slot.place) : type(slot, number))));
      const symbols = entry.symbols.map(({ text, words }) => button(text, words, () => toggle(slot, text)));
      parts.push(group(whole && range.length <= 10 ? 5 : whole ? 8 : 6, buttons, symbols, none));
    } else if (entry.symbols.length > 0) {
      parts.push(group(3, entry.symbols.map(({ text, words }) => button(words, `${words} (${text})`, () => toggle(slot, text))), none));
    }
    if (entry.text) {
      const input = make('input', { 'aria-label': 'The clue', spellcheck: 'false', props: { value: slot.clue } });
      const apply = () => set(input.value, slot.place);
      input.addEventListener('keydown', (event) => { if (event.key === 'Enter') apply(); });
      parts.push(make('div.row', {}, input, make('button', { onclick: apply }, 'Set the clue'), entry.numbers ? null : none));
    }
    return parts;
  }

  // Fills the pad for the selected place.
  function fill(force) {
    const slot = slotOf(here());
    const now = `${slot ? keyOf(slot.place) : ''} ${slot?.clue}`;
    if (!pad || (!force && now === shown) || pad.contains(document.activeElement) && pad.querySelector('input') === document.activeElement) return;
    shown = now;
    // Places that are not on the picture are listed.
    const listed = app.info.slots.filter((one) => one.place.region !== undefined || one.place.line !== undefined);
    const buttons = listed.map((one) => make('button', { 'aria-pressed': keyOf(one.place) === keyOf(here()), onclick: () => go(one.place) }, `${placeName(one.place)}: ${one.clue || 'no clue'}`));
    replace(pad, make('p.note', {}, placeName(here())), controls(slot), buttons.length > 0 ? make('div.row', {}, buttons) : null);
  }

  function go(to) {
    place = to;
    forget();
    play.adorn();
  }

  return {
    touch(touch) {
      const slot = slotOf(touch.from ?? touch.cell ?? here());
      if (touch.phase === 'down') {
        place = null;
        forget();
        if (touch.button === 'right') erase(slotOf(touch.cell));
        play.adorn();
      } else if (touch.phase === 'up' && slot && isCompass(slot.entry)) {
        // A drag inside a cell turns its arrow.
        const [across, down] = [touch.at.x - touch.start.x, touch.at.y - touch.start.y];
        if (Math.hypot(across, down) < 0.25) return;
        set(TURNS[(Math.round(Math.atan2(down, across) / (Math.PI / 4)) + 8) % 8], touch.from);
      }
    },
    key,
    pad() {
      pad = make('div.padding');
      shown = null;
      fill(true);
      return [pad];
    },
    targets: () => app.info.slots.filter(({ place: at }) => at.row === undefined || at.col === undefined || at.on).map((slot) => ({
      place: slot.place,
      label: `${placeName(slot.place)}: ${slot.clue === '' ? 'no clue' : clueWords(slot)}; enter its clue`,
      press: () => go(slot.place),
    })),
    adorn(layer) {
      fill(false);
      const box = place && boxOf(board.plan, place);
      if (box) layer.append(draw('rect', { class: 'selected', x: box[0], y: box[1], width: box[2], height: box[3], rx: 4 }));
      else if (!place) layer.append(outlined(board.plan, new Set([board.focus.row * board.plan.cols + board.focus.col])));
    },
    describe(row, col) {
      const slot = slotOf({ row, col });
      return `${named(row, col)}, ${slot?.clue ? `clue ${clueWords(slot)}` : 'no clue'}`;
    },
    reset() { place = null; },
    get help() {
      const symbols = new Map(app.info.entries.flatMap((entry) => entry.symbols).map(({ text, words }) => [text, words]));
      const compass = app.info.entries.some(isCompass);
      return [
        ...(app.info.entries.some(({ numbers }) => numbers) ? [['digits', 'a number']] : []),
        ...(compass ? [['drag in a cell, keypad', 'turn an arrow']] : [...symbols].filter(([text]) => text.length === 1).map(([text, words]) => [text, words])),
        ['Backspace, right click', 'no clue'],
      ];
    },
    note: 'You are editing the puzzle: select a cell, or another place for a clue on or beside the board, and enter its clue.',
  };
}
