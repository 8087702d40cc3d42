//! What a run reports about itself: counters, the profile of rules with their time, searches that scan, and why a rule does not fire.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use gridwright_chr::{Clock, Limit, Limits, Program, Run, RunError};
use gridwright_term::parse_term;

use crate::support::nameless;

fn program(text: &str) -> Program {
    Program::parse(text, "t.chr").unwrap_or_else(|why| panic!("{why}"))
}

fn answered<'p>(program: &'p Program, query: &str) -> Run<'p> {
    let mut run = program
        .query(query, Limits::default())
        .unwrap_or_else(|why| panic!("{why}"));
    assert!(run.advance().expect("nothing is thrown"), "{query} fails");
    run
}

#[test]
fn everything_is_counted() {
    let program = program(
        ":- chr_constraint p(?any), q(+int).\n\
        bound @ p(X) <=> integer(X) | q(X).\n\
        pair @ q(X) \\ q(Y) <=> X > Y | true.\n",
    );
    let run = answered(&program, "p(A), p(B), ( A = 1, fail ; A = 2 ), B = 3");
    let counters = run.counters();
    assert_eq!(
        counters.totals().lines().next(),
        Some(
            "5 calls, 11 tries, 2 lookups, 4 firings, 5 inserts, 4 removals, 3 wakes, 1 backtracks, 3 unifications"
        )
    );
}

/// A clock that is a millisecond later whenever it is read.
#[derive(Debug, Default)]
struct Ticks(AtomicU64);

