//! A lexer for Rust that separates identifiers, comments and literals, and a reader of paths and imports. It is not a parser.

/// One token with the line it begins on, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    pub(crate) kind: Kind,
    pub(crate) text: &'a str,
    pub(crate) line: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An identifier or keyword, without the `r#` of a raw one.
    Ident,
    /// A comment of any sort, with its slashes.
    Comment,
    /// A string, character, number or lifetime.
    Literal,
    /// A single character of punctuation.
    Punct,
}

impl Token<'_> {
    pub(crate) fn is(&self, text: &str) -> bool {
        self.text == text && matches!(self.kind, Kind::Ident | Kind::Punct)
    }
}

/// The tokens of `text`, without white space.
pub(crate) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let (mut at, mut line) = (0, 1);
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let (kind, length) = if first.is_whitespace() {
            (None, first.len_utf8())
        } else {
            let (kind, length) = token(rest, first);
            (Some(kind), length)
        };
        if let Some(kind) = kind {
            let text = &rest[..length];
            let text = if kind == Kind::Ident {
                text.trim_start_matches("r#")
            } else {
                text
            };
            found.push(Token { kind, text, line });
        }
        line += rest[..length].matches('\n').count();
        at += length;
    }
    found
}

/// Whether `mod name` is among the tokens.
pub(crate) fn declares(tokens: &[Token<'_>], name: &str) -> bool {
    let code: Vec<_> = tokens
        .iter()
        .filter(|token| token.kind != Kind::Comment)
        .collect();
    code.windows(2)
        .any(|pair| pair[0].is("mod") && pair[1].is(name))
}

/// The kind and the length in bytes of the token `rest` begins with.
fn token(rest: &str, first: char) -> (Kind, usize) {
    let word = |text: &str| {
        text.find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(text.len())
    };
    if rest.starts_with("//") {
        return (Kind::Comment, rest.find('\n').unwrap_or(rest.len()));
    }
    if rest.starts_with("/*") {
        return (Kind::Comment, block_comment(rest));
    }
    if let Some(length) = string(rest) {
        return (Kind::Literal, length);
    }
    if first == '\'' {
        return (Kind::Literal, quote(rest));
    }
    if first.is_ascii_digit() {
        return (Kind::Literal, word(rest));
    }
    if let Some(raw) = rest.strip_prefix("r#") {
        return (Kind::Ident, 2 + word(raw));
    }
    if first.is_alphabetic() || first == '_' {
        return (Kind::Ident, word(rest));
    }
    (Kind::Punct, first.len_utf8())
}

/// The length of a block comment, which may be nested.
fn block_comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        if rest[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += rest[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    rest.len()
}

/// The length of the string literal `rest` begins with, if it does: `"…"`, `b"…"`, `c"…"`, `r#"…"#` and so on.
fn string(rest: &str) -> Option<usize> {
    let prefix = rest.len() - rest.trim_start_matches(['b', 'c']).len();
    if prefix > 1 {
        return None;
    }
    let body = &rest[prefix..];
    if let Some(raw) = body.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        let inside = raw[hashes..].strip_prefix('"')?;
        let close = format!("\"{}", "#".repeat(hashes));
        let end = inside
            .find(&close)
            .map_or(inside.len(), |end| end + close.len());
        return Some(prefix + 1 + hashes + 1 + end);
    }
    let inside = body.strip_prefix('"')?;
    let mut escaped = false;
    for (at, c) in inside.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Some(prefix + 1 + at + 1),
            _ => {}
        }
    }
    Some(rest.len())
}

/// The length of the character literal or lifetime `rest` begins with.
fn quote(rest: &str) -> usize {
    let mut chars = rest.char_indices().skip(1);
    match (chars.next(), chars.next()) {
        (Some((_, '\\')), Some((at, escaped))) => {
            let from = at + escaped.len_utf8();
            rest[from..]
                .find('\'')
                .map_or(rest.len(), |end| from + end + 1)
        }
        (Some(_), Some((at, '\''))) => at + 1,
        _ => {
            let name = &rest[1..];
            let end = name.find(|c: char| !c.is_alphanumeric() && c != '_');
            1 + end.unwrap_or(name.len())
        }
    }
}

/// The tokens compiled outside tests: everything but comments and items under `#[cfg(test)]`.
pub(crate) fn without_tests<'a>(tokens: &[Token<'a>]) -> Vec<Token<'a>> {
    let code: Vec<Token<'a>> = tokens
        .iter()
        .copied()
        .filter(|token| token.kind != Kind::Comment)
        .collect();
    let mut kept = Vec::new();
    let mut at = 0;
    while at < code.len() {
        match attribute(&code[at..]) {
            Some(length) if is_test_only(&code[at..at + length]) => {
                at += length;
                at += item(&code[at..]);
            }
            Some(length) => {
                kept.extend(&code[at..at + length]);
                at += length;
            }
            None => {
                kept.push(code[at]);
                at += 1;
            }
        }
    }
    kept
}

