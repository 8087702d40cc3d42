//! Laws of searches along lists: what prefilters pass over and what lists leave out is what would not have matched, by brute force.

use gridwright_chr::{Limits, Program};
use gridwright_control::Rng;

type Holds = fn(i64, i64) -> bool;

/// Guards over a stored `X` and a known `K`, and what they say.
const GUARDS: &[(&str, Holds)] = &[
    ("X > K", |x, k| x > k),
    ("K >= X + 1", |x, k| k > x),
    ("(X - 1) // 3 =:= (K - 1) // 3", |x, k| {
        (x - 1) / 3 == (k - 1) / 3
    }),
    ("(7 - X) div 2 =\\= K", |x, k| (7 - x).div_euclid(2) != k),
    ("X mod 3 =:= 1, X \\== K", |x, k| {
        x.rem_euclid(3) == 1 && x != k
    }),
    ("X mod 4 =\\= 1", |x, _| x.rem_euclid(4) != 1),
    ("integer(K), 2 =:= X mod 3", |x, _| x.rem_euclid(3) == 2),
    ("X > 0, 12 mod X =:= 0", |x, _| x > 0 && 12 % x == 0),
    ("K =:= X * X", |x, k| k == x * x),
    ("integer(X), X =< K", |x, k| x <= k),
    ("select(X, [1, 2, 5, 70], _)", |x, _| {
        [1, 2, 5, 70].contains(&x)
    }),
    ("X \\== K, select(X, [K, 3, -1], _)", |x, k| {
        x != k && (x == 3 || x == -1)
    }),
    ("\\+ ( X > K, X < 5 )", |x, k| !(x > k && x < 5)),
    ("( X < K ; X > 5 )", |x, k| x < k || x > 5),
    ("\\+ select(X, [2, 3, 5], _)", |x, _| {
        ![2, 3, 5].contains(&x)
    }),
    ("nonvar(X), X < 4, select(K, [4, 5, X], _)", |x, k| {
        x < 4 && [4, 5, x].contains(&k)
    }),
];

fn output(text: &str, query: &str) -> String {
    let program = Program::parse(text, "t.chr").unwrap_or_else(|why| panic!("{why}"));
    let report = program.run(query, Limits::default());
    report.unwrap_or_else(|why| panic!("{text}\n{why}")).output
}

fn stored(values: &[i64]) -> String {
    values.iter().map(|value| format!("c({value}), ")).collect()
}

#[test]
fn a_search_finds_what_its_guard_holds_for() {
    let mut rng = Rng::new(1);
    for (guard, holds) in GUARDS {
        for mode in ["+int", "?any"] {
            let text = format!(
                ":- chr_constraint c({mode}), go(+int).\n\
                go(K), c(X) ==> {guard} | write(X), write(' ').\n"
            );
            for _ in 0..20 {
                let values: Vec<i64> = (0..9).map(|_| rng.between(-6, 9).into()).collect();
                let known = i64::from(rng.between(-6, 9));
                let found = values.iter().rev().filter(|&&value| holds(value, known));
                let expected: String = found.map(|value| format!("{value} ")).collect();
                let query = format!("{}go({known})", stored(&values));
                assert_eq!(output(&text, &query), expected, "{guard}\n?- {query}.");
            }
        }
    }
}

/// Remainders of a known number have a loop of their own, as long as nothing is divided by 0.
#[test]
fn a_search_finds_what_divides_a_number() {
    let text = ":- chr_constraint c(+int), go(+int), rest(+int).\n\
        go(K), c(X) ==> K mod X =:= 0 | write(X), write(' ').\n\
        rest(K), c(X) ==> K mod X =\\= 1 | write(X), write(' ').\n";
    let mut rng = Rng::new(4);
    for _ in 0..60 {
        let values: Vec<i64> = (0..9).map(|_| rng.between(1, 14).into()).collect();
        let known = i64::from(rng.between(0, 24));
        let (mut divide, mut leave) = (String::new(), String::new());
        for value in values.iter().rev() {
            if known % value == 0 {
                divide.push_str(&format!("{value} "));
            }
            if known % value != 1 {
                leave.push_str(&format!("{value} "));
            }
        }
        let query = format!("{}go({known}), rest({known})", stored(&values));
        assert_eq!(output(text, &query), divide + &leave, "?- {query}.");
    }
    let program = Program::parse(text, "t.chr").unwrap_or_else(|why| panic!("{why}"));
    let report = program.run("c(7), c(0), c(7), c(7), go(1)", Limits::default());
    assert!(report.is_err(), "1 mod 0 is an error");
}

