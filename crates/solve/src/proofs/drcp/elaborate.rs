//! From the steps of a search to a proof: every step is replayed over the domains, and each inference gets its premises.
//!
//! In the checker a nogood begins with nothing but its own atoms. So whatever an inference needs of the initial domains, or of what holds at the root, is written before
//! it, as an inference of its own. If a bound on the objective is assumed, all nogoods contain it.

use std::collections::HashMap;
use std::io::Write;

use gridwright_fd::{Deadline, Limit, ProofHint, Stop, Var};
use gridwright_proof::{Atom, Op};

use crate::proofs::ProveError;
use crate::proofs::drcp::range::Range;
use crate::proofs::drcp::reasons::{CHECK_EVERY, View, explain};
use crate::proofs::drcp::text::{Inference, Text};
use crate::proofs::drcp::{DrcpConstraint, DrcpItem, DrcpModel, missing};
use crate::proofs::learn::stated;

/// The most nogoods for one inference of a sum that needs a distinction of cases.
const MAX_CASES: usize = 10_000;

/// The most bytes, by estimate, if the limits allow any number.
const MAX_BYTES: usize = 1 << 30;

/// Why a proof cannot be written.
#[derive(Debug)]
enum Failure {
    Limit(Limit),
    /// An inference for which no premises were found.
    Missing(String),
}

/// Where something that holds at the root comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    /// It is the bound on the objective, which all nogoods contain.
    Assumed,
    InitialDomain,
    Nogood(u32),
}

/// What holds of a variable at the root.
struct RootFacts {
    range: Range,
    /// The best lower and upper bound, of which the range may have better ones through excluded values.
    lower: (Atom, Source),
    upper: (Atom, Source),
    /// The excluded values that nogoods exclude.
    excluded: HashMap<i32, Source>,
}

/// A nogood under construction.
#[derive(Default)]
struct NogoodBuilder {
    premises: Vec<Atom>,
    inferences: Vec<Inference>,
    /// The bytes of the inferences, by estimate.
    n_bytes: usize,
    /// What the checker knows of each variable, if it knows anything.
    known: HashMap<u32, Range>,
    /// What holds of each variable, if that is more than at the root.
    now: HashMap<u32, Range>,
    /// Whether a domain is empty.
    is_refuted: bool,
}

/// Writes a proof.
pub(super) struct Elaborator<W> {
    model: DrcpModel,
    /// The bound on the objective that all nogoods contain.
    assumed: Option<Atom>,
    root: Vec<RootFacts>,
    /// The clauses of two atoms or more, with the numbers of their nogoods.
    clauses: HashMap<u32, (u32, Vec<Atom>)>,
    nogood: NogoodBuilder,
    text: Text<W>,
    is_refuted: bool,
    failure: Option<Failure>,
    deadline: Deadline,
    /// Ends the search when the proof is given up at a limit.
    search: Stop,
}

impl<W: Write> Elaborator<W> {
    pub(super) fn new(
        model: DrcpModel,
        assumed: Option<Atom>,
        deadline: Deadline,
        search: Stop,
        out: W,
    ) -> Elaborator<W> {
        let names = model.vars.iter().map(|var| var.name.clone()).collect();
        let root = (0..).zip(&model.vars).map(|(var, about)| {
            let range = Range::of(&about.ranges);
            let (min, max) = (range.min as i32, range.max as i32);
            RootFacts {
                lower: (Atom::ge(var, min), Source::InitialDomain),
                upper: (Atom::le(var, max), Source::InitialDomain),
                excluded: HashMap::new(),
                range,
            }
        });
        let mut elaborator = Elaborator {
            assumed,
            root: root.collect(),
            clauses: HashMap::new(),
            nogood: NogoodBuilder::default(),
            text: Text::new(out, names, model.constraints.len()),
            is_refuted: false,
            failure: None,
            deadline: match deadline.memory() {
                Some(_) => deadline,
                None => deadline.memory_limit(MAX_BYTES),
            },
            search,
            model,
        };
        if let Some(atom) = assumed {
            elaborator.hold_at_root(atom, Source::Assumed);
        }
        elaborator
    }

    /// Writes the proof that the initial domain of the objective excludes the assumed bound.
    pub(super) fn refute_assumption(&mut self) {
        if let Some(atom) = self.assumed {
            self.begin(&[]);
            self.empty(atom.var);
            self.refute();
        }
    }

    /// The limit at which the proof was given up, if it was.
    pub(super) fn limit(&self) -> Option<Limit> {
        match self.failure {
            Some(Failure::Limit(limit)) => Some(limit),
            _ => None,
        }
    }

