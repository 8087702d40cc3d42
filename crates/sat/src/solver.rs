//! The solver: what it holds, and the loop of propagating, learning and deciding.

use gridwright_control::ActivityHeap;

use crate::analyse::Analysis;
use crate::given::Given;
use crate::groups::Groups;
use crate::literal::Literal;
use crate::restarts::Restarts;
use crate::trail::{Trail, Why};

/// Clauses over Booleans, and what was learnt from them.
#[derive(Clone, Debug)]
pub struct Solver {
    pub(crate) trail: Trail,
    /// Every clause of three literals and more, one after the other: its length, its `Info`, where the last search for a literal to
    /// watch ended, its literals. A clause is named by its place. The first place is empty: 0 names no clause.
    pub(crate) arena: Vec<u32>,
    /// By literal, the clauses that watch it.
    pub(crate) watches: Vec<Vec<Watch>>,
    /// By literal, the others of its clauses of two.
    pub(crate) pairs: Vec<Vec<Literal>>,
    pub(crate) groups: Groups,
    pub(crate) given: Given,
    /// Variables by how active they were in recent conflicts: the order of decisions.
    pub(crate) order: ActivityHeap,
    pub(crate) restarts: Restarts,
    pub(crate) analysis: Analysis,
    /// By variable: what it is decided to be, the last value it had to begin with.
    pub(crate) wishes: Vec<bool>,
    /// The values of the longest trail without a conflict, of late: what search comes back to when it is patient.
    pub(crate) best: Vec<i8>,
    pub(crate) longest: usize,
    /// How many decisions a nogood may take back.
    pub(crate) far: usize,
    pub(crate) counts: Counts,
    pub(crate) next_reduction: u64,
    pub(crate) n_reductions: u64,
    /// How much of the trail was at the root when clauses were last looked through.
    pub(crate) n_swept: usize,
    /// There is no solution.
    pub(crate) is_broken: bool,
    /// The assumptions of the current search.
    pub(crate) assumptions: Vec<Literal>,
    /// So many of them, from the first on, are known to hold.
    pub(crate) n_assumed: usize,
    /// The levels up to this one were begun by assumptions.
    pub(crate) assumption_depth: usize,
    /// After a search without a solution: assumptions that conflict.
    pub(crate) failed: Vec<Literal>,
}

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// There is a solution; [`Solver::holds`] tells it until something is added.
    Found,
    /// There is none.
    None,
    /// Whoever was asked said that it is over.
    Over,
}

/// What was counted since the solver was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Decisions.
    pub decisions: u64,
    /// Conflicts; each leaves a nogood.
    pub conflicts: u64,
    /// Literals that came to hold and were followed up.
    pub propagations: u64,
    /// Clauses looked at.
    pub looks: u64,
    /// Restarts.
    pub restarts: u64,
    /// The most decisions in force.
    pub depth: u64,
}

/// A clause in a watch list. If the blocker holds, the clause does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    pub(crate) clause: u32,
    pub(crate) blocker: Literal,
}

/// How many words stand before the literals of a clause.
pub(crate) const HEADER: usize = 3;

/// What is noted of a clause in a word: whether it is a nogood, whether it was used of late, and how many levels it joins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Info(pub(crate) u32);

impl Info {
    pub(crate) const GIVEN: Info = Info(0);
    const NOGOOD: u32 = 1 << 31;
    const USED: u32 = 29;

    pub(crate) fn nogood(n_levels: u32) -> Info {
        Info(Info::NOGOOD | 1 << Info::USED | n_levels)
    }

    pub(crate) fn is_nogood(self) -> bool {
        self.0 & Info::NOGOOD != 0
    }

    pub(crate) fn n_levels(self) -> u32 {
        self.0 & ((1 << Info::USED) - 1)
    }

    /// How many times it is spared.
    pub(crate) fn used(self) -> u32 {
        self.0 >> Info::USED & 3
    }

    pub(crate) fn with(self, used: u32, n_levels: u32) -> Info {
        Info(self.0 & Info::NOGOOD | used << Info::USED | n_levels)
    }
}

