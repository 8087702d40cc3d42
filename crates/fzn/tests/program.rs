//! The program: its output for each option, and its exit status.

use std::io::{BufRead as _, BufReader, ErrorKind, Read as _, Write as _};
use std::process::{Child, Command, Output, Stdio};

const SOLVER: &str = env!("CARGO_BIN_EXE_fzn-gridwright");

/// A model with three solutions, without its `solve` item.
const THREE: &str =
    "var 1..3: x :: output_var;\nvar 1..3: y :: output_var;\nconstraint int_lt(x, y);\n";

/// Starts the solver with a model on standard input.
fn start(args: &[&str], text: &str) -> Child {
    let mut child = Command::new(SOLVER)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program was just built");
    let mut stdin = child.stdin.take().expect("a pipe");
    match stdin.write_all(text.as_bytes()) {
        // At its time limit the program reads no further.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
        written => written.expect("it reads"),
    }
    child
}

fn run(args: &[&str], text: &str) -> Output {
    start(args, text).wait_with_output().expect("it ends")
}

fn stdout(args: &[&str], text: &str) -> String {
    String::from_utf8(run(args, text).stdout).expect("text")
}

#[test]
fn solutions_and_final_status() {
    let satisfy = format!(
        "{THREE}solve :: int_search([x, y], input_order, indomain_min, complete) satisfy;\n"
    );
    let first = "x = 1;\ny = 2;\n----------\n";
    assert_eq!(stdout(&[], &satisfy), first);
    assert_eq!(
        stdout(&["-n", "2"], &satisfy),
        format!("{first}x = 1;\ny = 3;\n----------\n")
    );
    let all =
        format!("{first}x = 1;\ny = 3;\n----------\nx = 2;\ny = 3;\n----------\n==========\n");
    assert_eq!(stdout(&["-a"], &satisfy), all);
    assert_eq!(
        stdout(&["-n", "3"], &satisfy),
        all.replace("==========\n", "")
    );
    assert_eq!(stdout(&["-n", "4"], &satisfy), all);
    let never = "var 1..3: x :: output_var;\nconstraint int_lt(x, 1);\nsolve satisfy;\n";
    assert_eq!(stdout(&[], never), "=====UNSATISFIABLE=====\n");
}

#[test]
fn best_and_improving_solutions() {
    let best = format!(
        "{THREE}solve :: int_search([x, y], input_order, indomain_min, complete) maximize x;\n"
    );
    let last = "x = 2;\ny = 3;\n----------\n==========\n";
    assert_eq!(stdout(&[], &best), last);
    for option in ["-a", "-i"] {
        assert_eq!(
            stdout(&[option], &best),
            format!("x = 1;\ny = 2;\n----------\n{last}")
        );
    }
    assert_eq!(stdout(&["-f"], &best), last);
    let open = "var int: x :: output_var;\nsolve minimize x;\n";
    assert_eq!(
        stdout(&[], open),
        "x = -1000000000;\n----------\n=====UNBOUNDED=====\n"
    );
}

#[test]
fn arrays_and_booleans_have_minizincs_format() {
    let text = "var bool: b;\nvar 2..2: x;\narray [1..4] of var bool: bs :: output_array([1..2, 0..1]) = [b, true, b, false];\n\
                array [1..2] of var int: xs :: output_array([1..2]) = [x, 7];\narray [1..0] of var int: none :: output_array([1..0]) = [];\n\
                constraint bool_not(b, true);\nsolve satisfy;\n";
    assert_eq!(
        stdout(&[], text),
        "bs = array2d(1..2, 0..1, [false, true, false, false]);\nxs = array1d(1..2, [2, 7]);\nnone = array1d({}, []);\n----------\n"
    );
}

#[test]
fn statistics_have_minizincs_names() {
    let text = format!("{THREE}solve satisfy;\n");
    let output = stdout(&["-s", "-a"], &text);
    for name in [
        "nodes",
        "failures",
        "solutions",
        "propagations",
        "variables",
        "solveTime",
        "initTime",
    ] {
        assert!(
            output.contains(&format!("%%%mzn-stat: {name}=")),
            "{output}"
        );
    }
    assert!(output.ends_with("%%%mzn-stat-end\n"), "{output}");
}

#[test]
fn errors_go_to_standard_error() {
    let output = run(
        &[],
        "var 1..3: x;\nconstraint int_equal(x, 3);\nsolve satisfy;\n",
    );
    assert!(!output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stdout), "=====ERROR=====\n");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        errors.starts_with("standard input:2:12: error: unknown constraint `int_equal`\n"),
        "{errors}"
    );
    let output = run(&["-q"], "");
    assert_eq!(output.status.code(), Some(2));
}

