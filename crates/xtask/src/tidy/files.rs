//! Rules about single files: length, header, leftovers, spelling.

use crate::doctor::REFEREES;
use crate::tidy::markdown::{unfenced, words};
use crate::tidy::rust::{Kind, Token, declares};
use crate::tidy::tree::{Finding, Tree, header};

/// Files with more lines are noted.
const LONG: usize = 800;

/// Stems that British spelling does not have, and what it has instead.
const SPELLINGS: &[(&str, &str)] = &[
    ("amortiz", "amortis"),
    ("analyz", "analys"),
    ("behavior", "behaviour"),
    ("canceled", "cancelled"),
    ("canceling", "cancelling"),
    ("canonicaliz", "canonicalis"),
    ("center", "centre"),
    ("channeled", "channelled"),
    ("channeling", "channelling"),
    ("color", "colour"),
    ("customiz", "customis"),
    ("defense", "defence"),
    ("emphasiz", "emphasis"),
    ("favor", "favour"),
    ("finaliz", "finalis"),
    ("flavor", "flavour"),
    ("formaliz", "formalis"),
    ("generaliz", "generalis"),
    ("honor", "honour"),
    ("initializ", "initialis"),
    ("labeled", "labelled"),
    ("labeling", "labelling"),
    ("lineariz", "linearis"),
    ("materializ", "materialis"),
    ("maximiz", "maximis"),
    ("memoiz", "memois"),
    ("minimiz", "minimis"),
    ("modeled", "modelled"),
    ("modeling", "modelling"),
    ("neighbor", "neighbour"),
    ("normaliz", "normalis"),
    ("optimiz", "optimis"),
    ("organiz", "organis"),
    ("parameteriz", "parameteris"),
    ("parametriz", "parametris"),
    ("penaliz", "penalis"),
    ("prioritiz", "prioritis"),
    ("randomiz", "randomis"),
    ("realiz", "realis"),
    ("recogniz", "recognis"),
    ("serializ", "serialis"),
    ("specializ", "specialis"),
    ("summariz", "summaris"),
    ("symboliz", "symbolis"),
    ("synchroniz", "synchronis"),
    ("tokeniz", "tokenis"),
    ("traveling", "travelling"),
    ("utiliz", "utilis"),
    ("vectoriz", "vectoris"),
    ("visualiz", "visualis"),
];

/// A long file is noted, unless its header gives the reason after `Length:`.
pub(crate) fn lengths(tree: &Tree) -> Vec<Finding> {
    let lines = tree
        .with(".rs")
        .map(|(path, text)| (path, text, text.lines().count()));
    lines
        .filter(|(_, text, lines)| *lines > LONG && !header(text).contains("Length:"))
        .map(|(path, _, lines)| Finding {
            note: true,
            ..Finding::new(
                path,
                lines,
                format!("{lines} lines"),
                "check that it is one idea",
            )
        })
        .collect()
}

/// A file begins with a header.
pub(crate) fn headers(tree: &Tree) -> Vec<Finding> {
    let bare = tree
        .with(".rs")
        .filter(|(_, text)| header(text).trim().is_empty());
    let fix = "describe the file in a `//!` header on its first lines";
    bare.map(|(path, _)| Finding::new(path, 1, "no header", fix))
        .collect()
}

/// Each file of a test program is a module of another: one without its `mod` line would never be compiled.
pub(crate) fn declared(tree: &Tree) -> Vec<Finding> {
    let mut found = Vec::new();
    for (path, _) in tree.with(".rs") {
        let Some((module, parents)) = test_module(path) else {
            continue;
        };
        let parent = parents
            .iter()
            .find_map(|parent| Some((parent, tree.tokens(parent)?)));
        let is_declared = parent.is_some_and(|(_, tokens)| declares(tokens, module));
        if !is_declared {
            let parent = parent.map_or(&parents[0], |(parent, _)| parent);
            let fix = format!("add `mod {module};` to {parent}");
            found.push(Finding::new(path, 1, "the file is not compiled", fix));
        }
    }
    found
}

