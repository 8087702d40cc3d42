//! The hints of a proof, followed one by one: each clause of a hint must be unit or false.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};

use gridwright_control::Rng;
use gridwright_sat::{Literal, ProofHint, ProofLog, SatResult, Solver};

/// The clauses and groups by origin, the learnt clauses by number, and what holds at the root.
#[derive(Debug, Default)]
struct Checker {
    clauses: HashMap<u32, Vec<Literal>>,
    groups: HashMap<u32, Vec<Literal>>,
    learnt: HashMap<u32, Vec<Literal>>,
    root: HashSet<Literal>,
    n_steps: usize,
    is_refuted: bool,
}

impl Checker {
    /// The literal that a hint implies under these true literals; `None` for a contradiction.
    fn implied(&self, hint: ProofHint, holds: &HashSet<Literal>) -> Option<Literal> {
        let of_clause = |clause: &[Literal]| {
            let mut open = clause.iter().filter(|&&it| !holds.contains(&!it));
            let (one, other) = (open.next(), open.next());
            assert!(other.is_none(), "{clause:?} is neither unit nor false");
            one.copied()
        };
        match hint {
            ProofHint::Learnt(number) => of_clause(&self.learnt[&number]),
            ProofHint::Origin(origin, literal) if self.clauses.contains_key(&origin) => {
                let implied = of_clause(&self.clauses[&origin]);
                assert_eq!(implied.unwrap_or(Literal::FALSE), literal);
                implied
            }
            ProofHint::Origin(origin, literal) => {
                let group = &self.groups[&origin];
                let n_true = group.iter().filter(|it| holds.contains(it)).count();
                if literal == Literal::FALSE {
                    assert!(n_true > 1, "no contradiction by {group:?}");
                    return None;
                }
                assert!(n_true > 0 && group.contains(&!literal));
                Some(literal)
            }
        }
    }
}

#[derive(Clone, Debug, Default)]
struct Shared(Arc<Mutex<Checker>>);

impl ProofLog for Shared {
    fn root(&mut self, hint: ProofHint) {
        let mut checker = self.0.lock().unwrap();
        checker.n_steps += 1;
        match checker.implied(hint, &checker.root) {
            Some(literal) => _ = checker.root.insert(literal),
            None => checker.is_refuted = true,
        }
    }

    fn learnt(&mut self, number: u32, literals: &[Literal], hints: &[ProofHint]) {
        let mut checker = self.0.lock().unwrap();
        checker.n_steps += 1;
        let mut holds = checker.root.clone();
        holds.extend(literals.iter().map(|&it| !it));
        let (last, first) = hints.split_last().unwrap();
        for &hint in first {
            let implied = checker.implied(hint, &holds).expect("not the last hint");
            holds.insert(implied);
        }
        assert_eq!(checker.implied(*last, &holds), None, "no contradiction");
        match *literals {
            [unit] => _ = checker.root.insert(unit),
            _ => _ = checker.learnt.insert(number, literals.to_vec()),
        }
    }

    fn removed(&mut self, number: u32) {
        let removed = self.0.lock().unwrap().learnt.remove(&number);
        assert!(removed.is_some(), "clause {number} is removed twice");
    }
}

#[test]
fn every_hint_is_unit_or_false_with_elimination_and_later_clauses() {
    let mut rng = Rng::new(1);
    let (mut answers, mut n_eliminated, mut n_steps) = ([0, 0], 0, 0);
    for round in 0..600 {
        let n_vars = 8 + rng.below(60);
        let log = Shared::default();
        let mut solver = Solver::new();
        solver.log_proof(Box::new(log.clone()));
        log.0.lock().unwrap().root.insert(Literal::TRUE);
        let vars: Vec<Literal> = (0..n_vars).map(|_| solver.add_var(true)).collect();
        let some = |rng: &mut Rng, n: usize| -> Vec<Literal> {
            let one = |rng: &mut Rng| match (*rng.pick(&vars), rng.one_in(2)) {
                (var, true) => var,
                (var, false) => !var,
            };
            (0..n).map(|_| one(rng)).collect()
        };
        let mut origin = 0;
        let mut n_clauses = 3 * n_vars;
        let mut result = SatResult::Sat;
        while result == SatResult::Sat {
            for _ in 0..n_clauses {
                origin += 1;
                solver.set_origin(origin);
                let is_group = round % 3 == 0 && rng.one_in(20);
                let len = if rng.one_in(4) { 2 } else { 3 };
                let mut literals = some(&mut rng, len);
                literals.sort_unstable();
                literals.dedup();
                let mut checker = log.0.lock().unwrap();
                if is_group {
                    checker.groups.insert(origin, literals.clone());
                    drop(checker);
                    // Without repeated variables, which become clauses.
                    let vars: HashSet<usize> = literals.iter().map(|it| it.var()).collect();
                    if vars.len() == literals.len() {
                        solver.add_at_most_one(&literals);
                    }
                } else {
                    checker.clauses.insert(origin, literals.clone());
                    drop(checker);
                    solver.add_clause(&literals);
                }
            }
            n_clauses = 1 + n_vars / 8;
            if round % 4 > 0 {
                solver.eliminate_after(0);
            }
            result = solver.solve(&mut |_| false);
            answers[usize::from(result == SatResult::Sat)] += 1;
        }
        let checker = log.0.lock().unwrap();
        assert!(checker.is_refuted, "round {round}");
        n_steps += checker.n_steps;
        n_eliminated += solver.counts().eliminated;
    }
    assert!(answers.iter().all(|&n| n > 500), "{answers:?}");
    assert!(
        n_eliminated > 3000 && n_steps > 10_000,
        "{n_eliminated}, {n_steps}"
    );
}
