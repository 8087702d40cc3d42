//! The order in which partners are looked for: the cheapest by an estimate, as SWI-Prolog estimates.
//!
//! A partner costs little if it shares variables with the heads before it, more if only with those after it, most if with none.
//! All orders of up to six partners are compared; beyond that the written order stands.

use gridwright_term::Term;

use crate::code::Constraint;
use crate::scope::vars;

/// The most partners whose order is searched for.
const MOST: usize = 6;

/// The partners `others` of the head `active`, in the order in which they are looked for.
pub(crate) fn join_order<'c>(
    heads: &[&Term],
    active: usize,
    others: &[usize],
    constraint: impl Fn(usize) -> &'c Constraint,
) -> Vec<usize> {
    if others.len() > MOST || others.len() < 2 {
        return others.to_vec();
    }
    let known = vars(heads[active]);
    let mut best: Option<(u64, Vec<usize>)> = None;
    let mut open = vec![(0_u64, Vec::new(), known)];
    // Depth first, in the written order, so that of two orders of the same cost the first as written stands.
    while let Some((cost, order, known)) = open.pop() {
        if best.as_ref().is_some_and(|(least, _)| cost >= *least) {
            continue;
        }
        if order.len() == others.len() {
            best = Some((cost, order));
            continue;
        }
        let left: Vec<usize> = others.iter().copied().filter(|head| !order.contains(head)).collect();
        for &head in left.iter().rev() {
            let rest: Vec<&Term> =
                left.iter().filter(|&&other| other != head).map(|&other| heads[other]).collect();
            let step = score(heads[head], constraint(head), &known, &rest);
            let mut order = order.clone();
            order.push(head);
            let mut known = known.clone();
            known.extend(vars(heads[head]));
            open.push((cost + step, order, known));
        }
    }
    best.map_or_else(|| others.to_vec(), |(_, order)| order)
}

/// What it costs to look for a head when `known` variables are known and the heads `rest` come after it.
fn score(head: &Term, constraint: &Constraint, known: &[String], rest: &[&Term]) -> u64 {
    let watched = constraint.watch.is_some();
    let mut own: Vec<String> = Vec::new();
    for (arg, ground) in head.args().iter().zip(&constraint.ground) {
        let is_known = !vars(arg).is_empty() && vars(arg).iter().all(|name| known.contains(name));
        if *ground && (is_known || vars(arg).is_empty()) && !matches!(arg, Term::Var(name) if name == "_") {
            return if watched { 10 } else { 100 };
        }
        if !*ground || !watched {
            own.extend(vars(arg));
        }
    }
    own.dedup();
    if own.is_empty() {
        return 0;
    }
    let later: Vec<String> = rest.iter().flat_map(|head| vars(head)).collect();
    let shared = own.iter().filter(|name| known.contains(name)).count() as u64;
    let pending = own.iter().filter(|name| !known.contains(name) && later.contains(name)).count() as u64;
    let free = own.len() as u64 - shared - pending;
    let base = if shared > 0 {
        10_u64.saturating_sub(shared)
    } else if pending > 0 {
        10_u64.saturating_sub(pending).max(1) * 100
    } else {
        10_u64.saturating_sub(free).max(1) * 1000
    };
    if watched { base } else { base * 200 }
}
