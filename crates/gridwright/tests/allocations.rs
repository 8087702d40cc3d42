//! What a board costs in memory: how often it asks for some, from the question to the report. Boards that many are asked like are solved by propagation, so that this is a good
//! part of their time; each kind has a board here and numbers that it must not exceed, for a board asked alone and for one whose shape is at hand.

#[path = "../../solve/tests/counting/mod.rs"]
mod counting;

use counting::allocations;
use gridwright::{BatchSolver, EngineName, Question, Request, Verdict, ask, kind};

/// How often memory is asked for while something is done.
fn counted<T>(work: impl FnOnce() -> T) -> (u64, T) {
    let before = allocations();
    let done = work();
    (allocations() - before, done)
}

/// The first example of each kind, an engine, and the most allocations: asked alone, and when boards of its shape were asked before.
const MOST: [(&str, EngineName, u64, u64); 8] = [
    ("sudoku", EngineName::Fd, 240, 48),
    ("magic", EngineName::Fd, 125, 32),
    ("numbrix", EngineName::Fd, 190, 64),
    ("hidato", EngineName::Fd, 200, 68),
    ("hashi", EngineName::Auto, 400, 400),
    ("battleship", EngineName::Fd, 1_600, 1_600),
    ("battleship", EngineName::Auto, 2_000, 2_000),
    ("whitetan", EngineName::Fd, 390, 390),
];

#[test]
fn setting_up_asks_for_little_memory() {
    let mut over = Vec::new();
    for (id, engine, most_alone, most_kept) in MOST {
        let kind = kind(id).expect("a kind");
        let board = kind.read(None, kind.card().examples[0].text);
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
        let mut asker = BatchSolver::new(&request);
        let mut kept = 0;
        for _ in 0..4 {
            let report;
            (kept, report) = counted(|| asker.ask(&*board, Question::Unique));
            report.expect("a question");
        }
        if alone > most_alone || kept > most_kept {
            over.push(format!("{id} by {engine}: {alone} alone, {kept} kept"));
        }
    }
    assert_eq!(over, [""; 0]);
}
