//! Dynamic predicates and what is known about predicates.

use std::sync::Arc;

use crate::builtins::builtins;
use crate::builtins::lists::whole;
use crate::code::Callee;
use crate::code::atoms::{Functor, known};
use crate::code::word::{Tag, Word};
use crate::state::choice_point::Purpose;
use crate::state::database::{DynamicClause, clause_of};
use crate::state::exception::{Outcome, Thrown};
use crate::vm::machine::Machine;

builtins! {
    "assert" / 1 => |m| assert(m, false);
    "asserta" / 1 => |m| assert(m, true);
    "assertz" / 1 => |m| assert(m, false);
    "retract" / 1 => |m| {
        let (head, body) = head_and_body(m, m.args[0])?;
        search(m, head, body, Purpose::Retract)
    };
    "clause" / 2 => |m| {
        let (head, body) = (unqualified(m, m.args[0]), m.args[1]);
        search(m, head, body, Purpose::Clause)
    };
    "retractall" / 1 => |m| {
        let head = unqualified(m, m.args[0]);
        let (functor, place) = callable(m, head)?;
        modifiable(m, functor, "modify")?;
        let number = m.database.declare(functor);
        load(m, place, functor.arity());
        m.retract_all(number);
        Ok(true)
    };
    "abolish" / 1 => |m| {
        let functor = indicator(m, m.args[0])?;
        modifiable(m, functor, "modify")?;
        m.database.forget(functor);
        Ok(true)
    };
    "abolish" / 2 => |m| {
        let name = m.deref(m.args[0]);
        let functor = Functor::new(name.place() as u32, whole(m, 1)?.clamp(0, 200) as usize);
        modifiable(m, functor, "modify")?;
        m.database.forget(functor);
        Ok(true)
    };
    "dynamic" / 1 => |m| {
        let mut todo = vec![m.args[0]];
        while let Some(word) = todo.pop() {
            let word = unqualified(m, word);
            if let Some(items) = m.items(word) {
                todo.extend(items.into_iter().rev());
                continue;
            }
            match m.parts(word) {
                Some((functor, place)) if functor == Functor::new(known::COMMA, 2) => {
                    todo.extend([m.heap[place + 1], m.heap[place]]);
                }
                _ => {
                    let functor = indicator(m, word)?;
                    modifiable(m, functor, "modify")?;
                    m.database.declare(functor);
                }
            }
        }
        Ok(true)
    };
    "discontiguous" / 1 => |_| Ok(true);
    "$predicates" / 1 => |m| {
        let mut all: Vec<Functor> = m.code.own.keys().copied().collect();
        all.sort_by_key(|functor| m.atoms.text(functor.name() as usize).to_owned());
        all.extend(m.code.constraints.iter().map(|constraint| constraint.functor));
        all.extend(m.database.functors().into_iter().filter(|&functor| {
            m.database.find(functor).is_some_and(|number| m.database.count(number) > 0)
        }));
        let words: Vec<Word> = all.into_iter().map(|functor| indicator_of(m, functor)).collect();
        let list = m.new_list(&words);
        Ok(m.unify(m.args[0], list))
    };
    // Dynamic predicates, also those without clauses.
    "$declared" / 1 => |m| {
        let all = m.database.functors();
        let words: Vec<Word> = all.into_iter().map(|functor| indicator_of(m, functor)).collect();
        let list = m.new_list(&words);
        Ok(m.unify(m.args[0], list))
    };
    // The kinds are builtin, library, static, dynamic and constraint.
    "$predicate_kind" / 3 => |m| {
        let head = unqualified(m, m.args[0]);
        let (functor, _) = callable(m, head)?;
        let (kind, count) = match m.database.find(functor) {
            Some(number) => ("dynamic", m.database.count(number)),
            None => match m.code.callees.get(&functor) {
                Some(Callee::Builtin(_)) => ("builtin", 0),
                Some(Callee::Constraint(_) | Callee::Waiting(_)) => ("constraint", 1),
                Some(Callee::Clauses(pred)) => {
                    let own = m.code.own.contains_key(&functor);
                    let count = m.code.preds[*pred as usize].all.len();
                    (if own { "static" } else { "library" }, count)
                }
                _ if m.hosts.find(&m.atoms, functor).is_some() => ("builtin", 0),
                _ => return Ok(false),
            },
        };
        let kind = m.atom(kind);
        let count = m.int(count as i64);
        Ok(m.unify(m.args[1], kind) && m.unify(m.args[2], count))
    };
    "$clauses" / 2 => |m| {
        let head = unqualified(m, m.args[0]);
        let (functor, _) = callable(m, head)?;
        let clauses = clauses_of(m, functor);
        let words: Vec<Word> = clauses.iter().map(|clause| m.load_clause(clause)).collect();
        let list = m.new_list(&words);
        Ok(m.unify(m.args[1], list))
    };
}

/// The clauses of a dynamic predicate, or of one that the program defines.
fn clauses_of(m: &mut Machine<'_>, functor: Functor) -> Vec<Arc<DynamicClause>> {
    if let Some(number) = m.database.find(functor) {
        return m.database.clauses(number);
    }
    let code = m.code;
    let Some(clauses) = code.own.get(&functor) else {
        return Vec::new();
    };
    let clauses = clauses.iter();
    clauses
        .map(|(head, body)| clause_of(head, body.as_ref(), &mut m.atoms))
        .collect()
}

