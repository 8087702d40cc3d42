//! Hostile programs and queries: cyclic and deep terms, absurd sizes, endless searches. Each ends with an answer, an error or a limit, on
//! the stack of a test and in little memory.

use std::time::Duration;

use gridwright_chr::{Environment, Limit, Limits, Program, RunError};

const PROGRAM: &str = "\
:- use_module(library(chr)).
:- use_module(library(yall)).
:- chr_constraint c(?any).
:- dynamic fact/1.
same @ c(X) \\ c(X) <=> true.
deep(0, a) :- !.
deep(N, f(T)) :- M is N - 1, deep(M, T).
sum(0, 0) :- !.
sum(N, T + 1) :- M is N - 1, sum(M, T).
calls(0, true) :- !.
calls(N, call(T)) :- M is N - 1, calls(M, T).
nots(0, true) :- !.
nots(N, \\+ T) :- M is N - 1, nots(M, T).
conditions(0, true) :- !.
conditions(N, (T -> true ; true)) :- M is N - 1, conditions(M, T).
lefts(0, true) :- !.
lefts(N, (T, true)) :- M is N - 1, lefts(M, T).
finds(0, true) :- !.
finds(N, findall(x, T, _)) :- M is N - 1, finds(M, T).
";

/// What a query comes to: the value of `R` or `yes`, `no`, what was thrown without its context, or the limit that was reached.
fn outcome(text: &str, query: &str) -> String {
    let program = match Program::parse(text, "t.chr") {
        Ok(program) => program,
        Err(why) => {
            return why
                .to_string()
                .lines()
                .next()
                .unwrap_or_default()
                .to_owned();
        }
    };
    let limits = Limits {
        memory: Some(1 << 28),
        ..Limits::default().time_limit(Duration::from_secs(120))
    };
    match program.run(query, limits) {
        Ok(report) => match report.answer {
            Some(answer) => {
                let found = answer.bindings.iter().find(|(name, _)| name == "R");
                found.map_or("yes".to_owned(), |(_, term)| term.to_string())
            }
            None => "no".to_owned(),
        },
        Err(RunError::Thrown(ball)) => {
            let ball = match ball.functor() {
                Some(("@", 2)) => &ball.args()[0],
                _ => &ball,
            };
            let formal = ball.args().first();
            formal.map_or_else(|| ball.to_string(), ToString::to_string)
        }
        Err(other) => other.to_string(),
    }
}

