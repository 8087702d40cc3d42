//! The shipped programs, each with its result, and the same results from SWI-Prolog where that is installed.

use std::path::PathBuf;
use std::process::Command;

use gridwright_chr::{Answer, Limits, Program};
use gridwright_term::{Operators, Term, parse_term};

use crate::support::nameless_term;

/// Program, query, the bindings and the store that are expected, the store sorted as text.
const TABLE: &[(&str, &str, &str, &str)] = &[
    ("gcd", "gcd(9), gcd(6), gcd(15)", "", "gcd(3)"),
    (
        "primes",
        "upto(20)",
        "",
        "prime(11) prime(13) prime(17) prime(19) prime(2) prime(3) prime(5) prime(7)",
    ),
    (
        "fib_memo",
        "fib(5, M), M == 8",
        "M = 8",
        "fib(0, 1) fib(1, 1) fib(2, 2) fib(3, 3) fib(4, 5) fib(5, 8)",
    ),
    (
        "fib_up",
        "upto(20)",
        "",
        "fib(19, 6765) fib(20, 10946) upto(20)",
    ),
    (
        "leq",
        "cycle(5, Vs), sort(Vs, [V]), V = a",
        "Vs = [a, a, a, a, a] V = a",
        "",
    ),
    ("leq", "leq(A, B), leq(B, c), A = c", "A = c B = c", ""),
    (
        "union_find_naive",
        "make(a), make(b), make(c), union(a, b), union(b, c), find(c, X)",
        "X = a",
        "root(a) to(b, a) to(c, a)",
    ),
    (
        "union_find",
        "make(a), make(b), make(c), make(d), union(a, b), union(c, d), union(a, c), find(d, X)",
        "X = a",
        "root(a, 2) to(b, a) to(c, a) to(d, a)",
    ),
    (
        "ram",
        "triple(7)",
        "",
        "cell(0, 0) cell(1, 1) cell(2, 21) cell(3, 3) code(0, jump_if_zero(0, 4)) code(1, add(2, 3)) \
         code(2, sub(0, 1)) code(3, jump(0)) code(4, halt)",
    ),
    (
        "dijkstra",
        "edge(a, 7, b), edge(a, 1, c), edge(c, 2, d), edge(d, 3, b), edge(b, 1, e), from(a)",
        "",
        "dist(a, 0) dist(b, 6) dist(c, 1) dist(d, 3) dist(e, 7) edge(a, 1, c) edge(a, 7, b) edge(b, 1, e) \
         edge(c, 2, d) edge(d, 3, b)",
    ),
    (
        "merge_sort",
        "sort_all([5, 3, 8, 1])",
        "",
        "arc(1, 3) arc(3, 5) arc(5, 8) run(4, 1)",
    ),
    (
        "exchange_sort",
        "fill([3, 1, 2], 0)",
        "",
        "value(0, 1) value(1, 2) value(2, 3)",
    ),
    (
        "queens",
        "queens(6, Cols)",
        "Cols = [2, 4, 6, 1, 3, 5]",
        "queen(1, 2) queen(2, 4) queen(3, 6) queen(4, 1) queen(5, 3) queen(6, 5)",
    ),
    (
        "interval",
        "X in 1..9, Y in 3..4, at_most(X, Y), plus(X, Y, Z), X = 4, Y = 4, Z = 8",
        "X = 4 Y = 4 Z = 8",
        "at_most(4, 4) plus(4, 4, 8)",
    ),
    ("bool", "full_adder(1, 0, C, S, 0)", "C = 0 S = 1", ""),
    (
        "domain",
        "colour(L)",
        "L = [red, green, blue, red, green, red]",
        "",
    ),
    (
        "types",
        "type(lam(x, lam(y, app(x, y))), T), type(x, (int -> bool))",
        "T = (int -> bool) -> int -> bool",
        "type(app(x, y), bool) type(lam(x, lam(y, app(x, y))), ((int -> bool) -> int -> bool)) \
         type(lam(y, app(x, y)), (int -> bool)) type(x, (int -> bool)) type(y, int)",
    ),
    ("zebra", "zebra(Owner)", "Owner = japanese", ""),
    (
        "hopcroft",
        "letter(a), letter(b), state(p), state(q), state(r), state(s), final(r), final(s), delta(p, a, q), delta(p, b, r), \
         delta(q, a, p), delta(q, b, s), delta(r, a, r), delta(r, b, r), delta(s, a, s), delta(s, b, r), minimise",
        "",
        "blocks(2) delta(p, a, q) delta(p, b, r) delta(q, a, p) delta(q, b, s) delta(r, a, r) delta(r, b, r) delta(s, a, s) \
         delta(s, b, r) final(r) final(s) in(p, 0) in(q, 0) in(r, 1) in(s, 1) letter(a) letter(b) size(0, 2) size(1, 2) \
         state(p) state(q) state(r) state(s)",
    ),
    (
        "hopcroft",
        "ring(6)",
        "",
        "blocks(3) delta(0, s, 1) delta(1, s, 2) delta(2, s, 3) delta(3, s, 4) delta(4, s, 5) delta(5, s, 0) final(0) final(3) \
         in(0, 1) in(1, 0) in(2, 2) in(3, 1) in(4, 0) in(5, 2) letter(s) size(0, 2) size(1, 2) size(2, 2) state(0) state(1) \
         state(2) state(3) state(4) state(5)",
    ),
];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("programs")
}