/// A signal ends a long search: solutions found so far are printed, and no line claims that the last is the best.
#[test]
fn a_signal_ends_the_search() {
    let n = 40;
    let mut text = String::new();
    for i in 0..n {
        text += &format!("var 0..1000: x{i} :: output_var;\n");
    }
    let names: Vec<String> = (0..n).map(|i| format!("x{i}")).collect();
    let names = names.join(", ");
    text += &format!("constraint fzn_all_different_int([{names}]);\n");
    text += "var 0..100000: z;\n";
    let ones = vec!["1"; n].join(", ");
    text += &format!("constraint int_lin_eq([{ones}, -1], [{names}, z], 0);\n");
    text += &format!(
        "solve :: int_search([{names}], input_order, indomain_max, complete) minimize z;\n"
    );
    let mut child = start(&["-i"], &text);
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    while line != "----------\n" {
        line.clear();
        assert_ne!(
            out.read_line(&mut line).expect("text"),
            0,
            "it ended by itself"
        );
    }
    let killed = Command::new("kill")
        .args(["-TERM", &child.id().to_string()])
        .status();
    assert!(killed.is_ok_and(|status| status.success()));
    let mut rest = String::new();
    out.read_to_string(&mut rest).expect("text");
    assert!(rest.is_empty() || rest.ends_with("----------\n"), "{rest}");
    assert!(!rest.contains("==="), "{rest}");
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn the_time_limit_holds_while_loading() {
    let mut text = String::new();
    for i in 0..200_000 {
        text += &format!("var 1..9: x{i};\nconstraint int_lin_le([1, -1], [x{i}, x0], 0);\n");
    }
    text += "solve satisfy;\n";
    assert_eq!(stdout(&["-t", "1"], &text), "=====UNKNOWN=====\n");
}

/// The variable that is decided first changes slowest in the list of all solutions.
#[test]
fn occurrence_does_not_count_entailed_constraints() {
    let model = "var 0..1: a :: output_var;\nvar 0..1: b :: output_var;\nvar 0..1: c;\n\
        constraint int_lin_le([1, 1], [a, c], 5);\nconstraint int_lin_le([1, 2], [a, c], 7);\n\
        constraint int_lin_le([1, 1], [b, c], 1);\n";
    for select in ["occurrence", "most_constrained"] {
        let text = format!("{model}solve :: int_search([a, b], {select}, indomain_min) satisfy;\n");
        let solution = |a, b| format!("a = {a};\nb = {b};\n----------\n");
        let expected = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(a, b)| solution(a, b));
        let expected = expected.concat() + "==========\n";
        assert_eq!(stdout(&["-a"], &text), expected, "{select}");
    }
}

/// Half-reified Booleans stay open when the other variables are fixed; deciding them takes no nodes.
#[test]
fn introduced_variables_take_no_nodes() {
    let mut text = "var 1..3: x :: output_var;\nvar 1..3: y :: output_var;\n".to_owned();
    for i in 0..50 {
        text += &format!(
            "var bool: b{i} :: var_is_introduced;\nvar bool: c{i} :: var_is_introduced;\n\
             constraint int_ne_imp(x, y, b{i});\nconstraint int_le_imp(x, y, c{i});\n\
             constraint bool_clause([b{i}, c{i}], []);\n"
        );
    }
    text += "solve :: int_search([x, y], input_order, indomain_min) satisfy;\n";
    let printed = stdout(&["-a", "-s"], &text);
    assert_eq!(printed.matches("----------").count(), 9);
    // As many as without the Booleans: a binary tree with nine leaves.
    assert!(printed.contains("%%%mzn-stat: nodes=17\n"), "{printed}");
}

