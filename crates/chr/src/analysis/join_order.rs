//! The order in which partners are looked for: the cheapest by an estimate, the same as SWI-Prolog estimates.
//!
//! A partner costs little if it shares variables with the heads before it, more if only with those after it, most if with none.
//! All orders of up to six partners are compared, beyond that the written order stands. Orders of equal cost are common, and which of
//! them is taken decides the order in which rules fire: it falls out of the queue from which the search takes its candidates,
//! so the queue is a binomial heap like that of SWI-Prolog, ties included.

use gridwright_term::Term;

use crate::analysis::scope::vars;
use crate::code::Constraint;

/// The most partners whose order is searched for.
const MOST: usize = 6;

/// An order that is not complete yet.
#[derive(Clone, Debug)]
struct Partial {
    cost: u64,
    order: Vec<usize>,
    known: Vec<String>,
    left: Vec<usize>,
}

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
    let mut queue = Queue::default();
    queue.insert(Partial {
        cost: 0,
        order: Vec::new(),
        known: vars(heads[active]),
        left: others.to_vec(),
    });
    while let Some(partial) = queue.take_least() {
        if partial.left.is_empty() {
            return partial.order;
        }
        for &head in &partial.left {
            let left: Vec<usize> = partial
                .left
                .iter()
                .copied()
                .filter(|&other| other != head)
                .collect();
            let rest: Vec<&Term> = left.iter().map(|&other| heads[other]).collect();
            let mut next = partial.clone();
            next.cost += score(heads[head], constraint(head), &partial.known, &rest);
            next.order.push(head);
            next.known.extend(vars(heads[head]));
            next.left = left;
            queue.insert(next);
        }
    }
    others.to_vec()
}

/// What it costs to look for a head when `known` variables are known and the heads `rest` come after it.
fn score(head: &Term, constraint: &Constraint, known: &[String], rest: &[&Term]) -> u64 {
    let watched = constraint.watch.is_some();
    let mut own: Vec<String> = Vec::new();
    let mut nameless = 0;
    for (arg, ground) in head.args().iter().zip(&constraint.ground) {
        let inside = vars(arg);
        let nameless_here = count_nameless(arg);
        if *ground && nameless_here == 0 && inside.iter().all(|name| known.contains(name)) {
            return if watched { 10 } else { 100 };
        }
        if !*ground || !watched {
            nameless += nameless_here;
            for name in inside {
                if !own.contains(&name) {
                    own.push(name);
                }
            }
        }
    }
    if own.is_empty() && nameless == 0 {
        return 0;
    }
    let later: Vec<String> = rest.iter().flat_map(|head| vars(head)).collect();
    let shared = own.iter().filter(|name| known.contains(name)).count() as u64;
    let pending = own
        .iter()
        .filter(|name| !known.contains(name) && later.contains(name))
        .count() as u64;
    let free = own.len() as u64 + nameless - shared - pending;
    let base = if shared > 0 {
        10_u64.saturating_sub(shared)
    } else if pending > 0 {
        10_u64.saturating_sub(pending).max(1) * 100
    } else {
        10_u64.saturating_sub(free).max(1) * 1000
    };
    if watched { base } else { base * 200 }
}

fn count_nameless(term: &Term) -> u64 {
    match term {
        Term::Var(name) => u64::from(name == "_"),
        Term::Compound(_, args) | Term::List(args) => args.iter().map(count_nameless).sum(),
        Term::OpenList(items, rest) => {
            items.iter().map(count_nameless).sum::<u64>() + count_nameless(rest)
        }
        _ => 0,
    }
}

/// A tree of a binomial heap.
#[derive(Debug)]
struct Tree {
    top: Partial,
    below: Vec<Tree>,
}

/// A binomial heap: at most one tree of each size, the smallest first.
#[derive(Debug, Default)]
struct Queue(Vec<Option<Tree>>);

impl Queue {
    fn insert(&mut self, partial: Partial) {
        let tree = Tree {
            top: partial,
            below: Vec::new(),
        };
        self.meld(vec![Some(tree)]);
    }

    /// Adds the trees of another heap, which stands on the left in comparisons.
    fn meld(&mut self, left: Vec<Option<Tree>>) {
        let right = std::mem::take(&mut self.0);
        let mut left = left.into_iter();
        let mut right = right.into_iter();
        let mut carry: Option<Tree> = None;
        loop {
            let (one, two) = match (left.next(), right.next()) {
                (None, None) => break,
                // Where the right heap has ended, the left takes its side.
                (Some(one), None) => (None, one),
                (one, two) => (one.flatten(), two.flatten()),
            };
            let (sum, next) = add(one, two, carry.take());
            self.0.push(sum);
            carry = next;
        }
        if carry.is_some() {
            self.0.push(carry);
        }
    }

    fn take_least(&mut self) -> Option<Partial> {
        let mut best: Option<usize> = None;
        for (at, tree) in self.0.iter().enumerate() {
            let Some(tree) = tree else { continue };
            let least = |best: usize| self.0[best].as_ref().map_or(u64::MAX, |tree| tree.top.cost);
            if best.is_none_or(|best| tree.top.cost < least(best)) {
                best = Some(at);
            }
        }
        let tree = self.0[best?].take()?;
        let below = tree.below.into_iter().rev().map(Some).collect();
        self.meld(below);
        Some(tree.top)
    }
}

/// Adds up to three trees of one size: one stays, two become one of the next size.
fn add(
    left: Option<Tree>,
    right: Option<Tree>,
    carry: Option<Tree>,
) -> (Option<Tree>, Option<Tree>) {
    match (left, right, carry) {
        (Some(left), Some(right), carry) => (carry, Some(join(left, right))),
        (Some(one), None, Some(carry)) => (None, Some(join(carry, one))),
        (None, Some(one), Some(carry)) => (None, Some(join(one, carry))),
        (one, two, carry) => (one.or(two).or(carry), None),
    }
}

fn join(mut left: Tree, mut right: Tree) -> Tree {
    if left.top.cost < right.top.cost {
        left.below.insert(0, right);
        left
    } else {
        right.below.insert(0, left);
        right
    }
}
