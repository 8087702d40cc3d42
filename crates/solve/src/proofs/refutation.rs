//! Refutations in the formats LRAT and DRAT, for checkers of other authors.
//!
//! A statement with one answer is refuted together with the clause that excludes this answer. The encoding is trusted, which a proof in our own format avoids.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use gridwright_fd::{Limit, Limits, Stats};
use gridwright_proof::Statement;
use gridwright_sat::{Counts, Literal, ProofHint, ProofLog, SatResult, Solver};

use crate::engines::sat::Monitor;
use crate::options::RunOptions;
use crate::proofs::cnf::{Clauses, Cnf, ELIMINATE_AFTER, ITEMS_PER_CHECK};
use crate::proofs::{ProveError, Proved, expanded, implications, sat};

/// A format of refutations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RefutationFormat {
    /// Learnt clauses with hints, and deletions, as text.
    Lrat,
    /// Learnt clauses and deletions, as text.
    Drat,
}

/// What was found about a CNF.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CnfAnswer {
    /// A solution: the values of all variables, 0 or 1.
    Satisfiable(Vec<i32>),
    /// There is no solution; the refutation is complete.
    Unsatisfiable,
    /// A limit was reached.
    Unknown(Limit),
}

/// The result for a DIMACS file.
#[derive(Clone, Debug)]
pub struct SolvedCnf<W> {
    /// The answer.
    pub answer: CnfAnswer,
    /// The number of variables; 0 if a limit was reached while the file was read.
    pub n_vars: usize,
    /// The number of clauses; 0 if a limit was reached while the file was read.
    pub n_clauses: usize,
    /// The counters of the search.
    pub stats: Stats,
    /// The output that was given.
    pub out: Option<W>,
}

/// Looks for a solution of a DIMACS file. With an output, writes a refutation to it, which is complete if there is no solution. The time limit includes
/// reading.
pub fn solve_dimacs<W: Write + Send + 'static>(
    text: &str,
    limits: &Limits,
    refutation: Option<(RefutationFormat, W)>,
) -> Result<SolvedCnf<W>, ProveError> {
    let deadline = limits.deadline();
    let (n_vars, clauses) = match Clauses::of_dimacs(text, &deadline)? {
        Ok(read) => read,
        Err(limit) => {
            return Ok(SolvedCnf {
                answer: CnfAnswer::Unknown(limit),
                n_vars: 0,
                n_clauses: 0,
                stats: Stats::default(),
                out: refutation.map(|(_, out)| out),
            });
        }
    };
    let limits = Limits {
        time: deadline.remaining(),
        ..limits.clone()
    };
    let n_clauses = clauses.len();
    let (answer, stats, out) = solve(n_vars, clauses, text.len(), &limits, refutation)?;
    Ok(SolvedCnf {
        answer,
        n_vars: n_vars as usize,
        n_clauses,
        stats,
        out,
    })
}

/// Finds out whether a statement that can be written as clauses has exactly one solution. If it has one or none, writes a CNF
/// without a solution to `dimacs`, and its refutation to `out`.
pub fn prove_refutation<W: Write + Send + 'static>(
    statement: &Statement,
    options: &RunOptions,
    format: RefutationFormat,
    dimacs: &mut dyn Write,
    out: W,
) -> Result<(Proved, Stats, W), ProveError> {
    let n_vars = statement.domains.len();
    let statement = &expanded(statement)?;
    if let Some(what) = implications::unsupported(statement) {
        return Err(ProveError::NoRefutation(what));
    }
    let (proved, stats) = sat::run::<Vec<u8>>(statement, options, None);
    let answer = match &proved {
        Proved::Unique(values) => Some(values),
        Proved::None => None,
        Proved::Many(..) | Proved::Unknown(..) => return Ok((proved.of_first(n_vars), stats, out)),
    };
    let cnf = Cnf::new(statement, answer.map(Vec::as_slice));
    cnf.write(dimacs).map_err(ProveError::Write)?;
    let (found, _, out) = solve(
        cnf.n_vars,
        cnf.clauses,
        0,
        &options.limits,
        Some((format, out)),
    )?;
    let out = out.expect("it was given");
    match found {
        CnfAnswer::Unsatisfiable => Ok((proved.of_first(n_vars), stats, out)),
        CnfAnswer::Unknown(limit) => {
            let proved = Proved::Unknown(limit, answer.cloned());
            Ok((proved.of_first(n_vars), stats, out))
        }
        CnfAnswer::Satisfiable(_) => unreachable!("the clauses have no solution"),
    }
}

