// Playing Numbrix and Hidato: drag or click from a number to its neighbours to place the next numbers, or select a cell and type.

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
  // Numbers go up, unless only the previous one is still missing.
  const chooseDirection = (number) => {
    const places = placesOf(app);
    const free = (to) => to >= 1 && to <= most() && !places.has(to);
    if (counting === 'up') return 1;
    if (counting === 'down') return -1;
    return !free(number + 1) && free(number - 1) ? -1 : 1;
  };

  // Places the next number in a cell; returns whether it did.
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
          // Dragging back removes numbers.
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
      const way = choice('Direction of placing numbers', [['auto', 'Auto'], ['up', 'Up', '+'], ['down', 'Down', '−']], counting, (to) => { counting = to; });
      list = make('p.note#missing', {}, '');
      return [make('div.row', {}, make('span.note', {}, 'Place numbers'), way.node), typed.pad(), list];
    },
    marked() {
      const missing = typed.missing();
      if (list) list.textContent = missing ? `Not placed yet: ${missing}` : 'All numbers are placed.';
    },
    adorn(layer) {
      if (board.wasFocused) typed.adorn(layer);
      // Highlights the previous and the next number of the selected one.
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
    note: 'Drag from a number to place the next ones; drag back to remove them. Or select a cell and type.',
    help: [
      ['drag', 'place the next numbers'],
      ['click a neighbour', 'place the next number there'],
      ['digits', 'write a number'],
      ['+, −', 'place upwards, downwards'],
      ['right drag, Backspace', 'clear'],
    ],
  };
}
