//! Laws of explanations over generated boards of every kind.

#[path = "../../explain/tests/step_laws/mod.rs"]
mod step_laws;

use gridwright_generate::{Deadline, GenerateRequest, Generator};
use gridwright_puzzles::{CATALOGUE, GenerateOptions};
use gridwright_testing::cases;

/// The number of boards of each kind.
const BOARDS: usize = 4;

/// The sizes of boards that differ from the default of their kind, so that the test is quick.
const SIZES: &[(&str, usize)] = &[
    ("numbrix", 6),
    ("hidato", 6),
    ("starbattle", 6),
    ("masyu", 6),
    ("nurikabe", 6),
    ("fillomino", 5),
];

#[test]
fn generated_boards_are_explained_in_few_named_steps() {
    for kind in CATALOGUE {
        let id = kind.info().id;
        if kind.generation().is_none() {
            continue;
        }
        let size = SIZES.iter().find(|(other, _)| *other == id);
        let mut request = GenerateRequest::new(*kind);
        request.options = GenerateOptions {
            size: size.map(|(_, side)| (*side, *side)),
            ..GenerateOptions::default()
        };
        let generator = Generator::new(request).expect("a valid request");
        for index in 0..cases(BOARDS) as u64 {
            let made = generator.generate(7, index, &Deadline::never());
            let made = made.unwrap_or_else(|error| panic!("{id}: {error}"));
            step_laws::check(id, &*made.puzzle);
        }
    }
}
