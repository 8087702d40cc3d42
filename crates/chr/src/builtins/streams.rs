//! Input, collected output, and reading of terms. Lines of the standard input come from the caller of the run.

use std::cell::OnceCell;
use std::collections::HashMap;

use gridwright_term::{Fixity, ReadFlags, Term, parse_term_until};

use crate::builtins::atoms_strings::{char_name, characters};
use crate::builtins::builtins;
use crate::code::atoms::{Functor, known};
use crate::code::word::{Tag, Word};
use crate::state::exception::{Outcome, Thrown};
use crate::vm::machine::Machine;

builtins! {
    "$output_push" / 0 => |m| { let output = std::mem::take(&mut m.output); m.captures.push(output); Ok(true) };
    "$output_pop" / 1 => |m| {
        let output = m.captures.pop().unwrap_or_default();
        let text = std::mem::replace(&mut m.output, output);
        let word = Word::string(m.atoms.number(&text));
        Ok(m.unify(m.args[0], word))
    };
    "$column" / 1 => |m| {
        let line = m.output.rfind('\n').map_or(0, |at| at + 1);
        let column = m.int(m.output[line..].chars().count() as i64);
        Ok(m.unify(m.args[0], column))
    };
    "read" / 1 => |m| read(m, 0).map(|read| read.is_some_and(|(word, _)| m.unify(m.args[0], word)));
    "read_term" / 2 => |m| {
        let Some((word, vars)) = read(m, 0)? else {
            return Ok(false);
        };
        Ok(m.unify(m.args[0], word) && read_options(m, m.args[1], word, &vars)?)
    };
    "term_to_atom" / 2 => |m| term_and_text(m, 0, 1, |m, text| m.atom(text));
    "term_string" / 2 => |m| term_and_text(m, 1, 0, |m, text| Word::string(m.atoms.number(text)));
    "atom_to_term" / 3 => |m| {
        let text = characters(m, m.args[0])?;
        let (word, vars) = parsed(m, &text)?;
        let list = bindings(m, &vars);
        Ok(m.unify(m.args[1], word) && m.unify(m.args[2], list))
    };
    "get_char" / 1 => |m| character(m, 0, true, false);
    "peek_char" / 1 => |m| character(m, 0, false, false);
    "get_char" / 2 => |m| character(m, 1, true, false);
    "peek_char" / 2 => |m| character(m, 1, false, false);
    "get_code" / 1 => |m| character(m, 0, true, true);
    "peek_code" / 1 => |m| character(m, 0, false, true);
    "get_code" / 2 => |m| character(m, 1, true, true);
    "peek_code" / 2 => |m| character(m, 1, false, true);
    "at_end_of_stream" / 0 => |m| Ok(m.input.peek().is_none());
    "at_end_of_stream" / 1 => |m| Ok(m.input.peek().is_none());
    "$read_line" / 1 => |m| {
        let word = match m.input.line() {
            Some(line) => codes(m, &line),
            None => m.atom("end_of_file"),
        };
        Ok(m.unify(m.args[0], word))
    };
    "$read_all" / 1 => |m| {
        let mut text = String::new();
        while let Some(c) = m.input.next() {
            text.push(c);
        }
        let word = codes(m, &text);
        Ok(m.unify(m.args[0], word))
    };
    "$char_types" / 3 => char_types;
    "prompt" / 2 => |_| Ok(true);
    "current_op" / 3 => current_op;
    "op" / 3 => op;
}

fn codes(m: &mut Machine<'_>, text: &str) -> Word {
    let items: Vec<Word> = text.chars().map(|c| Word::count(c as usize)).collect();
    m.new_list(&items)
}

fn character(m: &mut Machine<'_>, at: usize, take: bool, code: bool) -> Outcome {
    let next = if take { m.input.next() } else { m.input.peek() };
    let word = match next {
        Some(c) if code => Word::count(c as usize),
        Some(c) => char_name(m, c),
        None if code => m.int(-1),
        None => m.atom("end_of_file"),
    };
    Ok(m.unify(m.args[at], word))
}

/// A term that was read, and its variables by their names.
type Read = (Word, Vec<(String, Word)>);

/// Reads a term from a text.
fn parsed(m: &mut Machine<'_>, text: &str) -> Result<Read, Box<Thrown>> {
    let limit = OnceCell::new();
    let is_over = || {
        m.look_at_limits()
            .is_err_and(|thrown| limit.set(thrown).is_ok())
    };
    match parse_term_until(text, &m.operators, &ReadFlags::default(), &is_over) {
        None => Err(limit.into_inner().expect("reading ended at it")),
        Some(Ok(term)) => Ok(loaded(m, &term)),
        Some(Err(why)) => {
            let what = m.atom(&why.message);
            let formal = m.call_of("syntax_error", &[what]);
            Err(m.error(formal))
        }
    }
}

