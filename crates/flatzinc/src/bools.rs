//! Relations between Booleans. All of them are clauses and parities over atoms.

use gridwright_fd::Atom;

use crate::builtins::{Arguments, Builtin};
use crate::relation::Relation;

pub(crate) const BUILTINS: &[Builtin] = &[
    Builtin {
        name: "bool_eq",
        n_arguments: 2,
        build: |args| {
            Ok(Relation::Odd(vec![
                args.atom(0)?,
                args.atom(1)?,
                Atom::TRUE,
            ]))
        },
    },
    Builtin {
        name: "bool_ne",
        n_arguments: 2,
        build: |args| Ok(Relation::Odd(vec![args.atom(0)?, args.atom(1)?])),
    },
    Builtin {
        name: "bool_not",
        n_arguments: 2,
        build: |args| Ok(Relation::Odd(vec![args.atom(0)?, args.atom(1)?])),
    },
    Builtin {
        name: "bool_xor",
        n_arguments: 2,
        build: |args| Ok(Relation::Odd(vec![args.atom(0)?, args.atom(1)?])),
    },
    Builtin {
        name: "bool_le",
        n_arguments: 2,
        build: |args| Ok(Relation::Some(vec![!args.atom(0)?, args.atom(1)?])),
    },
    Builtin {
        name: "bool_lt",
        n_arguments: 2,
        build: |args| Ok(Relation::All(vec![!args.atom(0)?, args.atom(1)?])),
    },
    Builtin {
        name: "bool_clause",
        n_arguments: 2,
        build: |args| {
            let mut atoms = args.atoms(0)?;
            atoms.extend(args.atoms(1)?.into_iter().map(|atom| !atom));
            Ok(Relation::Some(atoms))
        },
    },
    Builtin {
        name: "array_bool_xor",
        n_arguments: 1,
        build: |args| Ok(Relation::Odd(args.atoms(0)?)),
    },
    Builtin {
        name: "bool2int",
        n_arguments: 2,
        build: |args| {
            let (number, truth) = (args.view(1)?, args.atom(0)?);
            let as_number = args.loader.as_number(truth);
            Ok(Relation::holds(gridwright_constraints::equal(
                as_number, number,
            )))
        },
    },
];

/// Relations that stand under a Boolean, though their names do not say so: `bool_and(a, b, r)`.
pub(crate) const UNDER_A_BOOLEAN: &[Builtin] = &[
    Builtin {
        name: "array_bool_and",
        n_arguments: 1,
        build: |args| Ok(Relation::All(args.atoms(0)?)),
    },
    Builtin {
        name: "array_bool_or",
        n_arguments: 1,
        build: |args| Ok(Relation::Some(args.atoms(0)?)),
    },
    Builtin {
        name: "bool_and",
        n_arguments: 2,
        build: |args| Ok(Relation::All(two(args)?)),
    },
    Builtin {
        name: "bool_or",
        n_arguments: 2,
        build: |args| Ok(Relation::Some(two(args)?)),
    },
    Builtin {
        name: "bool_xor",
        n_arguments: 2,
        build: |args| Ok(Relation::Odd(two(args)?)),
    },
];

fn two(args: &mut Arguments<'_, '_>) -> Result<Vec<Atom>, gridwright_term::Diagnostic> {
    Ok(vec![args.atom(0)?, args.atom(1)?])
}
