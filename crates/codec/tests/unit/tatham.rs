//! Tests of `tatham`.

use gridwright_codec::Slice;
use gridwright_codec::tatham::*;
use gridwright_term::Diagnostic;

fn read(desc: &str, digits: Digits, n: usize) -> Result<Vec<String>, Diagnostic> {
    let blank = ".".to_owned();
    cells(
        Slice::whole(desc),
        digits,
        n,
        &blank,
        |token, here| match token {
            Token::Number(number) => Ok((number.text.to_owned(), 1)),
            _ => Err(here.expected("a number")),
        },
    )
}

#[test]
fn ids_are_parsed() {
    let id = Id::of("5x4m2:4a2").expect("an id");
    assert_eq!((id.game, id.params.text), (None, "5x4m2"));
    assert_eq!(id.description().expect("it has one").text, "4a2");
    let (cols, rows, rest) = id.size().expect("it has one");
    assert_eq!((cols, rows, rest.text), (5, 4, "m2"));
    let page = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/solo.html#3:a1";
    let id = Id::of(page).expect("an id");
    assert_eq!(
        (id.game, id.size().expect("it has one").1),
        (Some("solo"), 3)
    );
    let seeded = Id::of("5x5#123").expect("an id").description();
    assert!(seeded.is_err());
    for text in ["", "hashi/5/5/4", "1 2\n3 4", "https://a.b/c", "1 : 2"] {
        assert_eq!(Id::of(text), None, "{text}");
    }
}

#[test]
fn descriptions_round_trip() {
    for n in 0..120 {
        let mut cells = vec![None; n];
        for i in (0..n).step_by(7) {
            cells[i] = Some((i * 5).to_string());
            if i % 3 == 0 && i + 1 < n {
                cells[i + 1] = Some(i.to_string());
            }
        }
        let desc = write(cells.iter().cloned(), Digits::Numbers);
        let words = cells.into_iter().map(|cell| cell.unwrap_or(".".to_owned()));
        let again = read(&desc, Digits::Numbers, n).expect("valid");
        assert_eq!(again, words.collect::<Vec<_>>(), "{desc}");
    }
}

#[test]
fn errors_are_reported() {
    for (desc, digits, span, message) in [
        (
            "1a",
            Digits::Numbers,
            2..2,
            "the description ends after 2 of 3 cells",
        ),
        (
            "1c",
            Digits::Numbers,
            1..2,
            "this goes beyond the last of 3 cells",
        ),
        ("1!", Digits::Numbers, 1..2, "expected a number, found `!`"),
        ("1_1", Digits::Single, 1..2, "expected a number, found `_`"),
    ] {
        let error = read(desc, digits, 3).expect_err("an error");
        assert_eq!(
            (error.span.start..error.span.end, &error.message[..]),
            (span, message)
        );
    }
    assert_eq!(read("11", Digits::Single, 2).expect("two"), ["1", "1"]);
    assert_eq!(read("11", Digits::Numbers, 1).expect("one"), ["11"]);
}
