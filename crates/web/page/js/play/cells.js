// Cells and their contents, by the claims and clues of a puzzle.

// The facts that are marked in a cell, by their numbers.
export function factsAt(app, row, col) {
  return app.info.cellAt.get(row * app.info.cols + col)?.facts ?? [];
}

// The state of a fact: 1 true, -1 false, 0 open.
export function truth(app, fact) {
  if (app.info.clueSet.has(fact) || app.claims.has(fact)) return 1;
  if (app.info.clueSet.has(-fact) || app.claims.has(-fact)) return -1;
  return 0;
}

export function isGiven(app, row, col) {
  return factsAt(app, row, col).some((fact) => app.info.given.has(fact));
}

// The number in a cell, or `null`.
export function numberAt(app, row, col) {
  const fact = factsAt(app, row, col).find((one) => truth(app, one) === 1);
  return fact ? Number(app.info.facts[fact - 1].label) : null;
}

// The fact that a cell has a number, or 0.
export function factOf(app, row, col, number) {
  const label = String(number);
  return factsAt(app, row, col).find((fact) => app.info.facts[fact - 1].label === label) ?? 0;
}

// Writes a number into a cell, replacing its number; `null` clears it. Clues stay.
export function write(app, claims, row, col, number) {
  if (isGiven(app, row, col)) return;
  for (const fact of factsAt(app, row, col)) {
    claims.delete(fact);
    claims.delete(-fact);
  }
  const fact = number === null ? 0 : factOf(app, row, col, number);
  if (fact) claims.add(fact);
}

// The cell of every number that is on the board.
export function placesOf(app) {
  const places = new Map();
  for (const claim of [...app.info.clueSet, ...app.claims]) {
    if (claim < 0) continue;
    const { label, cells } = app.info.facts[claim - 1];
    places.set(Number(label), { row: cells[0][0], col: cells[0][1] });
  }
  return places;
}

// The digit of a key event, from the digit row or the keypad, also with Shift; or -1.
export function digitOf(event) {
  const found = /^(?:Digit|Numpad)(\d)$/.exec(event.code ?? '') ?? /^(\d)$/.exec(event.key);
  return found && !event.altKey ? Number(found[1]) : -1;
}

// The colours a cell can be given, by name.
export const COLOURS = ['yellow', 'orange', 'green', 'blue', 'sky', 'purple', 'grey', 'rose'];

// The name of a cell, such as r1c1.
export const named = (row, col) => `r${row + 1}c${col + 1}`;

// The word for a false fact.
export const falseWord = (app, fact) => app.info.play.false_label ?? `not ${app.info.facts[fact - 1].label}`;

// A clue in words: the meaning of a symbol, or the clue itself.
export function clueWords({ clue, entry }) {
  return entry.symbols.find(({ text }) => text === clue)?.words ?? clue;
}

// The content of a cell as words for screen readers.
export function described(app, row, col) {
  const { info } = app;
  const at = row * info.cols + col;
  const slot = info.slotAt.get(at);
  const facts = factsAt(app, row, col);
  const labels = (set) => facts.filter((fact) => set.has(fact)).map((fact) => info.facts[fact - 1].label);
  const shown = facts.filter((fact) => !info.given.has(fact));
  const words = shown.map((fact) => ({ 1: info.facts[fact - 1].label, '-1': falseWord(app, fact), 0: '' })[truth(app, fact)]).filter(Boolean);
  const parts = [];
  if (slot?.clue) parts.push(`given ${clueWords(slot)}`);
  if (words.length > 0) parts.push(words.join(', '));
  const noted = labels(app.pencil);
  if (noted.length > 0) parts.push(`pencil ${noted.join(' ')}`);
  const middle = labels(app.centre);
  if (middle.length > 0) parts.push(`in the centre ${middle.join(' ')}`);
  if (parts.length === 0 && facts.length > 0) parts.push('open');
  const colour = app.colours.get(at);
  if (colour) parts.push(COLOURS[colour - 1]);
  return parts;
}
