//! What every Rust file keeps to: its length, its header, and nothing left lying about.

use crate::tidy::Finding;
use crate::tidy::rust::Kind;
use crate::tidy::tree::{Tree, header};

const LONG: usize = 400;
const TOO_LONG: usize = 600;

/// A file over 600 lines says why in its header; one over 400 is noted.
pub(crate) fn lengths(tree: &Tree) -> Vec<Finding> {
    let mut found = Vec::new();
    for (path, text) in tree.with(".rs") {
        let lines = text.lines().count();
        if lines > LONG && !header(text).contains("Length:") {
            found.push(Finding {
                note: lines <= TOO_LONG,
                ..Finding::new(
                    path,
                    lines,
                    format!("{lines} lines"),
                    "split it by ideas, or give the reason in the header after `Length:`",
                )
            });
        }
    }
    found
}

/// A file begins with a header.
pub(crate) fn headers(tree: &Tree) -> Vec<Finding> {
    let bare = tree
        .with(".rs")
        .filter(|(_, text)| header(text).trim().is_empty());
    let fix = "say in a `//!` header on its first lines what the file is";
    bare.map(|(path, _)| Finding::new(path, 1, "no header", fix))
        .collect()
}

/// No test is switched off or expects a panic of any kind, and no comment puts work off.
pub(crate) fn leftovers(tree: &Tree) -> Vec<Finding> {
    let mut found = Vec::new();
    for (path, tokens) in tree.rust() {
        for window in tokens.windows(3) {
            if window[0].is("#") && window[1].is("[") {
                let fix = match window[2].text {
                    "ignore" => "make the test pass, or remove it with a reason",
                    "should_panic" => "test the error as a value",
                    _ => continue,
                };
                let problem = format!("#[{}]", window[2].text);
                found.push(Finding::new(path, window[2].line, problem, fix));
            }
        }
        for comment in tokens.iter().filter(|token| token.kind == Kind::Comment) {
            for (offset, line) in comment.text.lines().enumerate() {
                let mut words = line.split(|c: char| !c.is_alphanumeric());
                if let Some(word) = words.find(|word| ["TODO", "FIXME", "XXX"].contains(word)) {
                    let fix = "do it, or write a decision record, or say it as a `Regret:`";
                    found.push(Finding::new(path, comment.line + offset, word, fix));
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn only(text: &str) -> Tree {
        Tree::of(&[("crates/fd/src/a.rs", text)])
    }

    #[test]
    fn long_files_are_noted_and_longer_ones_refused() {
        let file = |header: &str, lines: usize| only(&(header.to_owned() + &"\n".repeat(lines)));
        assert_eq!(lengths(&file("//! A.", 400)), []);
        assert!(lengths(&file("//! A.", 401))[0].note);
        assert!(lengths(&file("//! A.", 600))[0].note);
        assert!(!lengths(&file("//! A.", 601))[0].note);
        assert_eq!(lengths(&file("//! A.\n//! Length: one table.", 900)), []);
    }

    #[test]
    fn headers_come_first() {
        assert_eq!(headers(&only("//! A.\n")), []);
        for text in ["", "use std;\n//! A.", "//!\n", "/// A.\nstruct A;"] {
            assert_eq!(headers(&only(text)).len(), 1, "{text}");
        }
    }

    #[test]
    fn leftovers_are_found_with_their_lines() {
        let at = |text: &str| {
            leftovers(&only(text))
                .iter()
                .map(|found| found.line)
                .collect::<Vec<_>>()
        };
        assert_eq!(at("a\n#[ignore]\nfn f() {}"), [2]);
        assert_eq!(at("#[ignore = \"slow\"] fn f() {}"), [1]);
        assert_eq!(at("#[should_panic(expected = \"x\")] fn f() {}"), [1]);
        assert_eq!(at("/* a\nTODO: b */ // FIXME(c)"), [2, 2]);
        assert_eq!(at("let s = \"TODO\"; // todos\n#[test] fn ignore() {}"), []);
    }
}
