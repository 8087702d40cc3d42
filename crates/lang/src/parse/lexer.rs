//! The lexer: from the tokens of `gridwright_term`, which all languages of the workspace share, to the lexemes of this language.
//!
//! The shared tokeniser joins adjacent operator characters, so that `1..-1` has the operator `..-`; here they are split into
//! the operators of this language. Operators of other languages are reported, and read as their equivalents.

use gridwright_term::{Diagnostic, Span, TokenKind, tokenise};

/// A token of this language, with its span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lexeme {
    pub(crate) kind: LexemeKind,
    pub(crate) span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LexemeKind {
    /// A name or a keyword.
    Word(String),
    Int(u64),
    Text(String),
    /// An operator made of symbol characters, or the colon.
    Sign(&'static str),
    /// A bracket, or the comma.
    Punct(char),
    /// A full stop.
    End,
    /// An invalid token, and the reason.
    Bad(String),
}

/// The operators made of symbol characters; longer ones come before their prefixes.
const SIGNS: &[&str] = &[
    "<=>", "=>", "=<", ">=", "\\=", "\\/", "/\\", "..", "=", "<", ">", "+", "-", "*", "/", ":",
];

/// Operators of other languages and their equivalents; `None` if there is none.
const FOREIGN: &[(&str, Option<&str>)] = &[
    ("#<==>", Some("<=>")),
    ("<->", Some("<=>")),
    ("<==>", Some("<=>")),
    ("#<=>", Some("<=>")),
    ("#==>", Some("=>")),
    ("#=>", Some("=>")),
    ("==>", Some("=>")),
    ("->", Some("=>")),
    ("#\\=", Some("\\=")),
    ("=\\=", Some("\\=")),
    ("\\==", Some("\\=")),
    ("=/=", Some("\\=")),
    ("<>", Some("\\=")),
    ("=:=", Some("=")),
    ("===", Some("=")),
    ("==", Some("=")),
    ("#=<", Some("=<")),
    ("<=", Some("=<")),
    ("#>=", Some(">=")),
    ("#=", Some("=")),
    ("#<", Some("<")),
    ("#>", Some(">")),
    ("#\\/", Some("\\/")),
    ("#/\\", Some("/\\")),
    ("&&", Some("/\\")),
    ("&", Some("/\\")),
    ("//", Some("/")),
    ("...", Some("..")),
    (":=", Some("=")),
    ("**", None),
    ("^", None),
];

/// The lexemes of a text. Operators of other languages are read as their equivalents, with an error.
pub(crate) fn lexemes(source: &str, diagnostics: &mut Vec<Diagnostic>) -> Vec<Lexeme> {
    let mut found = Vec::new();
    let tokens = tokenise(source);
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let span = token.span;
        let text = &source[span.start..span.end];
        let kind = match token.kind {
            TokenKind::Var(word) => LexemeKind::Word(word),
            TokenKind::Int(size) => LexemeKind::Int(size),
            TokenKind::Text(text) => LexemeKind::Text(text),
            TokenKind::Punct('|') => {
                let twice =
                    tokens.next_if(|next| next.joined && next.kind == TokenKind::Punct('|'));
                let span = twice.map_or(span, |second| span.to(second.span));
                foreign(source, span, Some("\\/"), &mut found, diagnostics);
                continue;
            }
            TokenKind::Punct(c) => LexemeKind::Punct(c),
            TokenKind::End => LexemeKind::End,
            TokenKind::Bad(why) => LexemeKind::Bad(why),
            TokenKind::Name(_) if text == "!" => {
                let equals = |kind: &TokenKind| *kind == TokenKind::Name("=".to_owned());
                match tokens.next_if(|next| next.joined && equals(&next.kind)) {
                    Some(next) => {
                        let span = span.to(next.span);
                        foreign(source, span, Some("\\="), &mut found, diagnostics);
                        continue;
                    }
                    None => LexemeKind::Bad("`!` has no meaning here; write `not`".to_owned()),
                }
            }
            TokenKind::Name(_) if text == ";" => {
                LexemeKind::Bad("`;` has no meaning here; write `,` or `\\/`".to_owned())
            }
            TokenKind::Name(_) if text.starts_with('\'') => {
                LexemeKind::Bad("names have no quotes; texts have double ones".to_owned())
            }
            TokenKind::Name(word) if text.starts_with(char::is_alphabetic) => {
                LexemeKind::Word(word)
            }
            TokenKind::Name(_) => {
                signs(source, span, &mut found, diagnostics);
                continue;
            }
        };
        found.push(Lexeme { kind, span });
    }
    found
}

