// Export: files, and links in other formats.

import { fetchBytes } from '../api.js';
import { download, make, toast } from '../dom.js';

const FILES = [['svg', 'SVG'], ['png', 'PNG'], ['pdf', 'PDF'], ['text', 'Text']];

export function exporting(app) {
  const withMarks = make('input#export-marks', { type: 'checkbox' });
  const format = make('select#export-format', { 'aria-label': 'Format' });
  const problem = make('p.error', { hidden: true, role: 'alert' });

  async function fetched(to) {
    problem.hidden = true;
    try {
      return await fetchBytes('export', { ...app.P(), to, claims: withMarks.checked ? [...app.claims] : undefined });
    } catch (error) {
      problem.hidden = false;
      problem.textContent = error.message;
      return null;
    }
  }

  async function save(to) {
    const file = await fetched(to);
    const ending = to === 'text' ? 'txt' : to;
    if (file) download(file.blob, file.name ?? `${app.card.id}.${ending}`);
  }

  async function copy() {
    const file = await fetched(format.value);
    if (!file) return;
    const text = (await file.blob.text()).trimEnd();
    try {
      await navigator.clipboard.writeText(text);
      toast(`Copied: ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`);
    } catch {
      download(file.blob, file.name ?? `${app.card.id}.txt`);
    }
  }

  app.on('puzzle', () => {
    const options = [['text', 'native text'], ...app.card.formats.map(({ name, about }) => [name, `${name}: ${about}`])];
    format.replaceChildren(...options.map(([value, words]) => make('option', { value }, words)));
    format.value = app.card.formats[0]?.name ?? 'text';
    problem.hidden = true;
  });

  return make(
    'details.panel-section#export', {},
    make('summary', {}, 'Export'),
    make('div.row', {}, FILES.map(([to, words]) => make('button', { 'data-export': to, onclick: () => save(to) }, words)), make('label.check', {}, withMarks, 'with your marks')),
    make('div.row', {}, format, make('button#export-copy', { onclick: copy }, 'Copy')),
    problem,
  );
}
