//! What the tests of several kinds use: checks that run on their own tables, and formats by name.

use gridwright_puzzles::{Format, Puzzle, Violation};

/// Every text is refused with this message.
pub(crate) fn refuses<P: Puzzle>(texts: &[(&str, &str)]) {
    for (text, message) in texts {
        assert_eq!(P::parse(text).expect_err(text).message, *message, "{text}");
    }
}

/// The judge accepts or refuses every answer to an instance with these words.
pub(crate) fn judges<P: Puzzle>(instance: &str, answers: &[(&str, Result<(), &str>)]) {
    let instance = P::parse(instance).expect("an instance");
    for &(answer, verdict) in answers {
        let read = P::parse_answer(&instance, answer).expect("a full board");
        let verdict = verdict.map_err(|what| Violation(what.to_owned()));
        assert_eq!(P::check(&instance, &read), verdict, "{answer}");
    }
}

/// The format of a name.
pub(crate) fn format<P: Puzzle>(name: &str) -> &'static Format<P> {
    let found = P::FORMATS.iter().find(|format| format.name == name);
    found.expect("a format of the kind")
}
