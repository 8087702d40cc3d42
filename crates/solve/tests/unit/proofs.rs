//! Proofs are accepted by the checker, and agree with plain search.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::process::Command;

use gridwright_fd::Rng;
use gridwright_proof::{Atom, Domain, Op, Statement, Verdict, check};
use gridwright_solve::{
    CnfAnswer, ModelEngine, Proved, RefutationFormat, RunOptions, Uniqueness, count, model_of,
    prove, prove_refutation, prove_with, solve_dimacs, statement_of, unique,
};
use gridwright_statements::{state_dimacs, state_flatzinc, state_puzzle};
use gridwright_testing::Draws;
use gridwright_testing::models::random_model;

/// Proves a puzzle and checks the proof; returns what was found.
fn proved(kind: &str, text: &str, engine: ModelEngine) -> Proved {
    let statement = state_puzzle(kind, text).expect("a puzzle");
    proved_statement(&format!("{kind}\n{text}"), &statement, engine)
}

/// Proves and checks a statement.
fn proved_statement(name: &str, statement: &Statement, engine: ModelEngine) -> Proved {
    let options = RunOptions::new().engine(engine);
    let outcome = prove(statement, &options, Vec::new()).expect("a run");
    match &outcome.proved {
        Proved::Unique(values) => {
            let verdict = check(statement, &outcome.out[..]);
            let verdict = verdict.unwrap_or_else(|error| panic!("{name}: {error}\n{statement:?}"));
            assert_eq!(verdict, Verdict::Unique(values.clone()), "{name}");
        }
        Proved::None => {
            let verdict = check(statement, &outcome.out[..]);
            let verdict = verdict.unwrap_or_else(|error| panic!("{name}: {error}\n{statement:?}"));
            assert_eq!(verdict, Verdict::None, "{name}");
        }
        Proved::Many(..) | Proved::Unknown(..) => {
            check(statement, &outcome.out[..]).expect_err("no proof");
        }
    }
    let model = model_of(statement).expect("a model");
    let plain = unique(&model).expect("a run");
    match (&outcome.proved, plain) {
        (Proved::Unique(values), Uniqueness::One(found)) => {
            for &key in &statement.keys {
                let key = key as usize;
                assert_eq!(values[key], found.as_slice()[key + 1], "{name}");
            }
        }
        (Proved::None, Uniqueness::Unsatisfiable) | (Proved::Many(..), Uniqueness::Many(..)) => {}
        (proved, plain) => panic!("{name}: {proved:?}, but {plain:?}"),
    }
    outcome.proved
}