#[test]
fn rules_searched_for_together_take_the_first_candidate_that_any_of_them_takes() {
    let mut rng = Rng::new(2);
    for (first, holds_first) in GUARDS {
        for (second, holds_second) in GUARDS {
            let text = format!(
                ":- chr_constraint c(+int), go(+int).\n\
                c(X) \\ go(K) <=> {first} | write(one(X)).\n\
                c(X) \\ go(K) <=> {second} | write(two(X)).\n\
                go(_) <=> write(none).\n"
            );
            for _ in 0..6 {
                let values: Vec<i64> = (0..7).map(|_| rng.between(-6, 9).into()).collect();
                let known = i64::from(rng.between(-6, 9));
                let taken = values.iter().rev().find_map(|&value| {
                    if holds_first(value, known) {
                        return Some(format!("one({value})"));
                    }
                    holds_second(value, known).then(|| format!("two({value})"))
                });
                let query = format!("{}go({known})", stored(&values));
                let expected = taken.unwrap_or("none".to_owned());
                assert_eq!(output(&text, &query), expected, "{text}?- {query}.");
            }
        }
    }
}

#[test]
fn a_prefilter_hides_no_error() {
    for guard in [
        "X > K",
        "(X - 1) // 3 =:= K",
        "X mod 2 =:= K, X > 3",
        "\\+ X > K",
    ] {
        let text =
            format!(":- chr_constraint c(?any), go(+int).\ngo(K), c(X) ==> {guard} | true.\n");
        let program = Program::parse(&text, "t.chr").unwrap_or_else(|why| panic!("{why}"));
        for odd in ["a", "_", "f(1)"] {
            let query = format!("c(9), c({odd}), c(9), c(9), c(9), go(1)");
            let report = program.run(&query, Limits::default());
            assert!(report.is_err(), "{guard}\n?- {query}.");
        }
    }
}

/// A goal that removes constraints and shows the rest, on several ways after which all come back, and what it writes.
fn ways(rng: &mut Rng, alive: &[u64], depth: u32, written: &mut String) -> String {
    let mut left = alive.to_vec();
    let mut goal = String::new();
    for _ in 0..rng.below(5) {
        if !left.is_empty() {
            let gone = left.remove(rng.below(left.len()));
            goal.push_str(&format!("kill({gone}), "));
        }
    }
    let shown: String = left.iter().rev().map(|one| format!("{one} ")).collect();
    written.push_str(&shown);
    written.push(';');
    goal.push_str("show");
    if depth > 0 {
        goal.push_str(", ( ");
        for _ in 0..2 {
            let way = ways(rng, &left, depth - 1, written);
            goal.push_str(&format!("{way}, fail ; "));
        }
        written.push_str(&shown);
        written.push(';');
        goal.push_str("show )");
    }
    goal
}

#[test]
fn what_was_taken_out_of_a_list_comes_back_where_it_was() {
    let text = ":- chr_constraint c(+int), kill(+int), show.\n\
        kill(X), c(X) <=> true.\n\
        show, c(X) ==> write(X), write(' ').\n\
        show <=> write(';').\n";
    let program = Program::parse(text, "t.chr").unwrap_or_else(|why| panic!("{why}"));
    let mut rng = Rng::new(3);
    for _ in 0..60 {
        let all: Vec<u64> = (1..=rng.below(14) as u64).collect();
        let mut expected = String::new();
        let goal = ways(&mut rng, &all, 4, &mut expected);
        let query: String = all.iter().map(|one| format!("c({one}), ")).collect();
        let query = query + &goal;
        for words in [None, Some(0), Some(40)] {
            let run = program.query(&query, Limits::default());
            let mut run = run.unwrap_or_else(|why| panic!("{why:?}"));
            if let Some(words) = words {
                run.compact_every(words);
            }
            let found = run.advance().unwrap_or_else(|why| panic!("{why}"));
            assert!(found, "{query}");
            assert_eq!(run.report(None).output, expected, "{words:?}: {query}");
        }
    }
}