/// A term without the modules before it.
fn unqualified(m: &Machine<'_>, word: Word) -> Word {
    let mut word = m.deref(word);
    while let Some((functor, place)) = m.parts(word) {
        if functor != Functor::new(known::COLON, 2) {
            break;
        }
        word = m.deref(m.heap[place + 1]);
    }
    word
}

/// The functor of a callable term and the place of its arguments.
fn callable(m: &mut Machine<'_>, word: Word) -> Result<(Functor, usize), Box<Thrown>> {
    match m.parts(word) {
        Some(parts) => Ok(parts),
        None if word.is_ref() => Err(m.instantiation_error()),
        None => Err(m.type_error("callable", word)),
    }
}

/// The functor that `Name/Arity` names.
fn indicator(m: &mut Machine<'_>, word: Word) -> Result<Functor, Box<Thrown>> {
    let word = unqualified(m, word);
    if word.is_ref() {
        return Err(m.instantiation_error());
    }
    match m.parts(word) {
        Some((functor, place)) if functor == Functor::new(known::SLASH, 2) => {
            let (name, arity) = (m.deref(m.heap[place]), m.deref(m.heap[place + 1]));
            if name.is_ref() || arity.is_ref() {
                return Err(m.instantiation_error());
            }
            if name.tag() != Tag::Atom {
                return Err(m.type_error("atom", name));
            }
            match m.as_int(arity) {
                None => Err(m.type_error("integer", arity)),
                Some(count @ 0..=200) => Ok(Functor::new(name.place() as u32, count as usize)),
                Some(_) => Err(m.domain_error("not_less_than_zero", arity)),
            }
        }
        _ => Err(m.type_error("predicate_indicator", word)),
    }
}

fn indicator_of(m: &mut Machine<'_>, functor: Functor) -> Word {
    let name = Word::atom(functor.name());
    let arity = m.int(functor.arity() as i64);
    m.new_compound(known::SLASH, &[name, arity])
}

/// Refuses to change what is not dynamic.
fn modifiable(m: &mut Machine<'_>, functor: Functor, action: &str) -> Result<(), Box<Thrown>> {
    if m.database.find(functor).is_none() && m.code.callees.contains_key(&functor) {
        let culprit = indicator_of(m, functor);
        let (action, kind) = match action {
            "access" => ("access", "private_procedure"),
            action => (action, "static_procedure"),
        };
        return Err(m.permission_error(action, kind, culprit));
    }
    Ok(())
}

fn load(m: &mut Machine<'_>, place: usize, arity: usize) {
    for at in 0..arity {
        m.args[at] = m.heap[place + at];
    }
}

/// The head and the body of a clause; the body of a fact is `true`.
fn head_and_body(m: &mut Machine<'_>, clause: Word) -> Result<(Word, Word), Box<Thrown>> {
    let clause = unqualified(m, clause);
    if clause.is_ref() {
        return Err(m.instantiation_error());
    }
    let neck = m.atoms.number(":-");
    Ok(match m.parts(clause) {
        Some((functor, place)) if functor == Functor::new(neck, 2) => {
            (unqualified(m, m.heap[place]), m.deref(m.heap[place + 1]))
        }
        _ => (clause, Word::atom(known::TRUE)),
    })
}

fn assert(m: &mut Machine<'_>, front: bool) -> Outcome {
    let (head, body) = head_and_body(m, m.args[0])?;
    let (functor, _) = callable(m, head)?;
    if body.is_ref() {
        return Err(m.instantiation_error());
    }
    if m.parts(body).is_none() {
        return Err(m.type_error("callable", body));
    }
    modifiable(m, functor, "modify")?;
    let body = unqualified(m, body);
    let clause = m.call_of(":-", &[head, body]);
    m.look_at_limits()?;
    if !m.heap.is_acyclic(clause) {
        return Err(m.representation_error("cyclic_term"));
    }
    let record = m.heap.store_plain(clause);
    let clause = Arc::new(DynamicClause::new(record));
    m.database.add(functor, clause, front);
    Ok(true)
}

/// Looks for clauses with a head and a body.
fn search(m: &mut Machine<'_>, head: Word, body: Word, purpose: Purpose) -> Outcome {
    let (functor, place) = callable(m, head)?;
    let arity = functor.arity();
    let number = match m.database.find(functor) {
        Some(number) => number,
        None if purpose == Purpose::Retract => {
            modifiable(m, functor, "access")?;
            return Ok(false);
        }
        None => {
            let body = m.deref(body);
            if !body.is_ref() && m.parts(body).is_none() {
                return Err(m.type_error("callable", body));
            }
            if matches!(m.code.callees.get(&functor), Some(Callee::Builtin(_))) {
                modifiable(m, functor, "access")?;
            }
            let clauses = clauses_of(m, functor);
            let words: Vec<Word> = clauses.iter().map(|clause| m.load_clause(clause)).collect();
            let list = m.new_list(&words);
            let clause = m.call_of(":-", &[head, body]);
            let member = m.call_of("member", &[clause, list]);
            let barrier = m.choices.len();
            return m.solve(member, barrier);
        }
    };
    load(m, place, arity);
    m.args[arity] = body;
    m.search_clauses(number, purpose)
}
