//! Programs that use `library(clpfd)`: their answers as tables, and random models beside SWI-Prolog.

use gridwright_chr::{Environment, Limits, Program};
use gridwright_clpfd::natives;
use gridwright_control::Rng;
use std::process::Command;

/// The libraries that every program here uses.
const HEADER: &str = ":- use_module(library(chr)).\n:- use_module(library(clpfd)).\n";

fn program(text: &str) -> Program {
    let natives = natives();
    let environment = Environment {
        natives: &natives,
        ..Environment::default()
    };
    let text = format!("{HEADER}{text}");
    Program::parse_in(&text, "test.pl", environment).expect("the program is correct")
}

/// The bindings of every answer, or what was thrown.
fn answers(program: &Program, query: &str) -> Vec<String> {
    let mut run = program
        .query(query, Limits::default())
        .unwrap_or_else(|error| panic!("{query}: {error}"));
    let mut all = Vec::new();
    loop {
        match run.next_answer() {
            Ok(Some(answer)) => {
                let shown: Vec<String> = answer
                    .bindings
                    .iter()
                    .filter(|(name, _)| name.len() == 1)
                    .map(|(_, term)| term.to_string())
                    .collect();
                all.push(shown.join(" "));
            }
            Ok(None) => return all,
            Err(error) => {
                let error = error.to_string();
                let error = error.split(", _G").next().unwrap_or_default().to_owned();
                all.push(error);
                return all;
            }
        }
    }
}

#[test]
fn queries_have_these_answers() {
    let program = program("");
    let check = |query: &str, expected: &[&str]| {
        assert_eq!(answers(&program, query), expected, "{query}");
    };
    check("X in 1..3, label([X])", &["1", "2", "3"]);
    check("X in 1..3 \\/ 7, X #\\= 2, label([X])", &["1", "3", "7"]);
    check("X in 1..3, Y #= X + 1, label([X])", &["1 2", "2 3", "3 4"]);
    check("X #> 3, X #< 6, indomain(X)", &["4", "5"]);
    check(
        "[X, Y] ins 0..2, X #< Y, labeling([down], [X, Y])",
        &["1 2", "0 2", "0 1"],
    );
    check("X * X #= 16, label([X])", &["-4", "4"]);
    check("7 #= X + 4", &["3"]);
    check("X #= Y, Y = 3", &["3 3"]);
    check("X in 1..3, Y in 1..3, X #\\= Y, X = Y", &[]);
    check("X + Y #= 10, X = Y", &["5 5"]);
    check("X in 1..3, X = 5", &[]);
    check("X in 5..1", &[]);
    check("X #= 7 // 0", &[]);
    check(
        "X #= -7 // 2, Y #= -7 mod 2, Z #= -7 rem 2, W #= -7 div 2",
        &["-3 1 -1 -4"],
    );
    check("X #= 10000000000 * 3", &["30000000000"]);
    check(
        "X in 0..100000, Y in 0..100000, X * Y #= 9999800001, X #= Y",
        &["99999 99999"],
    );
    check(
        "X in 1..4, labeling([bisect, down], [X])",
        &["4", "3", "2", "1"],
    );
    check(
        "X in 1..4, X #\\= 2, labeling([enum], [X])",
        &["1", "3", "4"],
    );
    check(
        "X in 0..9, labeling([max(X mod 4), min(X)], [X])",
        &["3", "7", "2", "6", "1", "5", "9", "0", "4", "8"],
    );
    check(
        "element(I, [5, 7, 9], V), V #> 6, label([I, V])",
        &["2 7", "3 9"],
    );
    check(
        "tuples_in([[X, Y]], [[1, 2], [2, 3], [2, 4]]), X = 2, label([Y])",
        &["2 3", "2 4"],
    );
    check(
        "global_cardinality([X, Y, Z], [1-2, 3-_]), label([X, Y, Z])",
        &["1 1 3", "1 3 1", "3 1 1"],
    );
    check("circuit([X, Y, Z]), label([X, Y, Z])", &["2 3 1", "3 1 2"]);
    check("chain([X, Y, Z], #<), [X, Y, Z] ins 1..3", &["1 2 3"]);
    check(
        "lex_chain([[X, Y], [1, 0]]), [X, Y] ins 0..1, label([X, Y])",
        &["0 0", "0 1", "1 0"],
    );
    check(
        "X in 0..3, cumulative([task(0, 2, _, 1, _), task(X, 1, _, 1, _)]), label([X])",
        &["2", "3"],
    );
    check(
        "automaton([X, Y], [source(a), sink(b)], [arc(a, 0, a), arc(a, 1, b), arc(b, 0, b)]), label([X, Y])",
        &["0 1", "1 0"],
    );
    check(
        "sum([X, Y], #=, 3), [X, Y] ins 1..2, label([X])",
        &["1 2", "2 1"],
    );
    check(
        "scalar_product([2, 3], [X, Y], #=, 12), [X, Y] ins 0..9, label([X])",
        &["0 4", "3 2", "6 0"],
    );
    check("transpose([[1, 2], [3, 4]], [X, Y])", &["[1, 3] [2, 4]"]);
    check("zcompare(O, 3, 4)", &["<"]);
}

