//! Branching: which variable is decided next, and how its values are tried.
//!
//! The names are those of ECLiPSe (`search/6`); those of SICStus (`labeling/2`) are accepted too. Ties go to the
//! variable that comes first in its group.

use std::fmt;

use gridwright_control::Rng;

use crate::store::Store;
use crate::vars::{Atom, Var, View};

/// Chooses the next decision, without side effects.
pub trait Branching: fmt::Debug {
    /// The next decision; `None` when nothing is left to decide.
    fn next(&mut self, context: &BranchContext<'_>) -> Option<Decision>;
}

/// What a branching heuristic can read.
#[derive(Clone, Copy, Debug)]
pub struct BranchContext<'a> {
    /// The domains.
    pub store: &'a Store,
    /// By variable, its weight: 1 plus the number of failures of constraints over it.
    pub weights: &'a [f64],
}

/// What is decided next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// First this atom, then its negation; after either, branching is called again.
    Split(Atom),
    /// Fix this variable, in the order of the choice, before branching is called again.
    Label(Var, Choice),
    /// As `Label`, for a variable of an auxiliary group: the decision does not count as a node.
    Auxiliary(Var, Choice),
}

/// Which variable comes next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Select {
    /// The first unfixed one (SICStus: `leftmost`).
    InputOrder,
    /// The smallest domain (SICStus: `ff`).
    FirstFail,
    /// The largest domain.
    AntiFirstFail,
    /// The smallest minimum (SICStus: `min`).
    Smallest,
    /// The largest maximum (SICStus: `max`).
    Largest,
    /// The one that most propagators watch.
    Occurrence,
    /// The smallest domain; of several, the one that most propagators watch (SICStus: `ffc`).
    MostConstrained,
    /// The one that most propagators watch which are not entailed yet; `occurrence` in MiniZinc.
    DynamicDegree,
    /// The smallest domain; of several, the one of largest dynamic degree; `most_constrained` in MiniZinc.
    FirstFailDynamicDegree,
    /// The largest gap between its two smallest values.
    MaxRegret,
    /// The smallest quotient of domain size and weight of conflicts (Boussemart, Hemery, Lecoutre and Sais 2004).
    DomWDeg,
    /// A random variable.
    Random,
}

/// How the values of a variable are tried.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Choice {
    /// Ascending over the domain at the choice point; tried values are not removed on backtracking.
    Indomain,
    /// Descending over the domain at the choice point (SICStus: `enum` with `down`).
    IndomainDown,
    /// The smallest; on backtracking it is removed, with propagation.
    Min,
    /// The largest; on backtracking it is removed, with propagation.
    Max,
    /// From the middle of the bounds outwards, the larger side first.
    Middle,
    /// From the median of the domain outwards.
    Median,
    /// Bisection, the lower half first.
    Split,
    /// Bisection, the upper half first.
    ReverseSplit,
    /// A random value; on backtracking it is removed.
    Random,
    /// The value that removes fewest values from other variables, found by trying each; on backtracking it is removed
    /// and the others are compared again. Without propagation, what forward checking would remove.
    LeastConstraining,
    /// First everything but the smallest value.
    OutMin,
    /// First everything but the largest value.
    OutMax,
    /// The smallest value or not, then a new choice of variable (SICStus: `step`, `up`).
    Step,
    /// The largest value or not, then a new choice of variable (SICStus: `step`, `down`).
    StepDown,
    /// The lower half or the upper, then a new choice of variable (SICStus: `bisect`, `up`).
    Bisect,
    /// The upper half or the lower, then a new choice of variable (SICStus: `bisect`, `down`).
    BisectDown,
    /// The median or not, then a new choice of variable (SICStus: `median`).
    StepMedian,
    /// The value nearest to the middle or not, then a new choice of variable (SICStus: `middle`).
    StepMiddle,
    /// A random value or not, then a new choice of variable.
    StepRandom,
}

impl Select {
    /// Every name and its meaning; the first name of each is the one printed.
    pub const NAMES: &'static [(&'static str, Select)] = &[
        ("input_order", Select::InputOrder),
        ("first_fail", Select::FirstFail),
        ("anti_first_fail", Select::AntiFirstFail),
        ("smallest", Select::Smallest),
        ("largest", Select::Largest),
        ("occurrence", Select::Occurrence),
        ("most_constrained", Select::MostConstrained),
        ("dynamic_degree", Select::DynamicDegree),
        ("first_fail_dynamic_degree", Select::FirstFailDynamicDegree),
        ("max_regret", Select::MaxRegret),
        ("dom_w_deg", Select::DomWDeg),
        ("random", Select::Random),
        ("leftmost", Select::InputOrder),
        ("ff", Select::FirstFail),
        ("min", Select::Smallest),
        ("max", Select::Largest),
        ("ffc", Select::MostConstrained),
    ];
}

