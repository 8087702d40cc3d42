//! Looking into terms, copying them, and looking into the store.

use gridwright_term::MAX_ARITY;

use crate::builtins::builtins;
use crate::builtins::lists::{proper, whole};
use crate::code::atoms::known;
use crate::code::layout::SUSPENSION_HEADER;
use crate::code::word::{Tag, Word};
use crate::state::exception::Outcome;
use crate::vm::machine::Machine;

builtins! {
    "functor" / 3 => functor;
    "arg" / 3 => arg;
    "=.." / 2 => univ;
    "copy_term" / 2 => |m| {
        let stored = m.heap.store_term(m.args[0]);
        let copy = m.heap.load_term(&stored);
        Ok(m.unify(m.args[1], copy))
    };
    "term_variables" / 2 => |m| {
        let vars = m.heap.vars(m.args[0]);
        let list = m.new_list(&vars);
        Ok(m.unify(m.args[1], list))
    };
    "$program_module" / 1 => |m| {
        let module = Word::atom(m.atoms.number(&m.code.module));
        Ok(m.unify(m.args[0], module))
    };
    "$modules" / 1 => |m| {
        let names = m.code.modules.iter();
        let items: Vec<Word> = names.map(|name| Word::atom(m.atoms.number(name))).collect();
        let list = m.new_list(&items);
        Ok(m.unify(m.args[0], list))
    };
    "$stored" / 1 => |m| {
        let suspensions = m.store.shown_suspensions();
        let items: Vec<Word> = suspensions.into_iter().map(|suspension| constraint(m, suspension)).collect();
        let list = m.new_list(&items);
        Ok(m.unify(m.args[0], list))
    };
}

/// A stored constraint as a term of the heap.
fn constraint(m: &mut Machine<'_>, suspension: usize) -> Word {
    let functor = m.code.constraints[m.store.symbol_of(suspension)].functor;
    if functor.arity() == 0 {
        return Word::atom(functor.name());
    }
    let args: Vec<Word> = (0..functor.arity())
        .map(|at| Word(m.store.suspensions[suspension + SUSPENSION_HEADER + at]))
        .collect();
    m.new_compound(functor.name(), &args)
}

fn functor(m: &mut Machine<'_>) -> Outcome {
    let term = m.deref(m.args[0]);
    if let Some((functor, _)) = m.parts(term) {
        let arity = m.int(functor.arity() as i64);
        return Ok(m.unify(m.args[1], Word::atom(functor.name())) && m.unify(m.args[2], arity));
    }
    if !term.is_ref() {
        let zero = m.int(0);
        return Ok(m.unify(m.args[1], term) && m.unify(m.args[2], zero));
    }
    let name = m.deref(m.args[1]);
    if name.is_ref() {
        return Err(m.instantiation_error());
    }
    let arity = whole(m, 2)?;
    if arity < 0 {
        return Err(m.domain_error("not_less_than_zero", m.args[2]));
    }
    if arity == 0 {
        return Ok(m.unify(term, name));
    }
    let Some(count) = usize::try_from(arity)
        .ok()
        .filter(|&count| count <= MAX_ARITY)
    else {
        return Err(m.type_error("arity", m.args[2]));
    };
    if name.tag() != Tag::Atom {
        let kind = if name.has_parts() {
            "atomic"
        } else {
            "callable"
        };
        return Err(m.type_error(kind, name));
    }
    let args: Vec<Word> = (0..count).map(|_| m.new_var()).collect();
    let built = construct(m, name.place() as u32, &args);
    Ok(m.unify(term, built))
}

/// A compound, or a list if it is one.
fn construct(m: &mut Machine<'_>, name: u32, args: &[Word]) -> Word {
    match args {
        [] => Word::atom(name),
        [first, rest] if name == known::DOT => m.heap.new_pair(*first, *rest),
        _ => m.new_compound(name, args),
    }
}

fn arg(m: &mut Machine<'_>) -> Outcome {
    let term = m.deref(m.args[1]);
    if m.deref(m.args[0]).is_ref() && term.has_parts() {
        // Each answer binds the number.
        if m.locked > 0 {
            return Ok(false);
        }
        let number = m.atoms.number("$args");
        let goal = m.new_compound(number, &[term, m.args[0], m.args[2]]);
        let barrier = m.choices.len();
        return m.solve(goal, barrier);
    }
    let at = whole(m, 0)?;
    match m.parts(term) {
        Some((functor, place)) if functor.arity() > 0 => match usize::try_from(at) {
            Ok(at) if (1..=functor.arity()).contains(&at) => {
                Ok(m.unify(m.args[2], m.heap[place + at - 1]))
            }
            _ => Ok(false),
        },
        _ => Err(m.type_error("compound", term)),
    }
}

fn univ(m: &mut Machine<'_>) -> Outcome {
    let term = m.deref(m.args[0]);
    if let Some((functor, place)) = m.parts(term) {
        let mut items = vec![Word::atom(functor.name())];
        items.extend_from_slice(&m.heap[place..place + functor.arity()]);
        let list = m.new_list(&items);
        return Ok(m.unify(m.args[1], list));
    }
    if !term.is_ref() {
        let list = m.new_list(&[term]);
        return Ok(m.unify(m.args[1], list));
    }
    let items = proper(m, m.args[1])?;
    let Some((&name, args)) = items.split_first() else {
        return Err(m.domain_error("non_empty_list", Word::NIL));
    };
    if args.is_empty() {
        return Ok(m.unify(term, name));
    }
    match name.tag() {
        Tag::Atom if args.len() > MAX_ARITY => Err(m.resource_error("stack")),
        Tag::Atom => {
            let built = construct(m, name.place() as u32, args);
            Ok(m.unify(term, built))
        }
        Tag::Ref => Err(m.instantiation_error()),
        _ => Err(m.type_error("callable", name)),
    }
}
