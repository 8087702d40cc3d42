//! Boards from public sources, each with exactly one answer. A kind may have a file `boards.txt` in its folder: a URL or a game id per line; lines that begin with `# `
//! are comments and name the sources.

use std::path::Path;

use gridwright_fd::Model;
use gridwright_puzzles::{CATALOGUE, FormulateOptions, Kind};
use gridwright_solve::{RunOptions, Session, Uniqueness};

/// The boards of a kind, one per line.
fn boards(kind: &dyn Kind) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/kinds");
    let file = folder.join(kind.info().id).join("boards.txt");
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let lines = text.lines().filter(|line| !line.starts_with("# "));
    lines.map(str::to_owned).collect()
}

#[test]
fn public_boards_have_one_answer_and_are_written_as_read() {
    let mut n_boards = 0;
    for kind in CATALOGUE {
        let id = kind.info().id;
        for board in boards(*kind) {
            let format = kind.recognise(&board);
            let claims = CATALOGUE
                .iter()
                .filter(|kind| kind.recognise(&board).is_some());
            assert_eq!(claims.count(), 1, "{id}: {board}");
            let instance = kind.read(format, &board);
            let instance =
                instance.unwrap_or_else(|error| panic!("{id}: {}", error.render(&board, "board")));
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
            n_boards += 1;
        }
    }
    assert!(n_boards >= 80, "{n_boards}");
}
