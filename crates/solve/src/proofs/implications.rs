//! Small sums, tables and paths as implications between values: if all of some variables have given values, another has one of some values.
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
    let mut n_implications = 0_usize;
    for constraint in &statement.constraints {
        match n_implications_of(statement, constraint) {
            Ok(n) => n_implications = n_implications.saturating_add(n),
            Err(what) => return Some(what),
        }
    }
    (n_implications > MAX_IMPLICATIONS).then_some("so many values")
}

/// By constraint: whether it is encoded, as clauses, groups and implications. They are encoded in order while all implications are at most [`MAX_IMPLICATIONS`].
pub(super) fn encoded(statement: &Statement) -> Vec<bool> {
    let mut n_left = MAX_IMPLICATIONS;
    let is_encoded = |constraint| {
        let n = n_implications_of(statement, constraint).unwrap_or(usize::MAX);
        let fits = n <= n_left;
        if fits {
            n_left -= n;
        }
        fits
    };
    statement.constraints.iter().map(is_encoded).collect()
}

/// The number of implications of a constraint; the error is why it has none.
fn n_implications_of(
    statement: &Statement,
    constraint: &Constraint,
) -> Result<usize, &'static str> {
    let size = |x: u32| {
        let ranges = statement.domains[x as usize].ranges.iter();
        let sizes = ranges.map(|&(min, max)| i64::from(max) - i64::from(min) + 1);
        usize::try_from(sizes.sum::<i64>()).unwrap_or(usize::MAX)
    };
    let product = |vars: &mut dyn Iterator<Item = u32>| {
        vars.fold(1_usize, |product, x| product.saturating_mul(size(x)))
    };
    match constraint {
        Constraint::AllDifferent(_) | Constraint::Clause(_) => Ok(0),
        Constraint::Linear { terms, .. } if terms.len() > 3 => Err("long sums"),
        // The value of the last variable is computed, or each is tried.
        Constraint::Linear {
            terms, relation, ..
        } => {
            let n_tried = match relation {
                Relation::Eq => terms.len().saturating_sub(1),
                Relation::Ne | Relation::Le => terms.len(),
            };
            Ok(product(&mut terms[..n_tried].iter().map(|term| term.1)))
        }
        Constraint::Table(vars, _) => {
            let others = vars.iter().take(vars.len().saturating_sub(1));
            Ok(product(&mut others.copied()))
        }
        Constraint::Connected { .. } | Constraint::ConnectedNodes(_) => Err("connectivity"),
        Constraint::Path { positions, .. } if is_all_different(statement, positions) => {
            Ok(2 * positions.iter().map(|&x| size(x)).sum::<usize>())
        }
        Constraint::Path { .. } => Err("paths"),
        Constraint::Reified(..) => Err("reified constraints"),
        Constraint::Accepted(..) => Err("automata"),
        Constraint::Loop { .. } => Err("loops"),
        Constraint::PartSizes(..) | Constraint::RootedParts(..) => Err("sizes of regions"),
    }
}

/// Whether a constraint says that these variables are all different.
fn is_all_different(statement: &Statement, vars: &[u32]) -> bool {
    statement.constraints.iter().any(|one| match one {
        Constraint::AllDifferent(items) => items.iter().copied().eq(vars.iter().map(|&x| (x, 0))),
        _ => false,
    })
}