    /// Ends the proof; its conclusion is written if it is complete.
    pub(super) fn end(mut self, is_wanted: bool) -> Result<W, ProveError> {
        if is_wanted {
            match self.failure {
                None => {}
                Some(Failure::Limit(limit)) => return Err(missing(limit.describe())),
                Some(Failure::Missing(what)) => return Err(missing(&what)),
            }
            if !self.is_refuted {
                return Err(missing("the search ended without a contradiction"));
            }
            self.text.conclusion(self.assumed.map(Atom::negated));
        }
        self.text.end().map_err(ProveError::Write)
    }

    /// An inference that needs no assumption.
    pub(super) fn root(&mut self, hint: ProofHint) {
        if self.is_over() {
            return;
        }
        self.begin(&[]);
        self.follow(hint);
        if self.nogood.is_refuted {
            self.refute();
            return;
        }
        // The inferences of the hint itself hold at the root; those of what it needs did before.
        let nogood = std::mem::take(&mut self.nogood);
        for (at, inference) in nogood.inferences.iter().enumerate() {
            let Some(atom) = inference.consequent else {
                continue;
            };
            if self.failure.is_some() || self.is_stopped(nogood.n_bytes) {
                return;
            }
            if self.root[atom.var as usize].range.implies(atom) {
                continue;
            }
            let premises = [&nogood.premises[..], &[atom.negated()]].concat();
            let number = self.text.nogood(&premises, &nogood.inferences[..=at]);
            self.hold_at_root(atom, Source::Nogood(number));
        }
    }

    /// A clause that follows by these hints.
    pub(super) fn learnt(&mut self, number: u32, atoms: &[Atom], hints: &[ProofHint]) {
        if self.is_over() {
            return;
        }
        let negated: Vec<Atom> = atoms.iter().map(|atom| atom.negated()).collect();
        self.begin(&negated);
        for &hint in hints {
            self.follow(hint);
        }
        if !self.nogood.is_refuted {
            self.fail("the hints of a clause lead to no contradiction");
            return;
        }
        match atoms {
            [] => self.refute(),
            &[atom] => {
                let nogood = self.finish();
                self.hold_at_root(atom, Source::Nogood(nogood));
            }
            atoms => {
                let nogood = self.finish();
                self.clauses.insert(number, (nogood, atoms.to_vec()));
            }
        }
    }

    pub(super) fn removed(&mut self, number: u32) {
        self.clauses.remove(&number);
    }

    fn is_over(&self) -> bool {
        self.is_refuted || self.failure.is_some()
    }

    fn fail(&mut self, what: &str) {
        self.failure
            .get_or_insert_with(|| Failure::Missing(what.to_owned()));
    }

    /// Whether a limit is reached, with this many bytes that are not the proof's. Then the current nogood is given up.
    fn is_stopped(&mut self, n_bytes: usize) -> bool {
        let n_bytes = n_bytes + self.nogood.n_bytes + self.text.n_bytes();
        let Some(limit) = self.deadline.reached_with(n_bytes) else {
            return false;
        };
        self.stop(limit);
        true
    }

    /// Gives up the proof.
    fn stop(&mut self, limit: Limit) {
        self.failure.get_or_insert(Failure::Limit(limit));
        self.nogood.is_refuted = true;
        self.search.request();
    }

    /// Adds an inference to the nogood, unless a limit is reached.
    fn push(&mut self, inference: Inference) {
        // What is known of a variable may have a hole more.
        self.nogood.n_bytes += 2 * size_of::<Inference>() + size_of_val(&inference.premises[..]);
        if !self.is_stopped(0) {
            self.nogood.inferences.push(inference);
        }
    }

    /// Begins a nogood with these atoms and the assumed bound.
    fn begin(&mut self, premises: &[Atom]) {
        self.nogood = NogoodBuilder {
            premises: self
                .assumed
                .into_iter()
                .chain(premises.iter().copied())
                .collect(),
            ..NogoodBuilder::default()
        };
        for atom in self.nogood.premises.clone() {
            self.know(atom);
            self.narrow(atom);
        }
        // An atom may be false at the root.
        let vars: Vec<u32> = self.nogood.premises.iter().map(|atom| atom.var).collect();
        if let Some(&var) = vars.iter().find(|&&var| self.now(var).is_empty()) {
            self.empty(var);
        }
    }

    /// Writes the nogood, unless it was given up; returns its number.
    fn finish(&mut self) -> u32 {
        let nogood = std::mem::take(&mut self.nogood);
        if self.failure.is_some() {
            return 0;
        }
        self.text.nogood(&nogood.premises, &nogood.inferences)
    }