/// How many decisions a nogood may take back, unless it is said. In long chains of small parts, where a decision has nothing to do with most others, a nogood may
/// go back thousands of them, which would be made once more.
const FAR: usize = 100;

/// How many decisions are made between two questions whether it is over.
const TICKS: u64 = 128;

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

impl Solver {
    /// A solver without clauses.
    pub fn new() -> Solver {
        let mut solver = Solver {
            trail: Trail::default(),
            arena: vec![0],
            watches: Vec::new(),
            pairs: Vec::new(),
            groups: Groups::default(),
            given: Given::default(),
            order: ActivityHeap::new(),
            restarts: Restarts::new(),
            analysis: Analysis::default(),
            wishes: Vec::new(),
            best: Vec::new(),
            longest: 0,
            far: FAR,
            counts: Counts::default(),
            next_reduction: 0,
            n_reductions: 0,
            n_swept: 0,
            is_broken: false,
            assumptions: Vec::new(),
            n_assumed: 0,
            assumption_depth: 0,
            failed: Vec::new(),
        };
        let truth = solver.add_var(true);
        solver.trail.assign(truth, Why::NOTHING);
        solver
    }

    /// How many decisions a nogood may take back: if it forces something before more of them, that comes to hold where search is, and just the
    /// last decision is taken back (Nadel and Ryvchin 2018).
    pub fn limit_backjumps(&mut self, decisions: usize) {
        self.far = decisions;
    }

    /// Adds a variable, and says what to try first for it.
    pub fn add_var(&mut self, wish: bool) -> Literal {
        let var = self.trail.n_vars();
        self.trail.add_var();
        self.watches.extend([Vec::new(), Vec::new()]);
        self.pairs.extend([Vec::new(), Vec::new()]);
        let item = self.order.add_item();
        self.order.insert(item);
        self.analysis.add_var();
        self.groups.add_var();
        self.wishes.push(wish);
        self.best.push(0);
        Literal::positive(var)
    }

    /// Looks for a solution. At every conflict, and now and then between, it asks whether it is over.
    pub fn solve(&mut self, is_over: &mut dyn FnMut(&Solver) -> bool) -> Answer {
        self.solve_under(&[], is_over)
    }

    /// Looks for a solution in which all assumptions hold: they are decided before all variables (Eén and Sörensson 2003). If there is none,
    /// [`Solver::failed_assumptions`] says why. Learnt clauses do not depend on assumptions and stay.
    pub fn solve_under(
        &mut self,
        assumptions: &[Literal],
        is_over: &mut dyn FnMut(&Solver) -> bool,
    ) -> Answer {
        self.back_to(0);
        self.assumptions.clear();
        self.assumptions.extend_from_slice(assumptions);
        self.n_assumed = 0;
        self.failed.clear();
        if self.is_broken {
            return Answer::None;
        }
        self.attach();
        if !self.groups.is_indexed() {
            // A literal may have come to hold after its group was added.
            self.groups.index(self.trail.n_vars());
            self.trail.head = 0;
        }
        loop {
            if let Err(clash) = self.propagate() {
                self.counts.conflicts += 1;
                if !self.learn(clash) {
                    self.is_broken = true;
                    return Answer::None;
                }
                if is_over(self) {
                    self.back_to(0);
                    return Answer::Over;
                }
                continue;
            }
            #[cfg(test)]
            self.check();
            if self.restarts.is_due() {
                self.restart();
                continue;
            }
            if self.counts.conflicts >= self.next_reduction {
                if !self.reduce() {
                    return Answer::None;
                }
                continue;
            }
            match self.decide_assumption() {
                Ok(true) => continue,
                Ok(false) => {}
                Err(false_assumption) => {
                    self.analyse_failure(false_assumption);
                    self.back_to(0);
                    return Answer::None;
                }
            }
            if !self.decide() {
                return Answer::Found;
            }
            if self.counts.decisions.is_multiple_of(TICKS) && is_over(self) {
                self.back_to(0);
                return Answer::Over;
            }
        }
    }

