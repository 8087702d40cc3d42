//! Proofs in the DRCP format: accepted by a reader of our own and by `pumpkin-checker`, and refused after changes.

mod reader;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use gridwright_fd::{Limit, Limits, Rng, Stop};
use gridwright_flatzinc::{Program, ProofClaim, prove_in_drcp, read_drcp};
use gridwright_solve::DrcpModel;

/// Models with what is proved about them: no solution, or the best objective.
fn models() -> Vec<(&'static str, String, Option<i32>)> {
    let pigeons = |n: i32| {
        let names: Vec<String> = (1..=n).map(|i| format!("p{i}")).collect();
        let mut text = String::new();
        for name in &names {
            let _ = writeln!(text, "var 1..{}: {name};", n - 1);
        }
        text + &format!(
            "constraint pumpkin_all_different([{}]);\nsolve satisfy;\n",
            names.join(", ")
        )
    };
    // The same by sums of Booleans: each pigeon has a hole, and each hole at most one pigeon.
    let pigeons_by_sums = |n: usize| {
        let mut text = String::new();
        let name = |i: usize, j: usize| format!("x{i}_{j}");
        for i in 0..n {
            for j in 0..n - 1 {
                let _ = writeln!(text, "var 0..1: {};", name(i, j));
            }
        }
        let sum = |scale: &str, names: Vec<String>, bound: i32| {
            let scales = vec![scale; names.len()].join(",");
            format!(
                "constraint int_lin_le([{scales}], [{}], {bound});\n",
                names.join(",")
            )
        };
        for i in 0..n {
            text += &sum("-1", (0..n - 1).map(|j| name(i, j)).collect(), -1);
        }
        for j in 0..n - 1 {
            text += &sum("1", (0..n).map(|i| name(i, j)).collect(), 1);
        }
        text + "solve satisfy;\n"
    };
    let tasks = |capacity: i32, end: i32| {
        format!(
            "var 0..20: a;\nvar 0..20: b;\nvar 0..20: c;\nvar 0..20: d;\nvar 0..{end}: end;\n\
             constraint pumpkin_cumulative([a, b, c, d], [4, 3, 5, 2], [2, 3, 2, 3], {capacity});\n\
             constraint int_lin_le([1, -1], [a, end], -4);\nconstraint int_lin_le([1, -1], [b, end], -3);\n\
             constraint int_lin_le([1, -1], [c, end], -5);\nconstraint int_lin_le([1, -1], [d, end], -2);\n"
        )
    };
    // A magic square of order 3 whose centre is not 5.
    let magic = "array [1..3] of int: ones = [1, 1, 1];\n\
        var 1..9: a; var 1..9: b; var 1..9: c; var 1..9: d; var {1,2,3,4,6,7,8,9}: e; var 1..9: f; var 1..9: g; var 1..9: h; var 1..9: i;\n\
        constraint pumpkin_all_different([a,b,c,d,e,f,g,h,i]);\n\
        constraint int_lin_eq(ones, [a,b,c], 15);\nconstraint int_lin_eq(ones, [d,e,f], 15);\nconstraint int_lin_eq(ones, [g,h,i], 15);\n\
        constraint int_lin_eq(ones, [a,d,g], 15);\nconstraint int_lin_eq(ones, [b,e,h], 15);\nconstraint int_lin_eq(ones, [c,f,i], 15);\n\
        constraint int_lin_eq(ones, [a,e,i], 15);\nconstraint int_lin_eq(ones, [c,e,g], 15);\nsolve satisfy;\n";
    // Golomb rulers: the differences of all pairs of marks are different.
    let golomb = |n: usize, longest: i32| {
        let mut text = String::from("var 0..0: m0;\n");
        for i in 1..n {
            let _ = writeln!(text, "var 0..{longest}: m{i};");
        }
        let mut sums = String::new();
        let mut names = Vec::new();
        for j in 1..n {
            for i in 0..j {
                let _ = writeln!(text, "var 1..{longest}: d{i}_{j} :: is_defined_var;");
                let _ = writeln!(
                    sums,
                    "constraint int_lin_eq([1, -1, 1], [m{i}, m{j}, d{i}_{j}], 0) :: defines_var(d{i}_{j});"
                );
                names.push(format!("d{i}_{j}"));
            }
        }
        let names = names.join(", ");
        format!(
            "{text}{sums}constraint pumpkin_all_different([{names}]);\nsolve minimize m{};\n",
            n - 1
        )
    };
    let items = [(4, 12), (2, 2), (1, 1), (10, 4), (1, 2), (3, 7), (5, 11)];
    let knapsack = {
        let mut text = String::new();
        for i in 0..items.len() {
            let _ = writeln!(text, "var 0..2: n{i};");
        }
        let names: Vec<String> = (0..items.len()).map(|i| format!("n{i}")).collect();
        let names = names.join(", ");
        let weights: Vec<String> = items.iter().map(|item| item.1.to_string()).collect();
        let values: Vec<String> = items.iter().map(|item| (-item.0).to_string()).collect();
        format!(
            "{text}var 0..200: value;\nconstraint int_lin_le([{}], [{names}], 15);\n\
             constraint int_lin_eq([1, {}], [value, {names}], 0);\nsolve maximize value;\n",
            weights.join(", "),
            values.join(", ")
        )
    };
    let send_more = "var 1..9: s; var 0..9: e; var 0..9: n; var 0..9: d; var 1..9: m; var 0..9: o; var 0..9: r; var 0..9: y;\n\
        constraint pumpkin_all_different([s, e, n, d, m, o, r, y]);\n\
        constraint int_lin_eq([1000, 91, -90, 1, -9000, -900, 10, -1], [s, e, n, d, m, o, r, y], 0);\nsolve minimize y;\n";
    let not_divided = "var 0..30: x; var 0..30: y; var 0..30: z;\n\
        constraint int_lin_eq([6, 10, -14], [x, y, z], 7);\nsolve satisfy;\n";
    let halves = "var -9..9: x; var -9..9: y; var {-4, -2, 0, 2, 4}: z;\n\
        constraint int_lin_eq([1, 1, -1], [x, y, z], 0);\nconstraint int_lin_eq([1, -1], [x, y], 1);\nsolve satisfy;\n";
    // Fifteen hours of work in six hours for two.
    let too_much_work = "var 0..3: a; var 0..3: b; var 0..3: c; var 0..3: d; var 0..3: e;\n\
        constraint pumpkin_cumulative([a, b, c, d, e], [3, 3, 3, 3, 3], [1, 1, 1, 1, 1], 2);\nsolve satisfy;\n";
    let empty_goal = "var 3..9: x;\nsolve minimize x;\n";
    vec![
        ("pigeons 4", pigeons(4), None),
        ("pigeons 9", pigeons(9), None),
        ("pigeons by sums 5", pigeons_by_sums(5), None),
        ("tasks too late", tasks(4, 8) + "solve satisfy;\n", None),
        ("tasks", tasks(4, 20) + "solve minimize end;\n", Some(10)),
        (
            "tasks, more capacity",
            tasks(5, 20) + "solve minimize end;\n",
            Some(7),
        ),
        ("too much work", too_much_work.to_owned(), None),
        ("magic", magic.to_owned(), None),
        ("golomb 4", golomb(4, 12), Some(6)),
        ("golomb 5", golomb(5, 16), Some(11)),
        ("golomb 6", golomb(6, 25), Some(17)),
        ("golomb 5 too short", golomb(5, 10), None),
        ("knapsack", knapsack, Some(26)),
        ("send more money", send_more.to_owned(), Some(2)),
        ("not divided", not_divided.to_owned(), None),
        ("halves", halves.to_owned(), None),
        ("no constraint", empty_goal.to_owned(), Some(3)),
    ]
}