/// Models with floats, and the last solution that is printed for each.
#[test]
fn floats_are_solved() {
    let sum = "var 0..9: x :: output_var;\nvar float: f :: var_is_introduced;\n\
        constraint int2float(x, f) :: defines_var(f);\nvar float: z :: output_var;\n\
        constraint float_lin_eq([0.35, -1.0], [f, z], -0.1) :: defines_var(z);\n";
    let square = "var 0.0..10.0: x :: output_var;\nconstraint float_times(x, x, 2.25);\n";
    for (items, goal, expected) in [
        (
            format!("{sum}constraint float_lin_le([-1.0], [z], -1.0);\n"),
            "minimize z",
            "x = 3;\nz = 1.15;\n----------\n==========\n",
        ),
        (
            format!("{sum}constraint float_lin_lt([1.0], [z], 2.55);\n"),
            "maximize z",
            "x = 6;\nz = 2.2;\n----------\n==========\n",
        ),
        (
            format!("{sum}constraint float_eq(z, 1.0);\n"),
            "satisfy",
            "=====UNSATISFIABLE=====\n",
        ),
        (square.to_owned(), "satisfy", "x = 1.5;\n----------\n"),
        (
            "var float: x :: output_var;\nvar bool: b :: output_var;\n\
             constraint float_exp(x, 1.0);\nconstraint float_lt_reif(x, 2.0, b);\n"
                .to_owned(),
            "satisfy",
            "x = 0.0;\nb = true;\n----------\n",
        ),
        (
            "var 1..3: i :: output_var;\nvar 2.0..5.0: y :: output_var;\n\
             constraint array_float_element(i, [1.0, 7.5, 4.5], y);\n"
                .to_owned(),
            "satisfy",
            "i = 3;\ny = 4.5;\n----------\n",
        ),
    ] {
        let text = format!("{items}solve {goal};\n");
        for options in [&[][..], &["-f"]] {
            assert_eq!(stdout(options, &text), expected, "{text} {options:?}");
        }
    }
}

/// Tiny products, large powers and integers without bounds have their solutions; a float stays within its declared bounds.
#[test]
fn floats_at_the_edge_lose_no_solution() {
    let satisfiable = [
        "var 0.0..1.0: z :: output_var;\nconstraint float_times(1e-150, 1e-150, z);\nconstraint float_le(z, 1e-295);\n",
        "var -4.0..4.0: z :: output_var;\nconstraint float_pow(-1.0, 2000000.0, z);\n",
        "var 0..1000000000: a;\nvar int: b :: is_defined_var;\nvar float: f;\n\
         constraint int_lin_eq([1, -2], [b, a], 0) :: defines_var(b);\nconstraint int2float(b, f);\n\
         constraint int_lin_le([-1], [b], -1500000000);\n",
    ];
    for text in satisfiable {
        let found = stdout(&[], &format!("{text}solve satisfy;"));
        assert!(found.contains("----------"), "{text}{found}");
    }
    let beyond = "var 0..2000000001: n;\nvar 0.0..2000.0: x :: is_defined_var :: output_var;\n\
        var 0.0..3000000000.0: f :: is_defined_var;\nconstraint int2float(n, f) :: defines_var(f);\n\
        constraint float_lin_eq([1.0, -0.000001], [x, f], 0.0) :: defines_var(x);\n\
        constraint int_le(2000000001, n);\nsolve satisfy;";
    assert_eq!(stdout(&[], beyond), "=====UNSATISFIABLE=====\n");
    // A range of few numbers in double precision has few cells, each printed once.
    let narrow = "var 1000.0..1000.000000000001: z :: output_var;\nsolve satisfy;";
    let found = stdout(&["-a"], narrow);
    let mut lines: Vec<&str> = found.lines().filter(|line| line.starts_with('z')).collect();
    let n_lines = lines.len();
    lines.dedup();
    assert!(n_lines > 0 && lines.len() == n_lines, "{found}");
}

#[test]
fn a_float_constraint_with_too_few_arguments_is_an_error() {
    let text = "var 0.0..10.0: x;\nvar 0.0..10.0: y;\nconstraint float_le(x, y);\nconstraint float_eq(x);\nsolve satisfy;";
    let output = run(&[], text);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("float_eq"), "{message}");
    assert!(!message.contains("panicked"), "{message}");
}

/// Bounds and coefficients beyond 32 bits are accepted where the values stay within them.
#[test]
fn large_numbers_that_cannot_occur_are_accepted() {
    let declared =
        "var 0..9: x :: output_var;\nvar 0..9: y;\nvar 0..9000000000: z :: output_var;\n";
    let solve = "solve :: int_search([x, z], input_order, indomain_min) satisfy;\n";
    for (constraints, expected) in [
        (
            "constraint int_lin_eq([1000, 1, -1], [x, y, z], 0) :: defines_var(z);\n\
             constraint int_le(8500, z);\n",
            "x = 9;\nz = 9000;\n----------\n",
        ),
        (
            "constraint int_times(x, y, z) :: defines_var(z);\nconstraint int_le(72, z);\n",
            "x = 8;\nz = 72;\n----------\n",
        ),
    ] {
        let text = format!("{declared}{constraints}{solve}");
        assert_eq!(stdout(&[], &text), expected, "{text}");
    }
    // Nothing bounds `z`.
    let open = run(&[], &format!("{declared}constraint int_le(x, z);\n{solve}"));
    let errors = String::from_utf8_lossy(&open.stderr);
    assert!(errors.contains("9000000000 is outside"), "{errors}");
    let divided = "var 0..9: x :: output_var;\nvar 0..9: y :: output_var;\n\
        constraint int_lin_le([-5000000000, 10000000000], [x, y], -35000000000);\n\
        solve :: int_search([x, y], input_order, indomain_min) satisfy;\n";
    assert_eq!(stdout(&[], divided), "x = 7;\ny = 0;\n----------\n");
}

