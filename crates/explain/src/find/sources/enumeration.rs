//! Steps by enumeration: some premises leave choices, such as which groups of a list are true or which numbers make a total; the conclusion holds in all
//! combinations that do not fail. For example, the long ships of a fleet can lie in six ways, and in all of them a cell is water.
//!
//! The choices form a tree, each followed by propagation over all premises. A sentence mentions the combinations that are left; the verifier gets the tree.

use gridwright_fd::Limit;

use crate::find::deduction::{Deduction, Enumeration, case_link, violated_link};
use crate::find::knowledge::Knowledge;
use crate::find::limit_check::LimitCheck;
use crate::find::literal::{Literal, View, claims};
use crate::find::network::Relation;
use crate::find::trace::{self, Trace};
use crate::step::Link;

/// The maximum number of choices per tree, in two rounds, so that small trees come first.
pub(crate) const MAX_CHOICES: [u32; 2] = [150, 4_000];

/// The maximum number of combinations of numbers of one total.
const MAX_OF_TOTAL: usize = 400;

/// The cost of each choice, in addition to the premises and facts.
const CHOICE: u32 = 2;

/// The step of the first list of premises whose combinations share something, with a maximum number of choices for each round.
pub(crate) fn first(
    knowledge: &mut Knowledge<'_>,
    lists: &[Vec<usize>],
    rounds: &[u32],
    limits: &mut LimitCheck,
) -> Result<Option<Deduction>, Limit> {
    let nodes = lists.iter().map(|list| nodes_with_choices(knowledge, list));
    let mut lists: Vec<Vec<u32>> = nodes.filter(|nodes| !nodes.is_empty()).collect();
    for &max_choices in rounds {
        let mut cut_short = Vec::new();
        for nodes in lists {
            let base = knowledge.state.len();
            let mut search = Search {
                nodes: &nodes,
                base,
                combination: Vec::new(),
                left: Vec::new(),
                shared: None,
                tried: 0,
                max_choices,
            };
            let end = search.run(knowledge, &mut Vec::new(), limits);
            knowledge.state.undo(base);
            let (tried, left) = (search.tried, search.left);
            let shared = search.shared.unwrap_or_default();
            match end {
                Err(Cut::Limit(limit)) => return Err(limit),
                Err(Cut::TooMany) => cut_short.push(nodes),
                Err(Cut::NothingShared) => {}
                Ok(()) if shared.is_empty() => {}
                Ok(()) => {
                    let mut found = deduction(knowledge, &nodes, left, shared);
                    found.cost += CHOICE * tried;
                    return Ok(Some(found));
                }
            }
        }
        lists = cut_short;
    }
    Ok(None)
}

/// The nodes of some premises that leave choices: groups and totals.
fn nodes_with_choices(knowledge: &Knowledge<'_>, premises: &[usize]) -> Vec<u32> {
    let network = knowledge.network;
    let nodes = premises.iter();
    let nodes = nodes.flat_map(|&premise| network.nodes_of(premise));
    let has_choices = |&node: &usize| {
        let node = &network.nodes[node];
        let is_choice = matches!(
            node.relation,
            Relation::Groups { .. } | Relation::Total { .. }
        );
        node.condition.is_empty() && is_choice
    };
    nodes.filter(has_choices).map(|node| node as u32).collect()
}

/// Why an enumeration was cut.
enum Cut {
    /// It has too many choices.
    TooMany,
    /// The combinations so far share nothing.
    NothingShared,
    Limit(Limit),
}

/// A choice: the index of the node in the list, and the number of the option.
type Choice = (usize, usize);

/// The choices that a node leaves.
#[derive(Default)]
struct Options {
    /// The options that are still open, with their numbers.
    open: Vec<(usize, Vec<Literal>)>,
    /// The literals that exclude all others.
    excluding: Vec<Literal>,
    /// Whether one more option must be true.
    is_needed: bool,
}

