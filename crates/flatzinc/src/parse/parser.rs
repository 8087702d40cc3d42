//! The parser. A malformed item becomes a diagnostic, and parsing continues after it.

use gridwright_fd::Deadline;
use gridwright_term::{Diagnostic, Span};

use crate::Result;
use crate::parse::lexer::{Lexer, Token};
use crate::parse::syntax::{
    ConstraintItem, Declaration, Expr, Goal, Items, Ranges, Solve, Type, Value,
};

/// The deepest nesting of expressions; MiniZinc writes three levels.
const MAX_DEPTH: usize = 64;

/// Parsing and loading stop after this many errors.
pub(crate) const MAX_ERRORS: usize = 20;

/// The number of items between two checks of the deadline.
const DEADLINE_CHECK_INTERVAL: usize = 256;

/// Parses a text: the items, and the errors. Stops at the deadline.
pub(crate) fn parse<'t>(text: &'t str, deadline: &Deadline) -> (Items<'t>, Vec<Diagnostic>) {
    if text.len() >= u32::MAX as usize {
        let message = "models of 4 GiB or more are not supported";
        let error = Diagnostic::error(message, Span::new(0, 1));
        return (Items::default(), vec![error]);
    }
    let mut errors = Vec::new();
    let mut found = Items::default();
    let mut tokens = Lexer::new(text);
    let mut n_items = 0_usize;
    while errors.len() < MAX_ERRORS {
        n_items += 1;
        if n_items.is_multiple_of(DEADLINE_CHECK_INTERVAL) && deadline.reached().is_some() {
            break;
        }
        // Each item has its own parser, so that after an error skipping starts at the wrong token.
        let mut parser = Parser::at(tokens.clone());
        match parser.advance().and_then(|()| parser.item(&mut found)) {
            Ok(true) => return (found, errors),
            Ok(false) => tokens = parser.tokens,
            Err(error) => {
                errors.push(error);
                tokens = parser.tokens;
                if parser.token != Token::Punct(b';') {
                    tokens.skip_item();
                }
            }
        }
    }
    (found, errors)
}

struct Parser<'t> {
    tokens: Lexer<'t>,
    token: Token<'t>,
    span: Span,
    depth: usize,
}

