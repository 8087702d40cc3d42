//! Premises: the rules and clues of one instance, one by one, as statements about facts. The steps of an explanation cite them.
//!
//! A viewpoint formulates the rules for a fast engine; premises formulate them for human readers. "Row 3 needs a 7" is a premise,
//! "the clue at r1c1 is 5" another. A [`PremiseForm`] is the meaning of a premise as data. The search for steps and the verifier of steps
//! interpret it with separate code.
//!
//! Invariant: the truth assignments to facts that satisfy all premises of an instance are exactly those of its answers. A premise that follows from
//! others is marked as implied.

use std::sync::Arc;

use gridwright_constraints::bool_expr::{and, holds, iff, implies};
use gridwright_constraints::{
    Automaton, BoolExpr, EmptySubgraph, Graph, bool_sum_ge, bool_sum_le, connected_nodes,
    connected_spanning, exactly_one, linear_ge, linear_le, part_size_at, part_sizes,
    post_bool_expr, regular, rooted_parts, single_loop,
};
use gridwright_fd::{Atom, Domain, Model, ModelError, Var, View};
use gridwright_grid::Cell;

use crate::contract::drawing::FactState;
use crate::contract::named::NamedTechniques;
use crate::contract::puzzle::Puzzle;

/// A fact or its negation: a literal over the facts of an instance.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Claim {
    /// The index of the fact.
    pub fact: usize,
    /// Whether the fact is claimed to be true, or to be false.
    pub holds: bool,
}

impl Claim {
    /// The claim that a fact is true.
    pub fn is(fact: usize) -> Claim {
        Claim { fact, holds: true }
    }

    /// The claim that a fact is false.
    pub fn is_not(fact: usize) -> Claim {
        Claim { fact, holds: false }
    }

    /// The claims that facts are true.
    pub fn are(facts: &[usize]) -> Vec<Claim> {
        facts.iter().copied().map(Claim::is).collect()
    }

    /// The negation.
    pub fn opposite(self) -> Claim {
        Claim {
            holds: !self.holds,
            ..self
        }
    }

    /// Whether the claim is true, false or open, given the states of the facts.
    pub fn known(self, facts: &[FactState]) -> FactState {
        match (facts[self.fact], self.holds) {
            (FactState::Open, _) => FactState::Open,
            (FactState::True, true) | (FactState::False, false) => FactState::True,
            _ => FactState::False,
        }
    }
}

/// One rule or clue of an instance.
#[derive(Clone, PartialEq, Debug)]
pub struct Premise {
    /// The name of the rule of the kind that it is an instance of: `needs`, `tally`, `clue`.
    pub rule: &'static str,
    /// The rule in words, as a clause that fits into a sentence: "row 3 needs a 7".
    pub words: String,
    /// What is wrong if it is violated, as a clause: "7 has no cell left in row 3". `None` if it can be violated in several ways, or if the words say it as well.
    pub violation: Option<String>,
    /// What is wrong where it is violated, per way to violate it; `{}` stands for the cells, or for the total.
    pub failures: Vec<(Failure, String)>,
    /// The words as a remark in a long chain: "row 3".
    pub brief: Option<String>,
    /// How hard it is to use for a human. 0 needs no explanation, such as that a cell with a 5 has no 7.
    pub weight: u32,
    /// Whether it is a clue: a clue can be missing, a rule cannot.
    pub is_clue: bool,
    /// Whether it follows from other premises.
    pub is_implied: bool,
    /// Whether it summarises other premises. A summary is used for single steps, but not to follow the consequences of an assumption.
    pub is_summary: bool,
    /// Whether it is bookkeeping: it rules facts out at once, without a step, and places nothing. Its weight is 0 and it is a summary.
    pub is_bookkeeping: bool,
    /// The cells to highlight.
    pub cells: Vec<Cell>,
    /// Its meaning.
    pub form: PremiseForm,
}

impl Premise {
    /// A premise that is neither a clue nor implied.
    pub fn new(
        rule: &'static str,
        weight: u32,
        words: impl Into<String>,
        cells: impl IntoIterator<Item = Cell>,
        form: PremiseForm,
    ) -> Premise {
        Premise {
            rule,
            words: words.into(),
            violation: None,
            failures: Vec::new(),
            brief: None,
            weight,
            is_clue: false,
            is_implied: false,
            is_summary: false,
            is_bookkeeping: false,
            cells: cells.into_iter().collect(),
            form,
        }
    }

