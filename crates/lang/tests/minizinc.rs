//! The output of `--to minizinc` is equivalent: MiniZinc with Gecode finds the same number of solutions, or the same optimum, for every model in
//! `docs/manual/reference/language.md` and every example.

mod page;

use std::process::Command;

use gridwright_lang::{Program, Source};
use gridwright_solve::{RunOptions, Session, SolveResult};

/// The result to compare: the number of solutions, or the optimum.
#[derive(Debug, PartialEq, Eq)]
enum Found {
    Solutions(usize),
    Best(i32),
    NoBest,
}

fn ours(program: &Program) -> Found {
    let built = program.model().expect("small numbers");
    let mut session = Session::new(&built.model, &RunOptions::new()).expect("valid options");
    match built.model.objective() {
        None => Found::Solutions(session.solutions(&[]).expect("no objective").count()),
        Some(objective) => match session.solve(&[]).expect("it runs") {
            SolveResult::Found(found) => {
                let view = objective.view();
                Found::Best(view.of(found.value(view.var)))
            }
            _ => Found::NoBest,
        },
    }
}

fn theirs(program: &Program, name: &str) -> Found {
    let file = format!("{}/{name}.mzn", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(&file, program.minizinc()).expect("a file can be written");
    let output = Command::new("minizinc")
        .args([
            "--solver",
            "gecode",
            "--all-solutions",
            "--output-objective",
        ])
        .args(["--output-mode", "json", &file])
        .output()
        .expect("MiniZinc is installed; see `cargo xtask doctor`");
    let output_text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{name}: {errors}\n{}",
        program.minizinc()
    );
    if !program.has_objective() {
        return Found::Solutions(
            output_text
                .lines()
                .filter(|line| *line == "----------")
                .count(),
        );
    }
    let mut values = output_text.lines().filter_map(|line| {
        let value = line.trim().strip_prefix("\"_objective\" :")?;
        value.trim().trim_end_matches(',').parse().ok()
    });
    values.next_back().map_or(Found::NoBest, Found::Best)
}

fn program(name: &str, text: &str) -> Option<Program> {
    Source::new(name, text).program(&[]).ok()
}

#[test]
#[ignore = "needs MiniZinc and Gecode"]
fn models_of_the_manual_are_equivalent_in_minizinc() {
    let mut n = 0;
    for (at, text) in page::models().into_iter().enumerate() {
        // Some models on the page are examples of errors.
        let Some(program) = program("page", &text) else {
            continue;
        };
        n += 1;
        let name = format!("page{at}");
        assert_eq!(
            theirs(&program, &name),
            ours(&program),
            "{text}\n{}",
            program.minizinc()
        );
    }
    assert!(n >= 20, "{n} models");
}

#[test]
#[ignore = "needs MiniZinc and Gecode"]
fn examples_are_equivalent_in_minizinc() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/programs");
    let mut n = 0;
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        let name = path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        // It has 275,305,224 solutions; `examples.rs` counts a part of them.
        if name == "magic5" {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("it can be read");
        let program = program(&name, &text).expect("examples are right");
        n += 1;
        assert_eq!(theirs(&program, &name), ours(&program), "{name}");
    }
    assert!(n >= 11, "{n} examples");
}
