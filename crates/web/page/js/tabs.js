// The tabs and the tab bar. A tab is loaded and mounted when it is first opened.

import { make } from './dom.js';

const TABS = [
  ['play', 'Play'],
  ['solve', 'Solve'],
  ['explain', 'Explain'],
  ['search', 'Search'],
  ['compare', 'Compare'],
  ['generate', 'Generate'],
  ['program', 'Program'],
];

export class Tabs {
  id = null;
  #app;
  #mounted = new Map();
  #buttons = new Map();

  constructor(app) {
    this.#app = app;
    const bar = document.getElementById('tabs');
    for (const [id, title] of TABS) {
      const button = make('button', { role: 'tab', id: `tab-${id}`, 'aria-controls': `panel-${id}`, 'aria-selected': 'false', tabindex: -1, 'data-tab': id, onclick: () => this.go(id) }, title);
      const panel = make('div.panel', { role: 'tabpanel', id: `panel-${id}`, 'aria-labelledby': `tab-${id}`, tabindex: 0, hidden: true });
      this.#buttons.set(id, button);
      bar.append(button);
      document.getElementById('panels').append(panel);
    }
    bar.addEventListener('keydown', (event) => this.#key(event));
    this.ready = this.go('play');
  }

  // The mounted object of the open tab.
  get current() { return this.#mounted.get(this.id)?.made ?? null; }

  async go(id) {
    if (!this.#buttons.has(id) || id === this.id) return;
    this.current?.leave?.();
    this.id = id;
    document.body.dataset.tab = id;
    for (const [other, button] of this.#buttons) {
      const is = other === id;
      button.setAttribute('aria-selected', is);
      button.tabIndex = is ? 0 : -1;
      document.getElementById(`panel-${other}`).hidden = !is;
      if (is) button.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
    if (this.#app.info) this.#app.remember();
    await this.#mount(id);
    if (this.id !== id) return;
    this.current?.enter?.();
    // The tab may have changed the width of the bar.
    this.#buttons.get(id).scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  async #mount(id) {
    let entry = this.#mounted.get(id);
    if (!entry) {
      const panel = document.getElementById(`panel-${id}`);
      entry = { made: null };
      entry.ready = import(`./tabs/${id}.js`)
        .then((module) => { entry.made = module.default.mount(panel, this.#app) ?? {}; })
        .catch((error) => {
          this.#mounted.delete(id);
          panel.replaceChildren(make('p.error', {}, `This tab cannot be loaded: ${error.message}`));
        });
      this.#mounted.set(id, entry);
    }
    await entry.ready;
  }

  #key(event) {
    const ids = TABS.map(([id]) => id);
    const at = ids.indexOf(this.id);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: ids.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const id = ids[(to + ids.length) % ids.length];
    this.#buttons.get(id).focus();
    this.go(id);
  }
}