fn rendered(errors: &[gridwright_term::Diagnostic], text: &str) -> String {
    errors
        .iter()
        .map(|error| error.render(text, "model"))
        .collect()
}

/// The model, what was found, and the proof.
fn proved(text: &str) -> (DrcpModel, ProofClaim, String) {
    let program =
        Program::read(text).unwrap_or_else(|errors| panic!("{}", rendered(&errors, text)));
    let model = read_drcp(text).unwrap_or_else(|errors| panic!("{}", rendered(&errors, text)));
    let limits = Limits::default();
    let (claim, proof) = prove_in_drcp(&program, &model, &limits, Vec::new())
        .unwrap_or_else(|error| panic!("{error}\n{text}"));
    let proof = String::from_utf8(proof).expect("a text");
    (model, claim, proof)
}

#[test]
fn our_reader_accepts_proofs() {
    for (name, text, best) in models() {
        let (model, claim, proof) = proved(&text);
        let expected = best.map_or(ProofClaim::NoSolution, ProofClaim::Optimal);
        assert_eq!(claim, expected, "{name}");
        let concluded = reader::check(&model, &proof)
            .unwrap_or_else(|error| panic!("{name}: {error}\n{text}\n{proof}"));
        assert_eq!(concluded, best.map(i64::from), "{name}");
    }
}

