// Kinds with two cell states: ship or water, tan or white. A touch sets one, a drag continues, the other button sets the other.

import { choice, make } from '../dom.js';
import { factsAt, isGiven, truth } from './cells.js';

// `words` name the true and the false state; `cycle` gives the next state after a touch.
export function two(play, { words, keys, cycle }) {
  const { app, board } = play;
  let tool = 1;
  let paint = null;
  let since = 0;

  const stateOf = ({ row, col }) => {
    const [fact] = factsAt(app, row, col);
    return fact ? truth(app, fact) : null;
  };
  const set = ({ row, col }, to) => {
    const [fact] = factsAt(app, row, col);
    if (!fact || isGiven(app, row, col)) return;
    app.mark((claims) => {
      claims.delete(fact);
      claims.delete(-fact);
      if (to !== 0) claims.add(to * fact);
    });
  };

  return {
    stateOf,
    set,
    touch(touch) {
      if (touch.phase === 'down') {
        since = app.moves;
        const side = touch.button === 'right' ? -tool : tool;
        paint = cycle(stateOf(touch.cell) ?? 0, side);
        set(touch.cell, paint);
      } else if (touch.phase === 'drag' && touch.entered && paint !== null) set(touch.cell, paint);
      else if (touch.phase === 'up' || touch.phase === 'cancel') {
        paint = null;
        app.join(since);
      }
    },
    key(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return false;
      const here = board.focus;
      if (event.key === 'Backspace' || event.key === 'Delete') set(here, 0);
      else if (event.key === 'Enter') set(here, cycle(stateOf(here) ?? 0, 1));
      else if (event.key === ' ') set(here, cycle(stateOf(here) ?? 0, -1));
      else if (event.key.toLowerCase() === keys[0]) set(here, 1);
      else if (event.key.toLowerCase() === keys[1]) set(here, -1);
      else return false;
      return true;
    },
    tools() {
      const tools = choice('What a touch sets', [['1', words[0], keys[0].toUpperCase()], ['-1', words[1], keys[1].toUpperCase()]], String(tool), (to) => { tool = Number(to); });
      return make('div.row', {}, make('span.note', {}, 'A touch sets'), tools.node);
    },
  };
}
