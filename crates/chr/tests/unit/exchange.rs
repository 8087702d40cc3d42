//! Heads that can be exchanged: the later one is not searched, and nothing but the number of trials shows it.

use gridwright_chr::{Limits, Program};

use crate::support::shown;

/// Rules, and a query to them.
const PROGRAMS: &[(&str, &str)] = &[
    (
        ":- chr_constraint c(?any).\nc(X) \\ c(X) <=> G | true.",
        "c(1), c(Y), c(2), c(1), Y = 2",
    ),
    (
        ":- chr_constraint c(?any).\nc(X), c(X) <=> G | write(X), c(0).",
        "c(1), c(Y), c(2), c(1), Y = 2",
    ),
    (
        ":- chr_constraint leq(?any, ?any).\nleq(X, X) <=> true.\nleq(X, Y), leq(Y, X) <=> G | X = Y.\n\
        leq(X, Y) \\ leq(X, Y) <=> G | true.\nleq(X, Y), leq(Y, Z) ==> leq(X, Z).",
        "leq(A, B), leq(B, C), leq(C, A)",
    ),
    (
        ":- chr_constraint n(+int, +int), root(+int).\n\
        root(R) \\ n(R, K), n(R, L) <=> G | M is K + L, write(K - L), n(R, M).\nroot(R) \\ n(R, K) <=> K > 5 | write(K).",
        "n(1, 2), n(1, 3), n(2, 4), root(1), n(2, 5), root(2), n(2, 1)",
    ),
    // These cannot be exchanged.
    (
        ":- chr_constraint c(?any, ?any).\nc(X, Y), c(Y, Z) <=> G | write(X - Z), c(X, Z).",
        "c(2, 3), c(1, 2), c(4, 1)",
    ),
    (
        ":- chr_constraint c(+any).\nc(f(_)), c(X) <=> G | write(X).",
        "c(1), c(f(2)), c(f(3)), c(4)",
    ),
    (
        ":- chr_constraint c(+any).\nc(X) # passive, c(Y) <=> G | write(X - Y).",
        "c(1), c(2), c(3)",
    ),
    (
        ":- chr_constraint c(+any).\nc(X), c(X) ==> G | write(X).",
        "c(1), c(1), c(2)",
    ),
];

#[test]
fn heads_that_can_be_exchanged_fire_as_they_would_have() {
    for option in [
        "",
        ":- chr_option(debug, off).\n:- chr_option(optimize, full).\n",
    ] {
        for (rules, query) in PROGRAMS {
            // A rule with a guard is searched for at all its heads.
            let [plain, guarded] = ["", "1 < 2 |"]
                .map(|guard| format!("{option}{}", rules.replace("G |", guard)))
                .map(|text| shown(&text, query));
            assert_eq!(plain, guarded, "{rules}");
        }
    }
}

#[test]
fn the_later_of_two_heads_is_not_tried() {
    let tries = |rules: &str| {
        let text = format!(":- chr_constraint c(+int, +int).\n{rules}");
        let program = Program::parse(&text, "t.chr").unwrap_or_else(|why| panic!("{why}"));
        let report = program.run("c(1, 2), c(2, 1), c(3, 3)", Limits::default());
        report.expect("nothing is thrown").counters.rules[0].tries
    };
    assert_eq!(tries("c(X, Y) \\ c(X, Y) <=> true."), 3);
    assert_eq!(tries("c(X, Y) \\ c(X, Y) <=> X < 9 | true."), 6);
    assert_eq!(tries("c(X, Y), c(X, Z) <=> true."), 3);
    assert_eq!(tries("c(X, Y) \\ c(X, _) <=> write(Y)."), 6);
}
