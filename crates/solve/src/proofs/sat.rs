//! Proofs by the SAT solver: a literal per value, and no other literals. Constraints that are not encoded as clauses are checked on each solution of
//! the SAT solver, and values that violate one are excluded by a clause.

use std::collections::BTreeMap;
use std::fmt;
use std::io::Write;

use gridwright_fd::{CnfEncoder, End, Limit, Stats};
use gridwright_proof::{Atom, Constraint, Domain, Hint, Statement, Violations};
use gridwright_sat::{Literal, ProofHint, ProofLog, SatResult, Solver};

use crate::engines::sat::Monitor;
use crate::options::{ModelEngine, RunOptions};
use crate::proofs::cnf::{ELIMINATE_AFTER, ITEMS_PER_CHECK};
use crate::proofs::implications::{self, Implication, implications};
use crate::proofs::steps::{self, Shared, Steps};
use crate::proofs::{ProofOutcome, ProveError, Proved};

/// The origin of clauses that say that a variable has exactly one value; the checker needs no hint for them.
const DOMAIN: u32 = u32::MAX;

/// The origin of the clause that excludes the answer.
const ANSWER: u32 = u32::MAX - 1;

/// Whether a statement has too many values for the engine.
pub(super) fn is_too_large(statement: &Statement) -> bool {
    let ranges = statement.domains.iter().flat_map(|domain| &domain.ranges);
    let sizes = ranges.map(|&(min, max)| i64::from(max) - i64::from(min) + 1);
    sizes.sum::<i64>() > CnfEncoder::MAX_LITERALS as i64
}

/// Whether the engine is the best for a statement: all its constraints are clauses or all different.
pub(super) fn suits(statement: &Statement) -> bool {
    let is_plain =
        |one: &Constraint| matches!(one, Constraint::AllDifferent(_) | Constraint::Clause(_));
    statement.constraints.iter().all(is_plain) && !is_too_large(statement)
}

pub(super) fn prove<W: Write + Send + 'static>(
    statement: &Statement,
    options: &RunOptions,
    out: W,
) -> Result<ProofOutcome<W>, ProveError> {
    let (steps, shared) = steps::begin(statement, out);
    let (proved, stats) = run(statement, options, Some((steps, &shared)));
    let (out, n_bytes) = shared.end().map_err(ProveError::Write)?;
    Ok(ProofOutcome {
        proved,
        engine: ModelEngine::Sat,
        stats,
        n_bytes,
        out,
    })
}

/// Looks for two solutions, with or without a log.
pub(super) fn run<W: Write + Send + 'static>(
    statement: &Statement,
    options: &RunOptions,
    log: Option<(Steps<W>, &Shared<W>)>,
) -> (Proved, Stats) {
    // The time limit includes encoding.
    let deadline = options.limits.deadline();
    let mut solver = Solver::new();
    let mut monitor = Monitor::new(&options.limits, solver.counts());
    monitor.other_bytes = memory(statement);
    let mut is_over = |solver: &Solver| monitor.is_over(&deadline, solver);
    let values = Values::new(statement, &mut solver, &mut is_over);
    let shared = log.map(|(steps, shared)| {
        solver.log_proof(Box::new(SatStepLog {
            steps,
            atoms: values.atoms.clone(),
            buffers: Default::default(),
        }));
        shared
    });
    let is_clause = |one: &Constraint| matches!(one, Constraint::Clause(_));
    if statement.constraints.iter().all(is_clause) {
        solver.eliminate_after(ELIMINATE_AFTER);
    }
    let is_encoded = implications::encoded(statement);
    values.encode(statement, &is_encoded, &mut solver, &mut is_over);
    let mut lazy = Lazy::new(statement, &is_encoded);
    monitor.other_bytes = monitor.other_bytes.saturating_add(lazy.memory(statement));
    let mut found: Vec<Vec<i32>> = Vec::new();
    let end = loop {
        if let Some(limit) = monitor.limit {
            break End::LimitReached(limit);
        }
        let result = solver.solve(&mut |solver| monitor.is_limit_reached(solver));
        monitor.count(&solver.counts());
        match result {
            SatResult::Unsat => break End::Exhausted,
            SatResult::Stopped => break End::LimitReached(monitor.limit.unwrap_or(Limit::Stop)),
            SatResult::Sat => {
                let answer = values.answer(&solver);
                let is_over = &mut || deadline.reached().is_some();
                if lazy.exclude_violations(&answer, &values, &mut solver, is_over) {
                    match deadline.reached() {
                        Some(limit) => break End::LimitReached(limit),
                        None => continue,
                    }
                }
                found.push(answer);
                if found.len() > 1 {
                    break End::Stopped;
                }
                if let Some(shared) = shared {
                    shared.answer(&found[0]);
                }
                solver.set_origin(ANSWER);
                let keys = statement.keys.iter();
                let others = keys.map(|&key| !values.literal(key, found[0][key as usize]));
                let others: Vec<Literal> = others.collect();
                solver.add_clause(&others);
            }
        }
    };
    let stats = monitor.outcome(end).stats;
    let mut found = found.into_iter();
    let proved = match (end, found.next(), found.next()) {
        (_, Some(one), Some(other)) => Proved::Many(one, other),
        (End::LimitReached(limit), found, _) => Proved::Unknown(limit, found),
        (_, Some(one), None) => Proved::Unique(one),
        (_, None, _) => Proved::None,
    };
    (proved, stats)
}

