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

/// The first line of each message, without the position.
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
fn a_message_shows_the_line_and_the_position() {
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

/// `messages.txt` lists statements, each followed by its message, which is indented.
#[test]
fn errors_are_reported() {
    let mut input = String::new();
    let mut wrong = Vec::new();
    for line in include_str!("messages.txt").lines() {
        let Some(expected) = line.strip_prefix("    ") else {
            input = input + line + "\n";
            continue;
        };
        let found = heads(&after(&input));
        if found != [expected] {
            wrong.push(format!("{input}{found:?}"));
        }
        input.clear();
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn too_large_models_are_rejected_with_their_size() {
    let choices = |n: &str, index: char| {
        format!("there are {n} choices of indices to try up to `{index}`; the most is 20 000 000")
    };
    let pairs = choices("100 010 000", 'j');
    let values = choices("1 000 000 000 000", 'k');
    let parts = "the model exceeds 3 000 000 terms and formulas here".to_owned();
    for (last, line, expected) in [
        (9999, "V(i) + V(j) = V(k), range: i < j", pairs.clone()),
        (9999, "V(i) \\= V(j), range: i < j", pairs),
        (9999, "V(i) = k, range: k in 1..1000000000000", values),
        (1999, "V(i) * V(j) > V(k), range: j = i + 1, k >= 0", parts),
    ] {
        let text = format!("Name: V(i), index: 0..{last}, domain: 1..9\nConstraint: {line}");
        assert_eq!(heads(&text), [expected]);
    }
}

#[test]
fn several_errors_are_reported_at_once() {
    let text = "Name: X(i), index: 1..3, domain: 1..3\nConstrain: X(i) = 1\nConstraint: X(i) = Y\nConstraint: X(7) = 1\n";
    assert_eq!(heads(text).len(), 3);
    // Uses of a declaration with an error are not reported separately.
    let text = "Name: X(i), index: 1..3\nConstraint: X(i) = 1\n";
    assert_eq!(heads(text), ["`X` has no domain"]);
}

#[test]
fn constants_can_be_overridden() {
    let text = "Constant: n = 3\nName: X(i), index: 1..n, domain: 1..n";
    let positions = |n: i64| {
        let program = Source::new("m.gw", text).program(&[("n".to_owned(), n)]);
        program.expect("a model").arrays()[0].shape.n_elements()
    };
    assert_eq!((positions(3), positions(5)), (3, 5));
    let other = Source::new("m.gw", text).program(&[("X".to_owned(), 1)]);
    let shown = other.expect_err("no constant").render();
    assert!(
        shown.contains("`X` is overridden, but is not a constant of this model"),
        "{shown}"
    );
}

/// Fragments of models, separated by `|`.
const FRAGMENTS: &str = concat!(
    "Name: |Constraint: |Given: |Data: |Constant: |Show: |Minimise: |X(i)|X|A|i|j|n|",
    ", range: |, index: |, domain: |, values: |columns: |1..9|0|9999999999|-1|+|*|/|",
    " mod |=|\\=|<|=<| in |..|/\\|\\/|=>|<=>|not |(|)|[|]|{|}|_|,|sum(|count(|",
    "alldifferent(|jointly(|table(|circuit(|connected(|exactly(|min(|abs(|\"12.\"|\n|%|.|X(i) = 1|",
    "X(i+1)|é|!|#",
);

#[test]
fn no_text_causes_a_panic() {
    let fragments: Vec<&str> = FRAGMENTS.split('|').collect();
    for seed in 0..4000 {
        let mut rng = Rng::new(seed);
        let mut text = after("Constant: n = 3\n");
        for _ in 0..rng.between(1, 25) {
            text += rng.pick::<&str>(&fragments);
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
fn deep_nesting_is_rejected() {
    let nested = |open: &str, close: &str, n: usize| {
        let (open, close) = (open.repeat(n), close.repeat(n));
        heads(&after(&format!("Constraint: {open}A = 1{close}")))
    };
    let too_deep = ["this is nested too deeply"];
    for open in ["(", "not ", "-", "abs(", "sum(", "[", "{"] {
        let close = match open {
            "[" => "]",
            "{" => "}",
            open if open.ends_with('(') => ")",
            _ => "",
        };
        assert_eq!(nested(open, close, 50_000), too_deep, "{open}");
    }
    assert_eq!(nested("A + ", "", 5000), too_deep);
    assert!(nested("A + ", "", 500).is_empty());
    assert!(nested("not (", ")", 90).is_empty());
}
