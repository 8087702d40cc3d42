//! The law of the instructions: by them and by the reference interpreter, a run has the same answers, errors, output, firings, counts and trace.

use std::fmt::Write as _;

use gridwright_chr::{Limits, Program, Step};
use gridwright_control::Rng;

use crate::support::shown_of;

/// Programs that are made, and queries to each.
const PROGRAMS: u64 = 300;
const QUERIES: usize = 5;

/// The last has more arguments than an instruction can load.
const SYMBOLS: [(&str, usize); 7] = [
    ("a", 1),
    ("b", 2),
    ("b", 2),
    ("c", 2),
    ("d", 3),
    ("e", 4),
    ("w", 11),
];
const MODES: [&str; 2] = [
    "a(+int), b(+int, +int), c(+int, ?any), d(+int, +int, ?any), e(+int, +int, +int, +int), w/11",
    "a(?any), b(+int, ?any), c(?any, ?any), d(+any, +any, ?any), e(?any, +any, ?any, +any), w/11",
];
const VARS: [&str; 4] = ["X", "Y", "Z", "V"];

/// What queries are made of: numbers of all sizes, names, terms, and variables that may stay unbound.
const VALUES: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "3",
    "5",
    "-1",
    "1152921504606846975",
    "1152921504606846976",
    "9223372036854775807",
    "-9223372036854775807",
    "k",
    "f(2)",
    "1+1",
    "P",
    "Q",
];

/// So few that what a rule with constants looks for is there.
const FEW: &[&str] = &["0", "1", "1", "2", "k"];

fn head(rng: &mut Rng) -> String {
    let (name, arity) = SYMBOLS[rng.below(SYMBOLS.len())];
    let args: Vec<&str> = (0..arity)
        .map(|_| match rng.below(8) {
            0 => *rng.pick(&["0", "1", "k", "_", "_", "f(X)", "f(Y)"]),
            // Rules that share much look up keys of several parts.
            1..4 => *rng.pick(&VARS),
            _ => *rng.pick(&VARS[..2]),
        })
        .collect();
    format!("{name}({})", args.join(", "))
}

fn expr(rng: &mut Rng, known: &[&str]) -> String {
    let op = *rng.pick(&["+", "-", "*", "mod", "//", "max", "min", "-", "+"]);
    let left = *rng.pick(known);
    let right = match rng.below(3) {
        // Numbers that are squared at every step would soon fill the memory.
        _ if op == "*" => *rng.pick(&["2", "3", "-1"]),
        0 => *rng.pick(&["1", "2", "7", "1152921504606846975"]),
        _ => *rng.pick(known),
    };
    let binary = match op {
        "max" | "min" => format!("{op}({left}, {right})"),
        op => format!("({left} {op} {right})"),
    };
    match rng.below(4) {
        0 => format!("({binary} + {})", *rng.pick(known)),
        1 => format!("(- {left})"),
        _ => binary,
    }
}

fn guard(rng: &mut Rng, known: &[&str]) -> String {
    let (left, right) = (*rng.pick(known), *rng.pick(known));
    match rng.below(11) {
        0 => format!("{left} =< {right}"),
        1 => format!("{left} =\\= 3"),
        2 => format!("{} < {}", expr(rng, known), right),
        3 => format!("{left} == {right}"),
        4 => format!("{left} \\== k"),
        5 => format!(
            "{}({left})",
            *rng.pick(&["integer", "var", "nonvar", "atom", "atomic"])
        ),
        6 => format!("{left} =:= {right} + 1"),
        // Run as goals, of which some bind what they must not.
        7 => format!("member(M, [{left}, 2, k]), M == {right}"),
        8 => format!("({left} == {right} ; {left} \\= f(_))"),
        9 => format!("selectchk({left}, [0, {right}, 1], _)"),
        _ => format!("W is {}, W > 0", expr(rng, known)),
    }
}

fn goal(rng: &mut Rng, known: &[&str]) -> String {
    match rng.below(8) {
        0 => format!("{} = {}", *rng.pick(known), *rng.pick(known)),
        1 => format!(
            "{} = {}",
            *rng.pick(known),
            *rng.pick(&["2", "k", "U", "f(U)"])
        ),
        2 => "true".to_owned(),
        3 => format!("{} \\== k", *rng.pick(known)),
        _ => {
            let (name, arity) = SYMBOLS[rng.below(SYMBOLS.len())];
            let value = expr(rng, known);
            let args: Vec<&str> = (0..arity)
                .map(|_| match rng.below(6) {
                    0 => "N",
                    1 => *rng.pick(&["1", "2", "k", "U", "_"]),
                    _ => *rng.pick(known),
                })
                .collect();
            format!("N is {value}, {name}({})", args.join(", "))
                .replace('N', &format!("N{}", rng.below(1 << 20)))
        }
    }
}

