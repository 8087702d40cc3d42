//! Error messages with their positions, compared in full.

use gridwright_flatzinc::Program;

fn errors(text: &str) -> String {
    match Program::read(text) {
        Ok(_) => "loaded".to_owned(),
        Err(errors) => errors
            .iter()
            .map(|error| error.render(text, "m.fzn"))
            .collect(),
    }
}

#[test]
fn floats_are_errors_with_their_line() {
    assert_eq!(
        errors("var 1..3: x;\nvar 0.0..1.5: f;\nsolve satisfy;\n"),
        "m.fzn:2:1: error: float variables are not supported\n    var 0.0..1.5: f;\n    ^^^^^^^^^^^^^^^\n    \
         note: Gridwright supports integers only; scale the model, or use a solver with floats\n"
    );
    assert_eq!(
        errors("var 1..3: x;\nconstraint int_le(x, 2.5);\nsolve satisfy;\n"),
        "m.fzn:2:22: error: floats are not supported\n    constraint int_le(x, 2.5);\n                         ^^^\n    \
         note: Gridwright supports integers only; scale the model, or use a solver with floats\n"
    );
}

#[test]
fn set_variables_are_errors_with_a_note() {
    let text = "var set of 1..3: s;\nsolve satisfy;\n";
    let shown = errors(text);
    assert!(
        shown.contains("m.fzn:1:1: error: set variables are not supported"),
        "{shown}"
    );
    assert!(shown.contains("minizinc --solver gridwright"), "{shown}");
}

#[test]
fn errors_have_positions() {
    for (text, message) in [
        ("", "1:1: error: the `solve` item is missing"),
        (
            "solve satisfy",
            "1:14: error: expected `;`, not the end of the text",
        ),
        (
            "solve maybe;",
            "1:7: error: expected `satisfy`, `minimize` or `maximize`, not `maybe`",
        ),
        (
            "x;",
            "1:1: error: expected an item: a declaration, `constraint` or `solve`, not `x`",
        ),
        (
            "var 1..3: x;\nvar 1..3: x;\nsolve satisfy;",
            "2:1: error: `x` is declared twice",
        ),
        (
            "constraint int_eq(x, 3);\nsolve satisfy;",
            "1:19: error: `x` is not declared",
        ),
        (
            "var 1..3: x;\nconstraint int_equal(x, 3);\nsolve satisfy;",
            "2:12: error: unknown constraint `int_equal`",
        ),
        (
            "var 1..3: x;\nconstraint int_eq(x);\nsolve satisfy;",
            "2:12: error: `int_eq` has 2 arguments, not 1",
        ),
        (
            "var 1..3: x;\nconstraint int_lin_eq([1], [x, x], 3);\nsolve satisfy;",
            "2:12: error: 1 coefficients for 2 terms",
        ),
        (
            "var 1..3: x;\nconstraint bool_not(x, [true]);\nsolve satisfy;",
            "2:24: error: expected a Boolean, not an array",
        ),
        (
            "var 1..3000000000: x;\nsolve satisfy;",
            "1:1: error: 3000000000 is outside -2147483646..2147483646",
        ),
        (
            "array [1..3] of int: a = [1, 2];\nsolve satisfy;",
            "1:1: error: `a` is declared with 3 items and has 2",
        ),
        (
            "constraint f(1;\nsolve satisfy;",
            "1:15: error: expected `,` or `)`, not `;`",
        ),
        (
            "constraint float_plus(1.0, 2.0, 3.0);\nsolve satisfy;",
            "1:12: error: floats are not supported: `float_plus`",
        ),
        (
            "var 1..2: é;\nsolve satisfy;",
            "1:11: error: unexpected character `é`",
        ),
    ] {
        let shown = errors(text);
        assert!(
            shown.starts_with(&format!("m.fzn:{message}\n")),
            "{text}\n{shown}"
        );
    }
}

#[test]
fn several_errors_are_reported() {
    let shown = errors("var 1..3 x;\nvar 1..3: y;\nconstraint int_eq(y 3);\nsolve satisfy;\n");
    assert_eq!(shown.matches("error:").count(), 2, "{shown}");
}

#[test]
fn definitions_may_be_cyclic() {
    let text = "var 1..3: x :: is_defined_var;\nvar 1..3: y :: is_defined_var;\n\
                constraint int_lin_eq([1, -1], [x, y], -1) :: defines_var(x);\n\
                constraint int_lin_eq([1, -1], [y, x], 1) :: defines_var(y);\nsolve satisfy;\n";
    assert_eq!(errors(text), "loaded");
}
