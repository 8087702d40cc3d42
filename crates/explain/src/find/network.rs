//! The network: the premises of an instance as nodes, and for every fact the nodes it occurs in. It is immutable.
//!
//! A summary is a premise that restates several others. It can give a step of its own, but assumptions are propagated without summaries.

use std::collections::HashSet;
use std::ops::Range;

use gridwright_puzzles::{Claim, Premise, PremiseForm};

use crate::find::literal::Literal;
use crate::find::relations::loops;
use crate::find::relations::regular::Words;

/// The premises of an instance as nodes.
#[derive(Debug)]
pub(crate) struct Network {
    pub(crate) nodes: Vec<Node>,
    /// Per node, the premise it is part of.
    pub(crate) premise_of: Vec<u32>,
    /// Where facts occur in nodes of premises other than summaries.
    pub(crate) occurrences: Occurrences,
    /// Where facts occur in nodes of summaries.
    summary_occurrences: Occurrences,
    /// Per node, the literals of its count; none for other relations.
    pub(crate) counted: Lists<Literal>,
    /// Per node, whether its relation is a count.
    pub(crate) is_count: Vec<bool>,
    /// Per node, whether it is a count with a maximum of 0.
    is_none: Vec<bool>,
    /// Per node, the first of the nodes before it, or itself, that have the same relation in a row: a rule may be a premise twice, once as bookkeeping.
    pub(crate) alike: Vec<u32>,
    /// Per premise, its nodes.
    nodes_of: Vec<Range<usize>>,
    /// Per premise, its weight.
    pub(crate) weights: Vec<u32>,
    /// Per premise, whether it is not a summary: assumptions are propagated over these.
    pub(crate) no_summary: Vec<bool>,
    /// Per premise, whether it has no weight: what it forces needs no step.
    pub(crate) is_trivial: Vec<bool>,
    /// Per premise, whether it is bookkeeping.
    is_bookkeeping: Vec<bool>,
}

/// A relation that must hold if all literals of a condition are true.
#[derive(Debug)]
pub(crate) struct Node {
    /// The premise it is part of.
    pub(crate) premise: u32,
    pub(crate) condition: Vec<Literal>,
    pub(crate) relation: Relation,
    /// The number of literals of the relation.
    pub(crate) n_literals: usize,
    /// Whether it is bookkeeping, which makes no fact true.
    pub(crate) is_bookkeeping: bool,
    /// Whether it is an implication, written as a clause.
    pub(crate) is_implication: bool,
}

impl Node {
    /// The facts of its condition and of its relation.
    pub(crate) fn facts(&self) -> impl Iterator<Item = usize> {
        let condition = self.condition.iter().copied();
        let literals = condition.chain(self.relation.literals());
        literals.map(|literal| literal.fact())
    }
}

/// A relation over literals.
#[derive(Debug)]
pub(crate) enum Relation {
    /// From `min` to `max` of these are true.
    Count {
        of: Vec<Literal>,
        min: u32,
        max: u32,
    },
    /// Of these groups, from `min` to `max` have all their literals true.
    Groups {
        of: Vec<Vec<Literal>>,
        min: u32,
        max: u32,
    },
    /// One literal of every list is true, and their numbers add up to a sum from `min` to `max`.
    Total {
        of: Vec<Vec<(Literal, i64)>>,
        min: i64,
        max: i64,
    },
    /// One literal of every list is true, and they are one of the words.
    Regular { of: Vec<Vec<Literal>>, words: Words },
    /// The edges whose literals are true connect all nodes of a graph.
    Connected {
        nodes: usize,
        edges: Vec<(u32, u32, Literal)>,
    },
    /// The nodes whose literals are true induce a connected subgraph.
    ConnectedNodes {
        nodes: Vec<Literal>,
        beside: Vec<Vec<u32>>,
    },
    /// The edges whose literals are true form one simple cycle.
    SingleLoop(loops::Graph),
    /// Every connected part of the nodes whose literals are true has this many nodes.
    PartSizes {
        nodes: Vec<Literal>,
        beside: Vec<Vec<u32>>,
        size: usize,
        /// The node whose part is meant; `None` for every part.
        at: Option<usize>,
    },
    /// Every connected part of the nodes whose literals are true has one root, and its size if the root has one.
    RootedParts {
        nodes: Vec<Literal>,
        beside: Vec<Vec<u32>>,
        roots: Vec<(usize, Option<usize>)>,
    },
}