    /// Writes the last nogood, which has no atom but the assumed bound.
    fn refute(&mut self) {
        self.finish();
        self.is_refuted = true;
    }

    /// Something holds at the root.
    fn hold_at_root(&mut self, atom: Atom, source: Source) {
        let facts = &mut self.root[atom.var as usize];
        if facts.range.implies(atom) {
            return;
        }
        facts.range.apply(atom);
        if matches!(atom.op, Op::Ge | Op::Eq) && atom.value > facts.lower.0.value {
            facts.lower = (atom, source);
        }
        if matches!(atom.op, Op::Le | Op::Eq) && atom.value < facts.upper.0.value {
            facts.upper = (atom, source);
        }
        if atom.op == Op::Ne {
            facts.excluded.insert(atom.value, source);
        }
        if facts.range.is_empty() && source != Source::Assumed {
            self.begin(&[]);
            self.empty(atom.var);
            self.refute();
        }
    }

    fn now(&self, var: u32) -> &Range {
        let now = self.nogood.now.get(&var);
        now.unwrap_or(&self.root[var as usize].range)
    }

    fn known(&self, var: u32) -> &Range {
        static ALL: Range = Range::ALL;
        self.nogood.known.get(&var).unwrap_or(&ALL)
    }

    fn know(&mut self, atom: Atom) {
        let known = self.nogood.known.entry(atom.var).or_insert(Range::ALL);
        known.apply(atom);
        self.nogood.is_refuted |= known.is_empty();
    }

    fn narrow(&mut self, atom: Atom) {
        let root = &self.root[atom.var as usize].range;
        let now = self.nogood.now.entry(atom.var);
        now.or_insert_with(|| root.clone()).apply(atom);
    }

    /// Writes why something holds that holds at the root.
    fn introduce(&mut self, atom: Atom, source: Source) {
        let (premises, by, rule) = match source {
            Source::Assumed => return,
            Source::InitialDomain => (Vec::new(), None, "initial_domain"),
            Source::Nogood(number) => (self.assumed.into_iter().collect(), Some(number), "nogood"),
        };
        self.push(Inference {
            premises,
            consequent: Some(atom),
            by,
            rule,
        });
        self.know(atom);
    }

    /// Writes why a value is excluded at the root.
    fn exclude(&mut self, var: u32, value: i64) {
        let value = value as i32;
        let facts = &self.root[var as usize];
        let source = facts.excluded.get(&value).copied();
        let source = source.unwrap_or(Source::InitialDomain);
        if facts.range.contains(i64::from(value)) {
            self.fail("a value is needed to be excluded that is not");
            self.nogood.is_refuted = true;
            return;
        }
        self.introduce(Atom::ne(var, value), source);
    }

    /// Makes the checker know an atom that holds.
    fn require(&mut self, atom: Atom) {
        let var = atom.var;
        let value = i64::from(atom.value);
        if matches!(atom.op, Op::Ge | Op::Eq) {
            while self.known(var).min < value && !self.nogood.is_refuted {
                let (lower, source) = self.root[var as usize].lower;
                match self.known(var).min < i64::from(lower.value) {
                    true => self.introduce(lower, source),
                    false => self.exclude(var, self.known(var).min),
                }
            }
        }
        if matches!(atom.op, Op::Le | Op::Eq) {
            while self.known(var).max > value && !self.nogood.is_refuted {
                let (upper, source) = self.root[var as usize].upper;
                match self.known(var).max > i64::from(upper.value) {
                    true => self.introduce(upper, source),
                    false => self.exclude(var, self.known(var).max),
                }
            }
        }
        if atom.op == Op::Ne && self.known(var).contains(value) {
            let facts = &self.root[var as usize];
            let (lower, upper) = (facts.lower, facts.upper);
            if value < i64::from(lower.0.value) {
                self.introduce(lower.0, lower.1);
            } else if value > i64::from(upper.0.value) {
                self.introduce(upper.0, upper.1);
            } else {
                self.exclude(var, value);
            }
        }
    }

    /// Makes the checker know that a variable has no value left.
    fn empty(&mut self, var: u32) {
        while !self.nogood.is_refuted {
            let facts = &self.root[var as usize];
            let (lower, upper) = (facts.lower, facts.upper);
            let known = self.known(var);
            if known.min < i64::from(lower.0.value) {
                self.introduce(lower.0, lower.1);
            } else if known.max > i64::from(upper.0.value) {
                self.introduce(upper.0, upper.1);
            } else {
                self.exclude(var, known.min);
            }
        }
    }

