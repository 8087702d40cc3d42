//! Backbones: what every solution shares.
//!
//! The first few solutions leave few candidates: one solution that differs on many atoms is rid of them all. Each candidate left is
//! then tested by asking for a solution that differs on it; what comes back again rids us of many, and what does not is proved.

use gridwright_fd::{Assignment, Atom, End, Flow, Limit, Limits, Sink};

use crate::engine::Unsupported;
use crate::session::{Inside, Session};
use crate::spent;
use crate::verdict::{Backbone, Completeness, Shared, Solved};

/// How many solutions are looked at before candidates are tested one by one.
const FIRST: u64 = 8;

/// What all solutions told so far say of some atoms.
#[derive(Debug)]
struct Meeting<'a> {
    atoms: &'a [Atom],
    /// The truth they agree on; `None` where they differ. Nothing before the first.
    truths: Option<Vec<Option<bool>>>,
}

impl Meeting<'_> {
    fn meet(&mut self, found: &Assignment) {
        let truth = |atom: &Atom| Some(found.holds(*atom));
        match &mut self.truths {
            None => self.truths = Some(self.atoms.iter().map(truth).collect()),
            Some(truths) => {
                for (agreed, atom) in truths.iter_mut().zip(self.atoms) {
                    *agreed = agreed.filter(|&agreed| agreed == found.holds(*atom));
                }
            }
        }
    }

    fn is_over(&self) -> bool {
        let mut truths = self.truths.iter().flatten();
        self.truths.is_some() && truths.all(Option::is_none)
    }
}

impl Sink for Meeting<'_> {
    fn solution(&mut self, found: &Assignment) -> Flow {
        self.meet(found);
        if self.is_over() {
            Flow::Stop
        } else {
            Flow::Continue
        }
    }
}

impl Session {
    /// The value every solution gives to a key, under assumptions.
    pub fn backbone(&mut self, assumptions: &[Atom]) -> Result<Backbone, Unsupported> {
        self.refuse_objective("a backbone")?;
        let keys = self.keys.clone();
        let limits = self.plan.limits.clone();
        let before = self.stats().clone();
        // Only the values of some solution can be shared by all.
        let (values, known) = match self.solve_within(assumptions, &limits)? {
            Solved::Unknown(limit) => (vec![None; keys.len()], Completeness::Part(limit)),
            Solved::None => (vec![None; keys.len()], Completeness::NoSolution),
            Solved::Found(found) => {
                let atoms: Vec<Atom> = keys
                    .iter()
                    .map(|&key| Atom::eq(key, found.value(key)))
                    .collect();
                let spent = spent::since(self.stats(), &before);
                let shared = match spent::left(&limits, &spent) {
                    Ok(left) => self.shared_within(&atoms, assumptions, &left)?,
                    Err(limit) => Shared {
                        truths: vec![None; atoms.len()],
                        known: Completeness::Part(limit),
                    },
                };
                let value = |(truth, &key): (&Option<bool>, _)| {
                    truth.filter(|truth| *truth).map(|_| found.value(key))
                };
                let values = shared.truths.iter().zip(&keys).map(value).collect();
                (values, shared.known)
            }
        };
        Ok(Backbone {
            values: keys.into_iter().zip(values).collect(),
            known,
        })
    }

    /// What every solution says of some atoms, under assumptions: each is true in all of them, false in all of them, or neither.
    pub fn shared(&mut self, atoms: &[Atom], assumptions: &[Atom]) -> Result<Shared, Unsupported> {
        self.refuse_objective("a backbone")?;
        let limits = self.plan.limits.clone();
        self.shared_within(atoms, assumptions, &limits)
    }

    fn shared_within(
        &mut self,
        atoms: &[Atom],
        assumptions: &[Atom],
        limits: &Limits,
    ) -> Result<Shared, Unsupported> {
        let before = self.stats().clone();
        let limits = Limits {
            solutions: None,
            ..limits.clone()
        };
        let first = Limits {
            solutions: Some(FIRST),
            ..limits.clone()
        };
        let mut meeting = Meeting {
            atoms,
            truths: None,
        };
        let outcome = self.run(assumptions, &first, &mut meeting)?;
        let nothing = |known| Shared {
            truths: vec![None; atoms.len()],
            known,
        };
        if meeting.truths.is_none() {
            return Ok(nothing(match outcome.end {
                End::LimitReached(limit) => Completeness::Part(limit),
                _ => Completeness::NoSolution,
            }));
        }
        if outcome.end == End::Exhausted || meeting.is_over() {
            return Ok(Shared {
                truths: meeting.truths.unwrap_or_default(),
                known: Completeness::All,
            });
        }
        let by_propagation = match self.propagated(atoms, assumptions) {
            Ok(truths) => truths.unwrap_or_default(),
            Err(limit) => return Ok(nothing(Completeness::Part(limit))),
        };
        let mut facts = assumptions.to_vec();
        let mut proved = nothing(Completeness::All);
        for (at, &atom) in atoms.iter().enumerate() {
            let agreed = meeting.truths.as_ref().and_then(|truths| truths[at]);
            let Some(truth) = agreed else { continue };
            let shared = if truth { atom } else { !atom };
            if by_propagation[at].is_some() {
                proved.truths[at] = Some(truth);
                continue;
            }
            let spent = spent::since(self.stats(), &before);
            facts.push(!shared);
            let solved = match spent::left(&limits, &spent) {
                Ok(left) => self.solve_within(&facts, &left)?,
                Err(limit) => Solved::Unknown(limit),
            };
            facts.pop();
            match solved {
                Solved::None => {
                    proved.truths[at] = Some(truth);
                    // It follows anyway, and spares the next search finding it out.
                    facts.push(shared);
                }
                Solved::Found(found) => meeting.meet(&found),
                Solved::Unknown(limit) => {
                    proved.known = Completeness::Part(limit);
                    return Ok(proved);
                }
            }
        }
        Ok(proved)
    }

    /// What propagation alone, before any search, says of some atoms under assumptions; `None` if it finds a conflict.
    /// Of the limits, those on time and the switch count.
    pub fn propagated(
        &mut self,
        atoms: &[Atom],
        assumptions: &[Atom],
    ) -> Result<Option<Vec<Option<bool>>>, Limit> {
        self.assume(assumptions);
        let Inside::Fd(solvers) = &mut self.inside else {
            return Ok(Some(vec![None; atoms.len()]));
        };
        let deadline = self.plan.limits.deadline();
        let Some(store) = solvers
            .plain()
            .propagated_before(&self.assumed, &deadline)?
        else {
            return Ok(None);
        };
        let truth = |atom: &Atom| match (store.holds(*atom), store.is_false(*atom)) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        };
        Ok(Some(atoms.iter().map(truth).collect()))
    }
}
