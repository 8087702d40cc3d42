//! Rules about crates: who may depend on whom, on which external crates, and which code may do I/O.

use crate::tidy::markdown::rows;
use crate::tidy::rust::{paths, without_tests};
use crate::tidy::tree::{Finding, Tree, crate_of};
use std::collections::{BTreeMap, BTreeSet};

const TABLE: &str = "ARCHITECTURE.md";

/// The external crates that a crate may use; see the decision record on dependencies.
/// The solver crates (`control`, `proof`, `statements`, `sat`, `fd`, `constraints`, `grid`, `bulk`) use none.
const EXTERNAL: &[(&str, &[&str])] = &[
    ("chr", &["libm", "num-integer", "rustc-hash", "smallvec"]),
    (
        "cli",
        &[
            "arrow-array",
            "arrow-cast",
            "arrow-ipc",
            "arrow-schema",
            "bytes",
            "clap",
            "clap_complete",
            "clap_mangen",
            "csv",
            "ctrlc",
            "flate2",
            "indicatif",
            "memchr",
            "parquet",
            "rustyline",
            "serde",
            "serde_json",
            "terminal_size",
        ],
    ),
    (
        "codec",
        &["base64", "flate2", "lz-str", "serde", "serde_json"],
    ),
    ("explain", &["fixedbitset", "rustc-hash", "smallvec"]),
    ("fzn", &["ctrlc"]),
    // For tests only, which pack URLs of their own.
    ("gridwright", &["base64", "flate2", "lz-str"]),
    ("lab", &["csv", "parquet", "serde", "serde_json", "toml"]),
    (
        "print",
        &["pdf-writer", "png", "resvg", "svg2pdf", "ttf-parser"],
    ),
    (
        "puzzles",
        &[
            "fixedbitset",
            "rustc-hash",
            "serde",
            "serde_json",
            "smallvec",
        ],
    ),
    (
        "python",
        &["arrow-array", "arrow-schema", "pyo3", "pyo3-arrow"],
    ),
    ("term", &["num-bigint", "num-integer"]),
    ("testing", &["insta", "proptest"]),
    (
        "web",
        &[
            "axum",
            "base64",
            "futures-core",
            "hyper",
            "hyper-util",
            "serde",
            "serde_json",
            "tokio",
        ],
    ),
    (
        "xtask",
        &[
            "csv",
            "flate2",
            "semver",
            "serde_json",
            "spdx",
            "tar",
            "toml",
        ],
    ),
];

/// External crates for tests and benches: every crate may have them as dev-dependencies, and only so.
const EXTERNAL_DEV: &[&str] = &[
    "divan",
    "insta",
    "proptest",
    "pulldown-cmark",
    "schemars",
    "snapbox",
    "tungstenite",
];

/// Crates that are programs, or run them, or support tests; these may do I/O.
const PROGRAMS: &[&str] = &["cli", "fzn", "lab", "python", "testing", "web", "xtask"];

/// The one library file that may read the system clock.
const CLOCK: &str = "crates/control/src/clock.rs";

/// Parts of the standard library that do I/O or start threads.
const MACHINE: &[&str] = &[
    "std::time::Instant",
    "std::time::SystemTime",
    "std::env",
    "std::fs",
    "std::net",
    "std::thread",
];

/// Crates and the library names they must not mention.
const SEPARATE: &[(&str, &[&str])] = &[
    ("fd", &["gridwright_constraints"]),
    ("chr", &["gridwright_fd"]),
    ("puzzles", &["gridwright_solve", "gridwright_chr"]),
];

/// Every crate has a row in the table, and its manifest names only crates of its row.
/// A dev-dependency may be any crate.
pub(crate) fn internal(tree: &Tree) -> Vec<Finding> {
    let mut found = Vec::new();
    let table = table(tree.text(TABLE).unwrap_or_default());
    for (path, name, manifest) in manifests(tree) {
        let Some(allowed) = table.get(name) else {
            let fix = format!("add it to the table of crates in {TABLE}");
            found.push(Finding::new(
                path,
                1,
                format!("crate `{name}` has no row"),
                fix,
            ));
            continue;
        };
        for used in dependencies(manifest).iter().filter(|used| !used.dev) {
            let Some(other) = used.workspace_crate() else {
                continue;
            };
            if !allowed.contains("all") && !allowed.contains(other) {
                let problem = format!("`{name}` may not use `{other}`");
                let fix = format!(
                    "remove it, or change the row of `{name}` in {TABLE} with a decision record"
                );
                found.push(Finding::new(path, used.line, problem, fix));
            }
        }
    }
    found
}

/// A manifest names only external crates listed for its crate.
pub(crate) fn external(tree: &Tree) -> Vec<Finding> {
    let mut found = Vec::new();
    for (path, name, manifest) in manifests(tree) {
        let row = EXTERNAL.iter().find(|(other, _)| *other == name);
        let allowed = row.map_or(&[][..], |(_, crates)| *crates);
        for used in dependencies(manifest) {
            let for_tests = used.dev && EXTERNAL_DEV.contains(&used.name);
            if used.workspace_crate().is_none() && !for_tests && !allowed.contains(&used.name) {
                let problem = format!("`{name}` may not use the external crate `{}`", used.name);
                let fix = "remove it, or add it to EXTERNAL in crates/xtask/src/tidy/crates.rs with a decision record";
                found.push(Finding::new(path, used.line, problem, fix));
            }
        }
    }
    found
}