    /// Says what is wrong if it is violated.
    pub fn violation(mut self, words: impl Into<String>) -> Premise {
        self.violation = Some(words.into());
        self
    }

    /// Says what is wrong if it is violated in this way: "{} would be cut off from the other unshaded cells".
    pub fn failure(mut self, failure: Failure, words: impl Into<String>) -> Premise {
        self.failures.push((failure, words.into()));
        self
    }

    /// Gives it words for a remark in a long chain.
    pub fn brief(mut self, words: impl Into<String>) -> Premise {
        self.brief = Some(words.into());
        self
    }

    /// Marks it as a clue.
    pub fn clue(mut self) -> Premise {
        self.is_clue = true;
        self
    }

    /// Marks it as implied by other premises.
    pub fn implied(mut self) -> Premise {
        self.is_implied = true;
        self
    }

    /// Marks it as a summary of other premises, hence as implied.
    pub fn summary(mut self) -> Premise {
        self.is_summary = true;
        self.implied()
    }

    /// Marks it as bookkeeping, hence as a summary without weight.
    pub fn bookkeeping(mut self) -> Premise {
        self.is_bookkeeping = true;
        self.weight = 0;
        self.summary()
    }

    /// The words with a capital letter, as the beginning of a sentence; the name of a cell stays as it is.
    pub fn sentence(&self) -> String {
        let is_cell = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
        if self.words.strip_prefix('r').is_some_and(is_cell) {
            return self.words.clone();
        }
        let mut letters = self.words.chars();
        let first = letters.next().map(char::to_uppercase);
        first.into_iter().flatten().chain(letters).collect()
    }
}

/// A way in which a premise is violated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failure {
    /// Not enough is left: claims of a count, the greatest total, the room of a part.
    TooFew,
    /// There is too much: claims of a count, the least total, the nodes of a part.
    TooMany,
    /// What must be connected is not, or a part has no root.
    Apart,
    /// Two roots are in one part, or a loop is closed that leaves something out.
    Joined,
}

/// The meaning of a premise.
#[derive(Clone, PartialEq, Debug)]
pub enum PremiseForm {
    /// At least `min` and at most `max` of these claims are true.
    Count {
        /// The claims.
        of: Vec<Claim>,
        /// How many at least.
        min: usize,
        /// How many at most.
        max: usize,
    },
    /// At least `min` and at most `max` of these groups are true; a group is true if all its claims are.
    Groups {
        /// The groups.
        of: Vec<Vec<Claim>>,
        /// How many at least.
        min: usize,
        /// How many at most.
        max: usize,
    },
    /// Exactly one fact of every list is true, and the sum of the numbers of these facts is from `min` to `max`.
    Total {
        /// The lists of facts, each fact with its number.
        of: Vec<Vec<(usize, i64)>>,
        /// The least total.
        min: i64,
        /// The greatest total.
        max: i64,
    },
    /// Exactly one claim of every list is true, and their symbols, list by list, are a word that the automaton accepts: the runs of a row, or what is visible of it.
    Regular {
        /// The claims of each position, each with its symbol; the symbols of a list differ.
        of: Vec<Vec<(Claim, i32)>>,
        /// The automaton.
        automaton: Arc<Automaton>,
    },
    /// The edges whose claim is true connect all nodes, which are numbered from 0.
    Joined {
        /// The number of nodes.
        nodes: usize,
        /// The two ends of each edge and the claim that it is present.
        edges: Vec<(usize, usize, Claim)>,
    },
    /// The nodes whose claim is true, numbered from 0, induce a connected subgraph; there may be none.
    Connected {
        /// For every node, the claim that it is chosen.
        nodes: Vec<Claim>,
        /// The two ends of each edge.
        edges: Vec<(usize, usize)>,
    },
    /// The edges whose claim is true form exactly one simple cycle.
    SingleLoop {
        /// The number of nodes.
        nodes: usize,
        /// The two ends of each edge, which differ, and the claim that it is on the cycle.
        edges: Vec<(usize, usize, Claim)>,
    },
    /// Every connected part of the nodes whose claim is true has exactly `size` nodes.
    PartSizes {
        /// For every node, the claim that it is chosen.
        nodes: Vec<Claim>,
        /// The two ends of each edge.
        edges: Vec<(usize, usize)>,
        /// The number of nodes of a part.
        size: usize,
        /// The node whose part is meant, which is chosen; `None` if every part is meant.
        at: Option<usize>,
    },
    /// Every connected part of the nodes whose claim is true has exactly one root, and its size if the root has one; roots are chosen.
    RootedParts {
        /// For every node, the claim that it is chosen.
        nodes: Vec<Claim>,
        /// The two ends of each edge.
        edges: Vec<(usize, usize)>,
        /// The nodes that are roots, and the numbers of nodes of their parts.
        roots: Vec<(usize, Option<usize>)>,
    },
    /// An implication: if all these claims are true, the form holds.
    When(Vec<Claim>, Box<PremiseForm>),
    /// A conjunction.
    All(Vec<PremiseForm>),
}