#[test]
fn puzzles_are_proved_by_learning() {
    let lambda = "1..9.7..3\n.8.....7.\n..9...6..\n..72.94..\n41.....95\n..85.43..\n..3...7..\n.5.....4.\n2..8.6..9\n";
    for (kind, text, expected) in [
        ("sudoku", ".1..\n...2\n3...\n..3.\n", 1),
        ("sudoku", "1.1.\n....\n....\n....\n", 0),
        ("sudoku", lambda, 1),
        ("magic", "order 1", 1),
        ("magic", "order 2", 0),
        ("magic", "2 7 .\n. . .\n. . 8\n", 1),
        ("whitetan", "s s sw w\nse se sw w\ne ne w nw\nn e nw n\n", 1),
        ("whitetan", "n s\ns s\n", 0),
        (
            "hashi",
            "1.4.2.\n...2.3\n4.7.1.\n...2.5\n..3.1.\n3..3.3\n",
            1,
        ),
        (
            "hashi",
            "23.4.2.\n......2\n11..133\n2..8.52\n3.3...1\n..2..34\n3..31.2\n",
            2,
        ),
        ("hashi", "1.1.2\n.....\n....2\n", 0),
        ("hashi", ".?.\n", 1),
        (
            "battleship",
            "fleet 3:1 2:2 1:3\nrows . 3 0 . 3 .\ncols . 1 2 . . 2\n.....w\n......\n......\nl.....\n......\n......\n",
            1,
        ),
        (
            "battleship",
            "fleet 2:1 1:1\nrows 2 0 1\ncols 1 1 2\n...\n...\n...\n",
            0,
        ),
        ("battleship", "fleet\nrows 0 .\ncols . . 0\n..w\n...\n", 1),
        (
            "battleship",
            "fleet 3:1 2:1\n.....\n.sr..\n.....\n...t.\n.....\n",
            1,
        ),
        ("numbrix", ". 2 . .\n14 . 6 5\n15 12 . 8\n. . . .\n", 1),
        ("numbrix", "1 # .\n# # .\n", 0),
        (
            "hidato",
            "# . 13 . #\n. 16 # 12 .\n. # # # 9\n3 1 # . 8\n# . . 7 #\n",
            1,
        ),
        // A place of the path that only one cell can have, and another that only the same cell can have.
        ("hidato", ". . 14 .\n1 . . .\n3 . 9 .\n4 . 8 .\n", 0),
        // Several islands that must grow at once, towards each other.
        (
            "nurikabe",
            ". . . . . . . . . .\n. . . . . . . . . .\n. . . . 7 . . . . .\n. . . 7 . . . . 9 .\n. . . . . . . 7 . .\n. . . . . . . . . .\n. . 7 . . . 7 . . .\n. . . . . 7 . . . .\n. . . . . . . . . .\n. . . . . . . . . .\n",
            1,
        ),
    ] {
        let found = match proved(kind, text, ModelEngine::Learn) {
            Proved::None => 0,
            Proved::Unique(_) => 1,
            _ => 2,
        };
        assert_eq!(found, expected, "{kind}\n{text}");
        proved(kind, text, ModelEngine::Sat);
        proved(kind, text, ModelEngine::Auto);
    }
}

/// Models of random clauses and all different, with few and many solutions: both engines agree with plain search, and their
/// proofs are accepted. They need hundreds of conflicts, restarts and reductions.
#[test]
fn random_statements_are_proved_by_both_engines() {
    let mut rng = Rng::new(5);
    let mut seen = [0; 3];
    for round in 0..150 {
        let n = 3 + rng.below(6);
        let mut statement = Statement::default();
        for _ in 0..n * n {
            let values: Vec<i32> = (1..=n as i32).filter(|_| !rng.one_in(4)).collect();
            let values = if values.is_empty() { vec![1] } else { values };
            let var = statement.add_var(Domain::of(values));
            statement.keys.push(var);
        }
        for i in 0..n {
            statement.add_different((0..n).map(|j| (i * n + j) as u32));
            statement.add_different((0..n).map(|j| (j * n + i) as u32));
        }
        for _ in 0..rng.below(3 * n) {
            let atoms = (0..3).map(|_| {
                let var = rng.below(n * n) as u32;
                let op = *rng.pick(&[Op::Ge, Op::Le, Op::Eq, Op::Ne]);
                let value = rng.between(1, n as i32);
                Atom { var, op, value }
            });
            statement.add_clause(atoms.collect::<Vec<_>>());
        }
        let name = format!("round {round}");
        let found = [ModelEngine::Learn, ModelEngine::Sat].map(|engine| {
            match proved_statement(&name, &statement, engine) {
                Proved::None => 0,
                Proved::Unique(_) => 1,
                _ => 2,
            }
        });
        assert_eq!(found[0], found[1], "{name}");
        seen[found[0]] += 1;
    }
    assert!(seen.iter().all(|&n| n > 5), "{seen:?}");
}

