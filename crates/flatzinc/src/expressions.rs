//! The part of the parser that reads expressions: literals, names, sets, arrays, annotations with arguments.

use gridwright_term::Diagnostic;

use crate::parse::Parser;
use crate::syntax::{Expr, Value};
use crate::token::Token;

/// How deep expressions may be nested: MiniZinc writes three levels.
const MOST_DEPTH: usize = 64;

impl<'t> Parser<'t> {
    /// Expressions up to a closing sign, which is passed; a comma may stand behind the last.
    pub(crate) fn list(&mut self, closing: u8, name: &str) -> Result<Vec<Expr<'t>>, Diagnostic> {
        let mut found = Vec::new();
        while self.token != Token::Sign(closing) {
            found.push(self.expr()?);
            match self.token {
                Token::Sign(b',') => self.advance()?,
                Token::Sign(sign) if sign == closing => {}
                _ => return Err(self.expected(&format!("`,` or {name}"))),
            }
        }
        self.advance()?;
        Ok(found)
    }

    pub(crate) fn expr(&mut self) -> Result<Expr<'t>, Diagnostic> {
        let at = self.span.start as u32;
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            let message = format!("nested more than {MOST_DEPTH} deep");
            return Err(Diagnostic::error(message, self.span));
        }
        let value = self.value()?;
        self.depth -= 1;
        Ok(Expr { at, value })
    }

    fn value(&mut self) -> Result<Value<'t>, Diagnostic> {
        let token = self.token;
        let begins_value = match token {
            Token::Sign(sign) => matches!(sign, b'[' | b'{'),
            Token::Colons | Token::Dots | Token::End => false,
            _ => true,
        };
        if !begins_value {
            return Err(self.expected("a value"));
        }
        self.advance()?;
        match token {
            Token::Int(min) if self.token == Token::Dots => {
                self.advance()?;
                let Token::Int(max) = self.token else {
                    return Err(self.expected("a whole number"));
                };
                self.advance()?;
                Ok(Value::Set([(min, max)].into()))
            }
            Token::Int(number) => Ok(Value::Int(number)),
            Token::Float(word) => {
                if self.token == Token::Dots {
                    self.advance()?;
                    self.advance()?;
                }
                Ok(Value::Float(word))
            }
            Token::Text(_) => Ok(Value::Text),
            Token::Word("true") => Ok(Value::Bool(true)),
            Token::Word("false") => Ok(Value::Bool(false)),
            Token::Word(name) => self.named(name),
            Token::Sign(b'[') => Ok(Value::Array(self.list(b']', "`]`")?.into())),
            _ => self.braces(),
        }
    }

    fn named(&mut self, name: &'t str) -> Result<Value<'t>, Diagnostic> {
        match self.token {
            Token::Sign(b'(') => {
                self.advance()?;
                Ok(Value::Call(name, self.list(b')', "`)`")?.into()))
            }
            Token::Sign(b'[') => {
                self.advance()?;
                let Token::Int(index) = self.token else {
                    return Err(self.expected("a whole number"));
                };
                self.advance()?;
                self.sign(b']', "`]`")?;
                Ok(Value::Item(name, index))
            }
            _ => Ok(Value::Name(name)),
        }
    }

    fn braces(&mut self) -> Result<Value<'t>, Diagnostic> {
        let start = self.span;
        let items = self.list(b'}', "`}`")?;
        let ranges: Option<Vec<(i64, i64)>> = items
            .iter()
            .map(|item| match item.value {
                Value::Int(number) => Some((number, number)),
                _ => None,
            })
            .collect();
        if let Some(ranges) = ranges {
            return Ok(Value::Set(ranges.into()));
        }
        // A set of floats is as good as a float: whoever uses it refuses it.
        match items.into_iter().next().map(|item| item.value) {
            Some(Value::Float(word)) => Ok(Value::Float(word)),
            _ => Err(Diagnostic::error("a set holds whole numbers", start)),
        }
    }
}
