//! The checker stays short enough to be read: the lines of its modules, as the header of the crate states them.

use std::fs;
use std::path::{Path, PathBuf};

/// The lines of a file without its tests.
fn n_lines(file: &Path) -> usize {
    let text = fs::read_to_string(file).expect("a file");
    let code = text.split("#[cfg(test)]").next().unwrap_or("");
    code.trim_end().lines().count()
}

/// The lines of a module: a file, or all files of a folder.
fn n_module_lines(name: &str) -> usize {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("src")
        .join(name);
    if !path.is_dir() {
        return n_lines(&path.with_extension("rs"));
    }
    let files = fs::read_dir(path).expect("a folder");
    files
        .map(|file| n_lines(&file.expect("a file").path()))
        .sum()
}

#[test]
fn the_header_states_the_size_of_the_checker() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs");
    let header = fs::read_to_string(root).expect("a file");
    let mut n_checker = 0;
    for name in [
        "check",
        "infer",
        "domains",
        "format",
        "atom",
        "statement/constraint",
        "statement/mod",
    ] {
        let n = n_module_lines(name);
        let row = format!("//! | `{name}` | {n} |");
        assert!(header.contains(&row), "expected `{row}`");
        if !name.starts_with("statement") {
            n_checker += n;
        }
    }
    let sum = format!("{},{:03} lines", n_checker / 1000, n_checker % 1000);
    assert!(header.contains(&sum), "expected `{sum}`");
    assert!(n_checker <= 1_550, "the checker has {n_checker} lines");
}
