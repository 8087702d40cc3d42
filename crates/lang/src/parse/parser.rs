//! The parser: statements with their clauses, and expressions by the priorities of an operator table.
//! A statement with an error becomes a diagnostic, and parsing continues with the next one.

use std::sync::LazyLock;

use gridwright_term::{Diagnostic, Fixity, Operators, Span};

use crate::parse::lexer::{Lexeme, LexemeKind, lexemes};
use crate::parse::nearest::nearest;
use crate::syntax::{Clause, Expr, ExprKind, Key, Kind, Op, Statement};

/// The deepest nesting that is accepted, so that no text exhausts the stack.
const MAX_HEIGHT: usize = 600;

/// The highest priority within an expression, which binds most loosely, as in Prolog.
pub(crate) const LOOSEST: u16 = 999;

/// An expression parsed so far, with its priority and its height as a tree.
pub(crate) struct Left {
    pub(crate) expr: Expr,
    priority: u16,
    height: usize,
}

/// Parses all statements of a text; also returns diagnostics for those with errors.
pub fn parse_statements(source: &str) -> (Vec<Statement>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let lexemes = lexemes(source, &mut diagnostics);
    let mut parser = Parser {
        source,
        lexemes: &lexemes,
        at: 0,
        depth: 0,
    };
    let mut statements = Vec::new();
    while parser.at < lexemes.len() {
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

pub(crate) type Read<T> = Result<T, Diagnostic>;

pub(crate) struct Parser<'a> {
    pub(crate) source: &'a str,
    pub(crate) lexemes: &'a [Lexeme],
    pub(crate) at: usize,
    pub(crate) depth: usize,
}

impl Parser<'_> {
    fn statement(&mut self) -> Read<Statement> {
        self.depth = 0;
        let start = self.here();
        let kind = self.kind()?;
        self.at += 2;
        let items = self.items(false)?;
        let mut clauses: Vec<Clause> = Vec::new();
        while let Some((key, span)) = self.key(kind)? {
            self.at += 2;
            if clauses.iter().any(|clause| clause.key == key) {
                let message = format!("`{}:` appears twice", key.word());
                return Err(Diagnostic::error(message, span));
            }
            let items = self.items(false)?;
            let span = span.to(self.before());
            clauses.push(Clause { key, items, span });
        }
        let span = start.to(self.before());
        if self.peek() == Some(&LexemeKind::End) {
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
    fn kind(&mut self) -> Read<Kind> {
        if let Some(kind) = self.kind_here() {
            return Ok(kind);
        }
        let words = Kind::NAMES.iter().map(|(word, _)| *word);
        let all: Vec<String> = words.clone().map(|word| format!("`{word}:`")).collect();
        let mut error = self.expected("a statement");
        if let Some(LexemeKind::Word(word)) = self.peek() {
            let with_colon = self.peek_after() == Some(&LexemeKind::Sign(":"));
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

    fn kind_here(&self) -> Option<Kind> {
        self.kind_at(self.at)
    }

    /// Whether the next statement starts here. A capitalised word with a colon counts, so that an unknown keyword is reported there.
    fn begins_statement(&self) -> bool {
        let unknown =
            |word: &str| word.starts_with(char::is_uppercase) && named(Key::NAMES, word).is_none();
        self.kind_here().is_some() || self.key_word(self.at).is_some_and(unknown)
    }

    fn kind_at(&self, at: usize) -> Option<Kind> {
        named(Kind::NAMES, self.key_word(at)?)
    }

    /// The word at a position, if a colon follows it.
    pub(crate) fn key_word(&self, at: usize) -> Option<&str> {
        match (&self.lexemes.get(at)?.kind, &self.lexemes.get(at + 1)?.kind) {
            (LexemeKind::Word(word), LexemeKind::Sign(":")) => Some(word),
            _ => None,
        }
    }

    /// The keyword of the clause that starts here, if one does; the comma before it is already consumed.
    fn key(&mut self, of: Kind) -> Read<Option<(Key, Span)>> {
        let Some(word) = self.key_word(self.at) else {
            return Ok(None);
        };
        if self.begins_statement() {
            return Ok(None);
        }
        let span = self.here();
        match named(Key::NAMES, word) {
            Some(key) if of.keys().contains(&key) => Ok(Some((key, span))),
            found => {
                let message = match found {
                    Some(_) => format!("`{}:` has no `{word}:`", of.word()),
                    None => format!("there is no `{word}:`"),
                };
                let mut error = Diagnostic::error(message, span);
                let words: Vec<&str> = of.keys().iter().map(|key| key.word()).collect();
                let near = nearest(word, words.iter().copied());
                error.notes.push(match (near, &words[..]) {
                    (Some(near), _) => format!("write `{near}:`"),
                    (None, []) => format!("nothing is added to `{}:`", of.word()),
                    (None, words) => format!("it may have `{}:`", words.join(":`, `")),
                });
                Err(error)
            }
        }
    }

    /// Comma-separated expressions, up to a clause, a statement or a bracket.
    pub(crate) fn items(&mut self, bracketed: bool) -> Read<Vec<Expr>> {
        let mut items = Vec::new();
        loop {
            let clause = self.key_word(self.at).is_some();
            let closed =
                bracketed && matches!(self.peek(), Some(LexemeKind::Punct(')' | ']' | '}')));
            if items.is_empty() && closed || !items.is_empty() && clause {
                return Ok(items);
            }
            items.push(self.expr(LOOSEST)?.expr);
            if !self.take(',') {
                return Ok(items);
            }
        }
    }

    pub(crate) fn close(&mut self, bracket: char, expected: &str, opened: Span) -> Read<()> {
        if self.take(bracket) {
            return Ok(());
        }
        let position = opened.position(self.source);
        let note = format!(
            "the bracket was opened at {}:{}",
            position.line, position.column
        );
        Err(self.expected(expected).with_note(note))
    }

    pub(crate) fn take(&mut self, c: char) -> bool {
        let found = self.peek() == Some(&LexemeKind::Punct(c));
        self.at += usize::from(found);
        found
    }

    pub(crate) fn peek(&self) -> Option<&LexemeKind> {
        self.lexemes.get(self.at).map(|lexeme| &lexeme.kind)
    }

    fn peek_after(&self) -> Option<&LexemeKind> {
        self.lexemes.get(self.at + 1).map(|lexeme| &lexeme.kind)
    }

    /// The span of the current lexeme, or the end of the text.
    pub(crate) fn here(&self) -> Span {
        let end = self.source.trim_end().len();
        let at_end = Span::new(end, end);
        self.lexemes
            .get(self.at)
            .map_or(at_end, |lexeme| lexeme.span)
    }

    /// The span of the previous lexeme.
    pub(crate) fn before(&self) -> Span {
        let before = self.at.checked_sub(1).and_then(|at| self.lexemes.get(at));
        before.map_or(Span::new(0, 0), |lexeme| lexeme.span)
    }

    fn skip_to_statement(&mut self) {
        while self.at < self.lexemes.len() && self.kind_here().is_none() {
            self.at += 1;
        }
    }

    /// The error that `what` was expected here.
    pub(crate) fn expected(&self, what: &str) -> Diagnostic {
        let found = match self.peek() {
            Some(LexemeKind::Bad(why)) => return Diagnostic::error(why, self.here()),
            _ if self.kind_here().is_some() => "the next statement".to_owned(),
            Some(LexemeKind::Word(word)) => format!("`{word}`"),
            Some(LexemeKind::Sign(sign)) => format!("`{sign}`"),
            Some(LexemeKind::Punct(c)) => format!("`{c}`"),
            Some(LexemeKind::Int(_)) => "a number".to_owned(),
            Some(LexemeKind::Text(_)) => "a text".to_owned(),
            Some(LexemeKind::End) => "a full stop".to_owned(),
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
            LexemeKind::Word(word) if between => {
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
            LexemeKind::Sign(sign) if between => {
                let (_, op) = Op::SIGNS.iter().find(|(other, _)| other == sign)?;
                let chained = "one comparison at a time: `0 =< i /\\ i =< 5`";
                op.compares().then(|| chained.to_owned())
            }
            _ => None,
        }
    }
}

pub(crate) fn named<T: Copy>(names: &[(&'static str, T)], word: &str) -> Option<T> {
    let found = names
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(word));
    found.map(|(_, item)| *item)
}

impl Parser<'_> {
    /// An expression with a priority of at most `max`.
    pub(crate) fn expr(&mut self, max: u16) -> Read<Left> {
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
            let kind = ExprKind::Pair(op, Box::new(left.expr), Box::new(right.expr));
            left = Left {
                expr: Expr { kind, span },
                priority,
                height,
            };
        }
        self.depth -= 1;
        Ok(left)
    }

    fn check_height(&self, height: usize) -> Read<()> {
        if height.max(self.depth) <= MAX_HEIGHT {
            return Ok(());
        }
        let message = "this is nested too deeply";
        let note = "write a long sum as `sum(…)` over a range";
        Err(Diagnostic::error(message, self.here()).with_note(note))
    }

    fn infix(&self) -> Option<(Op, (u16, u16, u16))> {
        let sign = match self.peek()? {
            LexemeKind::Sign(sign) => sign,
            LexemeKind::Word(word) => word.as_str(),
            _ => return None,
        };
        let (sign, op) = Op::SIGNS.iter().find(|(other, _)| *other == sign)?;
        Some((*op, operators().between(sign)?))
    }

    /// An operand: an expression up to the next infix operator.
    fn primary(&mut self, max: u16) -> Read<Left> {
        self.check_height(0)?;
        let span = self.here();
        let plain = |kind: ExprKind| Left {
            expr: Expr { kind, span },
            priority: 0,
            height: 0,
        };
        let Some(kind) = self.peek() else {
            return Err(self.expected("a term"));
        };
        if self.key_word(self.at).is_some() {
            return Err(self.expected("a term"));
        }
        match kind.clone() {
            LexemeKind::Int(size) => {
                self.at += 1;
                let value = i64::try_from(size);
                let large = |_| Diagnostic::error("this number does not fit into 64 bits", span);
                Ok(plain(ExprKind::Int(value.map_err(large)?)))
            }
            LexemeKind::Text(text) => {
                self.at += 1;
                Ok(plain(ExprKind::Text(text)))
            }
            LexemeKind::Word(word) if word == "_" => {
                self.at += 1;
                Ok(plain(ExprKind::Any))
            }
            LexemeKind::Word(word) if word == "not" => self.prefix("not", max),
            LexemeKind::Sign("-") => self.prefix("-", max),
            LexemeKind::Word(word) if operators().contains(&word) => Err(self.expected("a term")),
            LexemeKind::Word(word) => {
                self.at += 1;
                let adjacent = self.here().start == span.end;
                match self.peek() {
                    Some(LexemeKind::Punct('(')) if adjacent => self.call(word, span),
                    _ => Ok(plain(ExprKind::Word(word))),
                }
            }
            LexemeKind::Punct('(') => {
                self.at += 1;
                let inner = self.expr(LOOSEST)?;
                self.close(')', "an operator or `)`", span)?;
                let expr = Expr {
                    kind: inner.expr.kind,
                    span: span.to(self.before()),
                };
                Ok(Left {
                    expr,
                    priority: 0,
                    height: inner.height,
                })
            }
            LexemeKind::Punct(open @ ('[' | '{')) => {
                self.at += 1;
                let items = self.items(true)?;
                let (close, expected) = match open {
                    '[' => (']', "`,` or `]`"),
                    _ => ('}', "`,` or `}`"),
                };
                self.close(close, expected, span)?;
                let kind = match open {
                    '[' => ExprKind::List(items),
                    _ => ExprKind::Set(items),
                };
                let span = span.to(self.before());
                Ok(self.whole(Expr { kind, span }))
            }
            _ => Err(self.expected("a term")),
        }
    }

    /// A complete operand, with its height as a tree. Parentheses do not add to it, which is a good enough estimate of the nesting.
    fn whole(&self, expr: Expr) -> Left {
        Left {
            height: height(&expr),
            expr,
            priority: 0,
        }
    }

    fn prefix(&mut self, sign: &str, max: u16) -> Read<Left> {
        let span = self.here();
        let (priority, right_max) = operators().before(sign).expect("a prefix operator");
        if priority > max {
            let message = format!("`{sign}` needs brackets around it and what follows");
            return Err(Diagnostic::error(message, span));
        }
        self.at += 1;
        // A minus and a number form one literal, so that the smallest number can be written.
        if sign == "-"
            && let Some(LexemeKind::Int(size)) = self.peek()
            && let Some(value) = 0_i64.checked_sub_unsigned(*size)
        {
            let span = span.to(self.here());
            self.at += 1;
            let kind = ExprKind::Int(value);
            return Ok(self.whole(Expr { kind, span }));
        }
        let inner = self.expr(right_max)?;
        let height = inner.height + 1;
        self.check_height(height)?;
        let span = span.to(inner.expr.span);
        let inner = Box::new(inner.expr);
        let kind = match sign {
            "-" => ExprKind::Minus(inner),
            _ => ExprKind::Not(inner),
        };
        Ok(Left {
            expr: Expr { kind, span },
            priority,
            height,
        })
    }

    fn call(&mut self, name: String, span: Span) -> Read<Left> {
        let opened = self.here();
        self.at += 1;
        let starts_with_key = self.key_word(self.at).is_some();
        let args = match starts_with_key {
            true => Vec::new(),
            false => self.items(true)?,
        };
        let range = match self.key_word(self.at) {
            None => None,
            Some(word) if named(Key::NAMES, word) == Some(Key::Range) => {
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
        let whole = self.whole(Expr { kind, span });
        self.check_height(whole.height)?;
        Ok(whole)
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
    let highest = |parts: &[Expr]| parts.iter().map(height).max().unwrap_or(0);
    match &expr.kind {
        ExprKind::Int(_) | ExprKind::Text(_) | ExprKind::Word(_) | ExprKind::Any => 0,
        ExprKind::Call { args, range, .. } => {
            1 + highest(args).max(range.as_deref().map_or(0, highest))
        }
        ExprKind::List(items) | ExprKind::Set(items) => 1 + highest(items),
        ExprKind::Minus(inner) | ExprKind::Not(inner) => 1 + height(inner),
        ExprKind::Pair(_, left, right) => 1 + height(left).max(height(right)),
    }
}
