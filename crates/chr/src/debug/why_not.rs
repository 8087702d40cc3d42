//! "Why not": which head or guard prevents a rule from firing for a stored constraint.

use std::fmt;

use gridwright_term::Term;

use crate::code::layout::{ARGS, OCCURRENCE, OWN_SUSPENSION, SYMBOL};
use crate::code::word::Word;
use crate::code::{Constraint, Occurrence, fixed};
use crate::state::choice_point::Other;
use crate::state::exception::Outcome;
use crate::vm::frames::Kept;
use crate::vm::machine::Machine;

/// What prevents a rule from firing for one stored constraint at one of its heads.
#[derive(Clone, Debug, PartialEq)]
pub struct WhyNot {
    /// The number of the constraint in the store, and the constraint.
    pub constraint: (u64, Term),
    /// The head it was tried at.
    pub head: Term,
    /// The partners of the attempt that got furthest.
    pub partners: Vec<Term>,
    /// What blocked that attempt.
    pub blocked: Blocked,
}

/// What blocks a rule.
#[derive(Clone, Debug, PartialEq)]
pub enum Blocked {
    /// The head is passive: only another head can trigger the rule.
    Passive,
    /// The constraint does not match the head.
    Head,
    /// A part of the guard does not hold.
    Guard(Term),
    /// There is no partner for a head.
    Partner {
        /// The head without a partner.
        head: Term,
        /// The number of stored constraints of its symbol.
        stored: usize,
        /// The number of those that match the head.
        matching: usize,
        /// The part of the guard that does not hold for the last of these.
        part: Option<Term>,
    },
    /// The rule has fired for these constraints before.
    Repeated,
    /// Nothing: the rule would fire if the constraint were active.
    Nothing,
}

/// An error in the arguments of [`Run::why_not`](crate::Run::why_not).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhyNotError {
    /// There is no rule of that name; the names of all rules.
    NoRule(String, Vec<String>),
    /// The rule has no head for the constraint; all heads of the rule.
    NoHead(String, Vec<String>),
    /// No stored constraint matches.
    NotStored(String),
}

impl fmt::Display for WhyNot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (id, constraint) = &self.constraint;
        write!(f, "{constraint} #{id} as `{}`: ", self.head)?;
        let with = if self.partners.is_empty() {
            String::new()
        } else {
            let shown: Vec<String> = self.partners.iter().map(Term::to_string).collect();
            format!(" with {}", shown.join(", "))
        };
        match &self.blocked {
            Blocked::Passive => write!(f, "the head is passive"),
            Blocked::Head => write!(f, "it does not match the head"),
            Blocked::Guard(part) => write!(f, "the guard `{part}` does not hold{with}"),
            Blocked::Partner {
                head,
                stored,
                matching,
                part,
            } => {
                write!(f, "no partner for `{head}`{with}: {stored} in the store")?;
                match part {
                    None => write!(f, ", none matches"),
                    Some(part) => {
                        write!(
                            f,
                            ", {matching} match, but the guard `{part}` does not hold"
                        )
                    }
                }
            }
            Blocked::Repeated => write!(f, "the rule has fired{with} before"),
            Blocked::Nothing => write!(f, "nothing, it can fire{with} once it is active again"),
        }
    }
}

impl fmt::Display for WhyNotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WhyNotError::NoRule(name, rules) => {
                write!(
                    f,
                    "unknown rule `{name}`; the rules are {}",
                    rules.join(", ")
                )
            }
            WhyNotError::NoHead(rule, heads) => {
                write!(
                    f,
                    "{rule} has no such head; its heads are {}",
                    heads.join(", ")
                )
            }
            WhyNotError::NotStored(constraint) => {
                write!(f, "no stored constraint matches `{constraint}`")
            }
        }
    }
}

impl std::error::Error for WhyNotError {}

/// The attempt that got furthest: how far, its partners, and what blocked it.
type Furthest = (usize, Vec<Term>, Blocked);

