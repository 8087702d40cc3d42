//! Global constraints over arrays of numbers, as the library for MiniZinc hands them over.

use gridwright_constraints::{
    Automaton, all_different, all_different_except, among, circuit, count_at_least, count_at_most,
    count_eq, count_not_eq, count_var, cumulative_var, global_cardinality,
    global_cardinality_closed, inverse, lex_less, lex_less_equal, regular, subcircuit, table,
    value_precede, value_precede_chain,
};
use gridwright_fd::{Constraint, View};
use gridwright_term::Diagnostic;

use crate::builtins::{Arguments, Builtin};
use crate::loader::to_domain;
use crate::relation::Relation;

pub(crate) const BUILTINS: &[Builtin] = &[
    global("fzn_all_different_int", 1, |args| {
        held(all_different(args.views(0)?))
    }),
    global("gridwright_all_different_except", 2, |args| {
        held(all_different_except(args.views(0)?, args.small(1)?))
    }),
    global("fzn_count_eq", 3, |args| {
        let (xs, y, n) = (args.views(0)?, args.view(1)?, args.view(2)?);
        match args.fixed(y) {
            Some(value) => held(count_eq(xs, value, n)),
            None => held(count_var(xs, y, n)),
        }
    }),
    global("gridwright_count_ne", 3, |args| {
        let (xs, value, n) = counted(args)?;
        held(count_not_eq(xs, value, n))
    }),
    global("gridwright_count_at_least", 3, |args| {
        let (xs, value, n) = counted(args)?;
        held(count_at_least(xs, value, n))
    }),
    global("gridwright_count_at_most", 3, |args| {
        let (xs, value, n) = counted(args)?;
        held(count_at_most(xs, value, n))
    }),
    global("fzn_among", 3, |args| {
        let (n, xs) = (args.view(0)?, args.views(1)?);
        let set = to_domain(args.loader.set(&args.all[2])?, args.span)?;
        held(among(xs, set, n))
    }),
    global("fzn_global_cardinality", 3, |args| {
        let (xs, cover, counts) = (args.views(0)?, args.smalls(1)?, args.views(2)?);
        held(global_cardinality(xs, cover, counts))
    }),
    global("fzn_global_cardinality_closed", 3, |args| {
        let (xs, cover, counts) = (args.views(0)?, args.smalls(1)?, args.views(2)?);
        held(global_cardinality_closed(xs, cover, counts))
    }),
    global("fzn_table_int", 2, rows),
    global("fzn_table_bool", 2, rows),
    global("fzn_regular", 6, word),
    global("gridwright_inverse", 4, |args| {
        let (f, first_f) = (args.views(0)?, args.small(1)?);
        let (g, first_g) = (args.views(2)?, args.small(3)?);
        if f.len() != g.len() {
            return Ok(Relation::constant(false));
        }
        let (f, g) = (
            counted_from(args, f, first_g)?,
            counted_from(args, g, first_f)?,
        );
        held(inverse(f, g))
    }),
    global("fzn_lex_less_int", 2, before),
    global("fzn_lex_less_bool", 2, before),
    global("fzn_lex_lesseq_int", 2, not_after),
    global("fzn_lex_lesseq_bool", 2, not_after),
    global("gridwright_circuit", 2, |args| {
        held(circuit(args.views(0)?, args.small(1)?))
    }),
    global("gridwright_subcircuit", 2, |args| {
        held(subcircuit(args.views(0)?, args.small(1)?))
    }),
    global("gridwright_cumulative", 4, |args| {
        let (starts, durations) = (args.views(0)?, args.views(1)?);
        let (demands, capacity) = (args.views(2)?, args.view(3)?);
        held(cumulative_var(starts, durations, demands, capacity))
    }),
    global("fzn_value_precede_int", 3, |args| {
        let (first, second) = (args.small(0)?, args.small(1)?);
        held(value_precede(first, second, args.views(2)?))
    }),
    global("fzn_value_precede_chain_int", 2, |args| {
        held(value_precede_chain(args.smalls(0)?, args.views(1)?))
    }),
];

type Built = Result<Relation, Diagnostic>;

const fn global(
    name: &'static str,
    n_arguments: usize,
    build: fn(&mut Arguments<'_, '_>) -> Built,
) -> Builtin {
    Builtin {
        name,
        n_arguments,
        build,
    }
}

fn held(constraint: impl Constraint + 'static) -> Built {
    Ok(Relation::holds(constraint))
}

/// Views, the value that is counted among them, and how often.
fn counted(args: &mut Arguments<'_, '_>) -> Result<(Vec<View>, i32, View), Diagnostic> {
    Ok((args.views(0)?, args.small(1)?, args.view(2)?))
}

fn before(args: &mut Arguments<'_, '_>) -> Built {
    held(lex_less(args.views(0)?, args.views(1)?))
}

fn not_after(args: &mut Arguments<'_, '_>) -> Built {
    held(lex_less_equal(args.views(0)?, args.views(1)?))
}

/// The views less a number.
fn counted_from(
    args: &Arguments<'_, '_>,
    views: Vec<View>,
    first: i32,
) -> Result<Vec<View>, Diagnostic> {
    let shifted = views.into_iter().map(|view| view.plus(-first));
    let shifted: Option<Vec<View>> = shifted.collect();
    shifted.ok_or_else(|| args.error("an index leaves the range of numbers"))
}

/// The views take one of the rows, which stand one behind the other in one array.
fn rows(args: &mut Arguments<'_, '_>) -> Built {
    let (views, numbers) = (args.views(0)?, args.smalls(1)?);
    if views.is_empty() {
        // Of no views there is one row, and whether it is in the table cannot be seen any more.
        return Ok(Relation::constant(true));
    }
    if numbers.len() % views.len() != 0 {
        return Err(args.error(format!(
            "{} numbers are no rows of {}",
            numbers.len(),
            views.len()
        )));
    }
    let rows = numbers.chunks(views.len()).map(<[i32]>::to_vec);
    held(table(views, rows))
}

/// The views are a word of the automaton: states, symbols, next states, start, accepting states.
fn word(args: &mut Arguments<'_, '_>) -> Built {
    let views = args.views(0)?;
    let wrong = |what: &str| args.error(format!("the automaton has {what}"));
    let size = |i: usize| usize::try_from(args.int(i)?).map_err(|_| wrong("a negative size"));
    let (n_states, n_symbols, start) = (size(1)?, size(2)?, size(4)?);
    let next = args.smalls(3)?;
    if n_symbols == 0 || n_states.checked_mul(n_symbols) != Some(next.len()) {
        return Err(wrong("a table that does not fit its states and symbols"));
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
    held(regular(views, automaton))
}
