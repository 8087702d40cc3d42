//! Properties of full boards that are constructed without an engine: they exist at every requested size, the judge accepts the answer they were made from, their text is
//! parsed back to the same board, and the same seed makes the same board.

use gridwright_fd::{Deadline, Rng};
use gridwright_puzzles::{
    AnyAnswer, AnyBoardSource, BoxedInstance, DraftChoice, GenerateOptions, Symmetry, kind,
};

/// The maximum number of attempts to construct a board.
const ATTEMPTS: usize = 20;

fn request(size: (usize, usize), symmetry: Symmetry) -> GenerateOptions {
    GenerateOptions {
        size: Some(size),
        symmetry,
        ..GenerateOptions::default()
    }
}

/// A full board with all its clues, and the answer it was made from.
fn constructed(id: &str, options: &GenerateOptions, seed: u64) -> (BoxedInstance, AnyAnswer) {
    let generation = kind(id).and_then(|kind| kind.generation());
    let generation = generation.expect("a kind that can be generated");
    let outline = generation.outline(options);
    let outline = outline.unwrap_or_else(|refusal| panic!("{id} {options:?}: {refusal}"));
    let mut rng = Rng::new(seed);
    let never = Deadline::never();
    let found = (0..ATTEMPTS).find_map(|_| match outline.full_board(&mut rng, &never) {
        Ok(Some(AnyBoardSource::Draft(draft))) => Some(draft),
        _ => None,
    });
    let draft = found.unwrap_or_else(|| panic!("{id} {options:?}: no board was made"));
    let choice = DraftChoice {
        shown: vec![true; draft.clues().len()],
        picks: draft.alternatives().iter().map(|one| one.initial).collect(),
    };
    let chosen = draft.choose(&choice);
    chosen.expect("the initial choice of a draft is valid")
}

fn check(id: &str, size: (usize, usize), symmetry: Symmetry) {
    let options = request(size, symmetry);
    let (instance, answer) = constructed(id, &options, 7);
    assert_eq!(instance.check(&answer), Ok(()), "{id} {size:?} {symmetry}");
    let text = instance.print();
    let read = kind(id).map(|kind| kind.read(None, &text));
    let read = read.expect("a kind").expect("what is printed is read");
    assert_eq!(read.print(), text, "{id} {size:?}");
    assert_eq!(read.check(&answer), Ok(()), "{id} {size:?}");
    let (again, _) = constructed(id, &options, 7);
    assert_eq!(again.print(), text, "{id} {size:?}: the same seed");
    let (other, _) = constructed(id, &options, 8);
    let is_tiny = size.0 * size.1 < 20;
    assert!(is_tiny || other.print() != text, "{id} {size:?}: seeds");
}

#[test]
fn boards_of_every_size_are_accepted_by_their_judge() {
    for (id, sizes) in [
        ("hashi", &[(3, 1), (4, 4), (9, 9), (17, 40), (120, 120)][..]),
        (
            "battleship",
            &[(4, 4), (10, 10), (19, 19), (20, 20), (20, 90), (100, 100)],
        ),
        (
            "whitetan",
            &[(4, 4), (5, 40), (300, 4), (5, 2_000), (6, 90)],
        ),
    ] {
        for &size in sizes {
            check(id, size, Symmetry::None);
        }
    }
}

#[test]
fn symmetric_boards_are_accepted_by_their_judge() {
    for (id, size) in [
        ("hashi", (24, 24)),
        ("battleship", (24, 24)),
        ("whitetan", (5, 60)),
    ] {
        check(id, size, Symmetry::Rotate2);
    }
}

#[test]
fn too_large_boards_are_errors_that_name_the_limit() {
    for (id, size, limit) in [
        ("hashi", (1_001, 5), "from 1 to 1000"),
        ("battleship", (5, 301), "from 1 to 300"),
        ("whitetan", (20, 21), "400 cells at most"),
        ("whitetan", (5, 400_001), "2000000 cells at most"),
    ] {
        let generation = kind(id).and_then(|kind| kind.generation());
        let outline =
            generation.map(|generation| generation.outline(&request(size, Symmetry::None)));
        let refusal = outline.and_then(Result::err).expect("a refusal");
        assert!(refusal.0.contains(limit), "{id} {size:?}: {refusal}");
    }
}
