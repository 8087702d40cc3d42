//! `format/1,2,3`: writing by a pattern, with columns.

use std::vec::IntoIter;

use gridwright_term::Number;

use crate::builtins::atoms_strings::{char_code, char_name, characters};
use crate::builtins::builtins;
use crate::builtins::lists::proper;
use crate::builtins::number_format::{decimal, exponential, fixed, general};
use crate::builtins::output::{Stream, say_to, shown, stream};
use crate::code::word::{Tag, Word};
use crate::numbers;
use crate::state::exception::{Outcome, Thrown};
use crate::vm::machine::Machine;

builtins! {
    "format" / 1 => |m| format(m, 0, None);
    "format" / 2 => |m| format(m, 0, Some(1));
    "format" / 3 => format_to;
}

/// The most characters one directive fills in.
const MOST: usize = 1 << 16;

/// Text under way: what is finished, and what stands since the last column stop.
struct Columns {
    done: String,
    /// The column at which the last stop was.
    stop: usize,
    open: String,
    /// Places in the open text where room is filled, and by what.
    fills: Vec<(usize, char)>,
}

impl Columns {
    /// The column that the open text has come to.
    fn column(&self) -> usize {
        self.stop + self.open.chars().count()
    }

    fn push(&mut self, text: &str) {
        match text.rfind('\n') {
            None => self.open.push_str(text),
            Some(at) => {
                self.open.push_str(&text[..=at]);
                self.done += &std::mem::take(&mut self.open);
                self.fills.clear();
                self.stop = 0;
                self.open.push_str(&text[at + 1..]);
            }
        }
    }

    /// Ends a column: the open text is filled up to a width, after it if no other place was marked.
    fn end(&mut self, column: usize) {
        let room = column.saturating_sub(self.column()).min(MOST);
        if self.fills.is_empty() {
            self.fills.push((self.open.len(), ' '));
        }
        let count = self.fills.len();
        let mut text = String::new();
        let mut from = 0;
        for (number, &(at, fill)) in self.fills.iter().enumerate() {
            text += &self.open[from..at];
            let share = room / count + usize::from(number + 1 == count) * (room % count);
            text.extend(std::iter::repeat_n(fill, share));
            from = at;
        }
        text += &self.open[from..];
        self.stop += text.chars().count();
        self.done += &text;
        self.open.clear();
        self.fills.clear();
    }
}

/// Writes by a pattern.
fn format(m: &mut Machine<'_>, pattern: usize, args: Option<usize>) -> Outcome {
    let line = m.output.rfind('\n').map_or(0, |at| at + 1);
    let column = m.output[line..].chars().count();
    let (text, ended) = formatted(m, pattern, args, column);
    m.output.push_str(&text);
    ended
}

/// Writes by a pattern to the output, or to a term that the first argument names.
fn format_to(m: &mut Machine<'_>) -> Outcome {
    let sink = m.deref(m.args[0]);
    let kind = match m.parts(sink) {
        Some((functor, place)) if functor.arity() == 1 => {
            Some((m.atoms.text(functor.name() as usize).to_owned(), place))
        }
        _ => None,
    };
    let Some((kind, place)) = kind else {
        let stream = stream(m)?;
        if stream == Stream::Output {
            return format(m, 1, Some(2));
        }
        let (text, ended) = formatted(m, 1, Some(2), 0);
        say_to(m, stream, &text)?;
        return ended;
    };
    let (text, ended) = formatted(m, 1, Some(2), 0);
    ended?;
    let word = match kind.as_str() {
        "atom" => m.atom(&text),
        "string" => Word::string(m.atoms.number(&text)),
        "codes" | "chars" => {
            let part = if kind == "codes" {
                char_code
            } else {
                char_name
            };
            let items: Vec<Word> = text.chars().map(|c| part(m, c)).collect();
            m.new_list(&items)
        }
        _ => return Err(m.domain_error("output_sink", sink)),
    };
    Ok(m.unify(m.heap[place], word))
}

/// The text of a pattern with its arguments, as far as it came, and how that ended.
fn formatted(
    m: &mut Machine<'_>,
    pattern: usize,
    args: Option<usize>,
    column: usize,
) -> (String, Outcome) {
    let mut columns = Columns {
        done: String::new(),
        stop: column,
        open: String::new(),
        fills: Vec::new(),
    };
    let ended = directives(m, pattern, args, &mut columns);
    (columns.done + &columns.open, ended)
}