fn options(knowledge: &Knowledge<'_>, node: u32) -> Option<Options> {
    let view = knowledge.state.view();
    match &knowledge.network.nodes[node as usize].relation {
        Relation::Groups { of, min, .. } => Some(options_of_groups(of, *min, view)),
        Relation::Total { of, min, max } => options_of_total(of, (*min, *max), view),
        _ => None,
    }
}

fn options_of_groups(of: &[Vec<Literal>], min: u32, view: View<'_>) -> Options {
    let mut options = Options::default();
    let mut full = 0;
    for (at, group) in of.iter().enumerate() {
        if let Some(first) = view.first_false(group) {
            options.excluding.push(first.opposite());
        } else if group.iter().all(|&literal| view.is_true(literal)) {
            full += 1;
        } else {
            options.open.push((at, group.clone()));
        }
    }
    options.is_needed = full < min;
    options
}

/// All combinations of numbers that make a total; `None` if there are too many.
fn options_of_total(
    of: &[Vec<(Literal, i64)>],
    (min, max): (i64, i64),
    view: View<'_>,
) -> Option<Options> {
    let mut options = Options::default();
    let mut settled = 0;
    let mut lists: Vec<Vec<(Literal, i64)>> = Vec::new();
    for list in of {
        if let Some(&(literal, number)) = list.iter().find(|(literal, _)| view.is_true(*literal)) {
            options.excluding.push(literal);
            settled += number;
            continue;
        }
        let (out, left): (Vec<_>, Vec<_>) = list
            .iter()
            .copied()
            .partition(|&(literal, _)| view.is_false(literal));
        options
            .excluding
            .extend(out.iter().map(|(literal, _)| literal.opposite()));
        lists.push(left);
    }
    options.is_needed = !lists.is_empty();
    let mut combinations: Vec<(i64, Vec<Literal>)> = vec![(settled, Vec::new())];
    for (at, list) in lists.iter().enumerate() {
        // The least and the greatest sum of the lists after this one.
        let (mut lowest, mut highest) = (0, 0);
        for list in &lists[at + 1..] {
            let numbers = || list.iter().map(|(_, number)| *number);
            lowest += numbers().min().unwrap_or(0);
            highest += numbers().max().unwrap_or(0);
        }
        let mut longer = Vec::new();
        for (sum, combination) in &combinations {
            for &(literal, number) in list {
                let sum = sum + number;
                if sum + lowest <= max && sum + highest >= min {
                    let mut combination = combination.clone();
                    combination.push(literal);
                    longer.push((sum, combination));
                }
            }
        }
        combinations = longer;
        if combinations.len() > MAX_OF_TOTAL {
            return None;
        }
    }
    let all = combinations.into_iter().map(|(_, all)| all);
    options.open = all.enumerate().collect();
    Some(options)
}

/// The index of the next node to choose from, with its options; `None` if every node has what it needs.
fn next_node(
    knowledge: &Knowledge<'_>,
    nodes: &[u32],
    path: &[Choice],
) -> Result<Option<(usize, Options)>, Cut> {
    for (at, &node) in nodes.iter().enumerate() {
        let mut options = options(knowledge, node).ok_or(Cut::TooMany)?;
        if options.is_needed {
            // The options of a node are chosen in order: combinations with earlier ones were tried before.
            let last = path.iter().rev().find(|(node, _)| *node == at);
            if let Some(&(_, last)) = last {
                options.open.retain(|(option, _)| *option > last);
            }
            return Ok(Some((at, options)));
        }
    }
    Ok(None)
}

/// A search through all combinations.
struct Search<'a> {
    nodes: &'a [u32],
    base: usize,
    /// The choices so far.
    combination: Vec<Vec<Literal>>,
    /// The combinations without a conflict.
    left: Vec<Vec<Vec<Literal>>>,
    /// What they all force; `None` before the first.
    shared: Option<Vec<Literal>>,
    /// The number of choices tried.
    tried: u32,
    max_choices: u32,
}

