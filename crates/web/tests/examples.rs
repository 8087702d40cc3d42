//! The examples of the page, in addition to those of the kinds: each is in the native format and has a unique answer.

use gridwright::{Question, Request, Verdict, ask, kind};
use serde_json::Value;

#[test]
fn every_example_of_the_page_has_one_answer() {
    let examples: Value =
        serde_json::from_str(include_str!("../page/examples.json")).expect("the file is JSON");
    let examples = examples.as_object().expect("an object of kinds");
    for (id, of_kind) in examples {
        let kind = kind(id).expect("a kind");
        let of_kind = of_kind.as_array().expect("a list");
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
