//! Global constraints over arrays of numbers, as the library for MiniZinc hands them over.

use gridwright_constraints::{
    Automaton, all_different, all_different_except, among, circuit, count_at_least, count_at_most,
    count_eq, count_not_eq, count_var, cumulative, global_cardinality, global_cardinality_closed,
    inverse, lex_less, lex_less_equal, regular, subcircuit, table, value_precede,
    value_precede_chain,
};
use gridwright_fd::{Atom, View};
use gridwright_term::Diagnostic;

use crate::builtins::{Arguments, Builtin};
use crate::loader::to_domain;
use crate::relation::Relation;

pub(crate) const BUILTINS: &[Builtin] = &[
    Builtin {
        name: "fzn_all_different_int",
        n_arguments: 1,
        build: |args| Ok(Relation::holds(all_different(args.views(0)?))),
    },
    Builtin {
        name: "gridwright_all_different_except",
        n_arguments: 2,
        build: |args| {
            Ok(Relation::holds(all_different_except(
                args.views(0)?,
                args.small(1)?,
            )))
        },
    },
    Builtin {
        name: "fzn_count_eq",
        n_arguments: 3,
        build: |args| {
            let (xs, y, n) = (args.views(0)?, args.view(1)?, args.view(2)?);
            Ok(match args.fixed(y) {
                Some(value) => Relation::holds(count_eq(xs, value, n)),
                None => Relation::holds(count_var(xs, y, n)),
            })
        },
    },
    Builtin {
        name: "gridwright_count_ne",
        n_arguments: 3,
        build: |args| {
            Ok(Relation::holds(count_not_eq(
                args.views(0)?,
                args.small(1)?,
                args.view(2)?,
            )))
        },
    },
    Builtin {
        name: "gridwright_count_at_least",
        n_arguments: 3,
        build: |args| {
            Ok(Relation::holds(count_at_least(
                args.views(0)?,
                args.small(1)?,
                args.view(2)?,
            )))
        },
    },
    Builtin {
        name: "gridwright_count_at_most",
        n_arguments: 3,
        build: |args| {
            Ok(Relation::holds(count_at_most(
                args.views(0)?,
                args.small(1)?,
                args.view(2)?,
            )))
        },
    },
    Builtin {
        name: "fzn_among",
        n_arguments: 3,
        build: |args| {
            let (n, xs) = (args.view(0)?, args.views(1)?);
            let set = to_domain(args.loader.set(&args.all[2])?, args.span)?;
            Ok(Relation::holds(among(xs, set, n)))
        },
    },
    Builtin {
        name: "fzn_global_cardinality",
        n_arguments: 3,
        build: |args| {
            let (xs, cover, counts) = (args.views(0)?, args.smalls(1)?, args.views(2)?);
            Ok(Relation::holds(global_cardinality(xs, cover, counts)))
        },
    },
    Builtin {
        name: "fzn_global_cardinality_closed",
        n_arguments: 3,
        build: |args| {
            let (xs, cover, counts) = (args.views(0)?, args.smalls(1)?, args.views(2)?);
            Ok(Relation::holds(global_cardinality_closed(
                xs, cover, counts,
            )))
        },
    },
    Builtin {
        name: "fzn_table_int",
        n_arguments: 2,
        build: rows,
    },
    Builtin {
        name: "fzn_table_bool",
        n_arguments: 2,
        build: rows,
    },
    Builtin {
        name: "fzn_regular",
        n_arguments: 6,
        build: word,
    },
    Builtin {
        name: "gridwright_inverse",
        n_arguments: 4,
        build: |args| {
            let (f, first_f) = (args.views(0)?, args.small(1)?);
            let (g, first_g) = (args.views(2)?, args.small(3)?);
            if f.len() != g.len() {
                return Ok(Relation::constant(false));
            }
            let (f, g) = (
                counted_from(args, f, first_g)?,
                counted_from(args, g, first_f)?,
            );
            Ok(Relation::holds(inverse(f, g)))
        },
    },
    Builtin {
        name: "fzn_lex_less_int",
        n_arguments: 2,
        build: |args| Ok(Relation::holds(lex_less(args.views(0)?, args.views(1)?))),
    },
    Builtin {
        name: "fzn_lex_less_bool",
        n_arguments: 2,
        build: |args| Ok(Relation::holds(lex_less(args.views(0)?, args.views(1)?))),
    },
    Builtin {
        name: "fzn_lex_lesseq_int",
        n_arguments: 2,
        build: |args| {
            Ok(Relation::holds(lex_less_equal(
                args.views(0)?,
                args.views(1)?,
            )))
        },
    },
    Builtin {
        name: "fzn_lex_lesseq_bool",
        n_arguments: 2,
        build: |args| {
            Ok(Relation::holds(lex_less_equal(
                args.views(0)?,
                args.views(1)?,
            )))
        },
    },
    Builtin {
        name: "gridwright_circuit",
        n_arguments: 2,
        build: |args| Ok(Relation::holds(circuit(args.views(0)?, args.small(1)?))),
    },
    Builtin {
        name: "gridwright_subcircuit",
        n_arguments: 2,
        build: |args| Ok(Relation::holds(subcircuit(args.views(0)?, args.small(1)?))),
    },
    Builtin {
        name: "gridwright_cumulative",
        n_arguments: 4,
        build: |args| {
            let (starts, durations) = (args.views(0)?, args.smalls(1)?);
            let (demands, capacity) = (args.smalls(2)?, args.small(3)?);
            Ok(Relation::holds(cumulative(
                starts, durations, demands, capacity,
            )))
        },
    },
    Builtin {
        name: "fzn_value_precede_int",
        n_arguments: 3,
        build: |args| {
            Ok(Relation::holds(value_precede(
                args.small(0)?,
                args.small(1)?,
                args.views(2)?,
            )))
        },
    },
    Builtin {
        name: "fzn_value_precede_chain_int",
        n_arguments: 2,
        build: |args| {
            Ok(Relation::holds(value_precede_chain(
                args.smalls(0)?,
                args.views(1)?,
            )))
        },
    },
];

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
fn rows(args: &mut Arguments<'_, '_>) -> Result<Relation, Diagnostic> {
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
    Ok(Relation::holds(table(views, rows)))
}

/// The views are a word of the automaton: states, symbols, next states, start, accepting states.
fn word(args: &mut Arguments<'_, '_>) -> Result<Relation, Diagnostic> {
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
        let truth = automaton.accepts([]);
        return Ok(Relation::All(if truth {
            vec![]
        } else {
            vec![Atom::FALSE]
        }));
    }
    Ok(Relation::holds(regular(views, automaton)))
}
