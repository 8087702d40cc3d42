//! The parser: lexemes to statements. What cannot be read becomes a diagnostic, and reading goes on at the next statement.

use std::sync::LazyLock;

use gridwright_term::{Diagnostic, Fixity, Operators, Span};

use crate::lexemes::{Lexeme, LexemeKind, lexemes};
use crate::nearest::nearest;
use crate::syntax::{Clause, Key, Kind, Op, Phrase, Statement, What};

/// The deepest nesting that is read, so that no text exhausts the stack.
pub(crate) const MAX_HEIGHT: usize = 600;

/// What binds loosest within a phrase.
const LOOSEST: u16 = 999;

/// Reads all statements of a text, and tells what could not be read.
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

/// The table of operators: how strongly each binds.
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

type Read<T> = Result<T, Diagnostic>;

/// A phrase read so far, with what binds it and how deep it is.
struct Left {
    phrase: Phrase,
    priority: u16,
    height: usize,
}

struct Parser<'a> {
    source: &'a str,
    lexemes: &'a [Lexeme],
    at: usize,
    depth: usize,
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
                let message = format!("`{}:` stands here twice", key.word());
                return Err(Diagnostic::error(message, span));
            }
            let items = self.items(false)?;
            let span = span.to(self.before());
            clauses.push(Clause { key, items, span });
        }
        let span = start.to(self.before());
        if self.peek() == Some(&LexemeKind::End) {
            self.at += 1;
        } else if self.peek().is_some() && self.kind_here().is_none() {
            return Err(self.expected("an operator, `,` or the next statement"));
        }
        Ok(Statement {
            kind,
            items,
            clauses,
            span,
        })
    }

    /// The word that begins a statement, which is not taken.
    fn kind(&mut self) -> Read<Kind> {
        if let Some(kind) = self.kind_here() {
            return Ok(kind);
        }
        let words = Kind::NAMES.iter().map(|(word, _)| *word);
        let all: Vec<String> = words.clone().map(|word| format!("`{word}:`")).collect();
        let mut told = self.expected("a statement");
        if let Some(LexemeKind::Word(word)) = self.peek() {
            let with_colon = self.peek_after() == Some(&LexemeKind::Sign(":"));
            told.message = match with_colon {
                true => format!("`{word}:` begins no statement"),
                false => format!("a statement begins with its word and a colon, not with `{word}`"),
            };
            if let Some(near) = nearest(word, words) {
                return Err(told.with_note(format!("write `{near}:`")));
            }
        }
        Err(told.with_note(format!("the statements are {}", all.join(", "))))
    }

    fn kind_here(&self) -> Option<Kind> {
        self.kind_at(self.at)
    }

    fn kind_at(&self, at: usize) -> Option<Kind> {
        named(Kind::NAMES, self.key_word(at)?)
    }

    /// The word at a place that has a colon after it.
    fn key_word(&self, at: usize) -> Option<&str> {
        match (&self.lexemes.get(at)?.kind, &self.lexemes.get(at + 1)?.kind) {
            (LexemeKind::Word(word), LexemeKind::Sign(":")) => Some(word),
            _ => None,
        }
    }

    /// The word of the clause that begins here, if one does; a comma before it was taken.
    fn key(&mut self, of: Kind) -> Read<Option<(Key, Span)>> {
        let Some(word) = self.key_word(self.at) else {
            return Ok(None);
        };
        if self.kind_here().is_some() {
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
                let mut told = Diagnostic::error(message, span);
                let words: Vec<&str> = of.keys().iter().map(|key| key.word()).collect();
                let near = nearest(word, words.iter().copied());
                told.notes.push(match (near, &words[..]) {
                    (Some(near), _) => format!("write `{near}:`"),
                    (None, []) => format!("nothing is added to `{}:`", of.word()),
                    (None, words) => format!("it may have `{}:`", words.join(":`, `")),
                });
                Err(told)
            }
        }
    }

    /// Phrases with commas between them, up to a clause, a statement or a bracket.
    fn items(&mut self, bracketed: bool) -> Read<Vec<Phrase>> {
        let mut items = Vec::new();
        loop {
            let clause = self.key_word(self.at).is_some();
            let closed =
                bracketed && matches!(self.peek(), Some(LexemeKind::Punct(')' | ']' | '}')));
            if items.is_empty() && closed || !items.is_empty() && clause {
                return Ok(items);
            }
            items.push(self.phrase(LOOSEST)?.phrase);
            if !self.take(',') {
                return Ok(items);
            }
        }
    }

    /// A phrase that is bound by at most `max`.
    fn phrase(&mut self, max: u16) -> Read<Left> {
        self.depth += 1;
        let mut left = self.primary(max)?;
        while let Some((op, (priority, left_max, right_max))) = self.infix() {
            if priority > max || left.priority > left_max {
                break;
            }
            self.at += 1;
            let right = self.phrase(right_max)?;
            let height = 1 + left.height.max(right.height);
            self.check_height(height)?;
            let span = left.phrase.span.to(right.phrase.span);
            let what = What::Pair(op, Box::new(left.phrase), Box::new(right.phrase));
            left = Left {
                phrase: Phrase { what, span },
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

    /// A phrase that does not go on with an operator.
    fn primary(&mut self, max: u16) -> Read<Left> {
        self.check_height(0)?;
        let span = self.here();
        let plain = |what: What| Left {
            phrase: Phrase { what, span },
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
                Ok(plain(What::Int(value.map_err(large)?)))
            }
            LexemeKind::Text(text) => {
                self.at += 1;
                Ok(plain(What::Text(text)))
            }
            LexemeKind::Word(word) if word == "_" => {
                self.at += 1;
                Ok(plain(What::Any))
            }
            LexemeKind::Word(word) if word == "not" => self.prefix("not", max),
            LexemeKind::Sign("-") => self.prefix("-", max),
            LexemeKind::Word(word) if operators().contains(&word) => Err(self.expected("a term")),
            LexemeKind::Word(word) => {
                self.at += 1;
                let adjacent = self.here().start == span.end;
                match self.peek() {
                    Some(LexemeKind::Punct('(')) if adjacent => self.call(word, span),
                    _ => Ok(plain(What::Word(word))),
                }
            }
            LexemeKind::Punct('(') => {
                self.at += 1;
                let inner = self.phrase(LOOSEST)?;
                self.close(')', "an operator or `)`", span)?;
                let phrase = Phrase {
                    what: inner.phrase.what,
                    span: span.to(self.before()),
                };
                Ok(Left {
                    phrase,
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
                let what = match open {
                    '[' => What::List(items),
                    _ => What::Set(items),
                };
                let span = span.to(self.before());
                Ok(self.whole(Phrase { what, span }))
            }
            _ => Err(self.expected("a term")),
        }
    }

    /// What stands in brackets is at least as high as the brackets are deep; that is near enough.
    fn whole(&self, phrase: Phrase) -> Left {
        Left {
            height: height(&phrase),
            phrase,
            priority: 0,
        }
    }

    fn prefix(&mut self, sign: &str, max: u16) -> Read<Left> {
        let span = self.here();
        let (priority, right_max) = operators().before(sign).expect("it stands before");
        if priority > max {
            let message = format!("`{sign}` needs brackets around it and what follows");
            return Err(Diagnostic::error(message, span));
        }
        self.at += 1;
        // A number with its sign is one thing, also for the smallest number.
        if sign == "-"
            && let Some(LexemeKind::Int(size)) = self.peek()
            && let Some(value) = 0_i64.checked_sub_unsigned(*size)
        {
            let span = span.to(self.here());
            self.at += 1;
            let what = What::Int(value);
            return Ok(self.whole(Phrase { what, span }));
        }
        let inner = self.phrase(right_max)?;
        let height = inner.height + 1;
        self.check_height(height)?;
        let span = span.to(inner.phrase.span);
        let inner = Box::new(inner.phrase);
        let what = match sign {
            "-" => What::Minus(inner),
            _ => What::Not(inner),
        };
        Ok(Left {
            phrase: Phrase { what, span },
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
                let told = Diagnostic::error(message, self.here());
                return Err(told.with_note("write `range:`"));
            }
        };
        self.close(')', "an operator, `,` or `)`", opened)?;
        let span = span.to(self.before());
        let what = What::Call { name, args, range };
        let whole = self.whole(Phrase { what, span });
        self.check_height(whole.height)?;
        Ok(whole)
    }

    fn close(&mut self, bracket: char, expected: &str, opened: Span) -> Read<()> {
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

    fn take(&mut self, c: char) -> bool {
        let found = self.peek() == Some(&LexemeKind::Punct(c));
        self.at += usize::from(found);
        found
    }

    fn peek(&self) -> Option<&LexemeKind> {
        self.lexemes.get(self.at).map(|lexeme| &lexeme.kind)
    }

    fn peek_after(&self) -> Option<&LexemeKind> {
        self.lexemes.get(self.at + 1).map(|lexeme| &lexeme.kind)
    }

    /// Where the lexeme at hand stands, or the end of the text.
    fn here(&self) -> Span {
        let end = self.source.trim_end().len();
        let at_end = Span::new(end, end);
        self.lexemes
            .get(self.at)
            .map_or(at_end, |lexeme| lexeme.span)
    }

    /// Where the lexeme before stands.
    fn before(&self) -> Span {
        let before = self.at.checked_sub(1).and_then(|at| self.lexemes.get(at));
        before.map_or(Span::new(0, 0), |lexeme| lexeme.span)
    }

    fn skip_to_statement(&mut self) {
        while self.at < self.lexemes.len() && self.kind_here().is_none() {
            self.at += 1;
        }
    }

    /// The message that something else stands where `what` should.
    fn expected(&self, what: &str) -> Diagnostic {
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
        let told = Diagnostic::error(format!("expected {what}, found {found}"), self.here());
        match self.advice(what) {
            Some(note) => told.with_note(note),
            None => told,
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

/// How deep a phrase is.
fn height(phrase: &Phrase) -> usize {
    let highest = |parts: &[Phrase]| parts.iter().map(height).max().unwrap_or(0);
    match &phrase.what {
        What::Int(_) | What::Text(_) | What::Word(_) | What::Any => 0,
        What::Call { args, range, .. } => {
            1 + highest(args).max(range.as_deref().map_or(0, highest))
        }
        What::List(items) | What::Set(items) => 1 + highest(items),
        What::Minus(inner) | What::Not(inner) => 1 + height(inner),
        What::Pair(_, left, right) => 1 + height(left).max(height(right)),
    }
}

fn named<T: Copy>(names: &[(&'static str, T)], word: &str) -> Option<T> {
    let found = names
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(word));
    found.map(|(_, item)| *item)
}