/// The name of a file of a test program of several files, `crates/*/tests/unit`, as a module, and the files that may declare it.
fn test_module(path: &str) -> Option<(&str, Vec<String>)> {
    let (krate, inner) = path.strip_prefix("crates/")?.split_once("/tests/unit/")?;
    let inner = inner.strip_suffix(".rs")?;
    let inner = inner.strip_suffix("/mod").unwrap_or(inner);
    let folder = format!("crates/{krate}/tests/unit");
    match inner.rsplit_once('/') {
        None if inner == "main" => None,
        None => Some((inner, vec![format!("{folder}/main.rs")])),
        Some((outer, name)) => Some((
            name,
            vec![
                format!("{folder}/{outer}/mod.rs"),
                format!("{folder}/{outer}.rs"),
            ],
        )),
    }
}

/// The words before the referees in the reason of an ignored test.
const NEEDS: &str = "needs ";

/// A test that needs referees: its function, and their names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RefereedTest {
    pub(crate) file: String,
    pub(crate) function: String,
    pub(crate) referees: Vec<&'static str>,
}

/// The tests that are ignored because they need a referee.
pub(crate) fn refereed_tests(tree: &Tree) -> Vec<RefereedTest> {
    let mut tests = Vec::new();
    for (path, tokens) in tree.rust() {
        for (i, window) in tokens.windows(5).enumerate() {
            let Some(referees) = referees_needed(window) else {
                continue;
            };
            let after = &tokens[i..];
            let function = after.iter().skip_while(|token| !token.is("fn")).nth(1);
            tests.push(RefereedTest {
                file: path.to_owned(),
                function: function.map_or("", |token| token.text).to_owned(),
                referees,
            });
        }
    }
    tests
}