/// What each crate may use, from the rows `| layer | crate | what it is | may use |`.
fn table(text: &str) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut table = BTreeMap::new();
    for (_, cells) in rows(text) {
        let [_, name, _, may_use] = cells[..] else {
            continue;
        };
        // The cell of a crate that is new or planned may have a remark after the name.
        let Some((name, _)) = name.strip_prefix('`').and_then(|rest| rest.split_once('`')) else {
            continue;
        };
        let words = may_use.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        table.insert(name, words.filter(|word| !word.is_empty()).collect());
    }
    table
}

/// Path, crate and text of every manifest of a crate.
fn manifests(tree: &Tree) -> impl Iterator<Item = (&str, &str, &str)> {
    tree.with("/Cargo.toml")
        .filter_map(|(path, text)| Some((path, crate_of(path)?, text)))
}

/// A dependency in a manifest.
#[derive(Debug, PartialEq, Eq)]
struct Dependency<'a> {
    name: &'a str,
    line: usize,
    dev: bool,
}

impl<'a> Dependency<'a> {
    /// The folder name of this crate, if it belongs to the workspace.
    fn workspace_crate(&self) -> Option<&'a str> {
        match self.name {
            "gridwright" | "xtask" => Some(self.name),
            name => name.strip_prefix("gridwright-"),
        }
    }
}

/// The dependencies of a manifest: keys of a section that ends in `dependencies`, or sections of their own.
fn dependencies(manifest: &str) -> Vec<Dependency<'_>> {
    let mut found = Vec::new();
    let mut section = "";
    for (line, content) in (1..).zip(manifest.lines()) {
        let content = content.trim();
        if let Some(name) = content.strip_prefix('[') {
            section = name.trim_end_matches(']');
            if let Some((before, name)) = section.rsplit_once("dependencies.") {
                let dev = before.ends_with("dev-");
                found.push(Dependency { name, line, dev });
            }
        } else if section.ends_with("dependencies") && !content.starts_with('#') {
            let end = content.find(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_'));
            let name = &content[..end.unwrap_or(content.len())];
            if !name.is_empty() {
                let dev = section.ends_with("dev-dependencies");
                found.push(Dependency { name, line, dev });
            }
        }
    }
    found
}

/// Library code has no files, clocks, environment, sockets or threads.
pub(crate) fn machine_access(tree: &Tree) -> Vec<Finding> {
    let mut found = Vec::new();
    for (path, tokens) in tree.rust() {
        if is_program(path) || path == CLOCK {
            continue;
        }
        let code = without_tests(tokens);
        for (at, _) in code.iter().enumerate().filter(|(_, token)| token.is("std")) {
            for used in paths(&code[at..]) {
                let name = used.parts.join("::");
                if MACHINE.iter().any(|forbidden| reaches(&name, forbidden)) {
                    let problem = format!("{name} in a library");
                    let fix = "take the value as an argument; only programs do I/O";
                    found.push(Finding::new(path, used.line, problem, fix));
                }
            }
        }
    }
    found
}

/// Whether a path is `forbidden`, lies within it, or imports it by naming its module.
fn reaches(name: &str, forbidden: &str) -> bool {
    let within = |inner: &str, outer: &str| {
        inner
            .strip_prefix(outer)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
    };
    let module = name
        .strip_suffix("::*")
        .or(name.strip_suffix("::self"))
        .unwrap_or(name);
    within(name, forbidden) || (module != "std" && within(forbidden, module))
}

fn is_program(path: &str) -> bool {
    crate_of(path).is_some_and(|name| PROGRAMS.contains(&name))
        || in_folder(path, &["tests", "benches", "examples"])
        || path.ends_with("/tests.rs")
}

fn in_folder(path: &str, folders: &[&str]) -> bool {
    path.split('/').any(|part| folders.contains(&part))
}

