//! The checker stays short enough to be read: the lines of its modules, as the header of the crate states them.

use std::fs;
use std::path::{Path, PathBuf};

/// The lines of a file without its tests, and those of them that are code: neither empty nor a comment.
fn n_lines(file: &Path) -> (usize, usize) {
    let text = fs::read_to_string(file).expect("a file");
    let code = text.split("#[cfg(test)]").next().unwrap_or("").trim_end();
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
    (code.lines().count(), code.lines().filter(is_code).count())
}

/// [`n_lines`] of a module: a file, or all files of a folder.
fn n_module_lines(name: &str) -> (usize, usize) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("src")
        .join(name);
    if !path.is_dir() {
        return n_lines(&path.with_extension("rs"));
    }
    let files = fs::read_dir(path).expect("a folder");
    let sizes = files.map(|file| n_lines(&file.expect("a file").path()));
    sizes.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
}

#[test]
fn the_header_states_the_size_of_the_checker() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs");
    let header = fs::read_to_string(root).expect("a file");
    let checker = ["check", "infer", "domains", "format", "atom"];
    let problem = ["constraint", "statement", "expand"];
    let (mut n_checker, mut n_code) = (0, 0);
    for name in checker.into_iter().chain(problem) {
        let (n, code) = n_module_lines(name);
        let row = format!("//! | `{name}` | {n} |");
        assert!(header.contains(&row), "expected `{row}`");
        n_code += code;
        if checker.contains(&name) {
            n_checker += n;
        }
    }
    let number = |n: usize| format!("{},{:03}", n / 1000, n % 1000);
    for sum in [
        format!("{} lines.", number(n_checker)),
        format!("{} lines of code", number(n_code)),
    ] {
        assert!(header.contains(&sum), "expected `{sum}`");
    }
    assert!(n_checker <= 1_550, "the checker has {n_checker} lines");
}
