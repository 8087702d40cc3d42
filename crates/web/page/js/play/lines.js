// Lines between the centres of cells, drawn by dragging, and lines on the sides of cells, drawn by clicking. The left button draws, the right button marks that there is no line.

import { choice, draw, make } from '../dom.js';
import { falseWord, truth } from './cells.js';
import { middle } from './outline.js';

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const WORDS = { north: [-1, 0], east: [0, 1], south: [1, 0], west: [0, -1] };

// How near to a side a touch must be where cells have marks of their own.
const NEAR = 0.22;

export function lines(play) {
  const { app, board } = play;
  let tool = 'line';
  let armed = null;
  let pull = null;
  let chain = null;
  let stroke = null;
  let since = 0;

  const links = () => app.info.links;
  const same = ([row, col], cell) => row === cell.row && col === cell.col;
  const otherEnd = ({ from, to }, cell) => (same(from, cell) ? to : same(to, cell) ? from : null);
  const linksAt = (cell) => app.info.linksAt.get(cell.row * app.info.cols + cell.col) ?? [];
  const isLong = ({ from, to }) => Math.abs(from[0] - to[0]) + Math.abs(from[1] - to[1]) > 1;
  // How many facts are true; -1 if the line is ruled out.
  const amount = ({ facts }) => {
    const n = facts.filter((fact) => truth(app, fact) === 1).length;
    return n === 0 && truth(app, facts[0]) === -1 ? -1 : n;
  };

  // The link that goes from a cell in a direction.
  const towards = (cell, [down, across]) => linksAt(cell).find((link) => {
    const [row, col] = otherEnd(link, cell);
    return Math.sign(row - cell.row) === down && Math.sign(col - cell.col) === across;
  });
  const between = (a, b) => linksAt(a).find((link) => same(otherEnd(link, a), b));

  // The link at a touch inside a cell: the one to the nearest neighbour, or one that runs over the cell.
  function under(cell, at) {
    const [x, y] = [at.x - cell.col - 0.5, at.y - cell.row - 0.5];
    const own = linksAt(cell);
    if (own.length > 0) {
      if (own.some(isLong) || Math.max(Math.abs(x), Math.abs(y)) < 0.2) return null;
      return towards(cell, Math.abs(x) > Math.abs(y) ? [0, Math.sign(x)] : [Math.sign(y), 0]);
    }
    const inside = (a, b, value) => (a < value && value < b) || (b < value && value < a);
    const found = links().filter(({ from, to }) => (from[0] === to[0] ? from[0] === cell.row && inside(from[1], to[1], cell.col) : from[1] === to[1] && from[1] === cell.col && inside(from[0], to[0], cell.row)));
    const level = Math.abs(y) < Math.abs(x);
    return found.find(({ from, to }) => (from[0] === to[0]) === level) ?? found[0];
  }

  // The side of a cell that is nearest to a touch, with its distance.
  function side(cell, at) {
    const [x, y] = [at.x - cell.col, at.y - cell.row];
    const sides = [[y, cell.row, cell.col, 0], [1 - y, cell.row + 1, cell.col, 0], [x, cell.row, cell.col, 1], [1 - x, cell.row, cell.col + 1, 1]];
    const known = sides.map(([away, ...place]) => ({ away, spot: app.info.borders.get(place.join(' ')) })).filter(({ spot }) => spot);
    return known.sort((a, b) => a.away - b.away)[0] ?? null;
  }

  // Sets a line to an amount: 0 is open, -1 ruled out.
  function set(spot, to) {
    app.mark((claims) => {
      for (const fact of spot.facts) {
        claims.delete(fact);
        claims.delete(-fact);
      }
      if (to < 0) spot.facts.forEach((fact) => claims.add(-fact));
      else if (app.info.play.cumulative) spot.facts.slice(0, to).forEach((fact) => claims.add(fact));
      else if (to > 0) claims.add(spot.facts[to - 1]);
    });
  }
  const position = (spot) => {
    const now = amount(spot);
    return app.info.play.cumulative || now <= 0 ? now : spot.facts.findIndex((fact) => truth(app, fact) === 1) + 1;
  };
  const after = (spot, how) => {
    const now = position(spot);
    if (how === 'none') return now < 0 ? 0 : -1;
    return now < 0 ? 1 : (now + 1) % (spot.facts.length + 1);
  };
  const change = (spot, how) => spot && set(spot, after(spot, how));
  const howOf = (touch) => ((touch.button === 'right') !== (tool === 'none') ? 'none' : 'line');

  // The direction of a drag, once it is clear.
  function pulled(touch, from) {
    const [across, down] = [touch.at.x - from.col - 0.5, touch.at.y - from.row - 0.5];
    if (Math.max(Math.abs(across), Math.abs(down)) < 0.6) return null;
    return Math.abs(across) > Math.abs(down) ? [0, Math.sign(across)] : [Math.sign(down), 0];
  }

  function dragLink(touch) {
    const last = chain.at;
    const link = touch.entered && between(last, touch.cell);
    if (link && !isLong(link)) {
      chain.to ??= after(link, howOf(touch));
      set(link, chain.to);
      chain.at = touch.cell;
      return;
    }
    const way = chain.to === undefined && pulled(touch, touch.from);
    const long = way && towards(touch.from, way);
    const found = long && isLong(long) ? long : null;
    if (found !== (pull?.link ?? null)) {
      pull = found ? { link: found, none: howOf(touch) === 'none' } : null;
      play.adorn();
    }
  }

  function middleOf(spot) {
    const { left, top, side: size } = board.plan;
    if (spot.from) {
      const [[x, y], [u, v]] = [spot.from, spot.to].map(([row, col]) => middle(board.plan, { row, col }));
      return [(x + u) / 2, (y + v) / 2];
    }
    return [left + (spot.col + (spot.upright ? 0 : 0.5)) * size, top + (spot.row + (spot.upright ? 0.5 : 0)) * size];
  }

  // The line in a direction from a cell: a link, or the side of the cell.
  const lineIn = (cell, [down, across]) => towards(cell, [down, across]) ?? app.info.borders.get([cell.row + (down > 0), cell.col + (across > 0), Math.abs(across)].map(Number).join(' '));

  return {
    applies: (info) => info.links.length > 0 || info.borders.size > 0,
    takes(touch) {
      if (links().length > 0) return true;
      const near = side(touch.cell, touch.at);
      return Boolean(near) && (near.away <= NEAR || !app.info.cellAt.has(touch.cell.row * app.info.cols + touch.cell.col));
    },
    amount,
    touch(touch) {
      if (touch.phase === 'down') {
        since = app.moves;
        [pull, chain, stroke] = [null, null, null];
        if (linksAt(touch.cell).length > 0) chain = { at: touch.cell, to: undefined };
        else if (links().length === 0) {
          const { spot } = side(touch.cell, touch.at);
          stroke = { to: after(spot, howOf(touch)), done: new Set([spot]) };
          set(spot, stroke.to);
        }
        play.adorn();
      } else if (touch.phase === 'drag') {
        if (chain) dragLink(touch);
        else if (stroke) {
          const near = side(touch.cell, touch.at);
          if (near && near.away <= NEAR && !stroke.done.has(near.spot)) {
            stroke.done.add(near.spot);
            set(near.spot, stroke.to);
          }
        }
      } else if (touch.phase === 'up') {
        const link = pull?.link ?? (links().length > 0 && !touch.moved ? under(touch.cell, touch.at) : null);
        pull = null;
        play.adorn();
        if (link && chain?.to === undefined) change(link, howOf(touch));
        [chain, stroke] = [null, null];
        app.join(since);
      }
    },
    key(event) {
      if (event.metaKey || event.altKey) return false;
      const way = STEPS[event.key];
      if (way) {
        const how = event.ctrlKey ? 'none' : event.shiftKey ? 'line' : armed;
        armed = null;
        if (how) {
          change(lineIn(board.focus, way), how);
          play.adorn();
          return true;
        }
        // Plain arrow keys follow long links.
        const link = towards(board.focus, way);
        if (!link || !isLong(link)) return false;
        board.go(...otherEnd(link, board.focus));
        return true;
      }
      if (event.ctrlKey) return false;
      if (app.info.cellAt.size === 0 && (event.key === 'Enter' || event.key === ' ')) {
        armed = event.key === 'Enter' ? 'line' : 'none';
        play.adorn();
        return true;
      }
      if (event.key === 'Escape' && armed) {
        armed = null;
        play.adorn();
        return true;
      }
      return false;
    },
    pad() {
      const [spot] = links().length > 0 ? links() : app.info.borders.values();
      const label = app.info.facts[spot.facts[0] - 1].label.replace(/^1 /, '');
      const none = falseWord(app, spot.facts[0]);
      const upper = (text) => text[0].toUpperCase() + text.slice(1);
      const tools = choice('What a touch sets', [['line', upper(label)], ['none', upper(none)]], tool, (to) => { tool = to; });
      return [make('div.row', {}, make('span.note', {}, links().length > 0 ? 'A drag sets' : 'A click sets'), tools.node)];
    },
    adorn(layer) {
      const { plan } = board;
      // Short lines that are ruled out are drawn by the picture.
      for (const link of links().filter((one) => isLong(one) && amount(one) < 0)) {
        const [[x, y], r] = [middleOf(link), plan.side * 0.13];
        layer.append(draw('path', { d: `M${x - r} ${y - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}`, class: 'denied' }));
      }
      if (pull) {
        const [a, b] = [pull.link.from, pull.link.to].map(([row, col]) => middle(plan, { row, col }));
        layer.append(draw('path', { d: `M${a}L${b}`, class: pull.none ? 'pull none' : 'pull' }));
      }
      if (board.isFocused) {
        const [cx, cy] = middle(plan, board.focus);
        layer.append(draw('circle', { cx, cy, r: plan.side * 0.46, class: armed ? 'here armed' : 'here' }));
      }
    },
    describe(row, col) {
      const own = Object.entries(WORDS).map(([words, way]) => [words, lineIn({ row, col }, way)]).filter(([, spot]) => spot && amount(spot) !== 0);
      return own.map(([words, spot]) => `${amount(spot) < 0 ? falseWord(app, spot.facts[0]) : app.info.facts[spot.facts[position(spot) - 1] - 1].label} ${words}`);
    },
    reset() { [armed, pull, chain, stroke] = [null, null, null, null]; },
    get note() {
      const word = links().length > 0 ? (links().some(isLong) ? 'Drag from a clue towards its neighbour, or click between them' : 'Drag from cell to cell, or click between them') : 'Click a side of a cell, or drag along sides';
      const [spot] = links().length > 0 ? links() : app.info.borders.values();
      return `${word}; with the right button to mark that there is ${falseWord(app, spot.facts[0])}.${spot.facts.length > 1 ? ' Repeat it for more lines.' : ''}`;
    },
    help: () => [
      [links().length > 0 ? 'drag, or click between cells' : 'click, drag', 'draw or remove a line'],
      ['the same with the right button', 'no line here'],
      ['Shift + arrow, or Enter and an arrow', 'a line that way'],
      ['Ctrl + arrow, or Space and an arrow', 'no line that way'],
      ...(links().some(isLong) ? [['arrows', 'from end to end of lines']] : []),
    ],
  };
}
