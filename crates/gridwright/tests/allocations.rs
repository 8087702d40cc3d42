//! The number of allocations from the question to the report. Propagation alone solves most boards of a batch, so set-up is a large part of their
//! time. Each kind has a board and two limits: solved alone, and with the model of its shape cached.

#[path = "../../solve/tests/counting_allocator/mod.rs"]
mod counting_allocator;

use counting_allocator::allocations;
use gridwright::{BatchSolver, EngineName, Question, Request, Verdict, ask, kind};

/// Counts the allocations of a closure.
fn counted<T>(work: impl FnOnce() -> T) -> (u64, T) {
    let before = allocations();
    let done = work();
    (allocations() - before, done)
}

/// The first example of each kind, an engine, and the most allocations: solved alone, and after other boards of its shape.
const LIMITS: [(&str, EngineName, u64, u64); 8] = [
    ("sudoku", EngineName::Fd, 240, 48),
    ("magic", EngineName::Fd, 125, 32),
    ("numbrix", EngineName::Fd, 191, 65),
    ("hidato", EngineName::Fd, 200, 68),
    ("hashi", EngineName::Auto, 400, 400),
    ("battleship", EngineName::Fd, 2_300, 2_300),
    ("battleship", EngineName::Auto, 2_000, 2_000),
    ("whitetan", EngineName::Fd, 390, 390),
];

#[test]
fn set_up_allocates_little() {
    let mut over = Vec::new();
    for (id, engine, most_alone, most_kept) in LIMITS {
        let kind = kind(id).expect("a kind");
        let board = kind.read(None, kind.info().examples[0].text);
        let board = board.expect("an example");
        let request = Request {
            engine,
            ..Request::default()
        };
        let (alone, report) = counted(|| ask(&*board, Question::Unique, &request));
        let report = report.expect("a question");
        assert!(
            matches!(report.verdict, Verdict::Unique | Verdict::Multiple),
            "{id}"
        );
        let mut solver = BatchSolver::new(&request);
        let mut kept = 0;
        for _ in 0..4 {
            let report;
            (kept, report) = counted(|| solver.ask(&*board, Question::Unique));
            report.expect("a question");
        }
        if alone > most_alone || kept > most_kept {
            over.push(format!("{id} by {engine}: {alone} alone, {kept} kept"));
        }
    }
    assert_eq!(over, [""; 0]);
}
