//! Properties of single clues, for every kind: setting a clue to its own value changes nothing, a change affects its position only, and the claims of clues hold in every answer.

use gridwright_puzzles::{BoxedInstance, CATALOGUE, CluePosition, ClueSlot, Kind};

fn examples() -> Vec<(&'static dyn Kind, BoxedInstance)> {
    let mut all = Vec::new();
    for &kind in CATALOGUE {
        for example in kind.info().examples {
            let instance = kind.read(None, example.text).expect("examples are read");
            all.push((kind, instance));
        }
        for (rows, cols) in [(4, 4), (5, 5), (9, 9)] {
            all.push((kind, kind.blank(rows, cols).expect("a square board")));
        }
    }
    all
}

/// Texts that are valid clues of at least one kind.
const WORDS: [&str; 12] = ["", "1", "2", "3", "9", "?", "w", "s", "c", "ne", "#", "t"];

#[test]
fn setting_a_clue_to_its_value_changes_nothing() {
    for (kind, instance) in examples() {
        let board = instance.draw(&Default::default());
        let clues = instance.clues();
        let id = kind.info().id;
        let in_cells = clues
            .iter()
            .filter(|slot| matches!(slot.position, CluePosition::Cell(_)));
        assert_eq!(in_cells.count(), board.tiles.len(), "{id}");
        for ClueSlot {
            position, value, ..
        } in clues
        {
            let again = instance
                .with_clue(position, &value)
                .expect("it stands there");
            assert_eq!(again.print(), instance.print(), "{id} {position:?}");
        }
    }
}

#[test]
fn a_change_affects_its_place_only() {
    let mut changes = 0;
    for (kind, instance) in examples() {
        let id = kind.info().id;
        let before = instance.clues();
        for (at, slot) in before.iter().enumerate().step_by(3) {
            let (position, old) = (slot.position, &slot.value);
            for word in WORDS {
                let Ok(changed) = instance.with_clue(position, word) else {
                    continue;
                };
                let after = changed.clues();
                // In Battleship `?` means no tally, which is printed as no clue.
                let seen = if word == "?" && id == "battleship" {
                    ""
                } else {
                    word
                };
                assert_eq!(after[at].position, position, "{id}");
                assert_eq!(after[at].value, seen, "{id}");
                let others = before.iter().zip(&after).enumerate();
                for (other, (before, after)) in others.filter(|(other, _)| *other != at) {
                    assert_eq!(before, after, "{id} {position:?} {other}");
                }
                let back = changed.with_clue(position, old).expect("it stood there");
                assert_eq!(back.print(), instance.print(), "{id} {position:?}");
                changes += usize::from(word != old);
            }
        }
    }
    assert!(changes > 1000, "{changes}");
}

#[test]
fn invalid_clues_are_errors() {
    for (kind, instance) in examples() {
        let position = instance.clues()[0].position;
        for word in ["1 2", "1,2", "%", "1\n2", "so", "1000000000000"] {
            let refused = instance.with_clue(position, word);
            assert!(refused.is_err(), "{} took {word:?}", kind.info().id);
        }
    }
}

#[test]
fn facts_are_counted_and_labelled() {
    for (kind, instance) in examples() {
        let id = kind.info().id;
        let facts = instance.facts().len();
        assert_eq!(instance.n_facts(), facts, "{id}");
        assert_eq!(instance.labels().len(), facts, "{id}");
        assert!(
            instance
                .clue_claims()
                .iter()
                .all(|claim| claim.fact < facts)
        );
    }
}

#[test]
fn clue_claims_hold_in_every_answer() {
    let sudoku = gridwright_puzzles::kind("sudoku").expect("a kind");
    let instance = sudoku
        .read(None, ".1..\n...2\n3...\n..3.\n")
        .expect("a board");
    let answer = instance
        .parse_answer("2143\n4312\n3421\n1234\n")
        .expect("an answer");
    let known = instance.known(&answer);
    let claims = instance.clue_claims();
    assert!(claims.len() >= 4);
    for claim in claims {
        assert_eq!(claim.known(&known), gridwright_puzzles::FactState::True);
    }
}

#[test]
fn blank_boards_have_the_requested_size() {
    for &kind in CATALOGUE {
        let id = kind.info().id;
        for (rows, cols) in [(0, 5), (5, 0), (101, 101), (usize::MAX, 2)] {
            assert!(kind.blank(rows, cols).is_err(), "{id} {rows}x{cols}");
        }
        for (rows, cols) in [(1, 1), (1, 4), (6, 4), (6, 6)] {
            let Ok(instance) = kind.blank(rows, cols) else {
                assert!(rows != cols || rows == 1, "{id} {rows}x{cols}");
                continue;
            };
            let board = instance.draw(&Default::default());
            assert_eq!((board.rows, board.cols), (rows, cols), "{id}");
            let text = instance.print();
            assert_eq!(kind.read(None, &text).expect("it is read").print(), text);
        }
    }
}
