//! The parser: statements with their clauses, and expressions by the priorities of an operator table.
//! A statement with an error becomes a diagnostic, and parsing continues with the next one.

use std::sync::LazyLock;

use gridwright_fd::Deadline;
use gridwright_term::{Diagnostic, Fixity, Operators, Position, Span};

use crate::Result;
use crate::parse::lexer::{Token, TokenKind, lex};
use crate::parse::nearest::nearest;
use crate::syntax::{Clause, ClauseKind, Expr, ExprKind, Op, Statement, StatementKind};

/// The deepest nesting that is accepted, so that no text exhausts the stack.
const MAX_HEIGHT: usize = 600;

/// The highest priority within an expression, which binds most loosely, as in Prolog.
pub(crate) const LOOSEST: u16 = 999;

/// An expression parsed so far, with its priority and its height as a tree.
struct Left {
    expr: Expr,
    priority: u16,
    height: usize,
}

impl Left {
    /// A complete operand. Parentheses do not add to its height, which is a good enough estimate of the nesting.
    fn operand(expr: Expr) -> Left {
        Left {
            height: height(&expr),
            expr,
            priority: 0,
        }
    }
}

/// Parses all statements of a text; also returns diagnostics for those with errors.
pub fn parse_statements(source: &str) -> (Vec<Statement>, Vec<Diagnostic>) {
    parse_before(source, &Deadline::never())
}

/// [`parse_statements`]; the deadline is an error at the statement where it comes.
pub(crate) fn parse_before(source: &str, deadline: &Deadline) -> (Vec<Statement>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let tokens = lex(source, deadline, &mut diagnostics);
    let mut parser = Parser {
        source,
        tokens: &tokens,
        at: 0,
        depth: 0,
    };
    let mut statements = Vec::new();
    loop {
        // Also if the text before the deadline has no tokens.
        if let Some(limit) = deadline.reached() {
            diagnostics.push(Diagnostic::error(limit.describe(), parser.here()));
            break;
        }
        if parser.at >= tokens.len() {
            break;
        }
        let start = parser.at;
        match parser.statement() {
            Ok(statement) => statements.push(statement),
            Err(diagnostic) => {
                diagnostics.push(diagnostic);
                parser.at = parser.at.max(start + 1);
                parser.skip_to_statement();
            }
        }
    }
    diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
    (statements, diagnostics)
}

struct Parser<'a> {
    source: &'a str,
    tokens: &'a [Token],
    at: usize,
    depth: usize,
}

