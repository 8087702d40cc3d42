//! The clauses of the formula with occurrence lists, for preprocessing; backward subsumption and self-subsuming resolution on them (Eén and Biere 2005).
//!
//! Learnt clauses of three literals or more are not among them. All changes keep the solutions, and are reported to the log of the proof.

use crate::literal::Literal;
use crate::proof::Source;
use crate::solver::{HEADER, Info, Solver};
use crate::trail::PackedReason;

/// Longer clauses, and clauses whose rarest variable occurs more often, are not tried as subsuming clauses.
const MAX_SUBSUMING_LEN: usize = 100;
const MAX_SUBSUMED: usize = 1000;

/// The steps between two calls of the callback. A step looks at a literal or an entry of a list.
const STEPS_PER_CHECK: u64 = 1 << 13;

/// The estimated bytes of a clause and of a literal here, with its entry in an occurrence list.
const CLAUSE_BYTES: usize = size_of::<Clause>() + size_of::<u32>();
const LITERAL_BYTES: usize = size_of::<Literal>() + 2 * size_of::<u32>();

#[derive(Clone, Debug)]
pub(crate) struct Clause {
    start: u32,
    len: u32,
    /// A set of 64 bits of its variables.
    signature: u64,
    /// Where it comes from, if a proof is logged.
    pub(crate) source: Option<Source>,
    is_removed: bool,
    is_queued: bool,
}

/// The clauses, and the state of the work on them.
#[derive(Debug, Default)]
pub(crate) struct Occurrences {
    literals: Vec<Literal>,
    clauses: Vec<Clause>,
    /// By literal: the clauses with it. Removed clauses may still be listed.
    lists: Vec<Vec<u32>>,
    /// By literal: the number of clauses with it.
    counts: Vec<u32>,
    /// The clauses that may subsume others.
    queue: Vec<u32>,
    /// By literal, a buffer: whether it is in the clause at hand.
    pub(crate) is_marked: Vec<bool>,
    /// The variables of clauses that were removed or shortened, each once until it is taken.
    touched: Vec<u32>,
    is_touched: Vec<bool>,
    /// The literals of the trail before this index were applied.
    head: usize,
    pub(crate) steps: u64,
    pub(crate) max_steps: u64,
    next_check: u64,
    pub(crate) is_stopped: bool,
}

fn signature(literals: &[Literal]) -> u64 {
    let bits = literals.iter().map(|literal| {
        // The upper bits of a product by an odd constant.
        1 << ((literal.var() as u32).wrapping_mul(0x9E37_79B1) >> 26)
    });
    bits.fold(0, |all, bit: u64| all | bit)
}

impl Occurrences {
    pub(crate) fn literals(&self, clause: u32) -> &[Literal] {
        let Clause { start, len, .. } = self.clauses[clause as usize];
        &self.literals[start as usize..(start + len) as usize]
    }

    pub(crate) fn source(&self, clause: u32) -> Option<Source> {
        self.clauses[clause as usize].source
    }

    /// Marks or unmarks the literals of a clause.
    pub(crate) fn mark(&mut self, clause: u32, is_marked: bool) {
        let Clause { start, len, .. } = self.clauses[clause as usize];
        for literal in &self.literals[start as usize..(start + len) as usize] {
            self.is_marked[literal.code()] = is_marked;
        }
    }

    /// The number of clauses with a literal.
    pub(crate) fn count(&self, literal: Literal) -> usize {
        self.counts[literal.code()] as usize
    }

    /// The clauses with a literal.
    pub(crate) fn with(&mut self, literal: Literal) -> &[u32] {
        let (lists, clauses) = (&mut self.lists, &self.clauses);
        let list = &mut lists[literal.code()];
        self.steps += list.len() as u64;
        list.retain(|&clause| !clauses[clause as usize].is_removed);
        list
    }

    fn memory(&self) -> usize {
        let lists = size_of::<Vec<u32>>() + size_of::<u32>() + 2;
        self.clauses.capacity() * CLAUSE_BYTES
            + self.literals.capacity() * LITERAL_BYTES
            + self.lists.len() * lists
    }

    fn is_over(&self) -> bool {
        self.is_stopped || self.steps >= self.max_steps
    }