fn answer(name: &str, query: &str) -> Answer {
    let file = folder().join(format!("{name}.chr"));
    let text = std::fs::read_to_string(&file).expect("the program is shipped");
    let program = Program::parse(&text, name).unwrap_or_else(|why| panic!("{why}"));
    let report = program
        .run(query, Limits::default())
        .unwrap_or_else(|why| panic!("{name}: {why}"));
    report
        .answer
        .unwrap_or_else(|| panic!("{name}: {query} fails"))
}

/// Terms as sorted text.
fn sorted(terms: &[Term]) -> Vec<String> {
    let mut shown: Vec<String> = terms.iter().map(Term::to_string).collect();
    shown.sort();
    shown
}

#[test]
fn every_program_gives_its_result() {
    for (name, query, bindings, store) in TABLE {
        let found = answer(name, query);
        let shown: Vec<String> = found
            .bindings
            .iter()
            .map(|(name, term)| format!("{name} = {term}"))
            .collect();
        assert_eq!(shown.join(" "), *bindings, "{name}: {query}");
        let expected: Vec<Term> = parts(store)
            .iter()
            .map(|part| parse_term(part, Operators::standard()).expect("the table is well written"))
            .collect();
        assert_eq!(sorted(&found.store), sorted(&expected), "{name}: {query}");
    }
}

#[test]
fn compaction_changes_nothing() {
    for (name, query, ..) in TABLE {
        let file = folder().join(format!("{name}.chr"));
        let text = std::fs::read_to_string(&file).expect("the program is shipped");
        let program = Program::parse(&text, name).unwrap_or_else(|why| panic!("{why}"));
        let all = |every: usize| {
            let mut run = program
                .query(query, Limits::default())
                .expect("it can be read");
            run.compact_every(every);
            let mut answers = Vec::new();
            while answers.len() < 3
                && let Some(answer) = run.next_answer().expect("nothing is thrown")
            {
                answers.push(sorted(&answer.store));
            }
            (answers, run.counters().firings())
        };
        assert_eq!(all(0), all(1 << 30), "{name}: {query}");
    }
}

#[test]
fn a_long_run_needs_no_more_memory_than_a_short_one() {
    let file = folder().join("ram.chr");
    let text = std::fs::read_to_string(file).expect("the program is shipped");
    let program = Program::parse(&text, "ram").unwrap_or_else(|why| panic!("{why}"));
    let used = |query: &str| {
        let report = program.run(query, Limits::default());
        report.expect("nothing is thrown").memory
    };
    let (short, long) = (used("triple(100000)"), used("triple(400000)"));
    assert!(long < short + short / 4, "{short} bytes, then {long}");
}

