// The player of every kind. What can be entered follows from the facts: numbers in cells are typed, cells with a few states are clicked, lines are drawn or clicked; the kind's `play` adds sums, paths, networks, runs and sights.

import { described, named } from './cells.js';
import { lines } from './lines.js';
import { networks } from './networks.js';
import { numbers } from './numbers.js';
import { path } from './path.js';
import { runs } from './runs.js';
import { sights } from './sights.js';
import { states } from './states.js';
import { sums } from './sums.js';

export function player(play) {
  const { app } = play;
  const typed = numbers(play);
  const clicked = states(play);
  const drawn = lines(play);
  // In the order in which they are offered touches and keys.
  const all = [drawn, path(play, typed.select), typed, clicked, networks(play, drawn.amount), sums(play), runs(play, clicked.stateOf), sights(play)];
  let active = [];
  let owner = null;

  return {
    get gutter() { return active.some((part) => part.gutter); },
    touch(touch) {
      for (const part of active) if (touch.phase !== 'drag' && touch.phase !== 'up') part.hover?.(touch);
      if (touch.phase === 'down') {
        owner = active.find((part) => part.takes?.(touch)) ?? null;
        play.adorn();
      }
      if (touch.phase !== 'hover' && touch.phase !== 'leave') owner?.touch(touch);
    },
    key: (event) => active.some((part) => part.key?.(event)),
    pad: () => active.flatMap((part) => part.pad?.() ?? []),
    marked: () => active.forEach((part) => part.marked?.()),
    adorn: (layer) => active.forEach((part) => part.adorn?.(layer)),
    targets: () => active.flatMap((part) => part.targets?.() ?? []),
    describe(row, col) {
      const parts = [...described(app, row, col), ...active.flatMap((part) => part.describe?.(row, col) ?? [])];
      return [named(row, col), ...(parts.length > 0 ? parts : ['empty'])].join(', ');
    },
    // Another puzzle: its facts decide which parts are used.
    reset() {
      owner = null;
      active = all.filter((part) => part.applies(app.info));
      active.forEach((part) => part.reset?.());
    },
    get note() { return active.map((part) => part.note).filter(Boolean).join(' '); },
    get help() { return active.flatMap((part) => part.help?.() ?? []); },
  };
}
