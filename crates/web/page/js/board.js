// The board: the picture from the server, and over it a grid of invisible cells for pointer, focus and screen readers.

import { draw, make, replace } from './dom.js';
import { picture } from './picture.js';
import { follow as followPointer } from './pointer.js';

// The maximal width of a cell in CSS pixels.
const WIDEST_CELL = 108;

export class Board {
  plan = null;
  focus = { row: 0, col: 0 };
  #root;
  #app;
  #cells = [];
  #shape = '';
  #wanted = null;
  #busy = false;

  constructor(root, app) {
    this.#root = root;
    this.#app = app;
    this.layer = draw('svg', { class: 'adornments', 'aria-hidden': 'true' });
    this.grid = make('div.cells', { role: 'grid', 'data-testid': 'grid' });
    this.margins = make('div.margins');
    this.gutters = make('div.gutters', { 'aria-hidden': 'true' });
    this.frame = make('div.frame', {}, this.layer, this.gutters, this.margins, this.grid);
    replace(root, this.frame);
    followPointer(this, (touch) => this.ontouch?.(touch));
    this.grid.addEventListener('keydown', (event) => this.#key(event));
    this.grid.addEventListener('focusin', (event) => {
      const at = this.#cells.indexOf(event.target);
      if (at < 0) return;
      this.wasFocused = true;
      this.#stand(Math.floor(at / this.plan.cols), at % this.plan.cols);
    });
    this.grid.addEventListener('focusout', () => this.onfocus?.());
  }

  // Shows a view: a body for the call `draw`. Of several views in quick succession only the last is drawn.
  show(body) {
    this.#wanted = body;
    if (!this.#busy) this.#drawAll();
  }

  async #drawAll() {
    this.#busy = true;
    this.#root.setAttribute('aria-busy', 'true');
    while (this.#wanted) {
      const body = this.#wanted;
      this.#wanted = null;
      try {
        const { svg, plan } = await picture(body, this.#app.dark);
        if (!this.#wanted || !this.plan) this.#lay(svg, plan, body);
      } catch (error) {
        this.#app.announce({ tone: 'bad', words: 'The board cannot be drawn', detail: error.message });
      }
    }
    this.#busy = false;
    this.#root.removeAttribute('aria-busy');
  }

  // Aligns picture and grid. Positions are fractions of the picture, so that any window width works.
  #lay(svg, plan, body) {
    this.plan = plan;
    const gutter = this.gutter?.() ? plan.side : 0;
    const [width, height] = [plan.width + gutter, plan.height + gutter * 0.75];
    svg.removeAttribute('width');
    svg.removeAttribute('height');
    svg.setAttribute('class', 'picture');
    svg.setAttribute('aria-hidden', 'true');
    svg.querySelector('title')?.remove();
    this.frame.querySelector('.picture')?.remove();
    this.frame.prepend(svg);
    const style = this.frame.style;
    style.setProperty('--wide', width);
    style.setProperty('--high', height);
    style.setProperty('--most', `${Math.round((width / plan.side) * WIDEST_CELL)}px`);
    style.setProperty('--cell', `calc(100% * ${plan.side / width})`);
    this.#place(svg, 0, 0, plan.width, plan.height, width, height);
    this.#place(this.grid, plan.left, plan.top, plan.cols * plan.side, plan.rows * plan.side, width, height);
    this.layer.setAttribute('viewBox', `0 0 ${width} ${height}`);
    this.size = { width, height };
    // Tests wait for these.
    this.frame.dataset.kind = body.kind;
    this.frame.dataset.drawn = Number(this.frame.dataset.drawn ?? 0) + 1;
    this.#cellsFor(plan, body);
    this.onlaid?.();
  }

  #place(node, left, top, wide, high, width, height) {
    const part = (of, all) => `${(100 * of) / all}%`;
    Object.assign(node.style, { left: part(left, width), top: part(top, height), width: part(wide, width), height: part(high, height) });
  }

  // Places a node on the frame in units of the picture.
  place(node, left, top, wide, high) {
    this.#place(node, left, top, wide, high, this.size.width, this.size.height);
  }

  #cellsFor(plan, body) {
    const shape = `${body.kind} ${plan.rows} ${plan.cols}`;
    if (shape !== this.#shape) {
      this.#shape = shape;
      this.#cells = [];
      const rows = Array.from({ length: plan.rows }, (_, row) => {
        const cells = Array.from({ length: plan.cols }, (_, col) =>
          make('div.cell', { role: 'gridcell', tabindex: -1, 'data-cell': `r${row + 1}c${col + 1}`, 'aria-colindex': col + 1 }));
        this.#cells.push(...cells);
        return make('div.cells-row', { role: 'row', 'aria-rowindex': row + 1 }, cells);
      });
      replace(this.grid, rows);
      this.#stand(Math.min(this.focus.row, plan.rows - 1), Math.min(this.focus.col, plan.cols - 1));
    }
    this.grid.setAttribute('aria-label', this.label?.() ?? 'Board');
    this.#cells.forEach((cell, at) => {
      const words = this.describe?.(Math.floor(at / plan.cols), at % plan.cols) ?? '';
      if (cell.getAttribute('aria-label') !== words) cell.setAttribute('aria-label', words);
    });
  }

  cell(row, col) { return this.#cells[row * this.plan.cols + col] ?? null; }

  // The cell at a window position, with the position in it from 0 to 1; outside the board, the nearest cell if `near`.
  under(x, y, near) {
    const box = this.grid.getBoundingClientRect();
    const [across, down] = [((x - box.left) / box.width) * this.plan.cols, ((y - box.top) / box.height) * this.plan.rows];
    const inside = across >= 0 && down >= 0 && across < this.plan.cols && down < this.plan.rows;
    if (!inside && !near) return null;
    const fit = (value, most) => Math.min(Math.max(Math.floor(value), 0), most - 1);
    return { row: fit(down, this.plan.rows), col: fit(across, this.plan.cols), x: across, y: down };
  }

  // Moves the focus to a cell.
  go(row, col, { quiet = false } = {}) {
    if (!this.plan || row < 0 || col < 0 || row >= this.plan.rows || col >= this.plan.cols) return false;
    this.#stand(row, col);
    if (!quiet) this.cell(row, col).focus({ preventScroll: false });
    return true;
  }

  #stand(row, col) {
    this.cell(this.focus.row, this.focus.col)?.setAttribute('tabindex', '-1');
    this.focus = { row, col };
    this.cell(row, col)?.setAttribute('tabindex', '0');
    this.onfocus?.();
  }

  get isFocused() { return this.grid.contains(document.activeElement); }

  #key(event) {
    // Escape stops the current job, wherever the focus is.
    if (event.key === 'Escape' && this.#app.isWorking) return;
    if (this.onkey?.(event)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const { row, col } = this.focus;
    const jumps = { Home: [row, 0], End: [row, this.plan.cols - 1], PageUp: [0, col], PageDown: [this.plan.rows - 1, col] };
    const step = steps[event.key];
    const to = step ? [row + step[0], col + step[1]] : jumps[event.key];
    if (!to || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.go(to[0], to[1]);
  }
}
