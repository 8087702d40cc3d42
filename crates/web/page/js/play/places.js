// Places of clues on the picture: cells, margins, sides and corners of cells, and outside the board.

const STEPS = { n: [-1, 0], ne: [-1, 1], e: [0, 1], se: [1, 1], s: [1, 0], sw: [1, -1], w: [0, -1], nw: [-1, -1] };

// The box of a place in units of the picture, as left, top, width and height; `null` if it has none.
export function boxOf(plan, { row, col, on }) {
  const { left, top, side, rows, cols, width, height } = plan;
  const [right, bottom] = [left + cols * side, top + rows * side];
  if (row === undefined && col === undefined) return null;
  if (col === undefined) return left > width - right + 1 ? [0, top + row * side, left, side] : [right, top + row * side, Math.max(width - right, side / 2), side];
  if (row === undefined) return top > side * 0.4 ? [left + col * side, 0, side, top] : [left + col * side, bottom, side, Math.min(Math.max(height - bottom, side / 2), side * 0.75)];
  const [x, y] = [left + col * side, top + row * side];
  const around = (across, down, size) => [across - size / 2, down - size / 2, size, size];
  if (on === 'left') return around(x, y + side / 2, side * 0.4);
  if (on === 'above') return around(x + side / 2, y, side * 0.4);
  if (on === 'corner') return around(x, y, side * 0.4);
  if (on?.startsWith('towards_')) {
    const [down, across] = STEPS[on.slice(8)];
    return around(x + (0.5 - across * 0.85) * side, y + (0.5 - down * 0.85) * side, side * 0.6);
  }
  return [x, y, side, side];
}

// The name of a place.
export function placeName({ row, col, on, region, line }) {
  if (region !== undefined) return `Region ${region + 1}`;
  if (line !== undefined) return `Line ${line + 1}`;
  if (col === undefined) return `Row ${row + 1}`;
  if (row === undefined) return `Column ${col + 1}`;
  const cell = `r${row + 1}c${col + 1}`;
  if (on === 'left') return col > 0 ? `Between r${row + 1}c${col} and ${cell}` : `The left side of ${cell}`;
  if (on === 'above') return row > 0 ? `Between r${row}c${col + 1} and ${cell}` : `The upper side of ${cell}`;
  if (on === 'corner') return `The upper left corner of ${cell}`;
  return on ? `Outside, before ${cell}` : cell;
}