impl Clock for Ticks {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

#[test]
fn times_of_rules_add_up_to_the_whole() {
    let program = program(
        ":- chr_constraint a(+int), b(+int).\n\
        down @ a(N) <=> N > 0 | b(N), M is N - 1, a(M).\n\
        stop @ a(_) <=> true.\n\
        keep @ b(N) ==> N > 100 | true.\n\
        drop @ b(_) <=> true.\n",
    );
    let clock = Arc::new(Ticks::default());
    let mut run = program
        .query("a(50)", Limits::default())
        .expect("it can be read");
    run.profile(clock.clone());
    assert!(run.advance().expect("nothing is thrown"));
    let counters = run.counters();
    let rules: Duration = counters.rules.iter().filter_map(|rule| rule.time).sum();
    let outside = counters.outside.expect("it was timed");
    let whole = clock.now() - Duration::from_millis(1);
    assert_eq!(rules + outside, whole);
    for rule in &counters.rules {
        let enough = Duration::from_millis(rule.tries);
        assert!(
            rule.time >= Some(enough.min(Duration::from_millis(1))),
            "{rule:?}"
        );
    }
    assert!(counters.table().starts_with("  time, ms"));
    assert!(counters.table().ends_with("outside rules\n"));
}

#[test]
fn searches_that_scan_are_told() {
    let program = program(
        ":- chr_constraint p(+int), q(+int).\n\
        near @ q(X) \\ p(Y) <=> Y > X + 98 | true.\n\
        fill(0) :- !.\n\
        fill(N) :- p(N), M is N - 1, fill(M).\n",
    );
    let run = answered(
        &program,
        "fill(100), q(1), q(0), q(1), q(2), q(3), q(4), q(5), q(6), q(7), q(8), q(9), q(10)",
    );
    let counters = run.counters();
    assert_eq!(
        counters.scans(),
        "near (line 2) scans p/1: 1179 candidates for 2 matches; q/1 finds it by all of them\n"
    );
}

#[test]
fn a_rule_that_does_not_fire_tells_why() {
    let program = program(
        ":- chr_constraint eq(?any, ?any), dom(?any, +int, +int), go(+int).\n\
        narrow @ eq(X, Y), dom(X, A, B), dom(Y, C, D) ==> A > C, small(B) | true.\n\
        seen @ dom(_, _, _) ==> true.\n\
        odd @ go(N) <=> N mod 2 =:= 1 | true.\n\
        late @ go(N) # passive, dom(N, _, _) <=> true.\n\
        small(2).\nsmall(3).\n",
    );
    let table = [
        (
            "eq(X, Y)",
            "narrow",
            "eq(X, Y)",
            "eq(_, _) #1 as `eq(X, Y)`: no partner for `dom(X, A, B)`: 0 in the store, none matches",
        ),
        (
            "eq(X, Y), dom(Z, 1, 2), dom(W, 1, 2)",
            "narrow",
            "eq(_, _)",
            "eq(_, _) #1 as `eq(X, Y)`: no partner for `dom(X, A, B)`: 2 in the store, none matches",
        ),
        (
            "eq(X, Y), dom(X, 1, 2), dom(Y, 1, 2)",
            "narrow",
            "eq(_, _)",
            "eq(_, _) #1 as `eq(X, Y)`: no partner for `dom(Y, C, D)` with dom(_, 1, 2): 2 in the store, 1 match, but the guard `A > C` does not hold",
        ),
        (
            "eq(X, Y), dom(X, 2, 9), dom(Y, 1, 2)",
            "narrow",
            "eq(_, _)",
            "eq(_, _) #1 as `eq(X, Y)`: the guard `small(B)` does not hold with dom(_, 2, 9), dom(_, 1, 2)",
        ),
        (
            "eq(X, Y), dom(X, 2, 3), dom(Y, 1, 2)",
            "narrow",
            "eq(_, _)",
            "eq(_, _) #1 as `eq(X, Y)`: the rule has fired with dom(_, 2, 3), dom(_, 1, 2) before",
        ),
        (
            "dom(a, 1, 2)",
            "2",
            "dom(_, _, _)",
            "dom(a, 1, 2) #1 as `dom(_, _, _)`: the rule has fired before",
        ),
        (
            "go(2), go(4)",
            "odd",
            "go(4)",
            "go(4) #2 as `go(N)`: the guard `N mod 2 =:= 1` does not hold",
        ),
        (
            "go(2)",
            "late",
            "go(N)",
            "go(2) #1 as `go(N)`: the head is passive",
        ),
        (
            "go(2)",
            "narrow",
            "go(2)",
            "narrow has no such head; its heads are eq(X, Y), dom(X, A, B), dom(Y, C, D)",
        ),
        (
            "go(2)",
            "odd",
            "go(3)",
            "no stored constraint matches `go(3)`",
        ),
        (
            "go(2)",
            "even",
            "go(2)",
            "unknown rule `even`; the rules are narrow, seen, odd, late",
        ),
    ];
    for (query, rule, constraint, expected) in table {
        let mut run = answered(&program, query);
        let constraint = parse_term(constraint, program.operators()).expect("it can be read");
        let reason = match run.why_not(rule, &constraint) {
            Ok(reason) => reason
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join("\n"),
            Err(why) => why.to_string(),
        };
        assert_eq!(nameless(&reason), expected, "{query}");
    }
}

/// Tests of partners are no goals: a search that consists of them alone must hear of its end as well.
#[test]
fn a_run_that_only_tests_partners_looks_at_its_clock() {
    let program = program(
        ":- chr_constraint list(+any), longer.\n\
        longer, list(A), list(B) ==> length(A, N), length(B, M), N > M + 1 | true.\n\
        lists(0) :- !.\n\
        lists(K) :- list([a, b, c]), K1 is K - 1, lists(K1).\n",
    );
    let ended = |millis: u64| {
        let limits = Limits {
            time: Some(Duration::from_millis(millis)),
            clock: Some(Arc::new(Ticks::default())),
            ..Limits::default()
        };
        program.run("lists(300), longer", limits).map(|_| ())
    };
    assert_eq!(ended(20), Err(RunError::Limit(Limit::Time)));
    assert_eq!(ended(1_000_000), Ok(()));
}
