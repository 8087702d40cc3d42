//! Atoms and strings as sequences of characters.

use crate::builtins::builtins;
use crate::builtins::lists::{proper, whole};
use crate::builtins::output::shown;
use crate::code::word::{Tag, Word};
use crate::state::exception::{Outcome, Thrown};
use crate::vm::machine::Machine;

builtins! {
    "atom_length" / 2 => length;
    "string_length" / 2 => length;
    "$atom_concat" / 3 => |m| joined(m, as_name);
    "string_concat" / 3 => |m| joined(m, as_text);
    "atom_chars" / 2 => |m| split(m, char_name, as_name);
    "atom_codes" / 2 => |m| split(m, char_code, as_name);
    "string_chars" / 2 => |m| split(m, char_name, as_text);
    "string_codes" / 2 => |m| split(m, char_code, as_text);
    "atom_string" / 2 => |m| either(m, as_name, as_text);
    "string_to_atom" / 2 => |m| either(m, as_text, as_name);
    "char_code" / 2 => |m| {
        let given = m.deref(m.args[0]);
        if given.is_ref() {
            let code = whole(m, 1)?;
            let Some(c) = u32::try_from(code).ok().and_then(char::from_u32) else {
                let culprit = m.deref(m.args[1]);
                return Err(m.type_error("character_code", culprit));
            };
            let name = char_name(m, c);
            return Ok(m.unify(given, name));
        }
        let code = text(m, 0)?.chars().next().map_or(0, |c| i64::from(u32::from(c)));
        let word = m.int(code);
        Ok(m.unify(m.args[1], word))
    };
    "upcase_atom" / 2 => |m| changed(m, str::to_uppercase, as_name);
    "downcase_atom" / 2 => |m| changed(m, str::to_lowercase, as_name);
    "string_upper" / 2 => |m| changed(m, str::to_uppercase, as_text);
    "string_lower" / 2 => |m| changed(m, str::to_lowercase, as_text);
    "atomic_list_concat" / 2 => |m| {
        let items = proper(m, m.args[0])?;
        let text: String = items.iter().map(|&item| shown(m, item, false)).collect();
        let name = m.atom(&text);
        Ok(m.unify(m.args[1], name))
    };
    "atomic_list_concat" / 3 => |m| {
        let between = text(m, 1)?;
        match m.items(m.args[0]) {
            Some(items) if items.iter().all(|item| !item.is_ref()) => {
                let texts: Vec<String> = items.iter().map(|&item| shown(m, item, false)).collect();
                let name = m.atom(&texts.join(&between));
                Ok(m.unify(m.args[2], name))
            }
            _ if between.is_empty() => Err(m.domain_error("non_empty_atom", m.args[1])),
            _ => {
                let whole = text(m, 2)?;
                let parts: Vec<String> = whole.split(&between).map(str::to_owned).collect();
                let atoms: Vec<Word> = parts.iter().map(|part| m.atom(part)).collect();
                let list = m.new_list(&atoms);
                Ok(m.unify(m.args[0], list))
            }
        }
    };
    "split_string" / 4 => |m| {
        let (whole, ends, pad) = (text(m, 0)?, text(m, 1)?, text(m, 2)?);
        let parts: Vec<&str> = if ends.is_empty() {
            vec![&whole]
        } else {
            whole.split(|c| ends.contains(c)).collect()
        };
        let trimmed = parts.into_iter().map(|part| part.trim_matches(|c| pad.contains(c)));
        let words: Vec<Word> = trimmed.map(|part| Word::string(m.atoms.number(part))).collect();
        let list = m.new_list(&words);
        Ok(m.unify(m.args[3], list))
    };
    "$occurrences" / 6 => occurrences;
    "$part_starts" / 7 => part_starts;
    "$sub_atom" / 4 => |m| part(m, as_name);
    "$sub_string" / 4 => |m| part(m, as_text);
}