    fn touch(&mut self, clause: u32) {
        for i in 0..self.literals(clause).len() {
            let var = self.literals(clause)[i].var();
            if !std::mem::replace(&mut self.is_touched[var], true) {
                self.touched.push(var as u32);
            }
        }
    }

    /// Takes a variable of a clause that was removed or shortened.
    pub(crate) fn take_touched(&mut self) -> Option<usize> {
        let var = self.touched.pop()? as usize;
        self.is_touched[var] = false;
        Some(var)
    }

    fn enqueue(&mut self, clause: u32) {
        let is_queued = &mut self.clauses[clause as usize].is_queued;
        if !std::mem::replace(is_queued, true) {
            self.queue.push(clause);
        }
    }

    /// Adds a clause of two literals or more.
    fn add(&mut self, literals: &[Literal], source: Option<Source>) {
        let clause = self.clauses.len() as u32;
        self.clauses.push(Clause {
            start: self.literals.len() as u32,
            len: literals.len() as u32,
            signature: signature(literals),
            source,
            is_removed: false,
            is_queued: false,
        });
        self.literals.extend_from_slice(literals);
        self.steps += literals.len() as u64;
        for literal in literals {
            self.lists[literal.code()].push(clause);
            self.counts[literal.code()] += 1;
        }
        self.enqueue(clause);
    }

    /// Removes a clause; the caller reports it.
    pub(crate) fn remove(&mut self, clause: u32) {
        self.clauses[clause as usize].is_removed = true;
        self.touch(clause);
        let Clause { start, len, .. } = self.clauses[clause as usize];
        for literal in &self.literals[start as usize..(start + len) as usize] {
            self.counts[literal.code()] -= 1;
        }
    }

    /// Removes a literal from a clause.
    fn shorten(&mut self, clause: u32, literal: Literal) {
        self.touch(clause);
        let Clause { start, len, .. } = self.clauses[clause as usize];
        let literals = &mut self.literals[start as usize..(start + len) as usize];
        let at = literals.iter().position(|&it| it == literal);
        literals.swap(at.expect("it is in the clause"), len as usize - 1);
        let rest = &literals[..len as usize - 1];
        self.clauses[clause as usize].signature = signature(rest);
        self.clauses[clause as usize].len -= 1;
        let list = &mut self.lists[literal.code()];
        list.retain(|&other| other != clause);
        self.steps += list.len() as u64;
        self.counts[literal.code()] -= 1;
    }
}

/// Preprocessing found that there is no solution.
#[derive(Debug)]
pub(crate) struct Contradiction;

impl Solver {
    /// The clauses of the formula, without literals that are fixed at the root; incomplete if the callback stops the search. At the root, after the database was simplified.
    pub(crate) fn occurrences(
        &mut self,
        max_steps: u64,
        should_stop: &mut dyn FnMut(&Solver) -> bool,
    ) -> Occurrences {
        let n_codes = 2 * self.trail.n_vars();
        let mut work = Occurrences {
            lists: vec![Vec::new(); n_codes],
            counts: vec![0; n_codes],
            is_marked: vec![false; n_codes],
            is_touched: vec![false; n_codes / 2],
            head: self.trail.literals().len(),
            max_steps: u64::MAX,
            ..Occurrences::default()
        };
        let mut others: Vec<Literal> = Vec::new();
        for code in 0..n_codes {
            if self.is_over(&mut work, should_stop) {
                return work;
            }
            let literal = Literal::of_code(code as u32);
            others.clear();
            others.extend(self.binaries[code].iter().filter(|&&it| literal < it));
            others.sort_unstable();
            // Two copies of a binary clause have one source.
            others.dedup();
            for &other in &others {
                let proof = self.proof.as_deref();
                let source = proof.map(|proof| self.binary_source(proof, literal, other));
                work.add(&[literal, other], source);
            }
        }
        let mut clause = Vec::new();
        let mut at = 1;
        while at < self.arena.len() {
            let here = at as u32;
            at += HEADER + self.arena[at] as usize;
            if Info(self.arena[here as usize + 1]).is_learnt() {
                continue;
            }
            if self.is_over(&mut work, should_stop) {
                return work;
            }
            clause.clear();
            clause.extend(self.literals_of(here));
            let proof = self.proof.as_deref();
            work.add(&clause, proof.map(|proof| proof.long[&here]));
        }
        work.max_steps = work.steps + max_steps;
        work
    }