#[track_caller]
fn check(cases: &[(&str, &str)]) {
    let found = cases
        .iter()
        .map(|(query, _)| (*query, outcome(PROGRAM, query)));
    let found: Vec<(&str, String)> = found.collect();
    let wanted: Vec<(&str, String)> = cases
        .iter()
        .map(|(query, wanted)| (*query, (*wanted).to_owned()))
        .collect();
    let wrong: Vec<_> = found.iter().zip(&wanted).filter(|(a, b)| a != b).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn cyclic_terms_end() {
    check(&[
        ("X = 1+X, Y is X", "type_error(expression, _S1)"),
        ("X = 1+X, X > 3", "type_error(expression, _S1)"),
        ("X = [X], Y is X", "type_error(expression, _S1)"),
        ("X = f(X), Y = f(Y), X = Y", "yes"),
        ("X = f(X), Y = f(Y), X == Y", "yes"),
        ("X = f(X), Y = f(Y), compare(R, X, Y)", "="),
        ("X = f(X), ground(X)", "yes"),
        (
            "X = f(X, Z), copy_term(X, Y), Y = f(_, R0), R0 = 3, R = R0",
            "3",
        ),
        ("X = f(X, Z), term_variables(X, L), length(L, R)", "1"),
        ("X = [a|X], length(X, R)", "type_error(list, _S1)"),
        ("X = [a|X], length(X, 3)", "type_error(list, _S1)"),
        ("X = [a|X], memberchk(b, X)", "type_error(list, _S1)"),
        ("X = [a|X], memberchk(a, X)", "yes"),
        ("X = [1|X], sum_list(X, R)", "type_error(list, _S1)"),
        ("X = [1|X], msort(X, R)", "type_error(list, _S1)"),
        ("X = [1|X], sort(X, R)", "type_error(list, _S1)"),
        ("X = [1|X], list_to_set(X, R)", "type_error(list, _S1)"),
        ("X = [1|X], atom_codes(R, X)", "type_error(list, _S1)"),
        ("X = [a|X], R =.. X", "type_error(list, _S1)"),
        ("X = [1|X], selectchk(2, X, R)", "no"),
        ("findall(1, true, Y, Y), Y = [R|_]", "1"),
        (
            "X = f(X), c(X), Y = f(Y), c(Y), findall(x, find_chr_constraint(c(_)), L), length(L, R)",
            "1",
        ),
        (
            "X = f(X), assertz(fact(X))",
            "representation_error(cyclic_term)",
        ),
        ("X = (X, true), call(X)", "resource_error(stack)"),
        ("length(L, L)", "no"),
    ]);
}

#[test]
fn deep_terms_are_no_deeper_on_the_stack() {
    check(&[
        ("sum(300000, T), R is T", "300000"),
        (
            "deep(300000, T), copy_term(T, U), T == U, T = U, ground(T)",
            "yes",
        ),
        ("deep(300000, T), assertz(fact(T)), fact(U), T == U", "yes"),
        ("deep(300000, T), c(T), c(T)", "yes"),
        ("deep(300000, T), catch(throw(T), U, true), T == U", "yes"),
        (
            "deep(300000, T), nb_setval(k, T), nb_getval(k, U), T == U",
            "yes",
        ),
        ("calls(300000, T), call(T)", "yes"),
        ("nots(300000, T), call(T)", "yes"),
        ("conditions(300000, T), call(T)", "yes"),
        ("lefts(300000, T), call(T)", "yes"),
        ("finds(30000, T), call(T)", "yes"),
        (
            "length(L, 300), T =.. [f|L], call(T)",
            "existence_error(procedure, f / 300)",
        ),
        (
            "length(L, 250), T =.. [f|L], call(T, 1, 2, 3, 4, 5, 6, 7)",
            "existence_error(procedure, f / 257)",
        ),
    ]);
}

#[test]
fn absurd_sizes_are_errors() {
    check(&[
        ("numlist(1, 100000000000, L)", "resource_error(stack)"),
        (
            "numlist(5, 9223372036854775807, L)",
            "resource_error(stack)",
        ),
        ("length(L, 100000000)", "resource_error(stack)"),
        ("length(L, 9223372036854775807)", "resource_error(stack)"),
        ("length(L, 70000), T =.. [f|L]", "resource_error(stack)"),
        ("X is 1 << (1 << 40)", "resource_error(stack)"),
        ("X is 7 ^ 7 ^ 7 ^ 7", "resource_error(stack)"),
        ("tab(100000000000)", "resource_error(stack)"),
        (
            "format('~*c', [100000000000, 0'a])",
            "resource_error(stack)",
        ),
        ("format('~t~w~100000000000|', [a])", "resource_error(stack)"),
        ("statistics(4294967296, X)", "type_error(atom, 4294967296)"),
        ("succ(9223372036854775807, R)", "9223372036854775808"),
        ("succ(-1, R)", "domain_error(not_less_than_zero, -1)"),
        ("R is 1 >> (-5)", "32"),
        ("R is 1 << (-1)", "0"),
        ("atom_codes(R, [-1])", "type_error(character_code, -1)"),
    ]);
}

#[test]
fn endless_searches_end_at_the_limit_of_time() {
    for query in [
        "between(1, inf, X), fail",
        "repeat, fail",
        "between(1, inf, X), X < 0",
        "forall(repeat, true)",
        "aggregate_all(count, repeat, C)",
        "length(L, N), N < 0",
        "X = (m:X), call(X)",
        "X = [a|X], Y = [a|Y], repeat, X = Y, fail",
        "X = [a|X], append(X, [b], Y)",
    ] {
        let program = Program::parse(PROGRAM, "t.chr").unwrap_or_else(|why| panic!("{why}"));
        let limits = Limits::default().time_limit(Duration::from_millis(100));
        let start = std::time::Instant::now();
        let end = program.run(query, limits).err();
        assert!(start.elapsed() < Duration::from_secs(60), "{query}");
        assert_eq!(
            end,
            Some(RunError::Limit(gridwright_chr::Limit::Time)),
            "{query}"
        );
    }
}

#[test]
fn long_lists_of_different_items_take_little_time() {
    check(&[
        (
            "length(V, 200000), term_variables(V, W), length(W, R)",
            "200000",
        ),
        (
            "numlist(1, 200000, L), list_to_set(L, S), length(S, R)",
            "200000",
        ),
        ("numlist(1, 200000, L), subtract(L, L, R)", "[]"),
        (
            "numlist(1, 200000, L), intersection(L, L, S), length(S, R)",
            "200000",
        ),
    ]);
}

#[test]
fn texts_of_any_shape_are_read_or_refused() {
    let many = |what: &str, count: usize| what.repeat(count);
    let list = format!("p([{}1]).", many("1,", 400_000));
    let nested = format!(
        "{}p.\n{}",
        many(":- if(true).\n", 10_000),
        many(":- endif.\n", 10_000)
    );
    let wide = format!("p(f({}1)).", many("1,", 100_000));
    let deep = format!("p({}a{}).", many("f(", 300_000), many(")", 300_000));
    let open = format!("p({}", many("(", 300_000));
    let cases = [
        (&list, "p(L), length(L, R)", "400001"),
        (&nested, "p", "yes"),
        (
            &wide,
            "p",
            "t.chr:1:4: error: a term has at most 65535 arguments",
        ),
        (
            &deep,
            "p(_)",
            "t.chr:1:2002: error: this is nested too deeply",
        ),
        (
            &open,
            "p(_)",
            "t.chr:1:1002: error: this is nested too deeply",
        ),
    ];
    for (text, query, expected) in cases {
        assert_eq!(outcome(text, query), expected, "{query}");
    }
}

#[test]
fn parts_of_a_long_text_are_found_one_by_one() {
    let long = "length(L, 100000), maplist(=(0'a), L), atom_codes(A, L)";
    let cases = [
        (
            "sub_atom(A, B, L1, 1, S), B > 1, !, atom_length(S, R)",
            "99997",
        ),
        ("sub_atom(A, 5, 2, R, _)", "99993"),
        ("findall(B, sub_atom(A, B, _, _, b), R)", "[]"),
        ("sub_string(A, R, 99999, _, _), R > 0", "1"),
        (
            "atom_concat(X, Y, A), X \\== '', !, atom_length(Y, R)",
            "99999",
        ),
    ];
    let queries: Vec<String> = cases
        .iter()
        .map(|(goal, _)| format!("{long}, {goal}"))
        .collect();
    let cases: Vec<(&str, &str)> = queries
        .iter()
        .zip(cases)
        .map(|(query, (_, expected))| (query.as_str(), expected))
        .collect();
    check(&cases);
}

#[test]
fn new_atoms_need_memory() {
    check(&[
        (
            "between(1, inf, N), atom_concat(some_long_name_, N, _), fail",
            "stopped at the memory limit; a recursion may be endless",
        ),
        (
            "length(L, 100000), maplist(=(0'a), L), atom_codes(A, L), sub_atom(A, _, _, _, S), fail",
            "resource_error(stack)",
        ),
    ]);
}

#[test]
fn a_program_may_have_many_directives() {
    let text = ":- true.\n".repeat(50_000) + "p.\n";
    assert_eq!(outcome(&text, "p"), "yes");
}

#[test]
fn reading_a_query_ends_at_the_time_limit() {
    let program = Program::parse("p.", "t.chr").expect("a program");
    // The last token is an error, which is not reached.
    let query = format!("L = [{}1", "1, ".repeat(10_000));
    let limits = Limits::default().time_limit(Duration::ZERO);
    let error = program.run(&query, limits);
    assert_eq!(error.err(), Some(RunError::Limit(Limit::Time)));
    let error = program.run(&query, Limits::default());
    assert!(matches!(error, Err(RunError::Query(_))));
}

#[test]
fn compilation_ends_at_the_deadline() {
    // Each open clause is added to the clauses of every key.
    let keys = (0..20_000).map(|n| format!("f({n}).\n"));
    let text = keys.collect::<String>() + &"f(X).\n".repeat(20_000);
    let limits = Limits::default().time_limit(Duration::from_millis(200));
    let deadline = limits.deadline();
    let environment = Environment {
        deadline: Some(&deadline),
        ..Environment::default()
    };
    let error = Program::parse_in(&text, "t.chr", environment);
    let error = error.expect_err("the limit comes first");
    assert_eq!(error.limit, Some(Limit::Time));
    assert!(error.diagnostics.is_empty(), "{error}");
}

#[test]
fn a_cut_forgets_the_changes_that_only_its_choices_needed() {
    let text = "p(0).\n\
        p(N) :- N > 0, T = t(X), ( q(N, T) -> M is X - 1, p(M) ; true ).\n\
        q(N, t(X)) :- X = N.";
    let query = "p(5000), statistics(trailused, T), T < 100";
    assert_eq!(outcome(text, query), "yes");
}