impl Choice {
    /// Every name and its meaning; the first name of each is the one printed.
    pub const NAMES: &'static [(&'static str, Choice)] = &[
        ("indomain", Choice::Indomain),
        ("indomain_down", Choice::IndomainDown),
        ("indomain_min", Choice::Min),
        ("indomain_max", Choice::Max),
        ("indomain_middle", Choice::Middle),
        ("indomain_median", Choice::Median),
        ("indomain_split", Choice::Split),
        ("indomain_reverse_split", Choice::ReverseSplit),
        ("indomain_random", Choice::Random),
        ("least_constraining", Choice::LeastConstraining),
        ("outdomain_min", Choice::OutMin),
        ("outdomain_max", Choice::OutMax),
        ("step", Choice::Step),
        ("step_down", Choice::StepDown),
        ("bisect", Choice::Bisect),
        ("bisect_down", Choice::BisectDown),
        ("median", Choice::StepMedian),
        ("middle", Choice::StepMiddle),
        ("step_random", Choice::StepRandom),
        ("enum", Choice::Indomain),
        ("enum_down", Choice::IndomainDown),
    ];
}

impl_keyword!(Select, Choice);

/// Variables that are decided together, before those of later groups.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// The variables; their order breaks ties.
    pub vars: Vec<Var>,
    /// Which comes next.
    pub select: Select,
    /// How its values are tried.
    pub choice: Choice,
    /// Whether its decisions count as nodes: not if they only complete a solution, as those on auxiliary variables do.
    pub counts: bool,
}

impl Group {
    /// A group.
    pub fn new(vars: impl Into<Vec<Var>>, select: Select, choice: Choice) -> Group {
        Group {
            vars: vars.into(),
            select,
            choice,
            counts: true,
        }
    }

    /// Variables that are decided only to complete a solution, in the given order and the smallest value first. Their
    /// decisions do not count as nodes, and after a solution they are not tried again if they cannot improve it.
    pub fn auxiliary(vars: impl Into<Vec<Var>>) -> Group {
        Group {
            counts: false,
            ..Group::new(vars, Select::InputOrder, Choice::Min)
        }
    }
}

/// The branching of a sequence of groups.
#[derive(Clone, Debug)]
pub(crate) struct Groups {
    groups: Vec<Group>,
    /// By group, how many of its first variables are fixed.
    fixed: Vec<FixedPrefix>,
    rng: Rng,
}

/// How many of the first variables of a group are fixed, by level: selection need not look at them again.
#[derive(Clone, Debug, Default)]
struct FixedPrefix(Vec<(usize, u64, usize)>);

impl FixedPrefix {
    /// The length of the prefix at the current level.
    fn update(&mut self, vars: &[Var], store: &Store) -> usize {
        let depth = store.depth();
        // What is fixed at a level stays fixed until that level is undone.
        let is_current =
            |&(at, id, _): &(usize, u64, usize)| at <= depth && store.level_id(at) == id;
        while self.0.last().is_some_and(|known| !is_current(known)) {
            self.0.pop();
        }
        let known = self.0.last().map_or(0, |&(_, _, length)| length);
        let open = vars[known..]
            .iter()
            .position(|var| !store.is_fixed(var.view()));
        let length = open.map_or(vars.len(), |more| known + more);
        if length > known {
            let level = (depth, store.level_id(depth), length);
            match self.0.last_mut() {
                Some(last) if last.0 == depth => *last = level,
                _ => self.0.push(level),
            }
        }
        length
    }
}

impl Groups {
    /// The groups, then the variables of `all` that are in none.
    pub(crate) fn new(groups: &[Group], all: impl Iterator<Item = Var>, seed: u64) -> Groups {
        let mut groups = groups.to_vec();
        let mut rest: Vec<Var> = all.collect();
        if !groups.is_empty() {
            let named = Marked::all(groups.iter().flat_map(|group| &group.vars));
            rest.retain(|&var| !named.has(var));
            groups.push(Group::new(rest, Select::FirstFail, Choice::Min));
        } else {
            groups.push(Group::new(rest, Select::InputOrder, Choice::Min));
        }
        Groups {
            fixed: vec![FixedPrefix::default(); groups.len()],
            groups,
            rng: Rng::new(seed),
        }
    }

    /// Whether all keys are decided before any other variable.
    pub(crate) fn decide_first(&self, keys: &[Var]) -> bool {
        let mut open = Marked::all(keys);
        let keys = open.clone();
        for group in &self.groups {
            // Under a dynamic order, other variables of the group may come before the keys.
            let given_order = group.select == Select::InputOrder;
            for &var in &group.vars {
                if open.n_marked == 0 && given_order {
                    return true;
                }
                if !keys.has(var) {
                    return false;
                }
                open.unmark(var);
            }
            if open.n_marked == 0 {
                return true;
            }
        }
        open.n_marked == 0
    }

    /// [`Branching::next`] for a search with its own notion of undecided variables, `open`.
    pub(crate) fn next_open(
        &mut self,
        context: &BranchContext<'_>,
        open: impl Fn(Var) -> bool + Copy,
    ) -> Option<(Var, Choice)> {
        self.groups.iter().find_map(|group| {
            select(group.select, &group.vars, open, context, &mut self.rng)
                .map(|var| (var, group.choice))
        })
    }
}

