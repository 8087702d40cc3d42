//! Sessions: what a call keeps, what it takes back, and what an observer hears.

use std::cell::RefCell;
use std::rc::Rc;

use gridwright_chr::{Change, Limit, Limits, Program, RunError, Session, Solution, Solutions};
use gridwright_term::Term;

/// A partial order, a counter that changes in place, and values that may be tried.
const TEXT: &str = "
    :- chr_constraint leq(?any, ?any), count(+int), tick, value(?any, ?any), never.
    reflexivity  @ leq(X, X) <=> true.
    antisymmetry @ leq(X, Y), leq(Y, X) <=> X = Y.
    idempotence  @ leq(X, Y) \\ leq(X, Y) <=> true.
    transitivity @ leq(X, Y), leq(Y, Z) ==> leq(X, Z).
    tick, count(N) <=> M is N + 1, count(M).
    same @ value(X, A) \\ value(X, B) <=> A = B.
    never <=> never.
    try(X) :- member(X, [1, 2, 3]).
";

fn program() -> Program {
    let mut program = Program::parse(TEXT, "session.chr").expect("the text is correct");
    // A nondeterministic predicate that itself posts constraints.
    program.add_predicate("assign", 2, |args| {
        let (variable, values) = (args[0].clone(), args[1].to::<Vec<i64>>()?);
        Ok(Solutions::many(values.into_iter().map(move |value| {
            let value = Term::Int(value);
            Solution::new().call(Term::compound("value", [variable.clone(), value]))
        })))
    });
    program
}

fn tell(session: &mut Session<'_>, goal: &str) -> Result<bool, RunError> {
    let goal = session.parse(goal).expect("the goal is correct");
    session.tell(&goal)
}

/// The store, sorted.
fn store(session: &Session<'_>) -> String {
    let stored = session.stored().into_iter();
    let mut lines: Vec<String> = stored.map(|stored| stored.constraint.to_string()).collect();
    lines.sort();
    lines.join(" ")
}

/// The answers of a goal: its bindings.
fn ask(session: &mut Session<'_>, goal: &str) -> Vec<String> {
    let goal = session.parse(goal).expect("the goal is correct");
    let answers = session.ask(&goal).map(|answer| {
        let answer = answer.expect("nothing is thrown");
        let shown = answer
            .bindings
            .iter()
            .map(|(name, term)| format!("{name}={term}"));
        shown.collect::<Vec<String>>().join(" ")
    });
    answers.collect()
}

#[test]
fn the_store_lives_across_calls() {
    let program = program();
    let mut session = program.session(Limits::default());
    assert_eq!(tell(&mut session, "leq(A, B)"), Ok(true));
    assert_eq!(tell(&mut session, "leq(B, C)"), Ok(true));
    assert_eq!(store(&session), "leq(A, B) leq(A, C) leq(B, C)");
    assert_eq!(tell(&mut session, "leq(C, A)"), Ok(true));
    assert_eq!(store(&session), "", "all variables are equal");
    assert_eq!(
        ask(&mut session, "A == B, B == C, X = A"),
        ["A=A B=A C=A X=A"]
    );
    assert_eq!(tell(&mut session, "C = 7"), Ok(true));
    assert_eq!(session.value("A"), Some(Term::Int(7)));
    assert_eq!(session.value("Z"), None);
}

#[test]
fn what_fails_or_throws_is_taken_back() {
    let program = program();
    let mut session = program.session(Limits::default());
    assert_eq!(tell(&mut session, "count(0), leq(A, B)"), Ok(true));
    let before = store(&session);
    let failing = "tick, leq(B, C), A = 1, value(x, 1), value(x, 2)";
    assert_eq!(tell(&mut session, failing), Ok(false));
    assert_eq!(store(&session), before);
    assert_eq!(session.value("C"), None, "its variables are forgotten");
    let throwing = "tick, tick, (try(X), X > 1, throw(stop(X)))";
    let thrown = RunError::Thrown(Term::call("stop", (2,)));
    assert_eq!(tell(&mut session, throwing), Err(thrown));
    assert_eq!(store(&session), before);
    assert_eq!(tell(&mut session, "tick, tick"), Ok(true));
    assert_eq!(store(&session), "count(2) leq(A, B)");
}

