//! From a clash to a nogood: the first unique implication point (Marques-Silva and Sakallah 1996), minimised by reasons of reasons
//! (Sörensson and Biere 2009) and by groups of which at most one literal holds.

use crate::literal::Literal;
use crate::propagate::Clash;
use crate::solver::{HEADER, Info, Solver};
use crate::trail::{Reason, Why};

/// Room for the analysis, kept between conflicts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Analysis {
    /// By variable.
    marks: Vec<Mark>,
    /// The variables that are marked.
    marked: Vec<u32>,
    /// By level, the round in which it was last seen.
    levels: Vec<u32>,
    round: u32,
    nogood: Vec<Literal>,
    /// By literal, whether it is in the nogood; only while that is shortened by groups.
    is_in: Vec<bool>,
}

/// What is known of a variable in an analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Mark {
    #[default]
    New,
    /// Its literal takes part.
    Seen,
    /// Its literal follows from others that take part.
    Implied,
    /// It does not.
    Needed,
}

/// How many reasons of reasons are followed.
const DEEPEST: u32 = 400;

/// Nogoods that join more levels are not counted again.
const WORTH_COUNTING: u32 = 2;

/// Nogoods from so few levels that are used are spared twice, others once.
const MIDDLE: u32 = 6;

/// How many steps from the nogood reasons count as active.
const REASONS_NOTED: u32 = 2;

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

/// The factor by which the weight of earlier conflicts falls with every conflict.
const ACTIVITY_DECAY: f64 = 0.95;

impl Solver {
    /// Learns from a clash, goes back and makes true what the nogood forces. False if there is nothing to go back to.
    pub(crate) fn learn(&mut self, clash: Clash) -> bool {
        if self.trail.is_mixed() && self.mend(clash) {
            return true;
        }
        if self.trail.depth() == 0 {
            return false;
        }
        self.note_best();
        let (level, n_levels) = self.analyse(clash);
        if self.restarts.conflict(n_levels, self.counts.propagations) {
            self.longest = 0;
            self.best.fill(0);
        }
        let last = self.trail.depth() - 1;
        self.back_to(if last - level > self.far { last } else { level });
        let nogood = std::mem::take(&mut self.analysis.nogood);
        let why = match nogood.len() {
            1 => Why::NOTHING,
            _ => self.keep(&nogood, Info::nogood(n_levels)),
        };
        self.trail.assign_at(nogood[0], why, level as u32);
        self.analysis.nogood = nogood;
        self.order.decay(ACTIVITY_DECAY);
        true
    }

    /// Goes back to the last level that a clash is about. True if it is about only one literal of that: this one is then forced at a lower level, and nothing
    /// is to be learnt.
    fn mend(&mut self, clash: Clash) -> bool {
        let literals: Vec<Literal> = match clash {
            Clash::Two(a, b) => vec![a, b],
            Clash::Clause(clause) => self.literals_of(clause).collect(),
        };
        let level = |literal: &Literal| self.trail.place(literal.var()).level;
        let last = literals.iter().map(level).max().unwrap_or(0);
        let mut at_last = literals.iter().filter(|literal| level(literal) == last);
        let (one, another) = (at_last.next().copied(), at_last.next());
        let Some(forced) = one.filter(|_| another.is_none() && last > 0) else {
            self.back_to(last as usize);
            return false;
        };
        let others = literals.iter().filter(|&&literal| literal != forced);
        let before = others.clone().map(level).max().unwrap_or(0);
        let why = match clash {
            Clash::Two(a, b) => Why::two(if a == forced { b } else { a }),
            Clash::Clause(clause) => Why::clause(clause),
        };
        self.back_to(last as usize - 1);
        self.trail.assign_at(forced, why, before);
        true
    }

