// Playing Numbrix and Hidato: drag or click from a number to its neighbours to lay the next ones, or select a cell and type.

import { choice, draw, make } from '../dom.js';
import { factOf, isGiven, numberAt, placesOf, write } from './cells.js';
import { middle } from './outline.js';
import { typing } from './typing.js';

export default function path(play) {
  const { app, board } = play;
  const most = () => app.info.at.size;
  const typed = typing(play, most);
  let counting = 'auto';
  let trail = [];
  let erasing = false;
  let since = 0;
  let direction = 1;
  let list = null;

  const near = (a, b) => {
    const [down, across] = [Math.abs(a.row - b.row), Math.abs(a.col - b.col)];
    return app.card.id === 'hidato' ? Math.max(down, across) === 1 : down + across === 1;
  };
  // Numbers go up, unless the next one has its place already and the one before has not.
  const chooseDirection = (number) => {
    const places = placesOf(app);
    const free = (to) => to >= 1 && to <= most() && !places.has(to);
    if (counting === 'up') return 1;
    if (counting === 'down') return -1;
    return !free(number + 1) && free(number - 1) ? -1 : 1;
  };

  // Lays the next number into a cell; whether it went on.
  function lay(from, to) {
    const number = numberAt(app, from.row, from.col);
    if (number === 0 || !near(from, to)) return false;
    const next = number + direction;
    if (numberAt(app, to.row, to.col) === next) return true;
    if (numberAt(app, to.row, to.col) !== 0 || next < 1 || next > most() || placesOf(app).has(next) || !factOf(app, to.row, to.col, next)) return false;
    return app.mark((claims) => write(app, claims, to.row, to.col, next));
  }

  const erase = ({ row, col }) => app.mark((claims) => write(app, claims, row, col, 0));

  return {
    touch(touch) {
      if (touch.phase === 'down') {
        typed.end();
        since = app.moves;
        erasing = touch.button === 'right';
        if (erasing) {
          erase(touch.cell);
          return;
        }
        const before = trail.at(-1);
        const number = numberAt(app, touch.cell.row, touch.cell.col);
        if (number === 0 && before && numberAt(app, before.row, before.col) > 0) {
          direction = chooseDirection(numberAt(app, before.row, before.col));
          lay(before, touch.cell);
        } else if (number > 0) direction = chooseDirection(number);
        trail = [touch.cell];
      } else if (touch.phase === 'drag' && touch.entered) {
        if (erasing) {
          erase(touch.cell);
          return;
        }
        const [before, last] = trail.slice(-2).length === 2 ? trail.slice(-2) : [null, trail.at(-1)];
        if (!last) return;
        if (before && before.row === touch.cell.row && before.col === touch.cell.col) {
          // Going back takes up what was laid.
          if (!isGiven(app, last.row, last.col)) erase(last);
          trail.pop();
        } else if (lay(last, touch.cell)) trail.push(touch.cell);
      } else if (touch.phase === 'up') {
        app.join(since);
        const last = trail.at(-1);
        if (last && !erasing) board.go(last.row, last.col);
      }
    },
    key(event) {
      if (event.key === '+' || event.key === '-') {
        counting = event.key === '+' ? 'up' : 'down';
        play.refresh();
        return true;
      }
      return typed.key(event);
    },
    pad() {
      const way = choice('Which way numbers are laid', [['auto', 'Auto'], ['up', 'Up', '+'], ['down', 'Down', '−']], counting, (to) => { counting = to; });
      list = make('p.note#missing', {}, '');
      return [make('div.row', {}, make('span.note', {}, 'Lay numbers'), way.node), typed.pad(), list];
    },
    marked() {
      const missing = typed.missing();
      if (list) list.textContent = missing ? `Not placed yet: ${missing}` : 'Every number has its place.';
    },
    adorn(layer) {
      if (board.wasFocused) typed.adorn(layer);
      // The neighbours of the number in hand show where it comes from and where it goes.
      const { row, col } = board.focus;
      const number = numberAt(app, row, col);
      if (number === 0) return;
      const places = placesOf(app);
      for (const other of [places.get(number - 1), places.get(number + 1)]) {
        if (!other) continue;
        const [x, y] = middle(board.plan, other);
        layer.append(draw('circle', { cx: x, cy: y, r: board.plan.side * 0.43, class: 'hop' }));
      }
    },
    reset() { trail = []; typed.end(); },
    note: 'Drag from a number to lay the next ones; drag back to take them up. Or select a cell and type.',
    help: [
      ['drag', 'lay the next numbers from the one you start at'],
      ['click a neighbour', 'lay the next number there'],
      ['digits', 'write a number'],
      ['+, −', 'lay upwards, downwards'],
      ['right drag, Backspace', 'clear'],
    ],
  };
}
