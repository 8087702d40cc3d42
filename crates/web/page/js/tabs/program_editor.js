// The program editor: a text area with line numbers, over a copy of the text that shows its colours and underlines its errors.

import { make, replace } from '../dom.js';
import { tokens } from './program_syntax.js';

const SIGNS = { error: '✗', warning: '!', clash: '⇄' };

// Longer programs are not coloured, so that typing stays quick.
const MOST_COLOURED = 60000;

export function editor({ id, label, changed, run }) {
  const numbers = make('div.numbers', { 'aria-hidden': 'true' });
  const under = make('pre.behind', { 'aria-hidden': 'true' });
  const area = make('textarea', { id, 'aria-label': label, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', wrap: 'off', rows: 16, 'aria-describedby': `${id}-remarks` });
  const remarks = make('ul.remarks', { id: `${id}-remarks`, 'aria-live': 'polite' });
  const node = make('div.editor', {}, make('div.sheet', {}, numbers, make('div.page', {}, under, area)), remarks);
  let marks = [];
  let language = 'gw';

  // Line numbers and the copy scroll with the text.
  function along() {
    under.scrollTop = area.scrollTop;
    under.scrollLeft = area.scrollLeft;
    numbers.scrollTop = area.scrollTop;
  }

  // A part of the text in its colours.
  function coloured(text, coloring, from, to) {
    const parts = [];
    let at = from;
    for (const { start, end, kind } of coloring) {
      if (end <= at || start >= to) continue;
      parts.push(text.slice(at, Math.max(at, start)), make(`span.is-${kind}`, {}, text.slice(Math.max(at, start), Math.min(end, to))));
      at = Math.min(end, to);
    }
    parts.push(text.slice(at, to));
    return parts.filter((part) => part !== '');
  }

  function render() {
    const text = area.value;
    const lines = text.split('\n').length;
    const wrong = new Map();
    for (const { where, severity } of marks) if (!wrong.has(where.line)) wrong.set(where.line, severity);
    replace(numbers, Array.from({ length: lines }, (_, i) => make('span', { class: wrong.has(i + 1) ? `is-${wrong.get(i + 1)}` : null }, `${i + 1}`)));
    const coloring = text.length > MOST_COLOURED ? [] : tokens(language, text);
    const parts = [];
    let at = 0;
    for (const { where, severity } of [...marks].sort((a, b) => a.where.start - b.where.start)) {
      const start = Math.max(at, where.start);
      const length = text.slice(start, Math.max(where.end, start)).replace(/\n+$/, '').length;
      parts.push(...coloured(text, coloring, at, start));
      // An empty range still needs a visible mark.
      parts.push(make(`mark.is-${severity}`, {}, ...(length > 0 ? coloured(text, coloring, start, start + length) : [' '])));
      at = start + length;
    }
    parts.push(...coloured(text, coloring, at, text.length), '\n ');
    replace(under, parts);
    along();
  }

  function remarkItem(remark) {
    const { message, severity, where, notes } = remark;
    return make(`li.is-${severity}`, {}, make('button.quiet', { onclick: () => {
      area.focus();
      area.setSelectionRange(where.start, Math.max(where.end, where.start));
      const line = parseFloat(getComputedStyle(area).lineHeight);
      area.scrollTop = Math.max(0, (where.line - 4) * line);
    } }, make('span.sign', { 'aria-hidden': 'true' }, SIGNS[severity] ?? ''), make('span', {}, `${where.line}:${where.column} `, make('strong', {}, severity), `: ${message}`)),
    (notes ?? []).map((note) => make('p.note', {}, note)));
  }

  function mark(some) {
    marks = some.filter(({ where }) => where);
    replace(remarks, marks.slice(0, 40).map(remarkItem), marks.length > 40 ? make('li.note', {}, `and ${marks.length - 40} more`) : null);
    render();
  }

  area.addEventListener('input', () => {
    // The underlines belong to the old text.
    if (marks.length) mark([]);
    else render();
    changed?.();
  });
  area.addEventListener('scroll', along);
  area.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      run?.();
    }
  });
  render();
  return {
    node,
    mark,
    get value() { return area.value; },
    // Shows a program in a language.
    show(to, text) {
      language = to;
      area.value = text;
      area.scrollTop = 0;
      area.scrollLeft = 0;
      mark([]);
    },
    focus: () => area.focus(),
  };
}