fn directives(
    m: &mut Machine<'_>,
    pattern: usize,
    args: Option<usize>,
    out: &mut Columns,
) -> Outcome {
    let pattern = characters(m, m.args[pattern])?;
    let args = match args {
        None => Vec::new(),
        Some(at) => {
            let word = m.deref(m.args[at]);
            if word == Word::NIL || word.tag() == Tag::List {
                proper(m, word)?
            } else {
                vec![word]
            }
        }
    };
    let mut args = args.into_iter();
    let mut chars = pattern.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '~' {
            out.push(c.encode_utf8(&mut [0; 4]));
            continue;
        }
        let mut number: Option<usize> = None;
        let is_fill = chars.next_if_eq(&'`').is_some();
        if is_fill {
            number = chars.next().map(|c| c as usize);
        } else if chars.next_if_eq(&'*').is_some() {
            let count = next(m, &mut args)?;
            let count = m.eval_word(count)?;
            number = match count {
                Number::Int(count) => usize::try_from(count).ok(),
                _ => None,
            };
        } else {
            while let Some(digit) = chars.peek().and_then(|c| c.to_digit(10)) {
                chars.next();
                let before = number.unwrap_or(0);
                number = Some((10 * before + digit as usize).min(MOST + 1));
            }
        }
        if !is_fill && number.is_some_and(|number| number > MOST) {
            return Err(m.resource_error("stack"));
        }
        // `~:d` groups digits as the locale says; the locale here is that of C, which does not.
        let mut ahead = chars.clone();
        if ahead.next() == Some(':') && ahead.next() == Some('d') {
            chars.next();
        }
        let Some(directive) = chars.next() else {
            return Err(wrong(m, "truncated format specification"));
        };
        match directive {
            'w' => argument(m, &mut args, false, out)?,
            'p' | 'q' => argument(m, &mut args, true, out)?,
            'a' => argument(m, &mut args, false, out)?,
            's' => {
                let word = next(m, &mut args)?;
                match characters(m, word) {
                    Ok(text) => out.push(&text),
                    Err(_) => return Err(argument_type(m, directive, word)),
                }
            }
            'd' | 'D' => {
                let value = integer(m, &mut args, directive)?;
                let digits = m.number_text(&value)?;
                out.push(&decimal(&digits, number.unwrap_or(0), directive == 'D'));
            }
            'r' | 'R' => {
                let value = integer(m, &mut args, directive)?;
                let radix = number.unwrap_or(8);
                let (Ok(value), true) = (numbers::integer(&value), (2..=36).contains(&radix))
                else {
                    let radix = m.int(i64::try_from(radix).unwrap_or(i64::MAX));
                    return Err(m.domain_error("radix", radix));
                };
                let text = value.to_str_radix(radix as u32);
                out.push(&if directive == 'R' {
                    text.to_uppercase()
                } else {
                    text
                });
            }
            'e' | 'f' | 'g' => {
                let value = next(m, &mut args)?;
                let value = m.eval_word(value)?;
                let count = number.unwrap_or(6);
                out.push(&match directive {
                    'e' => exponential(value.to_f64(), count),
                    'f' => fixed(&value, count),
                    _ => general(value.to_f64(), count),
                });
            }
            'n' => out.push(&"\n".repeat(number.unwrap_or(1).min(MOST))),
            '~' => out.push("~"),
            't' => {
                let fill = number.and_then(|code| char::from_u32(code as u32));
                out.fills.push((out.open.len(), fill.unwrap_or(' ')));
            }
            '|' => out.end(number.unwrap_or(out.column())),
            '+' => out.end(out.stop + number.unwrap_or(8)),
            'i' => {
                next(m, &mut args)?;
            }
            'c' => {
                let word = next(m, &mut args)?;
                let c = m.as_int(word).and_then(|code| u32::try_from(code).ok());
                let Some(c) = c.and_then(char::from_u32) else {
                    return Err(argument_type(m, directive, word));
                };
                out.push(&c.to_string().repeat(number.unwrap_or(1).min(MOST)));
            }
            _ => {
                let name = m.atom(&directive.to_string());
                return Err(m.existence_error("format_character", name));
            }
        }
    }
    match args.next() {
        None => Ok(true),
        Some(_) => Err(wrong(m, "too many arguments")),
    }
}

/// `error(format(Text), _)`.
fn wrong(m: &mut Machine<'_>, what: &str) -> Box<Thrown> {
    let text = m.atom(what);
    let format = m.atoms.number("format");
    let formal = m.new_compound(format, &[text]);
    m.error(formal)
}

fn next(m: &mut Machine<'_>, args: &mut IntoIter<Word>) -> Result<Word, Box<Thrown>> {
    match args.next() {
        Some(word) => Ok(word),
        None => Err(wrong(m, "not enough arguments")),
    }
}

/// The value of an argument that must be an integer, or an expression of one.
fn integer(
    m: &mut Machine<'_>,
    args: &mut IntoIter<Word>,
    directive: char,
) -> Result<Number, Box<Thrown>> {
    let word = next(m, args)?;
    match m.eval_word(word)? {
        value @ (Number::Int(_) | Number::Big(_)) => Ok(value),
        _ => Err(argument_type(m, directive, word)),
    }
}

/// `error(format_argument_type(Directive, Argument), _)`.
fn argument_type(m: &mut Machine<'_>, directive: char, word: Word) -> Box<Thrown> {
    let name = m.atom(&directive.to_string());
    let number = m.atoms.number("format_argument_type");
    let formal = m.new_compound(number, &[name, word]);
    m.error(formal)
}

fn argument(
    m: &mut Machine<'_>,
    args: &mut IntoIter<Word>,
    quoted: bool,
    out: &mut Columns,
) -> Result<(), Box<Thrown>> {
    let word = next(m, args)?;
    let text = shown(m, word, quoted);
    out.push(&text);
    Ok(())
}