impl Relation {
    /// The number of literals of a graph or of words, which take long to propagate; 0 for other relations.
    pub(crate) fn graph_size(&self) -> usize {
        match self {
            Relation::SingleLoop(graph) => graph.edges.len(),
            Relation::ConnectedNodes { nodes, .. }
            | Relation::PartSizes { nodes, .. }
            | Relation::RootedParts { nodes, .. } => nodes.len(),
            Relation::Regular { of, .. } => of.iter().map(Vec::len).sum(),
            _ => 0,
        }
    }

    /// Whether this is the relation of sizes of parts that another one is too.
    fn is_same(&self, other: &Relation) -> bool {
        match (self, other) {
            (
                Relation::PartSizes {
                    nodes,
                    beside,
                    size,
                    at,
                },
                Relation::PartSizes {
                    nodes: other_nodes,
                    beside: other_beside,
                    size: other_size,
                    at: other_at,
                },
            ) => (nodes, beside, size, at) == (other_nodes, other_beside, other_size, other_at),
            _ => false,
        }
    }

    pub(crate) fn literals(&self) -> Box<dyn Iterator<Item = Literal> + '_> {
        match self {
            Relation::Count { of, .. } => Box::new(of.iter().copied()),
            Relation::Groups { of, .. } => Box::new(of.iter().flatten().copied()),
            Relation::Total { of, .. } => Box::new(of.iter().flatten().map(|(one, _)| *one)),
            Relation::Regular { of, .. } => Box::new(of.iter().flatten().copied()),
            Relation::Connected { edges, .. } => Box::new(edges.iter().map(|(_, _, one)| *one)),
            Relation::SingleLoop(graph) => Box::new(graph.edges.iter().map(|(_, _, one)| *one)),
            Relation::ConnectedNodes { nodes, .. }
            | Relation::PartSizes { nodes, .. }
            | Relation::RootedParts { nodes, .. } => Box::new(nodes.iter().copied()),
        }
    }
}

/// An occurrence of a fact in a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Occurrence {
    pub(crate) node: u32,
    pub(crate) role: Role,
}

/// The role of a fact in a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// In the condition, as a literal of this sign.
    Condition { holds: bool },
    /// In a count, as a literal of this sign.
    Counted { holds: bool },
    /// In any other relation, which is propagated as a whole.
    Other,
}

impl Network {
    pub(crate) fn new(premises: &[Premise], n_facts: usize) -> Network {
        let mut network = Network {
            nodes: Vec::new(),
            premise_of: Vec::new(),
            occurrences: Lists::new(std::iter::empty()),
            summary_occurrences: Lists::new(std::iter::empty()),
            counted: Lists::new(std::iter::empty()),
            is_count: Vec::new(),
            is_none: Vec::new(),
            alike: Vec::new(),
            nodes_of: Vec::with_capacity(premises.len()),
            weights: premises.iter().map(|premise| premise.weight).collect(),
            no_summary: premises.iter().map(|premise| !premise.is_summary).collect(),
            is_trivial: premises.iter().map(|premise| premise.weight == 0).collect(),
            is_bookkeeping: premises.iter().map(|one| one.is_bookkeeping).collect(),
        };
        for (i, premise) in premises.iter().enumerate() {
            let start = network.nodes.len();
            network.add(i as u32, &[], &premise.form);
            network.nodes_of.push(start..network.nodes.len());
        }
        network.premise_of = network.nodes.iter().map(|node| node.premise).collect();
        let (mut plain, mut summaries) = (vec![Vec::new(); n_facts], vec![Vec::new(); n_facts]);
        for (at, node) in network.nodes.iter().enumerate() {
            match network.no_summary[node.premise as usize] {
                true => index(at, node, &mut plain),
                false => index(at, node, &mut summaries),
            }
        }
        network.occurrences = Lists::new(plain.iter().map(Vec::as_slice));
        network.summary_occurrences = Lists::new(summaries.iter().map(Vec::as_slice));
        let counted = network.nodes.iter().map(|node| match &node.relation {
            Relation::Count { of, .. } => of.as_slice(),
            _ => &[],
        });
        network.counted = Lists::new(counted);
        let is_count = |node: &Node| matches!(node.relation, Relation::Count { .. });
        let is_none = |node: &Node| matches!(node.relation, Relation::Count { max: 0, .. });
        network.is_count = network.nodes.iter().map(is_count).collect();
        network.is_none = network.nodes.iter().map(is_none).collect();
        network
    }