impl PremiseForm {
    /// The form of a single claim.
    pub fn just(claim: Claim) -> PremiseForm {
        PremiseForm::exactly(1, vec![claim])
    }

    /// Exactly `n` of the claims are true.
    pub fn exactly(n: usize, of: Vec<Claim>) -> PremiseForm {
        PremiseForm::Count { of, min: n, max: n }
    }

    /// At least `n` of the claims are true.
    pub fn at_least(n: usize, of: Vec<Claim>) -> PremiseForm {
        let max = of.len();
        PremiseForm::Count { of, min: n, max }
    }

    /// At most `n` of the claims are true.
    pub fn at_most(n: usize, of: Vec<Claim>) -> PremiseForm {
        PremiseForm::Count { of, min: 0, max: n }
    }

    /// Evaluates it for a truth assignment to all facts.
    pub fn holds(&self, truth: &dyn Fn(usize) -> bool) -> bool {
        let is = |claim: &Claim| truth(claim.fact) == claim.holds;
        match self {
            PremiseForm::Count { of, min, max } => {
                let n = of.iter().filter(|claim| is(claim)).count();
                (*min..=*max).contains(&n)
            }
            PremiseForm::Groups { of, min, max } => {
                let n = of.iter().filter(|group| group.iter().all(is)).count();
                (*min..=*max).contains(&n)
            }
            PremiseForm::Total { of, min, max } => {
                let mut total = 0;
                for list in of {
                    let mut true_ones = list.iter().filter(|(fact, _)| truth(*fact));
                    let (Some((_, number)), None) = (true_ones.next(), true_ones.next()) else {
                        return false;
                    };
                    total += number;
                }
                (*min..=*max).contains(&total)
            }
            PremiseForm::Regular { of, automaton } => {
                let mut word = Vec::with_capacity(of.len());
                for list in of {
                    let mut true_ones = list.iter().filter(|(claim, _)| is(claim));
                    let (Some((_, symbol)), None) = (true_ones.next(), true_ones.next()) else {
                        return false;
                    };
                    word.push(*symbol);
                }
                automaton.accepts(word)
            }
            PremiseForm::Joined { nodes, edges } => joined(*nodes, edges, &is),
            PremiseForm::Connected { nodes, edges } => {
                parts(nodes.iter().map(is).collect(), edges).len() <= 1
            }
            PremiseForm::SingleLoop { nodes, edges } => {
                let on = edges.iter().filter(|(_, _, edge)| is(edge));
                is_loop(*nodes, on.map(|(a, b, _)| (*a, *b)).collect())
            }
            PremiseForm::PartSizes {
                nodes,
                edges,
                size,
                at,
            } => {
                let parts = parts(nodes.iter().map(is).collect(), edges);
                let is_meant = |part: &&Vec<usize>| at.is_none_or(|at| part.contains(&at));
                let mut meant = parts.iter().filter(is_meant);
                at.is_none_or(|at| is(&nodes[at])) && meant.all(|part| part.len() == *size)
            }
            PremiseForm::RootedParts {
                nodes,
                edges,
                roots,
            } => {
                let fits = |part: &Vec<usize>| {
                    let mut here = roots.iter().filter(|(root, _)| part.contains(root));
                    match (here.next(), here.next()) {
                        (Some((_, size)), None) => size.is_none_or(|size| size == part.len()),
                        _ => false,
                    }
                };
                roots.iter().all(|(root, _)| is(&nodes[*root]))
                    && parts(nodes.iter().map(is).collect(), edges)
                        .iter()
                        .all(fits)
            }
            PremiseForm::When(claims, form) => !claims.iter().all(is) || form.holds(truth),
            PremiseForm::All(forms) => forms.iter().all(|form| form.holds(truth)),
        }
    }