/// A rule over numbers alone, with constants among what it calls: all of it has specialised instructions. Each call has a constant in every place once in a
/// while, and the constants are those that other heads of such rules ask for, alone and beside others as keys.
fn compiled_rule(rng: &mut Rng) -> String {
    let constant = |rng: &mut Rng| *rng.pick(FEW);
    let args = |rng: &mut Rng, arity: usize, vars: &[&str]| {
        let arg = |_| match rng.below(5) {
            0 | 1 => constant(rng),
            _ => *rng.pick(vars),
        };
        (0..arity).map(arg).collect::<Vec<&str>>().join(", ")
    };
    let (partner, partner_arity) = SYMBOLS[rng.below(6)];
    let at = rng.below(6);
    let (active, active_arity) = SYMBOLS[at];
    // What comes after the removed one is called, so that most queries come to an end and the store is seen.
    let later = |rng: &mut Rng| SYMBOLS[at + 1 + rng.below(SYMBOLS.len() - 1 - at)];
    let (called, called_arity) = later(rng);
    let (left, right) = (
        format!("{partner}({})", args(rng, partner_arity, &VARS[..2])),
        format!("{active}({})", args(rng, active_arity, &VARS[..2])),
    );
    let known: Vec<&str> = VARS[..2]
        .iter()
        .copied()
        .filter(|var| left.contains(var) || right.contains(var))
        .collect();
    let known = if known.is_empty() { vec!["1"] } else { known };
    let mut body = format!("{called}({})", args(rng, called_arity, &known));
    if rng.below(2) == 0 {
        let (other, arity) = later(rng);
        body = format!("{body}, {other}({})", args(rng, arity, &known));
    }
    match rng.below(3) {
        0 => format!("{left}, {right} <=> {body}."),
        _ => format!("{left} \\ {right} <=> {body}."),
    }
}

fn program(rng: &mut Rng) -> String {
    let mut text = format!(":- chr_constraint {}.\n", *rng.pick(&MODES));
    if rng.below(2) == 0 {
        text = format!(":- chr_option(debug, off).\n:- chr_option(optimize, full).\n{text}");
    }
    let prioritised = rng.below(5) == 0;
    if prioritised {
        text = format!(":- chr_option(priorities, on).\n{text}");
    }
    let aggregates = rng.below(5) == 0;
    if aggregates {
        text = format!(":- chr_option(aggregates, on).\n{text}");
    }
    let priority = |rng: &mut Rng| match prioritised {
        true => format!(" pragma priority({})", 1 + rng.below(4)),
        false => String::new(),
    };
    for rule in 0..3 + rng.below(4) {
        if rng.below(3) == 0 {
            let rule = compiled_rule(rng);
            let rule = rule.trim_end_matches('.');
            writeln!(text, "{rule}{}.", priority(rng)).expect("it fits");
            continue;
        }
        let mut heads: Vec<String> = (0..1 + rng.below(3)).map(|_| head(rng)).collect();
        if aggregates && rng.below(2) == 0 {
            let all = heads.join(", ");
            let unknown = |var: &&str| *var == "V" || !all.contains(*var);
            let counted = VARS
                .into_iter()
                .filter(unknown)
                .fold(head(rng), |counted, var| counted.replace(var, "_"));
            heads[0] = format!("{}, count({counted}, V)", heads[0]);
        }
        let known: Vec<&str> = VARS
            .into_iter()
            .filter(|var| heads.iter().any(|head| head.contains(var)))
            .collect();
        let known = if known.is_empty() { vec!["1"] } else { known };
        let kept = rng.below(heads.len() + 1);
        let (left, right) = heads.split_at(kept);
        let arrow = if kept == heads.len() { "==>" } else { "<=>" };
        let between = if left.is_empty() || right.is_empty() {
            ""
        } else {
            " \\ "
        };
        let guards: Vec<String> = (0..rng.below(3)).map(|_| guard(rng, &known)).collect();
        let guards = if guards.is_empty() {
            String::new()
        } else {
            format!("{} | ", guards.join(", "))
        };
        let traced = if rng.below(2) == 0 {
            format!("write(r{rule}), ")
        } else {
            String::new()
        };
        let goals: Vec<String> = (0..1 + rng.below(3)).map(|_| goal(rng, &known)).collect();
        writeln!(
            text,
            "{}{between}{} {arrow} {guards}{traced}{}{}.",
            left.join(", "),
            right.join(", "),
            goals.join(", "),
            priority(rng)
        )
        .expect("it fits");
    }
    text
}

