// Saved games: a puzzle with marks is kept in the browser, and listed in the dialog Open.

import { icon, make, replace } from '../dom.js';
import * as address from '../address.js';
import { clock } from './timer.js';

const KEY = 'gridwright-games';
const MOST = 60;

// The saved games, the latest first: `{kind, text, name, fragment, seconds, solved, at}`.
export function games() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((game) => typeof game?.text === 'string' && typeof game.fragment === 'string') : [];
  } catch {
    return [];
  }
}

function keep(all) {
  try {
    localStorage.setItem(KEY, JSON.stringify(all.slice(0, MOST)));
  } catch { /* A browser may refuse to keep anything, or be full. */ }
}

const isSame = (kind, text) => (game) => game.kind === kind && game.text === text;

export const savedGame = ({ kind, text }) => games().find(isSame(kind, text)) ?? null;

// Saves the current game in place of an earlier state of it.
export function save(app, { seconds, solved }) {
  const { kind, text, name } = app.moment;
  const game = { kind, text, name, fragment: address.written({ ...app.moment, tab: 'play' }), seconds: Math.floor(seconds), solved, at: Date.now() };
  keep([game, ...games().filter((one) => !isSame(kind, text)(one))]);
}

function ago(at) {
  const minutes = Math.max(0, Math.floor((Date.now() - at) / 60000));
  const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  if (minutes < 60) return words.format(-minutes, 'minute');
  if (minutes < 60 * 24) return words.format(-Math.floor(minutes / 60), 'hour');
  return words.format(-Math.floor(minutes / 60 / 24), 'day');
}

// The list of saved games; `open` opens one.
export function gameList(app, open) {
  const list = make('ul.games#games');
  const show = () => {
    const kept = games().filter((game) => app.kinds.some((kind) => kind.id === game.kind));
    replace(list, kept.length === 0 ? make('li.note', {}, 'Puzzles that you begin are kept here, in this browser.') : kept.map((game) => {
      const title = app.kinds.find((kind) => kind.id === game.kind).title;
      const about = [game.name, game.solved ? `solved in ${clock(game.seconds)}` : clock(game.seconds), ago(game.at)].filter(Boolean).join(', ');
      return make('li', {},
        make('button.game', { onclick: () => open(game) }, make('strong', {}, title), make('span.note', {}, about)),
        make('button.quiet.square', { 'aria-label': `Forget this ${title}`, onclick: () => { keep(games().filter((one) => !isSame(game.kind, game.text)(one))); show(); } }, icon('cross')));
    }));
  };
  return { node: list, show };
}
