//! `format/1,2,3`: writing by a pattern, with columns.

use std::vec::IntoIter;

use crate::builtins::atoms_strings::{char_code, char_name, characters};
use crate::builtins::builtins;
use crate::builtins::lists::proper;
use crate::builtins::output::{Stream, say_to, shown, stream};
use crate::code::word::{Tag, Word};
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
        if chars.next_if_eq(&'`').is_some() {
            number = chars.next().map(|c| c as usize);
        } else if chars.next_if_eq(&'*').is_some() {
            let count = next(m, &mut args)?;
            let count = m.eval_word(count)?;
            number = usize::try_from(count).ok();
        } else {
            while let Some(digit) = chars.peek().and_then(|c| c.to_digit(10)) {
                chars.next();
                let before = number.unwrap_or(0);
                number = Some((10 * before + digit as usize).min(MOST));
            }
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
                out.push(&characters(m, word)?);
            }
            'd' | 'D' | 'r' | 'R' | 'e' | 'f' | 'g' => {
                let value = integer(m, &mut args, directive)?;
                match number_text(directive, value, number) {
                    Some(text) => out.push(&text),
                    None => return Err(wrong(m, "a radix is from 2 to 36")),
                }
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
                let code = integer(m, &mut args, directive)?;
                let c = u32::try_from(code).ok().and_then(char::from_u32);
                let text: String = c.into_iter().collect();
                out.push(&text.repeat(number.unwrap_or(1).min(MOST)));
            }
            _ => return Err(wrong(m, &format!("no directive ~{directive}"))),
        }
    }
    match args.next() {
        None => Ok(true),
        Some(_) => Err(wrong(m, "too many arguments")),
    }
}

/// A number as a directive shows it; none if the radix is none.
fn number_text(directive: char, value: i64, number: Option<usize>) -> Option<String> {
    let sign = if value < 0 { "-" } else { "" };
    let digits = value.unsigned_abs().to_string();
    let decimals = |count: usize| format!("{:.count$}", value as f64, count = count.min(64));
    Some(match directive {
        'd' | 'D' => {
            let point = number.unwrap_or(0).min(MOST);
            let digits = format!("{digits:0>width$}", width = point + 1);
            let (whole, rest) = digits.split_at(digits.len() - point);
            let mut shown = String::new();
            for (at, digit) in whole.char_indices() {
                if directive == 'D' && at > 0 && (whole.len() - at).is_multiple_of(3) {
                    shown.push(',');
                }
                shown.push(digit);
            }
            let dot = if point == 0 { "" } else { "." };
            format!("{sign}{shown}{dot}{rest}")
        }
        'f' => decimals(number.unwrap_or(6)),
        'g' => decimals(0),
        'e' => {
            let count = number.unwrap_or(6).min(64);
            let text = format!("{:.count$e}", value as f64);
            let (mantissa, power) = text.split_once('e').unwrap_or((&text, "0"));
            format!("{mantissa}e+{power:0>2}")
        }
        _ => {
            let radix = number.unwrap_or(8);
            let radix = u32::try_from(radix).ok().filter(|r| (2..=36).contains(r))?;
            let (mut rest, mut text) = (value.unsigned_abs(), Vec::new());
            loop {
                let digit = char::from_digit((rest % u64::from(radix)) as u32, radix);
                text.extend(digit);
                rest /= u64::from(radix);
                if rest == 0 {
                    break;
                }
            }
            let text: String = text.into_iter().rev().collect();
            let text = if directive == 'R' {
                text.to_uppercase()
            } else {
                text
            };
            format!("{sign}{text}")
        }
    })
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

fn integer(
    m: &mut Machine<'_>,
    args: &mut IntoIter<Word>,
    directive: char,
) -> Result<i64, Box<Thrown>> {
    let word = next(m, args)?;
    if word.is_ref() {
        return Err(m.instantiation_error());
    }
    match m.as_int(word) {
        Some(value) => Ok(value),
        None => {
            let found = shown(m, word, true);
            let what = format!("~{directive} expects an integer argument, found {found}");
            Err(wrong(m, &what))
        }
    }
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