/// A checker of LRAT without deletions of literals: each hint is a clause that is unit, and the last is false.
fn check_lrat(dimacs: &str, lrat: &str) -> Result<(), String> {
    let numbers = |line: &str| -> Vec<i64> {
        let words = line.split_whitespace();
        words.map(|word| word.parse().expect("a number")).collect()
    };
    let mut clauses: HashMap<i64, Vec<i64>> = HashMap::new();
    let is_clause = |line: &&str| !line.starts_with(['c', 'p']);
    for (id, line) in (1..).zip(dimacs.lines().filter(is_clause)) {
        let mut clause = numbers(line);
        assert_eq!(clause.pop(), Some(0));
        clause.sort_unstable();
        clause.dedup();
        clauses.insert(id, clause);
    }
    for line in lrat.lines() {
        if let Some((_, deleted)) = line.split_once(" d ") {
            for id in numbers(deleted) {
                clauses.remove(&id);
            }
            continue;
        }
        let line = numbers(line);
        let mut parts = line[1..].split(|&number| number == 0);
        let (clause, hints) = (
            parts.next().expect("a clause"),
            parts.next().expect("hints"),
        );
        let mut is_true: HashSet<i64> = clause.iter().map(|literal| -literal).collect();
        let mut is_refuted = false;
        for id in hints {
            let hint = clauses
                .get(id)
                .ok_or(format!("{}: no clause {id}", line[0]))?;
            let open: Vec<i64> = hint
                .iter()
                .copied()
                .filter(|literal| !is_true.contains(&-literal))
                .collect();
            match open[..] {
                [] => is_refuted = true,
                [unit] => {
                    is_true.insert(unit);
                }
                _ => return Err(format!("{}: {id} is not unit", line[0])),
            }
        }
        if !is_refuted {
            return Err(format!("{}: no contradiction", line[0]));
        }
        if clause.is_empty() {
            return Ok(());
        }
        clauses.insert(line[0], clause.to_vec());
    }
    Err("no empty clause".to_owned())
}

#[test]
fn refutations_in_lrat_are_right() {
    let hard = "8........\n..36.....\n.7..9.2..\n.5...7...\n....457..\n...1...3.\n..1....68\n..85...1.\n.9....4..\n";
    let evil = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
    let evil: Vec<String> = (0..9)
        .map(|row| evil[9 * row..9 * row + 9].to_owned())
        .collect();
    for text in [
        ".1..\n...2\n3...\n..3.\n",
        "1.1.\n....\n....\n....\n",
        hard,
        &evil.join("\n"),
    ] {
        let statement = state_puzzle("sudoku", text).expect("a puzzle");
        let mut dimacs = Vec::new();
        let options = RunOptions::new();
        let format = RefutationFormat::Lrat;
        let (proved, _, lrat) =
            prove_refutation(&statement, &options, format, &mut dimacs, Vec::new()).expect("a run");
        assert!(
            matches!(proved, Proved::Unique(_) | Proved::None),
            "{proved:?}"
        );
        let dimacs = String::from_utf8(dimacs).expect("text");
        let lrat = String::from_utf8(lrat).expect("text");
        check_lrat(&dimacs, &lrat).expect("a refutation");
        // Without its last clause, the CNF of a puzzle with one answer has a solution.
        if let Proved::Unique(_) = proved {
            let end = dimacs.trim_end().rfind('\n').expect("lines");
            check_lrat(&dimacs[..end], &lrat).expect_err("there is a solution");
        }
    }
}

/// Random clauses of three variables, near the density at which half of the formulas have a solution.
fn random_cnf(rng: &mut Rng, n_vars: usize) -> String {
    let n_clauses = n_vars * 43 / 10;
    let mut text = format!("c random\np cnf {n_vars} {n_clauses}\n");
    for _ in 0..n_clauses {
        let mut vars: Vec<usize> = Vec::new();
        while vars.len() < 3 {
            let var = 1 + rng.below(n_vars);
            if !vars.contains(&var) {
                vars.push(var);
            }
        }
        for var in vars {
            text += if rng.one_in(2) { "-" } else { "" };
            text += &format!("{var} ");
        }
        text += "0\n";
    }
    text
}