#[test]
fn limits_hold_for_each_call() {
    let program = program();
    let limits = Limits {
        steps: Some(20_000),
        ..Limits::default()
    };
    let mut session = program.session(limits);
    assert_eq!(tell(&mut session, "count(0)"), Ok(true));
    for round in 0..3 {
        let ended = tell(&mut session, "tick, never");
        assert_eq!(ended, Err(RunError::Limit(Limit::Steps)), "round {round}");
        assert_eq!(store(&session), "count(0)");
        assert_eq!(tell(&mut session, "try(_)"), Ok(true), "round {round}");
    }
}

#[test]
fn asking_changes_nothing() {
    let program = program();
    let mut session = program.session(Limits::default());
    assert_eq!(tell(&mut session, "count(5), leq(A, B)"), Ok(true));
    let before = store(&session);
    let answers = ask(
        &mut session,
        "try(X), tick, find_chr_constraint(count(N)), B = X",
    );
    assert_eq!(answers, ["X=1 N=6 B=1", "X=2 N=6 B=2", "X=3 N=6 B=3"]);
    assert_eq!(store(&session), before);
    assert_eq!(session.value("X"), None);
    // An answer that is given up, and an exception.
    let goal = session
        .parse("try(X), leq(B, X)")
        .expect("the goal is correct");
    let first = session.ask(&goal).next_answer();
    let first = first.expect("nothing is thrown").expect("it succeeds");
    assert_eq!(first.get::<i64>("X"), Ok(1));
    assert!(first.get::<i64>("B").is_err() && first.get::<i64>("Y").is_err());
    let goal = session
        .parse("tick, throw(x)")
        .expect("the goal is correct");
    assert!(session.ask(&goal).next_answer().is_err());
    assert_eq!(store(&session), before);
    assert_eq!(tell(&mut session, "leq(B, A)"), Ok(true));
    assert_eq!(store(&session), "count(5)");
}

#[test]
fn host_predicates_backtrack_within_a_session() {
    let program = program();
    let mut session = program.session(Limits::default());
    assert_eq!(tell(&mut session, "value(x, 3)"), Ok(true));
    // Each value is posted as a constraint, and rules refuse all but one.
    assert_eq!(tell(&mut session, "assign(x, [1, 2, 3])"), Ok(true));
    assert_eq!(store(&session), "value(x, 3)");
    assert_eq!(tell(&mut session, "assign(x, [1, 2])"), Ok(false));
    assert_eq!(store(&session), "value(x, 3)");
    let answers = ask(
        &mut session,
        "assign(y, [1, 2]), assign(z, [1, 2]), find_chr_constraint(value(y, A)), \
         find_chr_constraint(value(z, B)), A < B",
    );
    assert_eq!(answers, ["A=1 B=2"]);
    // A variable that the constraint watches is bound by the rules, in both directions of backtracking.
    assert_eq!(tell(&mut session, "value(w, V)"), Ok(true));
    assert_eq!(ask(&mut session, "assign(w, [4, 5])"), ["", ""]);
    assert_eq!(
        ask(&mut session, "assign(w, [4, 5]), X = V"),
        ["X=4 V=4", "X=5 V=5"]
    );
    assert_eq!(tell(&mut session, "assign(w, [4, 5]), V > 4"), Ok(true));
    assert_eq!(session.value("V"), Some(Term::Int(5)));
}