/// Splits a run of operator characters.
fn signs(source: &str, run: Span, found: &mut Vec<Lexeme>, diagnostics: &mut Vec<Diagnostic>) {
    let mut at = run.start;
    while at < run.end {
        let rest = &source[at..run.end];
        let strange = FOREIGN
            .iter()
            .filter(|(sign, _)| rest.starts_with(sign))
            .max_by_key(|(sign, _)| sign.len());
        let known = SIGNS.iter().find(|sign| rest.starts_with(**sign));
        let known_length = known.map_or(0, |sign| sign.len());
        match (strange, known) {
            (Some((sign, meaning)), _) if sign.len() > known_length => {
                let span = Span::new(at, at + sign.len());
                foreign(source, span, *meaning, found, diagnostics);
                at += sign.len();
            }
            (_, Some(sign)) => {
                let span = Span::new(at, at + sign.len());
                found.push(Lexeme {
                    kind: LexemeKind::Sign(sign),
                    span,
                });
                at += sign.len();
            }
            _ => {
                let length = rest.chars().next().map_or(1, char::len_utf8);
                let sign = &rest[..length];
                let why = match sign {
                    "#" => "`#` has no meaning here; a comment begins with `%`".to_owned(),
                    "\\" | "~" => format!("`{sign}` has no meaning here; write `not`"),
                    _ => format!("`{sign}` has no meaning here"),
                };
                found.push(Lexeme {
                    kind: LexemeKind::Bad(why),
                    span: Span::new(at, at + length),
                });
                at += length;
            }
        }
    }
}

/// Reports an operator of another language, and returns its equivalent.
fn foreign(
    source: &str,
    span: Span,
    meaning: Option<&str>,
    found: &mut Vec<Lexeme>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let sign = &source[span.start..span.end];
    let known = meaning.and_then(|meaning| SIGNS.iter().find(|sign| **sign == meaning));
    let kind = match known {
        Some(known) => {
            let message = format!("`{sign}` is no operator here");
            let note = format!("write `{known}`");
            diagnostics.push(Diagnostic::error(message, span).with_note(note));
            LexemeKind::Sign(known)
        }
        None => LexemeKind::Bad(format!(
            "`{sign}` is no operator here; write a power as a product"
        )),
    };
    found.push(Lexeme { kind, span });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(source: &str) -> String {
        let mut diagnostics = Vec::new();
        let lexemes = lexemes(source, &mut diagnostics);
        let mut parts: Vec<String> = lexemes
            .into_iter()
            .map(|lexeme| match lexeme.kind {
                LexemeKind::Word(word) => word,
                LexemeKind::Int(n) => n.to_string(),
                LexemeKind::Text(text) => format!("{text:?}"),
                LexemeKind::Sign(sign) => sign.to_owned(),
                LexemeKind::Punct(c) => c.to_string(),
                LexemeKind::End => "end".to_owned(),
                LexemeKind::Bad(why) => format!("<{why}>"),
            })
            .collect();
        parts.extend(diagnostics.into_iter().map(|error| error.notes.join("; ")));
        parts.join(" ")
    }

    #[test]
    fn runs_of_operator_characters_are_split() {
        for (source, expected) in [
            ("1..-1", "1 .. - 1"),
            ("i\\=-1", "i \\= - 1"),
            ("domain:-3..3", "domain : - 3 .. 3"),
            ("a=>b<=>c", "a => b <=> c"),
            ("x=< -y", "x =< - y"),
            ("a/\\b\\/c", "a /\\ b \\/ c"),
            ("V(0).", "V ( 0 ) end"),
        ] {
            assert_eq!(shown(source), expected, "{source}");
        }
    }

    #[test]
    fn operators_of_other_languages_are_reported() {
        for (source, expected) in [
            ("a != b", "a \\= b write `\\=`"),
            ("a <= b", "a =< b write `=<`"),
            ("a == b", "a = b write `=`"),
            ("a -> b", "a => b write `=>`"),
            ("a || b", "a \\/ b write `\\/`"),
            ("a #\\= b", "a \\= b write `\\=`"),
            ("!a", "<`!` has no meaning here; write `not`> a"),
            (
                "# x",
                "<`#` has no meaning here; a comment begins with `%`> x",
            ),
        ] {
            assert_eq!(shown(source), expected, "{source}");
        }
    }
}