/// Checks a refutation in the format DRAT by unit propagation; a clause that is not implied so is refused.
fn check_drat(dimacs: &str, drat: &str) -> Result<(), String> {
    let mut clauses: Vec<Vec<i64>> = Vec::new();
    let numbers = |line: &str| -> Vec<i64> {
        let words = line.split_whitespace().map(|word| word.parse());
        let mut numbers: Vec<i64> = words.collect::<Result<_, _>>().expect("numbers");
        assert_eq!(numbers.pop(), Some(0));
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    };
    let is_clause = |line: &&str| !line.starts_with(['c', 'p']);
    clauses.extend(dimacs.lines().filter(is_clause).map(numbers));
    for line in drat.lines() {
        if let Some(deleted) = line.strip_prefix("d ") {
            let deleted = numbers(deleted);
            let at = clauses.iter().position(|clause| *clause == deleted);
            clauses.remove(at.ok_or("a deleted clause does not exist")?);
            continue;
        }
        let clause = numbers(line);
        let mut is_true: HashSet<i64> = clause.iter().map(|literal| -literal).collect();
        let mut is_refuted = false;
        loop {
            let before = is_true.len();
            for other in &clauses {
                if other.iter().any(|literal| is_true.contains(literal)) {
                    continue;
                }
                let mut open = other
                    .iter()
                    .filter(|literal| !is_true.contains(&-**literal));
                match (open.next(), open.next()) {
                    (None, _) => is_refuted = true,
                    (Some(&unit), None) => {
                        is_true.insert(unit);
                    }
                    _ => {}
                }
            }
            if is_refuted || is_true.len() == before {
                break;
            }
        }
        if !is_refuted {
            return Err(format!("`{line}` is not implied"));
        }
        if clause.is_empty() {
            return Ok(());
        }
        clauses.push(clause);
    }
    Err("no empty clause".to_owned())
}

/// Files with and without solutions: solutions satisfy all clauses, refutations are right in both formats, and our own proof agrees.
#[test]
fn cnf_files_are_solved_and_refuted() {
    let mut rng = Rng::new(11);
    let mut n_refuted = 0;
    for round in 0..60 {
        let text = random_cnf(&mut rng, 5 + round);
        let statement = state_dimacs(&text).expect("a file");
        let limits = RunOptions::new().limits;
        for format in [RefutationFormat::Lrat, RefutationFormat::Drat] {
            let solved = solve_dimacs(&text, &limits, Some((format, Vec::new())));
            let solved = solved.expect("a run");
            let out = String::from_utf8(solved.out.expect("it was given")).expect("text");
            match solved.answer {
                CnfAnswer::Satisfiable(values) => assert!(statement.holds(&values), "{text}"),
                CnfAnswer::Unsatisfiable => {
                    n_refuted += 1;
                    let checked = match format {
                        RefutationFormat::Lrat => check_lrat(&text, &out),
                        RefutationFormat::Drat => check_drat(&text, &out),
                    };
                    checked.unwrap_or_else(|error| panic!("{error}\n{text}\n{out}"));
                    let own = proved_statement(&text, &statement, ModelEngine::Sat);
                    assert_eq!(own, Proved::None, "{text}");
                }
                CnfAnswer::Unknown(limit) => panic!("{limit:?}"),
            }
        }
    }
    assert!(n_refuted > 20, "{n_refuted}");
}

/// Gates as clauses, numbered as in DIMACS.
#[derive(Default)]
struct Circuit {
    n_vars: i64,
    clauses: Vec<Vec<i64>>,
}

impl Circuit {
    fn input(&mut self) -> i64 {
        self.n_vars += 1;
        self.n_vars
    }

    fn and(&mut self, a: i64, b: i64) -> i64 {
        let out = self.input();
        let clauses = [vec![-out, a], vec![-out, b], vec![out, -a, -b]];
        self.clauses.extend(clauses);
        out
    }

    fn xor(&mut self, a: i64, b: i64) -> i64 {
        let out = self.input();
        for (a, b) in [(a, b), (-a, -b)] {
            self.clauses.extend([vec![-out, a, b], vec![out, a, -b]]);
        }
        out
    }

