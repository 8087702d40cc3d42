// Mouse, pen and finger on the board as touch events: `{phase, cell, from, button, shift, ctrl, double, at, start}`. A touch goes down in a cell, drags into others, and goes up;
// between touches of a mouse it hovers. `at` and `start` are in cells, so that the direction of a drag is known before it leaves its cell.

const DOUBLE = 350;

export function follow(board, notify) {
  const { grid } = board;
  let held = null;
  let last = { time: 0, key: '' };

  const touch = (phase, event, cell) => ({
    phase,
    cell: { row: cell.row, col: cell.col },
    at: { x: cell.x, y: cell.y },
    from: held?.from ?? { row: cell.row, col: cell.col },
    start: held?.start ?? { x: cell.x, y: cell.y },
    button: held?.button ?? 'left',
    shift: event.shiftKey,
    ctrl: event.ctrlKey || event.metaKey,
    finger: event.pointerType === 'touch',
    moved: held?.moved ?? false,
    double: false,
  });

  grid.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 && event.button !== 2) return;
    const cell = board.under(event.clientX, event.clientY, true);
    if (!cell) return;
    event.preventDefault();
    grid.setPointerCapture(event.pointerId);
    held = { from: { row: cell.row, col: cell.col }, start: { x: cell.x, y: cell.y }, button: event.button === 2 ? 'right' : 'left', last: cell, moved: false };
    const key = `${cell.row} ${cell.col}`;
    const double = key === last.key && event.timeStamp - last.time < DOUBLE;
    last = double ? { time: 0, key: '' } : { time: event.timeStamp, key };
    board.go(cell.row, cell.col);
    notify({ ...touch('down', event, cell), double });
  });

  grid.addEventListener('pointermove', (event) => {
    const cell = board.plan && board.under(event.clientX, event.clientY, Boolean(held));
    if (!cell) return;
    if (!held) {
      notify(touch('hover', event, cell));
      return;
    }
    const away = cell.row !== held.last.row || cell.col !== held.last.col;
    if (away) held.moved = true;
    held.last = cell;
    notify({ ...touch('drag', event, cell), entered: away });
  });

  const end = (event) => {
    if (!held) return;
    const cell = board.under(event.clientX, event.clientY, true) ?? held.last;
    const touched = touch(event.type === 'pointercancel' ? 'cancel' : 'up', event, cell);
    held = null;
    notify(touched);
  };
  grid.addEventListener('pointerup', end);
  grid.addEventListener('pointercancel', end);
  grid.addEventListener('pointerleave', (event) => { if (!held) notify({ phase: 'leave', shift: event.shiftKey }); });
  grid.addEventListener('contextmenu', (event) => event.preventDefault());
}
