//! "Why not": which head or guard keeps a rule from firing for a constraint that is in the store.

use std::fmt;

use gridwright_term::Term;

use crate::active::{ARGS, OCCURRENCE, OWN_ROW, SYMBOL};
use crate::choices::Other;
use crate::code::{Constraint, Occurrence, fixed};
use crate::frames::Kept;
use crate::machine::Machine;
use crate::run::Run;
use crate::thrown::Answer;
use crate::word::Word;

/// What keeps a rule from firing for one stored constraint at one of its heads.
#[derive(Clone, Debug, PartialEq)]
pub struct WhyNot {
    /// The constraint as it is in the store, and its number there.
    pub constraint: (u64, Term),
    /// The head it was tried at.
    pub head: Term,
    /// The partners of the attempt that came furthest.
    pub partners: Vec<Term>,
    /// What stopped that attempt.
    pub stopped: Stopped,
}

/// What stops a rule.
#[derive(Clone, Debug, PartialEq)]
pub enum Stopped {
    /// The head is passive: the rule waits for another of its heads to become active.
    Passive,
    /// The constraint does not match the head.
    Head,
    /// A part of the guard does not hold.
    Guard(Term),
    /// There is no partner for a head.
    Partner {
        /// The head that nothing fits.
        head: Term,
        /// How many constraints of that kind there are.
        stored: usize,
        /// How many of them match the head.
        matching: usize,
        /// The part of the guard that does not hold for the last of these.
        part: Option<Term>,
    },
    /// It fired for these constraints before.
    Repeated,
    /// Nothing: it would fire if the constraint were active now.
    Nothing,
}

/// Why a question cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unasked {
    /// There is no rule of that name; these there are.
    NoRule(String, Vec<String>),
    /// The rule has no head for the constraint; these it has.
    NoHead(String, Vec<String>),
    /// No constraint in the store is like that.
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
        match &self.stopped {
            Stopped::Passive => write!(f, "the head is passive"),
            Stopped::Head => write!(f, "it does not match the head"),
            Stopped::Guard(part) => write!(f, "the guard `{part}` does not hold{with}"),
            Stopped::Partner {
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
            Stopped::Repeated => write!(f, "the rule has fired{with} before"),
            Stopped::Nothing => write!(f, "nothing, it can fire{with} once it is active again"),
        }
    }
}

impl fmt::Display for Unasked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unasked::NoRule(name, rules) => {
                write!(f, "there is no rule `{name}`, only {}", rules.join(", "))
            }
            Unasked::NoHead(rule, heads) => {
                write!(f, "{rule} has no such head, only {}", heads.join(", "))
            }
            Unasked::NotStored(constraint) => {
                write!(f, "no constraint in the store is like `{constraint}`")
            }
        }
    }
}

impl std::error::Error for Unasked {}

impl Run<'_> {
    /// Tells what keeps a rule from firing for the constraints in the store that are like `constraint`, whose variables stand for anything.
    pub fn why_not(&mut self, rule: &str, constraint: &Term) -> Result<Vec<WhyNot>, Unasked> {
        self.machine.why_not(rule, constraint)
    }
}

/// The attempt that came furthest: how far, and what stopped it.
type Furthest = (usize, Vec<Term>, Stopped);

impl<'p> Machine<'p> {
    fn why_not(&mut self, name: &str, asked: &Term) -> Result<Vec<WhyNot>, Unasked> {
        let code = self.code;
        let numbered = |at: usize| name.parse() == Ok(at + 1);
        let found = code.rules.iter().enumerate();
        let mut found = found.filter(|(at, rule)| rule.name == name || numbered(*at));
        let Some((number, rule)) = found.next() else {
            let names = code.rules.iter().map(|rule| rule.name.clone()).collect();
            return Err(Unasked::NoRule(name.to_owned(), names));
        };
        let heads = rule.heads.iter().enumerate();
        let heads = heads.filter(|(_, (head, _))| head.functor() == asked.functor());
        let heads: Vec<(usize, &(Term, bool))> = heads.collect();
        if heads.is_empty() {
            let heads = rule.heads.iter().map(|(head, _)| head.to_string());
            return Err(Unasked::NoHead(rule.name.clone(), heads.collect()));
        }
        let rows = self.rows_like(asked);
        if rows.is_empty() {
            return Err(Unasked::NotStored(asked.to_string()));
        }
        let mut told = Vec::new();
        for row in rows {
            let constraint = &code.constraints[self.symbol_of(row)];
            for (at, (head, _)) in &heads {
                let here = |occurrence: &Occurrence| {
                    occurrence.rule as usize == number
                        && usize::from(occurrence.head) == *at
                        && !occurrence.observed
                };
                let (_, partners, stopped) = match constraint.occurrences.iter().position(here) {
                    None => (0, Vec::new(), Stopped::Passive),
                    Some(place) => self.furthest(constraint, place, row),
                };
                told.push(WhyNot {
                    constraint: (self.id_of(row), self.shown_row(row)),
                    head: head.clone(),
                    partners,
                    stopped,
                });
            }
        }
        Ok(told)
    }

