//! Conflict analysis: learns the clause of the first unique implication point (Marques-Silva and Sakallah 1996), minimised recursively (Sörensson and Biere
//! 2009) and by at-most-one groups.

use crate::literal::Literal;
use crate::propagate::Conflict;
use crate::solver::{HEADER, Info, Solver};
use crate::trail::{PackedReason, Reason};

/// Buffers of the analysis, kept between conflicts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Analysis {
    /// By variable.
    marks: Vec<Mark>,
    /// The variables that are marked.
    marked: Vec<u32>,
    /// By level, the round in which it was last seen; a new round makes all levels unseen.
    levels: Vec<u32>,
    round: u32,
    learnt: Vec<Literal>,
    /// By literal, whether it is in the learnt clause; used in minimisation by groups.
    is_in: Vec<bool>,
}

/// The state of a variable during an analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Mark {
    #[default]
    New,
    /// Its literal is involved in the conflict.
    Seen,
    /// Its literal follows from involved literals.
    Redundant,
    /// Its literal does not follow from involved literals.
    Needed,
}

/// The maximum recursion depth of minimisation.
const MAX_DEPTH: u32 = 400;

/// When a learnt clause with a larger LBD takes part in a conflict, its LBD is computed again.
const CORE_LBD: u32 = 2;

/// A clause that takes part in a conflict survives two reductions if its LBD is at most this, otherwise one.
const MIDDLE_LBD: u32 = 6;

/// In stable mode, the variables of reasons up to this distance from the learnt clause are bumped.
const REASON_DEPTH: u32 = 2;

impl Analysis {
    pub(crate) fn add_var(&mut self) {
        self.marks.push(Mark::New);
        self.is_in.extend([false, false]);
    }

    fn mark(&mut self, var: usize, mark: Mark) {
        if self.marks[var] == Mark::New {
            self.marked.push(var as u32);
        }
        self.marks[var] = mark;
    }

    fn begin_levels(&mut self) {
        self.round += 1;
    }

    /// Whether a level is seen for the first time in this round.
    fn is_new_level(&mut self, level: u32) -> bool {
        let level = level as usize;
        if self.levels.len() <= level {
            self.levels.resize(level + 1, 0);
        }
        std::mem::replace(&mut self.levels[level], self.round) != self.round
    }
}

/// The decay of activities per conflict.
const ACTIVITY_DECAY: f64 = 0.95;

impl Solver {
    /// Learns a clause from a conflict, backjumps and assigns the asserted literal. False if the conflict is at the root.
    pub(crate) fn learn(&mut self, conflict: Conflict) -> bool {
        if self.trail.has_out_of_order() && self.repair_level(conflict) {
            return true;
        }
        if self.trail.depth() == 0 {
            self.log_root_conflict(conflict);
            return false;
        }
        self.save_best_phases();
        let (level, lbd) = self.analyse(conflict);
        if self.proof.is_some() {
            self.find_learnt_hints(conflict);
        }
        if self.restarts.conflict(lbd, self.counts.propagations) {
            self.best_trail_len = 0;
            self.best_phases.fill(0);
        }
        let last = self.trail.depth() - 1;
        let is_too_far = last - level > self.max_backjump;
        self.back_to(if is_too_far { last } else { level });
        let learnt = std::mem::take(&mut self.analysis.learnt);
        let at = self.arena.len() as u32;
        let reason = match learnt.len() {
            1 => PackedReason::NONE,
            _ => self.add_attached(&learnt, Info::learnt(lbd)),
        };
        if self.proof.is_some()
            && let Some(source) = self.log_learnt(&learnt)
            && learnt.len() > 1
        {
            self.keep_source(&learnt, at, source);
        }
        self.trail.assign_at(learnt[0], reason, level as u32);
        if let Some(exchange) = &mut self.exchange {
            exchange.add(&learnt, lbd);
        }
        self.analysis.learnt = learnt;
        self.order.decay(ACTIVITY_DECAY);
        true
    }

    /// With out-of-order literals, the conflict may be at a lower level than the current one: backtracks to the highest level in the conflict. True if only one literal of
    /// the conflict is at that level: the clause then implies it at a lower level, and nothing is learnt.
    fn repair_level(&mut self, conflict: Conflict) -> bool {
        let literals: Vec<Literal> = match conflict {
            Conflict::Binary(a, b) => vec![a, b],
            Conflict::Clause(clause) => self.literals_of(clause).collect(),
        };
        let level = |literal: &Literal| self.trail.info(literal.var()).level;
        let last = literals.iter().map(level).max().unwrap_or(0);
        let mut at_last = literals.iter().filter(|literal| level(literal) == last);
        let (one, another) = (at_last.next().copied(), at_last.next());
        let Some(forced) = one.filter(|_| another.is_none() && last > 0) else {
            self.back_to(last as usize);
            return false;
        };
        let others = literals.iter().filter(|&&literal| literal != forced);
        let before = others.clone().map(level).max().unwrap_or(0);
        let reason = match conflict {
            Conflict::Binary(a, b) => PackedReason::binary(if a == forced { b } else { a }),
            Conflict::Clause(clause) => PackedReason::clause(clause),
        };
        self.back_to(last as usize - 1);
        self.trail.assign_at(forced, reason, before);
        true
    }

