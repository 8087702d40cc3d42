// Builds elements. Text is always inserted as text, never as markup.

// Makes an element from `name.class.class#id`, attributes and children. An attribute that begins with `on` is a listener; one that is
// `null` or `false` is left out; `props` are set as properties.
export function make(what, attributes = {}, ...children) {
  const [, name, rest] = /^([a-z0-9]+)(.*)$/.exec(what);
  const node = document.createElement(name);
  for (const [, sign, word] of rest.matchAll(/([.#])([\w-]+)/g)) {
    if (sign === '.') node.classList.add(word);
    else node.id = word;
  }
  if (name === 'button') node.type = 'button';
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else if (key === 'props') Object.assign(node, value);
    else node.setAttribute(key, value === true ? '' : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

// Replaces the children of a node.
export function replace(node, ...children) {
  node.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

// Makes an SVG element.
export function draw(name, attributes = {}, ...children) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

// Icons as paths in a 24x24 square.
const ICONS = {
  undo: 'M9 7 4 12l5 5M4 12h11a5 5 0 0 1 0 10h-3',
  redo: 'm15 7 5 5-5 5M20 12H9a5 5 0 0 0 0 10h3',
  check: 'm4 12.500 5.500 5.500L20 6.500',
  cross: 'M6 6l12 12M18 6 6 18',
  none: 'M5.600 5.600 18.400 18.400M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
  several: 'M4 4h10v10H4zM10 10h10v10H10z',
  busy: 'M12 3a9 9 0 1 0 9 9',
  stop: 'M6 6h12v12H6z',
  dot: 'M12 11.500v1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
  first: 'M6 5v14M18 5l-9 7 9 7z',
  back: 'm15 5-8 7 8 7',
  forward: 'm9 5 8 7-8 7',
  last: 'M18 5v14M6 5l9 7-9 7z',
  play: 'M8 5l11 7-11 7z',
  pause: 'M8 5v14M16 5v14',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.400 1.400M17.600 17.600 19 19M19 5l-1.400 1.400M6.400 17.600 5 19',
  moon: 'M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500Z',
  erase: 'M21 20H9l-5-5L14 5l6 6-9 9M9 10l6 6',
  branch: 'M7 4v16M7 12c6 0 10-2 10-8M14 6l3-3 3 3',
  pencil: 'M4 20l1-5L16 4l4 4L9 19z',
};

// An icon, hidden from screen readers; a label has its meaning.
export function icon(name) {
  const path = draw('path', { d: ICONS[name] ?? '', fill: 'none', stroke: 'currentColor', 'stroke-width': 2, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' });
  return draw('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' }, path);
}

// A group of buttons of which one is pressed. `choices` are pairs of value and label.
export function choice(label, choices, chosen, change) {
  const group = make('div.group', { role: 'radiogroup', 'aria-label': label });
  const buttons = choices.map(([value, words, title]) =>
    make('button', { role: 'radio', title, 'data-value': value, onclick: () => set(value, true) }, words));
  function set(value, notify) {
    for (const button of buttons) {
      const is = button.dataset.value === value;
      button.setAttribute('aria-checked', is);
      button.tabIndex = is ? 0 : -1;
    }
    if (notify) change(value);
  }
  group.addEventListener('keydown', (event) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const at = buttons.indexOf(document.activeElement);
    if (!by || at < 0) return;
    event.preventDefault();
    const next = buttons[(at + by + buttons.length) % buttons.length];
    next.focus();
    set(next.dataset.value, true);
  });
  group.append(...buttons);
  set(chosen, false);
  return { node: group, set: (value) => set(value, false) };
}

// Downloads a file.
export function download(blob, name) {
  const link = make('a', { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// Shows a short message at the bottom of the page.
export function toast(words) {
  const node = document.getElementById('toast');
  node.textContent = words;
  node.hidden = false;
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => { node.hidden = true; }, 3200);
}

// A count with its noun: `1 step`, `2 steps`.
export function many(n, one, more = `${one}s`) {
  return `${n.toLocaleString('en')} ${n === 1 ? one : more}`;
}
