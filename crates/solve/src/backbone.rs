//! Backbones: what every solution shares.
//!
//! The first few solutions leave few candidates: one solution that differs on many keys is rid of them all. Each candidate left is
//! then tested by asking for a solution that differs on it; what comes back again rids us of many, and what does not is proved.

use gridwright_fd::{Assignment, Atom, End, Flow, Limits, Sink, Var};

use crate::engine::Unsupported;
use crate::session::{Inside, Session};
use crate::spent;
use crate::verdict::{Backbone, Known, Solved};

/// How many solutions are looked at before candidates are tested one by one.
const FIRST: u64 = 8;

/// The values that all solutions told so far share.
#[derive(Debug, Default)]
struct Shared {
    keys: Vec<Var>,
    values: Option<Vec<Option<i32>>>,
}

impl Shared {
    fn meet(&mut self, found: &Assignment) {
        let values = self.values.get_or_insert_with(|| {
            self.keys
                .iter()
                .map(|&key| Some(found.value(key)))
                .collect()
        });
        for (key, value) in self.keys.iter().zip(values) {
            *value = value.filter(|&value| value == found.value(*key));
        }
    }

    fn is_empty(&self) -> bool {
        let mut values = self.values.iter().flatten();
        self.values.is_some() && values.all(Option::is_none)
    }
}

impl Sink for Shared {
    fn solution(&mut self, found: &Assignment) -> Flow {
        self.meet(found);
        if self.is_empty() {
            Flow::Stop
        } else {
            Flow::Continue
        }
    }
}

impl Session {
    /// What every solution shares, under assumptions.
    pub fn backbone(&mut self, assumptions: &[Atom]) -> Result<Backbone, Unsupported> {
        self.refuse_objective("a backbone")?;
        let before = self.stats().clone();
        let limits = Limits {
            solutions: None,
            ..self.plan.limits.clone()
        };
        let mut shared = Shared {
            keys: self.keys.clone(),
            values: None,
        };
        let first = Limits {
            solutions: Some(FIRST),
            ..limits.clone()
        };
        let outcome = self.run(assumptions, &first, &mut shared)?;
        let Some(mut values) = shared.values.take() else {
            let known = match outcome.end {
                End::LimitReached(limit) => Known::Part(limit),
                _ => Known::NoSolution,
            };
            return Ok(self.backbone_of(&[], known));
        };
        if outcome.end == End::Exhausted || values.iter().all(Option::is_none) {
            return Ok(self.backbone_of(&values, Known::All));
        }
        let mut proved = self.fixed_by_propagation(assumptions);
        let mut facts = assumptions.to_vec();
        for at in 0..values.len() {
            let Some(value) = values[at] else { continue };
            if proved[at] {
                continue;
            }
            let key = self.keys[at];
            let spent = spent::since(self.stats(), &before);
            facts.push(Atom::ne(key, value));
            let solved = match spent::left(&limits, &spent) {
                Ok(left) => self.solve_within(&facts, &left)?,
                Err(limit) => Solved::Unknown(limit),
            };
            facts.pop();
            match solved {
                Solved::None => {
                    proved[at] = true;
                    // It follows anyway, and spares the next search finding it out.
                    facts.push(Atom::eq(key, value));
                }
                Solved::Found(found) => {
                    shared.values = Some(values);
                    shared.meet(&found);
                    values = shared.values.take().expect("it was just put there");
                }
                Solved::Unknown(limit) => {
                    for (value, proved) in values.iter_mut().zip(proved) {
                        *value = value.filter(|_| proved);
                    }
                    return Ok(self.backbone_of(&values, Known::Part(limit)));
                }
            }
        }
        Ok(self.backbone_of(&values, Known::All))
    }

    /// Which keys propagation alone fixes.
    fn fixed_by_propagation(&mut self, assumptions: &[Atom]) -> Vec<bool> {
        self.assume(assumptions);
        let store = match &mut self.inside {
            Inside::Fd(solver) => solver.propagated(&self.assumed),
            Inside::Oracle(_) => None,
        };
        let fixed = |key: &Var| {
            store
                .as_ref()
                .is_some_and(|store| store.is_fixed(key.view()))
        };
        self.keys.iter().map(fixed).collect()
    }

    fn backbone_of(&self, values: &[Option<i32>], known: Known) -> Backbone {
        let value_at = |at: usize| values.get(at).copied().flatten();
        Backbone {
            values: self
                .keys
                .iter()
                .enumerate()
                .map(|(at, &key)| (key, value_at(at)))
                .collect(),
            known,
        }
    }
}