    /// The nodes of summaries that a fact occurs in.
    pub(crate) fn summary_occurrences(&self, fact: usize) -> &[Occurrence] {
        self.summary_occurrences.of(fact)
    }

    /// Whether all relations are counts.
    pub(crate) fn is_counts_only(&self) -> bool {
        self.is_count.iter().all(|&is_count| is_count)
    }

    /// Whether a node is a count with a maximum of 0, of which the first literal became false so that `false_slack` more may. Such a count is full from the beginning, so that no
    /// literal that becomes true notifies it. The first one that becomes false does: its premise may not have been propagated yet.
    pub(crate) fn is_first_false(&self, node: usize, false_slack: i32) -> bool {
        self.is_none[node] && false_slack as usize + 1 == self.counted.of(node).len()
    }

    /// The nodes of a premise.
    pub(crate) fn nodes_of(&self, premise: usize) -> Range<usize> {
        self.nodes_of[premise].clone()
    }

    /// Whether a premise is one count without a condition.
    pub(crate) fn is_bare_count(&self, premise: usize) -> bool {
        let [node] = &self.nodes[self.nodes_of(premise)] else {
            return false;
        };
        node.condition.is_empty() && matches!(node.relation, Relation::Count { .. })
    }

    pub(crate) fn n_premises(&self) -> usize {
        self.nodes_of.len()
    }

    pub(crate) fn n_facts(&self) -> usize {
        self.occurrences.len()
    }

    /// Per premise, whether it is one of these.
    pub(crate) fn mask(&self, premises: &[u32]) -> Vec<bool> {
        let mut mask = vec![false; self.n_premises()];
        for &premise in premises {
            mask[premise as usize] = true;
        }
        mask
    }

    fn add(&mut self, premise: u32, condition: &[Literal], form: &PremiseForm) {
        let literals = |claims: &[Claim]| claims.iter().map(|&claim| claim.into()).collect();
        let mut condition = condition.to_vec();
        let is_implication = !condition.is_empty();
        let relation = match form {
            PremiseForm::All(forms) => {
                for form in forms {
                    self.add(premise, &condition, form);
                }
                return;
            }
            PremiseForm::When(claims, form) => {
                condition.extend(claims.iter().map(|&claim| Literal::from(claim)));
                self.add(premise, &condition, form);
                return;
            }
            PremiseForm::Count { of, min, max } => {
                let mut of: Vec<Literal> = literals(of);
                let mut max = (*max).min(of.len()) as u32;
                // "If these hold, at least one of those does" is a clause, which propagates better as one count.
                if *min == 1 && max as usize == of.len() && !condition.is_empty() {
                    of.extend(condition.drain(..).map(Literal::opposite));
                    max = of.len() as u32;
                }
                let min = *min as u32;
                Relation::Count { of, min, max }
            }
            PremiseForm::Groups { of, min, max } => Relation::Groups {
                of: of.iter().map(|group| literals(group)).collect(),
                min: *min as u32,
                max: (*max).min(of.len()) as u32,
            },
            PremiseForm::Total { of, min, max } => {
                let option = |&(fact, number)| (Literal::new(fact, true), number);
                let lists = of.iter().map(|list| list.iter().map(option).collect());
                Relation::Total {
                    of: lists.collect(),
                    min: *min,
                    max: *max,
                }
            }
            PremiseForm::Regular { of, automaton } => {
                let symbols = |list: &Vec<(Claim, i32)>| list.iter().map(|(_, one)| *one).collect();
                let symbols: Vec<Vec<i32>> = of.iter().map(symbols).collect();
                let options = |list: &Vec<(Claim, i32)>| {
                    let options = list.iter().map(|&(claim, _)| claim.into());
                    options.collect()
                };
                Relation::Regular {
                    of: of.iter().map(options).collect(),
                    words: Words::new(automaton, &symbols),
                }
            }
            PremiseForm::Joined { nodes, edges } => {
                let edges = edges.iter();
                let edges = edges.map(|&(a, b, claim)| (a as u32, b as u32, claim.into()));
                Relation::Connected {
                    nodes: *nodes,
                    edges: edges.collect(),
                }
            }
            PremiseForm::SingleLoop { nodes, edges } => {
                let edges = edges.iter();
                let edges = edges.map(|&(a, b, claim)| (a as u32, b as u32, claim.into()));
                Relation::SingleLoop(loops::Graph::new(*nodes, edges.collect()))
            }
            PremiseForm::Connected { nodes, edges } => Relation::ConnectedNodes {
                beside: beside(nodes.len(), edges),
                nodes: literals(nodes),
            },
            PremiseForm::PartSizes {
                nodes,
                edges,
                size,
                at,
            } => Relation::PartSizes {
                beside: beside(nodes.len(), edges),
                nodes: literals(nodes),
                size: *size,
                at: *at,
            },
            PremiseForm::RootedParts {
                nodes,
                edges,
                roots,
            } => Relation::RootedParts {
                beside: beside(nodes.len(), edges),
                nodes: literals(nodes),
                roots: roots.clone(),
            },
        };
        let alike = match self.nodes.last() {
            Some(last) if last.relation.is_same(&relation) => self.alike[self.nodes.len() - 1],
            _ => self.nodes.len() as u32,
        };
        self.alike.push(alike);
        self.nodes.push(Node {
            premise,
            condition,
            n_literals: relation.literals().count(),
            relation,
            is_bookkeeping: self.is_bookkeeping[premise as usize],
            is_implication,
        });
    }
}