    /// The facts that occur in it, each once, ascending.
    pub fn facts(&self) -> Vec<usize> {
        let mut facts = Vec::new();
        self.gather(&mut facts);
        facts.sort_unstable();
        facts.dedup();
        facts
    }

    fn gather(&self, facts: &mut Vec<usize>) {
        let of = |claim: &Claim| claim.fact;
        match self {
            PremiseForm::Count { of: claims, .. } => facts.extend(claims.iter().map(of)),
            PremiseForm::Groups { of: groups, .. } => facts.extend(groups.iter().flatten().map(of)),
            PremiseForm::Total { of: lists, .. } => {
                facts.extend(lists.iter().flatten().map(|(fact, _)| *fact));
            }
            PremiseForm::Regular { of: lists, .. } => {
                facts.extend(lists.iter().flatten().map(|(claim, _)| claim.fact));
            }
            PremiseForm::Joined { edges, .. } => {
                facts.extend(edges.iter().map(|(_, _, edge)| edge.fact))
            }
            PremiseForm::SingleLoop { edges, .. } => {
                facts.extend(edges.iter().map(|(_, _, edge)| edge.fact))
            }
            PremiseForm::Connected { nodes, .. }
            | PremiseForm::PartSizes { nodes, .. }
            | PremiseForm::RootedParts { nodes, .. } => facts.extend(nodes.iter().map(of)),
            PremiseForm::When(claims, form) => {
                facts.extend(claims.iter().map(of));
                form.gather(facts);
            }
            PremiseForm::All(forms) => forms.iter().for_each(|form| form.gather(facts)),
        }
    }
}

/// The connected parts of some nodes of a graph.
fn parts(mut open: Vec<bool>, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut beside = vec![Vec::new(); open.len()];
    for &(a, b) in edges {
        beside[a].push(b);
        beside[b].push(a);
    }
    let mut parts = Vec::new();
    for start in 0..open.len() {
        if !std::mem::replace(&mut open[start], false) {
            continue;
        }
        let mut part = vec![start];
        let mut at = 0;
        while let Some(&node) = part.get(at) {
            for &other in &beside[node] {
                if std::mem::replace(&mut open[other], false) {
                    part.push(other);
                }
            }
            at += 1;
        }
        parts.push(part);
    }
    parts
}

/// Whether edges form one simple cycle: every node has no edge or two, and following them from the first edge passes all.
fn is_loop(nodes: usize, edges: Vec<(usize, usize)>) -> bool {
    let mut at: Vec<Vec<usize>> = vec![Vec::new(); nodes];
    for (edge, &(a, b)) in edges.iter().enumerate() {
        at[a].push(edge);
        at[b].push(edge);
    }
    let Some(&(start, _)) = edges.first() else {
        return false;
    };
    if at.iter().any(|edges| !matches!(edges.len(), 0 | 2)) {
        return false;
    }
    let (mut node, mut last, mut length) = (start, usize::MAX, 0);
    loop {
        let next = at[node].iter().find(|&&edge| edge != last);
        let Some(&edge) = next else {
            return false;
        };
        let (a, b) = edges[edge];
        (node, last) = (if a == node { b } else { a }, edge);
        length += 1;
        if node == start {
            return length == edges.len();
        }
    }
}

/// Whether all nodes are connected, by a traversal from the first.
fn joined(nodes: usize, edges: &[(usize, usize, Claim)], is: &dyn Fn(&Claim) -> bool) -> bool {
    let mut reached = vec![false; nodes];
    let Some(first) = reached.first_mut() else {
        return true;
    };
    *first = true;
    loop {
        let mut grew = false;
        for (a, b, edge) in edges {
            if reached[*a] != reached[*b] && is(edge) {
                reached[*a] = true;
                reached[*b] = true;
                grew = true;
            }
        }
        if !grew {
            return reached.into_iter().all(|node| node);
        }
    }
}

