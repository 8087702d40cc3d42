//! CNF in the DIMACS format and refutations in the LRAT format, for checkers of other authors.
//!
//! A literal per value of a variable: value `v` of variable `x` is named in a comment, `c x v literal`. A statement with one answer is
//! refuted together with the clause that excludes this answer. The encoding is trusted, which a proof in our own format avoids.

use std::collections::HashMap;
use std::fmt;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use gridwright_fd::Limit;
use gridwright_proof::{Constraint, Statement};
use gridwright_sat::{Literal, ProofHint, ProofLog, SatResult, Solver};

use crate::engines::sat::Monitor;
use crate::options::RunOptions;
use crate::proofs::{ProveError, Proved, sat};

/// Finds out whether a statement of clauses and all different has exactly one solution. If it has one or none, writes a CNF
/// without a solution to `dimacs`, and its refutation to `lrat`.
pub fn prove_lrat<W: Write + Send + 'static>(
    statement: &Statement,
    options: &RunOptions,
    dimacs: &mut dyn Write,
    lrat: W,
) -> Result<(Proved, W), ProveError> {
    if let Some(what) = sat::unsupported(statement) {
        return Err(ProveError::NoCnf(what));
    }
    let (proved, _) = sat::run::<Vec<u8>>(statement, options, None);
    let answer = match &proved {
        Proved::Unique(values) => Some(values),
        Proved::None => None,
        Proved::Many(..) | Proved::Unknown(..) => return Ok((proved, lrat)),
    };
    let cnf = Cnf::new(statement, answer.map(Vec::as_slice));
    cnf.write(dimacs).map_err(ProveError::Write)?;
    let writer = Arc::new(Mutex::new(LratWriter::new(&cnf, lrat)));
    let mut solver = Solver::new();
    solver.log_proof(Box::new(SharedWriter(Arc::clone(&writer))));
    // Variable 0 of the solver is a constant, so that its numbers are those of DIMACS.
    let literals: Vec<Literal> = (0..cnf.n_vars).map(|_| solver.add_var(true)).collect();
    let of_number = |number: i32| {
        let literal = literals[number.unsigned_abs() as usize - 1];
        if number > 0 { literal } else { !literal }
    };
    for (id, clause) in (1..).zip(&cnf.clauses) {
        solver.set_origin(id);
        let literals: Vec<Literal> = clause.iter().map(|&literal| of_number(literal)).collect();
        solver.add_clause(&literals);
    }
    let mut monitor = Monitor::new(&options.limits, solver.counts());
    let result = solver.solve(&mut |solver| monitor.is_limit_reached(solver));
    drop(solver);
    let writer = Arc::into_inner(writer).expect("the solver was dropped");
    let writer = writer.into_inner().unwrap_or_else(PoisonError::into_inner);
    let lrat = writer.end().map_err(ProveError::Write)?;
    match result {
        SatResult::Unsat => Ok((proved, lrat)),
        SatResult::Stopped => {
            let limit = monitor.limit.unwrap_or(Limit::Stop);
            Ok((Proved::Unknown(limit, answer.cloned()), lrat))
        }
        SatResult::Sat => unreachable!("the clauses have no solution"),
    }
}

/// The number of a literal of the solver.
fn number_of(literal: Literal) -> i32 {
    let var = literal.var() as i32;
    if literal.is_positive() { var } else { -var }
}

/// A CNF; literals are numbers as in DIMACS.
struct Cnf {
    n_vars: i32,
    /// By variable of the statement: its values and their literals.
    values: Vec<Vec<(i32, i32)>>,
    clauses: Vec<Vec<i32>>,
}

impl Cnf {
    fn new(statement: &Statement, answer: Option<&[i32]>) -> Cnf {
        let mut cnf = Cnf {
            n_vars: 0,
            values: Vec::new(),
            clauses: Vec::new(),
        };
        for domain in &statement.domains {
            let mut values = Vec::new();
            for value in domain.ranges.iter().flat_map(|&(min, max)| min..=max) {
                cnf.n_vars += 1;
                values.push((value, cnf.n_vars));
            }
            let literals: Vec<i32> = values.iter().map(|pair| pair.1).collect();
            cnf.add_at_most_one(&literals);
            cnf.clauses.push(literals);
            cnf.values.push(values);
        }
        for constraint in &statement.constraints {
            match constraint {
                Constraint::Clause(atoms) => {
                    let mut clause = Vec::new();
                    for atom in atoms {
                        let values = cnf.values[atom.var as usize].iter();
                        let admitted = values.filter(|(value, _)| atom.admits(*value));
                        clause.extend(admitted.map(|pair| pair.1));
                    }
                    clause.sort_unstable();
                    clause.dedup();
                    cnf.clauses.push(clause);
                }
                Constraint::AllDifferent(items) => cnf.add_different(items),
                _ => unreachable!("other constraints are not supported"),
            }
        }
        if let Some(answer) = answer {
            let literal = |&key: &u32| {
                let values = &cnf.values[key as usize];
                let value = values.iter().find(|pair| pair.0 == answer[key as usize]);
                -value
                    .expect("an answer takes its values from the domains")
                    .1
            };
            let clause = statement.keys.iter().map(literal).collect();
            cnf.clauses.push(clause);
        }
        cnf
    }

