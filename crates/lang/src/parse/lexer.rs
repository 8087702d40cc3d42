//! The lexer: from the tokens of `gridwright_term`, which all languages of the workspace share, to the tokens of this language.
//!
//! The shared tokeniser joins adjacent operator characters, so that `1..-1` has the operator `..-`; here they are split into
//! the operators of this language. Operators of other languages are reported, and read as their equivalents.

use gridwright_fd::Deadline;
use gridwright_term::{Diagnostic, Number, Span, TokenKind as RawToken, tokenise};

/// A token, with its span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// A name or a keyword.
    Word(String),
    Int(u64),
    Text(String),
    /// An operator made of symbol characters, or the colon.
    Operator(&'static str),
    /// A bracket, or the comma.
    Punct(char),
    /// A full stop.
    End,
    /// An invalid token, and the reason.
    Bad(String),
}

/// The operators made of symbol characters; longer ones come before their prefixes.
const OPERATORS: &[&str] = &[
    "<=>", "=>", "=<", ">=", "\\=", "\\/", "/\\", "..", "=", "<", ">", "+", "-", "*", "/", ":",
];

/// Operators of this language, each with its equivalents in other languages; those in the last row have no equivalent here.
const FOREIGN: &[(&str, &str)] = &[
    ("<=>", "#<==> <-> <==> #<=>"),
    ("=>", "#==> #=> ==> ->"),
    ("\\=", "#\\= =\\= \\== =/= <>"),
    ("=", "=:= === == #= :="),
    ("=<", "#=< <="),
    (">=", "#>="),
    ("<", "#<"),
    (">", "#>"),
    ("\\/", "#\\/"),
    ("/\\", "#/\\ && &"),
    ("/", "//"),
    ("..", "..."),
    ("", "** ^"),
];

/// The number of tokens between two checks of the deadline.
const TOKENS_PER_CHECK: usize = 1 << 12;

