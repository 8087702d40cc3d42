//! Tests of `fpuzzles`.

use gridwright_codec::fpuzzles::*;
use gridwright_codec::rules::{Rule, RuledSquare};
use gridwright_codec::square::Square;
use gridwright_term::Diagnostic;

fn message<T: std::fmt::Debug>(result: Result<T, Diagnostic>) -> String {
    result.expect_err("an error").message
}

fn address(json: &str) -> String {
    format!(
        "https://f-puzzles.com/?load={}",
        lz_str::compress_to_base64(json)
    )
}

#[test]
fn puzzles_round_trip() {
    let blocks = Square::blocks(6, 3, 2).into_iter().map(Some).collect();
    for (n, regions) in [(4, None), (6, Some(blocks)), (9, None)] {
        let given = |at: usize| at.is_multiple_of(5).then_some((at % n + 1) as u32);
        let square = Square {
            n,
            givens: (0..n * n).map(given).collect(),
            regions,
        };
        let cage = Rule {
            cells: vec![(0, 0), (0, 1)],
            value: "5".to_owned(),
            ..Rule::named("killercage")
        };
        let sum = Rule {
            cell: Some((-1, 2)),
            direction: "DR".to_owned(),
            value: "7".to_owned(),
            ..Rule::named("littlekillersum")
        };
        let negative = Rule {
            value: "xv".to_owned(),
            ..Rule::named("negative")
        };
        let line = Rule {
            lines: vec![vec![(0, 0), (1, 1)], vec![(2, 2)]],
            ..Rule::named("thermometer")
        };
        let marks = Rule {
            cell: Some((1, 2)),
            numbers: vec![1, 3],
            ..Rule::named("givenPencilMarks")
        };
        let rules = vec![Rule::named("antiknight"), cage, sum, negative, line, marks];
        let ruled = RuledSquare { square, rules };
        assert_eq!(read(&write(&ruled)), Ok(ruled.clone()));
        assert_eq!(read_sudokupad(&write_sudokupad(&ruled)), Ok(ruled));
    }
}

#[test]
fn a_url_of_the_site_is_read() {
    let letters = "N4IgzglgXgpiBcA2ANCA5gJwgEwQbT2AF9ljSSzKiBdZQih8p42+5xq1q99rj/8nx7cW1IkA";
    for plus in ["+", " ", "%2b"] {
        let letters = letters.replace('+', plus);
        let ruled = read(&format!("https://www.f-puzzles.com/?load={letters}"));
        let square = Square {
            n: 6,
            givens: vec![None; 36],
            regions: None,
        };
        let rules = Vec::new();
        assert_eq!(ruled, Ok(RuledSquare { square, rules }));
    }
}

#[test]
fn rules_are_read_and_decoration_is_not() {
    let json = r##"{"size":1,"grid":[[{"region":null,"givenPencilMarks":[1]}]],"killercage":[{"cells":["R1C1"],"value":"1"}],
        "antiknight":true,"antiking":false,"arrow":[],"text":[{"cells":["R1C1"],"value":"x"}],"line":[{"lines":[["R1C1"]]}]}"##;
    let ruled = read(&address(json)).expect("valid");
    let names: Vec<&str> = ruled.rules.iter().map(|rule| &rule.name[..]).collect();
    assert_eq!(names, ["antiknight", "killercage", "givenPencilMarks"]);
    assert_eq!(ruled.square.regions, Some(vec![None]));
    assert_eq!(
        message(read(&address(
            r#"{"grid":[[{}]],"arrow":[{"lines":[["here"]]}]}"#
        ))),
        "the rule `arrow` is broken"
    );
    assert_eq!(
        message(read(&address(r#"{"grid":[[{"givenPencilMarks":["x"]}]]}"#))),
        "the given pencil marks are not numbers"
    );
}

#[test]
fn sudokupads_own_format_is_read() {
    let scl = |json: &str| {
        let letters = lz_str::compress_to_base64(json);
        read_sudokupad(&format!("https://sudokupad.app/scl{letters}"))
    };
    let plain = scl("{ce:[[,{v:2}],[,]],re:[[[0,0],[0,1],[1,0],[1,1]]],ca:[{v:'title: x'}],l:[]}");
    let RuledSquare { square, rules } = plain.expect("plain");
    assert_eq!((square.n, square.givens[1], rules.len()), (2, Some(2), 0));
    assert_eq!(square.regions, Some(vec![Some(0); 4]));
    let lined = scl("{ce:[[,],[,]],ca:[{v:7,ce:[[0,0],[0,1]]}],l:[{th:1}],global:['antiknight']}");
    let rules = lined.expect("lined").rules;
    let names: Vec<&str> = rules.iter().map(|rule| &rule.name[..]).collect();
    assert_eq!(names, ["antiknight", "killercage", "lines"]);
    assert_eq!((&rules[1].value[..], rules[1].cells.len()), ("7", 2));
}

#[test]
fn sudokupads_classic_format_is_read() {
    // Digits and blanks as base 62: the digit plus ten for each blank that follows.
    let ruled = read_sudokupad(&format!(
        "https://sudokupad.app/scf5{}A*xwtTitle",
        "o".repeat(13)
    ));
    let ruled = ruled.expect("81 cells");
    assert_eq!(ruled.square.givens[0], Some(5));
    assert_eq!(ruled.square.givens.iter().flatten().count(), 1);
    let names: Vec<&str> = ruled.rules.iter().map(|rule| &rule.name[..]).collect();
    assert_eq!(names, ["diagonal+", "diagonal-", "windoku"]);
}

#[test]
fn errors_are_reported() {
    for (url, expected) in [
        (
            "https://www.f-puzzles.com/",
            "expected a URL with `?load=`, found `https://www.f-puzzles.co…`",
        ),
        (
            "f-puzzles.com/?load=N4Ig",
            "this is not a compressed puzzle, a part of it is missing, or it is too long",
        ),
        (
            &address("{\"grid\":[[{}],[]]}"),
            "row 1 does not have 2 cells",
        ),
        (&address("{}"), "the puzzle has no `grid`"),
        (
            &address("["),
            "the compressed text is not JSON: EOF while parsing a list at byte 1 of the JSON",
        ),
    ] {
        assert_eq!(message(read(url)), expected);
    }
    // A short URL contains no puzzle.
    for (is_short, read) in [
        (true, read("https://www.f-puzzles.com/?id=abcdef")),
        (false, read("https://www.f-puzzles.com/")),
        (true, read_sudokupad("https://sudokupad.app/abcdef")),
    ] {
        let notes = read.expect_err("no puzzle").notes;
        let is_named = |note: &String| note.contains("only a key");
        assert_eq!(notes.iter().any(is_named), is_short);
    }
    assert_eq!(
        message(read_sudokupad("https://sudokupad.app/abcdef")),
        "expected `fpuz` or `scl` and a puzzle, found `abcdef`"
    );
}
