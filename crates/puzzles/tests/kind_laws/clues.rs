//! Properties of single clues: setting a clue to its own value changes nothing, a change affects its position only, every entry is honoured, and the claims of clues hold in every answer.

use std::collections::BTreeSet;

use gridwright_fd::Model;
use gridwright_grid::{Border, Cell, Corner};
use gridwright_puzzles::{
    BoxedInstance, ClueEntry, CluePosition, ClueSlot, Example, FactPlace, FactState,
    FormulateOptions, Kind,
};
use gridwright_solve::{RunOptions, Session};

/// The examples of a kind, and blank boards of sizes that it supports.
fn boards(kind: &dyn Kind) -> Vec<BoxedInstance> {
    let read = |example: &Example| kind.read(None, example.text).expect("examples are read");
    let mut all: Vec<BoxedInstance> = kind.info().examples.iter().map(read).collect();
    let sizes = [(4, 4), (5, 5), (9, 9), (10, 10)].into_iter();
    let blank: Vec<_> = sizes.filter_map(|(r, c)| kind.blank(r, c).ok()).collect();
    assert!(!blank.is_empty(), "{} has no blank board", kind.info().id);
    all.extend(blank);
    all
}

/// Some clues that an entry allows: the empty one, numbers and symbols.
fn words(entry: &ClueEntry) -> Vec<String> {
    let mut words = Vec::new();
    if !entry.is_required {
        words.push(String::new());
    }
    if let Some((min, max)) = entry.numbers {
        let numbers: BTreeSet<i32> = [min, min + 1, (min + max) / 2, max].into();
        let inside = numbers.into_iter().filter(|n| (min..=max).contains(n));
        words.extend(inside.map(|number| number.to_string()));
    }
    words.extend(entry.symbols.iter().map(|symbol| symbol.text.to_owned()));
    words
}

pub fn every_clue_has_a_place_on_the_board(kind: &'static dyn Kind) {
    for instance in boards(kind) {
        let board = instance.draw(&Default::default());
        let id = kind.info().id;
        let on_board = |cell: Cell| cell.row < board.rows && cell.col < board.cols;
        let mut seen = BTreeSet::new();
        for slot in instance.clues() {
            let position = slot.position;
            assert!(seen.insert(position), "{id}: {position} twice");
            let is_inside = match position {
                CluePosition::Cell(cell) | CluePosition::Outside(cell, _) => on_board(cell),
                CluePosition::Row(row) => row < board.rows,
                CluePosition::Col(col) => col < board.cols,
                CluePosition::Border(Border { row, col, .. })
                | CluePosition::Corner(Corner { row, col }) => {
                    row <= board.rows && col <= board.cols
                }
                CluePosition::Region(_) | CluePosition::Line(_) => true,
            };
            assert!(is_inside, "{id}: {position}");
            for symbol in slot.entry.symbols {
                let is_typed = !symbol.text.is_empty() && symbol.text.trim() == symbol.text;
                assert!(is_typed && !symbol.words.is_empty(), "{id}: {symbol:?}");
                assert!(symbol.text.parse::<i32>().is_err(), "{id}: {symbol:?}");
            }
            let read = slot.entry.read(&slot.value);
            assert!(read.is_ok(), "{id}: {position} has {:?}", slot.value);
        }
    }
}

pub fn setting_a_clue_to_its_value_changes_nothing(kind: &'static dyn Kind) {
    for instance in boards(kind) {
        let id = kind.info().id;
        for slot in instance.clues() {
            let again = instance.with_clue(slot.position, &slot.value);
            let again = again.expect("it stands there");
            assert_eq!(again.print(), instance.print(), "{id} {:?}", slot.position);
        }
    }
}

pub fn a_change_affects_its_place_only(kind: &'static dyn Kind) {
    let mut changes = 0;
    let id = kind.info().id;
    for instance in boards(kind) {
        let before = instance.clues();
        for (at, slot) in before.iter().enumerate().step_by(3) {
            let (position, old) = (slot.position, &slot.value);
            for word in words(&slot.entry) {
                let Ok(changed) = instance.with_clue(position, &word) else {
                    continue;
                };
                let after = changed.clues();
                assert_eq!(after.len(), before.len(), "{id} {position:?}");
                let others = before.iter().zip(&after).enumerate();
                for (other, (before, after)) in others {
                    let expected = if other == at { &word } else { &before.value };
                    assert_eq!(after.position, before.position, "{id}");
                    assert_eq!(&after.value, expected, "{id} {position:?} {other}");
                }
                let read = kind.read(None, &changed.print());
                let read = read.unwrap_or_else(|error| panic!("{id}: {}", error.message));
                assert_eq!(read.print(), changed.print(), "{id} {position:?}");
                let back = changed.with_clue(position, old).expect("it stood there");
                assert_eq!(back.print(), instance.print(), "{id} {position:?}");
                changes += usize::from(word != *old);
            }
        }
    }
    // A kind whose clues are texts has no words to try.
    let has_words = |slot: &ClueSlot| words(&slot.entry).len() > 1;
    let boards = boards(kind);
    let can_change = boards
        .iter()
        .any(|board| board.clues().iter().any(has_words));
    assert!(changes > 10 || !can_change, "{id}: {changes}");
}