#[test]
fn booleans_and_reification() {
    let program = program("");
    let check = |query: &str, expected: &[&str]| {
        assert_eq!(answers(&program, query), expected, "{query}");
    };
    check("B #<==> (X #> 3), X = 5", &["1 5"]);
    check("B #<==> (X #> 3), X = 3", &["0 3"]);
    check("X in 0..9, 1 #<==> (X #> 3), X #< 5", &["4"]);
    check("X in 0..9, 0 #<==> (X #> 3), X #> 2", &["3"]);
    check(
        "X in 0..3, B #<==> (X in 1..2), label([X])",
        &["0 0", "1 1", "2 1", "3 0"],
    );
    check("B #<==> (6 // X #= 2), X = 0", &["0 0"]);
    check(
        "[X, Y] ins 0..1, X #\\/ Y, label([X, Y])",
        &["0 1", "1 0", "1 1"],
    );
    check("[X, Y] ins 0..1, X #\\ Y, label([X, Y])", &["0 1", "1 0"]);
    check(
        "[X, Y] ins 0..1, X #==> Y, label([X, Y])",
        &["0 0", "0 1", "1 1"],
    );
    check(
        "[X, Y] ins 0..1, X #<== Y, label([X, Y])",
        &["0 0", "1 0", "1 1"],
    );
    check("[X, Y] ins 0..1, X #/\\ #\\ Y", &["1 0"]);
    check(
        "[X, Y] ins 1..2, (X #= 1) #<==> (Y #= 2), label([X, Y])",
        &["1 2", "2 1"],
    );
    check(
        "[X, Y] ins 1..2, #\\ (X #= Y), label([X, Y])",
        &["1 2", "2 1"],
    );
}

#[test]
fn errors_are_those_of_swi_prolog() {
    let program = program("");
    let check = |query: &str, expected: &str| {
        let thrown = answers(&program, query);
        assert_eq!(thrown, [format!("not caught: error({expected}")], "{query}");
    };
    check("X in a", "domain_error(clpfd_domain, a)");
    check("X in _", "instantiation_error");
    check("X #= a", "domain_error(clpfd_expression, a)");
    check("X #= 3 + foo", "domain_error(clpfd_expression, foo)");
    check("X in 1..3, X = a", "type_error(integer, a)");
    check("label([X])", "instantiation_error");
    check(
        "X in 1..3, labeling([ff, min], [X])",
        "domain_error(consistent_labeling_options, [ff, min])",
    );
    check(
        "X in 1..3, labeling([ff, ff], [X])",
        "domain_error(nonrepeating_labeling_options, [ff, ff])",
    );
    check(
        "X in 1..3, labeling([foo], [X])",
        "domain_error(labeling_option, foo)",
    );
    check("all_distinct(a)", "type_error(list, a)");
    check("X ins 1..3", "instantiation_error");
    check(
        "1 #<==> foo",
        "domain_error(clpfd_reifiable_expression, foo)",
    );
}

#[test]
fn options_that_change_answers_are_refused() {
    let program = program("");
    let query = |options: &str| format!("X in 1..2, global_cardinality([X], [1-1], {options})");
    let thrown = answers(&program, &query("[foo]"));
    assert_eq!(thrown, ["not caught: error(domain_error(gcc_option, foo)"]);
    assert_eq!(answers(&program, &query("[consistency(value)]")).len(), 1);
}

