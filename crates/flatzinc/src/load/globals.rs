//! Global constraints over arrays of integers, as defined in the MiniZinc library.

use gridwright_constraints::{
    Automaton, all_different, all_different_except, among, circuit, count_at_least, count_at_most,
    count_eq, count_not_eq, count_var, cumulative_var, disjunctive, global_cardinality,
    global_cardinality_closed, inverse, lex_less, lex_less_equal, regular, subcircuit, table,
    value_precede, value_precede_chain,
};
use gridwright_fd::View;

use crate::Result;
use crate::load::builtin::{Arguments, Built, Builtin, builtin, relation};
use crate::load::loader::to_domain;
use crate::load::relation::Relation;

pub(crate) const BUILTINS: &[Builtin] = &[
    builtin("fzn_all_different_int", 1, |args| {
        relation(all_different(args.views(0)?))
    }),
    // The names of `pumpkin-checker`, so that the models that it reads can be solved.
    builtin("pumpkin_all_different", 1, |args| {
        relation(all_different(args.views(0)?))
    }),
    builtin("pumpkin_cumulative", 4, |args| {
        let (starts, durations) = (args.views(0)?, args.views(1)?);
        let (demands, capacity) = (args.views(2)?, args.view(3)?);
        relation(cumulative_var(starts, durations, demands, capacity))
    }),
    builtin("gridwright_all_different_except", 2, |args| {
        relation(all_different_except(args.views(0)?, args.int32(1)?))
    }),
    builtin("fzn_count_eq", 3, |args| {
        let (xs, y, n) = (args.views(0)?, args.view(1)?, args.view(2)?);
        match args.fixed(y) {
            Some(value) => relation(count_eq(xs, value, n)),
            None => relation(count_var(xs, y, n)),
        }
    }),
    builtin("gridwright_count_ne", 3, |args| {
        let (xs, value, n) = counted(args)?;
        relation(count_not_eq(xs, value, n))
    }),
    builtin("gridwright_count_at_least", 3, |args| {
        let (xs, value, n) = counted(args)?;
        relation(count_at_least(xs, value, n))
    }),
    builtin("gridwright_count_at_most", 3, |args| {
        let (xs, value, n) = counted(args)?;
        relation(count_at_most(xs, value, n))
    }),
    builtin("fzn_among", 3, |args| {
        let (n, xs) = (args.view(0)?, args.views(1)?);
        let set = to_domain(args.loader.set(&args.all[2])?, args.span)?;
        relation(among(xs, set, n))
    }),
    builtin("fzn_global_cardinality", 3, |args| {
        let (xs, cover, counts) = (args.views(0)?, args.int32s(1)?, args.views(2)?);
        relation(global_cardinality(xs, cover, counts))
    }),
    builtin("fzn_global_cardinality_closed", 3, |args| {
        let (xs, cover, counts) = (args.views(0)?, args.int32s(1)?, args.views(2)?);
        relation(global_cardinality_closed(xs, cover, counts))
    }),
    builtin("fzn_table_int", 2, table_rows),
    builtin("fzn_table_bool", 2, table_rows),
    builtin("fzn_regular", 6, regular_word),
    builtin("gridwright_inverse", 4, |args| {
        let (f, first_f) = (args.views(0)?, args.int32(1)?);
        let (g, first_g) = (args.views(2)?, args.int32(3)?);
        if f.len() != g.len() {
            return Ok(Relation::constant(false));
        }
        let (f, g) = (shifted(args, f, first_g)?, shifted(args, g, first_f)?);
        relation(inverse(f, g))
    }),
    builtin("fzn_lex_less_int", 2, lex_before),
    builtin("fzn_lex_less_bool", 2, lex_before),
    builtin("fzn_lex_lesseq_int", 2, lex_not_after),
    builtin("fzn_lex_lesseq_bool", 2, lex_not_after),
    builtin("gridwright_circuit", 2, |args| {
        relation(circuit(args.views(0)?, args.int32(1)?))
    }),
    builtin("gridwright_subcircuit", 2, |args| {
        relation(subcircuit(args.views(0)?, args.int32(1)?))
    }),
    builtin("gridwright_cumulative", 4, |args| {
        let (starts, durations) = (args.views(0)?, args.views(1)?);
        let (demands, capacity) = (args.views(2)?, args.view(3)?);
        match is_unary(args, (&durations, &demands), capacity) {
            true => relation(disjunctive(starts, durations)),
            false => relation(cumulative_var(starts, durations, demands, capacity)),
        }
    }),
    builtin("fzn_disjunctive_strict", 2, |args| {
        relation(disjunctive(args.views(0)?, args.views(1)?))
    }),
    builtin("fzn_value_precede_int", 3, |args| {
        let (first, second) = (args.int32(0)?, args.int32(1)?);
        relation(value_precede(first, second, args.views(2)?))
    }),
    builtin("fzn_value_precede_chain_int", 2, |args| {
        relation(value_precede_chain(args.int32s(0)?, args.views(1)?))
    }),
];

