//! Code spans of ARCHITECTURE.md must name things that exist.

use crate::tidy::Finding;
use crate::tidy::markdown::spans;
use crate::tidy::rust::Kind;
use crate::tidy::tree::Tree;
use std::collections::BTreeSet;

const FILE: &str = "ARCHITECTURE.md";

/// A span that looks like a path exists as a file or folder; one that looks like a type, or a function with `()`,
/// occurs in the code.
pub(crate) fn exist(tree: &Tree) -> Vec<Finding> {
    let Some(text) = tree.text(FILE) else {
        return vec![Finding::new(
            FILE,
            1,
            "the map of the house is missing",
            "write it",
        )];
    };
    let mut idents = BTreeSet::new();
    for (_, tokens) in tree.rust() {
        idents.extend(
            tokens
                .iter()
                .filter(|token| token.kind == Kind::Ident)
                .map(|token| token.text),
        );
    }
    let mut found = Vec::new();
    for (line, span) in spans(text) {
        let (missing, what) = match look(span) {
            Look::Path(path) => (!tree.has(path), "path"),
            Look::Names(names) => (!names.iter().all(|name| idents.contains(name)), "name"),
            Look::Other => (false, ""),
        };
        if missing {
            let problem = format!("the {what} `{span}` does not exist");
            found.push(Finding::new(FILE, line, problem, "write what is there now"));
        }
    }
    found
}

enum Look<'a> {
    Path(&'a str),
    /// The parts of a type's or function's path.
    Names(Vec<&'a str>),
    Other,
}

fn look(span: &str) -> Look<'_> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
    let file = [".rs", ".md", ".toml"]
        .iter()
        .any(|ext| span.ends_with(ext));
    if span.chars().all(plain) && (span.contains('/') || file) && span.contains(char::is_alphabetic)
    {
        return Look::Path(span);
    }
    let function = span.strip_suffix("()");
    let parts: Vec<&str> = function.unwrap_or(span).split("::").collect();
    let identifier = |part: &&str| {
        let mut chars = part.chars();
        chars.next().is_some_and(|c| c.is_alphabetic() || c == '_')
            && chars.all(|c| c.is_alphanumeric() || c == '_')
    };
    let camel = |part: &str| {
        part.starts_with(char::is_uppercase)
            && part.contains(char::is_lowercase)
            && !part.contains('_')
    };
    let last = parts[parts.len() - 1];
    if parts.iter().all(identifier) && (function.is_some() || parts.len() > 1 || camel(last)) {
        return Look::Names(parts);
    }
    Look::Other
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_that_name_nothing_are_found() {
        let missing = |span: &str| {
            let text = format!("Text.\n\nSee `{span}`.");
            let code = "//! Lib.\nmod term { pub enum Term { Int } fn parse_term() {} }\n// Gone\n";
            let tree = Tree::of(&[(FILE, &text), ("crates/term/src/lib.rs", code)]);
            let found = exist(&tree);
            assert!(
                found
                    .iter()
                    .all(|found| found.line == 3 && found.file == FILE)
            );
            !found.is_empty()
        };
        let good = [
            "crates/term",
            "crates/term/src/lib.rs",
            "ARCHITECTURE.md",
            "Term",
            "Term::Int",
            "parse_term()",
        ];
        for span in good.into_iter().chain([
            "cargo test",
            "all",
            "x >= 3",
            "MIT",
            "crates/*",
            "-",
            "term::Term",
        ]) {
            assert!(!missing(span), "{span}");
        }
        for span in ["crates/fd", "lib.rs", "Gone", "Term::Float", "print_term()"] {
            assert!(missing(span), "{span}");
        }
    }

    #[test]
    fn a_missing_map_is_a_fault() {
        assert_eq!(exist(&Tree::of(&[])).len(), 1);
    }
}
