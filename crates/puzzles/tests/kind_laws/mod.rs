//! Laws of all kinds of puzzles, without knowing any: a kind is checked through its type-erased contract, on its own examples and on blank boards.
#![allow(
    dead_code,
    unreachable_pub,
    reason = "each test uses a part of the laws"
)]

pub mod answers;
pub mod clues;
pub mod formats;
pub mod premises;

use std::panic::resume_unwind;
use std::thread;

use gridwright_puzzles::{CATALOGUE, Kind};

/// Checks every law of a kind that needs no other kind.
pub fn check_all(kind: &'static dyn Kind) {
    answers::examples_have_their_answers(kind);
    clues::every_clue_has_a_place_on_the_board(kind);
    clues::setting_a_clue_to_its_value_changes_nothing(kind);
    clues::a_change_affects_its_place_only(kind);
    clues::invalid_clues_are_errors(kind);
    clues::facts_are_counted_labelled_and_placed(kind);
    clues::clue_claims_hold_in_every_answer(kind);
    clues::blank_boards_have_the_requested_size(kind);
    formats::written_texts_are_read_back(kind);
    premises::premises_are_equivalent_to_the_rules(kind);
}

/// Checks a law for every kind of the catalogue, each on its own thread.
pub fn for_every_kind(law: fn(&'static dyn Kind)) {
    thread::scope(|scope| {
        let threads: Vec<_> = CATALOGUE
            .iter()
            .map(|&kind| {
                let name = kind.info().id.to_owned();
                let thread = thread::Builder::new().name(name);
                let started = thread.spawn_scoped(scope, move || law(kind));
                started.expect("a thread can be started")
            })
            .collect();
        for thread in threads {
            if let Err(panic) = thread.join() {
                resume_unwind(panic);
            }
        }
    });
}