pub fn invalid_clues_are_errors(kind: &'static dyn Kind) {
    for instance in boards(kind) {
        let id = kind.info().id;
        for slot in instance.clues().iter().step_by(7) {
            let mut bad = vec!["%".to_owned(), "1000000000000".to_owned()];
            if !slot.entry.takes_text {
                bad.extend(["1 2", "1,2", "1\n2", "so"].map(str::to_owned));
                let (min, max) = slot.entry.numbers.unwrap_or((2, 1));
                bad.extend([min - 1, max + 1].map(|number| number.to_string()));
                if slot.entry.is_required {
                    bad.push(String::new());
                }
            }
            for word in bad {
                let refused = instance.with_clue(slot.position, &word);
                assert!(refused.is_err(), "{id} took {word:?} at {}", slot.position);
            }
        }
        let nowhere = CluePosition::Cell(Cell::new(1000, 1000));
        let error = instance.with_clue(nowhere, "1").expect_err("no such cell");
        assert_eq!(error, "there is no place for a clue at r1001c1001", "{id}");
    }
}

pub fn facts_are_counted_labelled_and_placed(kind: &'static dyn Kind) {
    for instance in boards(kind) {
        let id = kind.info().id;
        let facts = instance.facts().len();
        assert_eq!(instance.n_facts(), facts, "{id}");
        let labels = instance.labels();
        assert_eq!(labels.len(), facts, "{id}");
        assert!(labels.iter().all(|label| !label.is_empty()), "{id}");
        let claims = instance.clue_claims();
        assert!(claims.iter().all(|claim| claim.fact < facts), "{id}");
        let board = instance.draw(&Default::default());
        let on_board = |cell: Cell| cell.row < board.rows && cell.col < board.cols;
        // A fact is known by its place and its label.
        let mut seen = BTreeSet::new();
        for (place, label) in instance.fact_places().into_iter().zip(labels) {
            let is_inside = match place {
                FactPlace::Cell(cell) => on_board(cell),
                FactPlace::Link(a, b) => on_board(a) && on_board(b) && a != b,
                FactPlace::Border(border) => border.row <= board.rows && border.col <= board.cols,
            };
            assert!(is_inside, "{id}: {place:?}");
            assert!(
                seen.insert((place, label.clone())),
                "{id}: {place:?} {label}"
            );
        }
    }
}

pub fn clue_claims_hold_in_every_answer(kind: &'static dyn Kind) {
    for example in kind.info().examples {
        let instance = kind.read(None, example.text).expect("examples are read");
        let claims = instance.clue_claims();
        let mut model = Model::new();
        let formulation = instance.formulate(&FormulateOptions::default(), &mut model);
        let formulation = formulation.expect("examples can be formulated");
        let mut session = Session::new(&model, &RunOptions::new()).expect("valid options");
        let solutions = session.solutions(&[]).expect("no objective");
        for answer in solutions
            .take(20)
            .filter_map(|found| formulation.read(&found))
        {
            let known = instance.known(&answer);
            for claim in &claims {
                let state = claim.known(&known);
                let id = kind.info().id;
                assert_eq!(state, FactState::True, "{id}, {}: {claim:?}", example.name);
            }
        }
    }
}

pub fn blank_boards_have_the_requested_size(kind: &'static dyn Kind) {
    let id = kind.info().id;
    for (rows, cols) in [(0, 5), (5, 0), (101, 101), (usize::MAX, 2)] {
        assert!(kind.blank(rows, cols).is_err(), "{id} {rows}x{cols}");
    }
    for (rows, cols) in [(1, 1), (1, 4), (6, 4), (6, 6), (10, 10)] {
        let Ok(instance) = kind.blank(rows, cols) else {
            assert!((rows, cols) != (10, 10), "{id} {rows}x{cols}");
            continue;
        };
        let board = instance.draw(&Default::default());
        assert_eq!((board.rows, board.cols), (rows, cols), "{id}");
        let text = instance.print();
        assert_eq!(kind.read(None, &text).expect("it is read").print(), text);
    }
}
