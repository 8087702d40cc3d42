//! The parser: from text to items. An item that cannot be read becomes a diagnostic, and reading goes on behind it.

use gridwright_term::{Diagnostic, Span};

use crate::syntax::{Declaration, Expr, Goal, Kind, Posted, Ranges, Solve, Text, Value};
use crate::token::{Token, Tokens};

/// After so many errors the rest of a text is not worth a message.
const MOST_ERRORS: usize = 20;

/// Reads a text: what could be read, and what could not.
pub(crate) fn parse(text: &str) -> (Text<'_>, Vec<Diagnostic>) {
    if text.len() >= u32::MAX as usize {
        let message = "a text of 4 GiB or more is not read";
        return (
            Text::default(),
            vec![Diagnostic::error(message, Span::new(0, 1))],
        );
    }
    let mut errors = Vec::new();
    let mut found = Text::default();
    let mut tokens = Tokens::new(text);
    while errors.len() < MOST_ERRORS {
        // The item begins anew at a copy, so that skipping goes on from the token that was refused.
        let mut parser = Parser::at(tokens.clone());
        match parser.first().and_then(|()| parser.item(&mut found)) {
            Ok(true) => return (found, errors),
            Ok(false) => tokens = parser.tokens,
            Err(error) => {
                errors.push(error);
                tokens = parser.tokens;
                if parser.token != Token::Sign(b';') {
                    tokens.skip_item();
                }
            }
        }
    }
    (found, errors)
}

pub(crate) struct Parser<'t> {
    pub(crate) tokens: Tokens<'t>,
    pub(crate) token: Token<'t>,
    pub(crate) span: Span,
    pub(crate) depth: usize,
}

impl<'t> Parser<'t> {
    fn at(tokens: Tokens<'t>) -> Parser<'t> {
        Parser {
            tokens,
            token: Token::End,
            span: Span::new(0, 0),
            depth: 0,
        }
    }

    /// Looks at the first token of an item.
    fn first(&mut self) -> Result<(), Diagnostic> {
        self.advance()
    }

    pub(crate) fn advance(&mut self) -> Result<(), Diagnostic> {
        (self.token, self.span) = self.tokens.next()?;
        Ok(())
    }

    /// Reads one item up to its semicolon; says whether the text has ended.
    fn item(&mut self, found: &mut Text<'t>) -> Result<bool, Diagnostic> {
        let start = self.span.start;
        match self.token {
            Token::End => return Ok(true),
            Token::Word("predicate") => {
                while self.token != Token::Sign(b';') {
                    if self.token == Token::End {
                        return Err(self.expected("`;`"));
                    }
                    self.advance()?;
                }
                return Ok(false);
            }
            Token::Word("constraint") => {
                self.advance()?;
                let start = self.span.start;
                let (name, arguments) = self.call()?;
                let annotations = self.annotations()?;
                found.constraints.push(Posted {
                    name,
                    span: Span::new(start, self.span.start),
                    arguments,
                    annotations,
                });
            }
            Token::Word("solve") => {
                self.advance()?;
                let annotations = self.annotations()?;
                let goal = self.goal()?;
                let span = Span::new(start, self.span.start);
                if found.solve.is_some() {
                    return Err(Diagnostic::error("a second `solve`", span));
                }
                found.solve = Some(Solve {
                    span,
                    annotations,
                    goal,
                });
            }
            _ => {
                let declaration = self.declaration()?;
                found.declarations.push(declaration);
            }
        }
        // The semicolon is looked at and not passed: the next item begins behind it.
        match self.token {
            Token::Sign(b';') => Ok(false),
            _ => Err(self.expected("`;`")),
        }
    }

    fn goal(&mut self) -> Result<Goal<'t>, Diagnostic> {
        let word = self.token;
        match word {
            Token::Word("satisfy") => {
                self.advance()?;
                Ok(Goal::Satisfy)
            }
            Token::Word("minimize") => {
                self.advance()?;
                Ok(Goal::Minimise(self.expr()?))
            }
            Token::Word("maximize") => {
                self.advance()?;
                Ok(Goal::Maximise(self.expr()?))
            }
            _ => Err(self.expected("`satisfy`, `minimize` or `maximize`")),
        }
    }