/// The sum has no solution, but bounds show it only in a thousand million steps.
#[test]
fn limits_hold_while_a_proof_is_written() {
    let text = "var 0..1000000000: x;\nvar 0..1000000000: y;\n\
        constraint int_lin_eq([2, -2], [x, y], 1);\nsolve satisfy;\n";
    let program = Program::read(text).expect("a model");
    let model = read_drcp(text).expect("a model");
    let memory = Limits {
        memory: Some(16 << 20),
        ..Limits::default()
    };
    let stop = Stop::new();
    stop.request();
    let stopped = Limits {
        stop: Some(stop),
        ..Limits::default()
    };
    for (limits, expected) in [
        (
            Limits::default().time_limit(Duration::from_millis(200)),
            Limit::Time,
        ),
        (memory, Limit::Memory),
        (stopped, Limit::Stop),
    ] {
        let start = Instant::now();
        let proved = prove_in_drcp(&program, &model, &limits, Vec::new());
        let (claim, _) = proved.expect("no error");
        assert_eq!(claim, ProofClaim::Unknown(expected));
        assert!(start.elapsed() < Duration::from_secs(60), "{expected}");
    }
}

/// A random model: a few variables, and constraints of all kinds.
fn random_text(rng: &mut Rng) -> String {
    let n = 2 + rng.below(4);
    let mut text = String::new();
    for i in 0..n {
        let min = rng.below(7) as i32 - 3;
        match rng.below(3) {
            0 => {
                let (a, b) = (min + 2 + rng.below(2) as i32, min + 5);
                let _ = writeln!(text, "var {{{min}, {a}, {b}}}: x{i};");
            }
            _ => {
                let _ = writeln!(text, "var {min}..{}: x{i};", min + rng.below(6) as i32);
            }
        }
    }
    for _ in 0..1 + rng.below(4) {
        let mut vars: Vec<usize> = (0..n).collect();
        rng.shuffle(&mut vars);
        vars.truncate(1 + rng.below(n));
        let mut names: Vec<String> = vars.iter().map(|i| format!("x{i}")).collect();
        if rng.below(6) == 0 {
            names.push((rng.below(5) as i32 - 1).to_string());
        }
        let all = names.join(", ");
        let mut numbers = |min: i32, size: usize| {
            let numbers = names.iter().map(|_| min + rng.below(size) as i32);
            let numbers = numbers.map(|number| if number == 0 && min < 0 { 7 } else { number });
            numbers
                .map(|number| number.to_string())
                .collect::<Vec<_>>()
                .join(", ")
        };
        match numbers(0, 4).len() + vars[0] {
            which if which % 4 == 0 => {
                let _ = writeln!(text, "constraint pumpkin_all_different([{all}]);");
            }
            which if which % 4 == 1 => {
                let (durations, demands) = (numbers(0, 5), numbers(0, 4));
                let _ = writeln!(
                    text,
                    "constraint pumpkin_cumulative([{all}], [{durations}], [{demands}], {});",
                    3 + which % 2
                );
            }
            which => {
                let relation = if which % 4 == 2 { "le" } else { "eq" };
                let scales = numbers(-3, 7);
                let bound = rng.below(13) as i32 - 6;
                let _ = writeln!(
                    text,
                    "constraint int_lin_{relation}([{scales}], [{all}], {bound});"
                );
            }
        }
    }
    let goal = ["satisfy", "minimize x0", "maximize x1", "satisfy"][rng.below(4)];
    text + &format!("solve {goal};\n")
}

