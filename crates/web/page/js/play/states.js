// Cells with a few states: a fact that is true, false or open, or one of several symbols. A click goes to the next state, a drag continues, the right button goes the other way.

import { choice, make } from '../dom.js';
import { factsAt, falseWord, isGiven, named, truth } from './cells.js';

export function states(play) {
  const { app, board } = play;
  let tool = 1;
  let paint = null;
  let since = 0;

  // The state of a cell: 0 open, -1 false, or the position of its true fact from 1; `null` without facts.
  const stateOf = ({ row, col }) => {
    const facts = factsAt(app, row, col);
    if (facts.length === 0) return null;
    const found = facts.findIndex((fact) => truth(app, fact) === 1);
    if (found >= 0) return found + 1;
    return facts.length === 1 && truth(app, facts[0]) === -1 ? -1 : 0;
  };
  const set = ({ row, col }, to) => {
    const facts = factsAt(app, row, col);
    if (facts.length === 0 || isGiven(app, row, col)) return;
    app.mark((claims) => {
      for (const fact of facts) {
        claims.delete(fact);
        claims.delete(-fact);
      }
      if (to > 0) claims.add(facts[to - 1]);
      else if (to < 0) claims.add(-facts[0]);
    });
  };
  // The order of states: open, the symbols, false.
  const order = ({ row, col }) => {
    const facts = factsAt(app, row, col);
    return facts.length === 1 ? [0, 1, -1] : [0, ...facts.keys()].map((_, i) => i);
  };
  const next = (cell, by) => {
    const all = order(cell);
    return all[(all.indexOf(stateOf(cell) ?? 0) + by + all.length) % all.length];
  };
  const first = () => app.info.cellAt.values().next().value;
  // The words of all states but open, with the keys that set them.
  const words = () => {
    const facts = first().facts;
    const labels = facts.map((fact, i) => [i + 1, app.info.facts[fact - 1].label]);
    if (facts.length === 1) labels.push([-1, falseWord(app, facts[0])]);
    const taken = new Set();
    return labels.map(([to, label]) => {
      const key = [...label.toLowerCase()].find((letter) => /[a-z]/.test(letter) && !taken.has(letter)) ?? '';
      taken.add(key);
      return { to, label: label[0].toUpperCase() + label.slice(1), key };
    });
  };
  const line = (place) => [...app.info.cellAt.values()].filter(({ row, col }) => (place.row !== undefined ? row === place.row : col === place.col));

  return {
    applies: (info) => info.most === null && info.cellAt.size > 0,
    takes: ({ cell }) => stateOf(cell) !== null,
    touch(touch) {
      if (touch.phase === 'down') {
        since = app.moves;
        paint = next(touch.cell, touch.button === 'right' ? -tool : tool);
        set(touch.cell, paint);
      } else if (touch.phase === 'drag' && touch.entered && paint !== null) set(touch.cell, paint);
      else if (touch.phase === 'up' || touch.phase === 'cancel') {
        paint = null;
        app.join(since);
      }
    },
    key(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return false;
      const here = board.focus;
      const named = words().find(({ key }) => key === event.key.toLowerCase());
      if (event.key === 'Backspace' || event.key === 'Delete') set(here, 0);
      else if (event.key === 'Enter') set(here, next(here, 1));
      else if (event.key === ' ') set(here, next(here, -1));
      else if (named) set(here, named.to);
      else return false;
      return true;
    },
    pad() {
      const all = words();
      const buttons = [...all, { to: 0, label: 'Open', key: '' }].map(({ to, label, key }) => make('button', { title: key.toUpperCase(), onclick: () => set(board.focus, to) }, label));
      const ends = [['1', all[0].label], ['-1', all.at(-1).label]];
      const tools = choice('What a touch sets first', ends, String(tool), (to) => { tool = Number(to); });
      return [
        make('div.row', {}, make('span.note', {}, 'A touch sets'), tools.node),
        make('div.row', {}, make('span.note', {}, 'Selected cell'), buttons),
      ];
    },
    // A click on a clue of a line marks its open cells as false.
    targets() {
      const facts = first().facts;
      if (facts.length !== 1) return [];
      return app.info.tallies.map(({ place, clue }) => {
        const name = place.row !== undefined ? `Row ${place.row + 1}` : `Column ${place.col + 1}`;
        const marked = line(place).filter((cell) => stateOf(cell) === 1).length;
        return {
          place,
          label: `${name}: ${clue === '' ? 'no clue' : clue}, ${marked} marked; fill the rest with ${falseWord(app, facts[0])}`,
          press() {
            const before = app.moves;
            for (const cell of line(place)) if (stateOf(cell) === 0) set(cell, -1);
            app.join(before);
          },
        };
      });
    },
    reset() { paint = null; },
    get note() {
      const all = words().map(({ label }) => label.toLowerCase());
      return `A click sets ${all.join(', ')}, open; the right button goes the other way. Drag to mark several cells.${app.info.tallies.length > 0 ? ' Click a number beside the board to fill the rest of its line.' : ''}`;
    },
    help: () => [
      ['click, Enter', 'the next state'],
      ['right click, Space', 'the previous state'],
      ...words().filter(({ key }) => key).map(({ key, label }) => [key.toUpperCase(), label.toLowerCase()]),
      ['drag', 'mark several cells'],
      ...(app.info.tallies.length > 0 ? [['click a number beside the board', 'fill the rest of that line']] : []),
      ['Backspace', 'clear'],
    ],
    stateOf,
    name: ({ row, col }) => named(row, col),
    words,
  };
}