/// The functions that a kind provides for explanations.
#[derive(Debug)]
pub struct Explain<P: Puzzle> {
    /// The rules and clues, one by one, over the facts.
    pub premises: fn(&P::Instance) -> Vec<Premise>,
    /// Sets of premises, by index, to propagate together when no single premise forces anything, the easiest first: the pairs, fish and wings of a Sudoku. The caller
    /// determines what they force, if anything.
    pub suggest: fn(&P::Instance, &[FactState]) -> Vec<Vec<usize>>,
    /// Lists of premises for case distinctions when nothing simpler helps, such as where the long ships of a fleet lie.
    pub case_splits: fn(&P::Instance, &[FactState]) -> Vec<Vec<usize>>,
    /// The name and sentence of a step, if the kind has a name for it.
    pub describe_step: fn(&P::Instance, &Argument<'_>) -> Option<StepText>,
    /// The techniques that the kind finds itself, if it has any.
    pub named: Option<NamedTechniques<P>>,
}

impl<P: Puzzle> Explain<P> {
    /// No support for explanations.
    pub const NONE: Explain<P> = Explain {
        premises: |_| Vec::new(),
        suggest: |_, _| Vec::new(),
        case_splits: |_, _| Vec::new(),
        describe_step: |_, _| None,
        named: None,
    };
}

/// A step that a kind is to describe: premises and known claims, and what they force together.
#[derive(Clone, Copy, Debug)]
pub struct Argument<'a> {
    /// The premises, the main one first.
    pub premises: &'a [&'a Premise],
    /// The claims known before the step that it uses.
    pub used: &'a [Claim],
    /// The claims that follow.
    pub concludes: &'a [Claim],
    /// The state of every fact before the step.
    pub known: &'a [FactState],
    /// If the step was found by an assumption: the chain from the assumption to the contradiction, in words that fit every kind.
    pub chain: Option<ChainText<'a>>,
    /// If the step was found by an assumption: the premise that is violated in the end.
    pub violated: Option<&'a Premise>,
    /// The number of alternative assumptions: one for a proof by contradiction, or one per case.
    pub assumptions: usize,
    /// Whether further assumptions were made under an assumption.
    pub is_nested: bool,
    /// For a case distinction: the groups that are true in each case that remains.
    pub cases: &'a [Vec<Vec<Claim>>],
    /// Whether long lists are written in full; otherwise they are folded.
    pub is_full: bool,
}

impl<'a> Argument<'a> {
    /// If an assumption fails by one rule and what needs no explanation: the rule. A person sees this without following a chain: a tent here would leave that tree no cell.
    pub fn refuting_rule(&self) -> Option<&'a Premise> {
        let mut rules = self.premises.iter().filter(|premise| premise.weight > 0);
        let is_direct = self.assumptions == 1 && self.chain.is_some() && !self.is_nested;
        match (rules.next(), rules.next()) {
            (Some(rule), None) if is_direct => Some(rule),
            _ => None,
        }
    }

    /// Whether it only rules something out.
    pub fn excludes(&self) -> bool {
        self.concludes.iter().all(|claim| !claim.holds)
    }
}

/// The words of a step by assumptions that fit every kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChainText<'a> {
    /// The assumptions and what follows from them, up to the conclusion: "If r1c1 is 3, this contradicts that r1c2 needs a number. So".
    pub why: &'a str,
    /// The conclusion, one claim after the other.
    pub conclusion: &'a str,
}

impl ChainText<'_> {
    /// The longest sentence that is made with the conclusion of a kind, in words.
    const MAX_WORDS: usize = 60;

    /// The whole sentence.
    pub fn sentence(&self) -> String {
        format!("{} {}.", self.why, self.conclusion)
    }

    /// The name of a step by several assumptions: one of a few cases is left, or all lead to the same.
    pub fn cases_technique(&self) -> &'static str {
        match self.why.ends_with(" So") {
            true => "one case left",
            false => "either way",
        }
    }

    /// The sentence with the conclusion in the words of a kind, which puts together what belongs together; with the general one if it would be too long.
    pub fn concluding(&self, then: &str) -> String {
        let own = format!("{} {then}.", self.why);
        match own.split_whitespace().count() <= ChainText::MAX_WORDS {
            true => own,
            false => self.sentence(),
        }
    }
}

/// The name and sentence of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepText {
    /// The name of the technique: "hidden single".
    pub technique: &'static str,
    /// The step as a sentence: "Row 3 needs a 7 and only column 5 can take it."
    pub sentence: String,
}

