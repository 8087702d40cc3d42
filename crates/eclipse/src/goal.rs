//! The goals of `ic`: what each infers when it is woken, and no more.
//!
//! None is as strong as it could be. A linear constraint moves bounds by sums computed once; a reified one tests
//! bounds and ignores holes; the published counts depend on both.

use crate::all_different;
use crate::store::{Bits, Conflict, Goal, GoalId, Pruned, Store, Var, only, range};

/// The priority of a linear constraint.
pub(crate) fn linear_priority(store: &Store, terms: &[(i32, Var)]) -> usize {
    let open = terms.iter().filter(|(_, var)| !store.is_fixed(*var));
    if open.take(3).count() < 3 { 3 } else { 4 }
}

impl Store {
    /// Runs woken goals until there are none. A goal runs to completion before another starts.
    pub fn run_woken(&mut self) -> Pruned {
        while let Some((goal, id)) = self.next_woken() {
            goal.run(self, id)?;
        }
        Ok(())
    }
}

impl Goal {
    /// Runs to completion.
    pub(crate) fn run(self, store: &mut Store, id: GoalId) -> Pruned {
        match self {
            Goal::Differs { list, at } => {
                store.disable(id);
                remove_from_others(store, &list, at)
            }
            Goal::Hall(list) => {
                store.disable(id);
                all_different::run(store, list.to_vec(), false)
            }
            Goal::NotEqual(x, y) => {
                store.disable(id);
                match (store.value(x), store.value(y)) {
                    (Some(value), _) => store.exclude(y, value),
                    (None, Some(value)) => store.exclude(x, value),
                    (None, None) => Ok(()),
                }
            }
            Goal::Equal { terms, is } => run_equal(store, id, &terms, is),
            Goal::AtMost { terms, is } => run_at_most(store, id, &terms, is),
            Goal::Unequal { terms, is } => run_unequal(store, id, &terms, is),
            Goal::ReifiedEqual { terms, is, by } => {
                let (min, max) = bounds(store, &terms);
                let (never, always) = (min > is || max < is, min == is && max == is);
                run_reified(store, id, by, never, always, |store, truth| match truth {
                    true => store.post_equal(&terms, is),
                    false => store.post_unequal(&terms, is),
                })
            }
            Goal::ReifiedIn { var, set, by } => {
                let bits = store.bits(var);
                let (never, always) = (bits & set == 0, bits & !set == 0);
                run_reified(store, id, by, never, always, |store, truth| {
                    store.keep(var, if truth { set } else { !set })
                })
            }
            Goal::Occurrences { value, of, n } => run_occurrences(store, id, value, &of, n),
            Goal::Pair { a, b, allowed } => match (store.value(a), store.value(b)) {
                (Some(x), Some(y)) if !allowed(x, y) => Err(Conflict),
                _ => Ok(()),
            },
            Goal::MaxOf { top, of: [x, y] } => {
                let max = store.max(x).max(store.max(y));
                let min = store.min(x).max(store.min(y));
                store.keep(top, range(min, max))
            }
        }
    }
}

/// Runs a reified goal: if its Boolean is fixed, `enforce` gets the truth value; otherwise the Boolean is fixed if the
/// relation `never` or `always` holds.
fn run_reified(
    store: &mut Store,
    id: GoalId,
    by: Var,
    never: bool,
    always: bool,
    enforce: impl FnOnce(&mut Store, bool) -> Pruned,
) -> Pruned {
    let truth = store.value(by);
    if truth.is_none() && !never && !always {
        return Ok(());
    }
    store.disable(id);
    match truth {
        Some(truth) => enforce(store, truth == 1),
        None => store.fix(by, i32::from(!never)),
    }
}

/// The smallest and the largest sum.
fn bounds(store: &Store, terms: &[(i32, Var)]) -> (i32, i32) {
    let of = |&(factor, var): &(i32, Var)| {
        let (a, b) = (factor * store.min(var), factor * store.max(var));
        (a.min(b), a.max(b))
    };
    let sums = terms.iter().map(of);
    sums.fold((0, 0), |(min, max), (a, b)| (min + a, max + b))
}

