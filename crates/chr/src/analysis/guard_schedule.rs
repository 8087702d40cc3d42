//! When SWI-Prolog makes the tests of a guard that it knows: as soon as it can, if it is asked to optimise.

use std::collections::HashMap;

use gridwright_term::Term;

use crate::analysis::scope::vars;

/// The order of partners and of the parts of the guard, which are numbered after them: each part goes right behind the last thing it needs,
/// and what a part mentions is needed by the parts after it.
pub(crate) fn scheduled(own: &Term, partners: &[&Term], parts: &[&Term]) -> Vec<usize> {
    let mut last: HashMap<String, Option<usize>> = HashMap::new();
    last.extend(vars(own).into_iter().map(|name| (name, None)));
    for (at, head) in partners.iter().enumerate() {
        for name in vars(head) {
            last.entry(name).or_insert(Some(at));
        }
    }
    let mut order: Vec<usize> = (0..partners.len()).collect();
    for (number, part) in (partners.len()..).zip(parts) {
        let needed: Vec<usize> = vars(part)
            .into_iter()
            .filter_map(|name| last.insert(name, Some(number)).flatten())
            .collect();
        let behind = order.iter().rposition(|unit| needed.contains(unit));
        order.insert(behind.map_or(0, |at| at + 1), number);
    }
    order
}

/// The variables that a test gives values; none if it is no test that SWI-Prolog knows.
pub(crate) fn bound_by(goal: &Term) -> Option<Vec<String>> {
    match (goal.functor()?, goal.args()) {
        (("is", 2), [left, _]) => Some(match left {
            Term::Var(name) => vec![name.clone()],
            _ => Vec::new(),
        }),
        (("," | ";" | "->", 2), [left, right]) => {
            let (mut left, right) = (bound_by(left)?, bound_by(right)?);
            left.extend(right);
            Some(left)
        }
        (("\\+", 1), [inner]) => bound_by(inner),
        (
            (
                "var" | "nonvar" | "ground" | "compound" | "number" | "atom" | "atomic" | "integer"
                | "float",
                1,
            )
            | (
                "?=" | "<" | "=:=" | "=<" | "==" | "=@=" | "=\\=" | ">=" | ">" | "@<" | "@=<"
                | "@>=" | "@>" | "\\==" | "\\=@=",
                2,
            )
            | ("true", 0),
            _,
        ) => Some(Vec::new()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use gridwright_term::{Operators, parse_term};

    use super::*;

    /// A head, its partners, the parts of the guard, and the order of these.
    type Case = (
        &'static str,
        &'static [&'static str],
        &'static [&'static str],
        &'static [usize],
    );

    #[test]
    fn parts_go_behind_what_they_need() {
        let table: &[Case] = &[
            ("a(X)", &["b(X, Y)"], &["var(X)"], &[1, 0]),
            (
                "a(X)",
                &["b(Y)", "c(Z)"],
                &["nonvar(Y)", "Z > 1", "Y < 2"],
                &[0, 2, 4, 1, 3],
            ),
            // Of two parts that need the same, the later comes first, unless it mentions what the earlier does.
            (
                "a(X)",
                &["b(Y, Z)"],
                &["nonvar(Y)", "nonvar(Z)"],
                &[0, 2, 1],
            ),
            ("a(X)", &["b(Y, Z)"], &["nonvar(Y)", "Y < Z"], &[0, 1, 2]),
            ("a(X)", &["b(Y)"], &["N is X + 1", "N < Y"], &[1, 0, 2]),
        ];
        let read = |text: &str| parse_term(text, Operators::standard()).expect("it is a term");
        for (own, partners, parts, expected) in table {
            let partners: Vec<Term> = partners.iter().map(|text| read(text)).collect();
            let parts: Vec<Term> = parts.iter().map(|text| read(text)).collect();
            let partners: Vec<&Term> = partners.iter().collect();
            let parts: Vec<&Term> = parts.iter().collect();
            assert_eq!(scheduled(&read(own), &partners, &parts), *expected, "{own}");
        }
    }
}
