//! The engine for boards of nine in bulk: it agrees with an oracle and with the engine that takes models, keeps limits, and refuses what it has not.

#[path = "../../bulk/tests/boards/mod.rs"]
mod boards;
mod models;

use std::time::Duration;

use boards::{agree, board};
use gridwright::{EngineName, Limit, Question, Request, Stop, Verdict, ask, kind};
use gridwright_control::Rng;
use models::agree_on;

#[test]
fn engines_with_models_count_the_same_answers() {
    for seed in 0..60 {
        let mut rng = Rng::new(seed);
        let cells = board(&mut rng);
        let most = 2 + rng.below(12);
        agree_on(&cells, agree(&cells, most, &mut rng), most);
    }
}

fn asked(text: &str, question: Question, request: &Request) -> Result<gridwright::Report, String> {
    let given = kind("sudoku").expect("a kind").read(None, text);
    let given = given.map_err(|error| error.message)?;
    ask(&*given, question, request).map_err(|error| error.to_string())
}

fn empty() -> &'static str {
    "................................................................................."
}

fn bulk() -> Request {
    Request {
        engine: EngineName::Bulk,
        ..Request::default()
    }
}

#[test]
fn limits_end_a_count_that_would_not_end() {
    let count = Question::Count { limit: u64::MAX };
    let nodes = Request {
        nodes: Some(1000),
        ..bulk()
    };
    let report = asked(empty(), count, &nodes).expect("a report");
    assert_eq!(report.verdict, Verdict::Stopped(Limit::Nodes));
    assert_eq!(report.stats.nodes, 1000);
    assert!(!report.complete && report.count.is_some_and(|count| count > 100));
    let time = Request {
        time: Some(Duration::from_millis(20)),
        ..bulk()
    };
    let report = asked(empty(), count, &time).expect("a report");
    assert_eq!(report.verdict, Verdict::Stopped(Limit::Time));
    let stop = Stop::new();
    stop.request();
    let stopped = Request {
        stop: Some(stop),
        ..bulk()
    };
    let report = asked(empty(), Question::Unique, &stopped).expect("a report");
    assert_eq!(report.verdict, Verdict::Stopped(Limit::Stop));
}

#[test]
fn counts_go_on_past_two_up_to_any_limit() {
    for limit in [1, 2, 3, 1000, 54321] {
        let report = asked(empty(), Question::Count { limit }, &bulk()).expect("a report");
        assert_eq!(report.count, Some(limit));
        assert!(!report.complete);
    }
    let answers = asked(empty(), Question::Solve { most: 7 }, &bulk()).expect("a report");
    assert_eq!(answers.answers.len(), 7);
    assert_eq!(answers.verdict, Verdict::Multiple);
}

#[test]
fn what_the_engine_does_not_know_is_refused_by_name_and_left_to_others_by_auto() {
    let seed = Request {
        seed: Some(1),
        ..bulk()
    };
    let refused = |text: &str, question, request: &Request| {
        asked(text, question, request).expect_err("this is not for the engine")
    };
    assert_eq!(
        refused(empty(), Question::Unique, &seed),
        "the engine bulk takes no seed: it solves 9x9 Sudoku in one way only"
    );
    assert_eq!(
        refused(empty(), Question::Backbone, &bulk()),
        "the engine bulk takes no question about what answers share: it solves 9x9 Sudoku in one way only"
    );
    for other in [
        ".1.. ...2 3... ..3.",
        "blocks 1x9 000000000\n000000000\n000000000\n000000000\n000000000\n000000000\n000000000\n000000000\n000000000",
    ] {
        assert_eq!(
            refused(other, Question::Unique, &bulk()),
            "the engine bulk solves Sudoku of 9 by 9 cells and nothing else"
        );
        let report = asked(other, Question::Solve { most: 1 }, &Request::default());
        assert_ne!(report.expect("a report").engine, EngineName::Bulk);
    }
    let auto = asked(empty(), Question::Unique, &Request::default()).expect("a report");
    assert_eq!(auto.engine, EngineName::Bulk);
    let seed = Request {
        seed: Some(1),
        ..Request::default()
    };
    let auto = asked(empty(), Question::Unique, &seed).expect("a report");
    assert_ne!(auto.engine, EngineName::Bulk);
}