#[test]
fn random_models_are_proved() {
    let mut rng = Rng::new(7);
    let (mut n_none, mut n_best) = (0, 0);
    for _ in 0..3000 {
        let text = random_text(&mut rng);
        let (model, claim, proof) = proved(&text);
        let (items, _) = text.split_once("solve").expect("a goal");
        let program = Program::read(&format!("{items}solve satisfy;")).expect("a model");
        let plain = gridwright_solve::count(&program.model, 1);
        let is_satisfiable = plain.expect("a count").solutions > 0;
        assert_eq!(claim != ProofClaim::NoSolution, is_satisfiable, "{text}");
        let checked = reader::check(&model, &proof);
        match claim {
            ProofClaim::NoSolution => {
                n_none += 1;
                assert_eq!(checked, Ok(None), "{text}\n{proof}");
            }
            ProofClaim::Optimal(best) => {
                n_best += 1;
                assert_eq!(checked, Ok(Some(i64::from(best))), "{text}\n{proof}");
            }
            ProofClaim::Satisfiable => assert!(checked.is_err(), "{text}"),
            ProofClaim::Unknown(_) => panic!("no limit was set"),
        }
    }
    assert!(n_none > 300 && n_best > 300, "{n_none} {n_best}");
}

/// Texts that no proof is written about, with the message.
#[test]
fn other_models_are_refused() {
    for (text, expected) in [
        (
            "var bool: b;\nconstraint bool_clause([b], []);\nsolve satisfy;\n",
            "pumpkin-checker does not know the constraint `bool_clause`",
        ),
        (
            "var 1..3: x;\nconstraint int_le(x, 2);\nsolve satisfy;\n",
            "the constraint `int_le`",
        ),
        (
            "var bool: b;\nconstraint int_lin_le([1], [b], 0);\nsolve satisfy;\n",
            "no Boolean variables, such as `b`",
        ),
        (
            "var int: x;\nconstraint int_lin_le([1], [x], 0);\nsolve satisfy;\n",
            "`x` has no bounds",
        ),
        (
            "var 1..3: x;\nconstraint int_lin_le([0], [x], 0);\nsolve satisfy;\n",
            "no coefficient 0",
        ),
        (
            "var 1..3: x;\nconstraint int_lin_le([1, 1], [x, x], 0);\nsolve satisfy;\n",
            "occurs twice",
        ),
        (
            "var 1..3: x;\nconstraint int_lin_le([1, 1], [x], 0);\nsolve satisfy;\n",
            "as many coefficients",
        ),
        (
            "var 1..3: x = 2;\nconstraint int_lin_le([1], [x], 0);\nsolve satisfy;\n",
            "ignores the value of the variable `x`",
        ),
        (
            "var 0..2000000: x;\nconstraint int_lin_le([2000], [x], 0);\nsolve satisfy;\n",
            "too large",
        ),
        (
            "var {0, 2000000}: x;\nconstraint int_lin_le([1], [x], 0);\nsolve satisfy;\n",
            "too many gaps",
        ),
        (
            "var 0..2: x;\nconstraint pumpkin_cumulative([x], [1], [4], 3);\nsolve satisfy;\n",
            "more than the capacity",
        ),
        (
            "var 0..2: x;\nconstraint pumpkin_cumulative([x], [1], [1, 1], 3);\nsolve satisfy;\n",
            "every task",
        ),
        (
            "var 0..2: x;\nconstraint pumpkin_all_different([x]);\n",
            "the `solve` item is missing",
        ),
        ("var 0..2: x;\nsolve minimize 3;\n", "expected a variable"),
    ] {
        let errors = read_drcp(text).expect_err(text);
        let message = rendered(&errors, text);
        assert!(message.contains(expected), "{text}{message}");
    }
}