impl StepText {
    /// A step with this name and sentence.
    pub fn new(technique: &'static str, sentence: impl Into<String>) -> StepText {
        StepText {
            technique,
            sentence: sentence.into(),
        }
    }
}

impl PremiseForm {
    /// Whether it can still hold, considered on its own. May return true for a form that cannot hold, but never false for one that can.
    pub fn can_hold(&self, known: &[FactState]) -> bool {
        let with = |of: &[Claim], truth: FactState| {
            let like = of.iter().filter(|claim| claim.known(known) == truth);
            like.count()
        };
        match self {
            PremiseForm::Count { of, min, max } => {
                let sure = with(of, FactState::True);
                sure <= *max && sure + with(of, FactState::Open) >= *min
            }
            PremiseForm::Groups { of, min, max } => {
                let sure = of
                    .iter()
                    .filter(|group| with(group, FactState::True) == group.len());
                let possible = of.iter().filter(|group| with(group, FactState::False) == 0);
                sure.count() <= *max && possible.count() >= *min
            }
            PremiseForm::Total { of, min, max } => can_add_up(of, *min, *max, known),
            PremiseForm::Regular { of, automaton } => can_be_word(of, automaton, known),
            PremiseForm::Joined { nodes, edges } => can_join(*nodes, edges, known),
            PremiseForm::Connected { nodes, edges } => {
                let is = |state| move |claim: &Claim| claim.known(known) == state;
                let may = nodes.iter().map(|claim| !is(FactState::False)(claim));
                let sure = |part: &&Vec<usize>| {
                    let mut nodes = part.iter().map(|&node| &nodes[node]);
                    nodes.any(is(FactState::True))
                };
                parts(may.collect(), edges).iter().filter(sure).count() <= 1
            }
            PremiseForm::SingleLoop { nodes, edges } => can_loop(*nodes, edges, known),
            PremiseForm::PartSizes {
                nodes,
                edges,
                size,
                at,
            } => {
                let roots = at.map(|at| (at, Some(*size)));
                let roots: Vec<(usize, Option<usize>)> = roots.into_iter().collect();
                let sizes = at.is_none().then_some(*size);
                can_part(nodes, edges, &roots, sizes, known)
            }
            PremiseForm::RootedParts {
                nodes,
                edges,
                roots,
            } => can_part(nodes, edges, roots, None, known),
            PremiseForm::When(claims, form) => {
                with(claims, FactState::True) < claims.len() || form.can_hold(known)
            }
            PremiseForm::All(forms) => forms.iter().all(|form| form.can_hold(known)),
        }
    }
}

/// Whether the bounds of the sum, with one possible fact of each list, overlap `min` to `max`.
fn can_add_up(of: &[Vec<(usize, i64)>], min: i64, max: i64, known: &[FactState]) -> bool {
    let (mut lowest, mut highest) = (0, 0);
    for list in of {
        let with = |truth: FactState| {
            let like = list.iter().filter(move |(fact, _)| known[*fact] == truth);
            like.map(|(_, number)| *number)
        };
        let sure = with(FactState::True).count();
        let numbers: Vec<i64> = match sure {
            0 => with(FactState::Open).collect(),
            _ => with(FactState::True).collect(),
        };
        let ends = numbers.iter().min().zip(numbers.iter().max());
        let (Some((low, high)), 0..=1) = (ends, sure) else {
            return false;
        };
        lowest += low;
        highest += high;
    }
    lowest <= max && highest >= min
}

/// Whether the automaton accepts a word of one possible claim of each list.
fn can_be_word(of: &[Vec<(Claim, i32)>], automaton: &Automaton, known: &[FactState]) -> bool {
    let mut states = vec![automaton.start()];
    for list in of {
        let with = |truth: FactState| {
            let like = list
                .iter()
                .filter(move |(claim, _)| claim.known(known) == truth);
            like.map(|(_, symbol)| *symbol)
        };
        let symbols: Vec<i32> = match with(FactState::True).count() {
            0 => with(FactState::Open).collect(),
            1 => with(FactState::True).collect(),
            _ => return false,
        };
        let next = states.iter().flat_map(|&state| {
            let symbols = symbols.iter();
            symbols.filter_map(move |&symbol| automaton.step(state, symbol))
        });
        states = next.collect();
        states.sort_unstable();
        states.dedup();
    }
    states
        .into_iter()
        .any(|state| automaton.is_accepting(state))
}