    /// Adds an inference whose premises hold.
    fn infer(&mut self, inference: Inference) {
        for &premise in &inference.premises {
            self.require(premise);
        }
        if self.nogood.is_refuted {
            return;
        }
        let consequent = inference.consequent;
        self.push(inference);
        match consequent {
            None => self.nogood.is_refuted = true,
            Some(atom) => {
                self.know(atom);
                self.narrow(atom);
                if self.now(atom.var).is_empty() {
                    self.empty(atom.var);
                }
            }
        }
    }

    /// Follows a hint, unless there is a contradiction already.
    fn follow(&mut self, hint: ProofHint) {
        if self.nogood.is_refuted || self.failure.is_some() {
            return;
        }
        match hint {
            ProofHint::Answer => self.fail("a solution is excluded"),
            ProofHint::Clause(number) => self.follow_clause(number),
            ProofHint::Constraint(index, atom) if atom.var() == Var::ZERO => {
                self.follow_constraint(index, None);
            }
            ProofHint::Constraint(index, atom) => {
                let atom = stated(atom);
                let Atom { var, op, value } = atom;
                match op {
                    Op::Eq => {
                        self.follow_constraint(index, Some(Atom::ge(var, value)));
                        self.follow_constraint(index, Some(Atom::le(var, value)));
                    }
                    _ => self.follow_constraint(index, Some(atom)),
                }
            }
        }
    }

    /// All atoms of a clause that may hold are about one variable.
    fn follow_clause(&mut self, number: u32) {
        // A clause of one atom holds at the root.
        let Some((nogood, atoms)) = self.clauses.get(&number).cloned() else {
            return;
        };
        if atoms.iter().any(|&atom| self.now(atom.var).implies(atom)) {
            return;
        }
        let is_open = |atom: &Atom| !self.now(atom.var).implies(atom.negated());
        let open: Vec<Atom> = atoms.iter().copied().filter(is_open).collect();
        let by = Some(nogood);
        let rule = "nogood";
        let negated = |is_premise: &dyn Fn(&Atom) -> bool| -> Vec<Atom> {
            let kept = atoms.iter().filter(|atom| is_premise(atom));
            let kept = kept.map(|atom| atom.negated());
            self.assumed.into_iter().chain(kept).collect()
        };
        let (premises, consequent) = match open[..] {
            [] => (negated(&|_| true), None),
            [only] => (negated(&|&atom| atom != only), Some(only)),
            [first, ..] if open.iter().all(|atom| atom.var == first.var) => {
                let premises = negated(&|atom| atom.var != first.var);
                return self.lose(&open, &premises, nogood);
            }
            _ => return self.fail("a clause that is used is not unit"),
        };
        self.infer(Inference {
            premises,
            consequent,
            by,
            rule,
        });
    }

    /// By a nogood, a variable loses the values that none of these atoms about it admits.
    fn lose(&mut self, open: &[Atom], premises: &[Atom], nogood: u32) {
        let Some(&Atom { var, .. }) = open.first() else {
            return;
        };
        let mut lost: Vec<i32> = Vec::new();
        let mut limit = None;
        let n_bytes = self.nogood.n_bytes + self.text.n_bytes();
        for (n, value) in self.now(var).values().enumerate() {
            let value = value as i32;
            if !open.iter().any(|atom| atom.admits(value)) {
                lost.push(value);
            }
            if n % CHECK_EVERY == 0 {
                limit = self.deadline.reached_with(n_bytes + size_of_val(&lost[..]));
                if limit.is_some() {
                    break;
                }
            }
        }
        if let Some(limit) = limit {
            return self.stop(limit);
        }
        for value in lost {
            if self.nogood.is_refuted {
                return;
            }
            self.infer(Inference {
                premises: premises.to_vec(),
                consequent: Some(Atom::ne(var, value)),
                by: Some(nogood),
                rule: "nogood",
            });
        }
    }

    fn follow_constraint(&mut self, index: u32, implied: Option<Atom>) {
        let holds = implied.is_some_and(|atom| self.now(atom.var).implies(atom));
        if self.nogood.is_refuted || self.failure.is_some() || holds {
            return;
        }
        if self.imply(index, implied) || self.distinguish(index, implied) || self.is_stopped(0) {
            return;
        }
        let what = match implied {
            None => "a contradiction".to_owned(),
            Some(atom) => {
                let name = &self.model.vars[atom.var as usize].name;
                atom.to_string().replace(&format!("x{}", atom.var), name)
            }
        };
        self.fail(&format!(
            "constraint {} implies {what} by reasoning for which the format has no rule",
            index + 1
        ));
    }

