//! The parser of phrases: terms, brackets, functions and operators, by the priorities of a table.

use std::sync::LazyLock;

use gridwright_term::{Diagnostic, Fixity, Operators, Span};

use crate::lexemes::LexemeKind;
use crate::parse::{Parser, Read, named};
use crate::syntax::{Key, Op, Phrase, What};

/// The deepest nesting that is read, so that no text exhausts the stack.
const MAX_HEIGHT: usize = 600;

/// What binds loosest within a phrase.
pub(crate) const LOOSEST: u16 = 999;

/// A phrase read so far, with what binds it and how deep it is.
pub(crate) struct Left {
    pub(crate) phrase: Phrase,
    priority: u16,
    height: usize,
}

impl Parser<'_> {
    /// A phrase that is bound by at most `max`.
    pub(crate) fn phrase(&mut self, max: u16) -> Read<Left> {
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
