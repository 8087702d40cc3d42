//! Properties of single clues, for every kind of the catalogue.

use crate::kind_laws::{clues, for_every_kind};
use gridwright_puzzles::{ClueEntry, EnteredClue};

#[test]
fn every_clue_has_a_place_on_the_board() {
    for_every_kind(clues::every_clue_has_a_place_on_the_board);
}

#[test]
fn setting_a_clue_to_its_value_changes_nothing() {
    for_every_kind(clues::setting_a_clue_to_its_value_changes_nothing);
}

#[test]
fn a_change_affects_its_place_only() {
    for_every_kind(clues::a_change_affects_its_place_only);
}

#[test]
fn invalid_clues_are_errors() {
    for_every_kind(clues::invalid_clues_are_errors);
}

#[test]
fn facts_are_counted_labelled_and_placed() {
    for_every_kind(clues::facts_are_counted_labelled_and_placed);
}

#[test]
fn clue_claims_hold_in_every_answer() {
    for_every_kind(clues::clue_claims_hold_in_every_answer);
}

#[test]
fn blank_boards_have_the_requested_size() {
    for_every_kind(clues::blank_boards_have_the_requested_size);
}

#[test]
fn entries_read_what_they_allow() {
    let number = ClueEntry::numbers(0, 12);
    let check = |entry: &ClueEntry, text: &str, expected: Result<EnteredClue<'_>, &str>| {
        assert_eq!(entry.read(text), expected.map_err(str::to_owned), "{text}");
    };
    check(&number, " 12 ", Ok(EnteredClue::Number(12)));
    check(&number, "", Ok(EnteredClue::Nothing));
    check(
        &number,
        "13",
        Err("expected a number from 0 to 12, found `13`"),
    );
    check(
        &number.required(),
        "",
        Err("expected a number from 0 to 12, found ``"),
    );
    let text = ClueEntry {
        takes_text: true,
        ..ClueEntry::default()
    };
    check(&text, "3 1", Ok(EnteredClue::Text("3 1")));
}