    /// Whether the work must end, because its steps are used or the callback stops the search.
    pub(crate) fn is_over(
        &mut self,
        work: &mut Occurrences,
        should_stop: &mut dyn FnMut(&Solver) -> bool,
    ) -> bool {
        if work.steps >= work.next_check {
            work.next_check = work.steps + STEPS_PER_CHECK;
            self.elimination.work_bytes = work.memory();
            work.is_stopped |= should_stop(self);
        }
        work.is_over()
    }

    /// Adds a clause that follows by resolution of two clauses on a literal, which the first contains and the second negates.
    pub(crate) fn add_resolvent(
        &mut self,
        work: &mut Occurrences,
        literals: &[Literal],
        pivot: Literal,
        parents: [Option<Source>; 2],
    ) -> Result<(), Contradiction> {
        if literals.is_empty() {
            // The first clause implies the pivot at the root, where the second is false.
            if let [Some(first), Some(second)] = parents {
                self.log_implied(pivot, first);
                self.log_implied(Literal::FALSE, second);
            }
            return Err(Contradiction);
        }
        let source = self.log_resolvent(literals, pivot, parents);
        match *literals {
            [unit] => {
                self.trail.assign(unit, PackedReason::NONE);
                self.apply_units(work)
            }
            _ => {
                work.add(literals, source);
                Ok(())
            }
        }
    }

    /// Removes clauses that are true at the root, and literals that are false there.
    fn apply_units(&mut self, work: &mut Occurrences) -> Result<(), Contradiction> {
        while let Some(&unit) = self.trail.literals().get(work.head) {
            work.head += 1;
            for clause in work.with(unit).to_vec() {
                work.remove(clause);
                self.log_removal(work.source(clause));
            }
            for clause in work.with(!unit).to_vec() {
                work.shorten(clause, !unit);
                let &[rest] = work.literals(clause) else {
                    work.enqueue(clause);
                    continue;
                };
                let value = self.trail.value(rest);
                if let Some(source) = work.source(clause) {
                    match value {
                        0 => self.log_implied(rest, source),
                        1.. => self.log_removal(Some(source)),
                        _ => self.log_implied(Literal::FALSE, source),
                    }
                }
                work.remove(clause);
                match value {
                    0 => self.trail.assign(rest, PackedReason::NONE),
                    1.. => {}
                    _ => return Err(Contradiction),
                }
            }
        }
        Ok(())
    }

    /// Removes clauses that others subsume, and literals by self-subsuming resolution, starting with the clauses that are new or were shortened.
    pub(crate) fn subsume(
        &mut self,
        work: &mut Occurrences,
        should_stop: &mut dyn FnMut(&Solver) -> bool,
    ) -> Result<(), Contradiction> {
        while let Some(clause) = work.queue.pop() {
            work.clauses[clause as usize].is_queued = false;
            if self.is_over(work, should_stop) {
                break;
            }
            if !work.clauses[clause as usize].is_removed {
                self.subsume_by(work, clause)?;
            }
        }
        Ok(())
    }

