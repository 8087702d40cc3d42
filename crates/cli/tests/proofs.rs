//! Proofs by the command: written, checked, and rejected where they are wrong.

mod common;

use common::{Folder, code, err, out, run};

const FOUR: &str = ".1.. ...2 3... ..3.";
const MANY: &str = ".1.. ...2 3... ....";
const NONE: &str = "11.. .... .... ....";

#[test]
fn proofs_are_written_and_checked() {
    let folder = Folder::new("proofs");
    let file = folder.path("board.proof");
    for (args, expected, accepted) in [
        (["unique", "sudoku", FOUR], 0, Some("exactly one answer")),
        (["unique", "sudoku", NONE], 20, Some("no answer")),
        (["solve", "sudoku", NONE], 20, Some("no answer")),
        (["count", "sudoku", NONE], 20, Some("no answer")),
        (["count", "sudoku", FOUR], 0, Some("exactly one answer")),
        (["unique", "sudoku", MANY], 10, None),
        (["solve", "sudoku", MANY], 0, None),
        (
            ["unique", "hashi", "1.1.2\n.....\n....2\n"],
            20,
            Some("no answer"),
        ),
        (
            ["unique", "magic", "2 7 .\n. . .\n. . .\n"],
            0,
            Some("exactly one answer"),
        ),
        (
            [
                "unique",
                "slitherlink",
                "2..1.\n.2..1\n..2..\n3..3.\n.0..3\n",
            ],
            0,
            Some("exactly one answer"),
        ),
        (
            ["unique", "fillomino", "1 . .\n2 2 .\n"],
            0,
            Some("exactly one answer"),
        ),
    ] {
        for engine in ["learn", "auto"] {
            let _ = std::fs::remove_file(&file);
            let options = ["--proof", &file, "--engine", engine];
            let output = run(&[&args[..], &options].concat());
            assert_eq!(code(&output), expected, "{args:?}: {}", err(&output));
            assert_eq!(std::fs::exists(&file).ok(), Some(accepted.is_some()));
            let Some(accepted) = accepted else {
                assert!(err(&output).contains("no proof was written"), "{args:?}");
                continue;
            };
            let checked = run(&["check-proof", args[1], args[2], &file]);
            assert_eq!(code(&checked), 0, "{args:?}: {}", err(&checked));
            assert!(out(&checked).contains(&format!("proof accepted: {accepted}")));
            if accepted == "exactly one answer" {
                assert!(out(&checked).lines().count() > 1, "the answer is printed");
            }
            // The same proof about other puzzles.
            for other in [MANY, "................"] {
                let checked = run(&["check-proof", "sudoku", other, &file]);
                assert_eq!(code(&checked), 2, "{args:?}");
                assert!(
                    err(&checked).contains("proof rejected"),
                    "{}",
                    err(&checked)
                );
            }
        }
    }
}

#[test]
fn clues_that_suffice_are_printed() {
    let folder = Folder::new("proof-core");
    let file = folder.path("board.proof");
    for (kind, puzzle, expected) in [
        ("sudoku", "21.. ...2 3... ..3.", "4 of 5 clues suffice: r1c"),
        (
            "sudoku",
            "11.. 3... .... ...4",
            "% the proof uses 2 of 4 clues\n% 2 of 4 clues suffice: r1c1 1, r1c2 1\n",
        ),
        (
            "sudoku",
            "11.. 3... .... ....",
            "% 2 of 3 clues suffice: r1c1 1, r1c2 1\n",
        ),
    ] {
        let output = run(&["unique", kind, puzzle, "--proof", &file, "--core"]);
        assert!(
            out(&output).contains(expected),
            "{}{}",
            out(&output),
            err(&output)
        );
    }
    let output = run(&["unique", "sudoku", FOUR, "--core"]);
    assert_eq!(code(&output), 2);
}

