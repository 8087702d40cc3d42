// Pictures of boards. The library draws them; here the answer becomes a node of the page, with nothing in it that could act.

import { ask } from './api.js';

// What a picture may be made of. Anything else is left out.
const ELEMENTS = new Set(['svg', 'g', 'defs', 'pattern', 'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text', 'tspan', 'title', 'desc', 'clipPath']);

let count = 0;

// Draws a board: `body` as for the call `draw`. Gives the picture and the plan of where its cells are.
export async function picture(body, dark) {
  const { svg, plan } = await ask('draw', { ...body, dark: Boolean(dark) });
  return { svg: safe(svg), plan };
}

// A text of SVG as a node of this page.
export function safe(text) {
  const read = new DOMParser().parseFromString(text, 'image/svg+xml');
  const root = read.documentElement;
  if (root.localName !== 'svg') throw new Error('the picture cannot be read');
  count += 1;
  clean(root, `p${count}-`);
  return document.importNode(root, true);
}

// Hatches are found by their names, which must differ from those of other pictures on the page.
function clean(node, prefix) {
  for (const child of [...node.children]) {
    if (ELEMENTS.has(child.localName)) clean(child, prefix);
    else child.remove();
  }
  for (const { name, value } of [...node.attributes]) {
    if (/^on/i.test(name) || /href$/i.test(name) || name === 'style') node.removeAttribute(name);
    else if (name === 'id') node.setAttribute(name, prefix + value);
    else if (value.includes('url(')) node.setAttribute(name, value.replace(/url\(['"]?#([\w-]+)['"]?\)/g, `url(#${prefix}$1)`));
  }
}