/// An estimate of the bytes of a statement and of the literals of its values.
fn memory(statement: &Statement) -> usize {
    let n_values = |domain: &Domain| {
        let sizes = domain.ranges.iter().map(|&(min, max)| max.abs_diff(min));
        sizes.map(|size| size as usize + 1).sum::<usize>()
    };
    let value = size_of::<(i32, Literal)>() + size_of::<Atom>();
    let lists = size_of::<Domain>() + size_of::<Vec<(i32, Literal)>>();
    let domains = statement.domains.iter();
    let domains = domains.map(|domain| lists + n_values(domain) * value);
    let constraints = statement.constraints.iter().map(|constraint| {
        let n_atoms = match constraint {
            Constraint::Clause(atoms) => atoms.len(),
            Constraint::AllDifferent(items) => items.len(),
            _ => 0,
        };
        size_of::<Constraint>() + n_atoms * size_of::<Atom>()
    });
    domains.chain(constraints).sum()
}

/// The literals of all values.
struct Values {
    /// By variable: its values with their literals, ascending.
    literals: Vec<Vec<(i32, Literal)>>,
    /// By variable of the solver: the atom of its positive literal.
    atoms: Vec<Atom>,
}

impl Values {
    /// The variables of a statement, or the first of them if `is_over` says that set-up must end.
    fn new(
        statement: &Statement,
        solver: &mut Solver,
        is_over: &mut dyn FnMut(&Solver) -> bool,
    ) -> Values {
        let mut atoms = Vec::new();
        // Variable 0 of the solver is a constant, which is in no clause.
        atoms.push(Atom::eq(0, 0));
        let mut literals = Vec::new();
        for (var, domain) in (0..).zip(&statement.domains) {
            if (var as usize).is_multiple_of(ITEMS_PER_CHECK) && is_over(solver) {
                break;
            }
            let values: Vec<i32> = domain.ranges.iter().flat_map(|&(a, b)| a..=b).collect();
            let mut of_var = Vec::new();
            match values[..] {
                [only] => of_var.push((only, Literal::TRUE)),
                [one, other] => {
                    let literal = solver.add_var(true);
                    atoms.push(Atom::eq(var, other));
                    of_var.extend([(one, !literal), (other, literal)]);
                }
                _ => {
                    for value in values {
                        atoms.push(Atom::eq(var, value));
                        of_var.push((value, solver.add_var(true)));
                    }
                }
            }
            literals.push(of_var);
        }
        Values { literals, atoms }
    }

    fn literal(&self, var: u32, value: i32) -> Literal {
        let values = &self.literals[var as usize];
        let index = values.binary_search_by_key(&value, |pair| pair.0);
        index.map_or(Literal::FALSE, |index| values[index].1)
    }

    /// Adds the clauses of the variables and of the constraints that are encoded, or the first of them if `is_over` says that set-up must end.
    fn encode(
        &self,
        statement: &Statement,
        is_encoded: &[bool],
        solver: &mut Solver,
        is_over: &mut dyn FnMut(&Solver) -> bool,
    ) {
        solver.set_origin(DOMAIN);
        for values in self.literals.iter().filter(|values| values.len() != 2) {
            let literals: Vec<Literal> = values.iter().map(|pair| pair.1).collect();
            solver.add_clause(&literals);
            solver.add_at_most_one(&literals);
        }
        for (index, constraint) in (0..).zip(&statement.constraints) {
            if (index as usize).is_multiple_of(ITEMS_PER_CHECK) && is_over(solver) {
                return;
            }
            if !is_encoded[index as usize] {
                continue;
            }
            solver.set_origin(index);
            match constraint {
                Constraint::Clause(atoms) => {
                    let mut clause = Vec::new();
                    for atom in atoms {
                        let values = self.literals[atom.var as usize].iter();
                        let admitted = values.filter(|(value, _)| atom.admits(*value));
                        clause.extend(admitted.map(|pair| pair.1));
                    }
                    solver.add_clause(&clause);
                }
                Constraint::AllDifferent(items) => {
                    let mut by_value: BTreeMap<i64, Vec<Literal>> = BTreeMap::new();
                    for &(x, offset) in items {
                        for &(value, literal) in &self.literals[x as usize] {
                            let value = i64::from(value) + i64::from(offset);
                            by_value.entry(value).or_default().push(literal);
                        }
                    }
                    let is_permutation = by_value.len() == items.len();
                    for literals in by_value.values() {
                        solver.add_at_most_one(literals);
                        if is_permutation {
                            solver.add_clause(literals);
                        }
                    }
                }
                constraint => {
                    for Implication { when, then } in implications(statement, constraint) {
                        let when = when.iter().map(|&(x, value)| !self.literal(x, value));
                        let then = then.iter().map(|&(x, value)| self.literal(x, value));
                        let clause: Vec<Literal> = when.chain(then).collect();
                        solver.add_clause(&clause);
                    }
                }
            }
        }
    }