    /// The sum of two numbers, lowest bit first, without the last carry.
    fn sum(&mut self, a: &[i64], b: &[i64]) -> Vec<i64> {
        let mut carry = None;
        let mut bits = Vec::new();
        for (&a, &b) in a.iter().zip(b) {
            let (half, both) = (self.xor(a, b), self.and(a, b));
            let (bit, next) = match carry {
                None => (half, both),
                Some(carry) => {
                    let (bit, passed) = (self.xor(half, carry), self.and(half, carry));
                    (bit, -self.and(-both, -passed))
                }
            };
            bits.push(bit);
            carry = Some(next);
        }
        bits
    }

    /// The lower half of the product.
    fn product(&mut self, a: &[i64], b: &[i64]) -> Vec<i64> {
        let mut row = |b: i64| a.iter().map(|&a| self.and(a, b)).collect();
        let rows: Vec<Vec<i64>> = b.iter().map(|&b| row(b)).collect();
        let mut bits = rows[0].clone();
        for (shift, row) in rows.iter().enumerate().skip(1) {
            let upper = self.sum(&bits[shift..], &row[..row.len() - shift]);
            bits.splice(shift.., upper);
        }
        bits
    }
}

/// Clauses without a solution: that `(a + b) * c` differs from `a * c + b * c`.
fn distributive_law(n_bits: usize) -> String {
    let mut circuit = Circuit::default();
    let [a, b, c] =
        [(); 3].map(|()| -> Vec<i64> { (0..n_bits).map(|_| circuit.input()).collect() });
    let sum = circuit.sum(&a, &b);
    let left = circuit.product(&sum, &c);
    let (one, other) = (circuit.product(&a, &c), circuit.product(&b, &c));
    let right = circuit.sum(&one, &other);
    let pairs = left.into_iter().zip(right);
    let differ = pairs.map(|(a, b)| circuit.xor(a, b)).collect();
    circuit.clauses.push(differ);
    let mut text = format!("p cnf {} {}\n", circuit.n_vars, circuit.clauses.len());
    for clause in circuit.clauses {
        let words: Vec<String> = clause.iter().map(i64::to_string).collect();
        text += &format!("{} 0\n", words.join(" "));
    }
    text
}

/// After a thousand conflicts variables are eliminated, which is part of the proof.
#[test]
fn refutations_with_eliminated_variables_are_right() {
    let text = distributive_law(4);
    let limits = RunOptions::new().limits;
    let solved = solve_dimacs(&text, &limits, Some((RefutationFormat::Lrat, Vec::new())));
    let solved = solved.expect("a run");
    assert_eq!(solved.answer, CnfAnswer::Unsatisfiable);
    assert!(solved.stats.failures > 1000, "{}", solved.stats.failures);
    let out = String::from_utf8(solved.out.expect("it was given")).expect("text");
    check_lrat(&text, &out).unwrap_or_else(|error| panic!("{error}"));
    let statement = state_dimacs(&text).expect("a file");
    let own = proved_statement("distributive law", &statement, ModelEngine::Sat);
    assert_eq!(own, Proved::None);
}