/// Whether the parts of roots, or all parts if `size` is given, are not too large and can be large enough; exact if all is known only for the sizes.
fn can_part(
    nodes: &[Claim],
    edges: &[(usize, usize)],
    roots: &[(usize, Option<usize>)],
    size: Option<usize>,
    known: &[FactState],
) -> bool {
    let state = |node: usize| nodes[node].known(known);
    let with = |keep: &dyn Fn(FactState) -> bool| {
        parts(
            (0..nodes.len()).map(|node| keep(state(node))).collect(),
            edges,
        )
    };
    let sure = with(&|state| state == FactState::True);
    let wide = with(&|state| state != FactState::False);
    let size_of = |part: &Vec<usize>| {
        let here = roots.iter().find(|(root, _)| part.contains(root));
        here.and_then(|(_, size)| *size).or(size)
    };
    let is_sure = |part: &Vec<usize>| part.iter().any(|&node| state(node) == FactState::True);
    roots
        .iter()
        .all(|(root, _)| state(*root) != FactState::False)
        && sure
            .iter()
            .all(|part| size_of(part).is_none_or(|size| part.len() <= size))
        && wide.iter().all(|part| match size {
            Some(size) => part.len() >= size || !is_sure(part),
            None => {
                let here = roots.iter().filter(|(root, _)| part.contains(root));
                here.filter_map(|(_, size)| *size)
                    .all(|size| part.len() >= size)
            }
        })
}

/// Whether no node has too many edges, an edge that cannot go on, or is apart from the others.
fn can_loop(nodes: usize, edges: &[(usize, usize, Claim)], known: &[FactState]) -> bool {
    let mut counts = vec![(0, 0); nodes];
    let mut some = false;
    for (a, b, edge) in edges {
        let state = edge.known(known);
        some |= state != FactState::False;
        for node in [*a, *b] {
            counts[node].0 += usize::from(state == FactState::True);
            counts[node].1 += usize::from(state != FactState::False);
        }
    }
    let is_possible = |&(sure, may): &(usize, usize)| sure <= 2 && (sure == 0 || may >= 2);
    let on = edges
        .iter()
        .filter(|(_, _, edge)| edge.known(known) == FactState::True);
    let on: Vec<(usize, usize)> = on.map(|(a, b, _)| (*a, *b)).collect();
    let is_full = edges
        .iter()
        .all(|(_, _, edge)| edge.known(known) != FactState::Open);
    some && counts.iter().all(is_possible) && (!is_full || is_loop(nodes, on))
}

/// Whether the edges that are not excluded connect all nodes.
fn can_join(nodes: usize, edges: &[(usize, usize, Claim)], known: &[FactState]) -> bool {
    let mut beside = vec![Vec::new(); nodes];
    for (a, b, edge) in edges {
        if edge.known(known) != FactState::False {
            beside[*a].push(*b);
            beside[*b].push(*a);
        }
    }
    let mut reached = vec![false; nodes];
    let mut stack: Vec<usize> = (0..nodes.min(1)).collect();
    while let Some(node) = stack.pop() {
        if !std::mem::replace(&mut reached[node], true) {
            stack.extend(&beside[node]);
        }
    }
    reached.into_iter().all(|node| node)
}