/// A random expression over the variables of a guard.
fn expression(rng: &mut Rng, vars: &[&str], depth: u32) -> String {
    if depth == 0 || rng.one_in(2) {
        return match rng.one_in(3) {
            true => rng.between(-2, 4).to_string(),
            false => (*rng.pick(vars)).to_owned(),
        };
    }
    let op = rng.pick(&["+", "-", "*", "//", "mod", "div", "min", "max"]);
    let left = expression(rng, vars, depth - 1);
    let right = expression(rng, vars, depth - 1);
    match *op {
        "min" | "max" => format!("{op}({left}, {right})"),
        op => format!("(({left}) {op} ({right}))"),
    }
}

/// A random test; one that may give `Z` a value lets later ones mention it.
fn test(rng: &mut Rng, vars: &mut Vec<&'static str>, depth: u32) -> String {
    let var = |rng: &mut Rng, vars: &[&'static str]| (*rng.pick(vars)).to_owned();
    let (one, other) = (var(rng, vars), var(rng, vars));
    let constant = rng.pick(&["1", "2", "-1", "a", "[]", "f(1)"]);
    match rng.below(if depth == 0 { 7 } else { 10 }) {
        0 | 1 => {
            let compare = rng.pick(&["<", "=<", ">", ">=", "=:=", "=\\="]);
            let left = expression(rng, vars, 2);
            format!("{left} {compare} {}", expression(rng, vars, 1))
        }
        2 => format!("{one} \\== {}", rng.pick(&[other.as_str(), constant])),
        3 => format!("{one} \\= {}", rng.pick(&[other.as_str(), constant])),
        4 => {
            let kind = rng.pick(&["var", "nonvar", "integer", "number", "atom"]);
            format!("{kind}({one})")
        }
        5 => {
            let lists = ["[1, 2, 3]", "[a, 2]", "[K, 1]", "L", "[]"];
            let list = *rng.pick(&lists);
            let item = *rng.pick(&[other.as_str(), "2"]);
            match rng.one_in(2) {
                true => format!("select({item}, {list}, _)"),
                // A list without an end has items without end.
                false => format!("( is_list({one}), select({item}, {one}, _) )"),
            }
        }
        6 => format!("{one} == {}", rng.pick(&[other.as_str(), constant])),
        7 => {
            let (mut left, mut right) = (vars.clone(), vars.clone());
            let left = test(rng, &mut left, depth - 1);
            format!("( {left} ; {} )", test(rng, &mut right, depth - 1))
        }
        8 => format!("\\+ {}", test(rng, &mut vars.clone(), 0)),
        _ if vars.contains(&"Z") => "true".to_owned(),
        _ => {
            let goal = match rng.below(3) {
                0 => format!("Z is {}", expression(rng, vars, 1)),
                1 => format!("select(Z, {}, _)", rng.pick(&["L", "[3, 1]"])),
                _ => "half(K, Z)".to_owned(),
            };
            vars.push("Z");
            goal
        }
    }
}

/// A random guard over the variables of a head, and `K` and `L`.
fn guard(rng: &mut Rng, head: &str) -> String {
    let mut vars: Vec<&str> = ["X", "Y"]
        .into_iter()
        .filter(|var| head.contains(var))
        .collect();
    vars.push("K");
    let tests: Vec<String> = (0..1 + rng.below(3))
        .map(|_| test(rng, &mut vars, 1))
        .collect();
    tests.join(", ")
}

/// What a guard accepts is what its goals say in a body, where no prefilter is asked, if they bind nothing.
#[test]
fn a_random_guard_accepts_what_its_goals_accept() {
    let heads = ["X", "f(X, Y)", "f(X, 1)", "[X]", "[X|Y]", "[X, Y]", "X-Y"];
    let terms = [
        "0",
        "1",
        "2",
        "3",
        "-1",
        "7",
        "a",
        "_",
        "A",
        "f(1, 2)",
        "f(A, 1)",
        "f(2, 1)",
        "f(3, _)",
        "[]",
        "[1]",
        "[2]",
        "[A]",
        "[1, 2]",
        "[2, a]",
        "[3|_]",
        "1-2",
        "2-1",
        "A-3",
        "3-[1, 2]",
        "2-[3]",
        "f(1, [2, 1])",
    ];
    let mut rng = Rng::new(11);
    let (mut accepted, mut thrown) = (0, 0);
    for round in 0..1000 {
        let head = *rng.pick(&heads);
        let guards = [guard(&mut rng, head), guard(&mut rng, head)];
        let options = match round % 2 {
            0 => "",
            _ => ":- chr_option(debug, off).\n:- chr_option(optimize, full).\n",
        };
        let mode = rng.pick(&["+any", "?any"]);
        let mut text = format!(
            "{options}:- chr_constraint c(+int, {mode}), first(?any, ?any).\n\
            half(K, H) :- integer(K), H is K // 2.\n\
            free(Vs) :- term_variables(Vs, Ws), Vs == Ws.\n"
        );
        for (at, guard) in guards.iter().enumerate() {
            text.push_str(&format!(
                ":- chr_constraint go{at}(?any, ?any), asks{at}(?any, ?any).\n\
                go{at}(K, L), c(N, {head}) ==> {guard} | write(N), write(' ').\n\
                asks{at}(K, L), c(N, {head}) ==> term_variables(h(K, L, {head}), Vs), \
                ( {guard}, free(Vs) -> write(N), write(' ') ; true ).\n\
                c(N, {head}) \\ first(K, L) <=> {guard} | write(N).\n"
            ));
        }
        let program = Program::parse(&text, "t.chr").unwrap_or_else(|why| panic!("{why}"));
        let known = *rng.pick(&["1", "2", "3", "-1", "a", "_", "f(1)", "[1, 2]"]);
        let list = *rng.pick(&["[1, 2]", "[2, 3, 70]", "[a, 3]", "[3, _]", "[]"]);
        let stored: String = (0..7)
            .map(|at| format!("c({at}, {}), ", rng.pick(&terms)))
            .collect();
        // What is written, and whether something is thrown.
        let run = |name: &str| {
            let query = format!("{stored}{name}({known}, {list})");
            let run = program.query(&query, Limits::default());
            let mut run = run.unwrap_or_else(|why| panic!("{why:?}"));
            let is_thrown = run.advance().is_err();
            (run.take_output(), is_thrown)
        };
        let shown = format!("{text}?- {stored}go({known}, {list}).");
        let asked = [run("asks0"), run("asks1")];
        // A part of a guard may be tested, and throw, before there is a candidate; others, which cannot throw, fail before one that would.
        let mut is_thrown = false;
        for (rule, asked) in ["go0", "go1"].iter().zip(&asked) {
            let found = run(rule);
            if found.1 || asked.1 {
                is_thrown = true;
            } else {
                assert_eq!(found, *asked, "{shown}");
                accepted += asked.0.len();
            }
        }
        thrown += usize::from(is_thrown);
        // Rules that are searched for together take the newest candidate that any of them takes.
        if options.is_empty() && !is_thrown {
            let newest =
                |(text, _): &(String, bool)| text.split(' ').next().unwrap_or("").to_owned();
            let newest = newest(&asked[0]).max(newest(&asked[1]));
            assert_eq!(run("first"), (newest, false), "{shown}");
        }
    }
    assert!(accepted > 1000 && thrown < 900, "{accepted} {thrown}");
}