    /// The stored constraints that are like a term.
    fn rows_like(&mut self, asked: &Term) -> Vec<usize> {
        let mark = self.heap.len();
        let word = self.load_source(asked, &mut std::collections::HashMap::new());
        let name = asked.functor().map(|(name, _)| self.names.number(name));
        let mut like = Vec::new();
        for row in self.stored_rows() {
            let functor = self.code.constraints[self.symbol_of(row)].functor;
            let same = Some(functor.name()) == name && functor.arity() == asked.args().len();
            let fits = (0..functor.arity()).all(|at| {
                let own = self.arg_of(row, at);
                same && {
                    let wanted = self.heap[word.place() + 1 + at];
                    self.unifiable(own, wanted)
                }
            });
            if same && fits {
                like.push(row);
            }
        }
        self.heap.truncate(mark);
        like
    }

    /// Tries a stored constraint at an occurrence with all partners, and tells of the attempt that comes furthest.
    fn furthest(&mut self, constraint: &'p Constraint, place: usize, row: usize) -> Furthest {
        let occurrence = &constraint.occurrences[place];
        let base = self.frame(constraint.size.into());
        self.env[base..base + usize::from(constraint.size)].fill(Word::NIL.0);
        self.env[base] = self.e as u64;
        self.env[base + 3] = Kept::Constraint.sized(constraint.size.into());
        self.env[base + SYMBOL] = self.symbol_of(row) as u64;
        self.env[base + OCCURRENCE] = place as u64;
        self.env[base + OWN_ROW] = row as u64;
        let arity = constraint.functor.arity();
        for at in 0..arity {
            self.env[base + ARGS + at] = self.deref(self.arg_of(row, at)).0;
        }
        for (at, shape) in &occurrence.args {
            let word = self.arg_of(row, usize::from(*at));
            if !self.matches(shape, word, base) {
                return (0, Vec::new(), Stopped::Head);
            }
        }
        for (test, part) in occurrence.tests.iter().zip(&occurrence.parts[0]) {
            if !self.test(test, base).unwrap_or(false) {
                return (0, Vec::new(), Stopped::Guard(part.clone()));
            }
        }
        let mut best = (0, Vec::new(), Stopped::Nothing);
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
        let rows_at = base + ARGS + constraint.functor.arity() + usize::from(constraint.partners);
        let used = |machine: &Machine<'_>| -> Vec<Term> {
            let rows = &machine.env[rows_at..rows_at + level];
            rows.iter()
                .map(|&row| machine.shown_row(row as usize))
                .collect()
        };
        let Some(partner) = occurrence.partners.get(level) else {
            let goals = match (occurrence.guard, &occurrence.goals) {
                (Some(guard), Some(goals)) => Some((guard, goals)),
                _ => None,
            };
            let stopped = if occurrence.repeats != crate::code::Repeats::Impossible
                && self.fired_before(constraint, occurrence, base)
            {
                Stopped::Repeated
            } else if let Some((guard, goals)) = goals
                && !self.guard_holds(guard, base).unwrap_or(false)
            {
                Stopped::Guard(goals.clone())
            } else {
                Stopped::Nothing
            };
            let free = stopped == Stopped::Nothing;
            if free || best.0 <= 2 * level + 1 {
                *best = (2 * level + 2, used(self), stopped);
            }
            return free;
        };
        let symbol = partner.constraint as usize;
        let rows: Vec<usize> = self
            .stored_rows()
            .into_iter()
            .filter(|&row| self.symbol_of(row) == symbol)
            .collect();
        let (mut matching, mut part, mut deeper) = (0, None, false);
        for &row in &rows {
            let apart = (!partner.own || self.env[base + OWN_ROW] as usize != row)
                && (0..level).all(|before| self.env[rows_at + before] as usize != row);
            let fits = apart
                && partner.args.iter().all(|(at, shape)| {
                    let word = self.arg_of(row, usize::from(*at));
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
            self.env[rows_at + level] = row as u64;
            if self.look_for(constraint, occurrence, base, level + 1, best) {
                return true;
            }
        }
        let reached = 2 * level + usize::from(matching > 0);
        if !deeper && (best.2 == Stopped::Nothing || reached > best.0) {
            let rule = &self.code.rules[occurrence.rule as usize];
            let stopped = Stopped::Partner {
                head: rule.heads[usize::from(partner.head)].0.clone(),
                stored: rows.len(),
                matching,
                part,
            };
            *best = (reached, used(self), stopped);
        }
        false
    }

    /// Runs a guard that consists of goals, and takes back what it did.
    fn guard_holds(&mut self, guard: u32, base: usize) -> Answer {
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
