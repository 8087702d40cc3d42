//! Property tests on random terms and texts: printed terms parse back to the same term, under the standard table and
//! under one with every kind of operator; and no text makes the parser panic.

use gridwright_control::Rng;
use gridwright_term::{Fixity, Number, Operators, Term, parse_clauses, parse_term};

const NAMES: &[&str] = &[
    "a", "foo", "aB1", "été", "", "A", "_b", "a b", "it's", "a\\b\n", "\u{1}", "\"`", "[]", "{}",
    "!", ";", ",", "|", ".", "..", "...", "+", "-", "*", "/", "/*", "*/", "=", "#=", "#\\", "\\+",
    ":-", "-->", "is", "mod", "in", "^", ":", "0", "日本", "pre", "post", "both", "chain", "left",
    "flat", "Big op", "%", "²", "\\", "=.", "->",
];

fn random_term(rng: &mut Rng, depth: usize) -> Term {
    let kinds = if depth == 0 { 5 } else { 13 };
    let child = |rng: &mut Rng| random_term(rng, depth - 1);
    match rng.below(kinds) {
        0 => Term::Int(*rng.pick(&[0, 1, -1, 7, -42, i64::MAX, i64::MIN])),
        1 => {
            let texts = [
                "0.5",
                "-2.5",
                "1.0e+22",
                "-1.0Inf",
                "1r3",
                "-7r2",
                "9223372036854775808",
            ];
            let number: Number = rng.pick(&texts).parse().expect("it is a number");
            Term::from(number)
        }
        2 => Term::text(*rng.pick(NAMES)),
        3 => Term::name(*rng.pick(NAMES)),
        4 => Term::var(*rng.pick(&["X", "_", "_x1", "Été", "T"])),
        5 => {
            let count = rng.below(4);
            Term::list((0..count).map(|_| child(rng)).collect::<Vec<_>>())
        }
        6 => {
            let count = rng.below(3);
            let items: Vec<Term> = (0..count).map(|_| child(rng)).collect();
            Term::open_list(items, child(rng))
        }
        7 => {
            let count = [0, 1, 3][rng.below(3)];
            let args: Vec<Term> = (0..count).map(|_| child(rng)).collect();
            Term::compound(*rng.pick(NAMES), args)
        }
        8 | 9 => Term::compound(*rng.pick(NAMES), [child(rng)]),
        _ => Term::compound(*rng.pick(NAMES), [child(rng), child(rng)]),
    }
}

/// A table with every type of operator at few priorities, so that equal priorities meet.
fn crowded() -> Operators {
    let mut table = Operators::none();
    let entries = [
        (200, Fixity::Fy, "-"),
        (200, Fixity::Fx, "+"),
        (200, Fixity::Xfy, "^"),
        (200, Fixity::Yfx, "*"),
        (200, Fixity::Yf, "*"),
        (200, Fixity::Xfx, "="),
        (200, Fixity::Xf, "post"),
        (200, Fixity::Yf, "!"),
        (200, Fixity::Yfx, "-"),
        (200, Fixity::Fy, "pre"),
        (700, Fixity::Fy, "both"),
        (700, Fixity::Yf, "both"),
        (700, Fixity::Xfy, "chain"),
        (700, Fixity::Yfx, "left"),
        (700, Fixity::Fx, "flat"),
        (700, Fixity::Xfx, "flat"),
        (700, Fixity::Xfy, "Big op"),
        (1000, Fixity::Fy, "mod"),
        (1000, Fixity::Yfx, ";"),
        (1100, Fixity::Yf, "is"),
        (1200, Fixity::Fy, ":-"),
        (1200, Fixity::Xfy, "-->"),
        (1, Fixity::Xfx, ".."),
        (1, Fixity::Fx, "\\"),
        (999, Fixity::Yfx, "/"),
    ];
    for (priority, fixity, name) in entries {
        table.add(priority, fixity, name).expect("a valid entry");
    }
    table
}

/// The same without the prefix operator `-`: before a digit, `-` is a sign nevertheless.
fn without_minus() -> Operators {
    let mut table = crowded();
    table.add(0, Fixity::Fy, "-").expect("a valid entry");
    table
}

#[test]
fn printed_terms_parse_back() {
    let tables = [
        Operators::standard().clone(),
        crowded(),
        without_minus(),
        Operators::none(),
        Operators::default(),
    ];
    let mut rng = Rng::new(0x5DEE_CE66);
    for round in 0..60_000 {
        let depth = rng.below(5);
        let term = random_term(&mut rng, depth);
        for operators in &tables {
            let text = term.display_with(operators).to_string();
            let read = parse_term(&text, operators);
            assert_eq!(read.as_ref(), Ok(&term), "round {round}: {text}");
        }
    }
}

#[test]
fn no_text_makes_the_parser_panic() {
    const LONG_PIECES: [&str; 2] = ["9999999999999999999", "op(700, xfx, a)"];
    const PIECES: [&str; 34] = [
        "a", "X", "1", "(", ")", "[", "]", "{", "}", ",", "|", ".", ". ", " ", "\n", "-", "=",
        "\\+", ":-", "..", "'", "\"", "\\", "0'", "0x", "f(", "/*", "*/", "%", "é", "日", "_",
        "'a b'", "\u{0}",
    ];
    let pieces = [&PIECES[..], &LONG_PIECES].concat();
    let mut rng = Rng::new(0xB5AD_4ECE);
    for round in 0..60_000 {
        let count = rng.below(12);
        let source: String = (0..count).map(|_| *rng.pick(&pieces)).collect();
        let mut operators = Operators::standard().clone();
        let (clauses, diagnostics) = parse_clauses(&source, &mut operators);
        let context = format!("round {round}: {source:?}");
        for diagnostic in diagnostics {
            let rendered = diagnostic.render(&source, "t");
            assert!(rendered.starts_with("t:"), "{context}");
        }
        for (_, span) in clauses {
            assert!(source.get(span.start..span.end).is_some(), "{context}");
        }
        if let Ok(term) = parse_term(&source, Operators::standard()) {
            let again = parse_term(&term.to_string(), Operators::standard());
            assert_eq!(again, Ok(term), "{context}");
        }
    }
}
