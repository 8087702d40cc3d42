//! Output: writing terms as Prolog does. What is written is collected, and the caller of the run gets it.

use gridwright_term::{Number, Operators, Term};

use crate::builtins::builtins;
use crate::builtins::lists::proper;
use crate::code::word::{Tag, Word};
use crate::state::exception::{Outcome, Thrown};
use crate::vm::machine::Machine;

builtins! {
    "nl" / 0 => |m| say(m, "\n");
    "nl" / 1 => |m| { let stream = stream(m)?; say_to(m, stream, "\n") };
    "write" / 1 => |m| write(m, 0, false);
    "write" / 2 => |m| write_to(m, false, "");
    "print" / 1 => |m| write(m, 0, true);
    "print" / 2 => |m| write_to(m, true, "");
    "writeq" / 1 => |m| write(m, 0, true);
    "writeq" / 2 => |m| write_to(m, true, "");
    "write_canonical" / 1 => |m| {
        let text = styled(m, m.args[0], Style { quoted: true, ignore_ops: true, ..Style::default() }, 1200);
        say(m, &text)
    };
    "writeln" / 1 => |m| { write(m, 0, false)?; say(m, "\n") };
    "writeln" / 2 => |m| write_to(m, false, "\n");
    "write_term" / 2 => |m| write_term(m, 0).and_then(|text| say(m, &text));
    "write_term" / 3 => |m| {
        let stream = stream(m)?;
        let text = write_term(m, 1)?;
        say_to(m, stream, &text)
    };
    "put_char" / 1 => |m| write(m, 0, false);
    "put_char" / 2 => |m| write_to(m, false, "");
    "tab" / 1 => |m| {
        let count = m.eval_word(m.args[0])?;
        tab(m, Stream::Output, &count)
    };
    "tab" / 2 => |m| {
        let stream = stream(m)?;
        let count = m.eval_word(m.args[1])?;
        tab(m, stream, &count)
    };
    "flush_output" / 0 => |_| Ok(true);
    "flush_output" / 1 => |_| Ok(true);
    "ttyflush" / 0 => |_| Ok(true);
}

/// Writes so many spaces.
fn tab(m: &mut Machine<'_>, stream: Stream, count: &Number) -> Outcome {
    let Number::Int(count) = count else {
        let culprit = m.number(count);
        return Err(m.type_error("integer", culprit));
    };
    let count = usize::try_from(*count).unwrap_or(0);
    m.charge_cells(count / 8)?;
    say_to(m, stream, &" ".repeat(count))
}

/// Where something is written to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stream {
    Output,
    Errors,
}

/// The stream that the first argument names.
pub(super) fn stream(m: &mut Machine<'_>) -> Result<Stream, Box<Thrown>> {
    let stream = m.deref(m.args[0]);
    match stream.tag() {
        Tag::Ref => Err(m.instantiation_error()),
        Tag::Atom => match m.atoms.text(stream.place()) {
            "user_error" => Ok(Stream::Errors),
            "user_output" | "current_output" | "user" => Ok(Stream::Output),
            _ => Err(m.existence_error("stream", stream)),
        },
        _ => Err(m.domain_error("stream_or_alias", stream)),
    }
}

pub(super) fn say_to(m: &mut Machine<'_>, stream: Stream, text: &str) -> Outcome {
    match stream {
        Stream::Output => m.output.push_str(text),
        Stream::Errors => m.errors.push_str(text),
    }
    Ok(true)
}

fn say(m: &mut Machine<'_>, text: &str) -> Outcome {
    say_to(m, Stream::Output, text)
}

fn write(m: &mut Machine<'_>, at: usize, quoted: bool) -> Outcome {
    let text = shown(m, m.args[at], quoted);
    say(m, &text)
}

/// Writes the second argument to the stream that the first one names.
fn write_to(m: &mut Machine<'_>, quoted: bool, end: &str) -> Outcome {
    let stream = stream(m)?;
    let text = shown(m, m.args[1], quoted);
    say_to(m, stream, &(text + end))
}