    /// The clause just learnt.
    pub(crate) fn learnt_clause(&self) -> &[Literal] {
        &self.analysis.learnt
    }

    pub(crate) fn literals_of(&self, clause: u32) -> impl Iterator<Item = Literal> + '_ {
        let at = clause as usize + HEADER;
        let len = self.arena[clause as usize] as usize;
        let codes = self.arena[at..at + len].iter();
        codes.map(|&code| Literal::of_code(code))
    }

    /// Saves the phases before the last decision if the trail is the longest since the last mode change.
    fn save_best_phases(&mut self) {
        let before = self.trail.start(self.trail.depth());
        if before > self.best_trail_len {
            self.best_trail_len = before;
            for literal in &self.trail.literals()[..before] {
                self.best_phases[literal.var()] = if literal.is_positive() { 1 } else { -1 };
            }
        }
    }

    /// Computes the learnt clause, in `Analysis::learnt`; returns the level to jump to, and the LBD.
    fn analyse(&mut self, conflict: Conflict) -> (usize, u32) {
        let depth = self.trail.depth() as u32;
        self.analysis.learnt.clear();
        self.analysis.learnt.push(Literal::TRUE);
        let mut open = 0;
        match conflict {
            Conflict::Binary(a, b) => {
                self.mark_involved(a, depth, &mut open);
                self.mark_involved(b, depth, &mut open);
            }
            Conflict::Clause(clause) => self.mark_clause(clause, None, depth, &mut open),
        }
        let mut at = self.trail.literals().len();
        let point = loop {
            at -= 1;
            let literal = self.trail.literals()[at];
            let is_open = self.trail.info(literal.var()).level == depth;
            if self.analysis.marks[literal.var()] == Mark::New || !is_open {
                continue;
            }
            open -= 1;
            if open == 0 {
                break literal;
            }
            match self.trail.info(literal.var()).reason.unpack() {
                Reason::None => unreachable!("a decision is the last of its level"),
                Reason::Binary(other) => self.mark_involved(other, depth, &mut open),
                Reason::Clause(clause) => {
                    self.mark_clause(clause, Some(literal), depth, &mut open);
                }
            }
        };
        self.analysis.learnt[0] = !point;
        self.minimise();
        self.minimise_by_groups();
        if self.restarts.is_stable() {
            self.bump_reasons();
        }
        self.finish()
    }

    /// Marks a false literal as involved.
    #[inline]
    fn mark_involved(&mut self, literal: Literal, depth: u32, open: &mut u32) {
        let var = literal.var();
        let level = self.trail.info(var).level;
        if level == 0 || self.analysis.marks[var] != Mark::New {
            return;
        }
        self.analysis.mark(var, Mark::Seen);
        self.order.bump(var);
        if level == depth {
            *open += 1;
        } else {
            self.analysis.learnt.push(literal);
        }
    }

    fn mark_clause(&mut self, clause: u32, forced: Option<Literal>, depth: u32, open: &mut u32) {
        let at = clause as usize;
        let len = self.arena[at] as usize;
        for i in at + HEADER..at + HEADER + len {
            let literal = Literal::of_code(self.arena[i]);
            if Some(literal) != forced {
                self.mark_involved(literal, depth, open);
            }
        }
        let info = Info(self.arena[at + 1]);
        if info.is_learnt() {
            let mut lbd = info.lbd();
            if lbd > CORE_LBD {
                self.analysis.begin_levels();
                let mut n = 0;
                for i in at + HEADER..at + HEADER + len {
                    let var = Literal::of_code(self.arena[i]).var();
                    let level = self.trail.info(var).level;
                    n += u32::from(level > 0 && self.analysis.is_new_level(level));
                }
                lbd = lbd.min(n);
            }
            let used = if lbd <= MIDDLE_LBD { 2 } else { 1 };
            self.arena[at + 1] = info.with(used, lbd).0;
        }
    }

    /// Removes literals that are implied by the others.
    fn minimise(&mut self) {
        let mut learnt = std::mem::take(&mut self.analysis.learnt);
        self.analysis.begin_levels();
        for &literal in &learnt {
            let level = self.trail.info(literal.var()).level;
            self.analysis.is_new_level(level);
        }
        let mut kept = 1;
        for i in 1..learnt.len() {
            if !self.is_redundant(learnt[i], 0) {
                learnt[kept] = learnt[i];
                kept += 1;
            }
        }
        learnt.truncate(kept);
        self.analysis.learnt = learnt;
    }

    /// Whether a false literal is implied by involved literals.
    fn is_redundant(&mut self, literal: Literal, depth: u32) -> bool {
        let var = literal.var();
        let info = self.trail.info(var);
        if info.level == 0 {
            return true;
        }
        match self.analysis.marks[var] {
            Mark::Seen if depth > 0 => return true,
            Mark::Redundant => return true,
            Mark::Needed => return false,
            _ => {}
        }
        if depth > MAX_DEPTH || self.analysis.levels[info.level as usize] != self.analysis.round {
            return false;
        }
        let implied = match info.reason.unpack() {
            Reason::None => return false,
            Reason::Binary(other) => self.is_redundant(other, depth + 1),
            Reason::Clause(clause) => {
                let at = clause as usize + HEADER;
                let len = self.arena[clause as usize] as usize;
                (at..at + len).all(|i| {
                    let other = Literal::of_code(self.arena[i]);
                    other.var() == var || self.is_redundant(other, depth + 1)
                })
            }
        };
        if depth > 0 {
            let marks = [Mark::Needed, Mark::Redundant];
            self.analysis.mark(var, marks[usize::from(implied)]);
        }
        implied
    }

    /// Removes literals by at-most-one groups: if `a` and `b` are in one group, `a` implies `!b`, so `a` is redundant in a clause with `!b`.
    fn minimise_by_groups(&mut self) {
        let Solver {
            analysis,
            groups,
            proof,
            ..
        } = self;
        let Analysis { learnt, is_in, .. } = analysis;
        for literal in &learnt[1..] {
            is_in[literal.code()] = true;
        }
        let first = learnt[0];
        for &literal in learnt.iter() {
            // A removed literal must not remove others: two equivalent literals would remove each other.
            if literal != first && !is_in[literal.code()] {
                continue;
            }
            for &group in groups.of(!literal) {
                for &member in groups.members(group) {
                    if is_in[member.code()] && member != !literal {
                        is_in[member.code()] = false;
                        if let Some(proof) = proof {
                            proof.by_group.push((member, literal));
                        }
                    }
                }
            }
        }
        learnt.retain(|&literal| {
            literal == first || std::mem::replace(&mut is_in[literal.code()], false)
        });
    }

    /// Reason-side bumping: bumps the variables in the reasons of the learnt literals, and in the reasons of those (Liang et al. 2016 bump only the former). Hard Sudokus need
    /// fewer conflicts with it. In focused mode it is off: with it, the pigeonhole problem with 60 pigeons and 60 holes is not solved.
    fn bump_reasons(&mut self) {
        let learnt = std::mem::take(&mut self.analysis.learnt);
        for &literal in &learnt {
            self.bump_reason(literal, REASON_DEPTH);
        }
        self.analysis.learnt = learnt;
    }

    fn bump_reason(&mut self, literal: Literal, steps: u32) {
        match self.trail.info(literal.var()).reason.unpack() {
            Reason::None => {}
            Reason::Binary(other) => self.bump_reason_literal(other, steps),
            Reason::Clause(clause) => {
                let at = clause as usize + HEADER;
                for i in at..at + self.arena[clause as usize] as usize {
                    self.bump_reason_literal(Literal::of_code(self.arena[i]), steps);
                }
            }
        }
    }

    fn bump_reason_literal(&mut self, literal: Literal, steps: u32) {
        let var = literal.var();
        if self.trail.info(var).level == 0 || self.analysis.marks[var] == Mark::Seen {
            return;
        }
        self.analysis.mark(var, Mark::Seen);
        self.order.bump(var);
        if steps > 1 {
            self.bump_reason(literal, steps - 1);
        }
    }

    /// Collects a false assumption, and the assumptions that make it false, in [`Solver::failed`].
    pub(crate) fn analyse_failure(&mut self, false_assumption: Literal) {
        self.failed.push(false_assumption);
        self.mark_cause(!false_assumption);
        for at in (0..self.trail.literals().len()).rev() {
            let literal = self.trail.literals()[at];
            if self.analysis.marks[literal.var()] == Mark::New {
                continue;
            }
            match self.trail.info(literal.var()).reason.unpack() {
                Reason::None => self.failed.push(literal),
                Reason::Binary(other) => self.mark_cause(other),
                Reason::Clause(clause) => {
                    let literals: Vec<Literal> = self.literals_of(clause).collect();
                    for other in literals.into_iter().filter(|&it| it != literal) {
                        self.mark_cause(other);
                    }
                }
            }
        }
        self.clear_marks();
    }

    /// Marks a literal unless it is fixed at the root.
    fn mark_cause(&mut self, literal: Literal) {
        if self.trail.info(literal.var()).level > 0 {
            self.analysis.mark(literal.var(), Mark::Seen);
        }
    }

    fn clear_marks(&mut self) {
        let Analysis { marks, marked, .. } = &mut self.analysis;
        for var in marked.drain(..) {
            marks[var as usize] = Mark::New;
        }
    }

    /// Moves a literal of the second highest level to the second position, computes the LBD, and clears the marks.
    fn finish(&mut self) -> (usize, u32) {
        let Solver {
            analysis, trail, ..
        } = self;
        analysis.begin_levels();
        let mut lbd = 0;
        let (mut highest, mut at) = (0, 0);
        for i in 0..analysis.learnt.len() {
            let level = trail.info(analysis.learnt[i].var()).level;
            lbd += u32::from(analysis.is_new_level(level));
            if i > 0 && level > highest {
                (highest, at) = (level, i);
            }
        }
        if at > 0 {
            analysis.learnt.swap(1, at);
        }
        self.clear_marks();
        (highest as usize, lbd)
    }
}