fn query(rng: &mut Rng) -> String {
    let (values, most) = [(VALUES, 5), (FEW, 12)][rng.below(2)];
    let goals: Vec<String> = (0..3 + rng.below(most))
        .map(|_| {
            if rng.below(8) == 0 {
                return format!(
                    "{} = {}",
                    *rng.pick(&["P", "Q"]),
                    *rng.pick(&["1", "3", "Q"])
                );
            }
            let (name, arity) = SYMBOLS[rng.below(SYMBOLS.len())];
            let args: Vec<&str> = (0..arity).map(|_| *rng.pick(values)).collect();
            format!("{name}({})", args.join(", "))
        })
        .collect();
    let goals = goals.join(", ");
    match rng.below(3) {
        0 => format!("( {goals} ; a(1), b(2, 3) )"),
        1 => format!("catch(({goals}), Ball, (write(Ball), c(1, 2)))"),
        _ => goals,
    }
}

/// How a query is run: as it is, with the store compacted before every call, or traced.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Plain,
    Compacted,
    Traced,
}

/// Everything that a run reports, and how often rules fired.
fn report_of(program: &Program, query: &str, interpreted: bool, way: Way) -> (String, u64) {
    let limits = Limits {
        steps: Some(2_000),
        ..Limits::default()
    };
    let mut text = String::new();
    let mut steps = Vec::new();
    let mut listener = |step: &Step| steps.push(format!("{step:?}"));
    let mut run = program.query(query, limits).expect("it can be read");
    if interpreted {
        run.interpret_rules();
    }
    match way {
        Way::Plain => {}
        Way::Compacted => run.compact_every(0),
        Way::Traced => run.trace(&mut listener),
    }
    for _ in 0..2 {
        match run.next_answer() {
            Ok(answer) => writeln!(text, "{answer:?}").expect("it fits"),
            Err(why) => writeln!(text, "{why}").expect("it fits"),
        }
    }
    let report = run.report(None);
    writeln!(
        text,
        "{} {} {:#?}",
        report.output, report.steps, report.counters
    )
    .expect("it fits");
    (text + &steps.join("\n"), report.counters.firings())
}

#[test]
fn instructions_do_what_the_reference_interpreter_does() {
    let (mut programs, mut firings, mut errors) = (0, 0, 0);
    for seed in 0..PROGRAMS {
        let mut rng = Rng::new(seed);
        let text = program(&mut rng);
        // Some of them are refused, as a rule has a guard over what it cannot know.
        let Ok(compiled) = Program::parse(&text, "instructions") else {
            continue;
        };
        programs += 1;
        for _ in 0..QUERIES {
            let query = query(&mut rng);
            let other = [Way::Compacted, Way::Traced, Way::Plain, Way::Plain];
            for way in [Way::Plain, other[(seed % 4) as usize]] {
                let (by_instructions, fired) = report_of(&compiled, &query, false, way);
                let (interpreted, _) = report_of(&compiled, &query, true, way);
                assert_eq!(by_instructions, interpreted, "{text}?- {query}.");
                firings += fired;
                errors += u64::from(by_instructions.contains("error("));
            }
        }
    }
    assert!(programs > PROGRAMS / 2, "only {programs} programs");
    assert!(firings > 5_000, "only {firings} firings");
    assert!(errors > 50, "only {errors} errors");
}

/// Numbers this large are looked up by their hashes, and so many that some have one hash together.
const KEYS: &str = "
:- chr_constraint item(+int, +int), ask(+int, ?int).
item(K, V) \\ ask(K, R) <=> R = V.
ask(_, R) <=> R = none.
fill(N, N).
fill(I, N) :- I < N, K is I * I * 7919 + 16777216, item(K, I), J is I + 1, fill(J, N).
check(N, N).
check(I, N) :- I < N, K is I * I * 7919 + 16777216, ask(K, I), J is I + 1, check(J, N).
";

