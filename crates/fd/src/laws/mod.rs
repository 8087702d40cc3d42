//! The laws every constraint obeys, written once and checked against its ground meaning.
//!
//! A constraint's test is one line that says how to build it from views and which strength it claims at each level:
//!
//! ```
//! # use gridwright_fd::*;
//! # use gridwright_fd::laws::{Laws, Strength};
//! # fn check(build: fn(&[View]) -> Not) {
//! Laws::new("my_constraint", move |x, _rng| Some(build(x)))
//!     .arity(0..=4)
//!     .values(-2..=3)
//!     .claims(Consistency::Domain, Strength::Domain)
//!     .check();
//! # }
//! ```
//!
//! For many small random instances (holes, fixed variables, one variable twice through the same view or another, shifted, negated
//! and stretched views, all three forms of domain) the harness walks a whole random search tree and checks at every node:
//!
//! - **sound**: no value of a solution is removed, and a conflict means there is none;
//! - **complete**: the leaves are exactly the assignments for which `holds` says so;
//! - **strong**: the claimed strength is reached at every fixpoint;
//! - **idempotent**: running every propagator again changes nothing;
//! - **undone**: going back restores every domain;
//! - **reasoned**: every reason is made of facts that held before and, with the relation, implies what was removed;
//! - **learnt from**: learning search, run twice on one solver, finds exactly the solutions;
//! - **said in clauses**: if it is clausal, its clauses have exactly the solutions;
//! - the same, but for strength and idempotence, for the constraint half-reified, fully reified, and negated;
//!   it is reified by a flag of its own or by a fact about a variable it speaks of.

mod case;
mod clauses;
mod instance;
mod learning;
mod walk;

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::View;
use crate::{Consistency, Constraint};
use gridwright_control::Rng;

/// What is guaranteed of the domains once propagation is at its fixpoint. Each strength includes the ones before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Strength {
    /// A broken relation is noticed when all variables are fixed.
    Checks,
    /// When one variable is open, every value it has left belongs to a solution.
    Forward,
    /// The smallest and largest value of every variable belong to a solution within the bounds of the others.
    Bounds,
    /// Every value of every variable belongs to a solution within the domains of the others.
    Domain,
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Strength::Checks => "checks",
            Strength::Forward => "forward",
            Strength::Bounds => "bounds",
            Strength::Domain => "domain",
        })
    }
}

/// A law by its word above, as failures name it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Law {
    Sound,
    Complete,
    Strong,
    Idempotent,
    Undone,
    Reasoned,
    LearntFrom,
    Said,
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Law::Sound => "sound",
            Law::Complete => "complete",
            Law::Strong => "strong",
            Law::Idempotent => "idempotent",
            Law::Undone => "undone",
            Law::Reasoned => "reasoned",
            Law::LearntFrom => "learnt from",
            Law::Said => "said in clauses",
        })
    }
}

type Draw = Box<dyn Fn(&mut Rng) -> Vec<Vec<i32>>>;
type Build = Box<dyn Fn(&[View], &mut Rng) -> Option<Arc<dyn Constraint>>>;

/// The laws of one constraint, ready to be checked.
pub struct Laws {
    name: &'static str,
    build: Build,
    arity: RangeInclusive<usize>,
    values: RangeInclusive<i32>,
    domains: Option<Draw>,
    claims: Vec<(Consistency, Strength)>,
    rounds: usize,
    booleans: bool,
    aliased: bool,
    reify: bool,
    guarded: bool,
}

impl fmt::Debug for Laws {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Laws")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl Laws {
    /// The laws of the constraint that `build` makes from views and random numbers (for its parameters);
    /// `None` means that these views do not suit it.
    pub fn new<C: Constraint + 'static>(
        name: &'static str,
        build: impl Fn(&[View], &mut Rng) -> Option<C> + 'static,
    ) -> Laws {
        Laws {
            name,
            build: Box::new(move |views, rng| {
                build(views, rng).map(|constraint| Arc::new(constraint) as Arc<dyn Constraint>)
            }),
            arity: 1..=4,
            values: -2..=3,
            domains: None,
            claims: Vec::new(),
            rounds: 150,
            booleans: false,
            aliased: false,
            reify: true,
            guarded: false,
        }
    }

    /// How many views it is given.
    pub fn arity(mut self, arity: RangeInclusive<usize>) -> Laws {
        self.arity = arity;
        self
    }

    /// Which values the views take, before shifting and stretching.
    pub fn values(mut self, values: RangeInclusive<i32>) -> Laws {
        self.values = values;
        self
    }

    /// The values of every view, instead of random ones out of a range: for what says little unless its domains fit together.
    /// There are as many views as lists of values, and each is a variable as it is.
    pub fn domains(mut self, draw: impl Fn(&mut Rng) -> Vec<Vec<i32>> + 'static) -> Laws {
        self.domains = Some(Box::new(draw));
        self
    }

    /// All views are over 0..1 and only complemented, never shifted or stretched.
    pub fn booleans(mut self) -> Laws {
        self.booleans = true;
        self.values = 0..=1;
        self
    }

    /// In every instance, not only in some, variables are seen several times, mostly through different views:
    /// for what must stay right while its domains change under it.
    pub fn aliased(mut self) -> Laws {
        self.aliased = true;
        self
    }

    /// At this level, this strength is reached (when no variable occurs twice and no view is stretched).
    pub fn claims(mut self, level: Consistency, strength: Strength) -> Laws {
        self.claims.push((level, strength));
        self
    }

    /// How many random instances are tried at each level.
    pub fn rounds(mut self, rounds: usize) -> Laws {
        self.rounds = rounds;
        self
    }

    /// Leaves out the reified and negated forms: for what is a reification itself.
    pub fn plain_only(mut self) -> Laws {
        self.reify = false;
        self
    }

    /// Leaves out idempotence: for what runs its propagators under guards, on trial before those hold.
    pub fn guarded(mut self) -> Laws {
        self.guarded = true;
        self
    }

    /// Checks every law at every level; panics with the word of the first law that is broken, and the seed and the variables'
    /// names of the instance that breaks it.
    pub fn check(self) {
        for level in [Consistency::Value, Consistency::Bounds, Consistency::Domain] {
            let strength = self
                .claims
                .iter()
                .filter(|claim| claim.0 <= level)
                .map(|claim| claim.1)
                .max()
                .unwrap_or(Strength::Checks);
            for round in 0..self.rounds {
                let seed = (round as u64) << 2 | level as u64;
                instance::check(&self, level, strength, seed);
            }
        }
    }
}
