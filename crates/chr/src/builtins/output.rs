//! Output: writing terms as Prolog does. What is written is collected, and the caller of the run gets it.

use gridwright_term::{Operators, Term};

use crate::builtins::builtins;
use crate::code::word::Word;
use crate::state::exception::Outcome;
use crate::vm::machine::Machine;

builtins! {
    "nl" / 0 => |m| say(m, "\n");
    "nl" / 1 => |m| say(m, "\n");
    "write" / 1 => |m| write(m, 0, false);
    "write" / 2 => |m| write(m, 1, false);
    "print" / 1 => |m| write(m, 0, true);
    "writeq" / 1 => |m| write(m, 0, true);
    "write_canonical" / 1 => |m| write(m, 0, true);
    "writeln" / 1 => |m| { write(m, 0, false)?; say(m, "\n") };
    "writeln" / 2 => |m| { write(m, 1, false)?; say(m, "\n") };
    "put_char" / 1 => |m| write(m, 0, false);
    "tab" / 1 => |m| {
        let count = m.eval_word(m.args[0])?;
        say(m, &" ".repeat(usize::try_from(count).unwrap_or(0).min(1 << 16)))
    };
    "flush_output" / 0 => |_| Ok(true);
    "flush_output" / 1 => |_| Ok(true);
}

fn say(m: &mut Machine<'_>, text: &str) -> Outcome {
    m.output.push_str(text);
    Ok(true)
}

fn write(m: &mut Machine<'_>, at: usize, quoted: bool) -> Outcome {
    let text = shown(m, m.args[at], quoted);
    say(m, &text)
}

/// A term as text.
pub(super) fn shown(m: &Machine<'_>, word: Word, quoted: bool) -> String {
    let term = m.to_term(word);
    let mut writer = Writer {
        operators: m.operators,
        quoted,
        text: String::new(),
    };
    writer.term(&term, 1200);
    writer.text
}

/// Writes terms as SWI-Prolog does: no spaces but around words.
struct Writer<'a> {
    operators: &'a Operators,
    quoted: bool,
    text: String,
}

impl Writer<'_> {
    fn term(&mut self, term: &Term, max: u16) {
        match term {
            Term::Int(value) => self.word(&value.to_string()),
            Term::Text(text) if !self.quoted => self.word(text),
            Term::Name(name) if !self.quoted => self.word(name),
            Term::Text(_) | Term::Name(_) | Term::Var(_) => self.word(&term.to_string()),
            Term::List(items) => self.items(items, None),
            Term::OpenList(items, rest) => self.items(items, Some(rest)),
            Term::Compound(name, args) => match &args[..] {
                [left, right] if self.operators.between(name).is_some() => {
                    self.infix(name, left, right, max);
                }
                [arg] if self.operators.before(name).is_some() => self.prefix(name, arg, max),
                [arg] if name == "{}" => {
                    self.text.push('{');
                    self.term(arg, 1200);
                    self.text.push('}');
                }
                _ => {
                    self.name(name);
                    self.text.push('(');
                    self.comma_list(args);
                    self.text.push(')');
                }
            },
        }
    }

    fn name(&mut self, name: &str) {
        let shown = if self.quoted {
            Term::name(name).to_string()
        } else {
            name.to_owned()
        };
        self.word(&shown);
    }

    fn comma_list(&mut self, items: &[Term]) {
        for (at, item) in items.iter().enumerate() {
            if at > 0 {
                self.text.push(',');
            }
            self.term(item, 999);
        }
    }

    fn items(&mut self, items: &[Term], rest: Option<&Term>) {
        self.text.push('[');
        self.comma_list(items);
        if let Some(rest) = rest {
            self.text.push('|');
            self.term(rest, 999);
        }
        self.text.push(']');
    }

    fn infix(&mut self, name: &str, left: &Term, right: &Term, max: u16) {
        let (own, before, after) = self.operators.between(name).unwrap_or((1200, 1200, 1200));
        self.bracket(own > max, |w| {
            w.term(left, before);
            if name == "," {
                w.text.push(',');
            } else if name.starts_with(char::is_alphabetic) {
                w.text.push_str(&format!(" {name} "));
            } else {
                w.name(name);
            }
            w.term(right, after);
        });
    }

    fn prefix(&mut self, name: &str, arg: &Term, max: u16) {
        let (own, after) = self.operators.before(name).unwrap_or((200, 200));
        self.bracket(own > max, |w| {
            w.name(name);
            // Without a space `- 1` would be read as a number.
            if name.starts_with(char::is_alphabetic)
                || (name == "-" && matches!(arg, Term::Int(0..)))
            {
                w.text.push(' ');
            }
            w.term(arg, after);
        });
    }

    fn bracket(&mut self, needed: bool, inner: impl FnOnce(&mut Self)) {
        if needed {
            self.text.push('(');
        }
        inner(self);
        if needed {
            self.text.push(')');
        }
    }

    /// Writes a token, with a space before it where the two would be read as one.
    fn word(&mut self, word: &str) {
        let class = |c: char| match c {
            c if c.is_alphanumeric() || c == '_' => 1,
            c if "+-*/\\^<>=~:.?@#&$".contains(c) => 2,
            _ => 0,
        };
        let last = self.text.chars().next_back().map_or(0, class);
        let first = word.chars().next().map_or(0, class);
        if last == first && first > 0 {
            self.text.push(' ');
        }
        self.text.push_str(word);
    }
}
