// Numbers along a path, where consecutive numbers are neighbours: a drag or click from a number places the next ones.

import { choice, draw, make } from '../dom.js';
import { factOf, isGiven, numberAt, placesOf, write } from './cells.js';
import { middle } from './outline.js';

export function path(play, select) {
  const { app, board } = play;
  let counting = 'auto';
  let trail = [];
  let erasing = false;
  let since = 0;
  let direction = 1;

  const valueOf = ({ row, col }) => numberAt(app, row, col);
  const near = (a, b) => {
    const [down, across] = [Math.abs(a.row - b.row), Math.abs(a.col - b.col)];
    return app.info.play.path === 'corner' ? Math.max(down, across) === 1 : down + across === 1;
  };
  // Numbers go up, unless only the previous one is still missing.
  const chooseDirection = (number) => {
    const places = placesOf(app);
    const free = (to) => to >= app.info.least && to <= app.info.most && !places.has(to);
    if (counting === 'up') return 1;
    if (counting === 'down') return -1;
    return !free(number + 1) && free(number - 1) ? -1 : 1;
  };

  // Places the next number in a cell; returns whether it did.
  function lay(from, to) {
    const number = valueOf(from);
    if (number === null || !near(from, to)) return false;
    const next = number + direction;
    if (valueOf(to) === next) return true;
    if (valueOf(to) !== null || placesOf(app).has(next) || !factOf(app, to.row, to.col, next)) return false;
    return app.mark((claims) => write(app, claims, to.row, to.col, next));
  }

  const erase = ({ row, col }) => app.mark((claims) => write(app, claims, row, col, null));

  return {
    applies: (info) => Boolean(info.play.path) && info.most !== null,
    takes: (touch) => !touch.shift && !touch.ctrl,
    touch(touch) {
      if (touch.phase === 'down') {
        select(touch.cell);
        since = app.moves;
        erasing = touch.button === 'right';
        if (erasing) {
          erase(touch.cell);
          return;
        }
        const before = trail.at(-1);
        const number = valueOf(touch.cell);
        if (number === null && before && valueOf(before) !== null) {
          direction = chooseDirection(valueOf(before));
          lay(before, touch.cell);
        } else if (number !== null) direction = chooseDirection(number);
        trail = [touch.cell];
      } else if (touch.phase === 'drag' && touch.entered) {
        if (erasing) {
          erase(touch.cell);
          return;
        }
        const [before, last] = trail.length > 1 ? trail.slice(-2) : [null, trail.at(-1)];
        if (!last) return;
        if (before && before.row === touch.cell.row && before.col === touch.cell.col) {
          // Dragging back removes numbers.
          if (!isGiven(app, last.row, last.col)) erase(last);
          trail.pop();
        } else if (lay(last, touch.cell)) trail.push(touch.cell);
      } else if (touch.phase === 'up') {
        app.join(since);
        const last = trail.at(-1);
        if (!last || erasing) return;
        board.go(last.row, last.col);
        select(last);
      }
    },
    key(event) {
      if (event.key !== '+' && event.key !== '-') return false;
      counting = event.key === '+' ? 'up' : 'down';
      play.refresh();
      return true;
    },
    pad() {
      const way = choice('Direction of placing numbers', [['auto', 'Auto'], ['up', 'Up', '+'], ['down', 'Down', '−']], counting, (to) => { counting = to; });
      return [make('div.row', {}, make('span.note', {}, 'Place numbers'), way.node)];
    },
    adorn(layer) {
      // Highlights the previous and the next number of the selected one.
      const number = valueOf(board.focus);
      if (number === null) return;
      const places = placesOf(app);
      for (const other of [places.get(number - 1), places.get(number + 1)]) {
        if (!other) continue;
        const [cx, cy] = middle(board.plan, other);
        layer.append(draw('circle', { cx, cy, r: board.plan.side * 0.43, class: 'hop' }));
      }
    },
    reset() { trail = []; },
    note: 'Drag from a number to place the next ones; drag back to remove them. Or select a cell and type.',
    help: () => [
      ['drag', 'place the next numbers'],
      ['click a neighbour', 'place the next number there'],
      ['+, −', 'place upwards, downwards'],
      ['right drag', 'clear'],
    ],
  };
}
