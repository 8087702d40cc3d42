//! Constraints over Booleans: clauses and parities over atoms.

use gridwright_constraints::equal;
use gridwright_fd::Atom;

use crate::Result;
use crate::load::builtin::{Arguments, Built, Builtin, builtin, relation};
use crate::load::relation::Relation;

pub(crate) const BUILTINS: &[Builtin] = &[
    builtin("bool_eq", 2, |args| {
        let [a, b] = two(args)?;
        Ok(Relation::Odd(vec![a, b, Atom::TRUE]))
    }),
    builtin("bool_ne", 2, different),
    builtin("bool_not", 2, different),
    builtin("bool_xor", 2, different),
    builtin("bool_le", 2, |args| {
        let [a, b] = two(args)?;
        Ok(Relation::Any(vec![!a, b]))
    }),
    builtin("bool_lt", 2, |args| {
        let [a, b] = two(args)?;
        Ok(Relation::All(vec![!a, b]))
    }),
    builtin("bool_clause", 2, |args| {
        let mut atoms = args.atoms(0)?;
        atoms.extend(args.atoms(1)?.into_iter().map(|atom| !atom));
        Ok(Relation::Any(atoms))
    }),
    builtin("array_bool_xor", 1, |args| {
        Ok(Relation::Odd(args.atoms(0)?))
    }),
    builtin("bool2int", 2, |args| {
        let (number, atom) = (args.view(1)?, args.atom(0)?);
        relation(equal(args.loader.as_int_view(atom), number))
    }),
];

/// Relations that are reified though their names do not end in `_reif`: `bool_and(a, b, r)`.
pub(crate) const REIFIED: &[Builtin] = &[
    builtin("array_bool_and", 1, |args| {
        Ok(Relation::All(args.atoms(0)?))
    }),
    builtin("array_bool_or", 1, |args| Ok(Relation::Any(args.atoms(0)?))),
    builtin("bool_and", 2, |args| Ok(Relation::All(two(args)?.into()))),
    builtin("bool_or", 2, |args| Ok(Relation::Any(two(args)?.into()))),
    builtin("bool_xor", 2, different),
];

fn two(args: &mut Arguments<'_, '_>) -> Result<[Atom; 2]> {
    Ok([args.atom(0)?, args.atom(1)?])
}

fn different(args: &mut Arguments<'_, '_>) -> Built {
    Ok(Relation::Odd(two(args)?.into()))
}
