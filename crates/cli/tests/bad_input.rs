//! Bad input: every message in full, with file, line, column and what was expected; and exit code 2.

mod common;

use common::{Folder, code, err, run_in};

/// The error message and the exit code.
fn failure(folder: &Folder, args: &[&str]) -> (String, i32) {
    let output = run_in(&folder.0, args);
    assert!(output.stdout.is_empty(), "{args:?}");
    (err(&output).to_owned(), code(&output))
}

#[test]
fn errors_in_a_file_have_a_position() {
    let folder = Folder::new("bad");
    for (kind, text, message) in [
        // A row of the wrong length.
        (
            "sudoku",
            ".1..\n...2\n3..\n..3.\n",
            "board.txt:3:1: error: this row has 3 cells, others have 4\n    3..\n    ^^^\n",
        ),
        (
            "hidato",
            "1 . .\n. .\n. . 9\n",
            "board.txt:2:1: error: this row has 2 cells, the first has 3\n    . .\n    ^^^\n",
        ),
        (
            "hashi",
            "puzzle a 2 2\n1.\n",
            "board.txt:1:1: error: expected 2 rows, found 1\n    puzzle a 2 2\n    ^^^^^^^^^^^^\n",
        ),
        // An unknown letter.
        (
            "sudoku",
            ".1..\n..q2\n3...\n..3.\n",
            "board.txt:2:3: error: expected a number from 1 to 4, found `q`\n    ..q2\n      ^\n",
        ),
        (
            "hashi",
            "2.2\n.x.\n2.2\n",
            "board.txt:2:2: error: expected an island from 1 to 8, `?` or `.`, found `x`\n    .x.\n     ^\n",
        ),
        (
            "whitetan",
            "s s\ns x\n",
            "board.txt:2:3: error: expected one of n ne e se s sw w nw, found `x`\n    s x\n      ^\n",
        ),
        (
            "magic",
            "ordr 4\n",
            "board.txt:1:1: error: expected `order` and a number, or the cells of a square, found `ordr`\n    ordr 4\n    ^^^^\n",
        ),
        (
            "magic",
            "order 4 4\n",
            "board.txt:1:1: error: expected one number after `order`\n    order 4 4\n    ^^^^^\n",
        ),
        // A tally larger than the board.
        (
            "battleship",
            "fleet 2:1 1:1\nrows 4 0 0\ncols 1 1 1\n...\n...\n...\n",
            "board.txt:2:6: error: expected a number from 0 to 3, found `4`\n    rows 4 0 0\n         ^\n",
        ),
        // A clue outside the board, and one whose ship would leave it.
        (
            "battleship",
            "fleet 2:1 1:1\nrows 1 1 1\ncols 1 1 1\n...\n...\n...\n..w\n",
            "board.txt:2:1: error: the board has 4 rows, not 3\n    rows 1 1 1\n    ^^^^^^^^^^\n",
        ),
        (
            "battleship",
            "fleet 2:1 1:1\nrows 1 1 1\ncols 1 1 1\n...\n..l\n...\n",
            "board.txt:5:3: error: the ship of this `l` leaves the board\n    ..l\n      ^\n",
        ),
        // Two 1s in a Hidato.
        (
            "hidato",
            "1 . .\n. 1 .\n. . 9\n",
            "board.txt:2:3: error: 1 is given twice: expected every number once\n    . 1 .\n      ^\n",
        ),
        // A 7 in a 4x4 Sudoku, and blocks of an impossible size.
        (
            "sudoku",
            ".1..\n..72\n3...\n..3.\n",
            "board.txt:2:3: error: expected a number from 1 to 4, found `7`\n    ..72\n      ^\n",
        ),
        (
            "sudoku",
            "blocks 0x3\n.1..\n...2\n3...\n..3.\n",
            "board.txt:1:8: error: expected a block shape such as 2x3: a number of rows, an x, and a number of columns, found `0x3`\n    blocks 0x3\n           ^^^\n",
        ),
        (
            "sudoku",
            "blocks 2x3\n.1..\n...2\n3...\n..3.\n",
            "board.txt:1:8: error: expected a block of 4 cells, because the board has 4 rows, found `2x3`\n    blocks 2x3\n           ^^^\n",
        ),
        // An island with no neighbour.
        (
            "hashi",
            "2...2\n.....\n.1...\n",
            "board.txt:3:2: error: an island with no neighbour: expected another island in its row or column\n    .1...\n     ^\n",
        ),
    ] {
        folder.write("board.txt", text);
        for args in [
            &["solve", kind, "board.txt"][..],
            &["draw", kind, "board.txt"],
            &["convert", kind, "board.txt"],
            &["check", kind, "board.txt"],
        ] {
            assert_eq!(failure(&folder, args), (message.to_owned(), 2), "{args:?}");
        }
    }
}

#[test]
fn errors_in_a_url_have_a_position() {
    let folder = Folder::new("address");
    for (address, message) in [
        (
            "https://puzz.link/p?hashi/5/5/4g2i3h23k",
            "input:1:40: error: the text ends after 16 of 25 cells\n    https://puzz.link/p?hashi/5/5/4g2i3h23k\n                                           ^\n",
        ),
        (
            "https://puzz.link/p?hashi/5/x/4g2i3h23k",
            "input:1:29: error: expected the number of rows, found `x`\n    https://puzz.link/p?hashi/5/x/4g2i3h23k\n                                ^\n",
        ),
        (
            "https://puzz.link/p?chess/5/5/4g",
            "input:1:1: error: unknown puzzle type `chess`; supported: KINDS\n    https://puzz.link/p?chess/5/5/4g\n    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n",
        ),
    ] {
        let ids: Vec<&str> = gridwright::CATALOGUE
            .iter()
            .map(|kind| kind.info().id)
            .collect();
        assert_eq!(
            failure(&folder, &["unique", address]),
            (message.replace("KINDS", &ids.join(", ")), 2),
            "{address}"
        );
    }
}

#[test]
fn missing_input_is_reported() {
    let folder = Folder::new("none");
    for (args, message) in [
        (
            &["solve", "sudoku", "missing.txt"][..],
            "missing.txt: no such file\n",
        ),
        (
            &["solve", "sudko", "missing.txt"],
            "`sudko` is neither a puzzle kind nor a file\n",
        ),
        (
            &["draw", "hashi", "2.2", "-o", "x.bmp"],
            "x.bmp: unknown file extension `.bmp`; use .svg, .png, .pdf or .txt, or an option --svg, --png or --pdf\n",
        ),
        (&["solve", "sudoku", "."], ".: is a directory\n"),
    ] {
        assert_eq!(failure(&folder, args), (message.to_owned(), 2), "{args:?}");
    }
}

#[test]
fn file_extension_sets_the_format() {
    let folder = Folder::new("draw");
    for (name, options, begins) in [
        ("a.svg", &[][..], &b"<svg"[..]),
        ("a.png", &[], b"\x89PNG"),
        ("a.PDF", &[], b"%PDF"),
        ("a.txt", &[], "┏".as_bytes()),
        ("a", &[], "┏".as_bytes()),
        ("a.picture", &["--svg"], b"<svg"),
    ] {
        let mut args = vec!["draw", "sudoku", ".1.. ...2 3... ..3.", "-o", name];
        args.extend(options);
        assert_eq!(failure(&folder, &args), (String::new(), 0), "{name}");
        let bytes = std::fs::read(folder.0.join(name)).expect("it was written");
        assert!(bytes.starts_with(begins), "{name}: {:?}", &bytes[..8]);
    }
}