fn loaded(m: &mut Machine<'_>, term: &Term) -> Read {
    let mut vars = HashMap::new();
    let word = m.load_source(term, &mut vars);
    let mut vars: Vec<(String, Word)> = vars.into_iter().collect();
    vars.sort_by_key(|(_, word)| word.place());
    (word, vars)
}

/// `Name = Var` for each variable.
fn bindings(m: &mut Machine<'_>, vars: &[(String, Word)]) -> Word {
    let pairs: Vec<Word> = vars
        .iter()
        .map(|(name, var)| {
            let name = m.atom(name);
            m.call_of("=", &[name, *var])
        })
        .collect();
    m.new_list(&pairs)
}

/// Reads the next clause of the input; `end_of_file` at its end.
fn read(m: &mut Machine<'_>, from: usize) -> Result<Option<Read>, Box<Thrown>> {
    let mut length = from;
    loop {
        let text = m.input.ahead();
        if let Some(end) = clause_end(text, length) {
            let clause = text[..end].to_owned();
            m.input.take(end);
            return parsed(m, clause.trim()).map(Some);
        }
        length = 0;
        if !m.input.extend() {
            let rest = m.input.ahead().trim().to_owned();
            let bytes = m.input.ahead().len();
            m.input.take(bytes);
            if rest.is_empty() || rest.starts_with('%') {
                let end = m.atom("end_of_file");
                return Ok(Some((end, Vec::new())));
            }
            return parsed(m, &rest).map(Some);
        }
    }
}

/// Where the first clause of a text ends: after a full stop that is followed by a blank, outside quotes and comments.
fn clause_end(text: &str, from: usize) -> Option<usize> {
    let mut quote = None;
    let mut comment = false;
    let mut before = ' ';
    let mut chars = text[from..].char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|next| next.1);
        match (quote, c) {
            _ if comment => comment = c != '\n',
            (Some(_), '\\') => {
                chars.next();
            }
            (Some(open), _) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '\'') if before == '0' => {
                chars.next();
            }
            (None, '\'' | '"' | '`') => quote = Some(c),
            (None, '%') => comment = true,
            (None, '.')
                if next.is_none_or(|next| next.is_whitespace() || next == '%')
                    && !"+-*/\\^<>=~:.?@#&$".contains(before) =>
            {
                return next.map(|_| from + at + 1);
            }
            _ => {}
        }
        before = c;
    }
    None
}