    /// Adds an inference by one rule; false if there is none.
    fn imply(&mut self, index: u32, implied: Option<Atom>) -> bool {
        let constraint = &self.model.constraints[index as usize];
        let now = |var: u32| self.now(var);
        let view = View {
            now: &now,
            implied,
            deadline: &self.deadline,
        };
        let Some((premises, rule)) = explain(constraint, &view) else {
            return false;
        };
        self.infer(Inference {
            premises,
            consequent: implied,
            by: Some(index + 1),
            rule,
        });
        true
    }

    /// Adds an inference of a sum by a nogood of its own, proved by halving domains and propagating bounds; false if that takes too many cases.
    fn distinguish(&mut self, index: u32, implied: Option<Atom>) -> bool {
        let DrcpConstraint::Linear { terms, .. } = &self.model.constraints[index as usize] else {
            return false;
        };
        let vars = terms.iter().filter_map(|&(_, item)| match item {
            DrcpItem::Var(var) => Some(var),
            DrcpItem::Constant(_) => None,
        });
        let vars: Vec<u32> = vars.collect();
        let mut context = Vec::new();
        for &var in &vars {
            let now = self.now(var);
            context.push(Atom::ge(var, now.min as i32));
            context.push(Atom::le(var, now.max as i32));
            context.extend(now.holes().map(|hole| Atom::ne(var, hole as i32)));
        }
        let outer = std::mem::take(&mut self.nogood);
        let assumed: Vec<Atom> = implied.map(Atom::negated).into_iter().collect();
        // The decisions of the current case, and for each of them the nogood of the other half.
        let mut decisions: Vec<(Atom, Option<u32>)> = Vec::new();
        let mut proved = None;
        for _ in 0..MAX_CASES {
            if self.is_stopped(outer.n_bytes + size_of_val(&context[..])) {
                break;
            }
            let fixed = [&context[..], &assumed[..]].concat();
            let open = decisions.iter().filter(|one| one.1.is_none());
            let open: Vec<Atom> = open.map(|one| one.0).collect();
            self.begin(&[&fixed[..], &open[..]].concat());
            // A decision whose other half is refuted follows from the nogood of that.
            let mut before = Vec::new();
            for &(atom, other) in &decisions {
                let Some(by) = other else {
                    before.push(atom);
                    continue;
                };
                if !self.nogood.is_refuted {
                    let premises = [&fixed[..], &before[..]].concat();
                    self.infer(Inference {
                        premises: self.assumed.into_iter().chain(premises).collect(),
                        consequent: Some(atom),
                        by: Some(by),
                        rule: "nogood",
                    });
                }
            }
            self.propagate(index);
            if self.failure.is_some() {
                break;
            }
            if self.nogood.is_refuted {
                let nogood = self.finish();
                while decisions.last().is_some_and(|last| last.1.is_some()) {
                    decisions.pop();
                }
                match decisions.pop() {
                    None => {
                        proved = Some(nogood);
                        break;
                    }
                    Some((atom, _)) => decisions.push((atom.negated(), Some(nogood))),
                }
                continue;
            }
            let open = vars
                .iter()
                .filter(|&&var| self.now(var).min < self.now(var).max);
            let Some(&var) = open.min_by_key(|&&var| self.now(var).size()) else {
                break;
            };
            let now = self.now(var);
            let middle = now.min + (now.max - now.min) / 2;
            decisions.push((Atom::le(var, middle as i32), None));
        }
        self.nogood = outer;
        let Some(nogood) = proved else {
            return false;
        };
        let premises = self.assumed.into_iter().chain(context).collect();
        self.infer(Inference {
            premises,
            consequent: implied,
            by: Some(nogood),
            rule: "nogood",
        });
        true
    }

    /// Propagates the bounds of a sum until nothing changes, or there is a contradiction.
    fn propagate(&mut self, index: u32) {
        loop {
            if self.nogood.is_refuted || self.is_stopped(0) || self.imply(index, None) {
                return;
            }
            let now = |var: u32| self.now(var);
            let view = View {
                now: &now,
                implied: None,
                deadline: &self.deadline,
            };
            let bounds = view.implied_bounds(&self.model.constraints[index as usize]);
            let bounds: Vec<Atom> = bounds
                .into_iter()
                .filter(|atom| !self.now(atom.var).implies(*atom))
                .collect();
            let Some(&first) = bounds.first() else {
                return;
            };
            if !self.imply(index, Some(first)) {
                return;
            }
        }
    }
}
