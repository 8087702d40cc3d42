// Marks that only the page knows: cell colours, centre marks and trial marks. The page draws them over the picture.

import { draw } from '../dom.js';
import { factsAt, numberAt } from './cells.js';
import { middle } from './outline.js';

// The positions of corner marks as fractions of a cell, in the order of filling.
const CORNERS = [[0.2, 0.22], [0.8, 0.22], [0.2, 0.8], [0.8, 0.8], [0.5, 0.22], [0.5, 0.8], [0.2, 0.51], [0.8, 0.51]];

const cellOf = (info, fact) => info.facts[fact - 1].cells;

// The cells with centre marks and no number.
function crowded(app) {
  const places = new Map();
  for (const fact of app.centre) {
    const [[row, col]] = cellOf(app.info, fact);
    if (numberAt(app, row, col) === null) places.set(row * app.info.cols + col, { row, col });
  }
  return places;
}

// The corner marks that the server draws: those of cells without centre marks.
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

// The centre and corner marks of cells with centre marks.
export function notes(app, plan) {
  const { side } = plan;
  const found = [];
  const labels = (cell, set) => factsAt(app, cell.row, cell.col).filter((fact) => set.has(fact)).map((fact) => app.info.facts[fact - 1].label);
  for (const cell of crowded(app).values()) {
    const [x, y] = middle(plan, cell);
    const inside = labels(cell, app.centre).join(app.info.rows > 9 ? ' ' : '');
    // As large as the cell width allows.
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

// Marks since the start of the innermost trial: a folded corner in each cell, a ring on each line.
export function tried(app, plan) {
  const before = app.trials.at(-1);
  if (!before) return [];
  const { left, top, side } = plan;
  const places = new Map();
  for (const claim of app.claims) {
    if (before.claims.has(claim)) continue;
    const { cells, place = { cell: cells[0] } } = app.info.facts[Math.abs(claim) - 1];
    places.set(JSON.stringify(place), place);
  }
  return [...places.values()].map(({ cell, link, border }) => {
    if (link) {
      const [[x, y], [u, v]] = link.map(([row, col]) => middle(plan, { row, col }));
      return draw('circle', { class: 'tried', cx: (x + u) / 2, cy: (y + v) / 2, r: side * 0.12 });
    }
    if (border) {
      const [row, col, upright] = border;
      return draw('circle', { class: 'tried', cx: left + (col + (upright ? 0 : 0.5)) * side, cy: top + (row + (upright ? 0.5 : 0)) * side, r: side * 0.12 });
    }
    const [row, col] = cell;
    const part = side * 0.26;
    return draw('path', { class: 'tried', d: `M${left + (col + 1) * side - part} ${top + row * side}h${part}v${part}z` });
  });
}
