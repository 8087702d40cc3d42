// What belongs to a person's hand and to nothing else: colours of cells, marks in the middle, and what was marked on trial. The page draws it over the picture.

import { draw } from '../dom.js';
import { factsAt, numberAt } from './cells.js';
import { middle } from './outline.js';

// Where marks in corners stand, as parts of a cell, in the order in which they are filled.
const CORNERS = [[0.2, 0.22], [0.8, 0.22], [0.2, 0.8], [0.8, 0.8], [0.5, 0.22], [0.5, 0.8], [0.2, 0.51], [0.8, 0.51]];

const cellOf = (info, fact) => info.facts[fact - 1].cells;

// The places of cells with marks in the middle and no number.
function crowded(app) {
  const places = new Map();
  for (const fact of app.centre) {
    const [[row, col]] = cellOf(app.info, fact);
    if (numberAt(app, row, col) === 0) places.set(row * app.info.cols + col, { row, col });
  }
  return places;
}

// The marks in corners that the library draws: those of cells with nothing in the middle.
export function pencilled(app) {
  if (app.centre.size === 0) return [...app.pencil];
  const places = crowded(app);
  return [...app.pencil].filter((fact) => {
    const [[row, col]] = cellOf(app.info, fact);
    return !places.has(row * app.info.cols + col);
  });
}

export function colours(app, plan) {
  const { left, top, side, cols } = plan;
  return [...app.colours].map(([place, colour]) =>
    draw('rect', { class: `tint tint-${colour}`, 'data-colour': colour, x: left + (place % cols) * side, y: top + Math.floor(place / cols) * side, width: side, height: side }));
}

// The marks of cells that have some in the middle: those, and the ones in corners around them.
export function notes(app, plan) {
  const { side } = plan;
  const found = [];
  const labels = (cell, set) => factsAt(app, cell.row, cell.col).filter((fact) => set.has(fact)).map((fact) => app.info.facts[fact - 1].label);
  for (const cell of crowded(app).values()) {
    const [x, y] = middle(plan, cell);
    const inside = labels(cell, app.centre).join(app.info.rows > 9 ? ' ' : '');
    // As large as the width of the cell allows.
    const size = Math.min(side * 0.3, (side * 1.35) / Math.max(inside.length, 3));
    found.push(draw('text', { class: 'noted centre', x, y: y + size * 0.35, 'font-size': size, 'text-anchor': 'middle' }, inside));
    labels(cell, app.pencil).slice(0, CORNERS.length).forEach((label, i) => {
      const [across, down] = CORNERS[i];
      const small = side * 0.22;
      found.push(draw('text', { class: 'noted corner', x: x + (across - 0.5) * side, y: y + (down - 0.5) * side + small * 0.35, 'font-size': small, 'text-anchor': 'middle' }, label));
    });
  }
  return found;
}

// What was marked since the innermost trial began: a corner is turned down in each cell, a ring stands between two.
export function tried(app, plan) {
  const before = app.trials.at(-1);
  if (!before) return [];
  const { left, top, side } = plan;
  const places = new Map();
  for (const claim of app.claims) if (!before.claims.has(claim)) places.set(cellOf(app.info, Math.abs(claim)).join(' '), cellOf(app.info, Math.abs(claim)));
  return [...places.values()].map((cells) => {
    if (cells.length > 1) {
      const [[x, y], [u, v]] = [cells[0], cells.at(-1)].map(([row, col]) => middle(plan, { row, col }));
      return draw('circle', { class: 'tried', cx: (x + u) / 2, cy: (y + v) / 2, r: side * 0.12 });
    }
    const [[row, col]] = cells;
    const part = side * 0.26;
    return draw('path', { class: 'tried', d: `M${left + (col + 1) * side - part} ${top + row * side}h${part}v${part}z` });
  });
}
