//! Numbers and their characters.

use crate::builtins::arithmetic::give;
use crate::builtins::atoms_strings::{char_code, char_name, characters};
use crate::builtins::builtins;
use crate::code::word::{Tag, Word};
use crate::state::exception::{Outcome, Thrown};
use crate::vm::machine::Machine;

builtins! {
    "number_codes" / 2 => |m| split(m, char_code);
    "number_chars" / 2 => |m| split(m, char_name);
    "number_string" / 2 => |m| {
        if m.deref(m.args[1]).is_ref() {
            let text = number_text(m, 0)?;
            let word = Word::string(m.atoms.number(&text));
            return Ok(m.unify(m.args[1], word));
        }
        match characters(m, m.args[1])?.parse() {
            Ok(value) => give(m, 0, &value),
            Err(_) => Ok(false),
        }
    };
    "atom_number" / 2 => |m| {
        let text = m.deref(m.args[0]);
        if text.is_ref() {
            let text = number_text(m, 1)?;
            let atom = m.atom(&text);
            return Ok(m.unify(m.args[0], atom));
        }
        if !matches!(text.tag(), Tag::Atom | Tag::String) {
            return Err(m.type_error("atom", text));
        }
        match m.atoms.text(text.place()).parse() {
            Ok(value) => give(m, 1, &value),
            Err(_) => Ok(false),
        }
    };
}

/// The text of an argument that must be a number.
fn number_text(m: &mut Machine<'_>, at: usize) -> Result<String, Box<Thrown>> {
    let word = m.deref(m.args[at]);
    match m.as_number(word) {
        Some(value) => m.number_text(&value),
        None if word.is_ref() => Err(m.instantiation_error()),
        None => Err(m.type_error("number", word)),
    }
}

/// A number and the list of its characters, either from the other.
fn split(m: &mut Machine<'_>, part: fn(&mut Machine<'_>, char) -> Word) -> Outcome {
    if !m.deref(m.args[0]).is_ref() {
        let text = number_text(m, 0)?;
        if m.deref(m.args[1]).is_ref() {
            let items: Vec<Word> = text.chars().map(|c| part(m, c)).collect();
            let list = m.new_list(&items);
            return Ok(m.unify(m.args[1], list));
        }
    }
    let word = m.deref(m.args[1]);
    if !matches!(word.tag(), Tag::Ref | Tag::List | Tag::String) && word != Word::NIL {
        return Err(m.type_error("list", word));
    }
    // White space may come first.
    let text = characters(m, word)?;
    match text.trim_start().parse() {
        Ok(value) => give(m, 0, &value),
        Err(_) => Err(syntax_error(m, "illegal_number")),
    }
}

/// `error(syntax_error(What), _)`.
fn syntax_error(m: &mut Machine<'_>, what: &str) -> Box<Thrown> {
    let what = m.atom(what);
    let number = m.atoms.number("syntax_error");
    let formal = m.new_compound(number, &[what]);
    m.error(formal)
}