/// Solves clauses. `other_bytes` are in use beside them.
fn solve<W: Write + Send + 'static>(
    n_vars: i32,
    clauses: Clauses,
    other_bytes: usize,
    limits: &Limits,
    refutation: Option<(RefutationFormat, W)>,
) -> Result<(CnfAnswer, Stats, Option<W>), ProveError> {
    let deadline = limits.deadline();
    let mut monitor = Monitor::new(limits, Counts::default());
    let mut solver = Solver::new();
    monitor.other_bytes = other_bytes + clauses.n_bytes();
    solver.eliminate_after(ELIMINATE_AFTER);
    let clauses = Arc::new(clauses);
    let writer = refutation.map(|(format, out)| {
        let writer = RefutationWriter::new(Arc::clone(&clauses), format, out);
        let writer = Arc::new(Mutex::new(writer));
        solver.log_proof(Box::new(SharedWriter(Arc::clone(&writer))));
        writer
    });
    // Variable 0 of the solver is a constant, so that its numbers are those of DIMACS.
    let mut literals: Vec<Literal> = Vec::with_capacity(n_vars as usize);
    for number in 0..n_vars as usize {
        if number.is_multiple_of(ITEMS_PER_CHECK) && monitor.is_over(&deadline, &solver) {
            break;
        }
        literals.push(solver.add_var(true));
    }
    let of_number = |number: i32| {
        let literal = literals[number.unsigned_abs() as usize - 1];
        if number > 0 { literal } else { !literal }
    };
    let mut added = Vec::new();
    for (id, clause) in (1..).zip(clauses.iter()) {
        let is_checked = (id as usize).is_multiple_of(ITEMS_PER_CHECK);
        if monitor.limit.is_some() || is_checked && monitor.is_over(&deadline, &solver) {
            break;
        }
        solver.set_origin(id);
        added.clear();
        added.extend(clause.iter().map(|&literal| of_number(literal)));
        solver.add_clause(&added);
    }
    if writer.is_none() {
        // The solver has its own copy.
        monitor.other_bytes -= clauses.n_bytes();
        drop(clauses);
    }
    let result = match monitor.limit {
        None => solver.solve(&mut |solver| monitor.is_limit_reached(solver)),
        Some(_) => SatResult::Stopped,
    };
    monitor.count(&solver.counts());
    let found = match result {
        SatResult::Unsat => CnfAnswer::Unsatisfiable,
        SatResult::Stopped => CnfAnswer::Unknown(monitor.limit.unwrap_or(Limit::Stop)),
        SatResult::Sat => {
            let values = literals.iter().map(|&literal| solver.holds(literal).into());
            CnfAnswer::Satisfiable(values.collect())
        }
    };
    let stats = monitor.outcome(gridwright_fd::End::Exhausted).stats;
    drop(solver);
    let Some(writer) = writer else {
        return Ok((found, stats, None));
    };
    let writer = Arc::into_inner(writer).expect("the solver was dropped");
    let writer = writer.into_inner().unwrap_or_else(PoisonError::into_inner);
    let out = writer.end(found == CnfAnswer::Unsatisfiable);
    Ok((found, stats, Some(out.map_err(ProveError::Write)?)))
}

/// The number of a literal of the solver.
fn number_of(literal: Literal) -> i32 {
    let var = literal.var() as i32;
    if literal.is_positive() { var } else { -var }
}

/// Writes lines of LRAT or DRAT. In LRAT, the hints of the solver leave out what holds at the root; here each such literal gets a unit clause, which
/// is a hint before the clauses that use it.
struct RefutationWriter<W> {
    format: RefutationFormat,
    out: W,
    error: Option<io::Error>,
    /// The clauses of the CNF, then the learnt ones by number: identifier and literals.
    clauses: Arc<Clauses>,
    learnt: HashMap<u32, (u64, Vec<i32>)>,
    /// The unit clauses, by literal.
    units: HashMap<i32, u64>,
    last_id: u64,
    line: String,
    /// Whether the empty clause was written.
    is_refuted: bool,
}

impl<W: Write> RefutationWriter<W> {
    fn new(clauses: Arc<Clauses>, format: RefutationFormat, out: W) -> RefutationWriter<W> {
        RefutationWriter {
            format,
            out,
            error: None,
            learnt: HashMap::new(),
            units: HashMap::new(),
            last_id: clauses.len() as u64,
            clauses,
            line: String::new(),
            is_refuted: false,
        }
    }