/// A changed proof: a number changed, a line dropped or moved, a rule changed, a bound strengthened.
fn mutated(proof: &str, rng: &mut Rng) -> String {
    let mut lines: Vec<String> = proof.lines().map(str::to_owned).collect();
    let at = rng.below(lines.len());
    match rng.below(4) {
        0 => drop(lines.remove(at)),
        1 => {
            let other = rng.below(lines.len());
            lines.swap(at, other);
        }
        _ => {
            let mut words: Vec<String> = lines[at].split(' ').map(str::to_owned).collect();
            let which = 1 + rng.below(words.len() - 1);
            let word = &mut words[which];
            let digits = word.trim_start_matches(|c: char| !c.is_ascii_digit() && c != '-');
            let end = digits.trim_end_matches(']');
            match end.parse::<i64>() {
                Ok(number) => {
                    let by = [-1, 1, -2 * number][rng.below(3)];
                    *word = word.replacen(end, &(number + by).to_string(), 1);
                }
                Err(_) => {
                    *word = ["l:nogood", "l:linear_bounds", ">=", "=="][rng.below(4)].to_owned()
                }
            }
            lines[at] = words.join(" ");
        }
    }
    lines.join("\n") + "\n"
}

#[test]
fn our_reader_refuses_changed_proofs() {
    let mut rng = Rng::new(3);
    let mut n_refused = 0;
    for (name, text, best) in models() {
        let (model, _, proof) = proved(&text);
        for _ in 0..200 {
            match reader::check(&model, &mutated(&proof, &mut rng)) {
                Err(_) => n_refused += 1,
                // What is proved after a change is still true.
                Ok(bound) => match (best, bound) {
                    (Some(best), Some(bound)) => {
                        let is_maximum = text.contains("maximize");
                        let is_weaker = (bound <= i64::from(best)) != is_maximum;
                        assert!(is_weaker || bound == i64::from(best), "{name}: {bound}");
                    }
                    (best, bound) => assert_eq!(best.map(i64::from), bound, "{name}"),
                },
            }
        }
    }
    assert!(n_refused > 1500, "{n_refused}");
}

/// What `pumpkin-checker` says about a model and a proof.
fn accepts(name: &str, text: &str, proof: &str) -> bool {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let place = |end: &str| {
        folder.join(format!(
            "drcp-{}-{}.{end}",
            name.replace(' ', "-"),
            std::process::id()
        ))
    };
    let (model, written) = (place("fzn"), place("drcp"));
    std::fs::write(&model, text).expect("a file");
    std::fs::write(&written, proof).expect("a file");
    let run = Command::new("pumpkin-checker")
        .args([&model, &written])
        .output();
    let output = run.expect("pumpkin-checker is installed; see `cargo xtask doctor`");
    for file in [model, written] {
        std::fs::remove_file(file).expect("it was written");
    }
    output.status.success() && String::from_utf8_lossy(&output.stdout).contains("Proof is valid!")
}

#[test]
#[ignore = "needs pumpkin-checker"]
fn pumpkin_checker_accepts_proofs() {
    for (name, text, _) in models() {
        let (_, _, proof) = proved(&text);
        assert!(accepts(name, &text, &proof), "{name}\n{text}\n{proof}");
    }
    let mut rng = Rng::new(11);
    for i in 0..200 {
        let text = random_text(&mut rng);
        let (_, claim, proof) = proved(&text);
        let is_proved = claim != ProofClaim::Satisfiable;
        assert_eq!(
            accepts(&format!("random {i}"), &text, &proof),
            is_proved,
            "{text}\n{proof}"
        );
    }
}

/// Changed proofs that our reader refuses are refused by the other checker too.
#[test]
#[ignore = "needs pumpkin-checker"]
fn pumpkin_checker_refuses_changed_proofs() {
    let mut rng = Rng::new(5);
    let mut n_refused = 0;
    for (name, text, _) in models() {
        let (model, _, proof) = proved(&text);
        if proof.len() > 100_000 {
            // It takes the checker long.
            continue;
        }
        for i in 0..20 {
            let changed = mutated(&proof, &mut rng);
            if reader::check(&model, &changed).is_err() {
                n_refused += 1;
                assert!(
                    !accepts(&format!("changed {name} {i}"), &text, &changed),
                    "{name}\n{text}\n{changed}"
                );
            }
        }
    }
    assert!(n_refused >= 100, "{n_refused}");
}