/// Views, the value that is counted among them, and how often.
fn counted(args: &mut Arguments<'_, '_>) -> Result<(Vec<View>, i32, View)> {
    Ok((args.views(0)?, args.int32(1)?, args.view(2)?))
}

fn lex_before(args: &mut Arguments<'_, '_>) -> Built {
    relation(lex_less(args.views(0)?, args.views(1)?))
}

fn lex_not_after(args: &mut Arguments<'_, '_>) -> Built {
    relation(lex_less_equal(args.views(0)?, args.views(1)?))
}

/// Whether each task takes time and fits into the capacity alone, but not beside any other task.
fn is_unary(
    args: &Arguments<'_, '_>,
    (durations, demands): (&[View], &[View]),
    capacity: View,
) -> bool {
    let (Some(capacity), true) = (args.fixed(capacity), durations.len() == demands.len()) else {
        return false;
    };
    let capacity = i64::from(capacity);
    let is_alone = |demand: &View| {
        let (min, max) = args.bounds(*demand);
        2 * min > capacity && max <= capacity
    };
    demands.iter().all(is_alone) && durations.iter().all(|&view| args.bounds(view).0 > 0)
}

/// The views minus a number.
pub(crate) fn shifted(args: &Arguments<'_, '_>, views: Vec<View>, first: i32) -> Result<Vec<View>> {
    let views = views.into_iter().map(|view| view.plus(-first));
    let views: Option<Vec<View>> = views.collect();
    views.ok_or_else(|| args.error("an index is out of range"))
}

/// `table`: the views take the values of a row; the rows are concatenated in one array.
fn table_rows(args: &mut Arguments<'_, '_>) -> Built {
    let (views, numbers) = (args.views(0)?, args.int32s(1)?);
    if views.is_empty() {
        // Without columns, a table with no row and one with an empty row cannot be distinguished.
        return Ok(Relation::constant(true));
    }
    let (n, width) = (numbers.len(), views.len());
    if n % width != 0 {
        return Err(args.error(format!("{n} numbers are not rows of {width}")));
    }
    let rows = numbers.chunks(views.len()).map(<[i32]>::to_vec);
    relation(table(views, rows))
}

/// `regular`: the automaton accepts the views. Its arguments are the numbers of states and symbols, the transitions, the start, the accepting states.
fn regular_word(args: &mut Arguments<'_, '_>) -> Built {
    let views = args.views(0)?;
    let wrong = |what: &str| args.error(format!("the automaton has {what}"));
    let size = |i: usize| usize::try_from(args.int(i)?).map_err(|_| wrong("a negative size"));
    let (n_states, n_symbols, start) = (size(1)?, size(2)?, size(4)?);
    let next = args.int32s(3)?;
    if n_symbols == 0 || n_states.checked_mul(n_symbols) != Some(next.len()) {
        return Err(wrong("a transition table of the wrong size"));
    }
    let next: Result<Vec<usize>, _> = next.into_iter().map(usize::try_from).collect();
    let next = next.map_err(|_| wrong("a negative state"))?;
    let table: Vec<Vec<usize>> = next.chunks(n_symbols).map(<[usize]>::to_vec).collect();
    let accepting = to_domain(args.loader.set(&args.all[5])?, args.span)?;
    let accepting = accepting
        .values()
        .filter_map(|state| usize::try_from(state).ok());
    let accepting = accepting.filter(|&state| state <= n_states);
    let automaton = Automaton::from_table(&table, start, accepting);
    if views.is_empty() {
        return Ok(Relation::constant(automaton.accepts([])));
    }
    relation(regular(views, automaton))
}