/// The referees of `#[ignore = "needs A and B"]`, if all of them are known.
fn referees_needed(tokens: &[Token<'_>]) -> Option<Vec<&'static str>> {
    let [hash, bracket, ignore, equals, reason] = tokens else {
        return None;
    };
    let is_ignore = hash.is("#") && bracket.is("[") && ignore.is("ignore") && equals.is("=");
    let names = reason.text.trim_matches('"').strip_prefix(NEEDS)?;
    let known = |name| {
        REFEREES
            .iter()
            .map(|referee| referee.name)
            .find(|known| *known == name)
    };
    is_ignore.then(|| names.split(" and ").map(known).collect())?
}

/// No test is disabled, except for want of a referee; none expects a panic; and no comment postpones work.
pub(crate) fn leftovers(tree: &Tree) -> Vec<Finding> {
    let mut found = Vec::new();
    for (path, tokens) in tree.rust() {
        for (i, window) in tokens.windows(3).enumerate() {
            if window[0].is("#") && window[1].is("[") {
                let is_refereed = || tokens.get(i..i + 5).and_then(referees_needed).is_some();
                let fix = match window[2].text {
                    "ignore" if is_refereed() => continue,
                    "ignore" => {
                        "make the test pass, or name a referee of `cargo xtask doctor`: \"needs NAME\""
                    }
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
                    let fix = "do it, or write a decision record, or note it as a `Regret:`";
                    found.push(Finding::new(path, comment.line + offset, word, fix));
                }
            }
        }
    }
    found
}

/// Prose is in British spelling: comments of Rust files and Markdown, without code spans and quotations.
pub(crate) fn spelling(tree: &Tree) -> Vec<Finding> {
    let mut found = Vec::new();
    for (path, text) in tree.with(".md") {
        found.extend(
            words(unfenced(text))
                .into_iter()
                .filter_map(|word| misspelt(path, word)),
        );
    }
    for (path, tokens) in tree.rust() {
        let comments = tokens.iter().filter(|token| token.kind == Kind::Comment);
        let mut lines = Vec::new();
        let mut fenced = false;
        for comment in comments {
            for (line, content) in (comment.line..).zip(comment.text.lines()) {
                // A gap between comments ends a paragraph.
                if lines.last().is_some_and(|(last, _)| last + 1 < line) {
                    lines.push((line - 1, ""));
                    fenced = false;
                }
                let content = content.trim_start().trim_start_matches(['/', '!', '*']);
                let fence = content.trim_start().starts_with("```");
                fenced ^= fence;
                lines.push((line, if fenced || fence { "" } else { content }));
            }
        }
        found.extend(
            words(lines.into_iter())
                .into_iter()
                .filter_map(|word| misspelt(path, word)),
        );
    }
    found
}

fn misspelt(path: &str, (line, word): (usize, &str)) -> Option<Finding> {
    let lower = word.to_lowercase();
    let (bad, good) = SPELLINGS.iter().find(|(bad, _)| lower.starts_with(bad))?;
    let fix = format!(
        "write {good}{}, or put a title into quotation marks",
        &lower[bad.len()..]
    );
    Some(Finding::new(
        path,
        line,
        format!("{word} is not British spelling"),
        fix,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn only(text: &str) -> Tree {
        Tree::of(&[("crates/fd/src/a.rs", text)])
    }

    #[test]
    fn long_files_are_noted() {
        let file = |header: &str, lines: usize| only(&(header.to_owned() + &"\n".repeat(lines)));
        assert_eq!(lengths(&file("//! A.", 800)), []);
        assert!(lengths(&file("//! A.", 801))[0].note);
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
    fn files_of_test_programs_are_declared() {
        let undeclared = |main: &str, folder: &str| {
            let tree = Tree::of(&[
                ("crates/fd/tests/unit/main.rs", main),
                ("crates/fd/tests/unit/laws.rs", ""),
                ("crates/fd/tests/unit/search/mod.rs", folder),
                ("crates/fd/tests/unit/search/order.rs", ""),
                ("crates/fd/tests/other.rs", ""),
            ]);
            let found = declared(&tree).into_iter();
            found.map(|found| found.to_string()).collect::<Vec<_>>()
        };
        let main = "mod laws;\nmod search;";
        assert_eq!(undeclared(main, "mod order;"), [""; 0]);
        assert_eq!(
            undeclared("// mod laws;\nmod search;", "mod order;"),
            [
                "crates/fd/tests/unit/laws.rs:1: the file is not compiled; add `mod laws;` to crates/fd/tests/unit/main.rs"
            ]
        );
        assert_eq!(undeclared("mod laws;", "")[0].matches("search").count(), 2);
        assert_eq!(
            undeclared(main, ""),
            [
                "crates/fd/tests/unit/search/order.rs:1: the file is not compiled; add `mod order;` to crates/fd/tests/unit/search/mod.rs"
            ]
        );
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
        assert_eq!(at("#[ignore = \"needs Gecode and time\"] fn f() {}"), [1]);
        assert_eq!(
            at("#[ignore = \"needs Gecode and MiniZinc\"] fn f() {}"),
            [0_usize; 0]
        );
        assert_eq!(at("#[should_panic(expected = \"x\")] fn f() {}"), [1]);
        assert_eq!(at("/* a\nTODO: b */ // FIXME(c)"), [2, 2]);
        assert_eq!(
            at("let s = \"TODO\"; // todos\n#[test] fn ignore() {}"),
            [0_usize; 0]
        );
    }

    #[test]
    fn tests_that_need_referees_are_listed() {
        let tree = only(
            "#[test]\n#[ignore = \"needs Gecode and MiniZinc\"]\nfn f() {}\n#[ignore]\nfn g() {}",
        );
        let expected = RefereedTest {
            file: "crates/fd/src/a.rs".to_owned(),
            function: "f".to_owned(),
            referees: vec!["Gecode", "MiniZinc"],
        };
        assert_eq!(refereed_tests(&tree), [expected]);
    }

    #[test]
    fn spelling_is_checked_in_prose_only() {
        let at = |path: &str, text: &str| {
            let found = spelling(&Tree::of(&[(path, text)]));
            found.iter().map(|found| found.line).collect::<Vec<_>>()
        };
        assert_eq!(
            at(
                "a.md",
                "A Color.\n\nOptimizing `color` \"minimize\".\n```\ncolor\n```\n"
            ),
            [1, 3]
        );
        assert_eq!(
            at(
                "a.rs",
                "//! A neighbor.\nlet color = \"color\"; // Its behavior.\n"
            ),
            [1, 2]
        );
        assert_eq!(
            at(
                "a.rs",
                "/// Good.\n/// ```\n/// color();\n/// ```\n/// Honorable.\n"
            ),
            [5]
        );
        assert_eq!(
            at("a.rs", "// \"A Color\n// Optimization\" is a title.\n"),
            [0_usize; 0]
        );
        assert_eq!(
            at("a.md", "Colours of neighbours, minimised.\n"),
            [0_usize; 0]
        );
        assert_eq!(
            spelling(&Tree::of(&[("a.md", "Optimizer")]))[0].to_string(),
            "a.md:1: Optimizer is not British spelling; write optimiser, or put a title into quotation marks"
        );
    }
}
