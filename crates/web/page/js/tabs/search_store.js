// The CHR store at the current step. It is requested only while it is visible, as it may be long.

import { ask } from '../api.js';
import { make, replace } from '../dom.js';
import { storeList } from './program_output.js';

// `asked` returns the request body for the step `at`.
export function storePart(asked) {
  const list = make('div#search-store-list', { 'aria-live': 'off' });
  const node = make('details#search-store', { hidden: true, ontoggle: () => fill() }, make('summary', {}, 'Constraint store'), list);
  let turn = 0;

  async function fill() {
    const { at, ...body } = asked();
    if (!node.open || node.hidden || at < 0) return;
    turn += 1;
    const mine = turn;
    try {
      const { events } = await ask('trace', { ...body, store_at: at });
      if (mine !== turn) return;
      const store = events?.[0]?.store;
      replace(list, store ? storeList(store) : make('p.note', {}, 'There is no store between two choices; take another step.'));
    } catch (error) {
      if (mine === turn) replace(list, make('p.error', {}, error.message));
    }
  }

  return {
    node,
    show(is) {
      node.hidden = !is;
      fill();
    },
  };
}
