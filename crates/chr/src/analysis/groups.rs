//! Rule groups: the rules that SWI-Prolog searches for together, and how far they share candidates.

use std::collections::HashMap;

use gridwright_term::Term;

use crate::analysis::exchange::is_subsumed;
use crate::analysis::join_order::join_order;
use crate::analysis::shared_prefix::{Prefix, shared_choices};
use crate::code::Code;
use crate::syntax::conjuncts::conjuncts;
use crate::syntax::source::{Extensions, Head, RuleSource};

/// A rule that is to be planned: its number, its source, its heads, removed ones first, and their symbols.
pub(crate) type Planned<'s> = (usize, &'s RuleSource, Vec<(&'s Head, bool)>, Vec<u32>);

/// How an occurrence takes part in a common search.
#[derive(Clone, Debug, Default)]
pub(crate) struct GroupPlan {
    /// For how many partners it shares the candidates with the occurrences before it.
    pub(crate) levels: usize,
    /// Of the first of a group, for each partner it shares, which arguments all know alike.
    pub(crate) keys: Vec<Vec<bool>>,
}

/// Whether the guard of a rule has the goal `fail`. SWI-Prolog leaves out such a rule if it is asked to optimise, so that those before and after it
/// are searched for together; it keeps one with `false`.
pub(crate) fn never_fires(rule: &RuleSource) -> bool {
    let mut parts = Vec::new();
    if let Some(guard) = &rule.guard {
        conjuncts(guard, ",", &mut parts);
    }
    let fails = |part: &&Term| part.functor() == Some(("fail", 0));
    parts.iter().any(fails)
}

/// Finds the occurrences that are searched for together, by the numbers of their rules and heads.
pub(crate) fn find_groups(
    code: &Code,
    extensions: Extensions,
    planned: &[Planned<'_>],
) -> HashMap<(usize, usize), GroupPlan> {
    let mut found = HashMap::new();
    if code.prioritised || extensions.aggregates {
        return found;
    }
    let mut runs: Vec<Vec<Vec<(&Planned<'_>, usize)>>> =
        vec![vec![Vec::new()]; code.constraints.len()];
    let planned = planned.iter();
    for plan in planned.filter(|plan| !extensions.optimise || !never_fires(plan.1)) {
        for (active, (head, removed)) in plan.2.iter().enumerate() {
            let runs = &mut runs[plan.3[active] as usize];
            match runs.last_mut() {
                _ if head.passive => {}
                Some(run) if *removed => run.push((plan, active)),
                _ => runs.push(Vec::new()),
            }
        }
    }
    for run in runs.into_iter().flatten().filter(|run| run.len() > 1) {
        let clauses: Vec<Prefix> = run
            .iter()
            .map(|((_, rule, heads, symbols), active)| {
                let terms: Vec<&Term> = heads.iter().map(|(head, _)| &head.term).collect();
                let order = partner_order(code, extensions, &terms, heads.len(), symbols, *active);
                let head = |at: usize| (&heads[at].0.term, symbols[at]);
                let partners: Vec<(&Term, u32)> = order.into_iter().map(head).collect();
                let constraints = &code.constraints;
                let optimise = extensions.optimise;
                Prefix::of(rule, head(*active), &partners, constraints, optimise)
            })
            .collect();
        // Occurrences that never fire are not searched, but SWI-Prolog's clauses for them decide what others share.
        let (mut begins, mut searched) = (false, Vec::new());
        for (levels, (one, clause)) in shared_choices(&clauses)
            .into_iter()
            .zip(run.iter().zip(&clauses))
        {
            let ((_, rule, heads, symbols), active) = one;
            begins |= levels == 0;
            if !is_subsumed(rule, heads, symbols, *active) {
                let levels = if std::mem::take(&mut begins) {
                    0
                } else {
                    levels
                };
                searched.push((levels, one, clause));
            }
        }
        let levels: Vec<usize> = searched.iter().map(|one| one.0).collect();
        let clauses: Vec<&Prefix> = searched.iter().map(|one| one.2).collect();
        let run = searched.iter().map(|one| one.1);
        for (at, (plan, active)) in run.enumerate() {
            let group = levels[at + 1..].iter().take_while(|&&levels| levels > 0);
            let mut keys = Vec::new();
            if levels[at] == 0 {
                let most = group.clone().max().copied().unwrap_or(0);
                for level in 0..most {
                    let others = group.clone().take_while(|&&levels| levels > level).count();
                    let others = &clauses[at + 1..at + 1 + others];
                    let args = clauses[at].known[level].iter().enumerate();
                    let alike = args.map(|(arg, known)| {
                        known.is_some()
                            && others.iter().all(|other| other.known[level][arg] == *known)
                    });
                    keys.push(alike.collect());
                }
            }
            if levels[at] > 0 || !keys.is_empty() {
                let levels = levels[at];
                found.insert((plan.0, *active), GroupPlan { levels, keys });
            }
        }
    }
    found
}

/// The order in which those of the first `count` heads are looked for that are partners of the active one: by their cost, if
/// SWI-Prolog is asked to optimise, else as written.
pub(crate) fn partner_order(
    code: &Code,
    extensions: Extensions,
    heads: &[&Term],
    count: usize,
    symbols: &[u32],
    active: usize,
) -> Vec<usize> {
    let others: Vec<usize> = (0..count).filter(|&head| head != active).collect();
    if !extensions.optimise && active < count {
        return others;
    }
    join_order(heads, active, &others, |head| {
        &code.constraints[symbols[head] as usize]
    })
}
