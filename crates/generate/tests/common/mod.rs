//! Helpers of both test files: generate a puzzle, and count the answers of one.

use gridwright_fd::Model;
use gridwright_generate::{Deadline, GenerateRequest, Generated, Generator};
use gridwright_puzzles::{FormulateOptions, kind};
use gridwright_solve::{RunOptions, Session, Uniqueness};

pub(crate) fn generate(request: GenerateRequest, seed: u64) -> Generated {
    let generator = Generator::new(request).expect("the request can be met");
    let generated = generator.generate(seed, 0, &Deadline::never());
    generated.unwrap_or_else(|error| panic!("{:?}, seed {seed}: {error}", generator.request()))
}

/// The answers of a text, by its last viewpoint.
pub(crate) fn answers(id: &str, text: &str) -> Uniqueness {
    let kind = kind(id).expect("a kind of the catalogue");
    let given = kind.read(None, text);
    let given = given.unwrap_or_else(|error| panic!("{id}: {}\n{text}", error.message));
    let mut model = Model::new();
    let last = kind.viewpoints().last().map(|(name, _)| (*name).to_owned());
    let viewpoints: Vec<String> = last.into_iter().collect();
    let options = FormulateOptions {
        viewpoints: &viewpoints,
        ..FormulateOptions::default()
    };
    given
        .formulate(&options, &mut model)
        .expect("a small board");
    let mut session = Session::new(&model, &RunOptions::new()).expect("valid options");
    session.unique().expect("valid options")
}

/// Whether a text has exactly one answer.
pub(crate) fn is_unique(id: &str, text: &str) -> bool {
    matches!(answers(id, text), Uniqueness::One(_))
}