    /// The identifier and the literals of a hint's clause.
    fn clause(&self, hint: ProofHint) -> (u64, &[i32]) {
        match hint {
            ProofHint::Origin(id, _) => (id.into(), self.clauses.get(id as usize - 1)),
            ProofHint::Learnt(number) => {
                let (id, literals) = &self.learnt[&number];
                (*id, literals)
            }
        }
    }

    /// Writes a clause and returns its identifier.
    fn add(&mut self, literals: &[i32], hints: &[ProofHint]) -> u64 {
        let mut ids: Vec<u64> = Vec::new();
        if self.format == RefutationFormat::Lrat {
            let mut is_listed: HashSet<u64> = HashSet::new();
            for &hint in hints {
                let (id, of_hint) = self.clause(hint);
                let units = of_hint
                    .iter()
                    .filter_map(|literal| self.units.get(&-literal));
                for id in units.copied().chain([id]) {
                    if is_listed.insert(id) {
                        ids.push(id);
                    }
                }
            }
        }
        self.last_id += 1;
        self.line.clear();
        if self.format == RefutationFormat::Lrat {
            self.line.push_str(&format!("{} ", self.last_id));
        }
        self.push_numbers(literals);
        if self.format == RefutationFormat::Lrat {
            self.line.push(' ');
            self.push_numbers(&ids);
        }
        self.line.push('\n');
        self.write_line();
        self.is_refuted |= literals.is_empty();
        self.last_id
    }

    /// Appends numbers and 0.
    fn push_numbers(&mut self, numbers: &[impl fmt::Display]) {
        for number in numbers {
            self.line.push_str(&format!("{number} "));
        }
        self.line.push('0');
    }

    fn write_line(&mut self) {
        if self.error.is_none() {
            self.error = self.out.write_all(self.line.as_bytes()).err();
        }
    }

    /// Ends the output; a refutation ends with the empty clause.
    fn end(mut self, is_refutation: bool) -> io::Result<W> {
        if is_refutation && !self.is_refuted {
            self.add(&[], &[]);
        }
        match self.error {
            Some(error) => Err(error),
            None => self.out.flush().map(|()| self.out),
        }
    }

    fn root(&mut self, hint: ProofHint) {
        let (id, literals) = self.clause(hint);
        let is_open = |literal: &&i32| !self.units.contains_key(&-**literal);
        let open: Vec<i32> = literals.iter().filter(is_open).copied().collect();
        match (literals.len(), &open[..]) {
            (1, &[unit]) => {
                self.units.insert(unit, id);
            }
            (_, &[unit]) if !self.units.contains_key(&unit) => {
                let id = self.add(&[unit], &[hint]);
                self.units.insert(unit, id);
            }
            (_, []) => {
                self.add(&[], &[hint]);
            }
            _ => {}
        }
    }

    fn learnt(&mut self, number: u32, literals: &[Literal], hints: &[ProofHint]) {
        let literals: Vec<i32> = literals.iter().map(|&literal| number_of(literal)).collect();
        let id = self.add(&literals, hints);
        match literals[..] {
            [unit] => {
                self.units.insert(unit, id);
            }
            _ => {
                self.learnt.insert(number, (id, literals));
            }
        }
    }

    fn removed(&mut self, number: u32) {
        if let Some((id, literals)) = self.learnt.remove(&number) {
            match self.format {
                RefutationFormat::Lrat => self.line = format!("{} d {id} 0", self.last_id),
                RefutationFormat::Drat => {
                    self.line = "d ".to_owned();
                    self.push_numbers(&literals);
                }
            }
            self.line.push('\n');
            self.write_line();
        }
    }
}

/// The log that shares the writer with the caller.
struct SharedWriter<W>(Arc<Mutex<RefutationWriter<W>>>);

impl<W> fmt::Debug for SharedWriter<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SharedWriter")
    }
}

impl<W: Write + Send> ProofLog for SharedWriter<W> {
    fn root(&mut self, hint: ProofHint) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .root(hint);
    }

    fn learnt(&mut self, number: u32, literals: &[Literal], hints: &[ProofHint]) {
        let mut writer = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        writer.learnt(number, literals, hints);
    }

    fn removed(&mut self, number: u32) {
        let mut writer = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        writer.removed(number);
    }
}