#[test]
fn models_are_proved() {
    let folder = Folder::new("model-proofs");
    folder.write(
        "less.gw",
        "Name: A, B, domain: 1..3\nConstraint: A + 1 < B\n",
    );
    folder.write(
        "none.gw",
        "Name: A, B, domain: 1..3\nConstraint: A + 2 < B\n",
    );
    folder.write("some.gw", "Name: A, B, domain: 1..3\nConstraint: A < B\n");
    folder.write(
        "one.fzn",
        "var 1..3: a; var 1..3: b; constraint int_lin_le([1,-1],[a,b],-2); solve satisfy;\n",
    );
    let file = folder.path("model.proof");
    for (verb, model, expected, words) in [
        ("run", "less.gw", 0, "exactly one solution"),
        ("run", "none.gw", 20, "no solution"),
        ("run", "some.gw", 10, "several solutions"),
        ("unique", "one.fzn", 0, "exactly one solution"),
    ] {
        let _ = std::fs::remove_file(&file);
        let model = folder.path(model);
        let output = run(&[verb, &model, "--proof", &file]);
        assert_eq!(code(&output), expected, "{model}: {}", err(&output));
        assert!(out(&output).contains(words), "{model}: {}", out(&output));
        assert_eq!(std::fs::exists(&file).ok(), Some(expected != 10));
        if expected != 10 {
            let checked = run(&["check-proof", &model, &file]);
            assert_eq!(code(&checked), 0, "{model}: {}", err(&checked));
            assert!(out(&checked).contains(&format!("proof accepted: {words}")));
            let other = folder.path("some.gw");
            let rejected = run(&["check-proof", &other, &file]);
            assert_eq!(code(&rejected), 2, "{model}");
        }
    }
}

#[test]
fn cnf_files_are_solved_and_refuted() {
    let folder = Folder::new("cnf");
    // Three pigeons in two holes, and two in two.
    let three =
        "p cnf 6 9\n1 2 0\n3 4 0\n5 6 0\n-1 -3 0\n-1 -5 0\n-3 -5 0\n-2 -4 0\n-2 -6 0\n-4 -6 0\n";
    folder.write("three.cnf", three);
    folder.write("two.cnf", "p cnf 4 4\n1 2 0\n3 4 0\n-1 -3 0\n-2 -4 0\n");
    folder.write("bad.cnf", "p cnf 1 1\n2 0\n");
    let (three, two) = (folder.path("three.cnf"), folder.path("two.cnf"));
    let file = folder.path("x.proof");
    let output = run(&["run", &two]);
    assert_eq!(code(&output), 0, "{}", err(&output));
    let printed = out(&output);
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines[0], "s SATISFIABLE");
    assert!(
        ["v 1 -2 -3 4 0", "v -1 2 3 -4 0"].contains(&lines[1]),
        "{printed}"
    );
    let output = run(&["run", &three, "--stats"]);
    assert_eq!(code(&output), 20);
    assert!(out(&output).starts_with("s UNSATISFIABLE\nc 6 variables, 9 clauses, "));
    for format in ["lrat", "drat"] {
        let _ = std::fs::remove_file(&file);
        let options = ["--proof", &file, "--proof-format", format];
        let output = run(&[&["run", &three], &options[..]].concat());
        assert_eq!(code(&output), 20, "{}", err(&output));
        let proof = std::fs::read_to_string(&file).expect("a proof");
        let last = proof.lines().last().expect("lines");
        let is_empty_clause = match format {
            "lrat" => last.split(' ').nth(1) == Some("0"),
            _ => last == "0",
        };
        assert!(is_empty_clause, "{format}: {proof}");
        // Without a refutation there is no file.
        let _ = std::fs::remove_file(&file);
        let output = run(&[&["run", &two], &options[..]].concat());
        assert_eq!(code(&output), 0);
        assert!(!std::fs::exists(&file).expect("a path"));
        // The CNF of a puzzle is written beside its refutation.
        let output = run(&[&["unique", "sudoku", FOUR], &options[..]].concat());
        assert_eq!(code(&output), 0, "{}", err(&output));
        let cnf = std::fs::read_to_string(format!("{file}.cnf")).expect("a CNF");
        assert!(
            cnf.contains("\np cnf ") || cnf.starts_with("p cnf "),
            "{cnf}"
        );
        let refuted = run(&["run", &format!("{file}.cnf")]);
        assert_eq!(code(&refuted), 20, "{}", out(&refuted));
    }
    // Our own format.
    let output = run(&["run", &three, "--proof", &file]);
    assert_eq!(code(&output), 20, "{}", err(&output));
    let checked = run(&["check-proof", &three, &file]);
    assert_eq!(code(&checked), 0, "{}", err(&checked));
    assert!(out(&checked).contains("proof accepted: no solution"));
    assert_eq!(code(&run(&["check-proof", &two, &file])), 2);
    let bad = folder.path("bad.cnf");
    for (args, message) in [
        (
            vec!["run", &bad],
            "bad.cnf: error: expected a literal from -1 to 1, found `2`",
        ),
        (
            vec!["run", &two, "--all"],
            "a CNF does not support the option --all",
        ),
        (
            vec!["run", &two, "--engine", "fd"],
            "a CNF is solved by the engine sat; use sat or auto",
        ),
        (
            vec![
                "unique",
                "hashi",
                "1.1",
                "--proof",
                &file,
                "--proof-format",
                "lrat",
            ],
            "a problem with connectivity has no refutation in this format; use the format gridwright",
        ),
    ] {
        let output = run(&args);
        assert_eq!(code(&output), 2, "{args:?}");
        assert!(err(&output).contains(message), "{args:?}: {}", err(&output));
    }
}

