// Playing Hashiwokakero: drag from an island towards its neighbour for one bridge, two, none; with the right button, for "no bridge here".

import { choice, draw, make } from '../dom.js';
import { named, truth } from './cells.js';
import { drawNetworks } from './networks.js';
import { middle } from './outline.js';

const WAYS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export default function hashi(play) {
  const { app, board } = play;
  let tool = 'bridge';
  let armed = null;
  let pull = null;
  let segments = [];
  let read = null;
  let coloured = false;

  // The pairs of islands that can be joined, each with its facts: at least one bridge, at least two.
  function pairs() {
    if (read === app.info) return segments;
    read = app.info;
    const found = new Map();
    app.info.facts.forEach((fact, i) => {
      const key = fact.cells.join(' ');
      if (!found.has(key)) found.set(key, { from: fact.cells[0], to: fact.cells[1], facts: [] });
      found.get(key).facts.push(i + 1);
    });
    segments = [...found.values()];
    return segments;
  }

  const clue = ({ row, col }) => app.info.clueAt.get(row * app.info.cols + col) ?? '';
  const isIsland = (cell) => clue(cell) !== '';
  const same = ([row, col], cell) => row === cell.row && col === cell.col;
  const bridges = (pair) => pair.facts.filter((fact) => truth(app, fact) === 1).length;
  const denied = (pair) => truth(app, pair.facts[0]) === -1;

  // The pair that goes from an island in a direction.
  function towards(cell, [down, across]) {
    return pairs().find(({ from, to }) => {
      const other = same(from, cell) ? to : same(to, cell) ? from : null;
      return other && Math.sign(other[0] - cell.row) === down && Math.sign(other[1] - cell.col) === across;
    });
  }

  // The pair whose bridge runs over a cell; where two cross, the one the touch is nearer to.
  function over(cell, at) {
    const between = (a, b, x) => (a < x && x < b) || (b < x && x < a);
    const found = pairs().filter(({ from, to }) => (from[0] === to[0] ? from[0] === cell.row && between(from[1], to[1], cell.col) : from[1] === cell.col && between(from[0], to[0], cell.row)));
    const level = Math.abs((at.y % 1) - 0.5) < Math.abs((at.x % 1) - 0.5);
    return found.find(({ from, to }) => (from[0] === to[0]) === level) ?? found[0];
  }

  function change(pair, how) {
    if (!pair) return;
    const now = bridges(pair);
    const was = denied(pair);
    app.mark((claims) => {
      for (const fact of pair.facts) {
        claims.delete(fact);
        claims.delete(-fact);
      }
      if (how === 'none') {
        if (!was) pair.facts.forEach((fact) => claims.add(-fact));
        return;
      }
      const next = was ? 1 : (now + 1) % (pair.facts.length + 1);
      pair.facts.slice(0, next).forEach((fact) => claims.add(fact));
    });
  }

  // Every island with its number and how many bridges it has.
  function islands() {
    const found = [...app.info.clueAt].filter(([, words]) => words !== '');
    return found.map(([place, words]) => {
      const cell = { row: Math.floor(place / app.info.cols), col: place % app.info.cols };
      const own = pairs().filter(({ from, to }) => same(from, cell) || same(to, cell));
      return { ...cell, wanted: words === '?' ? null : parseInt(words, 36), count: own.reduce((sum, pair) => sum + bridges(pair), 0) };
    });
  }

  const howOf = (touch) => ((touch.button === 'right') !== (tool === 'none') ? 'none' : 'bridge');

  // The direction of a drag, once it is clear.
  function pulled(touch) {
    const [across, down] = [touch.at.x - touch.from.col - 0.5, touch.at.y - touch.from.row - 0.5];
    if (Math.max(Math.abs(across), Math.abs(down)) < 0.6) return null;
    return Math.abs(across) > Math.abs(down) ? [0, Math.sign(across)] : [Math.sign(down), 0];
  }

  return {
    touch(touch) {
      if (touch.phase === 'drag' && isIsland(touch.from)) {
        const way = pulled(touch);
        const pair = way && towards(touch.from, way);
        if (pair !== pull?.pair) {
          pull = pair ? { pair, from: touch.from, none: howOf(touch) === 'none' } : null;
          play.adorn();
        }
      } else if (touch.phase === 'up') {
        const pair = pull?.pair ?? (!touch.moved && !isIsland(touch.from) ? over(touch.cell, touch.at) : null);
        pull = null;
        play.adorn();
        change(pair, howOf(touch));
      } else if (touch.phase === 'down') play.adorn();
    },
    key(event) {
      if (event.metaKey || event.altKey) return false;
      const way = WAYS[event.key];
      if (way) {
        const how = event.ctrlKey ? 'none' : event.shiftKey ? 'bridge' : armed;
        armed = null;
        if (how) {
          change(towards(board.focus, way), how);
          play.adorn();
          return true;
        }
        // Plain arrow keys move from island to island.
        const pair = isIsland(board.focus) && towards(board.focus, way);
        if (!pair) return false;
        const [row, col] = same(pair.from, board.focus) ? pair.to : pair.from;
        board.go(row, col);
        return true;
      }
      if (event.ctrlKey) return false;
      if (event.key === 'Enter' || event.key === ' ') {
        armed = event.key === 'Enter' ? 'bridge' : 'none';
        play.adorn();
        return true;
      }
      if (event.key.toLowerCase() === 'n') {
        coloured = !coloured;
        play.refresh();
        return true;
      }
      if (event.key === 'Escape') armed = null;
      return event.key === 'Escape';
    },
    pad() {
      const tools = choice('What a drag sets', [['bridge', 'Bridges'], ['none', 'No bridge']], tool, (to) => { tool = to; });
      const networks = make('button#networks', { 'aria-pressed': coloured, title: 'N', onclick: () => { coloured = !coloured; play.refresh(); } }, 'Colour networks');
      return [make('div.row', {}, make('span.note', {}, 'A drag sets'), tools.node, networks)];
    },
    adorn(layer) {
      const { plan } = board;
      if (coloured) drawNetworks(layer, plan, islands(), pairs().filter((pair) => bridges(pair) > 0));
      for (const pair of pairs().filter(denied)) {
        const [[x, y], [u, v]] = [middle(plan, { row: pair.from[0], col: pair.from[1] }), middle(plan, { row: pair.to[0], col: pair.to[1] })];
        const [mx, my, r] = [(x + u) / 2, (y + v) / 2, plan.side * 0.13];
        layer.append(draw('path', { d: `M${mx - r} ${my - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}`, class: 'denied' }));
      }
      if (pull) {
        const [a, b] = [pull.pair.from, pull.pair.to].map(([row, col]) => middle(plan, { row, col }));
        layer.append(draw('path', { d: `M${a}L${b}`, class: pull.none ? 'pull none' : 'pull' }));
      }
      // A ring marks complete islands and the selected one.
      for (const { wanted, count, ...cell } of islands()) {
        const [cx, cy] = middle(plan, cell);
        if (wanted !== null && count === wanted) layer.append(draw('circle', { cx, cy, r: plan.side * 0.36, class: 'done-ring' }));
        if (wanted !== null && count > wanted) layer.append(draw('circle', { cx, cy, r: plan.side * 0.36, class: 'over-ring' }));
        if (board.isFocused && cell.row === board.focus.row && cell.col === board.focus.col) {
          layer.append(draw('circle', { cx, cy, r: plan.side * 0.46, class: armed ? 'here armed' : 'here' }));
        }
      }
    },
    describe(row, col) {
      const number = clue({ row, col });
      if (number === '') return `${named(row, col)}, water`;
      const own = Object.entries({ north: [-1, 0], east: [0, 1], south: [1, 0], west: [0, -1] }).map(([words, way]) => [words, towards({ row, col }, way)]);
      const parts = own.filter(([, pair]) => pair && (bridges(pair) > 0 || denied(pair))).map(([words, pair]) => `${denied(pair) ? 'no bridge' : bridges(pair)} ${words}`);
      return `${named(row, col)}, island ${number}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`;
    },
    reset() { [armed, pull] = [null, null]; },
    note: 'Drag from an island towards its neighbour: one bridge, two, none. Drag with the right button to mark that there is no bridge. Clicking between islands works too.',
    help: [['drag', 'one bridge, two, none'], ['right drag', 'no bridge here'], ['arrows', 'from island to island'], ['Shift + arrow, or Enter and an arrow', 'a bridge that way'], ['Ctrl + arrow, or Space and an arrow', 'no bridge that way'], ['N', 'colour connected islands alike; a network that is closed too early is dashed']],
  };
}