#[test]
fn domains_are_reported() {
    let program = program("");
    let check = |query: &str, expected: &[&str]| {
        assert_eq!(answers(&program, query), expected, "{query}");
    };
    check(
        "A in 1..5, A #\\= 3, fd_dom(A, D), fd_size(A, S), fd_inf(A, I), fd_sup(A, P), A = 1",
        &["1 1..2 \\/ 4..5 4 1 5"],
    );
    check(
        "A #> 3, fd_dom(A, D), fd_size(A, S), A = 4",
        &["4 4..sup sup"],
    );
    check("fd_dom(A, D), A = 1", &["1 inf..sup"]);
    check("fd_dom(3, D)", &["3..3"]);
    check(
        "A in 0..5, B in 0..5, A #= B * 2, fd_dom(A, D), fd_dom(B, E), A = 0",
        &["0 0 0 \\/ 2 \\/ 4 0..2"],
    );
}

/// What is left of constraints is shown as goals.
#[test]
fn residual_goals() {
    let program = program("");
    let check = |query: &str, expected: &str| {
        let query =
            format!("{query}, copy_term(x(X, Y, Z), C, Gs), numbervars(C-Gs, 0, _), print(Gs)");
        let report = program
            .run(&query, Limits::default())
            .expect("nothing is thrown");
        assert_eq!(
            report.output.replace(' ', ""),
            expected.replace(' ', ""),
            "{query}"
        );
    };
    check("X in 1..5, X #\\= 3", "[clpfd:(A in 1..2\\/4..5)]");
    check("X #> 3", "[clpfd:(A in 4..sup)]");
    check("X #= Y", "[clpfd:(A in inf..sup)]");
    check(
        "X in 1..3, Y #= X + 1",
        "[clpfd:(A in 1..3), clpfd:(A+1#=B), clpfd:(B in 2..4)]",
    );
    check("X #> Y", "[clpfd:(B #=< A + -1)]");
    check("X * Y #= Z", "[clpfd:(A*B#=C)]");
    check("all_different([X, Y])", "[clpfd:all_different([A, B])]");
    check("X + Y #= 10, X = 4", "[]");
}

/// Rules wake when propagation fixes a variable, constraints can be posted in their bodies, and labelling sees what they post.
#[test]
fn rules_and_constraints_work_together() {
    let program = program(
        ":- chr_constraint cell(?any, ?any), seen(?any).\n\
         cell(_, V) ==> integer(V) | write(V), write(' ').\n\
         cell(I, V), cell(J, W) ==> I < J | V #\\= W.\n\
         cell(1, V) \\ seen(V) <=> write(met), write(' ').\n\
         model(A, B, C) :- cell(1, A), cell(2, B), cell(3, C), [A, B, C] ins 1..3, A #< B.\n",
    );
    let outputs = |query: &str| {
        let report = program
            .run(query, Limits::default())
            .expect("nothing is thrown");
        (report.answer.is_some(), report.output)
    };
    // Fixing A leaves one value for B and then one for C.
    assert_eq!(
        outputs("model(A, B, C), A = 2"),
        (true, "2 3 1 ".to_owned())
    );
    assert_eq!(
        answers(&program, "model(A, B, C), label([A, B, C])"),
        ["1 2 3", "1 3 2", "2 3 1"]
    );
    // A variable that was unified with a newer one is itself again after backtracking.
    assert_eq!(
        answers(
            &program,
            "A in 1..2, ( cell(9, Zs), A = Zs, fail ; true ), label([A])"
        ),
        ["1", "2"]
    );
    // A constraint posted after labelling has begun, and variables that become one.
    assert_eq!(
        answers(
            &program,
            "[A, B, C] ins 1..4, label([A]), B #> A, C = B, B + C #= 6"
        ),
        ["1 3 3", "2 3 3"]
    );
    assert_eq!(
        outputs("X in 1..5, seen(X), cell(1, Y), Y #= X"),
        (true, "met ".to_owned())
    );
}

const CLASSICS: &str = r"
send([S,E,N,D,M,O,R,Y]) :-
    Vs = [S,E,N,D,M,O,R,Y], Vs ins 0..9, all_different(Vs),
    S*1000 + E*100 + N*10 + D + M*1000 + O*100 + R*10 + E #= M*10000 + O*1000 + N*100 + E*10 + Y,
    M #\= 0, S #\= 0, label(Vs).
