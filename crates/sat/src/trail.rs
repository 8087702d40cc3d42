//! The trail: the true literals in the order of assignment, with their levels and reasons.

use crate::literal::Literal;

/// The reason of a true literal, in one word: none (a decision, or a literal fixed at the root), a binary clause, or a longer clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PackedReason(u32);

/// Marks the reason as a binary clause, given by its other literal.
const BINARY: u32 = 1 << 31;

/// A reason, unpacked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reason {
    None,
    /// The other literal of the clause, which is false.
    Binary(Literal),
    /// The clause, by its index in the arena.
    Clause(u32),
}

impl PackedReason {
    pub(crate) const NONE: PackedReason = PackedReason(0);

    #[inline]
    pub(crate) fn binary(other: Literal) -> PackedReason {
        PackedReason(other.word() | BINARY)
    }

    #[inline]
    pub(crate) fn clause(at: u32) -> PackedReason {
        PackedReason(at)
    }

    #[inline]
    pub(crate) fn unpack(self) -> Reason {
        if self.0 & BINARY != 0 {
            Reason::Binary(Literal::of_code(self.0 & !BINARY))
        } else if self.0 == 0 {
            Reason::None
        } else {
            Reason::Clause(self.0)
        }
    }
}

/// Level and reason of an assigned variable.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VarInfo {
    pub(crate) level: u32,
    pub(crate) reason: PackedReason,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Trail {
    /// By literal: 1 if it is true, -1 if it is false, else 0.
    values: Vec<i8>,
    infos: Vec<VarInfo>,
    literals: Vec<Literal>,
    /// By level, from 1: the length of the trail before its decision.
    level_starts: Vec<u32>,
    /// The number of out-of-order literals: those that come after a decision of a higher level than their own.
    n_out_of_order: usize,
    /// The literals of the trail before this index were propagated.
    pub(crate) head: usize,
}

impl Trail {
    pub(crate) fn add_var(&mut self) {
        self.values.extend([0, 0]);
        self.infos.push(VarInfo {
            level: 0,
            reason: PackedReason::NONE,
        });
    }

    pub(crate) fn n_vars(&self) -> usize {
        self.infos.len()
    }

    #[inline]
    pub(crate) fn value(&self, literal: Literal) -> i8 {
        self.values[literal.code()]
    }

    #[inline]
    pub(crate) fn holds(&self, literal: Literal) -> bool {
        self.value(literal) > 0
    }

    #[inline]
    pub(crate) fn is_false(&self, literal: Literal) -> bool {
        self.value(literal) < 0
    }

    #[inline]
    pub(crate) fn info(&self, var: usize) -> VarInfo {
        self.infos[var]
    }

    /// The current decision level.
    #[inline]
    pub(crate) fn depth(&self) -> usize {
        self.level_starts.len()
    }

    pub(crate) fn literals(&self) -> &[Literal] {
        &self.literals
    }

    /// The length of the trail before the decision of a level.
    pub(crate) fn start(&self, level: usize) -> usize {
        self.level_starts[level - 1] as usize
    }

    /// Makes an unassigned literal true at the current level.
    #[inline]
    pub(crate) fn assign(&mut self, literal: Literal, reason: PackedReason) {
        debug_assert_eq!(self.value(literal), 0);
        self.values[literal.code()] = 1;
        self.values[(!literal).code()] = -1;
        self.infos[literal.var()] = VarInfo {
            level: self.level_starts.len() as u32,
            reason,
        };
        self.literals.push(literal);
    }

    /// Makes an unassigned literal true at a given level, the current one or a lower one.
    pub(crate) fn assign_at(&mut self, literal: Literal, reason: PackedReason, level: u32) {
        self.assign(literal, reason);
        self.infos[literal.var()].level = level;
        self.n_out_of_order += usize::from((level as usize) < self.level_starts.len());
    }

    /// Whether there are out-of-order literals, which only chronological backtracking creates.
    #[inline]
    pub(crate) fn has_out_of_order(&self) -> bool {
        self.n_out_of_order > 0
    }

    /// Begins a level with a decision.
    pub(crate) fn decide(&mut self, literal: Literal) {
        self.level_starts.push(self.literals.len() as u32);
        self.assign(literal, PackedReason::NONE);
    }

    /// Backtracks to a level and calls `unassign` with each removed literal, last first. Out-of-order literals of this level or lower ones stay, and are propagated again,
    /// since literals that they implied may have been removed.
    pub(crate) fn back_to(&mut self, level: usize, unassign: &mut impl FnMut(Literal)) {
        let start = self.start(level + 1);
        let mut kept: Vec<Literal> = Vec::new();
        let mut depth = self.level_starts.len();
        while self.literals.len() > start {
            let literal = self.literals.pop().expect("it is longer");
            if self.n_out_of_order > 0 {
                while self.literals.len() < self.start(depth) {
                    depth -= 1;
                }
                let own = self.infos[literal.var()].level as usize;
                self.n_out_of_order -= usize::from(own < depth);
                if own <= level {
                    kept.push(literal);
                    continue;
                }
            }
            self.values[literal.code()] = 0;
            self.values[(!literal).code()] = 0;
            unassign(literal);
        }
        self.level_starts.truncate(level);
        self.head = self.head.min(start);
        for literal in kept.into_iter().rev() {
            let own = self.infos[literal.var()].level as usize;
            self.n_out_of_order += usize::from(own < level);
            self.literals.push(literal);
        }
    }

    /// Clears all reasons; called at the root, where none is needed.
    pub(crate) fn clear_reasons(&mut self) {
        for literal in &self.literals {
            self.infos[literal.var()].reason = PackedReason::NONE;
        }
    }

    pub(crate) fn memory(&self) -> usize {
        self.infos.capacity() * (2 + size_of::<VarInfo>() + size_of::<Literal>())
    }
}