#[test]
fn wrong_uses_are_explained() {
    let folder = Folder::new("proof-errors");
    let file = folder.path("x.proof");
    folder.write("bad.proof", "no proof");
    let bad = folder.path("bad.proof");
    for (args, message) in [
        (
            vec![
                "unique",
                "sudoku",
                FOUR,
                "--proof",
                &file,
                "--viewpoint",
                "columns",
            ],
            "a proof does not support the option --viewpoint",
        ),
        (
            vec!["unique", "sudoku", FOUR, "--proof", &file, "--engine", "fd"],
            "the engine fd writes no proofs; use learn, sat or auto",
        ),
        (
            vec!["unique", "sudoku", FOUR, MANY, "--proof", &file],
            "expected one puzzle, but the input has several",
        ),
        (
            vec!["check-proof", "sudoku", FOUR],
            "give a puzzle and a proof",
        ),
        (
            vec!["check-proof", "sudoku", FOUR, &bad],
            "this is no proof",
        ),
    ] {
        let output = run(&args);
        assert_eq!(code(&output), 2, "{args:?}");
        assert!(err(&output).contains(message), "{args:?}: {}", err(&output));
        assert!(!std::fs::exists(&file).expect("a path"));
        assert!(!std::fs::exists(format!("{file}.part")).expect("a path"));
    }
}

/// Three pigeons in two holes, and the shortest ruler with four marks.
const PIGEONS: &str = "var 1..2: a;\nvar 1..2: b;\nvar 1..2: c;\nconstraint pumpkin_all_different([a, b, c]);\nsolve satisfy;\n";
const SHORTEST: &str = "var 0..9: x;\nvar 0..9: y;\nconstraint int_lin_le([-1, -2], [x, y], -7);\nconstraint int_lin_le([1, -1], [x, y], 1);\nsolve minimize y;\n";