    /// The literals of a clause.
    pub(crate) fn literals_of(&self, clause: u32) -> impl Iterator<Item = Literal> + '_ {
        let at = clause as usize + HEADER;
        let len = self.arena[clause as usize] as usize;
        self.arena[at..at + len]
            .iter()
            .map(|&code| Literal::of_code(code))
    }

    /// Remembers the values before the decision that led to a conflict, if they are the most of late.
    fn note_best(&mut self) {
        let before = self.trail.start(self.trail.depth());
        if before > self.longest {
            self.longest = before;
            for literal in &self.trail.literals()[..before] {
                self.best[literal.var()] = if literal.is_positive() { 1 } else { -1 };
            }
        }
    }

    /// Leaves the nogood in the analysis; gives the level to go back to, and how many levels it joins.
    fn analyse(&mut self, clash: Clash) -> (usize, u32) {
        let depth = self.trail.depth() as u32;
        self.analysis.nogood.clear();
        self.analysis.nogood.push(Literal::TRUE);
        let mut open = 0;
        match clash {
            Clash::Two(a, b) => {
                self.involve(a, depth, &mut open);
                self.involve(b, depth, &mut open);
            }
            Clash::Clause(clause) => self.involve_clause(clause, None, depth, &mut open),
        }
        let mut at = self.trail.literals().len();
        let point = loop {
            at -= 1;
            let literal = self.trail.literals()[at];
            let is_open = self.trail.place(literal.var()).level == depth;
            if self.analysis.marks[literal.var()] == Mark::New || !is_open {
                continue;
            }
            open -= 1;
            if open == 0 {
                break literal;
            }
            match self.trail.place(literal.var()).why.reason() {
                Reason::Nothing => unreachable!("a decision is the last of its level"),
                Reason::Two(other) => self.involve(other, depth, &mut open),
                Reason::Clause(clause) => {
                    self.involve_clause(clause, Some(literal), depth, &mut open);
                }
            }
        };
        self.analysis.nogood[0] = !point;
        self.minimise();
        self.shorten_by_groups();
        if self.restarts.is_patient() {
            self.note_reasons();
        }
        self.finish()
    }

    /// Notes that a false literal takes part.
    #[inline]
    fn involve(&mut self, literal: Literal, depth: u32, open: &mut u32) {
        let var = literal.var();
        let level = self.trail.place(var).level;
        if level == 0 || self.analysis.marks[var] != Mark::New {
            return;
        }
        self.analysis.mark(var, Mark::Seen);
        self.order.bump(var);
        if level == depth {
            *open += 1;
        } else {
            self.analysis.nogood.push(literal);
        }
    }

    fn involve_clause(&mut self, clause: u32, forced: Option<Literal>, depth: u32, open: &mut u32) {
        let at = clause as usize;
        let len = self.arena[at] as usize;
        for i in at + HEADER..at + HEADER + len {
            let literal = Literal::of_code(self.arena[i]);
            if Some(literal) != forced {
                self.involve(literal, depth, open);
            }
        }
        let info = Info(self.arena[at + 1]);
        if info.is_nogood() {
            let mut n_levels = info.n_levels();
            if n_levels > WORTH_COUNTING {
                self.analysis.begin_levels();
                let mut n = 0;
                for i in at + HEADER..at + HEADER + len {
                    let var = Literal::of_code(self.arena[i]).var();
                    let level = self.trail.place(var).level;
                    n += u32::from(level > 0 && self.analysis.is_new_level(level));
                }
                n_levels = n_levels.min(n);
            }
            let used = if n_levels <= MIDDLE { 2 } else { 1 };
            self.arena[at + 1] = info.with(used, n_levels).0;
        }
    }

    /// Leaves out literals that follow from the others.
    fn minimise(&mut self) {
        let mut nogood = std::mem::take(&mut self.analysis.nogood);
        self.analysis.begin_levels();
        for &literal in &nogood {
            let level = self.trail.place(literal.var()).level;
            self.analysis.is_new_level(level);
        }
        let mut kept = 1;
        for i in 1..nogood.len() {
            if !self.is_implied(nogood[i], 0) {
                nogood[kept] = nogood[i];
                kept += 1;
            }
        }
        nogood.truncate(kept);
        self.analysis.nogood = nogood;
    }

    /// Whether a false literal is so because of others that take part.
    fn is_implied(&mut self, literal: Literal, depth: u32) -> bool {
        let var = literal.var();
        let place = self.trail.place(var);
        if place.level == 0 {
            return true;
        }
        match self.analysis.marks[var] {
            Mark::Seen if depth > 0 => return true,
            Mark::Implied => return true,
            Mark::Needed => return false,
            _ => {}
        }
        if depth > DEEPEST || self.analysis.levels[place.level as usize] != self.analysis.round {
            return false;
        }
        let implied = match place.why.reason() {
            Reason::Nothing => return false,
            Reason::Two(other) => self.is_implied(other, depth + 1),
            Reason::Clause(clause) => {
                let at = clause as usize + HEADER;
                let len = self.arena[clause as usize] as usize;
                (at..at + len).all(|i| {
                    let other = Literal::of_code(self.arena[i]);
                    other.var() == var || self.is_implied(other, depth + 1)
                })
            }
        };
        if depth > 0 {
            let mark = if implied { Mark::Implied } else { Mark::Needed };
            self.analysis.mark(var, mark);
        }
        implied
    }

    /// Leaves out literals that another literal of the nogood holds whenever they do: if `a` and `b` are not both true, `a` is superfluous
    /// beside the opposite of `b`.
    fn shorten_by_groups(&mut self) {
        let Solver {
            analysis, groups, ..
        } = self;
        let Analysis { nogood, is_in, .. } = analysis;
        for literal in &nogood[1..] {
            is_in[literal.code()] = true;
        }
        let first = nogood[0];
        for &literal in nogood.iter() {
            // One that was left out itself must not leave out others: two that come to the same would both go.
            if literal != first && !is_in[literal.code()] {
                continue;
            }
            for &group in groups.of(!literal) {
                for &member in groups.members(group) {
                    if is_in[member.code()] && member != !literal {
                        is_in[member.code()] = false;
                    }
                }
            }
        }
        nogood.retain(|&literal| {
            literal == first || std::mem::replace(&mut is_in[literal.code()], false)
        });
    }

    /// Variables of the reasons of the nogood, and of reasons of these, count as active too (Liang et al. 2016 had the first of the two).
    /// Hard Sudokus need fewer conflicts with it. Not in hasty moods: sixty pigeons then find no way into as many holes.
    fn note_reasons(&mut self) {
        let nogood = std::mem::take(&mut self.analysis.nogood);
        for &literal in &nogood {
            self.note_reason(literal, REASONS_NOTED);
        }
        self.analysis.nogood = nogood;
    }

    fn note_reason(&mut self, literal: Literal, steps: u32) {
        match self.trail.place(literal.var()).why.reason() {
            Reason::Nothing => {}
            Reason::Two(other) => self.note_reason_literal(other, steps),
            Reason::Clause(clause) => {
                let at = clause as usize + HEADER;
                for i in at..at + self.arena[clause as usize] as usize {
                    self.note_reason_literal(Literal::of_code(self.arena[i]), steps);
                }
            }
        }
    }

    fn note_reason_literal(&mut self, literal: Literal, steps: u32) {
        let var = literal.var();
        if self.trail.place(var).level == 0 || self.analysis.marks[var] == Mark::Seen {
            return;
        }
        self.analysis.mark(var, Mark::Seen);
        self.order.bump(var);
        if steps > 1 {
            self.note_reason(literal, steps - 1);
        }
    }

    /// Collects the assumptions that make an assumption false, and that one, in [`Solver::failed`].
    pub(crate) fn analyse_failure(&mut self, false_assumption: Literal) {
        self.failed.push(false_assumption);
        self.mark_cause(!false_assumption);
        for at in (0..self.trail.literals().len()).rev() {
            let literal = self.trail.literals()[at];
            if self.analysis.marks[literal.var()] == Mark::New {
                continue;
            }
            match self.trail.place(literal.var()).why.reason() {
                Reason::Nothing => self.failed.push(literal),
                Reason::Two(other) => self.mark_cause(other),
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
        if self.trail.place(literal.var()).level > 0 {
            self.analysis.mark(literal.var(), Mark::Seen);
        }
    }

    fn clear_marks(&mut self) {
        let Analysis { marks, marked, .. } = &mut self.analysis;
        for var in marked.drain(..) {
            marks[var as usize] = Mark::New;
        }
    }

    /// Puts a literal of the highest level but the last second, counts levels, and forgets the marks.
    fn finish(&mut self) -> (usize, u32) {
        let Solver {
            analysis, trail, ..
        } = self;
        analysis.begin_levels();
        let mut n_levels = 0;
        let (mut highest, mut at) = (0, 0);
        for i in 0..analysis.nogood.len() {
            let level = trail.place(analysis.nogood[i].var()).level;
            n_levels += u32::from(analysis.is_new_level(level));
            if i > 0 && level > highest {
                (highest, at) = (level, i);
            }
        }
        if at > 0 {
            analysis.nogood.swap(1, at);
        }
        self.clear_marks();
        (highest as usize, n_levels)
    }
}