impl<'p> Machine<'p> {
    /// What prevents a rule from firing.
    pub(crate) fn why_not(&mut self, name: &str, asked: &Term) -> Result<Vec<WhyNot>, WhyNotError> {
        let code = self.code;
        let numbered = |at: usize| name.parse() == Ok(at + 1);
        let found = code.rules.iter().enumerate();
        let mut found = found.filter(|(at, rule)| rule.name == name || numbered(*at));
        let Some((number, rule)) = found.next() else {
            let names = code.rules.iter().map(|rule| rule.name.clone()).collect();
            return Err(WhyNotError::NoRule(name.to_owned(), names));
        };
        let heads = rule.heads.iter().enumerate();
        let heads = heads.filter(|(_, (head, _))| head.functor() == asked.functor());
        let heads: Vec<(usize, &(Term, bool))> = heads.collect();
        if heads.is_empty() {
            let heads = rule.heads.iter().map(|(head, _)| head.to_string());
            return Err(WhyNotError::NoHead(rule.name.clone(), heads.collect()));
        }
        let suspensions = self.suspensions_like(asked);
        if suspensions.is_empty() {
            return Err(WhyNotError::NotStored(asked.to_string()));
        }
        let mut reasons = Vec::new();
        for suspension in suspensions {
            let constraint = &code.constraints[self.store.symbol_of(suspension)];
            for (at, (head, _)) in &heads {
                let here = |occurrence: &Occurrence| {
                    occurrence.rule as usize == number
                        && usize::from(occurrence.head) == *at
                        && !occurrence.observed
                };
                let (_, partners, blocked) = match constraint.occurrences.iter().position(here) {
                    None => (0, Vec::new(), Blocked::Passive),
                    Some(place) => self.furthest(constraint, place, suspension),
                };
                reasons.push(WhyNot {
                    constraint: (
                        self.store.id_of(suspension),
                        self.shown_suspension(suspension),
                    ),
                    head: head.clone(),
                    partners,
                    blocked,
                });
            }
        }
        Ok(reasons)
    }

    /// The stored constraints that are like a term.
    fn suspensions_like(&mut self, asked: &Term) -> Vec<usize> {
        let mark = self.heap.len();
        let word = self.load_source(asked, &mut std::collections::HashMap::new());
        let name = asked.functor().map(|(name, _)| self.atoms.number(name));
        let mut like = Vec::new();
        for suspension in self.store.stored_suspensions() {
            let functor = self.code.constraints[self.store.symbol_of(suspension)].functor;
            let same = Some(functor.name()) == name && functor.arity() == asked.args().len();
            let fits = (0..functor.arity()).all(|at| {
                let own = self.store.arg_of(suspension, at);
                same && {
                    let wanted = self.heap[word.place() + 1 + at];
                    self.unifiable(own, wanted)
                }
            });
            if same && fits {
                like.push(suspension);
            }
        }
        self.heap.truncate(mark);
        like
    }

    /// Tries a stored constraint at an occurrence with all partners, and reports the attempt that comes furthest.
    fn furthest(
        &mut self,
        constraint: &'p Constraint,
        place: usize,
        suspension: usize,
    ) -> Furthest {
        let occurrence = &constraint.occurrences[place];
        let base = self.frame(constraint.size.into());
        self.env[base..base + usize::from(constraint.size)].fill(Word::NIL.0);
        self.env[base] = self.e as u64;
        self.env[base + 3] = Kept::Constraint.sized(constraint.size.into());
        self.env[base + SYMBOL] = self.store.symbol_of(suspension) as u64;
        self.env[base + OCCURRENCE] = place as u64;
        self.env[base + OWN_SUSPENSION] = suspension as u64;
        let arity = constraint.functor.arity();
        for at in 0..arity {
            self.env[base + ARGS + at] = self.deref(self.store.arg_of(suspension, at)).0;
        }
        for (at, shape) in &occurrence.args {
            let word = self.store.arg_of(suspension, usize::from(*at));
            if !self.matches(shape, word, base) {
                return (0, Vec::new(), Blocked::Head);
            }
        }
        for (test, part) in occurrence.tests.iter().zip(&occurrence.parts[0]) {
            if !self.test(test, base).unwrap_or(false) {
                return (0, Vec::new(), Blocked::Guard(part.clone()));
            }
        }
        let mut best = (0, Vec::new(), Blocked::Nothing);
        self.look_for(constraint, occurrence, base, 0, &mut best);
        best
    }

