//! Rules that SWI-Prolog searches for together: which ones, and in which order they are tried. The outputs are those of SWI-Prolog 9.0.4.

use gridwright_chr::{Limits, Program};

/// What asks SWI-Prolog to optimise.
const OPTIMISE: &str = ":- chr_option(debug, off).\n:- chr_option(optimize, full).\n";

/// Runs a query to a program, and to the same one optimised, and compares what is written.
fn check(text: &str, query: &str, plain: &str, optimised: &str) {
    for (option, expected) in [("", plain), (OPTIMISE, optimised)] {
        let text = format!("{option}{text}");
        let program = Program::parse(&text, "t.chr").unwrap_or_else(|why| panic!("{why}"));
        let report = program.run(query, Limits::default());
        let report = report.unwrap_or_else(|why| panic!("{why}"));
        assert_eq!(report.output, expected, "{text}\n?- {query}.");
    }
}

#[test]
fn rules_that_begin_alike_are_tried_for_one_partner_after_the_other() {
    check(
        ":- chr_constraint p(+int), q.\n\
        one @ p(X) \\ q <=> X > 1 | write(one(X)).\n\
        two @ p(X) \\ q <=> X < 5 | write(two(X)).",
        "p(2), p(1), q",
        "two(1)",
        "two(1)",
    );
}

#[test]
fn a_rule_between_them_that_keeps_the_constraint_parts_them() {
    check(
        ":- chr_constraint p(+int), q, r.\n\
        one @ p(X) \\ q <=> X > 1 | write(one(X)).\n\
        q ==> r.\n\
        two @ p(X) \\ q <=> X < 5 | write(two(X)).",
        "p(2), p(1), q",
        "one(2)",
        "one(2)",
    );
}

#[test]
fn another_first_partner_parts_them() {
    check(
        ":- chr_constraint p(+int), q, r.\n\
        one @ p(X) \\ q <=> X > 1 | write(one(X)).\n\
        two @ r, p(X) \\ q <=> X < 5 | write(two(X)).",
        "r, p(2), p(1), q",
        "one(2)",
        "one(2)",
    );
}

#[test]
fn the_match_of_the_active_constraint_comes_first() {
    let text = |second: &str| {
        format!(
            ":- chr_constraint p(?any), q(?any).\n\
            one @ p(X) \\ q(f(_)) <=> X > 1 | write(one(X)).\n\
            two @ p(X) \\ q({second}) <=> X < 5 | write(two(X)).",
        )
    };
    check(&text("f(_)"), "p(2), p(1), q(f(a))", "two(1)", "two(1)");
    check(&text("_"), "p(2), p(1), q(f(a))", "one(2)", "one(2)");
}

/// The rule before them shares the match with the first, and so the second can share no more than that. Optimised, a rule that can
/// never fire is not there.
#[test]
fn a_third_rule_shares_no_more_than_the_first_two() {
    let text = |guard: &str| {
        format!(
            ":- chr_constraint p(?any), q(?any).\n\
            zero @ q(f(X)) <=> {guard} | true.\n\
            one @ p(X) \\ q(f(_)) <=> X > 1 | write(one(X)).\n\
            two @ p(X) \\ q(f(_)) <=> X < 5 | write(two(X)).",
        )
    };
    check(&text("fail"), "p(2), p(1), q(f(a))", "one(2)", "two(1)");
    check(&text("X == b"), "p(2), p(1), q(f(a))", "one(2)", "one(2)");
}

#[test]
fn second_partners_are_shared_too() {
    let text = ":- chr_constraint p(+int), r(+int), q.\n\
        one @ p(X), r(Y) \\ q <=> X > 1, Y > 1 | write(one(X, Y)).\n\
        two @ p(X), r(Y) \\ q <=> X > 1, Y < 5 | write(two(X, Y)).\n\
        three @ p(X) \\ q <=> X < 1 | write(three(X)).";
    let queries = [
        ("r(2), r(1), p(3), p(2), q", "two(2,1)"),
        ("r(2), r(1), p(2), p(0), q", "three(0)"),
        ("p(2), p(0), q", "three(0)"),
    ];
    for (query, expected) in queries {
        check(text, query, expected, expected);
    }
}

