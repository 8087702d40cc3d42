// The state of the page, with listeners: the puzzle, the user's marks, and the undo history.
//
// A moment is `{kind, text, name, claims, pencil, centre, colours, trials}`; it is immutable. Undo goes back to an earlier one,
// whether marks or clues changed since. `pencil` and `centre` are facts marked in the corners and in the centre of cells, `colours` a number for each
// coloured cell. `trials` are the marks at the start of each open trial, outermost first.

import { ask } from './api.js';

const MOST_MOMENTS = 2000;
const MOST_KNOWN = 40;

export class State {
  kinds = [];
  // The puzzle as the server describes it: rows, cols, facts, places.
  info = null;
  list = [];
  #moments = [];
  #at = -1;
  #listeners = new Map();
  #described = new Map();

  // Adds a listener for an event: `leaving` before another puzzle is opened, `puzzle`, `marks`, `list`, `view`, `dark`.
  on(what, listener) {
    if (!this.#listeners.has(what)) this.#listeners.set(what, []);
    this.#listeners.get(what).push(listener);
  }

  emit(what, detail) {
    for (const listener of this.#listeners.get(what) ?? []) listener(detail);
  }

  get moment() { return this.#moments[this.#at] ?? null; }
  get claims() { return this.moment?.claims ?? new Set(); }
  get pencil() { return this.moment?.pencil ?? new Set(); }
  get centre() { return this.moment?.centre ?? new Set(); }
  get colours() { return this.moment?.colours ?? new Map(); }
  get trials() { return this.moment?.trials ?? []; }
  get name() { return this.moment?.name ?? ''; }
  get card() { return this.kinds.find((kind) => kind.id === this.moment?.kind) ?? null; }
  get canUndo() { return this.#at > 0; }
  get canRedo() { return this.#at + 1 < this.#moments.length; }

  // The puzzle as sent in requests.
  P() { return { kind: this.moment.kind, text: this.moment.text }; }

  // Opens another puzzle. Marks without a matching fact are dropped; with `carry`, the marks of the current puzzle are kept.
  async open({ kind, text, name = '' }, { claims = [], pencil = [], centre = [], colours = [], trials = [], carry = false } = {}) {
    const info = await this.#describe(kind, text);
    const before = this.info;
    const known = (claim) => Number.isInteger(claim) && claim !== 0 && Math.abs(claim) <= info.facts.length;
    const open = (claim) => known(claim) && !info.given.has(Math.abs(claim));
    let marks = { claims, pencil, centre };
    let tints = new Map(colours);
    let tried = trials;
    if (carry && before) {
      const along = (from) => Object.fromEntries(Object.entries(from).map(([key, set]) => [key, carried(set, before, info)]));
      marks = along({ claims: this.claims, pencil: this.pencil, centre: this.centre });
      tints = before.rows === info.rows && before.cols === info.cols ? this.colours : new Map();
      tried = this.trials.map(along);
    }
    if (before) this.emit('leaving');
    this.info = info;
    const kept = (from) => Object.fromEntries(Object.entries(from).map(([key, set]) => [key, new Set([...set].filter(open))]));
    const places = [...tints].filter(([place]) => place >= 0 && place < info.rows * info.cols);
    this.#push({ kind, text: info.text ?? text, name, ...kept(marks), colours: new Map(places), trials: tried.map(kept) });
    this.emit('puzzle');
  }

  // Changes the user's marks in one move. `change` gets copies of the claims, the corner marks, the centre marks and the colours, and changes them in place.
  mark(change) {
    const [claims, pencil, centre] = [new Set(this.claims), new Set(this.pencil), new Set(this.centre)];
    const colours = new Map(this.colours);
    change(claims, pencil, centre, colours);
    const alike = same(claims, this.claims) && same(pencil, this.pencil) && same(centre, this.centre);
    if (alike && sameColours(colours, this.colours)) return false;
    this.#push({ ...this.moment, claims, pencil, centre, colours });
    this.emit('marks');
    return true;
  }

  // Starts a trial: later marks can be kept or dropped in one move. Trials can be nested.
  beginTrial() {
    const { claims, pencil, centre, trials } = this.moment;
    this.#push({ ...this.moment, trials: [...trials, { claims, pencil, centre }] });
    this.emit('marks');
  }

  // Ends the innermost trial, keeping or dropping its marks. Both can be undone.
  endTrial(keep) {
    const { trials } = this.moment;
    if (trials.length === 0) return false;
    this.#push({ ...this.moment, ...(keep ? {} : trials.at(-1)), trials: trials.slice(0, -1) });
    this.emit('marks');
    return true;
  }

  // Joins the last moves into one, for drags; `since` is the number of moves before.
  join(since) {
    if (this.#at <= since + 1) return;
    this.#moments.splice(since + 1, this.#at - since - 1);
    this.#at = since + 1;
    this.emit('marks');
  }

  get moves() { return this.#at; }
  undo() { return this.#go(this.#at - 1); }
  redo() { return this.#go(this.#at + 1); }

  async #go(to) {
    const moment = this.#moments[to];
    if (!moment) return;
    const { kind, text } = this.moment;
    const isSame = moment.kind === kind && moment.text === text;
    if (!isSame) this.emit('leaving');
    this.#at = to;
    if (isSame) {
      this.emit('marks');
      return;
    }
    this.info = await this.#describe(moment.kind, moment.text);
    this.emit('puzzle');
  }

  #push(moment) {
    this.#moments.length = this.#at + 1;
    this.#moments.push(moment);
    if (this.#moments.length > MOST_MOMENTS) this.#moments.shift();
    this.#at = this.#moments.length - 1;
  }

  // The server's description of a puzzle, cached.
  async #describe(kind, text) {
    const key = `${kind}\n${text}`;
    let info = this.#described.get(key);
    if (!info) {
      info = indexed(await ask('puzzle', { kind, text }));
      this.#described.set(key, info);
      if (this.#described.size > MOST_KNOWN) this.#described.delete(this.#described.keys().next().value);
    }
    return info;
  }
}

// Adds look-up tables: the facts by the place where they are marked, and the clues by theirs.
function indexed(info) {
  // A spot is a place with its facts: in a cell, between two cells (`from`, `to`), or on a side of a cell (`upright` for its left side).
  [info.cellAt, info.links, info.linksAt, info.borders] = [new Map(), [], new Map(), new Map()];
  const index = (row, col) => row * info.cols + col;
  const links = new Map();
  info.facts.forEach((fact, i) => {
    const place = fact.place ?? { cell: fact.cells[0] };
    const add = (map, key, spot) => {
      if (!map.has(key)) map.set(key, { ...spot(), facts: [] });
      map.get(key).facts.push(i + 1);
    };
    if (place.cell) add(info.cellAt, index(...place.cell), () => ({ row: place.cell[0], col: place.cell[1] }));
    else if (place.link) add(links, place.link.join(' '), () => ({ from: place.link[0], to: place.link[1] }));
    else add(info.borders, place.border.join(' '), () => ({ row: place.border[0], col: place.border[1], upright: place.border[2] === 1 }));
  });
  info.links = [...links.values()];
  for (const link of info.links) {
    for (const end of [link.from, link.to]) {
      if (!info.linksAt.has(index(...end))) info.linksAt.set(index(...end), []);
      info.linksAt.get(index(...end)).push(link);
    }
  }
  // The least and the greatest number, if cells have numbers.
  const labels = new Set([...info.cellAt.values()].flatMap(({ facts }) => facts).map((fact) => info.facts[fact - 1].label));
  const isNumbers = labels.size > 0 && [...labels].every((label) => /^\d+$/.test(label));
  const numbers = [...labels].map(Number);
  [info.least, info.most] = isNumbers ? [numbers.reduce((a, b) => Math.min(a, b)), numbers.reduce((a, b) => Math.max(a, b))] : [null, null];
  info.slots = info.places.map(({ place, clue, entry }) => ({ place, clue, entry: info.entries[entry] }));
  info.slotOf = new Map(info.slots.map((slot) => [JSON.stringify(slot.place), slot]));
  info.slotAt = new Map();
  info.tallies = [];
  for (const slot of info.slots) {
    const { row, col, on } = slot.place;
    if (row !== undefined && col !== undefined && !on) info.slotAt.set(index(row, col), slot);
    else if ((row === undefined) !== (col === undefined)) info.tallies.push(slot);
  }
  // Facts that a clue decides in its own cell are given. Facts elsewhere are left to the user, and so are those of cells that must have a clue.
  const isGiven = ({ cells, place = { cell: cells[0] } }) => {
    const slot = place.cell && info.slotAt.get(index(...place.cell));
    return Boolean(slot) && slot.clue !== '' && !slot.entry.required;
  };
  const given = (info.clues ?? []).filter((claim) => isGiven(info.facts[Math.abs(claim) - 1]));
  info.clueSet = new Set(given);
  info.given = new Set(given.map(Math.abs));
  return info;
}

// Maps marks to another puzzle: facts correspond if they have the same label and cells.
function carried(marks, from, to) {
  if (from === to) return new Set(marks);
  const key = (fact) => `${fact.label}@${JSON.stringify(fact.place ?? fact.cells)}`;
  const places = new Map(to.facts.map((fact, i) => [key(fact), i + 1]));
  const found = [...marks].map((mark) => Math.sign(mark) * (places.get(key(from.facts[Math.abs(mark) - 1])) ?? 0));
  return new Set(found.filter((mark) => mark !== 0));
}

function sameColours(a, b) {
  return a.size === b.size && [...a].every(([place, colour]) => b.get(place) === colour);
}

function same(a, b) {
  return a.size === b.size && [...a].every((one) => b.has(one));
}
