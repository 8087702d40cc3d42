//! The engine `bulk` agrees with brute force and with the model engines, respects limits, and rejects unsupported options.

#[path = "../../bulk/tests/boards/mod.rs"]
mod boards;
mod models;

use std::time::Duration;

use boards::{agree, board};
use gridwright::control::{Limit, Rng, Stop};
use gridwright::{EngineName, Question, Report, Request, Verdict, ask, kind};
use models::agree_on;

#[test]
fn engines_with_models_count_the_same_answers() {
    for seed in 0..60 {
        let mut rng = Rng::new(seed);
        let cells = board(&mut rng);
        let limit = 2 + rng.below(12);
        agree_on(&cells, agree(&cells, limit, &mut rng), limit);
    }
}

fn answer_to(text: &str, question: Question, request: &Request) -> Result<Report, String> {
    let instance = kind("sudoku").expect("a kind").read(None, text);
    let instance = instance.map_err(|error| error.message)?;
    ask(&*instance, question, request).map_err(|error| error.to_string())
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
fn limits_end_an_endless_count() {
    let count = Question::Count { limit: u64::MAX };
    let nodes = Request {
        nodes: Some(1000),
        ..bulk()
    };
    let report = answer_to(empty(), count, &nodes).expect("a report");
    assert_eq!(report.verdict, Verdict::Stopped(Limit::Nodes));
    assert_eq!(report.stats.nodes, 1000);
    assert!(!report.complete && report.count.is_some_and(|count| count > 100));
    let time = Request {
        time: Some(Duration::from_millis(20)),
        ..bulk()
    };
    let report = answer_to(empty(), count, &time).expect("a report");
    assert_eq!(report.verdict, Verdict::Stopped(Limit::Time));
    let stop = Stop::new();
    stop.request();
    let stopped = Request {
        stop: Some(stop),
        ..bulk()
    };
    let report = answer_to(empty(), Question::Unique, &stopped).expect("a report");
    assert_eq!(report.verdict, Verdict::Stopped(Limit::Stop));
}

#[test]
fn counts_are_exact_up_to_any_limit() {
    for limit in [1, 2, 3, 1000, 54321] {
        let report = answer_to(empty(), Question::Count { limit }, &bulk()).expect("a report");
        assert_eq!(report.count, Some(limit));
        assert!(!report.complete);
    }
    let answers = answer_to(empty(), Question::Solve { max: 7 }, &bulk()).expect("a report");
    assert_eq!(answers.answers.len(), 7);
    assert_eq!(answers.verdict, Verdict::Multiple);
}

#[test]
fn unsupported_options_are_errors_and_auto_avoids_them() {
    let seed = Request {
        seed: Some(1),
        ..bulk()
    };
    let error = |text: &str, question, request: &Request| {
        answer_to(text, question, request).expect_err("this is not for the engine")
    };
    assert_eq!(
        error(empty(), Question::Unique, &seed),
        "the engine bulk does not support the option seed: it has a single search method"
    );
    assert_eq!(
        error(empty(), Question::Backbone, &bulk()),
        "the engine bulk does not support the option backbone: it has a single search method"
    );
    for other in [
        ".1.. ...2 3... ..3.",
        "blocks 1x9 000000000\n000000000\n000000000\n000000000\n000000000\n000000000\n000000000\n000000000\n000000000",
    ] {
        assert_eq!(
            error(other, Question::Unique, &bulk()),
            "the engine bulk solves only plain 9x9 Sudoku"
        );
        let report = answer_to(other, Question::Solve { max: 1 }, &Request::default());
        assert_ne!(report.expect("a report").engine, EngineName::Bulk);
    }
    let auto = answer_to(empty(), Question::Unique, &Request::default()).expect("a report");
    assert_eq!(auto.engine, EngineName::Bulk);
    let seed = Request {
        seed: Some(1),
        ..Request::default()
    };
    let auto = answer_to(empty(), Question::Unique, &seed).expect("a report");
    assert_ne!(auto.engine, EngineName::Bulk);
}