/// Booleans of the values of one variable share a propagator: the tree is the same with few of them and with many.
#[test]
fn booleans_of_values_do_not_change_the_tree() {
    let tree = |n_counted: usize| {
        let mut text = String::new();
        for x in ["x", "y", "z"] {
            text += &format!("var 1..6: {x} :: output_var;\n");
        }
        text += "constraint int_lt(x, z);\n";
        for value in 1..=n_counted {
            let mut terms = Vec::new();
            for x in ["x", "y", "z"] {
                let (b, i) = (format!("b{x}{value}"), format!("i{x}{value}"));
                text += &format!(
                    "var bool: {b} :: var_is_introduced;\nvar 0..1: {i} :: var_is_introduced;\n\
                     constraint int_eq_reif({x}, {value}, {b}) :: defines_var({b});\n\
                     constraint bool2int({b}, {i}) :: defines_var({i});\n"
                );
                terms.push(i);
            }
            let terms = terms.join(", ");
            // Always true, and not entailed at once.
            text += &format!("constraint int_lin_le([2, 3, 2], [{terms}], 7);\n");
        }
        text += "solve :: int_search([x, y, z], input_order, indomain_min) satisfy;\n";
        let printed = stdout(&["-a", "-s"], &text);
        let nodes = printed.lines().find(|line| line.contains("nodes="));
        let nodes = nodes.expect("statistics").to_owned();
        (printed.matches("----------").count(), nodes)
    };
    assert_eq!(tree(0), tree(2));
    assert_eq!(tree(0), tree(6));
}

/// FlatZinc as older compilers and other solvers' libraries write it.
#[test]
fn texts_for_other_solvers_are_loaded() {
    let search = "int_search(xs, input_order, indomain_min)";
    for (items, expected) in [
        (
            "array [1..3] of var 1..3: xs :: output_array([1..3]);\n\
             array [1..0] of var set of int: none = [];\narray [1..0] of var float: f;\n\
             constraint all_different_int(xs);\nconstraint int_lt(xs[2], xs[1]);\n\
             constraint int_ne(xs[3], 3);\n",
            "xs = array1d(1..3, [3, 1, 2]);\n----------\nxs = array1d(1..3, [3, 2, 1]);\n----------\n==========\n",
        ),
        (
            "array [1..2] of var bool: bs;\narray [1..2] of var 0..3: xs :: output_array([1..2]);\n\
             constraint int_eq_reif(xs[1], 2, bs[1]);\nconstraint bool_eq(bs[1], true);\n\
             constraint gecode_table_int(xs, [0, 0, 2, 1, 2, 3]);\n\
             constraint at_most_int(0, xs, 3);\nconstraint decreasing_int(xs);\n",
            "xs = array1d(1..2, [2, 1]);\n----------\n==========\n",
        ),
        (
            "array [1..3] of var 0..2: xs :: output_array([1..3]);\n\
             constraint gecode_circuit(0, xs);\nconstraint int_eq(xs[1], 1);\n",
            "xs = array1d(1..3, [1, 2, 0]);\n----------\n==========\n",
        ),
        (
            "array [1..2] of var 1..2: xs :: output_array([1..2]);\n\
             array [1..2] of var 0..1: ys;\nconstraint inverse_offsets(xs, 1, ys, 0);\n\
             constraint int_eq(ys[1], 1);\n",
            "xs = array1d(1..2, [2, 1]);\n----------\n==========\n",
        ),
    ] {
        let text = format!("{items}solve :: {search} satisfy;\n");
        let printed = stdout(&["-a"], &text);
        assert_eq!(printed, expected);
    }
}