    /// The values of all variables in the solution.
    fn answer(&self, solver: &Solver) -> Vec<i32> {
        let value = |values: &Vec<(i32, Literal)>| {
            let mut values = values.iter();
            let found = values.find(|(_, literal)| solver.holds(*literal));
            found.expect("every variable has a value").0
        };
        self.literals.iter().map(value).collect()
    }
}

/// The constraints of a statement that are not encoded.
struct Lazy<'s> {
    constraints: Vec<(u32, &'s Constraint)>,
    /// `None` if there are no such constraints.
    violations: Option<Violations>,
}

impl<'s> Lazy<'s> {
    fn new(statement: &'s Statement, is_encoded: &[bool]) -> Lazy<'s> {
        let constraints = (0..).zip(&statement.constraints);
        let lazy = constraints.filter(|(index, _)| !is_encoded[*index as usize]);
        let constraints: Vec<(u32, &Constraint)> = lazy.collect();
        let violations = (!constraints.is_empty()).then(|| Violations::new(statement));
        Lazy {
            constraints,
            violations,
        }
    }

    /// An estimate of the bytes in use.
    fn memory(&self, statement: &Statement) -> usize {
        let domains = self.violations.as_ref().map_or(0, |_| memory(statement));
        domains + size_of_val(&self.constraints[..])
    }

    /// Adds clauses that exclude an answer if it violates constraints; returns whether it does. Once there is a clause, the search for others ends when `is_over`.
    fn exclude_violations(
        &mut self,
        answer: &[i32],
        values: &Values,
        solver: &mut Solver,
        is_over: &mut dyn FnMut() -> bool,
    ) -> bool {
        let Some(violations) = &mut self.violations else {
            return false;
        };
        let mut is_violated = false;
        for &(index, constraint) in &self.constraints {
            if is_violated && is_over() {
                break;
            }
            solver.set_origin(index);
            for vars in violations.find(constraint, answer, is_over) {
                let others = vars
                    .iter()
                    .map(|&var| !values.literal(var, answer[var as usize]));
                let clause: Vec<Literal> = others.collect();
                solver.add_clause(&clause);
                is_violated = true;
            }
        }
        let mut constraints = self.constraints.iter();
        debug_assert!(is_violated || constraints.all(|(_, one)| one.holds(answer)));
        is_violated
    }
}

/// Writes the steps of the solver.
struct SatStepLog<W> {
    steps: Steps<W>,
    atoms: Vec<Atom>,
    buffers: (Vec<Atom>, Vec<Hint>),
}

impl<W> fmt::Debug for SatStepLog<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SatStepLog")
    }
}

impl<W: Write> SatStepLog<W> {
    fn atom(&self, literal: Literal) -> Atom {
        let atom = self.atoms[literal.var()];
        match literal.is_positive() {
            true => atom,
            false => atom.negated(),
        }
    }

    /// The hint; `None` if the checker needs none.
    fn hint(&self, hint: ProofHint) -> Option<Hint> {
        match hint {
            ProofHint::Learnt(number) => self.steps.clause(number),
            ProofHint::Origin(DOMAIN, _) => None,
            ProofHint::Origin(ANSWER, _) => Some(Hint::Clause(0)),
            ProofHint::Origin(index, Literal::FALSE) => Some(Hint::Constraint(index, None)),
            ProofHint::Origin(index, literal) => {
                Some(Hint::Constraint(index, Some(self.atom(literal))))
            }
        }
    }
}

impl<W: Write + Send> ProofLog for SatStepLog<W> {
    fn root(&mut self, hint: ProofHint) {
        if let Some(hint) = self.hint(hint) {
            self.steps.root(hint);
        }
    }

    fn learnt(&mut self, number: u32, literals: &[Literal], hints: &[ProofHint]) {
        let (mut atoms, mut all) = std::mem::take(&mut self.buffers);
        atoms.clear();
        atoms.extend(literals.iter().map(|&literal| self.atom(literal)));
        all.clear();
        all.extend(hints.iter().filter_map(|&hint| self.hint(hint)));
        self.steps.learnt(number, &atoms, &all);
        self.buffers = (atoms, all);
    }

    fn removed(&mut self, number: u32) {
        self.steps.removed(number);
    }
}
