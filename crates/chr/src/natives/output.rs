//! Output: writing terms as Prolog does, and `format/1,2`. What is written is collected, and the caller of the run gets it.

use gridwright_term::{Operators, Term};

use crate::machine::Machine;
use crate::natives::lists::proper;
use crate::natives::natives;
use crate::thrown::{Answer, Thrown};
use crate::word::{Tag, Word};

natives! {
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
    "format" / 1 => |m| format(m, 0, None);
    "format" / 2 => |m| format(m, 0, Some(1));
    "format" / 3 => |m| format(m, 1, Some(2));
    "flush_output" / 0 => |_| Ok(true);
    "flush_output" / 1 => |_| Ok(true);
}

fn say(m: &mut Machine<'_>, text: &str) -> Answer {
    m.output.push_str(text);
    Ok(true)
}

fn write(m: &mut Machine<'_>, at: usize, quoted: bool) -> Answer {
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
            let wordy = name.starts_with(char::is_alphabetic)
                || matches!(name, "->" | ":-" | "-->" | "*->");
            if name == "," {
                w.text.push(',');
            } else if wordy {
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

/// Writes by a pattern.
fn format(m: &mut Machine<'_>, pattern: usize, args: Option<usize>) -> Answer {
    let pattern = shown(m, m.args[pattern], false);
    let mut args = match args {
        None => Vec::new(),
        Some(at) => {
            let word = m.deref(m.args[at]);
            if word == Word::NIL || word.tag() == Tag::List {
                proper(m, word)?
            } else {
                vec![word]
            }
        }
    }
    .into_iter();
    let mut line_start = m.output.rfind('\n').map_or(0, |at| at + 1);
    let mut chars = pattern.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '~' {
            m.output.push(c);
            if c == '\n' {
                line_start = m.output.len();
            }
            continue;
        }
        let mut number = String::new();
        while let Some(digit) = chars.next_if(|c| c.is_ascii_digit() || *c == '*') {
            if digit == '*' {
                let count = next(m, &mut args)?;
                number = m.eval_word(count)?.to_string();
            } else {
                number.push(digit);
            }
        }
        let count: usize = number.parse().unwrap_or(1).min(1 << 16);
        match chars.next() {
            Some('w') => argument(m, &mut args, false)?,
            Some('p' | 'q') => argument(m, &mut args, true)?,
            Some('a' | 's') => argument(m, &mut args, false)?,
            Some('d' | 'D') => {
                let word = next(m, &mut args)?;
                let value = m.eval_word(word)?;
                m.output.push_str(&value.to_string());
            }
            Some('n') => {
                m.output.push_str(&"\n".repeat(count));
                line_start = m.output.len();
            }
            Some('~') => m.output.push('~'),
            Some('t') => {}
            Some('|' | '+') => {
                let column = m.output[line_start..].chars().count();
                let wanted: usize = number.parse().unwrap_or(column);
                m.output
                    .push_str(&" ".repeat(wanted.saturating_sub(column).min(1 << 16)));
            }
            Some('i') => {
                next(m, &mut args)?;
            }
            Some('c') => {
                let word = next(m, &mut args)?;
                let code = m.eval_word(word)?;
                m.output
                    .extend(u32::try_from(code).ok().and_then(char::from_u32));
            }
            _ => return Err(m.domain_error("format", m.args[0])),
        }
    }
    match args.next() {
        None => Ok(true),
        Some(extra) => Err(m.domain_error("format_arguments", extra)),
    }
}

fn next(m: &mut Machine<'_>, args: &mut std::vec::IntoIter<Word>) -> Result<Word, Box<Thrown>> {
    match args.next() {
        Some(word) => Ok(word),
        None => Err(m.domain_error("format_arguments", Word::NIL)),
    }
}

fn argument(
    m: &mut Machine<'_>,
    args: &mut std::vec::IntoIter<Word>,
    quoted: bool,
) -> Result<(), Box<Thrown>> {
    let word = next(m, args)?;
    let text = shown(m, word, quoted);
    m.output.push_str(&text);
    Ok(())
}
