// Sharing: links to public puzzle pages, a link to this page with the marks, and the puzzle as text.

import { fetchBytes } from './api.js';
import { make, replace, toast } from './dom.js';

const node = (id) => document.getElementById(id);

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast('Copied');
  } catch {
    toast('The browser did not allow copying; select the text instead');
  }
}

// A text with its description and a button that copies it.
function entry(title, about, text, isLink) {
  const shown = make(text.includes('\n') ? 'textarea.shared' : 'input.shared', { readonly: true, 'aria-label': title, rows: 5, props: { value: text }, onfocus: (event) => event.target.select() });
  return make('section.share-entry', {},
    make('h3', {}, title), make('p.note', {}, about),
    make('div.share-row', {}, shown, make('button.primary', { 'aria-label': `Copy: ${title}`, onclick: () => copy(text) }, 'Copy'), isLink ? make('a.button', { href: text, target: '_blank', rel: 'noreferrer', 'aria-label': `Open: ${title}` }, 'Open') : null));
}

// The formats of a puzzle that are links to public pages.
async function publicLinks(app) {
  const written = await Promise.all(app.card.formats.map(async ({ name, about }) => {
    try {
      const { blob } = await fetchBytes('export', { ...app.P(), to: name });
      return { about, text: (await blob.text()).trim() };
    } catch {
      // Not every puzzle can be written in every format.
      return null;
    }
  }));
  return written.filter((one) => one && /^https?:\/\/\S+$/.test(one.text));
}

const isLocal = () => ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname);

export function mountShare(app) {
  const [dialog, body] = [node('share-dialog'), node('share-body')];
  let turn = 0;
  node('share').addEventListener('click', async () => {
    const address = location.href.replace(/#.*$/s, '') + app.fragment();
    history.replaceState(null, '', address);
    replace(body, make('p.waiting', {}, 'Writing links…'));
    dialog.showModal();
    turn += 1;
    const mine = turn;
    const { text } = app.moment;
    const links = await publicLinks(app);
    if (mine !== turn) return;
    const host = (url) => new URL(url).host;
    replace(body,
      links.length > 0
        ? links.map((link) => entry(`On ${host(link.text)}`, `The puzzle without your marks (${link.about}). Anyone can open it.`, link.text, true))
        : make('p', {}, `There is no public page for this ${app.card.title} puzzle; send the text instead, which Gridwright can open.`),
      entry('On this page', isLocal() ? 'The puzzle and your marks. It opens only on this computer, while the server runs.' : 'The puzzle and your marks. It opens for everyone who can reach this server.', address, false),
      entry('As text', 'The puzzle. Paste it under “Open…”, or give it to the command.', text.trimEnd(), false));
  });
}
