//! Tests of models.

mod name;

use gridwright_fd::*;

#[test]
fn errors_name_the_variable() {
    let mut model = Model::new();
    let empty = model.var("x", []).unwrap_err();
    assert_eq!(empty.to_string(), "variable `x` has an empty domain");
    let wide = model.var("y", i32::MIN..=0).unwrap_err();
    assert_eq!(
        wide.to_string(),
        "variable `y`: value -2147483648 is outside -2147483646..2147483646"
    );
    assert_eq!(model.n_vars(), 1);
}

#[test]
fn printed_names_are_distinct() {
    let mut model = Model::new();
    for (given, kept) in [
        ("x", "x"),
        ("x", "x#2"),
        ("x#4", "x#4"),
        ("x", "x#4#4"),
        ("0", "0#5"),
    ] {
        let var = model.var(given, 0..=1).expect("a domain");
        assert_eq!(model.name(var), kept);
    }
    model.bool("x");
    let terms: Vec<String> = model.terms().iter().map(ToString::to_string).collect();
    let mut distinct = terms.clone();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), terms.len());
}

#[test]
fn wide_views_and_unknown_variables_are_rejected() {
    let mut model = Model::new();
    let x = model.var("x", 0..=1_000_000).expect("a domain");
    let view = x.view().times(3000).expect("fits");
    assert_eq!(
        model.check_view("sum", view).unwrap_err().to_string(),
        "sum: 3000 * x + 0 leaves the range of numbers"
    );
    let error = model.set_keys(vec![Var::at(7)]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "keys refers to variable number 7, which the model does not have"
    );
    let stuck = View {
        scale: 0,
        ..x.view()
    };
    assert_eq!(
        model.check_view("sum", stuck).unwrap_err().to_string(),
        "sum: a view of x has the factor 0"
    );
    assert_eq!(model.format_atom(Atom::ne(x, 3)), "x != 3");
}

#[test]
fn domains_that_are_not_narrower_are_rejected() {
    let mut model = Model::new();
    let x = model.var("x", [1, 2, 3, 7, 8]).expect("a domain");
    let message = |var: Var, domain: Domain| match model.with_domains([(var, domain)]) {
        Ok(_) => String::new(),
        Err(error) => error.to_string(),
    };
    assert_eq!(message(x, Domain::from_values([2, 8])), "");
    assert_eq!(
        message(x, Domain::from(3..=7)),
        "a narrower domain: x cannot have all these values"
    );
    assert_eq!(
        message(x, Domain::default()),
        "variable `x` has an empty domain"
    );
    assert_eq!(
        message(Var::at(9), Domain::from(1..=1)),
        "a narrower domain refers to variable number 9, which the model does not have"
    );
    let twice = [(x, Domain::from(1..=2)), (x, Domain::from(3..=3))];
    assert!(model.with_domains(twice).is_err());
    assert_eq!(model.domain(x).size(), 5);
}
