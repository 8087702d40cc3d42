//! The trail: which literals hold, in the order in which they came to, at which level and why.

use crate::literal::Literal;

/// Why a literal holds: a decision or the root, a clause of two, or a longer one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Why(u32);

/// Marks a reason as the other literal of a clause of two.
const TWO: u32 = 1 << 31;

/// A reason, taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reason {
    Nothing,
    /// The other literal of the clause, which is false.
    Two(Literal),
    /// Where the clause stands.
    Clause(u32),
}

impl Why {
    pub(crate) const NOTHING: Why = Why(0);

    #[inline]
    pub(crate) fn two(other: Literal) -> Why {
        Why(other.word() | TWO)
    }

    #[inline]
    pub(crate) fn clause(at: u32) -> Why {
        Why(at)
    }

    #[inline]
    pub(crate) fn reason(self) -> Reason {
        if self.0 & TWO != 0 {
            Reason::Two(Literal::of_code(self.0 & !TWO))
        } else if self.0 == 0 {
            Reason::Nothing
        } else {
            Reason::Clause(self.0)
        }
    }
}

/// When and why a variable was decided one way or the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) level: u32,
    pub(crate) why: Why,
}

/// What holds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trail {
    /// By literal: 1 if it holds, -1 if its opposite does, else 0.
    values: Vec<i8>,
    places: Vec<Place>,
    literals: Vec<Literal>,
    /// How long the trail was before each decision.
    starts: Vec<u32>,
    /// How many literals stand above a later decision than the last one they follow from.
    n_low: usize,
    /// So many literals were followed up.
    pub(crate) head: usize,
}

impl Trail {
    pub(crate) fn add_var(&mut self) {
        self.values.extend([0, 0]);
        self.places.push(Place {
            level: 0,
            why: Why::NOTHING,
        });
    }

    pub(crate) fn n_vars(&self) -> usize {
        self.places.len()
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
    pub(crate) fn place(&self, var: usize) -> Place {
        self.places[var]
    }

    #[inline]
    pub(crate) fn depth(&self) -> usize {
        self.starts.len()
    }

    pub(crate) fn literals(&self) -> &[Literal] {
        &self.literals
    }

    /// How long it was before the decision that began a level.
    pub(crate) fn start(&self, level: usize) -> usize {
        self.starts[level - 1] as usize
    }

    /// Makes an open literal true, at the last level.
    #[inline]
    pub(crate) fn assign(&mut self, literal: Literal, why: Why) {
        debug_assert_eq!(self.value(literal), 0);
        self.values[literal.code()] = 1;
        self.values[(!literal).code()] = -1;
        self.places[literal.var()] = Place {
            level: self.starts.len() as u32,
            why,
        };
        self.literals.push(literal);
    }

    /// The same at a level that may be lower than the last.
    pub(crate) fn assign_at(&mut self, literal: Literal, why: Why, level: u32) {
        self.assign(literal, why);
        self.places[literal.var()].level = level;
        self.n_low += usize::from((level as usize) < self.starts.len());
    }

    /// Whether some literals stand above a later decision than they follow from.
    #[inline]
    pub(crate) fn is_mixed(&self) -> bool {
        self.n_low > 0
    }

    /// Begins a level with a decision.
    pub(crate) fn decide(&mut self, literal: Literal) {
        self.starts.push(self.literals.len() as u32);
        self.assign(literal, Why::NOTHING);
    }

    /// Takes back what was decided above a level, and tells every literal that goes, the last first. Those that stand there but follow from
    /// what stays do too, and are followed up again: what they made true may have gone.
    pub(crate) fn back_to(&mut self, level: usize, gone: &mut impl FnMut(Literal)) {
        let start = self.start(level + 1);
        let mut kept: Vec<Literal> = Vec::new();
        let mut depth = self.starts.len();
        while self.literals.len() > start {
            let literal = self.literals.pop().expect("it is longer");
            if self.n_low > 0 {
                while self.literals.len() < self.start(depth) {
                    depth -= 1;
                }
                let own = self.places[literal.var()].level as usize;
                self.n_low -= usize::from(own < depth);
                if own <= level {
                    kept.push(literal);
                    continue;
                }
            }
            self.values[literal.code()] = 0;
            self.values[(!literal).code()] = 0;
            gone(literal);
        }
        self.starts.truncate(level);
        self.head = self.head.min(start);
        for literal in kept.into_iter().rev() {
            let own = self.places[literal.var()].level as usize;
            self.n_low += usize::from(own < level);
            self.literals.push(literal);
        }
    }

    /// At the root reasons are not asked for, and may go.
    pub(crate) fn forget_reasons(&mut self) {
        for literal in &self.literals {
            self.places[literal.var()].why = Why::NOTHING;
        }
    }

    pub(crate) fn memory(&self) -> usize {
        self.places.capacity() * (2 + size_of::<Place>() + size_of::<Literal>())
    }
}