#[test]
fn limits_on_nodes_and_failures_hold() {
    let queens = {
        let mut text = String::new();
        let names: Vec<String> = (0..30).map(|i| format!("q{i}")).collect();
        for name in &names {
            text += &format!("var 1..29: {name};\n");
        }
        let list = names.join(", ");
        // Thirty variables with 29 values: no solution, and no quick proof without counting.
        for i in 0..30 {
            for j in 0..i {
                text += &format!("constraint int_ne(q{i}, q{j});\n");
            }
        }
        text + &format!("solve :: int_search([{list}], input_order, indomain_min) satisfy;\n")
    };
    for (option, stat) in [("-node", "nodes"), ("-fail", "failures")] {
        let printed = stdout(&[option, "100", "-s"], &queens);
        assert!(printed.starts_with("=====UNKNOWN=====\n"), "{printed}");
        assert!(printed.contains(&format!("{stat}=100\n")), "{printed}");
    }
}

#[test]
fn proofs_are_written_after_solving() {
    let folder = std::env::temp_dir().join(format!("fzn-gridwright-proof-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("model.drcp");
    let name = file.to_str().expect("a name");
    let vars = "var 0..9: x :: output_var;\nvar 0..9: y :: output_var;\n";
    let sum = "constraint int_lin_le([-1, -2], [x, y], -7);\n";
    let less = "constraint int_lin_le([1, -1], [x, y], -1);\n";
    for (text, output, conclusion) in [
        (
            format!("{vars}{sum}{less}solve minimize y;\n"),
            "x = 1;\ny = 3;\n----------\n==========\n",
            Some("c "),
        ),
        (
            format!("{vars}{less}constraint int_lin_le([-1, 1], [x, y], 0);\nsolve satisfy;\n"),
            "=====UNSATISFIABLE=====\n",
            Some("c UNSAT"),
        ),
        (
            format!("{vars}constraint int_lin_eq([1, 10], [x, y], 99);\nsolve satisfy;\n"),
            "x = 9;\ny = 9;\n----------\n",
            None,
        ),
    ] {
        let _ = std::fs::remove_file(&file);
        let run = run(&["--proof", name], &text);
        assert_eq!(String::from_utf8_lossy(&run.stdout), output, "{text}");
        let proof = std::fs::read_to_string(&file).ok();
        let last = proof.as_ref().and_then(|proof| proof.lines().last());
        match (conclusion, last) {
            (Some(conclusion), Some(last)) => assert!(last.starts_with(conclusion), "{last}"),
            (None, None) => {
                let message = String::from_utf8_lossy(&run.stderr).into_owned();
                assert!(message.contains("no proof was written"), "{message}");
            }
            (_, last) => panic!("{text}{last:?}"),
        }
    }
    // A constraint that the checker does not know is named before anything is solved.
    let refused = run(&["--proof", name], &format!("{THREE}solve satisfy;\n"));
    let message = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        message.contains("does not know the constraint `int_lt`"),
        "{message}"
    );
    assert_eq!(
        String::from_utf8_lossy(&refused.stdout),
        "=====ERROR=====\n"
    );
    assert!(run(&["--proof"], "").stdout.is_empty());
    // No file is left of a proof that cannot be kept.
    let taken = folder.join("taken");
    std::fs::create_dir(&taken).expect("a folder");
    let text = format!("{vars}{sum}{less}solve minimize y;\n");
    let refused = run(&["--proof", taken.to_str().expect("a name")], &text);
    assert!(refused.status.success());
    assert_eq!(
        String::from_utf8_lossy(&refused.stdout),
        "x = 1;\ny = 3;\n----------\n==========\n"
    );
    let message = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(message.contains("taken: "), "{message}");
    assert!(!folder.join("taken.part").exists());
    let nowhere = folder.join("nowhere").join("model.drcp");
    let refused = run(&["--proof", nowhere.to_str().expect("a name")], &text);
    assert!(refused.status.success());
    let printed = String::from_utf8_lossy(&refused.stdout).into_owned();
    assert!(printed.ends_with("==========\n"), "{printed}");
    // Nor of one that takes too long.
    let long = "var 0..1000000000: x;\nvar 0..1000000000: y;\nconstraint int_lin_eq([2, -2], [x, y], 1);\nsolve satisfy;\n";
    let _ = std::fs::remove_file(&file);
    let stopped = run(&["--proof", name, "-t", "1000"], long);
    assert!(stopped.status.success());
    let message = String::from_utf8_lossy(&stopped.stderr).into_owned();
    assert!(message.contains("no proof was written"), "{message}");
    assert!(!file.exists() && !folder.join("model.drcp.part").exists());
    std::fs::remove_dir_all(&folder).expect("it was made");
}