#[test]
fn guards_that_are_run_as_goals_come_back_to_the_search() {
    let text = ":- chr_constraint p(+int), r(+int), q.\n\
        one @ p(X), r(Y) \\ q <=> odd(X), odd(Y) | write(one(X, Y)).\n\
        two @ p(X), r(Y) \\ q <=> odd(X), even(Y) | write(two(X, Y)).\n\
        odd(1).\nodd(3).\neven(0).\neven(2).";
    let queries = [
        ("r(2), r(1), p(3), p(2), q", "one(3,1)"),
        ("r(2), r(4), p(3), p(2), q", "two(3,2)"),
        ("r(4), p(3), p(2), q", ""),
    ];
    for (query, expected) in queries {
        check(text, query, expected, expected);
    }
}

/// Optimised, ground arguments are looked up, tests are made as soon as they can be, and partners are ordered by their cost.
#[test]
fn options_decide_what_begins_alike() {
    check(
        ":- chr_constraint p(+int, +int), q(+int).\n\
        one @ p(X, 1) \\ q(X) <=> write(one).\n\
        two @ p(X, 2) \\ q(X) <=> write(two).",
        "p(0, 1), p(0, 2), q(0)",
        "two",
        "one",
    );
    check(
        ":- chr_constraint p(?any), q(?any).\n\
        one @ p(Y) \\ q(X) <=> nonvar(X), Y > 1 | write(one(Y)).\n\
        two @ p(Y) \\ q(_) <=> Y < 5 | write(two(Y)).",
        "p(2), p(1), q(a)",
        "two(1)",
        "one(2)",
    );
    check(
        ":- chr_constraint p(?any), r(?any, ?any), q(?any).\n\
        q(X), p(Y), r(X, Z) ==> write(Y - Z), write(' ').",
        "r(X, 1), r(X, 2), p(1), p(2), q(X)",
        "2-2 2-1 1-2 1-1 ",
        "2-2 1-2 2-1 1-1 ",
    );
}

/// A candidate is counted for every rule that is tried with it, however it is found that it does not match; not for those that lack something
/// else, or come after one that fires.
#[test]
fn a_candidate_counts_for_each_rule_that_looks_at_it() {
    let text = format!(
        "{OPTIMISE}:- chr_constraint p(+int, +any), r(+int), q(+int).\n\
        p(X, f(_)) \\ q(X) <=> true.\n\
        p(X, g(Y)), r(Y) \\ q(X) <=> true.\n\
        p(X, h(_)) \\ q(X) <=> true.\n\
        p(X, _) \\ q(X) <=> true.\n",
    );
    let program = Program::parse(&text, "t.chr").unwrap_or_else(|why| panic!("{why}"));
    let check = |query: &str, expected: [u64; 4]| {
        let report = program.run(query, Limits::default());
        let report = report.unwrap_or_else(|why| panic!("{why}"));
        let counted = report.counters.rules.iter();
        let counted: Vec<u64> = counted.map(|rule| rule.candidates).collect();
        assert_eq!(counted, expected, "{query}");
    };
    check("p(0, f(1)), q(0)", [1, 0, 0, 0]);
    check("p(0, h(1)), q(0)", [1, 0, 1, 0]);
    check("p(0, 7), q(0)", [1, 0, 1, 1]);
    check("p(0, 7), r(1), q(0)", [1, 1, 1, 1]);
    check("p(0, 7), p(0, h(2)), p(1, k), q(0)", [1, 0, 1, 0]);
    check("p(1, k), q(0)", [0, 0, 0, 0]);
}

#[test]
fn goals_of_equal_guards_choose_no_partners() {
    check(
        ":- chr_constraint p(?any), q.\n\
        p(X) \\ q <=> member(Y, [1, 2]), Y == X | write(one(X)).\n\
        p(X) \\ q <=> member(Y, [1, 2]), Y == X, write(two(X)) | true.\n\
        p(X) \\ q <=> member(Y, [3, 4]), Y == X | write(three(X)).",
        "p(2), p(3), p(5), q",
        "three(3)",
        "three(3)",
    );
}
