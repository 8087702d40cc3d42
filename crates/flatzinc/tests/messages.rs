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
fn floats_where_integers_are_needed_are_errors() {
    assert_eq!(
        errors("var 1..3: x;\nconstraint int_le(x, 2.5);\nsolve satisfy;\n"),
        "m.fzn:2:22: error: expected an integer, not a float\n    constraint int_le(x, 2.5);\n                         ^^^\n"
    );
    assert_eq!(
        errors("var 0.0..1.5: f;\nconstraint int_le(f, 2);\nsolve satisfy;\n"),
        "m.fzn:2:19: error: expected an integer, not a float\n    constraint int_le(f, 2);\n                      ^\n"
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

/// `messages.txt` lists texts, each followed by the start of its first message, which is indented.
#[test]
fn errors_have_positions() {
    let mut text = String::new();
    for line in include_str!("messages.txt").lines() {
        let Some(message) = line.strip_prefix("    ") else {
            text = if text.is_empty() {
                line.to_owned()
            } else {
                format!("{text}\n{line}")
            };
            continue;
        };
        let shown = errors(&text);
        assert!(
            shown.starts_with(&format!("m.fzn:{message}\n")),
            "{text}\n{shown}"
        );
        text.clear();
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