/// What a text becomes.
type Make = fn(&mut Machine<'_>, &str) -> Result<Word, Box<Thrown>>;

fn as_name(m: &mut Machine<'_>, text: &str) -> Result<Word, Box<Thrown>> {
    Ok(m.atom(text))
}

fn as_text(m: &mut Machine<'_>, text: &str) -> Result<Word, Box<Thrown>> {
    Ok(Word::string(m.atoms.number(text)))
}

fn text(m: &mut Machine<'_>, at: usize) -> Result<String, Box<Thrown>> {
    let word = m.deref(m.args[at]);
    if word.is_ref() {
        return Err(m.instantiation_error());
    }
    Ok(shown(m, word, false))
}

/// The characters of a name, a text, a number or a list of characters or codes.
pub(super) fn characters(m: &mut Machine<'_>, word: Word) -> Result<String, Box<Thrown>> {
    let word = m.deref(word);
    if word.is_ref() {
        return Err(m.instantiation_error());
    }
    if word.tag() != Tag::List {
        return Ok(if word == Word::NIL {
            String::new()
        } else {
            shown(m, word, false)
        });
    }
    let mut text = String::new();
    let items = proper(m, word)?;
    let codes = items
        .first()
        .is_some_and(|&item| m.as_number(item).is_some());
    for item in items {
        // A list of codes or of characters, as the first item says.
        let code = m.as_int(item);
        let c = match code {
            Some(code) => u32::try_from(code).ok().and_then(char::from_u32),
            None if item.is_ref() => return Err(m.instantiation_error()),
            None if item.tag() == Tag::Atom && !codes => {
                let mut chars = m.atoms.text(item.place()).chars();
                chars.next().filter(|_| chars.next().is_none())
            }
            None => None,
        };
        match c {
            Some(c) => text.push(c),
            None if codes => return Err(m.type_error("character_code", item)),
            None => return Err(m.type_error("character", item)),
        }
    }
    Ok(text)
}

fn length(m: &mut Machine<'_>) -> Outcome {
    let count = text(m, 0)?.chars().count();
    let word = m.int(count as i64);
    Ok(m.unify(m.args[1], word))
}

pub(super) fn char_name(m: &mut Machine<'_>, c: char) -> Word {
    m.atom(c.encode_utf8(&mut [0; 4]))
}

pub(super) fn char_code(m: &mut Machine<'_>, c: char) -> Word {
    m.int(u32::from(c).into())
}

fn joined(m: &mut Machine<'_>, make: Make) -> Outcome {
    let text = text(m, 0)? + &text(m, 1)?;
    let word = make(m, &text)?;
    Ok(m.unify(m.args[2], word))
}

fn changed(m: &mut Machine<'_>, change: fn(&str) -> String, make: Make) -> Outcome {
    let text = change(&text(m, 0)?);
    let word = make(m, &text)?;
    Ok(m.unify(m.args[1], word))
}

/// Two forms of one text, either from the other; from the second if that is known.
fn either(m: &mut Machine<'_>, first: Make, second: Make) -> Outcome {
    if m.deref(m.args[1]).is_ref() {
        let text = text(m, 0)?;
        let word = second(m, &text)?;
        return Ok(m.unify(m.args[1], word));
    }
    let text = characters(m, m.args[1])?;
    if !m.deref(m.args[0]).is_ref() {
        return Ok(characters(m, m.args[0])? == text);
    }
    let word = first(m, &text)?;
    Ok(m.unify(m.args[0], word))
}

/// A name, text or number and the list of its characters, either from the other.
fn split(m: &mut Machine<'_>, part: fn(&mut Machine<'_>, char) -> Word, make: Make) -> Outcome {
    if !m.deref(m.args[0]).is_ref() {
        let text = characters(m, m.args[0])?;
        let items: Vec<Word> = text.chars().map(|c| part(m, c)).collect();
        let list = m.new_list(&items);
        return Ok(m.unify(m.args[1], list));
    }
    let text = characters(m, m.args[1])?;
    let word = make(m, &text)?;
    Ok(m.unify(m.args[0], word))
}

/// What is known of a part of a text.
struct KnownPart {
    /// The length of the whole text.
    length: usize,
    /// The numbers of characters before the part, in it and after it.
    numbers: [Option<usize>; 3],
}

/// What the first four arguments say of a part of a text; `None` if no part is so.
fn known_part(m: &mut Machine<'_>) -> Result<Option<KnownPart>, Box<Thrown>> {
    let length = text(m, 0)?.chars().count();
    let mut numbers = [None; 3];
    for (at, number) in numbers.iter_mut().enumerate() {
        if let Some(given) = m.as_int(m.deref(m.args[at + 1])) {
            match usize::try_from(given) {
                Ok(given) if given <= length => *number = Some(given),
                _ => return Ok(None),
            }
        }
    }
    let is_too_long = numbers.iter().flatten().sum::<usize>() > length;
    Ok((!is_too_long).then_some(KnownPart { length, numbers }))
}

/// The first and the last start of a part, and the length of the whole text.
fn part_starts(m: &mut Machine<'_>) -> Outcome {
    let Some(KnownPart { length, numbers }) = known_part(m)? else {
        return Ok(false);
    };
    let (first, last) = match numbers {
        [Some(before), _, _] => (before, before),
        [None, Some(own), Some(after)] => (length - own - after, length - own - after),
        [None, own, after] => (0, length - own.or(after).unwrap_or(0)),
    };
    for (at, number) in [(4, first), (5, last), (6, length)] {
        let number = m.int(number as i64);
        if !m.unify(m.args[at], number) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The part of a text with a known start and length.
fn part(m: &mut Machine<'_>, make: Make) -> Outcome {
    let [before, own] = [1, 2].map(|at| m.as_int(m.deref(m.args[at])));
    let (Some(before), Some(own)) = (before, own) else {
        return Ok(false);
    };
    let whole = text(m, 0)?;
    let part: String = whole
        .chars()
        .skip(before as usize)
        .take(own as usize)
        .collect();
    // The text of an atom is kept twice, and a cell has eight bytes.
    m.charge_cells(part.len() / 4)?;
    let part = make(m, &part)?;
    Ok(m.unify(m.args[3], part))
}

/// The places where a text occurs in another, as a list of `sub(Before, Length, After)`, as far as these are not known to be others.
fn occurrences(m: &mut Machine<'_>) -> Outcome {
    let Some(KnownPart {
        length,
        numbers: known,
    }) = known_part(m)?
    else {
        return Ok(false);
    };
    let (whole, wanted) = (text(m, 0)?, text(m, 4)?);
    let own = wanted.chars().count();
    let sub = m.atoms.number("sub");
    let mut found = Vec::new();
    let ends = whole.char_indices().map(|(at, _)| at).chain([whole.len()]);
    for (before, at) in ends.enumerate() {
        if before % 1024 == 0 {
            m.look_at_limits()?;
        }
        if !whole[at..].starts_with(&wanted) {
            continue;
        }
        let numbers = [before, own, length - before - own];
        if known
            .iter()
            .zip(numbers)
            .all(|(known, number)| known.is_none_or(|known| known == number))
        {
            // A compound of four cells, a pair of the list, and the entry of `found`.
            m.charge_cells(8 * (found.len() + 1))?;
            let numbers = numbers.map(|number| m.int(number as i64));
            found.push(m.new_compound(sub, &numbers));
        }
    }
    let list = m.new_list(&found);
    Ok(m.unify(m.args[5], list))
}
