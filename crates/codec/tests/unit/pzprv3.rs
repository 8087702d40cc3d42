//! Tests of `pzprv3`.

use gridwright_codec::pzprv3::*;

#[test]
fn files_round_trip() {
    let text = "pzprv3/sudoku/2/. 1 /2 . /. . /. . /";
    assert_eq!(kind(text), Some("sudoku"));
    let file = File::read(text).expect("a file");
    assert_eq!(file.size(0, "a size"), Ok(2));
    let cells = file.board(1, 2, 2).expect("a board");
    let words: Vec<&str> = cells.iter().map(|cell| cell.text).collect();
    assert_eq!(words, [".", "1", "2", "."]);
    assert_eq!(cells[1].start, 18);
    let rows = words.chunks(2).chain([&[".", "."][..]; 2]);
    assert_eq!(
        write("sudoku", &[2], rows.map(|row| row.iter().copied())),
        text
    );
    let lines = text.replace('/', "\n");
    assert_eq!(kind(&lines), Some("sudoku"));
    let file = File::read(&lines).expect("a file");
    assert_eq!(file.board(1, 2, 2).map(|cells| cells.len()), Ok(4));
}

#[test]
fn missing_parts_are_reported() {
    for (text, rows, message) in [
        (
            "pzprv3/sudoku/2/. 1 /2 . /",
            3,
            "expected row 3 of 3, found nothing",
        ),
        (
            "pzprv3/sudoku/2/. 1 /2 /",
            2,
            "expected 2 cells in a row, found `2 `",
        ),
    ] {
        let board = File::read(text).and_then(|file| file.board(1, rows, 2));
        assert_eq!(board.expect_err("an error").message, message);
    }
    assert_eq!(kind("sudoku/4/4/g1"), None);
    assert!(File::read("pzprv3").is_err());
}
