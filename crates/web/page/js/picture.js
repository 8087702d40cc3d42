// Board pictures. The server draws them; this module turns the SVG text into a node without active content.

import { ask } from './api.js';

// Allowed elements and attributes; all others are removed.
const ELEMENTS = new Set(['svg', 'g', 'defs', 'pattern', 'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text', 'tspan', 'title', 'desc', 'clipPath']);

let count = 0;

// Draws a board: `body` as for the call `draw`. Returns the picture and its geometry.
export async function picture(body, dark) {
  const { svg, plan } = await ask('draw', { ...body, dark: Boolean(dark) });
  return { svg: safe(svg), plan };
}

// Parses SVG text into a node of this page.
export function safe(text) {
  const read = new DOMParser().parseFromString(text, 'image/svg+xml');
  const root = read.documentElement;
  if (root.localName !== 'svg') throw new Error('the picture cannot be parsed');
  count += 1;
  clean(root, `p${count}-`);
  return document.importNode(root, true);
}

// Pattern ids must be unique among all pictures on the page.
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