/// The tokens of a text, those before the deadline. Operators of other languages are read as their equivalents, with an error.
pub(crate) fn lex(
    source: &str,
    deadline: &Deadline,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Token> {
    let mut lexer = Lexer {
        source,
        tokens: Vec::new(),
        diagnostics,
    };
    let mut raw_tokens = tokenise(source).peekable();
    let mut n_read = 0;
    while let Some(raw) = raw_tokens.next() {
        n_read += 1;
        if n_read % TOKENS_PER_CHECK == 0 && deadline.reached().is_some() {
            break;
        }
        let span = raw.span;
        let text = &source[span.start..span.end];
        let kind = match raw.kind {
            RawToken::Var(word) => TokenKind::Word(word),
            RawToken::Int(size) => TokenKind::Int(size),
            RawToken::Number(Number::Int(_) | Number::Big(_)) => {
                TokenKind::Bad("this number does not fit into 64 bits".to_owned())
            }
            RawToken::Number(_) => {
                TokenKind::Bad("numbers are whole; this is a fraction".to_owned())
            }
            RawToken::Text(text) => TokenKind::Text(text),
            RawToken::BackQuoted(_) => TokenKind::Bad("unexpected character ```".to_owned()),
            RawToken::Punct('|') => {
                let bar = RawToken::Punct('|');
                let second = raw_tokens.next_if(|next| next.joined && next.kind == bar);
                let span = second.map_or(span, |second| span.to(second.span));
                lexer.foreign("\\/", span);
                continue;
            }
            RawToken::Punct(c) => TokenKind::Punct(c),
            RawToken::End => TokenKind::End,
            RawToken::Bad(why) => TokenKind::Bad(why),
            RawToken::Name(_) if text == "!" => {
                let equals = RawToken::Name("=".to_owned());
                match raw_tokens.next_if(|next| next.joined && next.kind == equals) {
                    Some(next) => {
                        lexer.foreign("\\=", span.to(next.span));
                        continue;
                    }
                    None => TokenKind::Bad("`!` has no meaning here; write `not`".to_owned()),
                }
            }
            RawToken::Name(_) if text == ";" => {
                TokenKind::Bad("`;` has no meaning here; write `,` or `\\/`".to_owned())
            }
            RawToken::Name(_) if text.starts_with('\'') => {
                TokenKind::Bad("a name has no quotes, a text has double quotes".to_owned())
            }
            RawToken::Name(word) if text.starts_with(char::is_alphabetic) => TokenKind::Word(word),
            RawToken::Name(_) => {
                lexer.split(span);
                continue;
            }
        };
        lexer.tokens.push(Token { kind, span });
    }
    lexer.tokens
}

struct Lexer<'a> {
    source: &'a str,
    tokens: Vec<Token>,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Lexer<'_> {
    /// Splits a run of operator characters.
    fn split(&mut self, run: Span) {
        let mut at = run.start;
        while at < run.end {
            let rest = &self.source[at..run.end];
            let own = OPERATORS.iter().find(|own| rest.starts_with(**own));
            let own_length = own.map_or(0, |own| own.len());
            let all = FOREIGN.iter();
            let foreign = all
                .flat_map(|(meaning, symbols)| symbols.split(' ').map(move |one| (one, meaning)))
                .filter(|(symbol, _)| symbol.len() > own_length && rest.starts_with(symbol))
                .max_by_key(|(symbol, _)| symbol.len());
            let first = rest.chars().next().map_or(1, char::len_utf8);
            let length = foreign.map_or(own_length, |(symbol, _)| symbol.len());
            let span = Span::new(at, at + length.max(first));
            at = span.end;
            match (foreign, own) {
                (Some((_, meaning)), _) => self.foreign(meaning, span),
                (None, Some(own)) => self.push(TokenKind::Operator(own), span),
                (None, None) => {
                    let symbol = &rest[..first];
                    let advice = match symbol {
                        "#" => "; a comment begins with `%`",
                        "\\" | "~" => "; write `not`",
                        _ => "",
                    };
                    let why = format!("`{symbol}` has no meaning here{advice}");
                    self.push(TokenKind::Bad(why), span);
                }
            }
        }
    }

    /// Reports an operator of another language, and adds its equivalent.
    fn foreign(&mut self, meaning: &str, span: Span) {
        let message = format!(
            "`{}` is no operator here",
            &self.source[span.start..span.end]
        );
        let kind = match OPERATORS.iter().find(|own| **own == meaning) {
            Some(own) => {
                let error = Diagnostic::error(message, span);
                self.diagnostics
                    .push(error.with_note(format!("write `{own}`")));
                TokenKind::Operator(own)
            }
            None => TokenKind::Bad(message + "; write a power as a product"),
        };
        self.push(kind, span);
    }

    fn push(&mut self, kind: TokenKind, span: Span) {
        self.tokens.push(Token { kind, span });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_are_split_and_those_of_other_languages_reported() {
        for (source, expected) in [
            ("1..-1", "1 .. - 1"),
            ("i\\=-1", "i \\= - 1"),
            ("domain:-3..3", "domain : - 3 .. 3"),
            ("a=>b<=>c", "a => b <=> c"),
            ("x=< -y", "x =< - y"),
            ("a/\\b\\/c", "a /\\ b \\/ c"),
            ("V(0).", "V ( 0 ) end"),
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
            let mut diagnostics = Vec::new();
            let tokens = lex(source, &Deadline::never(), &mut diagnostics).into_iter();
            let shown = tokens.map(|token| match token.kind {
                TokenKind::Word(word) => word,
                TokenKind::Int(n) => n.to_string(),
                TokenKind::Text(text) => format!("{text:?}"),
                TokenKind::Operator(operator) => operator.to_owned(),
                TokenKind::Punct(c) => c.to_string(),
                TokenKind::End => "end".to_owned(),
                TokenKind::Bad(why) => format!("<{why}>"),
            });
            let mut parts: Vec<String> = shown.collect();
            parts.extend(diagnostics.into_iter().map(|error| error.notes.join("; ")));
            assert_eq!(parts.join(" "), expected, "{source}");
        }
    }
}
