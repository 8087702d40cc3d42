//! Global variables, counters and flags.

use gridwright_term::Number;

use crate::builtins::builtins;
use crate::code::word::{Tag, Word};
use crate::heap::cells::HeapUndo;
use crate::state::exception::{Outcome, Thrown};
use crate::vm::machine::Machine;
use gridwright_control::Limit;

builtins! {
    "nb_setval" / 2 => |m| {
        let name = key(m)?;
        let stored = m.heap.store_term(m.args[1]);
        m.globals.insert(name, stored);
        m.heap.globals.remove(&name);
        Ok(true)
    };
    "b_setval" / 2 => |m| {
        let name = key(m)?;
        let value = m.deref(m.args[1]);
        let old = match m.heap.globals.get(&name) {
            Some(&old) => old,
            None => match m.globals.get(&name).cloned() {
                Some(stored) => m.heap.load_term(&stored),
                None => Word::NIL,
            },
        };
        m.heap.trail.push(HeapUndo::Global(name, old));
        m.heap.globals.insert(name, value);
        Ok(true)
    };
    "nb_getval" / 2 => get;
    "b_getval" / 2 => get;
    "flag" / 3 => |m| {
        let name = key(m)?;
        let old = m.flags.get(&name).cloned().unwrap_or(Number::Int(0));
        let word = m.number(&old);
        if !m.unify(m.args[1], word) {
            return Ok(false);
        }
        let new = m.eval_word(m.args[2])?;
        m.flags.insert(name, new.clone());
        match m.limits.nodes {
            Some(most) if m.atoms.text(name as usize) == "nodes" && new > Number::Int(most as i64) => {
                Err(Box::new(Thrown::Limit(Limit::Nodes)))
            }
            _ => Ok(true),
        }
    };
    "current_prolog_flag" / 2 => |m| {
        let name = key(m)?;
        if let Some(stored) = m.prolog_flags.get(&name).cloned() {
            let value = m.heap.load_term(&stored);
            return Ok(m.unify(m.args[1], value));
        }
        let value = match m.atoms.text(name as usize) {
            "bounded" => m.atom("true"),
            "max_integer" => m.int(i64::MAX),
            "min_integer" => m.int(i64::MIN),
            _ => return Ok(false),
        };
        Ok(m.unify(m.args[1], value))
    };
    "set_prolog_flag" / 2 => set_flag;
    "create_prolog_flag" / 3 => set_flag;
    "garbage_collect" / 0 => |_| Ok(true);
    "chr_trace" / 0 => |_| Ok(true);
    "chr_notrace" / 0 => |_| Ok(true);
}

fn key(m: &mut Machine<'_>) -> Result<u32, Box<Thrown>> {
    let key = m.deref(m.args[0]);
    match key.tag() {
        Tag::Atom => Ok(key.place() as u32),
        Tag::Ref => Err(m.instantiation_error()),
        _ => Err(m.type_error("atom", key)),
    }
}

fn get(m: &mut Machine<'_>) -> Outcome {
    let name = key(m)?;
    if let Some(&value) = m.heap.globals.get(&name) {
        return Ok(m.unify(m.args[1], value));
    }
    let Some(stored) = m.globals.get(&name).cloned() else {
        return Err(m.existence_error("variable", Word::atom(name)));
    };
    let value = m.heap.load_term(&stored);
    Ok(m.unify(m.args[1], value))
}

fn set_flag(m: &mut Machine<'_>) -> Outcome {
    let name = key(m)?;
    let stored = m.heap.store_term(m.args[1]);
    m.prolog_flags.insert(name, stored);
    Ok(true)
}