    fn add_at_most_one(&mut self, literals: &[i32]) {
        for (i, &one) in literals.iter().enumerate() {
            let pairs = literals[..i].iter().map(|&other| vec![-other, -one]);
            self.clauses.extend(pairs);
        }
    }

    fn add_different(&mut self, items: &[(u32, i32)]) {
        let mut by_value: HashMap<i64, Vec<i32>> = HashMap::new();
        for &(x, offset) in items {
            for &(value, literal) in &self.values[x as usize] {
                let value = i64::from(value) + i64::from(offset);
                by_value.entry(value).or_default().push(literal);
            }
        }
        let is_permutation = by_value.len() == items.len();
        let mut by_value: Vec<(i64, Vec<i32>)> = by_value.into_iter().collect();
        by_value.sort_unstable();
        for (_, literals) in by_value {
            self.add_at_most_one(&literals);
            if is_permutation {
                self.clauses.push(literals);
            }
        }
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        for (x, values) in self.values.iter().enumerate() {
            for (value, literal) in values {
                writeln!(out, "c x{x} {value} {literal}")?;
            }
        }
        writeln!(out, "p cnf {} {}", self.n_vars, self.clauses.len())?;
        for clause in &self.clauses {
            for literal in clause {
                write!(out, "{literal} ")?;
            }
            writeln!(out, "0")?;
        }
        out.flush()
    }
}

/// Writes LRAT lines. The hints of the solver leave out what holds at the root; here each such literal gets a unit clause, which
/// is a hint before the clauses that use it.
struct LratWriter<W> {
    out: W,
    error: Option<io::Error>,
    /// The clauses of the CNF, then the learnt ones by number: identifier and literals.
    clauses: Vec<Vec<i32>>,
    learnt: HashMap<u32, (u64, Vec<i32>)>,
    /// The unit clauses, by literal.
    units: HashMap<i32, u64>,
    last_id: u64,
    line: String,
}

impl<W: Write> LratWriter<W> {
    fn new(cnf: &Cnf, out: W) -> LratWriter<W> {
        LratWriter {
            out,
            error: None,
            clauses: cnf.clauses.clone(),
            learnt: HashMap::new(),
            units: HashMap::new(),
            last_id: cnf.clauses.len() as u64,
            line: String::new(),
        }
    }

    /// The identifier and the literals of a hint's clause.
    fn clause(&self, hint: ProofHint) -> (u64, &[i32]) {
        match hint {
            ProofHint::Origin(id, _) => (id.into(), &self.clauses[id as usize - 1]),
            ProofHint::Learnt(number) => {
                let (id, literals) = &self.learnt[&number];
                (*id, literals)
            }
        }
    }

    /// Writes a clause and returns its identifier.
    fn add(&mut self, literals: &[i32], hints: &[ProofHint]) -> u64 {
        let mut ids: Vec<u64> = Vec::new();
        for &hint in hints {
            let (id, of_hint) = self.clause(hint);
            for literal in of_hint {
                if let Some(&unit) = self.units.get(&-literal)
                    && !ids.contains(&unit)
                {
                    ids.push(unit);
                }
            }
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        self.last_id += 1;
        self.line.clear();
        self.line.push_str(&self.last_id.to_string());
        for literal in literals {
            self.line.push_str(&format!(" {literal}"));
        }
        self.line.push_str(" 0");
        for id in ids {
            self.line.push_str(&format!(" {id}"));
        }
        self.line.push_str(" 0\n");
        self.write_line();
        self.last_id
    }

    fn write_line(&mut self) {
        if self.error.is_none() {
            self.error = self.out.write_all(self.line.as_bytes()).err();
        }
    }

    fn end(mut self) -> io::Result<W> {
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
        if let Some((id, _)) = self.learnt.remove(&number) {
            self.line = format!("{} d {id} 0\n", self.last_id);
            self.write_line();
        }
    }
}

/// The log that shares the writer with the caller.
struct SharedWriter<W>(Arc<Mutex<LratWriter<W>>>);

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
