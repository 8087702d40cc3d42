// The URL of the page holds its whole state: the puzzle as text, and the user's marks in compact form.
//
// A sorted list of claims is encoded as differences, doubled, plus one for a negative claim; the numbers are written in
// groups of seven bits, and the bytes in base64url.

// The number of cell colours, and the marks that a trial saves.
const COLOURS = 8;
const LAYERS = ['claims', 'pencil', 'centre'];

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

export function packed(claims) {
  const bytes = [];
  let before = 0;
  for (const claim of [...claims].sort((a, b) => Math.abs(a) - Math.abs(b))) {
    const fact = Math.abs(claim);
    let rest = (fact - before) * 2 + (claim < 0 ? 1 : 0);
    before = fact;
    while (rest > 127) {
      bytes.push((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    bytes.push(rest);
  }
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const [a, b = 0, c = 0] = bytes.slice(i, i + 3);
    const signs = [a >> 2, ((a & 3) << 4) | (b >> 4), ((b & 15) << 2) | (c >> 6), c & 63];
    text += signs.slice(0, Math.min(bytes.length - i, 3) + 1).map((sign) => ALPHABET[sign]).join('');
  }
  return text;
}

export function unpacked(text) {
  const bytes = [];
  for (let i = 0; i < text.length; i += 4) {
    const signs = [...text.slice(i, i + 4)].map((sign) => ALPHABET.indexOf(sign));
    if (signs.includes(-1)) return [];
    const [a, b = 0, c = 0, d = 0] = signs;
    bytes.push(...[(a << 2) | (b >> 4), ((b & 15) << 4) | (c >> 2), ((c & 3) << 6) | d].slice(0, signs.length - 1));
  }
  const claims = [];
  let [fact, number, scale] = [0, 0, 1];
  for (const byte of bytes) {
    number += (byte % 128) * scale;
    scale *= 128;
    if (byte > 127) continue;
    fact += Math.floor(number / 2);
    claims.push(number % 2 === 1 ? -fact : fact);
    [number, scale] = [0, 1];
  }
  return claims;
}

// Puzzle texts are mostly dots, spaces and line breaks, which are encoded without escapes.
const writeText = (text) =>
  encodeURIComponent(text.trimEnd().replace(/^ +/gm, '').replace(/ +/g, ' ')).replace(/[_~]/g, (c) => (c === '_' ? '%5F' : '%7E')).replaceAll('%0A', '~').replaceAll('%20', '_').replaceAll('%3A', ':').replaceAll('%3F', '?');
const readText = (text) => `${decodeURIComponent(text.replaceAll('~', '%0A').replaceAll('_', '%20'))}\n`;

// The URL fragment.
export function written({ kind, text, claims, pencil, centre, colours, trials, tab }) {
  const parts = [`kind=${kind}`, `puzzle=${writeText(text)}`];
  if (claims.size > 0) parts.push(`marks=${packed(claims)}`);
  if (pencil.size > 0) parts.push(`pencil=${packed(pencil)}`);
  if (centre.size > 0) parts.push(`centre=${packed(centre)}`);
  // A cell and its colour are one number.
  if (colours.size > 0) parts.push(`colours=${packed([...colours].map(([place, colour]) => place * COLOURS + colour))}`);
  if (trials.length > 0) parts.push(`trials=${trials.map((trial) => LAYERS.map((layer) => packed(trial[layer])).join(',')).join('.')}`);
  if (tab && tab !== 'play') parts.push(`tab=${tab}`);
  return `#${parts.join('&')}`;
}

// Parses a fragment; `null` if it is invalid.
export function read(fragment) {
  const parts = new Map(fragment.replace(/^#/, '').split('&').map((part) => {
    const [, key, value] = /^([^=]*)=?(.*)$/s.exec(part);
    return [key, value];
  }));
  if (!parts.get('kind') || !parts.get('puzzle')) return null;
  try {
    return {
      kind: parts.get('kind'),
      text: readText(parts.get('puzzle')),
      claims: unpacked(parts.get('marks') ?? ''),
      pencil: unpacked(parts.get('pencil') ?? ''),
      centre: unpacked(parts.get('centre') ?? ''),
      colours: unpacked(parts.get('colours') ?? '').map((number) => [Math.floor((number - 1) / COLOURS), ((number - 1) % COLOURS) + 1]),
      trials: (parts.get('trials') ?? '').split('.').filter(Boolean).map((trial) => {
        const sets = trial.split(',').map(unpacked);
        return Object.fromEntries(LAYERS.map((layer, i) => [layer, sets[i] ?? []]));
      }),
      // Older links call the tab Program `rules`.
      tab: parts.get('tab') === 'rules' ? 'program' : parts.get('tab') ?? null,
    };
  } catch {
    return null;
  }
}