/// Records the facts that occur in a node.
fn index(at: usize, node: &Node, all: &mut [Vec<Occurrence>]) {
    let mut add = |literal: Literal, role: Role| {
        let node = at as u32;
        all[literal.fact()].push(Occurrence { node, role });
    };
    for &literal in &node.condition {
        let holds = literal.holds();
        add(literal, Role::Condition { holds });
    }
    let is_count = matches!(node.relation, Relation::Count { .. });
    let mut added: HashSet<usize> = HashSet::new();
    for literal in node.relation.literals() {
        if is_count {
            let holds = literal.holds();
            add(literal, Role::Counted { holds });
        } else if added.insert(literal.fact()) {
            // A relation that is propagated as a whole is notified once per fact.
            add(literal, Role::Other);
        }
    }
}

/// The nodes that every fact occurs in.
pub(crate) type Occurrences = Lists<Occurrence>;

/// Lists that are stored in one vector.
#[derive(Clone, Debug)]
pub(crate) struct Lists<T> {
    all: Vec<T>,
    /// Per list, where it begins, and its length.
    parts: Vec<(u32, u32)>,
}

impl<T: Copy> Lists<T> {
    fn new<'l>(lists: impl Iterator<Item = &'l [T]>) -> Lists<T>
    where
        T: 'l,
    {
        let (mut all, mut parts) = (Vec::new(), Vec::new());
        for list in lists {
            parts.push((all.len() as u32, list.len() as u32));
            all.extend_from_slice(list);
        }
        Lists { all, parts }
    }

    fn len(&self) -> usize {
        self.parts.len()
    }

    /// A list.
    pub(crate) fn of(&self, list: usize) -> &[T] {
        let (start, n) = self.parts[list];
        &self.all[start as usize..(start + n) as usize]
    }

    /// Where the items of a list are.
    pub(crate) fn places(&self, list: usize) -> Range<usize> {
        let (start, n) = self.parts[list];
        start as usize..(start + n) as usize
    }

    /// The item at a place.
    pub(crate) fn at(&self, place: usize) -> T {
        self.all[place]
    }

    /// Drops all items except those that are kept.
    pub(crate) fn retain(&mut self, is_kept: impl Fn(T) -> bool) {
        for (start, n) in &mut self.parts {
            let from = *start as usize;
            let mut kept = from;
            for at in from..from + *n as usize {
                if is_kept(self.all[at]) {
                    self.all[kept] = self.all[at];
                    kept += 1;
                }
            }
            *n = (kept - from) as u32;
        }
    }
}

/// The neighbours of every node of a graph.
fn beside(nodes: usize, edges: &[(usize, usize)]) -> Vec<Vec<u32>> {
    let mut beside = vec![Vec::new(); nodes];
    for &(a, b) in edges {
        beside[a].push(b as u32);
        beside[b].push(a as u32);
    }
    beside
}