/// Whether a checker, `rate` or `drat-trim` or its `lrat-check`, accepts a refutation.
fn is_accepted(checker: &str, dimacs: &str, refutation: &str) -> bool {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let program = match checker {
        "rate" => checker.into(),
        _ => root.join("target/referees/drat-trim").join(checker),
    };
    let folder = std::env::temp_dir().join(format!("gridwright-{}-{checker}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (cnf, proof) = (folder.join("x.cnf"), folder.join("x.drat"));
    std::fs::write(&cnf, dimacs).expect("a file");
    std::fs::write(&proof, refutation).expect("a file");
    let run = Command::new(program).args([&cnf, &proof]).output();
    let output = run.expect("the checker is installed; see `cargo xtask doctor`");
    std::fs::remove_dir_all(&folder).expect("our folder");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines()
        .any(|line| line.trim() == "s VERIFIED" || line.trim() == "c VERIFIED")
}

#[test]
#[ignore = "needs rate"]
fn rate_accepts_refutations() {
    checker_accepts_refutations(RefutationFormat::Drat, "rate");
}

#[test]
#[ignore = "needs drat-trim"]
fn drat_trim_accepts_refutations() {
    checker_accepts_refutations(RefutationFormat::Lrat, "lrat-check");
    checker_accepts_refutations(RefutationFormat::Drat, "drat-trim");
}

/// Refutations of random files and of puzzles are accepted, and one of a satisfiable file is not.
fn checker_accepts_refutations(format: RefutationFormat, checker: &str) {
    let mut rng = Rng::new(17);
    let mut n_refuted = 0;
    for n_vars in [20, 60, 120, 160].repeat(4) {
        let text = random_cnf(&mut rng, n_vars);
        let limits = RunOptions::new().limits;
        let solved = solve_dimacs(&text, &limits, Some((format, Vec::new())));
        let solved = solved.expect("a run");
        if solved.answer == CnfAnswer::Unsatisfiable {
            let out = String::from_utf8(solved.out.expect("it was given")).expect("text");
            assert!(is_accepted(checker, &text, &out), "{text}\n{out}");
            n_refuted += 1;
        }
    }
    // A Sudoku with one answer.
    let text = "8........\n..36.....\n.7..9.2..\n.5...7...\n....457..\n...1...3.\n..1....68\n..85...1.\n.9....4..\n";
    let statement = state_puzzle("sudoku", text).expect("a puzzle");
    let (mut dimacs, options) = (Vec::new(), RunOptions::new());
    let proved = prove_refutation(&statement, &options, format, &mut dimacs, Vec::new());
    let (proved, _, out) = proved.expect("a run");
    assert!(matches!(proved, Proved::Unique(_)));
    let (dimacs, out) = (String::from_utf8(dimacs), String::from_utf8(out));
    let (dimacs, out) = (dimacs.expect("text"), out.expect("text"));
    assert!(is_accepted(checker, &dimacs, &out));
    // A path, and expanded statements: sums and automata.
    for (kind, text) in [
        ("numbrix", ". 2 . .\n14 . 6 5\n15 12 . 8\n. . . .\n"),
        ("magic", "2 7 .\n. . .\n. . 8\n"),
        (
            "nonogram",
            "nonogram\nrows\n2 1\n1 1\n1 2\n0\n1 1\n3\ncols\n2 1\n1 1 1\n1\n1 1 1\n2 1\n0\n",
        ),
    ] {
        let statement = state_puzzle(kind, text).expect("a puzzle");
        let mut dimacs = Vec::new();
        let proved = prove_refutation(&statement, &options, format, &mut dimacs, Vec::new());
        let (proved, _, out) = proved.expect("a run");
        assert!(matches!(proved, Proved::Unique(_)), "{kind}");
        let (dimacs, out) = (String::from_utf8(dimacs), String::from_utf8(out));
        let (dimacs, out) = (dimacs.expect("text"), out.expect("text"));
        assert!(is_accepted(checker, &dimacs, &out), "{kind}");
    }
    // Without the clause that excludes the answer, there is nothing to refute.
    let last = dimacs.trim_end().rfind('\n').expect("lines");
    let n_clauses = dimacs
        .lines()
        .filter(|line| !line.starts_with(['c', 'p']))
        .count();
    let fewer =
        dimacs[..=last].replace(&format!(" {n_clauses}\n"), &format!(" {}\n", n_clauses - 1));
    assert!(!is_accepted(checker, &fewer, &out));
    assert!(n_refuted > 4, "{n_refuted}");
}

#[test]
fn wrong_cnf_files_are_errors() {
    for (text, message) in [
        ("", "expected a line `p cnf VARIABLES CLAUSES`"),
        ("1 2 0\n", "expected a line `p cnf VARIABLES CLAUSES`"),
        (
            "p cnf 2 1\n1 3 0\n",
            "expected a literal from -2 to 2, found `3`",
        ),
        (
            "p cnf 2 1\n1 x 0\n",
            "expected a literal from -2 to 2, found `x`",
        ),
        ("p cnf 2 1\n1 2\n", "the last clause does not end with 0"),
        (
            "p cnf 2 2\n1 2 0\n",
            "the header says 2 clauses, but there are 1",
        ),
        ("p cnf 99999999 0\n", "a CNF has at most 10000000 variables"),
    ] {
        let error = state_dimacs(text).expect_err(text);
        assert_eq!(error.to_string(), message);
        let limits = RunOptions::new().limits;
        let error = solve_dimacs::<Vec<u8>>(text, &limits, None).expect_err(text);
        assert_eq!(error.to_string(), message);
    }
    // Empty clauses, a clause with a literal and its negation, and the end mark of old collections.
    let text = "c a comment\np cnf 2 3\n1 -1 0 2\n2 0\n0\n%\n0\n";
    let statement = state_dimacs(text).expect("a file");
    assert_eq!(statement.constraints.len(), 3);
    let limits = RunOptions::new().limits;
    let solved = solve_dimacs::<Vec<u8>>(text, &limits, None).expect("a run");
    assert_eq!(solved.answer, CnfAnswer::Unsatisfiable);
    assert_eq!((solved.n_vars, solved.n_clauses), (2, 3));
}

#[test]
fn engines_that_write_no_proofs_are_refused() {
    let hashi = state_puzzle("hashi", "1.1\n").expect("a puzzle");
    let mut large = Statement::default();
    large.add_var(Domain::range(0, 1 << 22));
    for (engine, statement, message) in [
        (
            ModelEngine::Fd,
            hashi,
            "the engine fd writes no proofs; use learn, sat or auto",
        ),
        (
            ModelEngine::Sat,
            large,
            "the engine sat cannot encode so many values; use learn or auto",
        ),
    ] {
        let options = RunOptions::new().engine(engine);
        let error = prove(&statement, &options, Vec::new()).expect_err("no proof");
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn flatzinc_models_are_proved() {
    let header = "% A comment; with a semicolon.\npredicate fzn_all_different_int(array [int] of var int: x);\n";
    for (text, expected) in [
        // SEND + MORE = MONEY.
        (
            "array [1..8] of int: a = [1000,91,-90,1,-9000,-900,10,-1];\n\
             var 1..9: S; var 0..9: E; var 0..9: N; var 0..9: D;\n\
             var 1..9: M :: output_var; var 0..9: O; var 0..9: R; var 0..9: Y;\n\
             array [1..8] of var int: all :: output_array([1..8]) = [S,E,N,D,M,O,R,Y];\n\
             constraint int_lin_eq(a,[S,E,N,D,M,O,R,Y],0) :: domain;\n\
             constraint fzn_all_different_int(all);\nsolve :: int_search(all, input_order, indomain_min) satisfy;\n",
            1,
        ),
        // Pigeons.
        (
            "var 1..3: a; var 1..3: b; var 1..3: c; var 1..3: d;\n\
             constraint int_ne(a,b); constraint int_ne(a,c); constraint int_ne(a,d);\n\
             constraint int_ne(b,c); constraint int_ne(b,d); constraint int_lin_ne([1,-1],[c,d],0);\nsolve satisfy;\n",
            0,
        ),
        // Reified and Boolean constraints, with several solutions and with one.
        (
            "var bool: p; var bool: q; var {1,3,5}: x; var 1..4: y;\n\
             constraint int_le_reif(x,y,p); constraint int_lin_eq_reif([1,1],[x,y],5,q);\n\
             constraint array_bool_and([p,q],true);\nsolve satisfy;\n",
            1,
        ),
        (
            "var bool: p; var bool: q; var bool: r; constraint bool_xor(p,q,r);\n\
             constraint bool_clause([p,q],[r]);\nsolve satisfy;\n",
            2,
        ),
        // Products, elements and sets.
        (
            "array [1..3] of int: t = [4,6,9]; var 1..3: i; var 1..9: v; var 2..9: a; var 2..9: b;\n\
             constraint array_int_element(i,t,v); constraint int_times(a,b,v); constraint int_lt(a,b);\n\
             constraint set_in(a,{2,7}); constraint int_mod(v,2,0);\nsolve satisfy;\n",
            1,
        ),
        (
            "var 0..3: x; var 0..3: y; constraint int_abs(x,y); constraint int_max(x,y,3);\n\
             constraint int_eq_reif(x,2,true);\nsolve satisfy;\n",
            0,
        ),
    ] {
        let statement = state_flatzinc(&format!("{header}{text}")).expect("a model");
        let found = match proved_statement(text, &statement, ModelEngine::Learn) {
            Proved::None => 0,
            Proved::Unique(_) => 1,
            _ => 2,
        };
        assert_eq!(found, expected, "{text}");
    }
}

/// Random models with all kinds of constraints: the statement has the solutions of the model, and proofs are accepted.
#[test]
fn models_are_stated_and_proved() {
    let mut n_stated = 0;
    for seed in 0..300 {
        let mut model = random_model(&mut Draws::new(seed), |_| true).without_objective();
        if model.keys().is_none() {
            let keys = model.all_vars().collect();
            model.set_keys(keys).expect("its own variables");
        }
        let Ok(statement) = statement_of(&model) else {
            continue;
        };
        n_stated += 1;
        let found = proved_statement(&format!("seed {seed}"), &statement, ModelEngine::Learn);
        // The propagators of the model itself, whatever they are, infer only what the statement implies.
        let options = RunOptions::new().engine(ModelEngine::Learn);
        let outcome = prove_with(&statement, &model, &options, Vec::new()).expect("a run");
        if matches!(outcome.proved, Proved::Unique(_) | Proved::None) {
            let checked = check(&statement, &outcome.out[..]);
            checked.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        }
        // The engine sat proves the same, about the expanded statement, which has the same solutions.
        let by_sat = proved_statement(&format!("seed {seed}"), &statement, ModelEngine::Sat);
        let kind = std::mem::discriminant::<Proved>;
        assert_eq!(kind(&by_sat), kind(&found), "seed {seed}");
        let expanded = statement.expanded();
        let counts = [&statement, &expanded].map(|one| {
            let model = model_of(one).expect("a model");
            count(&model, 500).expect("no objective").solutions
        });
        assert_eq!(counts[0], counts[1], "seed {seed}");
        let plain = unique(&model).expect("a run");
        let agree = matches!(
            (&found, &plain),
            (Proved::Unique(_), Uniqueness::One(_))
                | (Proved::None, Uniqueness::Unsatisfiable)
                | (Proved::Many(..), Uniqueness::Many(..))
        );
        assert!(agree, "seed {seed}: {found:?}, but {plain:?}");
    }
    assert!(n_stated > 100, "{n_stated}");
}

#[test]
fn flatzinc_that_cannot_be_stated_is_an_error() {
    for (text, message) in [
        (
            "var 1..2: x; solve minimize x;",
            "a proof is about a model without an objective",
        ),
        ("var 1..2: x;", "the model has no solve item"),
        (
            "var int: x; solve satisfy;",
            "the variable `x` has no domain",
        ),
        (
            "constraint fzn_circuit([1,2]); solve satisfy;",
            "the constraint `fzn_circuit` is not known to the checker",
        ),
        ("constraint int_eq(x,1); solve satisfy;", "unknown name `x`"),
        (
            "constraint int_eq(1,1; solve satisfy;",
            "a bracket is not closed",
        ),
        ("solve satisfy", "the last item does not end with `;`"),
        (
            "var 1..x: y; solve satisfy;",
            "expected an integer, found `x`",
        ),
    ] {
        let error = state_flatzinc(text).expect_err(text);
        assert_eq!(error.to_string(), message);
    }
}