impl Branching for Groups {
    fn next(&mut self, context: &BranchContext<'_>) -> Option<Decision> {
        let open = |var: Var| !context.store.is_fixed(View::from(var));
        let groups = self.groups.iter().zip(&mut self.fixed);
        for (group, fixed) in groups {
            let rest = &group.vars[fixed.update(&group.vars, context.store)..];
            if let Some(var) = select(group.select, rest, open, context, &mut self.rng) {
                return Some(match group.counts {
                    true => Decision::Label(var, group.choice),
                    false => Decision::Auxiliary(var, group.choice),
                });
            }
        }
        None
    }
}

/// A set of variables.
#[derive(Clone, Debug, Default)]
struct Marked {
    marks: Vec<bool>,
    n_marked: usize,
}

impl Marked {
    fn all<'v>(vars: impl IntoIterator<Item = &'v Var>) -> Marked {
        let mut marked = Marked::default();
        for var in vars {
            let place = var.index();
            if place >= marked.marks.len() {
                marked.marks.resize(place + 1, false);
            }
            marked.n_marked += usize::from(!std::mem::replace(&mut marked.marks[place], true));
        }
        marked
    }

    fn has(&self, var: Var) -> bool {
        self.marks.get(var.index()) == Some(&true)
    }

    fn unmark(&mut self, var: Var) {
        self.n_marked -= usize::from(std::mem::take(&mut self.marks[var.index()]));
    }
}

/// A custom branching; when it has nothing left to decide, the other unfixed variables follow in model order.
#[derive(Debug)]
pub(crate) struct WithFallback<'b> {
    own: &'b mut dyn Branching,
    rest: Groups,
}

impl<'b> WithFallback<'b> {
    pub(crate) fn new(
        own: &'b mut dyn Branching,
        all: impl Iterator<Item = Var>,
    ) -> WithFallback<'b> {
        let rest = Groups::new(&[], all, 0);
        WithFallback { own, rest }
    }
}

impl Branching for WithFallback<'_> {
    fn next(&mut self, context: &BranchContext<'_>) -> Option<Decision> {
        let decision = self.own.next(context).or_else(|| self.rest.next(context))?;
        let is_open = match decision {
            Decision::Split(atom) => !context.store.holds(atom) && !context.store.is_false(atom),
            Decision::Label(var, _) | Decision::Auxiliary(var, _) => {
                !context.store.is_fixed(var.view())
            }
        };
        // A decision that already holds or is false would repeat for ever.
        assert!(
            is_open,
            "a branching chose {decision:?}, which is decided already"
        );
        Some(decision)
    }
}

/// The first unfixed variable by the rule.
fn select(
    rule: Select,
    vars: &[Var],
    is_open: impl Fn(Var) -> bool,
    context: &BranchContext<'_>,
    rng: &mut Rng,
) -> Option<Var> {
    let store = context.store;
    let mut open = vars.iter().copied().filter(|&var| is_open(var));
    match rule {
        Select::InputOrder => open.next(),
        Select::FirstFail => least(open, |var| store.size(var.view())),
        Select::AntiFirstFail => least(open, |var| -i64::from(store.size(var.view()))),
        Select::Smallest => least(open, |var| store.min(var.view())),
        Select::Largest => least(open, |var| -i64::from(store.max(var.view()))),
        Select::Occurrence => least(open, |var| -i64::from(store.degree(var))),
        Select::MostConstrained => least(open, |var| {
            (store.size(var.view()), -i64::from(store.degree(var)))
        }),
        Select::DynamicDegree => least(open, |var| -i64::from(store.dynamic_degree(var))),
        Select::FirstFailDynamicDegree => {
            // The degree is counted only for the smallest domains.
            let smallest = vars.iter().filter(|var| is_open(**var));
            let size = smallest.map(|var| store.size(var.view())).min()?;
            let open = open.filter(|var| store.size(var.view()) == size);
            least(open, |var| -i64::from(store.dynamic_degree(var)))
        }
        Select::MaxRegret => least(open, |var| {
            let min = store.min(var.view());
            let next = store.next_value(var.view(), min + 1).unwrap_or(min);
            i64::from(min) - i64::from(next)
        }),
        Select::DomWDeg => least(open, |var| {
            f64::from(store.size(var.view())) / context.weights[var.index()]
        }),
        Select::Random => {
            let n = vars.iter().filter(|&&var| is_open(var)).count();
            if n == 0 { None } else { open.nth(rng.below(n)) }
        }
    }
}

/// The variable of smallest measure; of several, the first.
fn least<T: PartialOrd>(
    vars: impl Iterator<Item = Var>,
    measure: impl Fn(Var) -> T,
) -> Option<Var> {
    let mut best: Option<(T, Var)> = None;
    for var in vars {
        let measured = measure(var);
        if best.as_ref().is_none_or(|(least, _)| measured < *least) {
            best = Some((measured, var));
        }
    }
    best.map(|(_, var)| var)
}