impl<'t> Parser<'t> {
    fn at(tokens: Lexer<'t>) -> Parser<'t> {
        Parser {
            tokens,
            token: Token::End,
            span: Span::new(0, 0),
            depth: 0,
        }
    }

    fn advance(&mut self) -> Result {
        (self.token, self.span) = self.tokens.next()?;
        Ok(())
    }

    /// Parses one item up to its semicolon; true at the end of the text.
    fn item(&mut self, found: &mut Items<'t>) -> Result<bool> {
        let start = self.span.start;
        match self.token {
            Token::End => return Ok(true),
            Token::Word("predicate") => {
                while self.token != Token::Punct(b';') {
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
                found.constraints.push(ConstraintItem {
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
                let mut declaration = self.declaration()?;
                add_elements(&mut declaration, &mut found.elements)?;
                found.declarations.push(declaration);
            }
        }
        // The semicolon is the current token: the next item begins after it.
        match self.token {
            Token::Punct(b';') => Ok(false),
            _ => Err(self.expected("`;`")),
        }
    }

    fn goal(&mut self) -> Result<Goal<'t>> {
        let Token::Word(word @ ("satisfy" | "minimize" | "maximize")) = self.token else {
            return Err(self.expected("`satisfy`, `minimize` or `maximize`"));
        };
        self.advance()?;
        Ok(match word {
            "satisfy" => Goal::Satisfy,
            "minimize" => Goal::Minimise(self.expr()?),
            _ => Goal::Maximise(self.expr()?),
        })
    }

    fn declaration(&mut self) -> Result<Declaration<'t>> {
        let start = self.span.start;
        let mut length = None;
        if self.token == Token::Word("array") {
            self.advance()?;
            self.punct(b'[', "`[`")?;
            length = Some(self.index_set()?);
            self.punct(b']', "`]`")?;
            self.word("of")?;
        }
        let ty = self.ty()?;
        self.punct(b':', "`:`")?;
        let name = self.name()?;
        let annotations = self.annotations()?;
        let mut value = None;
        if self.token == Token::Punct(b'=') {
            self.advance()?;
            value = Some(self.expr()?);
        }
        Ok(Declaration {
            name,
            span: Span::new(start, self.span.start),
            ty,
            length,
            annotations,
            value,
        })
    }

    /// The length of an index set `1..n`.
    fn index_set(&mut self) -> Result<i64> {
        let min = self.int("an index set such as `1..3`")?;
        self.expect(Token::Dots, "`..`")?;
        let max = self.int("an integer")?;
        Ok(max.saturating_sub(min).saturating_add(1).max(0))
    }

    fn ty(&mut self) -> Result<Type> {
        const ITEM: &str = "an item: a declaration, `constraint` or `solve`";
        let Token::Word(word @ ("bool" | "int" | "float" | "set" | "var")) = self.token else {
            return Err(self.expected(ITEM));
        };
        self.advance()?;
        match word {
            "bool" | "int" | "float" => Ok(Type::Parameter),
            "set" => {
                self.word("of")?;
                self.set_base()?;
                Ok(Type::Parameter)
            }
            _ => self.var_type(),
        }
    }

    fn var_type(&mut self) -> Result<Type> {
        match self.token {
            Token::Word("bool") => self.advance().map(|()| Type::Bool),
            Token::Word("int") => self.advance().map(|()| Type::Int(None)),
            Token::Word("float") => self.advance().map(|()| Type::Float(None)),
            Token::Word("set") => {
                self.advance()?;
                self.word("of")?;
                self.set_base()?;
                Ok(Type::Unsupported("set variables"))
            }
            Token::Float(_) => {
                let low = self.float()?;
                self.expect(Token::Dots, "`..`")?;
                Ok(Type::Float(Some((low, self.float()?))))
            }
            _ => Ok(Type::Int(Some(self.set()?))),
        }
    }

    /// A bound of a float variable.
    fn float(&mut self) -> Result<f64> {
        let value = match self.token {
            // The lexer reads only words that are numbers.
            Token::Float(word) => word.parse().unwrap_or(f64::NAN),
            Token::Int(number) => number as f64,
            _ => return Err(self.expected("a number")),
        };
        self.advance()?;
        Ok(value)
    }

    /// The element type of a set: `int`, a range or a list.
    fn set_base(&mut self) -> Result {
        match self.token {
            Token::Word("int") => self.advance(),
            _ => self.set().map(drop),
        }
    }

    fn set(&mut self) -> Result<Ranges> {
        match self.expr()?.value {
            Value::Set(ranges) => Ok(ranges),
            _ => Err(self.expected("a range such as `1..3` or a list such as `{1, 3}`")),
        }
    }

    fn call(&mut self) -> Result<(&'t str, Vec<Expr<'t>>)> {
        let name = self.name()?;
        self.punct(b'(', "`(`")?;
        let arguments = self.list(b')', "`)`")?;
        Ok((name, arguments))
    }

    fn annotations(&mut self) -> Result<Vec<Expr<'t>>> {
        let mut found = Vec::new();
        while self.token == Token::Colons {
            self.advance()?;
            found.push(self.expr()?);
        }
        Ok(found)
    }

    fn name(&mut self) -> Result<&'t str> {
        let Token::Word(name) = self.token else {
            return Err(self.expected("a name"));
        };
        self.advance()?;
        Ok(name)
    }

    fn word(&mut self, word: &str) -> Result {
        self.expect(Token::Word(word), &format!("`{word}`"))
    }

    fn int(&mut self, expected: &str) -> Result<i64> {
        let Token::Int(number) = self.token else {
            return Err(self.expected(expected));
        };
        self.advance()?;
        Ok(number)
    }

