//! The parts of tabling that are done in Rust; the rest is in `crate::library`.

use crate::builtins::builtins;
use crate::code::word::Word;
use crate::vm::machine::Machine;

builtins! {
    "$table_open" / 3 => |m| {
        let call = m.heap.store_plain(m.args[0]);
        let (number, compute) = m.call_tables.open(call);
        let compute = m.atom(if compute { "true" } else { "false" });
        Ok(m.unify(m.args[1], Word::count(number)) && m.unify(m.args[2], compute))
    };
    "$table_begin" / 1 => |m| { let number = number(m); m.call_tables.begin(number); Ok(true) };
    "$table_end" / 1 => |m| { let number = number(m); Ok(m.call_tables.end(number)) };
    "$table_abandon" / 1 => |m| { let number = number(m); m.call_tables.abandon(number); Ok(true) };
    "$table_add" / 2 => |m| {
        let (number, answer) = (number(m), m.heap.store_plain(m.args[1]));
        m.call_tables.add(number, answer);
        Ok(true)
    };
    "$table_find" / 3 => |m| {
        let (number, key) = (number(m), m.heap.store_plain(m.args[1]));
        let Some(at) = m.call_tables.find(number, &key) else {
            return Ok(false);
        };
        let answer = m.call_tables.answer(number, at).cloned();
        let word = m.heap.load_term(&answer.unwrap_or_default());
        Ok(m.unify(m.args[2], word))
    };
    "$table_set" / 3 => |m| {
        let (number, key) = (number(m), m.heap.store_plain(m.args[1]));
        let answer = m.heap.store_plain(m.args[2]);
        m.call_tables.set(number, key, answer);
        Ok(true)
    };
    "$table_answer" / 2 => |m| m.table_answer(0);
    "$abolish_tables" / 0 => |m| { m.call_tables.clear(); Ok(true) };
}

fn number(m: &Machine<'_>) -> usize {
    m.deref(m.args[0]).value() as usize
}
