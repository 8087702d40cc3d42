//! The lexer: tokens are slices of the text.

use gridwright_term::{Diagnostic, Span};

use crate::Result;

/// One token.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Token<'t> {
    /// A name or a keyword.
    Word(&'t str),
    Int(i64),
    Float(&'t str),
    /// A string, without its quotation marks.
    Str(&'t str),
    /// One of `( ) [ ] { } , : ; =`.
    Punct(u8),
    /// `::`
    Colons,
    /// `..`
    Dots,
    End,
}

/// Yields the tokens of a text.
#[derive(Clone, Debug)]
pub(crate) struct Lexer<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Lexer<'t> {
    pub(crate) fn new(text: &'t str) -> Lexer<'t> {
        Lexer { text, at: 0 }
    }

    /// The next token and its span.
    pub(crate) fn next(&mut self) -> Result<(Token<'t>, Span)> {
        self.skip_blanks();
        let start = self.at;
        let bytes = self.text.as_bytes();
        let Some(&byte) = bytes.get(start) else {
            return Ok((Token::End, Span::new(start, start)));
        };
        let after = bytes.get(start + 1).copied();
        let token = match (byte, after) {
            (b'a'..=b'z' | b'A'..=b'Z' | b'_', _) => self.word(),
            (b'0'..=b'9', _) | (b'-' | b'+', Some(b'0'..=b'9')) => self.number()?,
            (b'"', _) => self.quoted()?,
            (b':', Some(b':')) => self.take(2, Token::Colons),
            (b'.', Some(b'.')) => self.take(2, Token::Dots),
            (b'(' | b')' | b'[' | b']' | b'{' | b'}' | b',' | b':' | b';' | b'=', _) => {
                self.take(1, Token::Punct(byte))
            }
            _ => {
                let found = self.text[start..].chars().next().unwrap_or_default();
                self.at += found.len_utf8();
                let span = Span::new(start, self.at);
                let message = format!("unexpected character `{}`", found.escape_debug());
                return Err(Diagnostic::error(message, span));
            }
        };
        Ok((token, Span::new(start, self.at)))
    }

    /// Skips to the end of the item, past the next semicolon.
    pub(crate) fn skip_item(&mut self) {
        loop {
            if let Ok((Token::Punct(b';') | Token::End, _)) = self.next() {
                return;
            }
        }
    }

    fn skip_blanks(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => self.at += 1,
                b'%' => self.at = self.find(self.at, b'\n').unwrap_or(bytes.len()),
                _ => return,
            }
        }
    }

    fn find(&self, from: usize, byte: u8) -> Option<usize> {
        let rest = &self.text.as_bytes()[from..];
        Some(from + rest.iter().position(|&other| other == byte)?)
    }

    fn take(&mut self, length: usize, token: Token<'t>) -> Token<'t> {
        self.at += length;
        token
    }

    fn take_while(&mut self, accepts: impl Fn(u8) -> bool) {
        let bytes = self.text.as_bytes();
        while bytes.get(self.at).is_some_and(|&byte| accepts(byte)) {
            self.at += 1;
        }
    }

    fn word(&mut self) -> Token<'t> {
        let start = self.at;
        self.take_while(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        Token::Word(&self.text[start..self.at])
    }

    /// An integer in base 10, 16 or 8, or a float.
    fn number(&mut self) -> Result<Token<'t>> {
        let start = self.at;
        self.at += usize::from(matches!(self.text.as_bytes()[start], b'-' | b'+'));
        let digits = self.at;
        self.take_while(|byte| byte.is_ascii_alphanumeric());
        let bytes = self.text.as_bytes();
        let has_fraction = bytes.get(self.at) == Some(&b'.')
            && bytes.get(self.at + 1).is_some_and(u8::is_ascii_digit);
        if has_fraction {
            self.at += 1;
            self.take_while(|byte| byte.is_ascii_alphanumeric());
        }
        let is_signed_exponent = matches!(bytes.get(self.at - 1), Some(b'e' | b'E'))
            && matches!(bytes.get(self.at), Some(b'-' | b'+'))
            && !bytes[digits..].starts_with(b"0x");
        if is_signed_exponent {
            self.at += 1;
            self.take_while(|byte| byte.is_ascii_digit());
        }
        let word = &self.text[start..self.at];
        let (sign, plain) = match word.strip_prefix('-') {
            Some(plain) => (-1, plain),
            None => (1, word.strip_prefix('+').unwrap_or(word)),
        };
        let whole = match (plain.strip_prefix("0x"), plain.strip_prefix("0o")) {
            (Some(plain), _) => i128::from_str_radix(plain, 16),
            (_, Some(plain)) => i128::from_str_radix(plain, 8),
            _ => plain.parse(),
        };
        if let Ok(Ok(whole)) = whole.map(|whole: i128| i64::try_from(sign * whole)) {
            return Ok(Token::Int(whole));
        }
        let span = Span::new(start, self.at);
        if !plain.bytes().all(|byte| byte.is_ascii_digit()) && word.parse::<f64>().is_ok() {
            return Ok(Token::Float(word));
        }
        let message = format!("`{word}` is not a 64-bit number");
        Err(Diagnostic::error(message, span))
    }

    fn quoted(&mut self) -> Result<Token<'t>> {
        let start = self.at;
        let mut end = start + 1;
        let bytes = self.text.as_bytes();
        loop {
            match bytes.get(end) {
                Some(b'"') => break,
                Some(b'\\') => end += 2,
                Some(b'\n') | None => {
                    self.at = end.min(bytes.len());
                    let span = Span::new(start, self.at);
                    return Err(Diagnostic::error("unterminated string", span));
                }
                Some(_) => end += 1,
            }
        }
        self.at = end + 1;
        Ok(Token::Str(&self.text[start + 1..end]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<Token<'_>> {
        let mut tokens = Lexer::new(text);
        let mut found = Vec::new();
        loop {
            match tokens.next().expect("good tokens").0 {
                Token::End => return found,
                token => found.push(token),
            }
        }
    }

    #[test]
    fn numbers_and_ranges() {
        use Token::{Dots, Float, Int};
        assert_eq!(all("1..-3"), [Int(1), Dots, Int(-3)]);
        assert_eq!(all("0x1F 0o17 +4"), [Int(31), Int(15), Int(4)]);
        assert_eq!(
            all("1.5 -2.5e-3 1e9"),
            [Float("1.5"), Float("-2.5e-3"), Float("1e9")]
        );
        assert_eq!(all("1.5..2.5"), [Float("1.5"), Dots, Float("2.5")]);
        assert_eq!(all("-9223372036854775808"), [Int(i64::MIN)]);
        assert!(Lexer::new("9223372036854775808").next().is_err());
        assert!(Lexer::new("12ab").next().is_err());
    }

    #[test]
    fn words_strings_and_comments() {
        use Token::{Colons, Punct, Str, Word};
        assert_eq!(all("x_1 % no\n::y"), [Word("x_1"), Colons, Word("y")]);
        assert_eq!(all("\"a \\\" b\";"), [Str("a \\\" b"), Punct(b';')]);
        assert!(Lexer::new("\"a").next().is_err());
        assert!(Lexer::new("\u{e9}").next().is_err());
    }
}
