//! CNF encoding (the direct encoding): one literal per value of a variable; a variable of two values has one literal and its negation.

use std::collections::HashSet;

use gridwright_control::{Deadline, Limit};
use gridwright_sat::{Literal, Solver};

use crate::store::Store;
use crate::vars::{Assignment, Atom, Var, View};

/// A SAT solver with literals for the values of a model, to which constraints add their CNF encodings.
#[derive(Debug)]
pub struct CnfEncoder {
    solver: Solver,
    /// By variable: its smallest value, and the range of its literals in `literals`, one for each value up to the largest.
    vars: Vec<(i32, u32, u32)>,
    literals: Vec<Literal>,
    /// The lists of views that were already encoded as all different.
    different: HashSet<Vec<(Var, i32, i32)>>,
    /// The negated guards, which are added to every clause.
    unless: Vec<Literal>,
    /// When encoding must end, and the limit that was reached.
    deadline: Deadline,
    limit: Option<Limit>,
}

/// The number of variables encoded between two checks of the deadline.
const VARS_PER_CHECK: usize = 64;

impl CnfEncoder {
    /// The largest number of literals for values. Models with more values are better solved by the other engines.
    pub const MAX_LITERALS: u64 = 1 << 21;

    /// An encoder with literals for the values left in a store, and no other clauses, unless the deadline comes first.
    pub(crate) fn new(store: &Store, deadline: &Deadline) -> Result<CnfEncoder, Limit> {
        let mut encoder = CnfEncoder {
            solver: Solver::new(),
            vars: Vec::with_capacity(store.n_vars()),
            literals: Vec::new(),
            different: HashSet::new(),
            unless: Vec::new(),
            deadline: deadline.clone(),
            limit: None,
        };
        for (n, var) in store.vars().enumerate() {
            if n.is_multiple_of(VARS_PER_CHECK) && encoder.is_over() {
                break;
            }
            encoder.add_var(store, var);
        }
        encoder.ended_at().map_or(Ok(encoder), Err)
    }

    /// Whether encoding must end, because its deadline came or its memory is used. The encoding is then discarded, so a constraint may leave out the rest. Constraints
    /// whose encoding can take long call it now and then.
    pub fn is_over(&mut self) -> bool {
        if self.limit.is_none() {
            self.limit = self.deadline.reached_with(self.solver.memory());
        }
        self.limit.is_some()
    }

    /// The limit that ended encoding, if one did.
    pub(crate) fn ended_at(&self) -> Option<Limit> {
        self.limit
    }

    fn add_var(&mut self, store: &Store, var: Var) {
        let view = var.view();
        let (min, max) = store.bounds(view);
        let begin = self.literals.len();
        match store.size(view) {
            1 => self.literals.push(Literal::TRUE),
            2 => {
                let literal = self.solver.add_var(true);
                self.literals.push(!literal);
                let between = (max - min - 1) as usize;
                self.literals.extend(vec![Literal::FALSE; between]);
                self.literals.push(literal);
            }
            _ => {
                for value in min..=max {
                    self.literals.push(match store.contains(view, value) {
                        true => self.solver.add_var(true),
                        false => Literal::FALSE,
                    });
                }
                self.solver.add_clause(&self.literals[begin..]);
                self.solver.add_at_most_one(&self.literals[begin..]);
            }
        }
        self.vars
            .push((min, begin as u32, self.literals.len() as u32));
    }

    /// The smallest value of a variable, and a literal for each value from there on.
    fn of_var(&self, var: Var) -> (i32, &[Literal]) {
        let (min, begin, end) = self.vars[var.index()];
        (min, &self.literals[begin as usize..end as usize])
    }

    /// The literal for `var == value`.
    pub fn is(&self, var: Var, value: i32) -> Literal {
        let (min, literals) = self.of_var(var);
        let index = i64::from(value) - i64::from(min);
        let index = usize::try_from(index).ok();
        let literal = index.and_then(|index| literals.get(index));
        literal.copied().unwrap_or(Literal::FALSE)
    }