impl Parser<'_> {
    fn statement(&mut self) -> Result<Statement> {
        self.depth = 0;
        let start = self.here();
        let kind = self.statement_kind()?;
        self.at += 2;
        let items = self.items(false)?;
        let mut clauses: Vec<Clause> = Vec::new();
        while let Some((kind, span)) = self.clause_kind(kind)? {
            self.at += 2;
            if clauses.iter().any(|clause| clause.kind == kind) {
                let message = format!("`{}:` appears twice", kind.word());
                return Err(Diagnostic::error(message, span));
            }
            let items = self.items(false)?;
            let span = span.to(self.before());
            clauses.push(Clause { kind, items, span });
        }
        let span = start.to(self.before());
        if self.peek() == Some(&TokenKind::End) {
            self.at += 1;
        } else if self.peek().is_some() && !self.begins_statement() {
            return Err(self.expected("an operator, `,` or the next statement"));
        }
        Ok(Statement {
            kind,
            items,
            clauses,
            span,
        })
    }

    /// The keyword of the statement that starts here; it is not consumed.
    fn statement_kind(&mut self) -> Result<StatementKind> {
        if let Some(kind) = self.kind_here() {
            return Ok(kind);
        }
        let words = StatementKind::NAMES.iter().map(|(word, _)| *word);
        let all: Vec<String> = words.clone().map(|word| format!("`{word}:`")).collect();
        let mut error = self.expected("a statement");
        if let Some(TokenKind::Word(word)) = self.peek() {
            let with_colon = self.peek_after() == Some(&TokenKind::Operator(":"));
            error.message = match with_colon {
                true => format!("`{word}:` is not a statement"),
                false => {
                    format!("a statement starts with a keyword and a colon, not with `{word}`")
                }
            };
            if let Some(near) = nearest(word, words) {
                return Err(error.with_note(format!("write `{near}:`")));
            }
        }
        Err(error.with_note(format!("the statements are {}", all.join(", "))))
    }

    fn kind_here(&self) -> Option<StatementKind> {
        named(StatementKind::NAMES, self.keyword()?)
    }

    /// Whether the next statement starts here. A capitalised word with a colon counts, so that an unknown keyword is reported there.
    fn begins_statement(&self) -> bool {
        let unknown = |word: &str| {
            word.starts_with(char::is_uppercase) && named(ClauseKind::NAMES, word).is_none()
        };
        self.kind_here().is_some() || self.keyword().is_some_and(unknown)
    }

    /// The current word, if a colon follows it.
    fn keyword(&self) -> Option<&str> {
        match (self.peek()?, self.peek_after()?) {
            (TokenKind::Word(word), TokenKind::Operator(":")) => Some(word),
            _ => None,
        }
    }

    /// The keyword of the clause that starts here, if one does; the comma before it is already consumed.
    fn clause_kind(&mut self, of: StatementKind) -> Result<Option<(ClauseKind, Span)>> {
        let Some(word) = self.keyword().filter(|_| !self.begins_statement()) else {
            return Ok(None);
        };
        let span = self.here();
        match named(ClauseKind::NAMES, word) {
            Some(kind) if of.clauses().contains(&kind) => Ok(Some((kind, span))),
            found => {
                let message = match found {
                    Some(_) => format!("`{}:` has no `{word}:`", of.word()),
                    None => format!("there is no `{word}:`"),
                };
                let mut error = Diagnostic::error(message, span);
                let words: Vec<&str> = of.clauses().iter().map(|kind| kind.word()).collect();
                let near = nearest(word, words.iter().copied());
                error.notes.push(match (near, &words[..]) {
                    (Some(near), _) => format!("write `{near}:`"),
                    (None, []) => format!("`{}:` has no clauses", of.word()),
                    (None, words) => format!("it may have `{}:`", words.join(":`, `")),
                });
                Err(error)
            }
        }
    }

    /// Comma-separated expressions, up to a clause, a statement or a bracket.
    fn items(&mut self, bracketed: bool) -> Result<Vec<Expr>> {
        let mut items = Vec::new();
        loop {
            let clause = self.keyword().is_some();
            let closed =
                bracketed && matches!(self.peek(), Some(TokenKind::Punct(')' | ']' | '}')));
            if items.is_empty() && closed || !items.is_empty() && clause {
                return Ok(items);
            }
            items.push(self.expr(LOOSEST)?.expr);
            if !self.take(',') {
                return Ok(items);
            }
        }
    }

    fn close(&mut self, bracket: char, expected: &str, opened: Span) -> Result {
        if self.take(bracket) {
            return Ok(());
        }
        let Position { line, column } = opened.position(self.source);
        let note = format!("the bracket was opened at {line}:{column}");
        Err(self.expected(expected).with_note(note))
    }

    fn take(&mut self, c: char) -> bool {
        let found = self.peek() == Some(&TokenKind::Punct(c));
        self.at += usize::from(found);
        found
    }

    fn peek(&self) -> Option<&TokenKind> {
        self.tokens.get(self.at).map(|token| &token.kind)
    }

    fn peek_after(&self) -> Option<&TokenKind> {
        self.tokens.get(self.at + 1).map(|token| &token.kind)
    }

    /// The span of the current token, or the end of the text.
    fn here(&self) -> Span {
        let end = self.source.trim_end().len();
        let at_end = Span::new(end, end);
        self.tokens.get(self.at).map_or(at_end, |token| token.span)
    }

    /// The span of the previous token.
    fn before(&self) -> Span {
        let before = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        before.map_or(Span::new(0, 0), |token| token.span)
    }

    fn skip_to_statement(&mut self) {
        while self.at < self.tokens.len() && self.kind_here().is_none() {
            self.at += 1;
        }
    }

    /// The error that `what` was expected here.
    fn expected(&self, what: &str) -> Diagnostic {
        let found = match self.peek() {
            Some(TokenKind::Bad(why)) => return Diagnostic::error(why, self.here()),
            _ if self.kind_here().is_some() => "the next statement".to_owned(),
            Some(TokenKind::Word(word)) => format!("`{word}`"),
            Some(TokenKind::Operator(symbol)) => format!("`{symbol}`"),
            Some(TokenKind::Punct(c)) => format!("`{c}`"),
            Some(TokenKind::Int(_)) => "a number".to_owned(),
            Some(TokenKind::Text(_)) => "a text".to_owned(),
            Some(TokenKind::End) => "a full stop".to_owned(),
            None => "the end of the text".to_owned(),
        };
        let error = Diagnostic::error(format!("expected {what}, found {found}"), self.here());
        match self.advice(what) {
            Some(note) => error.with_note(note),
            None => error,
        }
    }

    fn advice(&self, what: &str) -> Option<String> {
        let between = what != "a term";
        match self.peek()? {
            TokenKind::Word(word) if between => {
                let meant = match word.as_str() {
                    "and" => "/\\",
                    "or" => "\\/",
                    "implies" => "=>",
                    "iff" => "<=>",
                    "div" => "/",
                    "rem" | "modulo" => "mod",
                    "is" => "=",
                    _ => return None,
                };
                Some(format!("write `{meant}`"))
            }
            TokenKind::Operator(symbol) if between => {
                let op = named(Op::SYMBOLS, symbol)?;
                let chained = "write one comparison at a time: `0 =< i /\\ i =< 5`";
                op.compares().then(|| chained.to_owned())
            }
            _ => None,
        }
    }
}

