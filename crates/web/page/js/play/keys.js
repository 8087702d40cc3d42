// The dialog with all keys.

import { make, replace } from '../dom.js';

const COMMON = [
  ['arrows', 'from cell to cell'],
  ['Ctrl + Z, Ctrl + Y', 'undo, redo'],
  ['[, ], \\', 'start a trial; keep it; drop it'],
  ['Escape', 'stop the current job'],
  ['Ctrl + V', 'open the copied puzzle'],
  ['?', 'this list'],
];

export function openKeys(title, help) {
  const list = (entries) => make('dl.keys', {}, entries.flatMap(([keys, words]) => [make('dt', {}, keys), make('dd', {}, words)]));
  replace(document.getElementById('keys-body'), make('h3', {}, title), list(help), make('h3', {}, 'Everywhere'), list(COMMON));
  document.getElementById('keys').showModal();
}