/// A crate does not mention the crates it is separate from, outside tests and comments.
pub(crate) fn separation(tree: &Tree) -> Vec<Finding> {
    let mut found = Vec::new();
    for (path, tokens) in tree.rust() {
        let row = SEPARATE
            .iter()
            .find(|(name, _)| crate_of(path) == Some(name));
        let Some((name, forbidden)) = row else {
            continue;
        };
        if in_folder(path, &["tests", "benches"]) {
            continue;
        }
        for token in without_tests(tokens) {
            if forbidden.contains(&token.text) {
                let problem = format!("`{name}` mentions {}", token.text);
                let fix = "move the code to a crate that may use both";
                found.push(Finding::new(path, token.line, problem, fix));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const CRATES: &str = "| layer | crate | what it is | may use |\n|---|---|---|---|\n\
        | 0 | `term` | terms | - |\n| 1 | `fd` (new) | domains | term |\n| - | `xtask` | tests | all |\n";

    fn problems(rule: fn(&Tree) -> Vec<Finding>, name: &str, manifest: &str) -> Vec<String> {
        let path = format!("crates/{name}/Cargo.toml");
        let tree = Tree::of(&[(TABLE, CRATES), (&path, manifest)]);
        rule(&tree)
            .iter()
            .map(|found| format!("{}: {}", found.line, found.problem))
            .collect()
    }

    #[test]
    fn a_crate_uses_only_the_crates_of_its_row() {
        let table: &[(&str, &str, &[&str])] = &[
            (
                "fd",
                "[dependencies]\ngridwright-term.workspace = true",
                &[],
            ),
            (
                "fd",
                "[dependencies]\n# why\ngridwright-solve = { workspace = true }",
                &["3: `fd` may not use `solve`"],
            ),
            (
                "term",
                "[dependencies.gridwright-fd]\nworkspace = true",
                &["1: `term` may not use `fd`"],
            ),
            (
                "term",
                "[dev-dependencies]\ngridwright-fd.workspace = true",
                &[],
            ),
            (
                "xtask",
                "[dependencies]\ngridwright-fd.workspace = true",
                &[],
            ),
            ("attic", "", &["1: crate `attic` has no row"]),
        ];
        for (name, manifest, expected) in table {
            assert_eq!(problems(internal, name, manifest), *expected, "{manifest}");
        }
    }

    #[test]
    fn external_crates_are_refused_in_tests_too() {
        for section in ["dependencies", "dev-dependencies", "build-dependencies"] {
            assert_eq!(
                problems(external, "fd", &format!("[{section}]\nserde = \"1\"")),
                ["2: `fd` may not use the external crate `serde`"]
            );
        }
        let none: [&str; 0] = [];
        assert_eq!(
            problems(external, "fd", "[dev-dependencies]\nproptest = \"1\""),
            none
        );
        assert_eq!(
            problems(external, "cli", "[dependencies]\nproptest = \"1\"").len(),
            1
        );
    }

    #[test]
    fn solver_crates_have_no_external_dependencies() {
        for name in [
            "control",
            "proof",
            "statements",
            "sat",
            "fd",
            "constraints",
            "grid",
            "bulk",
        ] {
            assert!(EXTERNAL.iter().all(|(other, _)| *other != name), "{name}");
        }
    }

    fn lines(rule: fn(&Tree) -> Vec<Finding>, path: &str, text: &str) -> Vec<usize> {
        rule(&Tree::of(&[(path, text)]))
            .iter()
            .map(|found| found.line)
            .collect()
    }

    #[test]
    fn machine_access_is_found_in_every_notation() {
        let at = |text| lines(machine_access, "crates/fd/src/lib.rs", text);
        for bad in [
            "use std::time::Instant;",
            "use std::time::{Duration, Instant};",
            "use std::{fmt, time::{Duration, SystemTime as Now}};",
            "use std::time;",
            "use std::time::*;",
            "use std::time::{self, Duration};",
            "use std::{fs, fmt};",
            "let x = std::env::var(\"X\");",
            "use ::std::net::TcpStream;",
            "std::thread::spawn(f);",
        ] {
            assert_eq!(at(bad), [1], "{bad}");
        }
        for good in [
            "use std::time::Duration;",
            "use std::{fmt, sync::atomic::AtomicBool};",
            "// std::fs\nlet s = \"std::fs\";",
            "std::thread_local!(X);",
            "#[cfg(test)] mod tests { use std::thread; }",
            "use std::fmt::{self, Write as _}; use crate::time::Instant;",
        ] {
            assert_eq!(at(good), [0_usize; 0], "{good}");
        }
    }

    #[test]
    fn programs_tests_and_the_clock_may_access_the_machine() {
        for path in [
            "crates/cli/src/main.rs",
            "crates/fd/tests/limits.rs",
            "crates/fd/benches/queens.rs",
            "crates/fd/examples/first.rs",
            "crates/fd/src/search/tests.rs",
            CLOCK,
        ] {
            let found = lines(machine_access, path, "use std::time::Instant;");
            assert_eq!(found, [0_usize; 0], "{path}");
        }
        let other = "crates/control/src/clocks.rs";
        assert_eq!(lines(machine_access, other, "use std::fs;"), [1]);
    }

    #[test]
    fn separated_crates_are_not_mentioned() {
        let text = "//! A.\nuse gridwright_constraints::AllDifferent;\n";
        assert_eq!(lines(separation, "crates/fd/src/lib.rs", text), [2]);
        assert_eq!(
            lines(separation, "crates/fd/tests/a.rs", text),
            [0_usize; 0]
        );
        assert_eq!(
            lines(separation, "crates/solve/src/lib.rs", text),
            [0_usize; 0]
        );
        let text = "use gridwright_fd::Model;";
        assert_eq!(lines(separation, "crates/chr/src/run.rs", text), [1]);
    }
}
