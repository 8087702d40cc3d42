//! Diagnostics have a position and a suggestion, and no text causes a panic or an endless run.

use gridwright_fd::Rng;
use gridwright_lang::Source;

fn rendered(text: &str) -> String {
    match Source::new("m.gw", text).program(&[]) {
        Ok(program) => {
            let warnings = program.warnings().iter();
            warnings.map(|one| one.render(text, "m.gw")).collect()
        }
        Err(error) => error.render(),
    }
}

/// The first line of each message, without the place.
fn heads(text: &str) -> Vec<String> {
    let shown = rendered(text);
    let lines = shown.lines().filter(|line| line.starts_with("m.gw:"));
    let head = |line: &str| {
        line.splitn(5, ':')
            .nth(4)
            .unwrap_or_default()
            .trim()
            .to_owned()
    };
    lines.map(head).collect()
}

/// Declarations of variables, followed by one line.
fn after(line: &str) -> String {
    format!("Name: X(i), index: 0..8, domain: 1..9\nName: A, domain: 0..1\n{line}")
}

#[test]
fn a_message_shows_the_line_and_the_place() {
    assert_eq!(
        rendered(&after("Constraint: X(i) = Z, range: i > 3")),
        "m.gw:3:20: error: there is no `Z`
    Constraint: X(i) = Z, range: i > 3
                       ^
    note: there is `A`
"
    );
    assert_eq!(
        rendered(&after("Constraint: X(i) \\= X(j),\n  range: i \\= k")),
        "m.gw:4:15: error: the values of the index `k` are not given
      range: i \\= k
                  ^
    note: add it to the range: `k in 1..9`
"
    );
}