    /// Whether a literal holds in the solution that was found, or, later, at the root.
    pub fn holds(&self, literal: Literal) -> bool {
        self.trail.holds(literal)
    }

    /// After [`Answer::None`]: assumptions that cannot hold together. Empty if there is no solution at all.
    pub fn failed_assumptions(&self) -> &[Literal] {
        &self.failed
    }

    /// What was counted.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// An estimate of the bytes in use.
    pub fn memory(&self) -> usize {
        // Every clause of the arena has two watches.
        4 * self.arena.capacity()
            + self.watches.len() * 2 * size_of::<Vec<Watch>>()
            + self.arena.len()
            + self.trail.memory()
            + self.groups.memory()
    }

    /// Adds a clause of two literals or more, none of which is false unless all behind it are; gives why it makes its first one true.
    pub(crate) fn keep(&mut self, literals: &[Literal], info: Info) -> Why {
        let (first, second) = (literals[0], literals[1]);
        if literals.len() == 2 {
            self.pairs[first.code()].push(second);
            self.pairs[second.code()].push(first);
            return Why::two(second);
        }
        let clause = self.write(literals, info);
        for (watched, blocker) in [(first, second), (second, first)] {
            self.watches[watched.code()].push(Watch { clause, blocker });
        }
        Why::clause(clause)
    }

    /// Writes a clause into the arena; gives its place.
    pub(crate) fn write(&mut self, literals: &[Literal], info: Info) -> u32 {
        let clause = self.arena.len() as u32;
        self.arena.push(literals.len() as u32);
        self.arena.push(info.0);
        self.arena.push(2);
        self.arena
            .extend(literals.iter().map(|literal| literal.word()));
        clause
    }

    /// Takes back what was decided above a level.
    pub(crate) fn back_to(&mut self, level: usize) {
        if self.trail.depth() <= level {
            return;
        }
        let (wishes, order) = (&mut self.wishes, &mut self.order);
        self.trail.back_to(level, &mut |literal| {
            wishes[literal.var()] = literal.is_positive();
            order.insert(literal.var());
        });
        self.n_assumed = 0;
        self.assumption_depth = self.assumption_depth.min(level);
    }

    /// Decides the first assumption that is open; false if all hold. The error is an assumption that is false.
    #[inline]
    fn decide_assumption(&mut self) -> Result<bool, Literal> {
        while let Some(&literal) = self.assumptions.get(self.n_assumed) {
            match self.trail.value(literal) {
                0 => {
                    self.trail.decide(literal);
                    self.assumption_depth = self.trail.depth();
                    return Ok(true);
                }
                value if value < 0 => return Err(literal),
                _ => self.n_assumed += 1,
            }
        }
        Ok(false)
    }

    /// Decides the most active open variable; false if none is open.
    fn decide(&mut self) -> bool {
        let var = loop {
            match self.order.pop() {
                None => return false,
                Some(var) if self.trail.value(Literal::positive(var)) == 0 => break var,
                Some(_) => {}
            }
        };
        let wish = match self.best[var] {
            value if value != 0 && self.restarts.is_patient() => value > 0,
            _ => self.wishes[var],
        };
        let literal = Literal::positive(var);
        self.trail.decide(if wish { literal } else { !literal });
        self.counts.decisions += 1;
        self.counts.depth = self.counts.depth.max(self.trail.depth() as u64);
        true
    }

    /// Begins anew, but keeps decisions that would be made again.
    fn restart(&mut self) {
        self.counts.restarts += 1;
        let next = loop {
            match self.order.peek() {
                Some(var) if self.trail.value(Literal::positive(var)) != 0 => {
                    self.order.pop();
                }
                next => break next,
            }
        };
        let score = next.map_or(0.0, |var| self.order.activity(var));
        let is_made_again = |&level: &usize| {
            let decision = self.trail.literals()[self.trail.start(level)];
            level <= self.assumption_depth || self.order.activity(decision.var()) > score
        };
        let kept = (1..=self.trail.depth()).take_while(is_made_again).count();
        self.back_to(kept);
        self.restarts.restarted();
    }
}
