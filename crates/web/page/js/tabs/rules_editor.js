// The program editor: a text area with line numbers, over an invisible copy of the text with underlined errors.

import { make, replace } from '../dom.js';

const SIGNS = { error: '✗', warning: '!', clash: '⇄' };

export function editor({ id, label, changed, run }) {
  const numbers = make('div.numbers', { 'aria-hidden': 'true' });
  const under = make('pre.behind', { 'aria-hidden': 'true' });
  const area = make('textarea', { id, 'aria-label': label, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', wrap: 'off', rows: 16, 'aria-describedby': `${id}-remarks` });
  const remarks = make('ul.remarks', { id: `${id}-remarks`, 'aria-live': 'polite' });
  const node = make('div.editor', {}, make('div.sheet', {}, numbers, make('div.page', {}, under, area)), remarks);
  let marks = [];

  // Line numbers and underlines scroll with the text.
  function along() {
    under.scrollTop = area.scrollTop;
    under.scrollLeft = area.scrollLeft;
    numbers.scrollTop = area.scrollTop;
  }

  function render() {
    const text = area.value;
    const lines = text.split('\n').length;
    const wrong = new Map();
    for (const { where, severity } of marks) if (!wrong.has(where.line)) wrong.set(where.line, severity);
    replace(numbers, Array.from({ length: lines }, (_, i) => make('span', { class: wrong.has(i + 1) ? `is-${wrong.get(i + 1)}` : null }, `${i + 1}`)));
    const parts = [];
    let at = 0;
    for (const { where, severity } of [...marks].sort((a, b) => a.where.start - b.where.start)) {
      const start = Math.max(at, where.start);
      let end = Math.max(where.end, start);
      // An empty range still needs a visible mark.
      const shown = text.slice(start, end).replace(/\n+$/, '');
      end = start + shown.length;
      parts.push(text.slice(at, start), make(`mark.is-${severity}`, {}, shown || ' '));
      at = shown ? end : start;
    }
    parts.push(text.slice(at), '\n ');
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
    set value(text) { area.value = text; area.scrollTop = 0; area.scrollLeft = 0; mark([]); },
    focus: () => area.focus(),
  };
}