impl Search<'_> {
    fn run(
        &mut self,
        knowledge: &mut Knowledge<'_>,
        path: &mut Vec<Choice>,
        limits: &mut LimitCheck,
    ) -> Result<(), Cut> {
        let Some((at, options)) = next_node(knowledge, self.nodes, path)? else {
            return self.leaf(knowledge);
        };
        let mask = &knowledge.network.no_summary;
        for (option, literals) in options.open {
            limits.check(knowledge.state.effort).map_err(Cut::Limit)?;
            self.tried += 1;
            if self.tried > self.max_choices {
                return Err(Cut::TooMany);
            }
            let before = knowledge.state.len();
            if knowledge.state.assume(&literals, mask, u32::MAX).is_ok() {
                path.push((at, option));
                self.combination.push(literals);
                self.run(knowledge, path, limits)?;
                self.combination.pop();
                path.pop();
            }
            knowledge.state.undo(before);
        }
        Ok(())
    }

    /// Records a combination that does not fail.
    fn leaf(&mut self, knowledge: &Knowledge<'_>) -> Result<(), Cut> {
        let view = knowledge.state.view();
        let shared = match self.shared.take() {
            Some(mut shared) => {
                shared.retain(|&literal| view.is_true(literal));
                shared
            }
            None => knowledge.state.literals_from(self.base),
        };
        self.left.push(self.combination.clone());
        match shared.is_empty() {
            true => Err(Cut::NothingShared),
            false => {
                self.shared = Some(shared);
                Ok(())
            }
        }
    }
}

/// The step: what all combinations share, with the tree that shows it.
fn deduction(
    knowledge: &mut Knowledge<'_>,
    nodes: &[u32],
    left: Vec<Vec<Vec<Literal>>>,
    shared: Vec<Literal>,
) -> Deduction {
    let mut builder = TreeBuilder {
        nodes,
        base: knowledge.state.len(),
        goal: &shared,
        trace: Trace::default(),
    };
    let tree = builder.tree(knowledge, &mut Vec::new());
    let mut trace = builder.trace;
    trace.normalize();
    let mut found = Deduction::new(knowledge, trace, None, shared);
    found.enumeration = Some(Enumeration { left, tree });
    found
}

/// Repeats the search, and records the tree for the verifier.
struct TreeBuilder<'a> {
    nodes: &'a [u32],
    base: usize,
    goal: &'a [Literal],
    trace: Trace,
}

impl TreeBuilder<'_> {
    fn tree(&mut self, knowledge: &mut Knowledge<'_>, path: &mut Vec<Choice>) -> Vec<Link> {
        let next = next_node(knowledge, self.nodes, path);
        let Some((at, options)) = next.ok().flatten() else {
            let chain = trace::literals(&knowledge.state, self.goal, self.base);
            return self.links(chain);
        };
        let mask = &knowledge.network.no_summary;
        // The links start with the reason why there are no other cases.
        let excluding = trace::literals(&knowledge.state, &options.excluding, self.base);
        let mut links = self.links(excluding);
        for (option, literals) in options.open {
            let case = claims(&literals);
            // A premise may have the same option twice.
            if links.iter().any(|link| link.case == case) {
                continue;
            }
            let before = knowledge.state.len();
            let inner = match knowledge.state.assume(&literals, mask, u32::MAX) {
                Err(conflict) => {
                    let chain = trace::conflict(&knowledge.state, conflict, self.base, &[]);
                    self.links(chain)
                }
                Ok(()) => {
                    path.push((at, option));
                    let inner = self.tree(knowledge, path);
                    path.pop();
                    inner
                }
            };
            knowledge.state.undo(before);
            links.push(case_link(&literals, inner));
        }
        let premise = knowledge.network.nodes[self.nodes[at] as usize].premise;
        self.trace.premises.push(premise);
        links.push(violated_link(premise));
        links
    }

    /// The links of a trace, whose premises and known literals are recorded.
    fn links(&mut self, trace: Trace) -> Vec<Link> {
        self.trace.join(&trace);
        trace.chain
    }
}
