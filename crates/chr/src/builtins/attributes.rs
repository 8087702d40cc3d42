//! Attributed variables as predicates.

use crate::builtins::builtins;
use crate::code::atoms::known;
use crate::code::word::{Tag, Word};
use crate::state::exception::{Outcome, Thrown};
use crate::vm::machine::Machine;

builtins! {
    "put_attr" / 3 => |m| {
        let module = module(m)?;
        let var = m.deref(m.args[0]);
        if !var.is_ref() {
            return Err(m.uninstantiation_error(var));
        }
        m.heap.put_attribute(var, module, m.args[2]);
        Ok(true)
    };
    "get_attr" / 3 => |m| {
        let var = m.deref(m.args[0]);
        if !var.is_ref() {
            return Ok(false);
        }
        let module = module(m)?;
        match m.heap.get_attribute(var, module) {
            Some(value) => Ok(m.unify(m.args[2], value)),
            None => Ok(false),
        }
    };
    "del_attr" / 2 => |m| {
        let module = module(m)?;
        let var = m.deref(m.args[0]);
        if var.is_ref() {
            m.heap.del_attribute(var, module);
        }
        Ok(true)
    };
    "attvar" / 1 => |m| {
        let var = m.deref(m.args[0]);
        Ok(var.is_ref() && m.heap.is_watched(var) && (m.heap.attributes(var) != Word::NIL || has_constraints(m, var)))
    };
    "get_attrs" / 2 => |m| {
        let var = m.deref(m.args[0]);
        if !var.is_ref() || m.heap.attributes(var) == Word::NIL {
            return Ok(false);
        }
        let pairs = m.heap.attribute_pairs(m.heap.attributes(var));
        let mut list = Word::NIL;
        for (module, value) in pairs.into_iter().rev() {
            list = m.new_compound(known::ATT, &[module, value, list]);
        }
        Ok(m.unify(m.args[1], list))
    };
    "put_attrs" / 2 => |m| {
        let var = m.deref(m.args[0]);
        if !var.is_ref() {
            return Err(m.uninstantiation_error(var));
        }
        for (module, _) in m.heap.attribute_pairs(m.heap.attributes(var)) {
            m.heap.del_attribute(var, module);
        }
        for (module, value) in m.heap.attribute_pairs(m.args[1]) {
            m.heap.put_attribute(var, module, value);
        }
        Ok(true)
    };
    "del_attrs" / 1 => |m| {
        let var = m.deref(m.args[0]);
        if var.is_ref() {
            for (module, _) in m.heap.attribute_pairs(m.heap.attributes(var)) {
                m.heap.del_attribute(var, module);
            }
        }
        Ok(true)
    };
    "term_attvars" / 2 => |m| {
        let vars = if m.heap.attributed { m.heap.attributed_vars(m.args[0]) } else { Vec::new() };
        let list = m.new_list(&vars);
        Ok(m.unify(m.args[1], list))
    };
    "copy_term_nat" / 2 => |m| {
        let stored = m.heap.store_plain(m.args[0]);
        let copy = m.heap.load_term(&stored);
        Ok(m.unify(m.args[1], copy))
    };
    "$attr_hook" / 4 => attr_hook;
    "$attr_goals" / 5 => attr_goals;
}

/// Whether constraints are stored with a watched variable.
fn has_constraints(m: &Machine<'_>, var: Word) -> bool {
    let at = m.heap[var.place()].place();
    let lists = &m.store.watched[at..at + m.code.watches as usize];
    lists.iter().any(|&list| list != 0)
}

fn module(m: &mut Machine<'_>) -> Result<Word, Box<Thrown>> {
    let module = m.deref(m.args[1]);
    match module.tag() {
        Tag::Atom => Ok(module),
        Tag::Ref => Err(m.instantiation_error()),
        _ => Err(m.type_error("atom", module)),
    }
}

/// `$attr_hook(Module, Attribute, Value, Lists)`: calls the hook of a module for a variable that was bound to a value.
fn attr_hook(m: &mut Machine<'_>) -> Outcome {
    let module = m.deref(m.args[0]);
    let value = m.deref(m.args[2]);
    if module == Word::atom(known::CHR) {
        let lists = m.deref(m.args[3]).value() as usize;
        return Ok(m.wake_constraints(value, lists));
    }
    if module == Word::atom(known::TYPES) {
        m.check_bound(m.args[1], value)?;
        return Ok(true);
    }
    match m.hook(module, "attr_unify_hook", 2) {
        Some(functor) => {
            m.args[0] = m.args[1];
            m.args[1] = value;
            m.call(functor)
        }
        None => {
            let name = m.atom("attr_unify_hook");
            let arity = m.int(2);
            let indicator = m.new_compound(known::SLASH, &[name, arity]);
            let indicator = m.new_compound(known::COLON, &[module, indicator]);
            Err(m.existence_error("procedure", indicator))
        }
    }
}

/// `$attr_goals(Module, Var, Value, Goals, Rest)`: calls `attribute_goals//1` of a module; fails if it has none.
fn attr_goals(m: &mut Machine<'_>) -> Outcome {
    let module = m.deref(m.args[0]);
    let Some(functor) = m.hook(module, "attribute_goals", 3) else {
        return Ok(false);
    };
    let [goals, rest] = [m.args[3], m.args[4]];
    m.args[0] = m.args[1];
    m.args[1] = goals;
    m.args[2] = rest;
    m.call(functor)
}
