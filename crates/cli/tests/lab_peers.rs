//! Peers that are not installed, replaced by scripts on the path: they are found and run with the common limits, and their output is parsed.
#![cfg(unix)]

mod common;

use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Output;

use common::{Folder, command_in, out};

/// Writes a script to the first folder of the path.
fn script(folder: &Folder, name: &str, text: &str) {
    let file = format!("bin/{name}");
    folder.write(&file, format!("#!/bin/sh\n{text}\n"));
    let may_run = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(folder.0.join(file), may_run).expect("it can be made a program");
}

/// Runs `lab peers` on `rows.toml`, with only the scripts and the system folders on the path.
fn race(folder: &Folder, peer: &str) -> Output {
    let mut path: Vec<PathBuf> = vec![folder.0.join("bin")];
    path.extend(["/bin", "/usr/bin"].map(PathBuf::from));
    let path = std::env::join_paths(path).expect("no colon in a folder's name");
    let line = format!("lab peers --rows rows.toml --peer {peer} --quick --to race");
    let args: Vec<&str> = line.split(' ').collect();
    let done = command_in(&folder.0, &args).env("PATH", path).output();
    done.expect("the command starts")
}

#[test]
fn tdoku_gets_a_set_and_its_time_is_parsed() {
    let folder = Folder::new("peer-tdoku");
    let board = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1";
    folder.write(
        "rows.toml",
        format!("[[row]]\nname = 'easter'\nkind = 'sudoku'\ntext = '{board}'\n"),
    );
    // It records its arguments, and prints that a puzzle takes 250 microseconds.
    let answer = "for word in \"$@\"; do file=$word; done\n\
        echo \"$@\" > ../asked.txt 2>/dev/null || echo \"$@\" > \"$(dirname \"$0\")/../asked.txt\"\n\
        cp \"$file\" \"$(dirname \"$0\")/../boards.txt\"\n\
        echo 'solver,options,dataset,puzzles/sec,usec/puzzle,%no_guess,guesses/puzzle'\n\
        echo 'tdoku,clang,boards.txt,4000.0,250.0,10.0%,0.50'";
    script(&folder, "tdoku", answer);
    let done = race(&folder, "tdoku");
    let printed = out(&done).to_owned();
    assert!(done.status.success(), "{done:?}");
    assert!(
        printed.contains("tdoku: ") && !printed.contains("tdoku: not installed"),
        "{printed}"
    );
    let runs = std::fs::read_to_string(folder.0.join("race/runs.csv")).expect("runs");
    let row = runs.lines().find(|line| line.contains(",tdoku,"));
    assert!(row.is_some_and(|row| row.contains(",0.2500,")), "{runs}");
    let boards = std::fs::read_to_string(folder.0.join("boards.txt")).expect("it was given boards");
    assert_eq!(boards.trim_end(), board);
}

#[test]
fn chuffed_is_found_through_minizinc() {
    let folder = Folder::new("peer-chuffed");
    folder.write(
        "rows.toml",
        "[[row]]\nname = 'squares'\nkind = 'magic'\nquestion = 'first'\ntext = 'order 3'\n",
    );
    // MiniZinc lists it, and writes the flat model to the file after --fzn.
    let minizinc = "case \"$1\" in\n\
        --solvers) echo '  Chuffed 0.13.2 (org.chuffed.chuffed, cp, lcg, int)' ;;\n\
        *) while [ $# -gt 0 ]; do if [ \"$1\" = --fzn ]; then echo 'solve satisfy;' > \"$2\"; fi\n\
        if [ \"$1\" = --solver ]; then echo \"$2\" > \"$(dirname \"$0\")/../solver.txt\"; fi; shift; done ;;\n\
        esac";
    script(&folder, "minizinc", minizinc);
    let chuffed = "echo 'x = 1;'\necho '----------'\necho '%%%mzn-stat: initTime=0.001'\necho '%%%mzn-stat: solveTime=0.002'\necho '%%%mzn-stat: failures=7'";
    script(&folder, "fzn-chuffed", chuffed);
    let done = race(&folder, "chuffed");
    let printed = out(&done).to_owned();
    assert!(done.status.success(), "{done:?}");
    assert!(printed.contains("chuffed: Chuffed 0.13.2; "), "{printed}");
    let runs = std::fs::read_to_string(folder.0.join("race/runs.csv")).expect("runs");
    let row = runs.lines().find(|line| line.contains(",chuffed,"));
    let row = row.unwrap_or_else(|| panic!("{runs}\n{printed}"));
    assert!(
        row.contains(",chuffed,solved,") && row.contains(",3.0000,7,"),
        "{row}"
    );
    let solver = std::fs::read_to_string(folder.0.join("solver.txt")).expect("it flattened");
    assert_eq!(solver.trim_end(), "org.chuffed.chuffed");
}

#[test]
fn cspuz_gets_a_url_and_its_verdict_is_parsed() {
    let folder = Folder::new("peer-cspuz");
    folder.write(
        "rows.toml",
        "[[row]]\nname = 'one cell'\nkind = 'slitherlink'\ntext = '4'\n\
        [[row]]\nname = 'first'\nkind = 'slitherlink'\nquestion = 'first'\ntext = '4'\n\
        [[row]]\nname = 'other kind'\nkind = 'magic'\ntext = 'order 3'\n",
    );
    let answer = "if [ $# = 0 ]; then echo 'Usage: run_solver [--json] <puzzle_url>' >&2; exit 1; fi\n\
        echo \"$@\" >> \"$(dirname \"$0\")/../asked.txt\"\n\
        echo 'Answer Status: Unique'";
    script(&folder, "run_solver", answer);
    let done = race(&folder, "cspuz");
    assert!(done.status.success(), "{done:?}");
    let runs = std::fs::read_to_string(folder.0.join("race/runs.csv")).expect("runs");
    let rows: Vec<&str> = runs
        .lines()
        .filter(|line| line.contains(",cspuz,"))
        .collect();
    assert!(
        matches!(rows[..], [row] if row.starts_with("one cell,") && row.contains(",cspuz,unique,")),
        "{runs}"
    );
    let asked = std::fs::read_to_string(folder.0.join("asked.txt")).expect("it was asked");
    let mut urls = asked.lines();
    assert!(
        urls.all(|url| url == "https://puzz.link/p?slither/1/1/e"),
        "{asked}"
    );
}

#[test]
fn a_missing_peer_is_named() {
    let folder = Folder::new("peer-missing");
    folder.write(
        "rows.toml",
        "[[row]]\nname = 'squares'\nkind = 'magic'\nquestion = 'first'\ntext = 'order 3'\n",
    );
    script(
        &folder,
        "minizinc",
        "echo 'Available solver configurations:'",
    );
    let done = race(&folder, "chuffed");
    let printed = out(&done).to_owned();
    assert!(
        printed.contains("chuffed: not installed; MiniZinc does not know org.chuffed.chuffed; "),
        "{printed}"
    );
}
