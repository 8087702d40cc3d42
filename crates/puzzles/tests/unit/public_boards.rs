//! Boards from public sources, each with exactly one answer: `Puzzle::BOARDS` of each kind.

use gridwright_fd::Model;
use gridwright_puzzles::{CATALOGUE, FormulateOptions};
use gridwright_solve::{RunOptions, Session, Uniqueness};

/// The least number of boards of a kind that has some.
const MIN_BOARDS: usize = 20;

#[test]
fn public_boards_have_one_answer_and_are_written_as_read() {
    let mut n_kinds = 0;
    for kind in CATALOGUE.iter().filter(|kind| !kind.boards().is_empty()) {
        let id = kind.info().id;
        let boards = kind.boards();
        let n_boards = boards.len();
        assert!(n_boards >= MIN_BOARDS, "{id} has {n_boards} boards");
        n_kinds += 1;
        for (i, board) in boards.iter().enumerate() {
            assert!(!boards[..i].contains(board), "{id}: {board} is there twice");
            let format = kind.recognise(board);
            let claims = CATALOGUE
                .iter()
                .filter(|kind| kind.recognise(board).is_some());
            assert_eq!(claims.count(), 1, "{id}: {board}");
            let instance = kind.read(format, board);
            let instance =
                instance.unwrap_or_else(|error| panic!("{id}: {}", error.render(board, "board")));
            let text = instance.print();
            let again = kind.read(None, &text).expect("a board is read again");
            assert_eq!(again.print(), text, "{id}: {board}");
            for (name, _) in kind.formats() {
                if let Ok(written) = instance.write(name) {
                    let again = kind
                        .read(Some(name), &written)
                        .expect("a board is read again");
                    assert_eq!(again.print(), text, "{id}: {written}");
                }
            }
            let mut model = Model::new();
            let formulation = instance.formulate(&FormulateOptions::default(), &mut model);
            let formulation = formulation.expect("a board has small numbers");
            let mut session = Session::new(&model, &RunOptions::new()).expect("valid options");
            let Uniqueness::One(found) = session.unique().expect("no objective") else {
                panic!("{id}: {board} does not have exactly one answer\n{text}");
            };
            let answer = formulation.read(&found).expect("an answer");
            assert_eq!(instance.check(&answer), Ok(()), "{id}: {board}");
        }
    }
    assert!(n_kinds >= 12, "{n_kinds}");
}
