// The store of a run of rules at the step that is shown. It is asked for only while it is looked at, since it may be long.

import { ask } from '../api.js';
import { make, replace } from '../dom.js';
import { storeList } from './rules_output.js';

// `asked` gives the body of the request, with the number of the step as `at`.
export function storePart(asked) {
  const list = make('div#search-store-list', { 'aria-live': 'off' });
  const node = make('details#search-store', { hidden: true, ontoggle: () => fill() }, make('summary', {}, 'Store of constraints'), list);
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
      replace(list, store ? storeList(store) : make('p.note', {}, 'Between two choices there is no store to look at; take another step.'));
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