/// The options of `read_term/2` that report something about the term.
fn read_options(
    m: &mut Machine<'_>,
    options: Word,
    word: Word,
    vars: &[(String, Word)],
) -> Outcome {
    for option in m.items(options).unwrap_or_default() {
        let Some((functor, place)) = m.parts(option).filter(|parts| parts.0.arity() == 1) else {
            continue;
        };
        let wanted = m.heap[place];
        let found = match m.atoms.text(functor.name() as usize) {
            "variable_names" => bindings(m, vars),
            "variables" => {
                let vars = m.heap.vars(word);
                m.new_list(&vars)
            }
            _ => continue,
        };
        if !m.unify(wanted, found) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A term and its text, either from the other.
fn term_and_text(
    m: &mut Machine<'_>,
    term: usize,
    text: usize,
    make: fn(&mut Machine<'_>, &str) -> Word,
) -> Outcome {
    let given = m.deref(m.args[term]);
    let known = m.deref(m.args[text]);
    if given.is_ref() && known.is_ref() {
        return Err(m.instantiation_error());
    }
    if given.is_ref() {
        let text = characters(m, known)?;
        let (word, _) = parsed(m, &text)?;
        return Ok(m.unify(given, word));
    }
    let shown = crate::builtins::output::shown(m, given, true);
    let word = make(m, &shown);
    Ok(m.unify(known, word))
}

/// `op(Priority, Type, Names)`.
fn op(m: &mut Machine<'_>) -> Outcome {
    let [priority, kind, mut names] = [0, 1, 2].map(|at| m.deref(m.args[at]));
    if kind.is_ref() {
        return Err(m.instantiation_error());
    }
    if kind.tag() != Tag::Atom {
        return Err(m.type_error("atom", kind));
    }
    if priority.is_ref() {
        return Err(m.instantiation_error());
    }
    let Some(value) = m.as_int(priority) else {
        return Err(m.type_error("integer", priority));
    };
    let Some(value) = u16::try_from(value).ok().filter(|value| *value <= 1200) else {
        return Err(m.domain_error("operator_priority", priority));
    };
    let Ok(fixity) = m.atoms.text(kind.place()).parse::<Fixity>() else {
        return Err(m.domain_error("operator_specifier", kind));
    };
    while let Some((functor, at)) = m.parts(names)
        && functor == Functor::new(known::COLON, 2)
        && m.deref(m.heap[at]).tag() == Tag::Atom
    {
        names = m.deref(m.heap[at + 1]);
    }
    let names = match m.items(names) {
        Some(names) => names,
        None if names.tag() == Tag::Atom => vec![names],
        None => {
            let (_, rest) = m.heap.skip_list(names);
            return Err(match rest.is_ref() {
                true => m.instantiation_error(),
                false => m.type_error("list", rest),
            });
        }
    };
    // All names become operators, or none.
    let mut operators = m.operators.clone();
    for name in names {
        if name.is_ref() {
            return Err(m.instantiation_error());
        }
        if name.tag() != Tag::Atom {
            return Err(m.type_error("atom", name));
        }
        let text = m.atoms.text(name.place());
        if operators.to_mut().add(value, fixity, text).is_err() {
            let action = match text {
                "," => "modify",
                _ => "create",
            };
            return Err(m.permission_error(action, "operator", name));
        }
    }
    m.operators = operators;
    Ok(true)
}

/// `current_op(Priority, Type, Name)`.
fn current_op(m: &mut Machine<'_>) -> Outcome {
    let operators = m.operators.clone();
    let terms: Vec<Word> = operators
        .iter()
        .map(|(priority, fixity, name)| {
            let kind = format!("{fixity:?}").to_lowercase();
            let words = [m.int(priority.into()), m.atom(&kind), m.atom(name)];
            m.call_of("op", &words)
        })
        .collect();
    let list = m.new_list(&terms);
    let wanted = m.call_of("op", &[m.args[0], m.args[1], m.args[2]]);
    let goal = m.call_of("member", &[wanted, list]);
    let barrier = m.choices.len();
    m.solve(goal, barrier)
}

/// `$char_types(Char, Types, Kind)`: everything that `char_type/2` says of a character, whose parts are characters or codes by the kind.
fn char_types(m: &mut Machine<'_>) -> Outcome {
    let given = m.deref(m.args[0]);
    let code = match m.as_int(given) {
        Some(code) => u32::try_from(code).ok().and_then(char::from_u32),
        None => characters(m, given)?.chars().next(),
    };
    let Some(c) = code else {
        return Ok(false);
    };
    let kind = m.deref(m.args[2]);
    let as_code = m.atoms.text(kind.place()) == "code";
    let part = |m: &mut Machine<'_>, c: char| {
        if as_code {
            Word::count(c as usize)
        } else {
            char_name(m, c)
        }
    };
    let word = c.is_alphanumeric() || c == '_';
    let graph = !c.is_whitespace() && !c.is_control();
    let table = [
        ("alnum", c.is_alphanumeric()),
        ("alpha", c.is_alphabetic() || c == '_'),
        ("csym", word),
        ("csymf", c.is_alphabetic() || c == '_'),
        ("prolog_var_start", c.is_uppercase() || c == '_'),
        ("prolog_atom_start", c.is_lowercase()),
        ("prolog_identifier_continue", word),
        ("ascii", c.is_ascii()),
        ("white", c == ' ' || c == '\t'),
        ("cntrl", c.is_control()),
        ("space", c.is_whitespace()),
        ("end_of_line", ('\n'..='\r').contains(&c)),
        ("lower", c.is_lowercase()),
        ("upper", c.is_uppercase()),
        ("punct", graph && !c.is_alphanumeric()),
        ("graph", graph),
        ("print", graph || c == ' '),
        ("period", matches!(c, '.' | '!' | '?')),
        ("quote", matches!(c, '\'' | '"' | '`')),
        ("paren", matches!(c, '(' | ')' | '[' | ']' | '{' | '}')),
        ("newline", c == '\n'),
    ];
    let mut types: Vec<Word> = Vec::new();
    for (name, holds) in table {
        if holds {
            types.push(m.atom(name));
        }
    }
    let (lower, upper) = (
        c.to_lowercase().next().unwrap_or(c),
        c.to_uppercase().next().unwrap_or(c),
    );
    if let Some(digit) = c.to_digit(10) {
        types.push(m.call_of("digit", &[Word::count(digit as usize)]));
        types.push(m.atom("digit"));
    }
    if let Some(digit) = c.to_digit(16) {
        types.push(m.call_of("xdigit", &[Word::count(digit as usize)]));
    }
    if c.is_lowercase() {
        let other = part(m, upper);
        types.push(m.call_of("lower", &[other]));
    }
    if c.is_uppercase() {
        let other = part(m, lower);
        types.push(m.call_of("upper", &[other]));
    }
    let (lower, upper) = (part(m, lower), part(m, upper));
    types.push(m.call_of("to_lower", &[lower]));
    types.push(m.call_of("to_upper", &[upper]));
    let list = m.new_list(&types);
    Ok(m.unify(m.args[1], list))
}