#[test]
fn errors_are_reported() {
    let mut wrong = Vec::new();
    for (line, expected) in [
        ("Constraint: X(9) = 1", "there is no such `X`"),
        ("Constraint: X = 1", "`X` has one index"),
        ("Constraint: X(i,j) = 1", "`X` has one index"),
        ("Constraint: A(1) = 1", "`A` has no index"),
        (
            "Constraint: X(i)",
            "this is a number, where something true or false is expected",
        ),
        (
            "Constraint: A + (A = 1) = 2",
            "this is true or false, where a number is expected",
        ),
        (
            "Constraint: 0 =< A =< 1",
            "expected an operator, `,` or the next statement, found `=<`",
        ),
        (
            "Constraint: A = 1 and A = 1",
            "expected an operator, `,` or the next statement, found `and`",
        ),
        (
            "Constraint: X(i) = 1, range: A = 1",
            "`A` is a variable, and a range speaks of indices and constants",
        ),
        ("Constraint: X(i) = 1, rang: i = 1", "there is no `rang:`"),
        (
            "Constraint: X(i) = 1, domain: 1..2",
            "`Constraint:` has no `domain:`",
        ),
        (
            "Constraint: X(i = 1",
            "expected an operator, `,` or `)`, found the end of the text",
        ),
        ("Constraint: summ(X) = 1", "there is no `summ`"),
        ("Constraint: sum() = 1", "`sum` takes something"),
        (
            "Constraint: sum(X)",
            "`sum` is a number, where something true or false is expected",
        ),
        (
            "Constraint: alldifferent(X) = 1",
            "`alldifferent` is true or false, where a number is expected",
        ),
        (
            "Constraint: A in 1..3 \\/ 5..6",
            "this is a set, not a formula",
        ),
        (
            "Constraint: A = 1..2",
            "this is a set, where a number is expected",
        ),
        (
            "Constraint: table([A], [[1, 2]])",
            "this row has 2 entries and not 1",
        ),
        ("Constraint: A / 0 = 1", "this is a division by 0"),
        (
            "Constraint: X(i) = 1, range: i > 20",
            "this has no effect: no indices fit its range",
        ),
        (
            "Constraint: max(X(i), range: i > 20) = 1",
            "there is no largest of nothing: no indices fit",
        ),
        (
            "Constraint: circuit(X(i) + j, range: j in 1..2)",
            "`circuit` goes over one index, and here are 2",
        ),
        (
            "Constraint: A * A * 3000000000 * 3000000000 * 3000000000 = 1",
            "a number gets too large here",
        ),
        ("Name: X, domain: 1..2", "`X` is declared twice"),
        ("Name: sum, domain: 1..2", "`sum` is the name of a function"),
        ("Name: B", "`B` has no domain"),
        ("Name: B, domain: 3..2", "this domain has no value"),
        (
            "Name: B, domain: 1..10000000000",
            "this domain has 10 000 000 000 values, and some are too large",
        ),
        (
            "Name: B(i), domain: 1..2",
            "the values of the index are not given",
        ),
        (
            "Name: B(i), index: 1..2, 1..2, domain: 1..2",
            "there are 1 indices, but values for 2",
        ),
        (
            "Name: B(i), index: 1..1000001, domain: 1..2",
            "these are 1 000 001 values; the most is 1 000 000",
        ),
        (
            "Name: B(i,j), index: 1..2000, 1..2000, domain: 1..2",
            "these are 4 000 000 places; the most is 1 000 000",
        ),
        (
            "Data: D(i), index: 1..3, values: 1, 2",
            "there are 2 values here and not 3",
        ),
        (
            "Data: D(i), index: 1..3, values: \"1#2\"",
            "`#` is no value in a text",
        ),
        ("Given: X, values: 1", "there are 1 value here and not 9"),
        ("Show: Y", "there is no `Y`"),
        (
            "Minimise: A\nMaximise: A",
            "a model can have only one objective",
        ),
        ("Model: A", "`Model:` is not a statement"),
        (
            "Constraint: A = 'x'",
            "names have no quotes; texts have double ones",
        ),
        (
            "Constraint: A = 1.5",
            "numbers are whole; this is a fraction",
        ),
    ] {
        let found = heads(&after(line));
        if found != [expected] {
            wrong.push(format!("{line}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn too_large_models_are_rejected_with_their_size() {
    let wide = "Name: V(i), index: 0..9999, domain: 1..9\n";
    let line = "Constraint: V(i) + V(j) = V(k), range: i < j";
    assert_eq!(
        heads(&format!("{wide}{line}")),
        ["there are 100 010 000 choices of indices to try up to `j`; the most is 20 000 000"]
    );
    let line = "Constraint: V(i) \\= V(j), range: i < j";
    assert_eq!(
        heads(&format!("{wide}{line}")),
        ["there are 100 010 000 choices of indices to try up to `j`; the most is 20 000 000"]
    );
    let line = "Constraint: V(i) = k, range: k in 1..1000000000000";
    assert_eq!(
        heads(&format!("{wide}{line}")),
        ["there are 1 000 000 000 000 choices of indices to try up to `k`; the most is 20 000 000"]
    );
    let narrow = "Name: V(i), index: 0..1999, domain: 1..9\n";
    let line = "Constraint: V(i) * V(j) > V(k), range: j = i + 1, k >= 0";
    assert_eq!(
        heads(&format!("{narrow}{line}")),
        ["the model grows over 3 000 000 parts here"]
    );
}

#[test]
fn several_mistakes_are_told_at_once() {
    let text = "Name: X(i), index: 1..3, domain: 1..3\nConstrain: X(i) = 1\nConstraint: X(i) = Y\nConstraint: X(7) = 1\n";
    assert_eq!(heads(text).len(), 3);
    // Uses of a declaration with an error are not reported separately.
    let text = "Name: X(i), index: 1..3\nConstraint: X(i) = 1\n";
    assert_eq!(heads(text), ["`X` has no domain"]);
}

#[test]
fn constants_can_be_set_from_outside() {
    let text = "Constant: n = 3\nName: X(i), index: 1..n, domain: 1..n";
    let places = |n: i64| {
        let program = Source::new("m.gw", text).program(&[("n".to_owned(), n)]);
        program.expect("a model").arrays()[0].shape.n_places()
    };
    assert_eq!((places(3), places(5)), (3, 5));
    let other = Source::new("m.gw", text).program(&[("X".to_owned(), 1)]);
    let shown = other.expect_err("no constant").render();
    assert!(
        shown.contains("`X` is overridden, but is not a constant of this model"),
        "{shown}"
    );
}

/// Pieces that models are made of, in no order.
const PIECES: &[&str] = &[
    "Name: ",
    "Constraint: ",
    "Given: ",
    "Data: ",
    "Constant: ",
    "Show: ",
    "Minimise: ",
    "X(i)",
    "X",
    "A",
    "i",
    "j",
    "n",
    ", range: ",
    ", index: ",
    ", domain: ",
    ", values: ",
    "columns: ",
    "1..9",
    "0",
    "9999999999",
    "-1",
    "+",
    "*",
    "/",
    " mod ",
    "=",
    "\\=",
    "<",
    "=<",
    " in ",
    "..",
    "/\\",
    "\\/",
    "=>",
    "<=>",
    "not ",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "_",
    ",",
    "sum(",
    "count(",
    "alldifferent(",
    "table(",
    "circuit(",
    "connected(",
    "exactly(",
    "min(",
    "abs(",
    "\"12.\"",
    "\n",
    "%",
    ".",
    "X(i) = 1",
    "X(i+1)",
    "é",
    "!",
    "#",
];

#[test]
fn no_text_does_harm() {
    for seed in 0..4000 {
        let mut rng = Rng::new(seed);
        let mut text = after("Constant: n = 3\n");
        for _ in 0..rng.between(1, 25) {
            text += rng.pick::<&str>(PIECES);
        }
        match Source::new("m.gw", text.as_str()).program(&[]) {
            Err(error) => assert!(!error.render().is_empty(), "{text}"),
            Ok(program) => {
                let _ = (program.model(), program.switched(), program.minizinc());
            }
        }
    }
}

#[test]
fn deep_texts_are_refused() {
    for (open, close) in [
        ("(", ")"),
        ("not ", ""),
        ("-", ""),
        ("abs(", ")"),
        ("sum(", ")"),
        ("[", "]"),
        ("{", "}"),
    ] {
        let deep = format!(
            "Constraint: {}A = 1{}",
            open.repeat(50_000),
            close.repeat(50_000)
        );
        assert_eq!(
            heads(&after(&deep)),
            ["this is nested too deeply"],
            "{open}"
        );
    }
    let long = format!("Constraint: A{} = 1", " + A".repeat(5000));
    assert_eq!(heads(&after(&long)), ["this is nested too deeply"]);
    let fits = format!("Constraint: A{} = 1", " + A".repeat(500));
    assert_eq!(rendered(&after(&fits)), "");
    let nested = format!("Constraint: {}A = 1{}", "not (".repeat(90), ")".repeat(90));
    assert_eq!(rendered(&after(&nested)), "");
}