    /// Looks for the partner of a level among all constraints of its kind; true if nothing stops the rule.
    fn look_for(
        &mut self,
        constraint: &'p Constraint,
        occurrence: &'p Occurrence,
        base: usize,
        level: usize,
        best: &mut Furthest,
    ) -> bool {
        let suspensions_at =
            base + ARGS + constraint.functor.arity() + usize::from(constraint.partners);
        let used = |machine: &Machine<'_>| -> Vec<Term> {
            let suspensions = &machine.env[suspensions_at..suspensions_at + level];
            suspensions
                .iter()
                .map(|&suspension| machine.shown_suspension(suspension as usize))
                .collect()
        };
        let Some(partner) = occurrence.partners.get(level) else {
            let goals = match (occurrence.guard, &occurrence.goals) {
                (Some(guard), Some(goals)) => Some((guard, goals)),
                _ => None,
            };
            let blocked = if occurrence.repeats != crate::code::Repeats::Impossible
                && self.fired_before(constraint, occurrence, base)
            {
                Blocked::Repeated
            } else if let Some((guard, goals)) = goals
                && !self.guard_holds(guard, base).unwrap_or(false)
            {
                Blocked::Guard(goals.clone())
            } else {
                Blocked::Nothing
            };
            let free = blocked == Blocked::Nothing;
            if free || best.0 <= 2 * level + 1 {
                *best = (2 * level + 2, used(self), blocked);
            }
            return free;
        };
        let symbol = partner.constraint as usize;
        let suspensions: Vec<usize> = self
            .store
            .stored_suspensions()
            .into_iter()
            .filter(|&suspension| self.store.symbol_of(suspension) == symbol)
            .collect();
        let (mut matching, mut part, mut deeper) = (0, None, false);
        for &suspension in &suspensions {
            let apart = (!partner.own || self.env[base + OWN_SUSPENSION] as usize != suspension)
                && (0..level)
                    .all(|before| self.env[suspensions_at + before] as usize != suspension);
            let fits = apart
                && partner.args.iter().all(|(at, shape)| {
                    let word = self.store.arg_of(suspension, usize::from(*at));
                    self.matches(shape, word, base)
                });
            if !fits {
                continue;
            }
            matching += 1;
            let tests = partner.tests.iter().zip(&occurrence.parts[level + 1]);
            let mut failed = None;
            for (test, part) in tests {
                if !self.test(test, base).unwrap_or(false) {
                    failed = Some(part.clone());
                    break;
                }
            }
            if failed.is_some() {
                part = failed;
                continue;
            }
            deeper = true;
            self.env[suspensions_at + level] = suspension as u64;
            if self.look_for(constraint, occurrence, base, level + 1, best) {
                return true;
            }
        }
        let reached = 2 * level + usize::from(matching > 0);
        if !deeper && (best.2 == Blocked::Nothing || reached > best.0) {
            let rule = &self.code.rules[occurrence.rule as usize];
            let blocked = Blocked::Partner {
                head: rule.heads[usize::from(partner.head)].0.clone(),
                stored: suspensions.len(),
                matching,
                part,
            };
            *best = (reached, used(self), blocked);
        }
        false
    }

    /// Runs a guard that consists of goals, and takes back what it did.
    fn guard_holds(&mut self, guard: u32, base: usize) -> Outcome {
        let (e, cp, pc) = (self.e, self.cp, self.pc);
        let count = self.choices.len();
        self.e = base;
        self.env[base + 2] = count as u64;
        self.push_choice(Other::End, 0);
        self.guards += 1;
        self.asking = true;
        (self.cp, self.pc) = (fixed::STOP, guard);
        let held = self.go();
        self.asking = false;
        while self.choices.len() > count {
            self.pop_choice();
        }
        (self.e, self.cp, self.pc) = (e, cp, pc);
        held
    }
}