/// The number of tokens of the attribute `code` begins with.
fn attribute(code: &[Token<'_>]) -> Option<usize> {
    if !(code.first()?.is("#") && code.get(1)?.is("[")) {
        return None;
    }
    Some(1 + group(&code[1..]))
}

fn is_test_only(attribute: &[Token<'_>]) -> bool {
    let has = |word| attribute.iter().any(|token| token.is(word));
    has("cfg") && has("test") && !has("not") && !has("any")
}

/// The number of tokens up to the end of the bracketed group `code` begins with.
fn group(code: &[Token<'_>]) -> usize {
    let mut depth = 0;
    for (at, token) in code.iter().enumerate() {
        if ["(", "[", "{"].iter().any(|open| token.is(open)) {
            depth += 1;
        } else if [")", "]", "}"].iter().any(|close| token.is(close)) {
            depth -= 1;
            if depth == 0 {
                return at + 1;
            }
        }
    }
    code.len()
}

/// The number of tokens of the item `code` begins with: up to a `;` or the end of its first braces.
fn item(code: &[Token<'_>]) -> usize {
    let mut at = 0;
    while let Some(token) = code.get(at) {
        if token.is(";") {
            return at + 1;
        }
        if token.is("{") {
            return at + group(&code[at..]);
        }
        at += if token.is("(") || token.is("[") {
            group(&code[at..])
        } else {
            1
        };
    }
    code.len()
}

/// A path in the code, with the braces of an import multiplied out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Path<'a> {
    pub(crate) line: usize,
    pub(crate) parts: Vec<&'a str>,
    /// The name after `as`.
    pub(crate) alias: Option<&'a str>,
}

impl Path<'_> {
    /// The name an import of this path introduces.
    pub(crate) fn name(&self) -> &str {
        let last = match self.parts[..] {
            [.., module, "self"] => module,
            [.., last] => last,
            [] => "",
        };
        self.alias.unwrap_or(last)
    }
}

/// The paths that `code` begins with.
pub(crate) fn paths<'a>(code: &[Token<'a>]) -> Vec<Path<'a>> {
    let mut found = Vec::new();
    path_tree(code, &mut 0, &[], &mut found);
    found
}

fn path_tree<'a>(
    code: &[Token<'a>],
    at: &mut usize,
    prefix: &[&'a str],
    found: &mut Vec<Path<'a>>,
) {
    let Some(token) = code.get(*at) else { return };
    let is = |at: usize, text: &str| code.get(at).is_some_and(|token| token.is(text));
    *at += 1;
    if token.is("{") {
        while *at < code.len() && !is(*at, "}") {
            path_tree(code, at, prefix, found);
            while *at < code.len() && !is(*at, ",") && !is(*at, "}") {
                *at += 1;
            }
            *at += usize::from(is(*at, ","));
        }
        *at += 1;
    } else if token.kind == Kind::Ident || token.is("*") {
        let parts = [prefix, &[token.text]].concat();
        let next = code.get(*at + 2);
        let goes_on = |next: &Token<'_>| next.kind == Kind::Ident || next.is("{") || next.is("*");
        if is(*at, ":") && is(*at + 1, ":") && next.is_some_and(goes_on) {
            *at += 2;
            path_tree(code, at, &parts, found);
        } else {
            let alias = code.get(*at + 1).filter(|_| is(*at, "as"));
            found.push(Path {
                line: token.line,
                parts,
                alias: alias.map(|token| token.text),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn idents(text: &str) -> String {
        let found = tokens(text)
            .into_iter()
            .filter(|token| token.kind == Kind::Ident);
        found.map(|token| token.text).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn identifiers_are_separated_from_literals_and_comments() {
        let table = [
            ("let x = \"y \\\" z\"; w", "let x w"),
            ("r\"a\" r#\"b \" c\"# br\"d\" b\"e\" c\"f\" g", "g"),
            ("'a' '\\'' '\\u{41}' b'c' <'d> e", "b e"),
            ("a /* b /* c */ d */ e // f\ng", "a e g"),
            ("0x1f_u32 1..n 1.5e3", "n"),
            ("r#type rate", "type rate"),
            ("été", "été"),
        ];
        for (text, expected) in table {
            // The `b` of a byte character counts as a name; nothing depends on it.
            assert_eq!(idents(text), expected, "{text}");
        }
    }

    #[test]
    fn lines_are_counted_from_one() {
        let lines: Vec<usize> = tokens("a\n\"x\ny\"\nb")
            .iter()
            .map(|token| token.line)
            .collect();
        assert_eq!(lines, [1, 2, 4]);
    }

    #[test]
    fn test_only_items_are_removed() {
        let table = [
            ("a #[cfg(test)] mod tests { b } c", "a c"),
            ("#[cfg(test)] #[expect(x)] fn f(a: [u8; 2]) { b } c", "c"),
            ("#[cfg(test)] use b; c", "c"),
            ("#[cfg(not(test))] fn b() {}", "cfg not test fn b"),
            ("#[derive(Debug)] struct S;", "derive Debug struct S"),
        ];
        for (text, expected) in table {
            let kept = without_tests(&tokens(text));
            let names = kept.iter().filter(|token| token.kind == Kind::Ident);
            let names: Vec<&str> = names.map(|token| token.text).collect();
            assert_eq!(names.join(" "), expected, "{text}");
        }
    }

    #[test]
    fn imports_are_multiplied_out() {
        let table = [
            ("a::b::C;", "a::b::C=C"),
            (
                "a::{b::{C, D as E}, f::*, g::self};",
                "a::b::C=C a::b::D=E a::f::*=* a::g::self=g",
            ),
            ("{a, b::c}", "a=a b::c=c"),
            ("a::<B>::c()", "a=a"),
        ];
        for (text, expected) in table {
            let found = paths(&tokens(text));
            let found = found
                .iter()
                .map(|path| format!("{}={}", path.parts.join("::"), path.name()));
            assert_eq!(found.collect::<Vec<_>>().join(" "), expected, "{text}");
        }
    }
}