#[test]
fn a_key_with_the_hash_of_another_finds_its_own() {
    let program = Program::parse(KEYS, "keys").expect("it can be read");
    let query = "fill(0, 150000), check(0, 150000)";
    let report = program.run(query, Limits::default()).expect("it ends");
    assert!(report.answer.is_some());
    let counters = report.counters;
    assert_eq!(counters.firings(), 150_000);
    let candidates: u64 = counters.rules.iter().map(|rule| rule.candidates).sum();
    assert!(candidates > 150_000, "no hash is shared");
}

/// Rules over a constraint whose frames are too large for specialised instructions: two that are a group, as they have the same heads, and one by itself.
#[test]
fn large_frames_have_general_instructions() {
    let arity = 130;
    let args = |first: &str, name: &str| {
        let rest = (1..arity).map(|at| format!("{name}{at}"));
        let all: Vec<String> = std::iter::once(first.to_owned()).chain(rest).collect();
        format!("big({})", all.join(", "))
    };
    let mut text = format!(":- chr_constraint big/{arity}, seen(?any, ?any).\n");
    for rule in [
        format!(
            "{} \\ {} <=> A1 =:= B2 + 1 | seen(A, A1).\n",
            args("A", "A"),
            args("A", "B")
        ),
        format!(
            "{} \\ {} <=> A1 == B1, B2 =< A3 | seen(A, B1).\n",
            args("A", "A"),
            args("A", "B")
        ),
        format!(
            "{}, {} ==> A2 < B2 | seen(B2, A2).\n",
            args("A", "A"),
            args("B", "B")
        ),
    ] {
        text += &rule;
    }
    let program = Program::parse(&text, "large").expect("it can be read");
    let mut firings = 0;
    let mut rng = Rng::new(1);
    for _ in 0..20 {
        let call = |rng: &mut Rng| {
            let args: Vec<String> = (0..arity).map(|_| rng.below(3).to_string()).collect();
            format!("big({})", args.join(", "))
        };
        let calls: Vec<String> = (0..4).map(|_| call(&mut rng)).collect();
        let query = calls.join(", ");
        let (by_instructions, fired) = report_of(&program, &query, false, Way::Plain);
        assert_eq!(
            by_instructions,
            report_of(&program, &query, true, Way::Plain).0
        );
        firings += fired;
    }
    assert!(firings > 20, "only {firings} firings");
}

/// What a query writes, followed by the store; by instructions and by the reference interpreter it is the same, and so are all counts.
fn shown(text: &str, query: &str) -> String {
    let program = Program::parse(text, "t.chr").unwrap_or_else(|why| panic!("{why}"));
    for way in [Way::Plain, Way::Compacted, Way::Traced] {
        let by_instructions = report_of(&program, query, false, way).0;
        let interpreted = report_of(&program, query, true, way).0;
        assert_eq!(by_instructions, interpreted, "{text}?- {query}.");
    }
    shown_of(&program, query)
}

#[test]
fn a_search_that_gave_way_goes_on_behind_its_body() {
    let text = ":- chr_option(priorities, on).\n:- chr_constraint a, b, c.\n\
        a ==> b pragma priority(5).\n\
        b ==> write(b) pragma priority(1).\n\
        a ==> write(a) pragma priority(6).\n\
        c, a ==> b, write(c) pragma priority(7).\n";
    assert_eq!(shown(text, "a"), "ba{a, b}");
    assert_eq!(shown(text, "a, c, a"), "bacbbacb{a, a, b, b, b, b, c}");
}

#[test]
fn an_aggregate_that_comes_back_to_a_value_fires_once() {
    let text = ":- chr_option(aggregates, on).\n\
        :- chr_constraint tally(+int), ship(+int, +int), drop(+int, +int).\n\
        tally(R), count(ship(R, _), N) ==> write(N), write(' ').\n\
        drop(R, C), ship(R, C) <=> true.\n";
    assert_eq!(
        shown(text, "tally(1), ship(1, 1), ship(1, 2), drop(1, 2)"),
        "0 1 2 {tally(1), ship(1, 1)}"
    );
    assert_eq!(
        shown(
            text,
            "tally(1), ship(1, 1), drop(1, 1), ship(1, 3), drop(1, 3)"
        ),
        "0 1 {tally(1)}"
    );
}

