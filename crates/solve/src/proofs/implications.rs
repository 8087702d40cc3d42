//! Small sums and tables as implications between values: if all of some variables have given values, another has one of some values.
//!
//! Each is implied by the constraint alone, so the checker verifies every unit propagation of its clause.

use std::collections::HashMap;

use gridwright_proof::{Constraint, Relation, Statement};

/// The most implications of a statement.
const MAX_IMPLICATIONS: usize = 3_000_000;

/// If each variable of `when` has its value, one of `then` holds.
#[derive(Debug)]
pub(super) struct Implication {
    pub(super) when: Vec<(u32, i32)>,
    pub(super) then: Vec<(u32, i32)>,
}

/// Why the constraints of a statement are not all clauses, groups and implications; `None` if they are.
pub(super) fn unsupported(statement: &Statement) -> Option<&'static str> {
    let size = |x: u32| {
        let ranges = statement.domains[x as usize].ranges.iter();
        let sizes = ranges.map(|&(min, max)| i64::from(max) - i64::from(min) + 1);
        usize::try_from(sizes.sum::<i64>()).unwrap_or(usize::MAX)
    };
    let product = |vars: &mut dyn Iterator<Item = u32>| {
        vars.fold(1_usize, |product, x| product.saturating_mul(size(x)))
    };
    let mut n_implications = 0_usize;
    for constraint in &statement.constraints {
        let n = match constraint {
            Constraint::AllDifferent(_) | Constraint::Clause(_) => 0,
            Constraint::Linear { terms, .. } if terms.len() > 3 => return Some("long sums"),
            Constraint::Linear { terms, .. } => {
                let others = terms.iter().take(terms.len().saturating_sub(1));
                product(&mut others.map(|term| term.1))
            }
            Constraint::Table(vars, _) => {
                let others = vars.iter().take(vars.len().saturating_sub(1));
                product(&mut others.copied())
            }
            Constraint::Connected { .. } | Constraint::ConnectedNodes(_) => {
                return Some("connectivity");
            }
            Constraint::Path { .. } => return Some("paths"),
            Constraint::Reified(..) => return Some("reified constraints"),
            Constraint::Accepted(..) => return Some("automata"),
            Constraint::Loop { .. } => return Some("loops"),
            Constraint::PartSizes(..) | Constraint::RootedParts(..) => {
                return Some("sizes of regions");
            }
        };
        n_implications = n_implications.saturating_add(n);
    }
    (n_implications > MAX_IMPLICATIONS).then_some("so many values")
}

/// The implications of a sum or table.
pub(super) fn implications(statement: &Statement, constraint: &Constraint) -> Vec<Implication> {
    match constraint {
        Constraint::Linear {
            terms,
            relation,
            constant,
        } => {
            let vars: Vec<u32> = terms.iter().map(|term| term.1).collect();
            let holds = |values: &[i32]| {
                let products = terms.iter().zip(values);
                let sum: i64 = products
                    .map(|(term, &v)| i64::from(term.0) * i64::from(v))
                    .sum();
                match relation {
                    Relation::Eq => sum == *constant,
                    Relation::Ne => sum != *constant,
                    Relation::Le => sum <= *constant,
                }
            };
            by_prefixes(statement, &vars, &mut |prefix, last| {
                let mut values = prefix.to_vec();
                values.push(last);
                holds(&values)
            })
        }
        Constraint::Table(vars, rows) => {
            let mut by_prefix: HashMap<&[i32], Vec<i32>> = HashMap::new();
            for row in rows {
                if let Some((&last, prefix)) = row.split_last() {
                    by_prefix.entry(prefix).or_default().push(last);
                }
            }
            by_prefixes(statement, vars, &mut |prefix, last| {
                if vars.is_empty() {
                    return !rows.is_empty();
                }
                let found = by_prefix.get(prefix);
                found.is_some_and(|values| values.contains(&last))
            })
        }
        _ => Vec::new(),
    }
}

/// For all values of all variables but the last: which values the last may have.
fn by_prefixes(
    statement: &Statement,
    vars: &[u32],
    holds: &mut dyn FnMut(&[i32], i32) -> bool,
) -> Vec<Implication> {
    let values = |x: u32| -> Vec<i32> {
        let ranges = statement.domains[x as usize].ranges.iter();
        ranges.flat_map(|&(min, max)| min..=max).collect()
    };
    let Some((&last, others)) = vars.split_last() else {
        // Without variables, it holds or not.
        let empty = Implication {
            when: Vec::new(),
            then: Vec::new(),
        };
        return if holds(&[], 0) {
            Vec::new()
        } else {
            vec![empty]
        };
    };
    let last_values = values(last);
    let mut prefixes: Vec<Vec<i32>> = vec![Vec::new()];
    for &x in others {
        let own = values(x);
        let longer = prefixes.iter().flat_map(|prefix| {
            own.iter()
                .map(move |&value| [&prefix[..], &[value]].concat())
        });
        prefixes = longer.collect();
    }
    let mut found = Vec::new();
    for prefix in prefixes {
        let when: Vec<(u32, i32)> = others.iter().copied().zip(prefix.iter().copied()).collect();
        let (may, not): (Vec<i32>, Vec<i32>) = last_values
            .iter()
            .partition(|&&value| holds(&prefix, value));
        // The shorter of one clause with the values that may be and a clause for each that may not.
        if not.len() <= 1 {
            found.extend(not.into_iter().map(|value| Implication {
                when: when.iter().copied().chain([(last, value)]).collect(),
                then: Vec::new(),
            }));
        } else {
            let then = may.into_iter().map(|value| (last, value)).collect();
            found.push(Implication { when, then });
        }
    }
    found
}