queens(N, Qs) :- length(Qs, N), Qs ins 1..N, safe(Qs), labeling([ff], Qs).
safe([]).
safe([Q|Qs]) :- no_attack(Q, Qs, 1), safe(Qs).
no_attack(_, [], _).
no_attack(Q, [R|Rs], D) :- Q #\= R, abs(Q - R) #\= D, D1 is D + 1, no_attack(Q, Rs, D1).
magic([A,B,C,D,E,F,G,H,I]) :-
    Vs = [A,B,C,D,E,F,G,H,I], Vs ins 1..9, all_distinct(Vs),
    A+B+C #= 15, D+E+F #= 15, G+H+I #= 15, A+D+G #= 15, B+E+H #= 15, C+F+I #= 15, A+E+I #= 15, C+E+G #= 15,
    label(Vs).
knapsack(Vs, Value) :-
    Vs = [A,B,C,D], Vs ins 0..5, 4*A + 3*B + 5*C + 7*D #=< 17, Value #= 5*A + 4*B + 7*C + 10*D,
    once(labeling([max(Value)], Vs)).
sudoku(Rows) :-
    length(Rows, 9), rows9(Rows), append(Rows, Vs), Vs ins 1..9, distinct(Rows), transpose(Rows, Columns), distinct(Columns),
    Rows = [A,B,C,D,E,F,G,H,I], blocks(A,B,C), blocks(D,E,F), blocks(G,H,I).
rows9([]).
rows9([R|Rs]) :- length(R, 9), rows9(Rs).
distinct([]).
distinct([R|Rs]) :- all_distinct(R), distinct(Rs).
blocks([], [], []).
blocks([A,B,C|X], [D,E,F|Y], [G,H,I|Z]) :- all_distinct([A,B,C,D,E,F,G,H,I]), blocks(X, Y, Z).
problem([[_,_,_,_,_,_,_,_,_],[_,_,_,_,_,3,_,8,5],[_,_,1,_,2,_,_,_,_],[_,_,_,5,_,7,_,_,_],[_,_,4,_,_,_,1,_,_],[_,9,_,_,_,_,_,_,_],[5,_,_,_,_,_,_,7,3],[_,_,2,_,1,_,_,_,_],[_,_,_,_,4,_,_,_,9]]).
solve(R) :- problem(Rows), sudoku(Rows), append(Rows, Vs), labeling([ff], Vs), Rows = [R|_].
";

#[test]
fn classic_models() {
    let program = program(CLASSICS);
    assert_eq!(answers(&program, "send(L)"), ["[9, 5, 6, 7, 1, 0, 8, 2]"]);
    assert_eq!(
        answers(&program, "findall(x, queens(6, _), Ls), length(Ls, N)"),
        ["4"]
    );
    assert_eq!(
        answers(&program, "findall(x, magic(_), Ls), length(Ls, N)"),
        ["8"]
    );
    assert_eq!(answers(&program, "knapsack(L, V)"), ["[0, 0, 2, 1] 24"]);
    assert_eq!(
        answers(&program, "solve(R)"),
        ["[9, 8, 7, 6, 5, 4, 3, 2, 1]"]
    );
}

/// A goal that runs too long ends at its limit, also inside propagation.
#[test]
fn limits_are_honoured() {
    let program = program("");
    let limits = Limits::default().time_limit(std::time::Duration::from_millis(300));
    let query = "X in 0..400000000, Y in 0..400000000, X #> Y, Y #> X";
    let report = program.run(query, limits);
    assert!(report.is_err(), "{report:?}");
}

/// One random model over A, B and C as a conjunction that ends in labelling.
fn model(rng: &mut Rng) -> String {
    let vars = ["A", "B", "C"];
    let mut goals = Vec::new();
    let mut domains = Vec::new();
    for var in vars {
        let from = rng.below(6) as i64 - 2;
        domains.push(match rng.below(3) {
            0 => format!("{var} in {from}.. {}", from + 4),
            1 => format!("{var} in {from} \\/ {}.. {}", from + 2, from + 4),
            _ => format!("{var} in {from}.. {}", from + 2),
        });
    }
    let late = rng.below(3) == 0;
    if !late {
        goals.append(&mut domains);
    }
    for _ in 0..1 + rng.below(3) {
        goals.push(constraint(rng, &vars));
    }
    goals.append(&mut domains);
    let select = *rng.pick(&[
        "leftmost", "leftmost", "leftmost", "min", "max", "ff", "ffc",
    ]);
    let order = *rng.pick(&["up", "down"]);
    let choice = *rng.pick(&["step", "enum", "bisect"]);
    let mut options = format!("{select}, {order}, {choice}");
    if rng.one_in(5) {
        let kind = *rng.pick(&["min", "max"]);
        options = format!("{kind}({}), {options}", expression(rng, &vars, 1));
    }
    goals.push(format!("labeling([{options}], [A, B, C])"));
    goals.join(", ")
}

