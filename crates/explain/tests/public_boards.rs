//! Laws of explanations over the public boards of every kind, which are in the file `boards.txt` of its folder.

mod step_laws;

use std::path::Path;

use gridwright_puzzles::{BoxedInstance, CATALOGUE, Kind};

/// Boards with at most this many facts are explained, so that the test is quick.
const MAX_FACTS: usize = 96;

/// The number of boards of each kind that are explained whatever their size, the smallest first.
const MIN_BOARDS: usize = 2;

/// The public boards of a kind that are explained, the smallest first.
fn boards(kind: &dyn Kind) -> Vec<BoxedInstance> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../puzzles/src/kinds");
    let file = folder.join(kind.info().id).join("boards.txt");
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let lines = text.lines().filter(|line| !line.starts_with("# "));
    let mut boards: Vec<BoxedInstance> = lines
        .map(|line| {
            let instance = kind.read(kind.recognise(line), line);
            instance.unwrap_or_else(|error| panic!("{}", error.render(line, "board")))
        })
        .collect();
    boards.sort_by_key(|instance| instance.facts().len());
    let is_small = |instance: &&BoxedInstance| instance.facts().len() <= MAX_FACTS;
    let n = boards.iter().filter(is_small).count();
    boards.truncate(n.max(MIN_BOARDS));
    boards
}

#[test]
fn public_boards_are_explained_step_by_step() {
    let mut n_boards = 0;
    for kind in CATALOGUE {
        let id = kind.info().id;
        for instance in boards(*kind) {
            step_laws::check(id, &*instance);
            n_boards += 1;
        }
    }
    assert!(n_boards >= 40, "{n_boards}");
}
