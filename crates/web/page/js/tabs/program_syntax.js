// Syntax colouring: splits a program into tokens by their kind. It only colours; errors come from the server.

// The first group that matches names the token. Anything else is plain.
const LANGUAGES = {
  gw: [
    ['comment', /%[^\n]*/],
    ['keyword', /(?<=^\s*)[A-Za-z]\w*(?=\s*:)|\b(?:index|domain|range|columns|rows|forall|exists|sum|count|min|max|abs|mod|and|or|not)\b/],
    ['number', /\b\d+/],
    ['variable', /\b[A-Z]\w*/],
    ['operator', /\\=|=<|>=|<=>|=>|\.\.|[-+*/=<>|]/],
  ],
  chr: [
    ['comment', /%[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/],
    ['text', /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`\n]*`/],
    ['number', /0'.|\b\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/],
    ['keyword', /:-|\?-|<=>|==>|-->|\bpragma\b|\\(?=\s)|(?<![|])\|(?![|])|@/],
    ['variable', /\b[A-Z_]\w*/],
    ['operator', /[-+*/\\^<>=~:.?#&$]+/],
  ],
};

const compiled = Object.fromEntries(Object.entries(LANGUAGES).map(([language, groups]) =>
  [language, [new RegExp(groups.map(([, pattern]) => `(${pattern.source})`).join('|'), 'gm'), groups.map(([kind]) => kind)]]));

// The coloured tokens of a text: `{start, end, kind}`, in order, without overlaps.
export function tokens(language, text) {
  const [pattern, kinds] = compiled[language];
  return [...text.matchAll(pattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    kind: kinds[match.slice(1).findIndex((group) => group !== undefined)],
  }));
}