    fn declaration(&mut self) -> Result<Declaration<'t>, Diagnostic> {
        let start = self.span.start;
        let mut length = None;
        if self.token == Token::Word("array") {
            self.advance()?;
            self.sign(b'[', "`[`")?;
            length = Some(self.index_set()?);
            self.sign(b']', "`]`")?;
            self.word("of")?;
        }
        let kind = self.kind()?;
        self.sign(b':', "`:`")?;
        let name = self.name()?;
        let annotations = self.annotations()?;
        let mut value = None;
        if self.token == Token::Sign(b'=') {
            self.advance()?;
            value = Some(self.expr()?);
        }
        Ok(Declaration {
            name,
            span: Span::new(start, self.span.start),
            kind,
            length,
            annotations,
            value,
        })
    }

    /// `1..n` or `int`, of which `int` stands in declarations of predicates only; gives the length.
    fn index_set(&mut self) -> Result<i64, Diagnostic> {
        let Token::Int(min) = self.token else {
            return Err(self.expected("an index set such as `1..3`"));
        };
        self.advance()?;
        if self.token != Token::Dots {
            return Err(self.expected("`..`"));
        }
        self.advance()?;
        let Token::Int(max) = self.token else {
            return Err(self.expected("a whole number"));
        };
        self.advance()?;
        Ok(max.saturating_sub(min).saturating_add(1).max(0))
    }

    fn kind(&mut self) -> Result<Kind, Diagnostic> {
        const ITEM: &str = "an item: a declaration, `constraint` or `solve`";
        let Token::Word(word @ ("bool" | "int" | "float" | "set" | "var")) = self.token else {
            return Err(self.expected(ITEM));
        };
        self.advance()?;
        match word {
            "bool" | "int" | "float" => Ok(Kind::Parameter),
            "set" => {
                self.word("of")?;
                self.set_base()?;
                Ok(Kind::Parameter)
            }
            _ => self.var_kind(),
        }
    }

    fn var_kind(&mut self) -> Result<Kind, Diagnostic> {
        match self.token {
            Token::Word("bool") => {
                self.advance()?;
                Ok(Kind::Bool)
            }
            Token::Word("int") => {
                self.advance()?;
                Ok(Kind::Int(None))
            }
            Token::Word("float") => {
                self.advance()?;
                Ok(Kind::Refused("float variables"))
            }
            Token::Word("set") => {
                self.advance()?;
                self.word("of")?;
                self.set_base()?;
                Ok(Kind::Refused("set variables"))
            }
            Token::Float(_) => {
                self.float_range()?;
                Ok(Kind::Refused("float variables"))
            }
            _ => Ok(Kind::Int(Some(self.set()?))),
        }
    }

    /// What a set is of: `int`, a range or a list.
    fn set_base(&mut self) -> Result<(), Diagnostic> {
        match self.token {
            Token::Word("int") => self.advance(),
            _ => self.set().map(drop),
        }
    }

    fn float_range(&mut self) -> Result<(), Diagnostic> {
        self.advance()?;
        if self.token != Token::Dots {
            return Err(self.expected("`..`"));
        }
        self.advance()?;
        self.advance()
    }

    fn set(&mut self) -> Result<Ranges, Diagnostic> {
        match self.expr()?.value {
            Value::Set(ranges) => Ok(ranges),
            _ => Err(self.expected("a range such as `1..3` or a list such as `{1, 3}`")),
        }
    }

    fn call(&mut self) -> Result<(&'t str, Vec<Expr<'t>>), Diagnostic> {
        let name = self.name()?;
        self.sign(b'(', "`(`")?;
        let arguments = self.list(b')', "`)`")?;
        Ok((name, arguments))
    }

    fn annotations(&mut self) -> Result<Vec<Expr<'t>>, Diagnostic> {
        let mut found = Vec::new();
        while self.token == Token::Colons {
            self.advance()?;
            found.push(self.expr()?);
        }
        Ok(found)
    }

    fn name(&mut self) -> Result<&'t str, Diagnostic> {
        let Token::Word(name) = self.token else {
            return Err(self.expected("a name"));
        };
        self.advance()?;
        Ok(name)
    }

    fn word(&mut self, word: &str) -> Result<(), Diagnostic> {
        if self.token != Token::Word(word) {
            return Err(self.expected(&format!("`{word}`")));
        }
        self.advance()
    }

    pub(crate) fn sign(&mut self, sign: u8, name: &str) -> Result<(), Diagnostic> {
        if self.token != Token::Sign(sign) {
            return Err(self.expected(name));
        }
        self.advance()
    }

    pub(crate) fn expected(&self, what: &str) -> Diagnostic {
        let message = format!("expected {what}, not {}", said(self.token));
        Diagnostic::error(message, self.span)
    }
}

/// A token in a message.
fn said(token: Token<'_>) -> String {
    match token {
        Token::Word(word) | Token::Float(word) => format!("`{word}`"),
        Token::Int(number) => format!("`{number}`"),
        Token::Text(_) => "a text".to_owned(),
        Token::Sign(sign) => format!("`{}`", char::from(sign)),
        Token::Colons => "`::`".to_owned(),
        Token::Dots => "`..`".to_owned(),
        Token::End => "the end of the text".to_owned(),
    }
}