    fn subsume_by(&mut self, work: &mut Occurrences, clause: u32) -> Result<(), Contradiction> {
        let literals = work.literals(clause).to_vec();
        let n_others = |&literal: &Literal| work.count(literal) + work.count(!literal);
        let Some(rarest) = literals.iter().copied().min_by_key(n_others) else {
            return Ok(());
        };
        if literals.len() > MAX_SUBSUMING_LEN || n_others(&rarest) > MAX_SUBSUMED {
            return Ok(());
        }
        for literal in &literals {
            work.is_marked[literal.code()] = true;
        }
        let signature = work.clauses[clause as usize].signature;
        // The literal in which a clause differs, if it is the only one; `None` for a clause that is subsumed.
        let mut found: Vec<(u32, Option<Literal>)> = Vec::new();
        for literal in [rarest, !rarest] {
            let candidates = work.with(literal).to_vec();
            for other in candidates {
                let Clause {
                    signature: others,
                    len,
                    ..
                } = work.clauses[other as usize];
                if other == clause || signature & !others != 0 || (len as usize) < literals.len() {
                    continue;
                }
                work.steps += u64::from(len);
                let (mut n_same, mut n_opposite, mut opposite) = (0, 0, None);
                for &it in work.literals(other) {
                    n_same += usize::from(work.is_marked[it.code()]);
                    if work.is_marked[(!it).code()] {
                        n_opposite += 1;
                        opposite = Some(it);
                    }
                }
                if n_same + n_opposite == literals.len() && n_opposite <= 1 {
                    found.push((other, opposite));
                }
            }
        }
        for literal in &literals {
            work.is_marked[literal.code()] = false;
        }
        for (other, opposite) in found {
            // A unit may have removed or shortened any of them.
            let is_same = work.literals(clause).len() == literals.len();
            if work.clauses[clause as usize].is_removed || !is_same {
                break;
            }
            if work.clauses[other as usize].is_removed {
                continue;
            }
            match opposite {
                None => {
                    work.remove(other);
                    self.log_removal(work.source(other));
                }
                Some(opposite) if work.literals(other).contains(&opposite) => {
                    self.strengthen(work, other, opposite, clause)?;
                }
                Some(_) => {}
            }
        }
        Ok(())
    }

    /// Removes a literal from a clause, by resolution with another clause.
    fn strengthen(
        &mut self,
        work: &mut Occurrences,
        clause: u32,
        literal: Literal,
        by: u32,
    ) -> Result<(), Contradiction> {
        let before = work.source(clause);
        work.shorten(clause, literal);
        let rest = work.literals(clause).to_vec();
        let source = self.log_resolvent(&rest, !literal, [work.source(by), before]);
        self.log_removal(before);
        work.clauses[clause as usize].source = source;
        if let [unit] = rest[..] {
            work.remove(clause);
            self.trail.assign(unit, PackedReason::NONE);
            return self.apply_units(work);
        }
        work.enqueue(clause);
        Ok(())
    }

    /// Replaces the clauses of the formula by these; learnt clauses are kept unless they contain an eliminated variable. Propagates at the root.
    pub(crate) fn replace_clauses(&mut self, work: Occurrences) -> Result<(), Contradiction> {
        let mut sources = self
            .proof
            .as_mut()
            .map(|proof| std::mem::take(&mut proof.long));
        let old = std::mem::replace(&mut self.arena, vec![0]);
        let mut kept: Vec<Literal> = Vec::new();
        let mut at = 1;
        while at < old.len() {
            let begin = at + HEADER;
            let (here, info) = (at as u32, Info(old[at + 1]));
            at = begin + old[at] as usize;
            if !info.is_learnt() {
                continue;
            }
            let source = sources.as_mut().and_then(|sources| sources.remove(&here));
            kept.clear();
            kept.extend(old[begin..at].iter().map(|&code| Literal::of_code(code)));
            if kept
                .iter()
                .any(|it| self.elimination.is_eliminated(it.var()))
            {
                self.log_removal(source);
                continue;
            }
            let clause = self.write_clause(&kept, info);
            if let Some(source) = source {
                self.keep_source(&kept, clause, source);
            }
        }
        drop(old);
        for list in &mut self.watches {
            list.clear();
        }
        for list in &mut self.binaries {
            list.clear();
        }
        self.n_binaries = 0;
        if let Some(proof) = &mut self.proof {
            proof.binary.clear();
        }
        self.pending.attach_all();
        for (index, clause) in work.clauses.iter().enumerate() {
            if clause.is_removed {
                continue;
            }
            let literals = work.literals(index as u32);
            let at = self.push_pending(literals);
            if let Some(source) = clause.source {
                self.keep_source(literals, at, source);
            }
        }
        drop(work);
        self.attach_pending();
        // Watches may be false; propagation from the start of the trail corrects them.
        self.trail.clear_reasons();
        self.trail.head = 0;
        if let Err(conflict) = self.propagate() {
            self.log_root_conflict(conflict);
            return Err(Contradiction);
        }
        self.rebuild(&[]);
        Ok(())
    }
}
