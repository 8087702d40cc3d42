//! The tokeniser: text to names, variables, numbers, texts and punctuation, in the syntax of Prolog. It never fails:
//! invalid input becomes a token with an error message, and tokenising continues after it.

use crate::chars::{is_symbol, is_word, starts_name, starts_variable};
use crate::number::Number;
use crate::scan::scan;
use crate::span::Span;

/// A token with its span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its kind.
    pub kind: TokenKind,
    /// Its span.
    pub span: Span,
    /// Whether it follows the token before it directly, without white space or a comment.
    pub joined: bool,
}

/// The kind of a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A name, without quotes if it had any.
    Name(String),
    /// A variable.
    Var(String),
    /// The absolute value of an integer; a sign is a separate token. At most 2^63.
    Int(u64),
    /// A larger integer, a rational or a float, without its sign.
    Number(Number),
    /// A text, without its quotes.
    Text(String),
    /// A text in back quotes, without them.
    BackQuoted(String),
    /// One of `( ) [ ] { } , |`.
    Punct(char),
    /// The full stop that ends a clause.
    End,
    /// Invalid input, with the error message.
    Bad(String),
}

/// Splits a text into tokens. Quoted names and texts end on their line.
pub fn tokenise(source: &str) -> impl Iterator<Item = Token> {
    let mut tokeniser = Tokeniser::new(source);
    std::iter::from_fn(move || tokeniser.next_token())
}

/// The text and a position. An error is the message of a bad token that ends at the position.
#[derive(Debug)]
pub(crate) struct Tokeniser<'a> {
    source: &'a str,
    at: usize,
    /// Whether quoted names and texts may contain line ends.
    pub(crate) multiline: bool,
}

type Read<T> = Result<T, String>;

