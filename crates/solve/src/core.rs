//! Cores: which assumptions clash, made small by leaving out one after the other.

use gridwright_fd::{Assignment, Atom, End, FirstSolution, Limit, Limits};

use crate::engine::Unsupported;
use crate::session::Session;
use crate::spent;
use crate::verdict::Core;

impl Session {
    /// Which of these assumptions clash, together with the model and the plan's own assumptions.
    /// None of those returned can be spared, unless a limit says otherwise.
    pub fn core(&mut self, assumptions: &[Atom]) -> Result<Core, Unsupported> {
        let before = self.stats().clone();
        let limits = Limits {
            solutions: None,
            ..self.plan.limits.clone()
        };
        let mut core = match self.clash(assumptions, &limits)? {
            Clash::Some(core) => core,
            Clash::None(found) => return Ok(Core::Solvable(found)),
            Clash::Unknown(limit) => return Ok(Core::Unknown(limit)),
        };
        let mut minimal = true;
        // Those before `kept` were tried and are needed.
        let mut kept = 0;
        while kept < core.len() {
            let mut rest = core.clone();
            rest.remove(kept);
            let spent = spent::since(self.stats(), &before);
            let clash = match spent::left(&limits, &spent) {
                Ok(left) => self.clash(&rest, &left)?,
                Err(limit) => Clash::Unknown(limit),
            };
            match clash {
                // What was needed stays needed in a smaller core: leaving it out solves a superset.
                Clash::Some(smaller) => core = smaller,
                Clash::None(_) => kept += 1,
                Clash::Unknown(_) => {
                    minimal = false;
                    break;
                }
            }
        }
        core.sort_by_key(|atom| assumptions.iter().position(|other| other == atom));
        Ok(Core::Clash {
            atoms: core,
            minimal,
        })
    }

    /// Whether assumptions clash, and which of them the engine blames, in their order.
    pub(crate) fn clash(
        &mut self,
        assumptions: &[Atom],
        limits: &Limits,
    ) -> Result<Clash, Unsupported> {
        let mut first = FirstSolution::default();
        let limits = Limits {
            solutions: Some(1),
            ..limits.clone()
        };
        let outcome = self.run(assumptions, &limits, &mut first)?;
        if let Some(found) = first.0 {
            return Ok(Clash::None(found));
        }
        Ok(match outcome.end {
            End::LimitReached(limit) => Clash::Unknown(limit),
            _ => Clash::Some(match outcome.core {
                Some(core) => assumptions
                    .iter()
                    .copied()
                    .filter(|atom| core.contains(atom))
                    .collect(),
                None => assumptions.to_vec(),
            }),
        })
    }
}

/// The answer of one run.
pub(crate) enum Clash {
    Some(Vec<Atom>),
    None(Assignment),
    Unknown(Limit),
}