#[test]
fn constraints_are_retracted() {
    let program = program();
    let mut session = program.session(Limits::default());
    assert_eq!(
        tell(
            &mut session,
            "value(a, 1), value(b, 2), value(c, X), leq(X, Y)"
        ),
        Ok(true)
    );
    let pattern = |text: &str| session.parse(text).expect("the pattern is correct");
    let [one, same, other] = ["value(_, 1)", "value(Z, Z)", "value(_, X)"].map(pattern);
    assert_eq!(session.retract(&same), 0);
    assert_eq!(session.retract(&one), 1);
    assert_eq!(
        session.retract(&other),
        1,
        "a variable of the session stands for itself"
    );
    assert_eq!(store(&session), "leq(X, Y) value(b, 2)");
    // The removed constraints are gone for the rules too, and those that are left still wake.
    assert_eq!(tell(&mut session, "value(a, 7), X = Y"), Ok(true));
    assert_eq!(store(&session), "value(a, 7) value(b, 2)");
    assert_eq!(session.constraints("value", 2).len(), 2);
    assert!(session.constraints("value", 3).is_empty());
}

#[test]
fn changes_are_observed() {
    let program = program();
    let mut session = program.session(Limits::default());
    let heard = Rc::new(RefCell::new(Vec::new()));
    let ears = heard.clone();
    session.observe(move |change| {
        let line = match change {
            Change::Added(stored) => format!("+{}", stored.constraint),
            Change::Removed(stored) => format!("-{}", stored.constraint),
        };
        ears.borrow_mut().push(line);
    });
    let table: &[(&str, &[&str])] = &[
        ("count(0)", &["+count(0)"]),
        ("tick, tick", &["-count(0)", "+count(2)"]),
        ("tick, fail", &[]),
        ("leq(A, B)", &["+leq(A, B)"]),
        ("leq(B, C)", &["+leq(B, C)", "+leq(A, C)"]),
        ("A = B", &["-leq(A, B)", "-leq(B, C)"]),
        ("try(_)", &[]),
    ];
    for (goal, expected) in table {
        let _ = tell(&mut session, goal);
        let mut found = heard.take();
        let mut expected: Vec<&str> = expected.to_vec();
        found.sort();
        expected.sort_unstable();
        assert_eq!(found, expected, "{goal}");
    }
    let tick = session.parse("tick").expect("it is correct");
    let _ = session.ask(&tick).next_answer();
    assert!(heard.take().is_empty(), "asking changes nothing");
    let count = session.parse("count(_)").expect("it is correct");
    session.retract(&count);
    assert_eq!(heard.take(), ["-count(2)"]);
}

#[test]
fn a_long_session_needs_constant_memory() {
    let program = program();
    let mut session = program.session(Limits::default());
    assert_eq!(tell(&mut session, "count(0), leq(A, B)"), Ok(true));
    let goal = session
        .parse("tick, numlist(1, 50, _L), msort(_L, _)")
        .expect("it is correct");
    // Memory grows until it is collected, so the peaks of both halves are compared.
    let mut peaks = [0, 0];
    for round in 0..60_000 {
        assert_eq!(session.tell(&goal), Ok(true));
        let peak = &mut peaks[round / 30_000];
        *peak = session.memory().max(*peak);
    }
    assert!(peaks[1] < peaks[0] + peaks[0] / 4, "{peaks:?}");
    assert_eq!(store(&session), "count(60000) leq(A, B)");
    assert_eq!(tell(&mut session, "leq(B, A), A == B"), Ok(true));
}

#[test]
fn goals_are_data() {
    let program = program();
    let goal = Term::compound(
        ",",
        [
            Term::call("count", (1,)),
            Term::compound("try", [Term::var("X")]),
        ],
    );
    let mut run = program.query_term(&goal, Limits::default());
    let answer = run
        .next_answer()
        .expect("nothing is thrown")
        .expect("it succeeds");
    assert_eq!(answer.get::<i64>("X"), Ok(1));
    assert_eq!(answer.store, [Term::call("count", (1,))]);
}
