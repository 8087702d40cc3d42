//! Terms as wholes: changing arguments, variants, subsumption, occurs check, numbering of variables, cleanup of goals.

use std::collections::{HashMap, HashSet};

use crate::builtins::builtins;
use crate::builtins::lists::whole;
use crate::code::word::{Tag, Word};
use crate::state::choice_point::Other;
use crate::state::exception::{Outcome, Thrown};
use crate::vm::machine::Machine;

builtins! {
    "setarg" / 3 => |m| set_argument(m, Mode::Backtracked);
    "nb_setarg" / 3 => |m| set_argument(m, Mode::Kept);
    "nb_linkarg" / 3 => |m| set_argument(m, Mode::Kept);
    "=@=" / 2 => |m| Ok(variant(m));
    "\\=@=" / 2 => |m| Ok(!variant(m));
    "subsumes_term" / 2 => subsumes;
    "unify_with_occurs_check" / 2 => |m| {
        let (mark, pending) = (m.heap.trail.len(), m.heap.pending.len());
        let old_heap = std::mem::replace(&mut m.heap.old, usize::MAX);
        let holds = m.unify(m.args[0], m.args[1]) && m.heap.is_acyclic(m.args[0]);
        m.heap.old = old_heap;
        if !holds {
            m.heap.take_back(mark, pending);
        }
        Ok(holds)
    };
    "?=" / 2 => |m| Ok(m.identical(m.args[0], m.args[1]) || !m.unifiable(m.args[0], m.args[1]));
    "unifiable" / 3 => unifiable;
    "acyclic_term" / 1 => |m| Ok(m.heap.is_acyclic(m.args[0]));
    "cyclic_term" / 1 => |m| Ok(!m.heap.is_acyclic(m.args[0]));
    "term_variables" / 3 => |m| {
        let vars = m.heap.vars(m.args[0]);
        let list = m.heap.new_open_list(&vars, m.args[2]);
        Ok(m.unify(m.args[1], list))
    };
    "duplicate_term" / 2 => |m| {
        let stored = m.heap.store_term(m.args[0]);
        let copy = m.heap.load_term(&stored);
        Ok(m.unify(m.args[1], copy))
    };
    "numbervars" / 1 => |m| number_vars(m, 0).map(|_| true);
    "numbervars" / 3 => |m| {
        let start = whole(m, 1)?;
        let end = number_vars(m, start)?;
        let end = m.int(end);
        Ok(m.unify(m.args[2], end))
    };
    // The variables that occur once, from the left.
    "$singletons" / 2 => |m| {
        let mut counts: HashMap<Word, usize> = HashMap::new();
        m.heap.each_var(m.args[0], &mut |var| { *counts.entry(var).or_default() += 1; true });
        let mut once = m.heap.vars(m.args[0]);
        once.retain(|var| counts.get(var) == Some(&1));
        let list = m.new_list(&once);
        Ok(m.unify(m.args[1], list))
    };
    "term_hash" / 2 => |m| {
        if m.heap.first_var(m.args[0]).is_some() {
            return Ok(true);
        }
        let hash = m.heap.hash(m.args[0], 0) & 0xff_ffff;
        let word = m.int(hash as i64);
        Ok(m.unify(m.args[1], word))
    };
    "$push_cleanup" / 2 => |m| {
        let mark = m.choices.len();
        m.push_choice(Other::Cleanup, 1);
        m.cleanups += 1;
        Ok(m.unify(m.args[1], Word::count(mark)))
    };
    "$exit_cleanup" / 1 => |m| {
        let mark = m.deref(m.args[0]).value() as usize;
        if m.choices.len() == mark + 1 {
            m.cut_to(mark);
        }
        Ok(true)
    };
    "halt" / 0 => |_| Err(Box::new(Thrown::Halt(0)));
    "halt" / 1 => |m| { let status = whole(m, 0)?; Err(Box::new(Thrown::Halt(status))) };
    "compound_name_arity" / 3 => |m| {
        let term = m.deref(m.args[0]);
        match m.parts(term) {
            Some((functor, _)) if term.tag() != Tag::Atom => {
                let arity = m.int(functor.arity() as i64);
                Ok(m.unify(m.args[1], Word::atom(functor.name())) && m.unify(m.args[2], arity))
            }
            _ if !term.is_ref() => Err(m.type_error("compound", term)),
            _ => {
                let name = m.deref(m.args[1]);
                let arity = whole(m, 2)?;
                if name.is_ref() {
                    return Err(m.instantiation_error());
                }
                let args: Vec<Word> = (0..arity.clamp(0, 0xffff)).map(|_| m.new_var()).collect();
                let built = m.new_compound(name.place() as u32, &args);
                Ok(m.unify(term, built))
            }
        }
    };
    "compound_name_arguments" / 3 => |m| {
        let term = m.deref(m.args[0]);
        match m.parts(term) {
            Some((functor, place)) if term.tag() != Tag::Atom => {
                let args = m.heap[place..place + functor.arity()].to_vec();
                let list = m.new_list(&args);
                Ok(m.unify(m.args[1], Word::atom(functor.name())) && m.unify(m.args[2], list))
            }
            _ if !term.is_ref() => Err(m.type_error("compound", term)),
            _ => {
                let (name, args) = (m.deref(m.args[1]), m.items(m.args[2]));
                match args {
                    Some(args) if name.tag() == Tag::Atom => {
                        let built = m.new_compound(name.place() as u32, &args);
                        Ok(m.unify(term, built))
                    }
                    _ => Err(m.instantiation_error()),
                }
            }
        }
    };
}

