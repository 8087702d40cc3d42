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