impl PremiseForm {
    /// Its meaning as a Boolean expression over one 0..1 variable per fact. Adds auxiliary variables for groups to the model.
    pub fn formula(&self, facts: &[Var], model: &mut Model) -> Result<BoolExpr, ModelError> {
        let atom = |claim: &Claim| Atom::eq(facts[claim.fact], i32::from(claim.holds));
        let view = |claim: &Claim| match claim.holds {
            true => facts[claim.fact].view(),
            false => facts[claim.fact].view().complement(),
        };
        let between = |bools: Vec<View>, min: usize, max: usize| {
            and([
                holds(bool_sum_ge(bools.clone(), View::constant(min as i32))),
                holds(bool_sum_le(bools, View::constant(max as i32))),
            ])
        };
        Ok(match self {
            PremiseForm::Count { of, min, max } => {
                between(of.iter().map(view).collect(), *min, *max)
            }
            PremiseForm::Groups { of, min, max } => {
                let mut whole = Vec::with_capacity(of.len());
                for (i, group) in of.iter().enumerate() {
                    let is_whole = model.bool(format!("group {} {i}", model.n_vars()));
                    let parts = and(group.iter().map(atom));
                    post_bool_expr(model, &iff(Atom::eq(is_whole, 1), parts))?;
                    whole.push(is_whole.view());
                }
                between(whole, *min, *max)
            }
            PremiseForm::Total { of, min, max } => {
                let one = |list: &Vec<(usize, i64)>| {
                    holds(exactly_one(list.iter().map(|(fact, _)| facts[*fact])))
                };
                let ones = of.iter().map(one);
                let terms = of.iter().flatten();
                let terms = terms.map(|(fact, number)| (*number as i32, facts[*fact]));
                let terms: Vec<(i32, Var)> = terms.collect();
                let sums = [
                    holds(linear_ge(terms.clone(), *min as i32)),
                    holds(linear_le(terms, *max as i32)),
                ];
                and(ones.chain(sums))
            }
            PremiseForm::Regular { of, automaton } => {
                let (mut word, mut ones) = (Vec::with_capacity(of.len()), Vec::new());
                for list in of {
                    let symbols = list.iter().map(|(_, symbol)| *symbol);
                    // The variable is the symbol of the first true claim, and `none` without one.
                    let none = symbols.clone().max().map_or(0, |max| max + 1);
                    let domain = Domain::from_values(symbols.chain([none]));
                    let name = format!("symbol {}", model.n_vars());
                    let symbol_var = model.var(name, domain)?;
                    for (i, (claim, symbol)) in list.iter().enumerate() {
                        let before = list[..i].iter().map(|(claim, _)| atom(&claim.opposite()));
                        let is_first = and(before.chain([atom(claim)]));
                        post_bool_expr(model, &iff(Atom::eq(symbol_var, *symbol), is_first))?;
                    }
                    word.push(symbol_var);
                    ones.push(holds(exactly_one(
                        list.iter().map(|(claim, _)| view(claim)),
                    )));
                }
                let accepted = holds(regular(&word, Arc::clone(automaton)));
                and(ones.into_iter().chain([accepted]))
            }
            PremiseForm::Joined { nodes, edges } => {
                let pairs = edges.iter().map(|(a, b, _)| (*a, *b));
                let graph =
                    Graph::new(*nodes, pairs).map_err(|error| ModelError::InvalidArguments {
                        by: "joined".to_owned(),
                        what: error.to_string(),
                    })?;
                let edges = edges.iter().map(|(_, _, edge)| view(edge));
                holds(connected_spanning(&graph, edges))
            }
            PremiseForm::Connected { nodes, edges } => {
                let graph = Graph::new(nodes.len(), edges.iter().copied())?;
                let nodes = nodes.iter().map(view);
                holds(connected_nodes(&graph, nodes, EmptySubgraph::Allowed))
            }
            PremiseForm::SingleLoop { nodes, edges } => {
                let graph = Graph::new(*nodes, edges.iter().map(|(a, b, _)| (*a, *b)))?;
                let edges = edges.iter().map(|(_, _, edge)| view(edge));
                holds(single_loop(&graph, edges, EmptySubgraph::Rejected))
            }
            PremiseForm::PartSizes {
                nodes,
                edges,
                size,
                at,
            } => {
                let graph = Graph::new(nodes.len(), edges.iter().copied())?;
                let nodes = nodes.iter().map(view);
                holds(match *at {
                    Some(at) => part_size_at(&graph, nodes, at, *size),
                    None => part_sizes(&graph, nodes, *size),
                })
            }
            PremiseForm::RootedParts {
                nodes,
                edges,
                roots,
            } => {
                let graph = Graph::new(nodes.len(), edges.iter().copied())?;
                let nodes = nodes.iter().map(view);
                holds(rooted_parts(&graph, nodes, roots.iter().copied()))
            }
            PremiseForm::When(claims, form) => {
                let then = form.formula(facts, model)?;
                implies(and(claims.iter().map(atom)), then)
            }
            PremiseForm::All(forms) => {
                let parts = forms.iter().map(|form| form.formula(facts, model));
                and(parts.collect::<Result<Vec<_>, _>>()?)
            }
        })
    }
}