fn named<T: Copy>(names: &[(&'static str, T)], word: &str) -> Option<T> {
    let mut names = names.iter();
    let (_, item) = names.find(|(name, _)| name.eq_ignore_ascii_case(word))?;
    Some(*item)
}

impl Parser<'_> {
    /// An expression with a priority of at most `max`.
    fn expr(&mut self, max: u16) -> Result<Left> {
        self.depth += 1;
        let mut left = self.primary(max)?;
        while let Some((op, (priority, left_max, right_max))) = self.infix() {
            if priority > max || left.priority > left_max {
                break;
            }
            self.at += 1;
            let right = self.expr(right_max)?;
            let height = 1 + left.height.max(right.height);
            self.check_height(height)?;
            let span = left.expr.span.to(right.expr.span);
            let kind = ExprKind::Binary(op, Box::new(left.expr), Box::new(right.expr));
            left = Left {
                expr: Expr { kind, span },
                priority,
                height,
            };
        }
        self.depth -= 1;
        Ok(left)
    }

    fn check_height(&self, height: usize) -> Result {
        if height.max(self.depth) <= MAX_HEIGHT {
            return Ok(());
        }
        let message = "this is nested too deeply";
        let note = "write a long sum as `sum(…)` over a range";
        Err(Diagnostic::error(message, self.here()).with_note(note))
    }

    fn infix(&self) -> Option<(Op, (u16, u16, u16))> {
        let symbol = match self.peek()? {
            TokenKind::Operator(symbol) => symbol,
            TokenKind::Word(word) => word.as_str(),
            _ => return None,
        };
        let (symbol, op) = Op::SYMBOLS.iter().find(|(other, _)| *other == symbol)?;
        Some((*op, operators().between(symbol)?))
    }

    /// An operand: an expression up to the next infix operator.
    fn primary(&mut self, max: u16) -> Result<Left> {
        self.check_height(0)?;
        let span = self.here();
        let token = match self.peek() {
            Some(TokenKind::Word(word)) if word == "not" => return self.prefix("not", max),
            Some(TokenKind::Operator("-")) => return self.prefix("-", max),
            Some(token) if self.keyword().is_none() => token.clone(),
            _ => return Err(self.expected("a term")),
        };
        let start = self.at;
        self.at += 1;
        let kind = match token {
            TokenKind::Int(size) => {
                let large = |_| Diagnostic::error("this number does not fit into 64 bits", span);
                ExprKind::Int(i64::try_from(size).map_err(large)?)
            }
            TokenKind::Text(text) => ExprKind::Text(text),
            TokenKind::Word(word) if word == "_" => ExprKind::Any,
            TokenKind::Word(word) if !operators().contains(&word) => {
                let adjacent = self.here().start == span.end;
                match self.peek() {
                    Some(TokenKind::Punct('(')) if adjacent => return self.call(word, span),
                    _ => ExprKind::Name(word),
                }
            }
            TokenKind::Punct('(') => {
                let mut inner = self.expr(LOOSEST)?;
                self.close(')', "an operator or `)`", span)?;
                inner.expr.span = span.to(self.before());
                return Ok(Left {
                    priority: 0,
                    ..inner
                });
            }
            TokenKind::Punct('[') => {
                let items = self.items(true)?;
                self.close(']', "`,` or `]`", span)?;
                ExprKind::List(items)
            }
            TokenKind::Punct('{') => {
                let items = self.items(true)?;
                self.close('}', "`,` or `}`", span)?;
                ExprKind::Set(items)
            }
            _ => {
                self.at = start;
                return Err(self.expected("a term"));
            }
        };
        let span = span.to(self.before());
        Ok(Left::operand(Expr { kind, span }))
    }

    fn prefix(&mut self, symbol: &str, max: u16) -> Result<Left> {
        let span = self.here();
        let (priority, right_max) = operators().before(symbol).expect("a prefix operator");
        if priority > max {
            let message = format!("`{symbol}` and its operand need brackets here");
            return Err(Diagnostic::error(message, span));
        }
        self.at += 1;
        // A minus and a number form one literal, so that the smallest number can be written.
        if symbol == "-"
            && let Some(TokenKind::Int(size)) = self.peek()
            && let Some(value) = 0_i64.checked_sub_unsigned(*size)
        {
            let span = span.to(self.here());
            self.at += 1;
            let kind = ExprKind::Int(value);
            return Ok(Left::operand(Expr { kind, span }));
        }
        let inner = self.expr(right_max)?;
        let height = inner.height + 1;
        self.check_height(height)?;
        let span = span.to(inner.expr.span);
        let inner = Box::new(inner.expr);
        let kind = match symbol {
            "-" => ExprKind::Minus(inner),
            _ => ExprKind::Not(inner),
        };
        Ok(Left {
            expr: Expr { kind, span },
            priority,
            height,
        })
    }

    fn call(&mut self, name: String, span: Span) -> Result<Left> {
        let opened = self.here();
        self.at += 1;
        let args = match self.keyword() {
            Some(_) => Vec::new(),
            None => self.items(true)?,
        };
        let range = match self.keyword() {
            None => None,
            Some(word) if named(ClauseKind::NAMES, word) == Some(ClauseKind::Range) => {
                self.at += 2;
                Some(self.items(true)?)
            }
            Some(word) => {
                let message = format!("there is no `{word}:` within brackets");
                let error = Diagnostic::error(message, self.here());
                return Err(error.with_note("write `range:`"));
            }
        };
        self.close(')', "an operator, `,` or `)`", opened)?;
        let span = span.to(self.before());
        let kind = ExprKind::Call { name, args, range };
        let call = Left::operand(Expr { kind, span });
        self.check_height(call.height)?;
        Ok(call)
    }
}

/// The table of operators with their priorities.
pub(crate) fn operators() -> &'static Operators {
    static TABLE: LazyLock<Operators> = LazyLock::new(|| {
        let mut table = Operators::none();
        for (priority, fixity, names) in [
            (760, Fixity::Yfx, "<=>"),
            (750, Fixity::Xfy, "=>"),
            (740, Fixity::Yfx, "\\/"),
            (720, Fixity::Yfx, "/\\"),
            (710, Fixity::Fy, "not"),
            (700, Fixity::Xfx, "= \\= < > =< >= in"),
            (550, Fixity::Xfx, ".."),
            (500, Fixity::Yfx, "+ -"),
            (400, Fixity::Yfx, "* / mod"),
            (200, Fixity::Fy, "-"),
        ] {
            for name in names.split(' ') {
                let added = table.add(priority, fixity, name);
                added.expect("the table is consistent");
            }
        }
        table
    });
    &TABLE
}

/// The height of an expression as a tree.
fn height(expr: &Expr) -> usize {
    let parts = expr.parts().into_iter();
    parts.map(|part| 1 + height(part)).max().unwrap_or(0)
}