pub(crate) fn remove_from_others(store: &mut Store, list: &[Var], at: usize) -> Pruned {
    let Some(value) = store.value(list[at]) else {
        return Ok(());
    };
    for (i, &other) in list.iter().enumerate() {
        if i != at {
            store.exclude(other, value)?;
        }
    }
    Ok(())
}

/// Moves the bounds of every variable by the bounds of the others, all as they were at the start.
fn run_equal(store: &mut Store, id: GoalId, terms: &[(i32, Var)], is: i32) -> Pruned {
    let (min, max) = bounds(store, terms);
    if min > is || max < is {
        return Err(Conflict);
    }
    store.with_deferred_wakes(|store| {
        for &(factor, var) in terms {
            let (low, high) = (factor * store.min(var), factor * store.max(var));
            let (low, high) = (low.min(high), low.max(high));
            // The other terms sum to between `min - low` and `max - high`.
            let (min_value, max_value) = (is - (max - high), is - (min - low));
            store.keep(var, quotients(factor, min_value, max_value))?;
        }
        Ok(())
    })?;
    let open: Vec<(i32, Var)> = open_terms(store, terms);
    match open[..] {
        // Two variables fixed in one run need not satisfy the equation.
        [] if fixed_sum(store, terms) != is => return Err(Conflict),
        [] => store.disable(id),
        [(a, x), (b, y)] if a == -b && fixed_sum(store, terms) == is => {
            store.disable(id);
            store.unify(x, y)?;
        }
        _ => {}
    }
    let priority = linear_priority(store, terms);
    store.set_priority(id, priority);
    Ok(())
}

fn open_terms(store: &Store, terms: &[(i32, Var)]) -> Vec<(i32, Var)> {
    let open = terms.iter().filter(|(_, var)| !store.is_fixed(*var));
    open.copied().collect()
}

fn fixed_sum(store: &Store, terms: &[(i32, Var)]) -> i32 {
    let product = |&(factor, var): &(i32, Var)| Some(factor * store.value(var)?);
    terms.iter().filter_map(product).sum()
}

/// The values whose product with the factor lies between two numbers.
fn quotients(factor: i32, min: i32, max: i32) -> Bits {
    match factor {
        1.. => range(
            min.div_euclid(factor) + i32::from(min.rem_euclid(factor) != 0),
            max.div_euclid(factor),
        ),
        0 => Bits::MAX,
        _ => quotients(-factor, -max, -min),
    }
}

fn run_at_most(store: &mut Store, id: GoalId, terms: &[(i32, Var)], is: i32) -> Pruned {
    let (min, max) = bounds(store, terms);
    if min > is {
        return Err(Conflict);
    }
    if max <= is {
        store.disable(id);
        return Ok(());
    }
    store.with_deferred_wakes(|store| {
        for &(factor, var) in terms {
            let low = (factor * store.min(var)).min(factor * store.max(var));
            store.keep(var, quotients(factor, -4096, is - (min - low)))?;
        }
        Ok(())
    })?;
    let priority = linear_priority(store, terms);
    store.set_priority(id, priority);
    Ok(())
}

/// Prunes when one variable is left.
fn run_unequal(store: &mut Store, id: GoalId, terms: &[(i32, Var)], is: i32) -> Pruned {
    let rest = is - fixed_sum(store, terms);
    match open_terms(store, terms)[..] {
        [] if rest == 0 => Err(Conflict),
        [] => {
            store.disable(id);
            Ok(())
        }
        [(factor, var)] => {
            store.disable(id);
            match rest % factor {
                0 => store.keep(var, !only(rest / factor)),
                _ => Ok(()),
            }
        }
        _ => Ok(()),
    }
}

fn run_occurrences(store: &mut Store, id: GoalId, value: i32, of: &[Var], n: i32) -> Pruned {
    let have = |var: &&Var| store.value(**var) == Some(value);
    let lower = of.iter().filter(have).count() as i32;
    let may = |var: &&Var| !store.is_fixed(**var) && store.bits(**var) & only(value) != 0;
    let open: Vec<Var> = of.iter().filter(may).copied().collect();
    let upper = lower + open.len() as i32;
    if n < lower || n > upper {
        return Err(Conflict);
    }
    if n == lower || n == upper {
        store.disable(id);
        for var in open {
            if n == lower {
                store.exclude(var, value)?;
            } else {
                store.fix(var, value)?;
            }
        }
    }
    Ok(())
}
