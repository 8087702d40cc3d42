//! The solutions of a session, one after the other. The iterator may be dropped at any time.
//!
//! Plain search walks: it stands still at a solution and goes on from there. The other engines split: a solution found in a part of
//! the space leaves, for every key, the part that agrees with it on the keys before and differs on this one. These parts are
//! disjoint, hold all other answers, and are searched one by one under assumptions, so that what was learnt serves them all.

use gridwright_fd::{
    Assignment, Atom, End, Flow, Inference, Limit, Limits, PausableSearch, Sink, Stats,
};

use crate::auto::{Goal, Strategy};
use crate::engine::Unsupported;
use crate::session::{Inside, Session};
use crate::spent;
use crate::verdict::Solved;

/// The solutions of a session; made by [`Session::solutions`].
#[derive(Debug)]
pub struct Solutions<'s> {
    how: How<'s>,
}

#[derive(Debug)]
enum How<'s> {
    /// The walk, and where its counters go at the end.
    Walk(Box<PausableSearch<'s>>, &'s mut Stats),
    Split(Box<Split<'s>>),
}

impl Session {
    /// The solutions under assumptions, one after the other.
    pub fn solutions(&mut self, assumptions: &[Atom]) -> Result<Solutions<'_>, Unsupported> {
        self.refuse_objective("a list of solutions")?;
        let walks = self.strategy(Goal::All) == Strategy::Plain
            && self.plain.inference == Inference::Full
            && matches!(self.inside, Inside::Fd(_));
        if !walks {
            let split = Split::new(self, assumptions)?;
            return Ok(Solutions {
                how: How::Split(Box::new(split)),
            });
        }
        self.assume(assumptions);
        let Inside::Fd(solvers) = &mut self.inside else {
            unreachable!("the oracle does not walk");
        };
        let solver = solvers.plain();
        let walk = solver.pausable(&self.plain, &self.assumed, &self.plan.limits)?;
        let how = How::Walk(Box::new(walk), &mut self.stats);
        Ok(Solutions { how })
    }
}

impl Solutions<'_> {
    /// How it ended; `None` while there may be more.
    pub fn end(&self) -> Option<End> {
        match &self.how {
            How::Walk(walk, _) => walk.end(),
            How::Split(split) => split.end,
        }
    }
}

impl Iterator for Solutions<'_> {
    type Item = Assignment;

    fn next(&mut self) -> Option<Assignment> {
        match &mut self.how {
            How::Walk(walk, _) => walk.next(),
            How::Split(split) => split.next(),
        }
    }
}

impl Drop for Solutions<'_> {
    fn drop(&mut self) {
        if let How::Walk(walk, stats) = &mut self.how {
            spent::add_stats(stats, walk.stats());
        }
    }
}

/// Parts of the space still to be searched.
#[derive(Debug)]
struct Split<'s> {
    session: &'s mut Session,
    /// The limits of the whole.
    limits: Limits,
    found: u64,
    parts: Vec<Parts>,
    end: Option<End>,
    /// What the session had spent before.
    before: Stats,
}

/// Listens to nothing.
struct Nobody;

impl Sink for Nobody {
    fn solution(&mut self, _: &Assignment) -> Flow {
        Flow::Stop
    }
}

/// The parts that one solution leaves.
#[derive(Debug)]
struct Parts {
    /// The facts of the part it was found in.
    facts: Vec<Atom>,
    /// The keys before this one are fixed by those facts.
    from: usize,
    /// The values of the keys; `None` if the part itself is still to be searched.
    values: Option<Vec<i32>>,
    /// Parts at this key and above are done with.
    to: usize,
}

impl<'s> Split<'s> {
    fn new(session: &'s mut Session, assumptions: &[Atom]) -> Result<Split<'s>, Unsupported> {
        let limits = session.plan.limits.clone();
        // A run that ends before its first step refuses what the later ones would refuse.
        let at_once = Limits {
            nodes: Some(0),
            ..limits.clone()
        };
        session.run(assumptions, &at_once, &mut Nobody)?;
        let whole = Parts {
            facts: assumptions.to_vec(),
            from: 0,
            values: None,
            to: 0,
        };
        Ok(Split {
            before: session.stats().clone(),
            session,
            limits,
            found: 0,
            parts: vec![whole],
            end: None,
        })
    }

    fn next(&mut self) -> Option<Assignment> {
        while self.end.is_none() {
            if self.limits.solutions.is_some_and(|most| self.found >= most) {
                self.end = Some(End::LimitReached(Limit::Solutions));
                break;
            }
            let Some((facts, from)) = self.next_part() else {
                self.end = Some(End::Exhausted);
                break;
            };
            match self.search(&facts) {
                Solved::None => {}
                Solved::Unknown(limit) => self.end = Some(End::LimitReached(limit)),
                Solved::Found(found) => {
                    self.found += 1;
                    self.parts.push(Parts {
                        facts,
                        from,
                        values: Some(found.values(&self.session.keys)),
                        to: self.session.keys.len(),
                    });
                    return Some(found);
                }
            }
        }
        None
    }

    /// The facts of the next part, and the first key they do not fix.
    fn next_part(&mut self) -> Option<(Vec<Atom>, usize)> {
        loop {
            let parts = self.parts.last_mut()?;
            let Some(values) = &parts.values else {
                let parts = self.parts.pop()?;
                return Some((parts.facts, parts.from));
            };
            if parts.to == parts.from {
                self.parts.pop();
                continue;
            }
            parts.to -= 1;
            let keys = &self.session.keys;
            let mut facts = parts.facts.clone();
            for at in parts.from..parts.to {
                facts.push(Atom::eq(keys[at], values[at]));
            }
            facts.push(Atom::ne(keys[parts.to], values[parts.to]));
            return Some((facts, parts.to));
        }
    }

    fn search(&mut self, facts: &[Atom]) -> Solved {
        let spent = spent::since(self.session.stats(), &self.before);
        let left = match spent::left(&self.limits, &spent) {
            Ok(left) => left,
            Err(limit) => return Solved::Unknown(limit),
        };
        self.session
            .solve_within(facts, &left)
            .expect("the plan was checked at the start")
    }
}
