//! The parser of statements: lexemes to statements and clauses, whose parts are read by `phrases`. What cannot be read becomes a diagnostic, and reading goes on at the next statement.

use gridwright_term::{Diagnostic, Span};

use crate::lexemes::{Lexeme, LexemeKind, lexemes};
use crate::nearest::nearest;
use crate::phrases::LOOSEST;
use crate::syntax::{Clause, Key, Kind, Op, Phrase, Statement};

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

    /// Whether the next statement begins here; a word that begins none, but is written like one, is told of there.
    fn begins_statement(&self) -> bool {
        let unknown =
            |word: &str| word.starts_with(char::is_uppercase) && named(Key::NAMES, word).is_none();
        self.kind_here().is_some() || self.key_word(self.at).is_some_and(unknown)
    }

    fn kind_at(&self, at: usize) -> Option<Kind> {
        named(Kind::NAMES, self.key_word(at)?)
    }

    /// The word at a place that has a colon after it.
    pub(crate) fn key_word(&self, at: usize) -> Option<&str> {
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
    pub(crate) fn items(&mut self, bracketed: bool) -> Read<Vec<Phrase>> {
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

    /// Where the lexeme at hand stands, or the end of the text.
    pub(crate) fn here(&self) -> Span {
        let end = self.source.trim_end().len();
        let at_end = Span::new(end, end);
        self.lexemes
            .get(self.at)
            .map_or(at_end, |lexeme| lexeme.span)
    }

    /// Where the lexeme before stands.
    pub(crate) fn before(&self) -> Span {
        let before = self.at.checked_sub(1).and_then(|at| self.lexemes.get(at));
        before.map_or(Span::new(0, 0), |lexeme| lexeme.span)
    }

    fn skip_to_statement(&mut self) {
        while self.at < self.lexemes.len() && self.kind_here().is_none() {
            self.at += 1;
        }
    }

    /// The message that something else stands where `what` should.
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

pub(crate) fn named<T: Copy>(names: &[(&'static str, T)], word: &str) -> Option<T> {
    let found = names
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(word));
    found.map(|(_, item)| *item)
}