/// With `optimize` SWI-Prolog leaves out the rules that fail, so that those around them are a group; a rule with `false` ends the group.
#[test]
fn a_rule_that_never_fires_may_stand_in_a_group() {
    let optimise = ":- chr_option(debug, off).\n:- chr_option(optimize, full).\n";
    let in_turn = "a(3,2)c(3,4)a(3,0)c(2,3)a(3,1)a(3,2){p(3), p(2), p(1), n}";
    let together = "a(3,2)c(3,4)a(3,0)e(3,3)a(2,1)e(2,2){p(1), n}";
    for (options, goal, expected) in [
        ("", "fail", in_turn),
        (optimise, "fail", together),
        (optimise, "false", in_turn),
    ] {
        let text = format!(
            "{options}:- chr_constraint p(+int), q(+int), n.\n\
            p(X) \\ q(Y) <=> X > Y | write(a(X, Y)).\n\
            q(_) <=> fail | write(b).\n\
            p(X) \\ q(Y) <=> X < Y | write(c(X, Y)).\n\
            n, q(_) <=> {goal} | write(d).\n\
            p(X), q(Y) <=> X =:= Y | write(e(X, Y)).\n"
        );
        let query = "p(1), p(2), p(3), n, q(2), q(4), q(0), q(3), q(1), q(2)";
        assert_eq!(shown(&text, query), expected, "{text}");
    }
}

#[test]
fn a_candidate_whose_test_throws_is_counted() {
    let text = ":- chr_constraint a(?any), b(?any).\n\
        a(Y), b(X) ==> W is X + 1, V is W + Y, V > 3 | write(V).\n";
    let query = "b(1), b(2), b(_), a(2)";
    assert!(shown(text, query).contains("instantiation_error"));
    let text = ":- chr_constraint a, b(?any).\na, b(X) ==> W is X + 1, W > 0 | write(W).\n";
    assert!(shown(text, "b(1), b(_), a").contains("instantiation_error"));
}

/// SWI-Prolog fires the rule too.
#[test]
fn a_guard_may_remove_the_heads_of_its_rule() {
    let text = ":- chr_constraint p(?any), q(?any), r(?any), s(?any), t(?any), kill(?any), killq(?any), u.\n\
        kill(X), p(X) <=> true.\n\
        killq(X), q(X) <=> true.\n\
        p(X) \\ q(Y) <=> kill(X) | write(one(X, Y)).\n\
        p(X), r(Y) <=> kill(X) | write(two(X, Y)).\n\
        t(X), q(Y) ==> killq(Y) | write(three(X, Y)).\n\
        s(X), u <=> setup_call_cleanup(true, member(_, [1, 2]), kills(X)) | write(four(X)).\n\
        kill(X), s(X) <=> true.\n\
        kills(X) :- kill(X), q(8), q(9).\n";
    assert_eq!(shown(text, "p(1), q(2)"), "one(1,2){}");
    assert_eq!(shown(text, "p(1), p(2), r(2)"), "two(2,2){p(1)}");
    assert_eq!(shown(text, "q(5), t(1)"), "three(1,5){t(1)}");
    assert_eq!(shown(text, "s(1), s(2), u"), "four(2){q(9), q(8), s(1)}");
}

/// The cleanup of a guard runs when the guard has held, before heads are removed. Other constraints get the suspensions of those it removes.
#[test]
fn the_cleanup_of_a_guard_may_remove_the_heads_of_its_rule() {
    let text = ":- chr_constraint s(?any), t(?any), q(?any), v, kill(?any).\n\
        s(X) \\ v <=> setup_call_cleanup(true, member(_, [1, 2]), kills(X)) | write(five(X)).\n\
        t(X), s(Y) ==> setup_call_cleanup(true, member(_, [1, 2]), kills(Y)) | write(six(X, Y)).\n\
        s(X) ==> X > 5, setup_call_cleanup(true, member(_, [1, 2]), kills(X)) | write(seven(X)).\n\
        s(X) ==> write(more(X)).\n\
        kill(X), s(X) <=> true.\n\
        kills(X) :- kill(X), q(8), q(9).\n";
    assert_eq!(
        shown(text, "s(1), s(2), v"),
        "more(1)more(2)five(2){s(1), q(9), q(8)}"
    );
    assert_eq!(
        shown(text, "s(1), s(2), s(3), t(4)"),
        "more(1)more(2)more(3)six(4,3)six(4,2)six(4,1){t(4), q(9), q(8), q(9), q(8), q(9), q(8)}"
    );
    assert_eq!(shown(text, "s(7)"), "seven(7)more(7){q(9), q(8)}");
}
