//! The examples of the page: every kind has some, each in the native format and with a unique answer.

use gridwright::{CATALOGUE, Question, Request, Verdict, ask};
use serde_json::Value;

#[test]
fn every_example_of_the_page_has_one_answer() {
    let examples: Value =
        serde_json::from_str(include_str!("../page/examples.json")).expect("the file is JSON");
    let examples = examples.as_object().expect("an object of kinds");
    assert_eq!(examples.len(), CATALOGUE.len());
    for kind in CATALOGUE {
        let id = kind.info().id;
        let of_kind = examples[id].as_array().expect("a list");
        assert!(!of_kind.is_empty(), "{id}");
        for example in of_kind {
            let name = example["name"].as_str().expect("a name");
            let text = example["text"].as_str().expect("a text");
            let puzzle = kind.read(None, text).expect("a puzzle");
            assert_eq!(puzzle.print(), text, "{id}, {name}");
            let report = ask(&*puzzle, Question::Unique, &Request::default()).expect("a question");
            assert_eq!(report.verdict, Verdict::Unique, "{id}, {name}");
            assert_eq!(example["answers"], 1, "{id}, {name}");
        }
    }
}