impl<'a> Tokeniser<'a> {
    pub(crate) fn new(source: &'a str) -> Tokeniser<'a> {
        Tokeniser {
            source,
            at: 0,
            multiline: false,
        }
    }

    /// The next token, or `None` at the end of the text.
    pub(crate) fn next_token(&mut self) -> Option<Token> {
        let before = self.at;
        let blank = self.skip_blank();
        let start = self.at;
        let kind = match blank {
            Err(why) => {
                self.at = self.source.len();
                Err(why)
            }
            Ok(()) => self.token(self.peek()?),
        };
        Some(Token {
            kind: kind.unwrap_or_else(TokenKind::Bad),
            span: Span::new(start, self.at),
            joined: start == before && before > 0,
        })
    }

    fn rest(&self) -> &'a str {
        &self.source[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    /// Takes characters of a class.
    fn take(&mut self, class: impl Fn(char) -> bool) -> &'a str {
        let rest = &self.source[self.at..];
        let length = rest.find(|c| !class(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// Skips white space and comments. Stops at a comment that is not closed.
    fn skip_blank(&mut self) -> Read<()> {
        loop {
            self.take(char::is_whitespace);
            if self.rest().starts_with('%') {
                self.take(|c| c != '\n');
            } else if self.rest().starts_with("/*") {
                let end = self.rest()[2..].find("*/");
                self.at += 4 + end.ok_or("this comment is not closed")?;
            } else {
                return Ok(());
            }
        }
    }

    fn token(&mut self, first: char) -> Read<TokenKind> {
        if first.is_ascii_digit() {
            return self.number();
        }
        if starts_variable(first) {
            return Ok(TokenKind::Var(self.take(is_word).to_owned()));
        }
        if starts_name(first) {
            return Ok(TokenKind::Name(self.take(is_word).to_owned()));
        }
        if is_symbol(first) {
            let after = self.rest().chars().nth(1);
            if first == '.' && after.is_none_or(|c| c.is_whitespace() || c == '%') {
                self.at += 1;
                return Ok(TokenKind::End);
            }
            return Ok(TokenKind::Name(self.take(is_symbol).to_owned()));
        }
        self.at += first.len_utf8();
        match first {
            '(' | ')' | '[' | ']' | '{' | '}' | ',' | '|' => Ok(TokenKind::Punct(first)),
            '!' | ';' => Ok(TokenKind::Name(first.to_string())),
            '\'' => self.quoted('\'').map(TokenKind::Name),
            '"' => self.quoted('"').map(TokenKind::Text),
            '`' => self.quoted('`').map(TokenKind::BackQuoted),
            _ => Err(format!("unexpected character `{}`", first.escape_debug())),
        }
    }

    fn number(&mut self) -> Read<TokenKind> {
        if let Some(rest) = self.rest().strip_prefix("0'") {
            // A quote is doubled or escaped; alone it opens a quoted name after a zero.
            if rest.starts_with("''") {
                self.at += 4;
                return Ok(TokenKind::Int(u64::from('\'')));
            }
            match rest.chars().next() {
                None | Some('\'' | '\n') => {}
                Some('\\') => {
                    self.at += 3;
                    return match self.escape()? {
                        Some(c) => Ok(TokenKind::Int(c.into())),
                        None => Err("this escape is not a character".to_owned()),
                    };
                }
                Some(c) => {
                    self.at += 2 + c.len_utf8();
                    return Ok(TokenKind::Int(c.into()));
                }
            }
        }
        let (number, length) = match scan(self.rest(), self.multiline) {
            Ok(scanned) => scanned,
            Err((why, length)) => {
                self.at += length;
                return Err(why.to_owned());
            }
        };
        self.at += length;
        Ok(match number {
            Number::Int(value) => TokenKind::Int(value.unsigned_abs()),
            Number::Big(value) => {
                match u64::try_from(&value).ok().filter(|size| *size == 1 << 63) {
                    Some(size) => TokenKind::Int(size),
                    None => TokenKind::Number(Number::Big(value)),
                }
            }
            number => TokenKind::Number(number),
        })
    }

    /// Parses up to the closing `quote`. Without one, the line ends the token, so that the rest can still be parsed.
    fn quoted(&mut self, quote: char) -> Read<String> {
        let mut text = String::new();
        let mut bad = None;
        let mut line_end = None;
        loop {
            let plain = self.take(|c| c != quote && c != '\\' && c != '\n');
            text.push_str(plain);
            match self.peek() {
                Some('\n') if self.multiline => {
                    line_end.get_or_insert(self.at);
                    self.at += 1;
                    text.push('\n');
                }
                Some('\\') => {
                    self.at += 1;
                    match self.escape() {
                        Ok(c) => text.extend(c),
                        Err(why) => {
                            bad.get_or_insert(why);
                        }
                    }
                }
                Some(c) if c == quote => {
                    self.at += 1;
                    if self.peek() != Some(quote) {
                        return bad.map_or(Ok(text), Err);
                    }
                    self.at += 1;
                    text.push(quote);
                }
                _ => {
                    self.at = line_end.unwrap_or(self.at);
                    let place = if self.multiline { "" } else { " on its line" };
                    return Err(format!("this has no closing {quote}{place}"));
                }
            }
        }
    }

    /// Parses an escape sequence after the backslash. An escaped line end yields nothing.
    fn escape(&mut self) -> Read<Option<char>> {
        let Some(c) = self.peek() else {
            return Err("a backslash ends the text".to_owned());
        };
        let code = match c {
            'u' | 'U' => {
                let length = if c == 'u' { 4 } else { 8 };
                self.at += 1;
                let digits = self.rest().get(..length).unwrap_or_default().to_owned();
                let code = u32::from_str_radix(&digits, 16).ok();
                self.at += if code.is_some() { length } else { 0 };
                code
            }
            'x' => {
                self.at += 1;
                self.escape_code(16)
            }
            '0'..='7' => self.escape_code(8),
            _ => {
                self.next();
                return match c {
                    '\n' => Ok(None),
                    'c' => {
                        self.take(char::is_whitespace);
                        Ok(None)
                    }
                    'a' => Ok(Some('\u{7}')),
                    'b' => Ok(Some('\u{8}')),
                    'e' => Ok(Some('\u{1b}')),
                    'f' => Ok(Some('\u{c}')),
                    'n' => Ok(Some('\n')),
                    'r' => Ok(Some('\r')),
                    's' => Ok(Some(' ')),
                    't' => Ok(Some('\t')),
                    'v' => Ok(Some('\u{b}')),
                    '\\' | '\'' | '"' | '`' => Ok(Some(c)),
                    _ => Err(format!("unknown escape sequence `\\{}`", c.escape_debug())),
                };
            }
        };
        match code.and_then(char::from_u32) {
            Some(c) => Ok(Some(c)),
            None => Err("this escape is not a character".to_owned()),
        }
    }

    /// Parses the digits of a character code, closed by a backslash.
    fn escape_code(&mut self, radix: u32) -> Option<u32> {
        let digits = self.take(|c| c.is_digit(radix));
        let code = u32::from_str_radix(digits, radix).ok();
        if self.peek() == Some('\\') {
            self.at += 1;
        }
        code
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tokens as text: `n:` name, `v:` variable, `i:` number, `t:` text, `.` the end, `!` bad; `~` before a joined
    /// one.
    fn shown(source: &str) -> String {
        let show = |token: &Token| {
            let kind = match &token.kind {
                TokenKind::Name(name) => format!("n:{name}"),
                TokenKind::Var(name) => format!("v:{name}"),
                TokenKind::Int(value) => format!("i:{value}"),
                TokenKind::Number(number) => format!("i:{number}"),
                TokenKind::Text(text) => format!("t:{text}"),
                TokenKind::BackQuoted(text) => format!("b:{text}"),
                TokenKind::Punct(c) => c.to_string(),
                TokenKind::End => ".".to_owned(),
                TokenKind::Bad(why) => format!("! {why}"),
            };
            format!("{}{kind}", if token.joined { "~" } else { "" })
        };
        let shown: Vec<String> = tokenise(source).map(|token| show(&token)).collect();
        shown.join(" ")
    }

    #[test]
    fn every_kind_of_token() {
        let table = [
            ("foo Bar _x _ été", "n:foo v:Bar v:_x v:_ n:été"),
            ("a:-b.", "n:a ~n::- ~n:b ~."),
            ("X in 1..5.", "v:X n:in i:1 ~n:.. ~i:5 ~."),
            (
                "f(a,[b|C]) {d}",
                "n:f ~( ~n:a ~, ~[ ~n:b ~| ~v:C ~] ~) { ~n:d ~}",
            ),
            ("!;", "n:! ~n:;"),
            ("a.% b\nc /* d\n*/ e.", "n:a ~. n:c n:e ~."),
            ("a/**/b", "n:a n:b"),
            ("a.b", "n:a ~n:. ~n:b"),
            ("#\\= =.. \\/", "n:#\\= n:=.. n:\\/"),
            (
                "1 007 1_000_000 0xfF 0o17 0b101 0x_",
                "i:1 i:7 i:1000000 i:255 i:15 i:5 ! a number runs into a word; put a space between them",
            ),
            ("0'a 0'\\n 0''' 0'\\' 0' ", "i:97 i:10 i:39 i:39 i:32"),
            (
                "'' 'it''s' 'a\\'b' 'a\\\nb' '[]'",
                "n: n:it's n:a'b n:ab n:[]",
            ),
            ("\"a 'b' \\\"c\\\"\" \"\"", "t:a 'b' \"c\" t:"),
            ("'\\x41\\\\101\\\\u0041\\U00000041\\e'", "n:AAAA\u{1b}"),
            ("9223372036854775808", "i:9223372036854775808"),
            (
                "9223372036854775809 1.5e3 1r3 1.0Inf 16'ff 1.e2",
                "i:9223372036854775809 i:1500.0 i:1r3 i:1.0Inf i:255 i:1 ~n:. ~n:e2",
            ),
            ("`a``b` `\\n`", "b:a`b b:\n"),
            ("\"a\\c \n  b\"", "t:ab"),
            ("a→b ∧∨ -→", "n:a ~n:→ ~n:b n:∧∨ n:-→"),
            ("", ""),
        ];
        for (source, expected) in table {
            assert_eq!(shown(source), expected, "{source}");
        }
    }

    #[test]
    fn bad_tokens_have_messages_and_tokenising_continues() {
        let table = [
            ("a ` b", "n:a ! this has no closing ` on its line"),
            ("a \u{0} b", "n:a ! unexpected character `\\0` n:b"),
            ("'a\nb", "! this has no closing ' on its line n:b"),
            ("\"a\nb", "! this has no closing \" on its line n:b"),
            ("'a\\qb' c", "! unknown escape sequence `\\q` n:c"),
            ("'\\x110000\\' c", "! this escape is not a character n:c"),
            ("'\\u12' c", "! this escape is not a character n:c"),
            ("a /* b", "n:a ! this comment is not closed"),
            ("1r0 a", "! a denominator is not 0 n:a"),
            ("1e999 a", "! this number is too large for a float n:a"),
            (
                "12ab c",
                "! a number runs into a word; put a space between them n:c",
            ),
            ("'a\\", "! this has no closing ' on its line"),
        ];
        for (source, expected) in table {
            assert_eq!(shown(source), expected, "{source}");
        }
    }

    #[test]
    fn tokens_cover_the_text() {
        let source = "f(X, 'é') :- \"日本\" /* c */ ; 0'x. % end";
        let mut last = 0;
        for token in tokenise(source) {
            assert!(token.span.start >= last && token.span.end > token.span.start);
            assert_eq!(token.joined, token.span.start == last && last > 0);
            last = token.span.end;
        }
    }
}