    /// Comma-separated expressions up to and including a closing bracket; a trailing comma is allowed.
    fn list(&mut self, closing: u8, name: &str) -> Result<Vec<Expr<'t>>> {
        let mut found = Vec::new();
        while self.token != Token::Punct(closing) {
            found.push(self.expr()?);
            match self.token {
                Token::Punct(b',') => self.advance()?,
                Token::Punct(sign) if sign == closing => {}
                _ => return Err(self.expected(&format!("`,` or {name}"))),
            }
        }
        self.advance()?;
        Ok(found)
    }

    fn expr(&mut self) -> Result<Expr<'t>> {
        let at = self.span.start as u32;
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let message = format!("nested more than {MAX_DEPTH} deep");
            return Err(Diagnostic::error(message, self.span));
        }
        let value = self.value()?;
        self.depth -= 1;
        Ok(Expr { at, value })
    }

    fn value(&mut self) -> Result<Value<'t>> {
        let token = self.token;
        let begins_value = match token {
            Token::Punct(sign) => matches!(sign, b'[' | b'{'),
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
                let max = self.int("an integer")?;
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
            Token::Str(_) => Ok(Value::Str),
            Token::Word("true") => Ok(Value::Bool(true)),
            Token::Word("false") => Ok(Value::Bool(false)),
            Token::Word(name) => self.named(name),
            Token::Punct(b'[') => Ok(Value::Array(self.list(b']', "`]`")?.into())),
            _ => self.braces(),
        }
    }

    fn named(&mut self, name: &'t str) -> Result<Value<'t>> {
        match self.token {
            Token::Punct(b'(') => {
                self.advance()?;
                Ok(Value::Call(name, self.list(b')', "`)`")?.into()))
            }
            Token::Punct(b'[') => {
                self.advance()?;
                let index = self.int("an integer")?;
                self.punct(b']', "`]`")?;
                Ok(Value::Index(name, index))
            }
            _ => Ok(Value::Name(name)),
        }
    }

    fn braces(&mut self) -> Result<Value<'t>> {
        let start = self.span;
        let items = self.list(b'}', "`}`")?;
        let single = |item: &Expr<'_>| match item.value {
            Value::Int(number) => Some((number, number)),
            _ => None,
        };
        if let Some(ranges) = items.iter().map(single).collect() {
            return Ok(Value::Set(ranges));
        }
        // A set of floats is treated as a float: its use is an error.
        match items.into_iter().next().map(|item| item.value) {
            Some(Value::Float(word)) => Ok(Value::Float(word)),
            _ => {
                let message = "the elements of a set must be integers";
                Err(Diagnostic::error(message, start))
            }
        }
    }

    fn punct(&mut self, punct: u8, name: &str) -> Result {
        self.expect(Token::Punct(punct), name)
    }

    fn expect(&mut self, token: Token<'_>, name: &str) -> Result {
        if self.token != token {
            return Err(self.expected(name));
        }
        self.advance()
    }

    fn expected(&self, what: &str) -> Diagnostic {
        let message = format!("expected {what}, not {}", describe(self.token));
        Diagnostic::error(message, self.span)
    }
}

/// The most items of an array that is declared without a value.
const MAX_ELEMENTS: i64 = 10_000_000;

/// Gives an array of variables without a value its items: a variable each.
fn add_elements<'t>(array: &mut Declaration<'t>, elements: &mut Vec<Declaration<'t>>) -> Result {
    let (Some(length), None) = (array.length, &array.value) else {
        return Ok(());
    };
    let has_elements = match array.ty {
        Type::Bool | Type::Int(_) | Type::Float(_) => true,
        Type::Parameter | Type::Unsupported(_) => length == 0,
    };
    if !has_elements {
        return Ok(());
    }
    if length > MAX_ELEMENTS {
        let message = format!("an array of more than {MAX_ELEMENTS} variables");
        return Err(Diagnostic::error(message, array.span));
    }
    let at = array.span.start as u32;
    let first = elements.len();
    elements.extend((0..length).map(|_| Declaration {
        name: array.name,
        span: array.span,
        ty: array.ty.clone(),
        length: None,
        annotations: Vec::new(),
        value: None,
    }));
    let items = (first..elements.len()).map(|index| Expr {
        at,
        value: Value::Element(index),
    });
    let value = Value::Array(items.collect());
    array.value = Some(Expr { at, value });
    Ok(())
}

/// A token in a message.
fn describe(token: Token<'_>) -> String {
    match token {
        Token::Word(word) | Token::Float(word) => format!("`{word}`"),
        Token::Int(number) => format!("`{number}`"),
        Token::Str(_) => "a string".to_owned(),
        Token::Punct(sign) => format!("`{}`", char::from(sign)),
        Token::Colons => "`::`".to_owned(),
        Token::Dots => "`..`".to_owned(),
        Token::End => "the end of the text".to_owned(),
    }
}