/// The implications of a sum, a table or a path. Those of a path say where the next and the previous node are; that all positions are different is a constraint of its own.
pub(super) fn implications(statement: &Statement, constraint: &Constraint) -> Vec<Implication> {
    match constraint {
        Constraint::Linear {
            terms,
            relation,
            constant,
        } => {
            let vars: Vec<u32> = terms.iter().map(|term| term.1).collect();
            by_prefixes(statement, &vars, &mut |prefix| {
                let products = terms.iter().zip(prefix);
                let sum: i64 = products
                    .map(|(term, &value)| i64::from(term.0) * i64::from(value))
                    .sum();
                let rest = constant - sum;
                let Some(&(a, x)) = terms.last() else {
                    let holds = match relation {
                        Relation::Eq => rest == 0,
                        Relation::Ne => rest != 0,
                        Relation::Le => rest >= 0,
                    };
                    return if holds { vec![0] } else { Vec::new() };
                };
                let a = i64::from(a);
                match relation {
                    Relation::Eq if a != 0 => {
                        let value = i32::try_from(rest / a).ok();
                        value.filter(|_| rest % a == 0).into_iter().collect()
                    }
                    relation => {
                        let mut values = values(statement, x);
                        values.retain(|&value| match relation {
                            Relation::Eq => a * i64::from(value) == rest,
                            Relation::Ne => a * i64::from(value) != rest,
                            Relation::Le => a * i64::from(value) <= rest,
                        });
                        values
                    }
                }
            })
        }
        Constraint::Table(vars, rows) => {
            let mut by_prefix: HashMap<&[i32], Vec<i32>> = HashMap::new();
            for row in rows {
                let (last, prefix) = row.split_last().map_or((0, &row[..]), |(&a, b)| (a, b));
                by_prefix.entry(prefix).or_default().push(last);
            }
            by_prefixes(statement, vars, &mut |prefix| {
                by_prefix.get(prefix).cloned().unwrap_or_default()
            })
        }
        Constraint::Path {
            neighbours,
            positions,
        } => {
            let mut found = Vec::new();
            let n = positions.len() as i32;
            for (&x, near) in positions.iter().zip(neighbours) {
                for value in values(statement, x) {
                    let places = [value - 1, value + 1];
                    for place in places.into_iter().filter(|place| (1..=n).contains(place)) {
                        let near = near.iter().map(|&node| (positions[node], place));
                        let may = near.filter(|&(y, place)| contains(statement, y, place));
                        found.push(Implication {
                            when: vec![(x, value)],
                            then: may.collect(),
                        });
                    }
                }
            }
            found
        }
        _ => Vec::new(),
    }
}

fn contains(statement: &Statement, x: u32, value: i32) -> bool {
    let mut ranges = statement.domains[x as usize].ranges.iter();
    ranges.any(|&(min, max)| (min..=max).contains(&value))
}

fn values(statement: &Statement, x: u32) -> Vec<i32> {
    let ranges = statement.domains[x as usize].ranges.iter();
    ranges.flat_map(|&(min, max)| min..=max).collect()
}

/// For all values of all variables but the last: which values the last may have. Without variables, an empty list is a contradiction.
fn by_prefixes(
    statement: &Statement,
    vars: &[u32],
    may_be: &mut dyn FnMut(&[i32]) -> Vec<i32>,
) -> Vec<Implication> {
    let Some((&last, others)) = vars.split_last() else {
        let empty = Implication {
            when: Vec::new(),
            then: Vec::new(),
        };
        return match may_be(&[]).is_empty() {
            true => vec![empty],
            false => Vec::new(),
        };
    };
    let last_values = values(statement, last);
    let mut prefixes: Vec<Vec<i32>> = vec![Vec::new()];
    for &x in others {
        let own = values(statement, x);
        let longer = prefixes.iter().flat_map(|prefix| {
            own.iter()
                .map(move |&value| [&prefix[..], &[value]].concat())
        });
        prefixes = longer.collect();
    }
    let mut found = Vec::new();
    for prefix in prefixes {
        let when: Vec<(u32, i32)> = others.iter().copied().zip(prefix.iter().copied()).collect();
        let mut may = may_be(&prefix);
        may.retain(|value| last_values.binary_search(value).is_ok());
        may.sort_unstable();
        may.dedup();
        // The shorter of one clause with the values that may be and a clause for the only one that may not.
        if may.len() + 1 < last_values.len() {
            let then = may.into_iter().map(|value| (last, value)).collect();
            found.push(Implication { when, then });
        } else if let Some(&value) = last_values.iter().find(|value| !may.contains(value)) {
            found.push(Implication {
                when: when.into_iter().chain([(last, value)]).collect(),
                then: Vec::new(),
            });
        }
    }
    found
}