    /// The values of a view and their literals, ascending if its scale is positive.
    pub fn values(&self, view: View) -> impl Iterator<Item = (i32, Literal)> + '_ {
        let (min, literals) = self.of_var(view.var);
        let values = (min..).zip(literals.iter().copied());
        values
            .filter(|&(_, literal)| literal != Literal::FALSE)
            .map(move |(value, literal)| (view.of(value), literal))
    }

    /// The literals of the values that an atom admits: exactly one of them is true if the atom holds, and none otherwise.
    pub fn admitted(&self, atom: Atom) -> impl Iterator<Item = Literal> + '_ {
        let values = self.values(atom.var().view());
        values
            .filter(move |&(value, _)| atom.admits(value))
            .map(|(_, literal)| literal)
    }

    /// The literal of a Boolean view.
    pub fn is_true(&self, view: View) -> Literal {
        let mut values = self.values(view);
        let truth = values.find(|&(value, _)| value == 1);
        truth.map_or(Literal::FALSE, |(_, literal)| literal)
    }

    /// A literal equivalent to an atom.
    pub fn atom(&mut self, atom: Atom) -> Literal {
        let some: Vec<Literal> = self.admitted(atom).collect();
        let others: Vec<Literal> = self.admitted(!atom).collect();
        match (&some[..], &others[..]) {
            ([], _) => Literal::FALSE,
            (_, []) => Literal::TRUE,
            (&[only], _) => only,
            (_, &[only]) => !only,
            _ => {
                let literal = self.solver.add_var(true);
                for value in some {
                    self.solver.add_clause(&[!value, literal]);
                }
                for value in others {
                    self.solver.add_clause(&[!value, !literal]);
                }
                literal
            }
        }
    }

    /// A new literal with its initial phase.
    pub fn add_literal(&mut self, phase: bool) -> Literal {
        self.solver.add_var(phase)
    }

    /// Adds clauses that are required only if an atom holds.
    pub fn guarded(&mut self, guard: Atom, encode: impl FnOnce(&mut CnfEncoder)) {
        let guard = self.atom(guard);
        self.unless.push(!guard);
        encode(self);
        self.unless.pop();
    }

    /// Whether clauses are now added under a guard.
    pub fn is_guarded(&self) -> bool {
        !self.unless.is_empty()
    }

    /// Adds a clause, subject to the guards.
    pub fn add_clause(&mut self, literals: &[Literal]) {
        if self.unless.is_empty() {
            return self.solver.add_clause(literals);
        }
        let clause: Vec<Literal> = literals.iter().chain(&self.unless).copied().collect();
        self.solver.add_clause(&clause);
    }

    /// Adds a clause that defines a new literal. It excludes no solution, so it is added without the guards; this
    /// propagates more.
    pub fn define(&mut self, literals: &[Literal]) {
        self.solver.add_clause(literals);
    }

    /// Requires that at most one of the literals holds, subject to the guards.
    pub fn add_at_most_one(&mut self, literals: &[Literal]) {
        if self.unless.is_empty() {
            return self.solver.add_at_most_one(literals);
        }
        // `before` holds if one of the earlier literals does.
        let mut before = Literal::FALSE;
        for (i, &literal) in literals.iter().enumerate() {
            self.add_clause(&[!literal, !before]);
            if i == 0 {
                before = literal;
            } else if i + 1 < literals.len() {
                let one = self.add_literal(false);
                self.define(&[!literal, one]);
                self.define(&[!before, one]);
                self.define(&[!one, literal, before]);
                before = one;
            }
        }
    }

    /// Requires that views are all different; if there are as many values as views, also that each value is taken.
    pub fn add_different(&mut self, views: &[View]) {
        let Some(shift) = views.iter().map(|view| view.offset).min() else {
            return;
        };
        let mut key: Vec<(Var, i32, i32)> = views
            .iter()
            .map(|view| (view.var, view.scale, view.offset.wrapping_sub(shift)))
            .collect();
        key.sort_unstable();
        // Under a guard the same views may have to be encoded again.
        if !self.is_guarded() && !self.different.insert(key) {
            return;
        }
        let mut literals_by_value: Vec<(i32, Literal)> =
            views.iter().flat_map(|&view| self.values(view)).collect();
        if self.is_over() {
            return;
        }
        literals_by_value.sort_by_key(|&(value, _)| value);
        let by_value = || literals_by_value.chunk_by(|a, b| a.0 == b.0);
        let is_permutation = by_value().count() == views.len();
        let mut literals = Vec::new();
        for same in by_value() {
            if self.is_over() {
                return;
            }
            literals.clear();
            literals.extend(same.iter().map(|&(_, literal)| literal));
            self.add_at_most_one(&literals);
            if is_permutation {
                self.add_clause(&literals);
            }
        }
    }

    /// The solver.
    pub fn solver(&mut self) -> &mut Solver {
        &mut self.solver
    }

    /// The solution found by the solver, as values of the variables.
    pub fn assignment(&self) -> Assignment {
        let value = |&(min, begin, end): &(i32, u32, u32)| {
            let mut literals = self.literals[begin as usize..end as usize].iter();
            let index = literals.position(|&literal| self.solver.holds(literal));
            min + index.expect("one value of a variable holds") as i32
        };
        Assignment::new(self.vars.iter().map(value).collect())
    }

    /// Requires that some key has another value than in an assignment (a blocking clause).
    pub fn exclude(&mut self, found: &Assignment, keys: &[Var]) {
        let others = keys.iter().map(|&key| !self.is(key, found.value(key)));
        let others: Vec<Literal> = others.collect();
        self.solver.add_clause(&others);
    }
}
