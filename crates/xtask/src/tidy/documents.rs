//! Rules about documents: names and links that resolve, an open changelog, the form of decision records.

use crate::tidy::markdown::{spans, unfenced};
use crate::tidy::rust::Kind;
use crate::tidy::tree::{Finding, Tree};
use std::collections::BTreeSet;

const MAP: &str = "ARCHITECTURE.md";
const CHANGELOG: &str = "CHANGELOG.md";
const DECISIONS: &str = "docs/decisions/";
const PARTS: &[&str] = &[
    "## Context",
    "## Choice",
    "## Cost",
    "## How we would notice it was wrong",
];

/// A span that looks like a path exists as a file or folder; one that looks like a type, or a function with `()`,
/// occurs in the code.
pub(crate) fn names(tree: &Tree) -> Vec<Finding> {
    let Some(text) = tree.text(MAP) else {
        return vec![Finding::new(MAP, 1, "the file is missing", "write it")];
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
            found.push(Finding::new(MAP, line, problem, "name what exists now"));
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

/// Links to files of this repository name existing files.
pub(crate) fn links(tree: &Tree) -> Vec<Finding> {
    let mut found = Vec::new();
    for (path, text) in tree.with(".md") {
        for (line, content) in unfenced(text) {
            for target in targets(content) {
                let file = target.split('#').next().unwrap_or_default();
                if file.is_empty() || target.contains("://") || target.starts_with("mailto:") {
                    continue;
                }
                if !resolve(path, file).is_some_and(|file| tree.has(&file)) {
                    let problem = format!("broken link to {target}");
                    found.push(Finding::new(path, line, problem, "name a file that exists"));
                }
            }
        }
    }
    found
}

/// The targets of the links on a line: `[text](target)` outside code spans, and `[name]: target`.
fn targets(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let definition = line
        .strip_prefix('[')
        .and_then(|rest| rest.split_once("]: "));
    found.extend(definition.and_then(|(_, target)| target.split_whitespace().next()));
    for prose in line.split('`').step_by(2) {
        let pieces = prose.split("](").skip(1);
        found.extend(pieces.filter_map(|piece| piece.split([')', ' ']).next()));
    }
    found
}

/// The path from the root of `target` seen from `file`, if it stays in the repository.
fn resolve(file: &str, target: &str) -> Option<String> {
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

/// The changelog has a section for what is not released yet.
pub(crate) fn changelog(tree: &Tree) -> Vec<Finding> {
    let text = tree.text(CHANGELOG).unwrap_or_default();
    if text.lines().any(|line| line == "## Unreleased") {
        return Vec::new();
    }
    vec![Finding::new(
        CHANGELOG,
        1,
        "no section of unreleased changes",
        "add `## Unreleased`",
    )]
}

/// A decision record is called `NNNN-title.md`, with its own number, and has its four parts in order.
pub(crate) fn decisions(tree: &Tree) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut last_number = "";
    for path in tree.paths().filter(|path| path.starts_with(DECISIONS)) {
        let name = &path[DECISIONS.len()..];
        let (number, title) = name.split_at_checked(4).unwrap_or_default();
        let numbered = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit());
        if !(numbered && title.starts_with('-') && title.ends_with(".md")) {
            let problem = format!("{name} is not a name for a decision record");
            found.push(Finding::new(path, 1, problem, "call it NNNN-title.md"));
            continue;
        }
        if number == last_number {
            let problem = format!("the number {number} is taken");
            found.push(Finding::new(path, 1, problem, "take the next free number"));
        }
        last_number = number;
        let headings = tree.text(path).unwrap_or_default().lines();
        let headings: Vec<&str> = headings.filter(|line| line.starts_with("## ")).collect();
        if headings != PARTS {
            let fix = format!("give it these headings in order: {}", PARTS.join(", "));
            found.push(Finding::new(path, 1, "the four parts are not there", fix));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_links_are_found() {
        let text = "[a](../README.md#top) [b](gone.md)\n`[c](gone.md)` [d](https://example.org/x)\n\
            [e](#here) [f](../../out.md)\n[g]: other.md\n```\n[h](gone.md)\n```\n![i](img/p.svg)\n";
        let tree = Tree::of(&[
            ("README.md", ""),
            ("docs/a.md", text),
            ("docs/other.md", ""),
        ]);
        let found: Vec<String> = links(&tree).iter().map(ToString::to_string).collect();
        let fault = |line, target| {
            format!("docs/a.md:{line}: broken link to {target}; name a file that exists")
        };
        let expected = [
            fault(1, "gone.md"),
            fault(3, "../../out.md"),
            fault(8, "img/p.svg"),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn the_changelog_must_be_open() {
        assert_eq!(
            changelog(&Tree::of(&[(CHANGELOG, "# Changelog\n\n## Unreleased\n")])),
            []
        );
        assert_eq!(
            changelog(&Tree::of(&[(CHANGELOG, "# Changelog\n\n## 0.1.0\n")])).len(),
            1
        );
        assert_eq!(changelog(&Tree::of(&[])).len(), 1);
    }

    #[test]
    fn decisions_keep_their_form() {
        let good = PARTS.join("\n\nText.\n\n");
        let problems = |files: &[(&str, &str)]| {
            let found = decisions(&Tree::of(files));
            found
                .into_iter()
                .map(|found| found.problem)
                .collect::<Vec<_>>()
        };
        let none: [&str; 0] = [];
        assert_eq!(problems(&[("docs/decisions/0001-a.md", &good)]), none);
        assert_eq!(
            problems(&[
                ("docs/decisions/0001-a.md", &good),
                ("docs/decisions/0001-b.md", &good)
            ]),
            ["the number 0001 is taken"]
        );
        assert_eq!(
            problems(&[("docs/decisions/0002-a.md", "## Context\n## Cost\n")]),
            ["the four parts are not there"]
        );
        for name in ["1-a.md", "0001.md", "0001-a.txt", "abcd-e.md"] {
            let problem = format!("{name} is not a name for a decision record");
            assert_eq!(
                problems(&[(&format!("docs/decisions/{name}"), &good)]),
                [problem]
            );
        }
    }

    #[test]
    fn spans_that_name_nothing_are_found() {
        let missing = |span: &str| {
            let text = format!("Text.\n\nSee `{span}`.");
            let code = "//! Lib.\nmod term { pub enum Term { Int } fn parse_term() {} }\n// Gone\n";
            let tree = Tree::of(&[(MAP, &text), ("crates/term/src/lib.rs", code)]);
            let found = names(&tree);
            assert!(
                found
                    .iter()
                    .all(|found| found.line == 3 && found.file == MAP)
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
    fn a_missing_map_is_an_error() {
        assert_eq!(names(&Tree::of(&[])).len(), 1);
    }
}