/// The text of `write_term(Term, Options)`, whose arguments begin at `at`.
fn write_term(m: &mut Machine<'_>, at: usize) -> Result<String, Box<Thrown>> {
    let mut style = Style::default();
    let mut priority = 1200;
    for option in proper(m, m.args[at + 1])? {
        let Some((functor, place)) = m.parts(option).filter(|parts| parts.0.arity() == 1) else {
            return Err(m.domain_error("write_option", option));
        };
        let value = m.deref(m.heap[place]);
        if value.is_ref() {
            return Err(m.instantiation_error());
        }
        let on = value.tag() == Tag::Atom && m.atoms.text(value.place()) == "true";
        match m.atoms.text(functor.name() as usize) {
            "quoted" => style.quoted = on,
            "ignore_ops" => style.ignore_ops = on,
            "numbervars" => style.numbervars = on,
            "portray" => style.names = on,
            "spacing" => style.spaced = m.atoms.text(value.place()) == "next_argument",
            "priority" => priority = m.as_int(value).unwrap_or(1200).clamp(0, 1200) as u16,
            "max_depth" | "fullstop" | "nl" | "cycles" | "attributes" | "character_escapes"
            | "variable_names" | "module" | "dotlists" | "brace_terms" | "partial" | "no_lists"
            | "blobs" | "portrayed" => {}
            _ => return Err(m.domain_error("write_option", option)),
        }
    }
    Ok(styled(m, m.args[at], style, priority))
}

/// How a term is written.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Style {
    quoted: bool,
    ignore_ops: bool,
    /// `'$VAR'(N)` as a letter and a number.
    numbervars: bool,
    /// `'$VAR'(Name)` as the name.
    names: bool,
    /// A space after each comma.
    spaced: bool,
}

fn styled(m: &Machine<'_>, word: Word, style: Style, priority: u16) -> String {
    let term = m.to_term(word);
    let mut writer = Writer {
        operators: &m.operators,
        quoted: style.quoted,
        style,
        text: String::new(),
    };
    writer.term(&term, priority);
    writer.text
}

/// A term as text.
pub(super) fn shown(m: &Machine<'_>, word: Word, quoted: bool) -> String {
    let style = Style {
        quoted,
        numbervars: true,
        ..Style::default()
    };
    styled(m, word, style, 1200)
}

/// The name of a variable that `numbervars/3` numbered.
fn numbered(number: i64) -> String {
    let letter = char::from(b'A' + (number % 26) as u8);
    match number / 26 {
        0 => letter.to_string(),
        rest => format!("{letter}{rest}"),
    }
}

/// Writes terms as SWI-Prolog does: no spaces but around words.
struct Writer<'a> {
    operators: &'a Operators,
    quoted: bool,
    style: Style,
    text: String,
}

impl Writer<'_> {
    fn term(&mut self, term: &Term, max: u16) {
        match term {
            Term::Int(value) => self.word(&value.to_string()),
            Term::Number(value) => self.word(&value.to_string()),
            Term::Text(text) if !self.quoted => self.word(text),
            Term::Name(name) if !self.quoted => self.word(name),
            Term::Text(_) | Term::Name(_) | Term::Var(_) | Term::Opaque(_) => {
                self.word(&term.to_string());
            }
            Term::List(items) => self.items(items, None),
            Term::OpenList(items, rest) => self.items(items, Some(rest)),
            Term::Compound(name, args) => match &args[..] {
                [Term::Int(number @ 0..)] if name == "$VAR" && self.style.numbervars => {
                    self.word(&numbered(*number));
                }
                [Term::Name(text)] if name == "$VAR" && self.style.names => self.word(text),
                _ if self.style.ignore_ops => {
                    self.name(name);
                    self.text.push('(');
                    self.comma_list(args);
                    self.text.push(')');
                }
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
                self.text
                    .push_str(if self.style.spaced { ", " } else { "," });
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
                || (name == "-" && arg.number().is_some_and(|number| !number.is_negative()))
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
