//! Documents: links that lead somewhere, an open changelog, decision records in their form.

use crate::tidy::Finding;
use crate::tidy::markdown::unfenced;
use crate::tidy::tree::Tree;

const CHANGELOG: &str = "CHANGELOG.md";
const DECISIONS: &str = "docs/decisions/";
const PARTS: &[&str] = &[
    "## Context",
    "## Choice",
    "## Cost",
    "## How we would notice it was wrong",
];

/// Links to files of this repository lead to files.
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
                    let problem = format!("the link to {target} leads nowhere");
                    found.push(Finding::new(path, line, problem, "name a file that exists"));
                }
            }
        }
    }
    found
}

/// What the links on a line point to: `[text](target)` outside code spans, and `[name]: target`.
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
            format!("docs/a.md:{line}: the link to {target} leads nowhere; name a file that exists")
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
}
