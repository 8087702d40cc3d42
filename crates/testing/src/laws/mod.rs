//! The laws that every constraint must satisfy, written once and checked against its ground meaning.
//!
//! The test of a constraint builds it from views and random parameters, and claims a strength for each consistency level:
//!
//! ```
//! # use gridwright_fd::*;
//! # use gridwright_testing::laws::{Laws, Strength};
//! # fn check(build: fn(&[View]) -> Not) {
//! Laws::new("my_constraint", move |x, _draws| Some(build(x)))
//!     .views(0..=4, -2..=3)
//!     .claims([Strength::Forward, Strength::Bounds, Strength::Domain])
//!     .check();
//! # }
//! ```
//!
//! Each of many small random instances (domains with holes, fixed variables, one variable in several views, shifted, negated
//! and scaled views, all three representations of domains) is searched completely. At every node these are checked:
//!
//! - **accepted**: the model takes the constraint;
//! - **sound**: no value of a solution is removed, and a conflict means there is none;
//! - **complete**: the leaves are exactly the assignments for which `holds` is true;
//! - **strong**: the claimed strength is reached at every fixpoint;
//! - **idempotent**: running every propagator again changes nothing;
//! - **restored**: backtracking restores every domain;
//! - **explained**: every reason consists of atoms that held before and, with the relation, implies the pruned atom;
//! - **learning**: learning search, run twice on one solver, finds exactly the solutions;
//! - **encoded**: the CNF encoding, if there is one, has exactly the solutions;
//! - the same, except for strength and idempotence, for the constraint half-reified, reified and negated; it is reified by a new
//!   Boolean variable or by an atom on a variable of its scope.
//!
//! An instance that violates a law is shrunk to the simplest that violates the same law, and reported as text.

mod case;
mod engines;
mod instance;
mod search_tree;

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use gridwright_fd::{Consistency, Constraint, View};

use crate::draws::Draws;
use crate::shrink::{cases, check_seed};

/// What propagation guarantees about the domains at its fixpoint. Each strength includes the ones before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Strength {
    /// A violated relation is detected when all variables are fixed.
    Checks,
    /// Forward checking: when one variable is open, every value it has left belongs to a solution.
    Forward,
    /// The minimum and maximum of every variable belong to a solution within the bounds of the others.
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

type Domains = Box<dyn Fn(&mut Draws) -> Vec<Vec<i32>>>;
type Build = Box<dyn Fn(&[View], &mut Draws) -> Option<Arc<dyn Constraint>>>;

/// Short names for claims.
pub const CHECKS: Strength = Strength::Checks;
/// See [`Strength::Forward`].
pub const FORWARD: Strength = Strength::Forward;
/// See [`Strength::Bounds`].
pub const BOUNDS: Strength = Strength::Bounds;
/// See [`Strength::Domain`].
pub const DOMAIN: Strength = Strength::Domain;

/// The laws of one constraint, configured and then run by [`Laws::check`].
pub struct Laws {
    name: &'static str,
    build: Build,
    arity: RangeInclusive<usize>,
    values: RangeInclusive<i32>,
    domains: Option<Domains>,
    claims: [Strength; 3],
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
    /// The laws of the constraint that `build` makes from views and random parameters; if it returns `None` the instance is
    /// skipped.
    pub fn new<C: Constraint + 'static>(
        name: &'static str,
        build: impl Fn(&[View], &mut Draws) -> Option<C> + 'static,
    ) -> Laws {
        Laws {
            name,
            build: Box::new(move |views, draws| {
                build(views, draws).map(|constraint| Arc::new(constraint) as Arc<dyn Constraint>)
            }),
            arity: 1..=4,
            values: -2..=3,
            domains: None,
            claims: [Strength::Checks; 3],
            rounds: 150,
            booleans: false,
            aliased: false,
            reify: true,
            guarded: false,
        }
    }

    /// Sets the number of views; it is 1 to 4 by default.
    pub fn arity(self, arity: RangeInclusive<usize>) -> Laws {
        Laws { arity, ..self }
    }

    /// Sets the number of views and their values, before shifting and scaling; values are -2 to 3 by default.
    pub fn views(self, arity: RangeInclusive<usize>, values: RangeInclusive<i32>) -> Laws {
        Laws {
            arity,
            values,
            ..self
        }
    }

    /// Sets a function that draws the values of every view, instead of random values from a range: for constraints whose domains
    /// must fit together. Each list of values makes one variable.
    pub fn domains(self, domains: impl Fn(&mut Draws) -> Vec<Vec<i32>> + 'static) -> Laws {
        let domains: Option<Domains> = Some(Box::new(domains));
        Laws { domains, ..self }
    }

    /// Makes all views Boolean, and sets their number: over 0..1, possibly complemented, never shifted or scaled.
    pub fn booleans(self, arity: RangeInclusive<usize>) -> Laws {
        let booleans = true;
        Laws {
            booleans,
            ..self.views(arity, 0..=1)
        }
    }

    /// Makes variables occur several times in every instance, not only in some, mostly through different views: for propagators
    /// that can be woken by their own changes.
    pub fn aliased(self) -> Laws {
        let aliased = true;
        Laws { aliased, ..self }
    }

    /// Claims the strength that each consistency level (value, bounds, domain) reaches, if no variable occurs twice and no view is
    /// scaled.
    pub fn claims(self, claims: [Strength; 3]) -> Laws {
        Laws { claims, ..self }
    }

    /// Sets the number of random instances at each level; `PROPTEST_CASES` overrides it.
    pub fn rounds(self, rounds: usize) -> Laws {
        Laws { rounds, ..self }
    }

    /// Skips the reified and negated forms: for constraints that are reifications themselves.
    pub fn plain_only(self) -> Laws {
        let reify = false;
        Laws { reify, ..self }
    }

    /// Skips idempotence: for constraints whose propagators run under guards, and so also speculatively.
    pub fn guarded(self) -> Laws {
        let guarded = true;
        Laws { guarded, ..self }
    }

    /// Checks every law with this number of random instances at each level.
    pub fn check_rounds(self, rounds: usize) {
        self.rounds(rounds).check();
    }

    /// Checks every law at every level; panics with the first law that is violated and a small instance that violates it.
    pub fn check(self) {
        for (&(_, level), strength) in Consistency::NAMES.iter().zip(self.claims) {
            for round in 0..cases(self.rounds) {
                let seed = ((round as u64) << 2 | level as u64) ^ 0x6c61_7773;
                let check = |draws: &mut Draws| instance::check(&self, level, strength, draws);
                if let Err(failure) = check_seed(seed, check) {
                    panic!("{}\n  (round {round}, shrunk)", failure.report);
                }
            }
        }
    }
}