#[test]
fn flatzinc_is_proved_in_drcp() {
    let folder = Folder::new("drcp");
    folder.write("pigeons.fzn", PIGEONS);
    folder.write("shortest.fzn", SHORTEST);
    folder.write(
        "some.fzn",
        "var 1..3: x;\nconstraint int_lin_le([1], [x], 2);\nsolve satisfy;\n",
    );
    folder.write(
        "other.fzn",
        "var 1..3: x;\nvar 1..3: y;\nconstraint int_ne(x, y);\nsolve satisfy;\n",
    );
    let file = folder.path("model.drcp");
    for (verb, model, expected, status, last) in [
        ("run", "pigeons.fzn", "no solution", 20, "c UNSAT"),
        ("unique", "pigeons.fzn", "no solution", 20, "c UNSAT"),
        ("run", "shortest.fzn", "the best objective is 2", 0, "c "),
        ("run", "some.fzn", "a solution was found", 0, ""),
    ] {
        let _ = std::fs::remove_file(&file);
        let model = folder.path(model);
        let output = run(&[verb, &model, "--proof", &file, "--proof-format", "drcp"]);
        assert_eq!(code(&output), status, "{model}: {}", err(&output));
        assert!(out(&output).contains(expected), "{}", out(&output));
        let proof = std::fs::read_to_string(&file).ok();
        assert_eq!(proof.is_some(), !last.is_empty(), "{model}");
        if let Some(proof) = proof {
            let end = proof.lines().last().unwrap_or_default();
            assert!(end.starts_with(last), "{end}");
        } else {
            assert!(err(&output).contains("no proof was written"));
        }
    }
    for (args, expected) in [
        (
            vec!["run", "other.fzn"],
            "does not know the constraint `int_ne`",
        ),
        (
            vec!["run", "pigeons.fzn", "--engine", "sat"],
            "written by the engine learn",
        ),
        (
            vec!["run", "pigeons.fzn", "--json"],
            "a proof of a FlatZinc model does not support the option --json",
        ),
        (
            vec!["run", "pigeons.fzn", "--stats"],
            "does not support the option --stats",
        ),
        (
            vec!["run", "pigeons.fzn", "--dump"],
            "does not support the option --dump",
        ),
        (vec!["unique", "sudoku", FOUR], "is about a FlatZinc model"),
    ] {
        let args: Vec<String> = args
            .into_iter()
            .map(|word| match word.ends_with(".fzn") {
                true => folder.path(word),
                false => word.to_owned(),
            })
            .collect();
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let options = ["--proof", &file, "--proof-format", "drcp"];
        let output = run(&[&args[..], &options].concat());
        assert_eq!(code(&output), 2, "{args:?}");
        assert!(err(&output).contains(expected), "{}", err(&output));
    }
}

/// A proof that cannot be kept leaves no file.
#[test]
fn parts_of_proofs_are_removed() {
    let folder = Folder::new("proof-parts");
    folder.write("pigeons.fzn", PIGEONS);
    folder.write("none.cnf", "p cnf 1 2\n1 0\n-1 0\n");
    folder.write("none.gw", "Name: A, domain: 1..3\nConstraint: A > 3\n");
    // A folder of that name is in the way.
    let taken = folder.path("taken");
    std::fs::create_dir(&taken).expect("a folder");
    std::fs::create_dir(folder.path("other.cnf")).expect("a folder");
    let other = folder.path("other");
    let [fzn, cnf, gw] = ["pigeons.fzn", "none.cnf", "none.gw"].map(|name| folder.path(name));
    for args in [
        vec!["unique", "sudoku", FOUR, "--proof", &taken],
        vec![
            "unique",
            "sudoku",
            FOUR,
            "--proof",
            &taken,
            "--proof-format",
            "lrat",
        ],
        vec![
            "unique",
            "sudoku",
            FOUR,
            "--proof",
            &other,
            "--proof-format",
            "drat",
        ],
        vec![
            "unique", "sudoku", FOUR, "--proof", &other, "--engine", "fd",
        ],
        vec!["run", &fzn, "--proof", &taken],
        vec!["run", &fzn, "--proof", &taken, "--proof-format", "drcp"],
        vec!["run", &cnf, "--proof", &taken],
        vec!["run", &cnf, "--proof", &taken, "--proof-format", "lrat"],
        vec!["run", &gw, "--proof", &taken],
    ] {
        let output = run(&args);
        assert_eq!(code(&output), 2, "{args:?}");
        let names = std::fs::read_dir(&folder.0).expect("a folder");
        let names = names.map(|entry| entry.expect("an entry").file_name());
        let names: Vec<String> = names
            .map(|name| name.to_string_lossy().into_owned())
            .collect();
        assert!(
            !names.iter().any(|name| name.ends_with(".part")),
            "{args:?} {names:?}"
        );
    }
}
