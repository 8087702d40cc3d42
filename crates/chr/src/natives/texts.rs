//! Names and texts as sequences of characters.

use crate::machine::Machine;
use crate::natives::lists::proper;
use crate::natives::natives;
use crate::natives::output::shown;
use crate::thrown::{Answer, Thrown};
use crate::word::Word;

natives! {
    "atom_length" / 2 => length;
    "string_length" / 2 => length;
    "atom_concat" / 3 => |m| {
        let text = text(m, 0)? + &text(m, 1)?;
        let name = m.name(&text);
        Ok(m.unify(m.args[2], name))
    };
    "string_concat" / 3 => |m| {
        let text = text(m, 0)? + &text(m, 1)?;
        let word = Word::text(m.names.number(&text));
        Ok(m.unify(m.args[2], word))
    };
    "atom_chars" / 2 => |m| split(m, char_name, false);
    "atom_codes" / 2 => |m| split(m, char_code, false);
    "number_codes" / 2 => |m| split(m, char_code, true);
    "atom_string" / 2 => |m| {
        if m.deref(m.args[0]).is_ref() {
            let text = text(m, 1)?;
            let name = m.name(&text);
            return Ok(m.unify(m.args[0], name));
        }
        let text = text(m, 0)?;
        let word = Word::text(m.names.number(&text));
        Ok(m.unify(m.args[1], word))
    };
    "atom_number" / 2 => |m| {
        if m.deref(m.args[0]).is_ref() {
            let text = text(m, 1)?;
            let name = m.name(&text);
            return Ok(m.unify(m.args[0], name));
        }
        let Ok(value) = text(m, 0)?.parse() else {
            return Ok(false);
        };
        let word = m.int(value);
        Ok(m.unify(m.args[1], word))
    };
    "char_code" / 2 => |m| {
        let given = m.deref(m.args[0]);
        if given.is_ref() {
            let code = m.eval_word(m.args[1])?;
            let Some(c) = u32::try_from(code).ok().and_then(char::from_u32) else {
                return Ok(false);
            };
            let name = char_name(m, c);
            return Ok(m.unify(given, name));
        }
        let code = text(m, 0)?.chars().next().map_or(0, |c| i64::from(u32::from(c)));
        let word = m.int(code);
        Ok(m.unify(m.args[1], word))
    };
    "atomic_list_concat" / 2 => |m| {
        let items = proper(m, m.args[0])?;
        let text: String = items.iter().map(|&item| shown(m, item, false)).collect();
        let name = m.name(&text);
        Ok(m.unify(m.args[1], name))
    };
    "atomic_list_concat" / 3 => |m| {
        let between = text(m, 1)?;
        match m.items(m.args[0]) {
            Some(items) if items.iter().all(|item| !item.is_ref()) => {
                let texts: Vec<String> = items.iter().map(|&item| shown(m, item, false)).collect();
                let name = m.name(&texts.join(&between));
                Ok(m.unify(m.args[2], name))
            }
            _ => {
                let whole = text(m, 2)?;
                let parts: Vec<String> = whole.split(&between).map(str::to_owned).collect();
                let names: Vec<Word> = parts.iter().map(|part| m.name(part)).collect();
                let list = m.new_list(&names);
                Ok(m.unify(m.args[0], list))
            }
        }
    };
    "term_to_atom" / 2 => |m| {
        let text = shown(m, m.args[0], true);
        let name = m.name(&text);
        Ok(m.unify(m.args[1], name))
    };
}

fn text(m: &mut Machine<'_>, at: usize) -> Result<String, Box<Thrown>> {
    let word = m.deref(m.args[at]);
    if word.is_ref() {
        return Err(m.instantiation_error());
    }
    Ok(shown(m, word, false))
}

fn length(m: &mut Machine<'_>) -> Answer {
    let count = text(m, 0)?.chars().count();
    let word = m.int(count as i64);
    Ok(m.unify(m.args[1], word))
}

fn char_name(m: &mut Machine<'_>, c: char) -> Word {
    m.name(c.encode_utf8(&mut [0; 4]))
}

fn char_code(m: &mut Machine<'_>, c: char) -> Word {
    m.int(u32::from(c).into())
}

/// A name and the list of its characters, either from the other.
fn split(m: &mut Machine<'_>, part: fn(&mut Machine<'_>, char) -> Word, number: bool) -> Answer {
    if !m.deref(m.args[0]).is_ref() {
        let text = text(m, 0)?;
        let items: Vec<Word> = text.chars().map(|c| part(m, c)).collect();
        let list = m.new_list(&items);
        return Ok(m.unify(m.args[1], list));
    }
    let mut text = String::new();
    for item in proper(m, m.args[1])? {
        match m.as_int(item) {
            Some(code) => text.extend(u32::try_from(code).ok().and_then(char::from_u32)),
            None => text.push_str(&shown(m, item, false)),
        }
    }
    let word = match text.parse() {
        Ok(value) if number => m.int(value),
        _ => m.name(&text),
    };
    Ok(m.unify(m.args[0], word))
}