/// Whether a change of an argument is taken back on backtracking.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Backtracked,
    Kept,
}

fn set_argument(m: &mut Machine<'_>, mode: Mode) -> Outcome {
    let at = whole(m, 0)?;
    let term = m.deref(m.args[1]);
    let (functor, place) = match m.parts(term) {
        Some((functor, place)) if functor.arity() > 0 => (functor, place),
        _ if term.is_ref() => return Err(m.instantiation_error()),
        _ => return Err(m.type_error("compound", term)),
    };
    let Some(at) = usize::try_from(at)
        .ok()
        .filter(|at| (1..=functor.arity()).contains(at))
    else {
        return Ok(false);
    };
    let cell = place + at - 1;
    if mode == Mode::Backtracked {
        let value = m.deref(m.args[2]);
        m.heap.set_cell(cell, value);
        return Ok(true);
    }
    let value = m.deref(m.args[2]);
    if value.is_constant() {
        m.heap[cell] = value;
        return Ok(true);
    }
    // The copy must outlive going back to a choice point that the term outlives.
    let stored = m.heap.store_term(value);
    let copy = m.heap.load_term(&stored);
    m.heap[cell] = copy;
    m.keep_heap(cell);
    Ok(true)
}

/// Whether two terms are equal but for the names of their variables.
fn variant(m: &Machine<'_>) -> bool {
    m.heap.store_plain(m.args[0]) == m.heap.store_plain(m.args[1])
}

/// Whether the first term becomes the second by binding only its own variables.
fn subsumes(m: &mut Machine<'_>) -> Outcome {
    let before = m.heap.vars(m.args[1]);
    let (mark, pending) = (m.heap.trail.len(), m.heap.pending.len());
    let holds = m.heap.unify_apart(m.args[0], m.args[1], mark) && {
        let mut seen = HashSet::new();
        before.iter().all(|&var| {
            let now = m.deref(var);
            now.is_ref() && seen.insert(now)
        })
    };
    m.heap.take_back(mark, pending);
    Ok(holds)
}

/// `unifiable(X, Y, Unifier)`: the bindings that would make two terms equal, the last one first.
fn unifiable(m: &mut Machine<'_>) -> Outcome {
    let (mark, pending) = (m.heap.trail.len(), m.heap.pending.len());
    let old_heap = std::mem::replace(&mut m.heap.old, usize::MAX);
    let holds = m.unify(m.args[0], m.args[1]);
    m.heap.old = old_heap;
    let bound: Vec<(usize, Word)> = m.heap.trail[mark..]
        .iter()
        .filter_map(|undo| undo.place())
        .map(|place| (place, m.heap[place]))
        .collect();
    m.heap.take_back(mark, pending);
    if !holds {
        return Ok(false);
    }
    let equal = m.atoms.number("=");
    let mut list = Word::NIL;
    for (place, value) in bound {
        let pair = m.new_compound(equal, &[Word::reference(place), value]);
        list = m.heap.new_pair(pair, list);
    }
    Ok(m.unify(m.args[2], list))
}

/// Binds the variables of the first argument to `'$VAR'(N)`, and returns the number after the last.
fn number_vars(m: &mut Machine<'_>, start: i64) -> Result<i64, Box<Thrown>> {
    let name = m.atoms.number("$VAR");
    let mut next = start;
    for var in m.heap.vars(m.args[0]) {
        let number = m.int(next);
        let value = m.new_compound(name, &[number]);
        m.heap.bind(var, value);
        next += 1;
    }
    Ok(next)
}
