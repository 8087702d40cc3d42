//! The rule for constraints: listed, described, and checked by laws.

use crate::tidy::rust::declares;
use crate::tidy::tree::{Finding, Tree, header};

const FOLDER: &str = "crates/constraints/src/";
const TESTS: &str = "crates/constraints/tests/unit/";

/// The folder of parts that several constraints share.
const SUPPORT: &str = "support";

/// Each module of the crate `constraints` is listed in its `lib.rs`, has a header that begins with the relation, and has laws.
/// The header of a module that several constraints share contains "not a constraint".
pub(crate) fn form(tree: &Tree) -> Vec<Finding> {
    let Some(lib) = tree.tokens(&format!("{FOLDER}lib.rs")) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (path, text) in tree.with(".rs") {
        let Some(name) = module(path) else { continue };
        let mut report =
            |problem: String, fix: &str| found.push(Finding::new(path, 1, problem, fix));
        if !declares(lib, name) {
            report(
                format!("`{name}` is not listed"),
                "add `mod` with its name to lib.rs",
            );
        }
        let header = header(text);
        if name == SUPPORT || header.to_lowercase().contains("not a constraint") {
            continue;
        }
        if !gives_relation(&header) {
            let fix = "begin it with the relation as a formula in code, or state that it is not a constraint";
            report(format!("the header of `{name}` gives no relation"), fix);
        }
        if !has_laws(tree, name) {
            report(
                format!("`{name}` has no laws"),
                "add a `Laws::new(…).check()` test to the file of its name in crates/constraints/tests/unit",
            );
        }
    }
    found
}

/// Whether the first paragraph of a header has a formula or mentions the relation.
fn gives_relation(header: &str) -> bool {
    let mut paragraphs = header.split("\n\n");
    let first = paragraphs.next().unwrap_or_default();
    first.matches('`').count() > 1 || first.to_lowercase().contains("relation")
}

/// The module a file is the root of: `a` for `a.rs` and `a/mod.rs`.
fn module(path: &str) -> Option<&str> {
    let name = path.strip_prefix(FOLDER)?.strip_suffix(".rs")?;
    let name = name.strip_suffix("/mod").unwrap_or(name);
    (name != "lib" && !name.contains('/')).then_some(name)
}

/// Whether a file of the module, or a file or folder of its name in the tests, uses the laws.
fn has_laws(tree: &Tree, name: &str) -> bool {
    let is_of = |path: &str, folder: &str| {
        let rest = path.strip_prefix(folder);
        let rest = rest.and_then(|rest| rest.strip_prefix(name));
        rest.is_some_and(|rest| rest.starts_with('/') || rest == ".rs")
    };
    tree.rust().any(|(path, tokens)| {
        let mut tokens = tokens.iter();
        (is_of(path, FOLDER) || is_of(path, TESTS))
            && tokens.any(|token| token.is("laws") || token.is("Laws"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(lib: &str, file: (&str, &str), test: &str) -> Vec<String> {
        problems_with(lib, file, ("crates/constraints/tests/unit/times.rs", test))
    }

    fn problems_with(lib: &str, file: (&str, &str), test: (&str, &str)) -> Vec<String> {
        let lib = ("crates/constraints/src/lib.rs", lib);
        let found = form(&Tree::of(&[lib, file, test]));
        found.into_iter().map(|found| found.problem).collect()
    }

    const FILE: &str = "crates/constraints/src/times.rs";

    #[test]
    fn a_constraint_is_listed_described_and_tested() {
        let good = "//! `x * y = z`.\n#[cfg(test)] mod tests { Laws::new(Times).check(); }";
        let none: [&str; 0] = [];
        assert_eq!(problems("pub mod times;", (FILE, good), ""), none);
        assert_eq!(
            problems("// mod times;", (FILE, good), ""),
            ["`times` is not listed"]
        );
        assert_eq!(
            problems(
                "mod times;",
                (FILE, "//! Products.\n//!\n//! Unlike `sum`.\n// laws"),
                ""
            ),
            [
                "the header of `times` gives no relation",
                "`times` has no laws"
            ]
        );
        assert_eq!(
            problems("mod times;", (FILE, "//! Matchings. Not a constraint."), ""),
            none
        );
    }

    #[test]
    fn laws_may_be_in_the_folder_or_in_the_tests() {
        let folder = "crates/constraints/src/times/mod.rs";
        let bare = "//! The relation.";
        let laws = "Laws::new(Times).check();";
        assert_eq!(problems("mod times;", (folder, bare), laws).len(), 0);
        let other = ("crates/constraints/tests/unit/plus.rs", laws);
        assert_eq!(
            problems_with("mod times;", (folder, bare), other),
            ["`times` has no laws"]
        );
        assert_eq!(module("crates/constraints/src/times/bounds.rs"), None);
        let support = "crates/constraints/src/support/mod.rs";
        assert_eq!(
            problems("mod support;", (support, "//! Shared parts."), "").len(),
            0
        );
    }

    #[test]
    fn without_the_crate_there_is_nothing_to_check() {
        assert_eq!(form(&Tree::of(&[("crates/fd/src/lib.rs", "")])), []);
    }
}