#[test]
fn terms_that_nothing_needs_are_given_back() {
    let text = "
        :- chr_constraint turn(+int, ?any), kept(?any, ?any), done(?any).
        turn(0, T) <=> done(T).
        turn(N, _) <=> M is N - 1, numlist(1, 50, L), sum_list(L, S), turn(M, f(S, L, V, V)).
        first(T) :- W is 1 << 62, kept(W, [X, Y | X]), Y = g(W), turn(T, none).
        second(0, _) :- !.
        second(N, T) :- M is N - 1, second(M, [T, N, _]), T \\== N.
        third(0, T, T) :- !.
        third(N, _, R) :- M is N - 1, length(L, 40), third(M, f(L, N), R).
    ";
    let program = Program::parse(text, "turns").unwrap_or_else(|why| panic!("{why}"));
    let used = |query: &str| {
        let report = program.run(query, Limits::default());
        let report = report.expect("nothing is thrown");
        let store = report.answer.expect("it succeeds").store;
        (report.memory, store.iter().map(Term::to_string).collect())
    };
    let most = 8 * 5 * (1 << 20);
    for query in [
        "first(50000)",
        "( true ; true ), first(50000)",
        "third(100000, none, _)",
    ] {
        let (bytes, store): (usize, Vec<String>) = used(query);
        assert!(bytes < most, "{query}: {bytes} bytes");
        if let [kept, done] = &store[..] {
            let var = kept.split(['[', ',']).nth(2).expect("it has a variable");
            let whole = format!("kept(4611686018427387904, [{var}, g(4611686018427387904)|{var}])");
            assert_eq!(kept.replace(' ', ""), whole.replace(' ', ""));
            assert!(done.starts_with("done(f(1275, [1, 2, 3,"), "{done}");
        }
    }
    // What is still needed stays.
    assert_eq!(used("second(30000, start)").1, Vec::<String>::new());
}

/// The parts of a text between spaces that are in no bracket.
fn parts(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0;
    for c in text.chars() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if c == ' ' && depth == 0 {
            parts.push(String::new());
        } else if let Some(part) = parts.last_mut() {
            part.push(c);
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

#[test]
fn every_shipped_program_is_in_the_table() {
    let files = std::fs::read_dir(folder()).expect("there are programs");
    for file in files {
        let name = file.expect("it can be read").path();
        let stem = name
            .file_stem()
            .expect("it has a name")
            .to_string_lossy()
            .into_owned();
        assert!(TABLE.iter().any(|row| row.0 == stem), "{stem} has no test");
    }
}

#[test]
#[ignore = "needs SWI-Prolog"]
fn the_stores_are_those_of_swi_prolog() {
    for (name, query, ..) in TABLE {
        let file = folder().join(format!("{name}.chr"));
        let goal = format!(
            "load_files('{}', [silent(true)]), ( {query} ), findall(C, find_chr_constraint(C), L0), copy_term_nat(L0, L), \
             term_variables(L, Vs), maplist(=('_'), Vs), forall(member(C, L), format(\"~k.~n\", [C])), halt",
            file.display()
        );
        let out = Command::new("swipl")
            .args([
                "-q",
                "-g",
                "use_module(library(chr))",
                "-g",
                &operators(name),
            ])
            .args(["-g", &goal, "-t", "halt(1)"])
            .output();
        let out = out.expect("it is installed");
        let text = String::from_utf8_lossy(&out.stdout);
        let theirs: Vec<Term> = text
            .lines()
            .map(|line| parse_term(line, Operators::standard()).expect("it is a term"))
            .collect();
        let ours = answer(name, query)
            .store
            .iter()
            .map(nameless_term)
            .collect::<Vec<_>>();
        let errors = String::from_utf8_lossy(&out.stderr);
        assert_eq!(sorted(&ours), sorted(&theirs), "{name}: {query}\n{errors}");
    }
}

/// The operators a query of a program needs before the program is loaded.
fn operators(name: &str) -> String {
    if name == "interval" {
        "op(700, xfx, in), op(600, xfx, '..')".to_owned()
    } else {
        "true".to_owned()
    }
}
