//! Tests of `collection`.

use gridwright_codec::collection::*;
use gridwright_term::{Diagnostic, Span};

/// The puzzles of a text as `title: text`, or their error messages.
fn shown(text: &str) -> Vec<String> {
    let show = |entry: Result<Entry<'_>, Diagnostic>| match entry {
        Ok(entry) => {
            assert!(text[entry.start..].starts_with(entry.text), "{entry:?}");
            assert_eq!(text[..entry.start].matches('\n').count() + 1, entry.line);
            format!("{}: {}", entry.title(), entry.text.replace('\n', "/"))
        }
        Err(error) => error.render(text, "f").replace('\n', "/"),
    };
    entries(text).map(show).collect()
}

#[test]
fn layouts_are_recognised() {
    let grid = ".".repeat(81);
    let sixteen = ".,".repeat(15) + "4";
    let table: Vec<(&str, Vec<&str>)> = vec![
        ("", vec![]),
        ("% nothing\n\n", vec![]),
        ("1 2\n3 .\n", vec!["1: 1 2/3 ./"]),
        ("# .\n1 #\n", vec!["1: # ./1 #/"]),
        ("GRID", vec!["1: GRID"]),
        ("% c\na GRID\r\n\n# d\nb GRID", vec!["a: GRID", "b: GRID"]),
        ("GRID easy\nGRID # hard\n", vec!["1: GRID", "2: GRID"]),
        ("a ...\nb SIXTEEN", vec!["a: ...", "b: SIXTEEN"]),
        (
            "https://puzz.link/p?hashi/1/2/2g\nx 5x5m2:4a\n",
            vec!["1: https://puzz.link/p?hashi/1/2/2g", "x: 5x5m2:4a"],
        ),
        (
            "\u{feff}% c\npuzzle a 2 2\n# .\n. #\n\n\npuzzle b 1 3\n1.1\npuzzle c 1 1\n1",
            vec!["a: # ./. #/", "b: 1.1/", "c: 1"],
        ),
        (
            "fleet 1:1\nrows 1\ncols 1 0\n..\n",
            vec!["1: fleet 1:1/rows 1/cols 1 0/../"],
        ),
        ("blocks 3x3\nGRID\n", vec!["1: blocks 3x3/GRID/"]),
        (
            "GRID\n\n% a cage\ncage 9 r1c1 r1c2\nanti-king\n",
            vec!["1: GRID//% a cage/cage 9 r1c1 r1c2/anti-king/"],
        ),
        (
            "GRID\nb GRID\nanti-king\n",
            vec!["1: GRID", "b: GRID", "3: anti-king"],
        ),
        (
            "hidato/2/1/1g\nb numbrix/2/1/g2\n",
            vec!["1: hidato/2/1/1g", "b: numbrix/2/1/g2"],
        ),
        (
            "puzzle a 1 2\nfleet 1:1\nrows 1\ncols 1 0\n..\n",
            vec!["a: fleet 1:1/rows 1/cols 1 0/../"],
        ),
    ];
    let full = |text: &str| text.replace("GRID", &grid).replace("SIXTEEN", &sixteen);
    for (text, expected) in table {
        let expected: Vec<String> = expected.into_iter().map(full).collect();
        assert_eq!(shown(&full(text)), expected, "{text}");
    }
}

#[test]
fn reading_continues_after_a_broken_block() {
    let text = "puzzle a 2 2\n1 2\n3\n\npuzzle b\n1\n\npuzzle c 1 x\n1\n\npuzzle d 2 1\n1\n\npuzzle e 1 1\n1\n";
    assert_eq!(
        shown(text),
        [
            "f:3:1: error: expected 2 cells in this row, found 1/    3/    ^/",
            "f:5:1: error: expected `puzzle NAME ROWS COLS KIND`/    puzzle b/    ^^^^^^^^/",
            "f:8:1: error: expected the numbers of rows and columns after the name/    puzzle c 1 x/    ^^^^^^^^^^^^/",
            "f:11:1: error: expected 2 rows, found 1/    puzzle d 2 1/    ^^^^^^^^^^^^/",
            "e: 1/",
        ]
    );
}

#[test]
fn diagnostics_point_into_the_whole_text() {
    let text = "puzzle a 1 3\n1x1\n";
    let entry = entries(text).next().expect("there is one").expect("valid");
    let diagnostic = entry.locate(Diagnostic::error("no", Span::new(1, 2)));
    assert_eq!(
        diagnostic.render(text, "f"),
        "f:2:2: error: no\n    1x1\n     ^\n"
    );
}