fn expression(rng: &mut Rng, vars: &[&str], depth: u32) -> String {
    if depth == 0 || rng.one_in(3) {
        return match rng.below(4) {
            0 => format!("{}", rng.below(5)),
            _ => (*rng.pick(vars)).to_owned(),
        };
    }
    let (x, y) = (
        expression(rng, vars, depth - 1),
        expression(rng, vars, depth - 1),
    );
    match rng.below(10) {
        0..=2 => format!("({x} + {y})"),
        3 | 4 => format!("({x} - {y})"),
        5 => format!("({x} * {y})"),
        6 => format!("abs({x})"),
        7 => format!("max({x}, {y})"),
        8 => format!("({x} mod {})", 2 + rng.below(3)),
        _ => format!("({x} // {})", 2 + rng.below(3)),
    }
}

fn comparison(rng: &mut Rng, vars: &[&str]) -> String {
    let relation = *rng.pick(&["#=", "#\\=", "#<", "#=<", "#>", "#>="]);
    let (left, right) = (expression(rng, vars, 2), expression(rng, vars, 1));
    format!("{left} {relation} {right}")
}

fn constraint(rng: &mut Rng, vars: &[&str]) -> String {
    match rng.below(12) {
        0..=4 => comparison(rng, vars),
        5 | 6 => {
            let connective = *rng.pick(&["#<==>", "#==>", "#\\/", "#/\\", "#\\"]);
            format!(
                "({}) {connective} ({})",
                comparison(rng, vars),
                comparison(rng, vars)
            )
        }
        7 => "all_different([A, B, C])".to_owned(),
        8 => "all_distinct([A, B, C])".to_owned(),
        9 => format!("sum([A, B, C], #=<, {})", rng.below(7)),
        10 => "element(A, [B, C, 2], B)".to_owned(),
        _ => "tuples_in([[A, B], [B, C]], [[1, 2], [2, 1], [2, 3], [0, 0]])".to_owned(),
    }
}

/// Random models have the answers of SWI-Prolog, in the same order if variables are labelled from left to right.
#[test]
#[ignore = "needs SWI-Prolog"]
fn random_models_have_the_answers_of_swi_prolog() {
    let models: Vec<String> = (0..1000).map(|seed| model(&mut Rng::new(seed))).collect();
    let mut text = String::new();
    for (number, model) in models.iter().enumerate() {
        text += &format!(
            "m({number}) :- catch(findall(A/B/C, ({model}), L), error(E, _), L = E), print(L), nl.\n"
        );
    }
    let ours = {
        let program = program(&text);
        let one = |number: usize| {
            let report = program.run(&format!("m({number})"), Limits::default());
            report.expect("nothing is thrown").output
        };
        (0..models.len()).map(one).collect::<Vec<_>>()
    };
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("models.pl");
    let last = models.len() - 1;
    let script = format!(
        ":- use_module(library(clpfd)).\n{text}\n:- forall(between(0, {last}, N), m(N)).\n"
    );
    std::fs::write(&file, script).expect("the file can be written");
    let out = Command::new("swipl")
        .args(["-q", "-t", "halt"])
        .arg(&file)
        .output()
        .expect("swipl runs");
    let theirs = String::from_utf8(out.stdout).expect("the output is text");
    let plain = |line: &str| line.replace(' ', "");
    // Which variable comes next depends on domains, and so on the strength of propagation; then only the answers are equal.
    let sorted = |line: &str| {
        let mut answers: Vec<&str> = line.trim_matches(['[', ']']).split(',').collect();
        answers.sort_unstable();
        answers.join(",")
    };
    let mut different = Vec::new();
    for ((model, ours), theirs) in models.iter().zip(&ours).zip(theirs.lines()) {
        let (left, right) = (plain(ours.trim_end()), plain(theirs));
        let ordered = model.contains("leftmost");
        if left != right && (ordered || sorted(&left) != sorted(&right)) {
            different.push(format!("{model}\n  ours   {ours}  theirs {theirs}\n"));
        }
    }
    assert_eq!(theirs.lines().count(), models.len());
    assert!(
        different.is_empty(),
        "{} differ:\n{}",
        different.len(),
        different.concat()
    );
}
