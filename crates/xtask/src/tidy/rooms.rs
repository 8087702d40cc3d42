//! The dependency table of ARCHITECTURE.md, compared with every manifest.

use crate::tidy::Finding;
use crate::tidy::markdown::rows;
use crate::tidy::tree::{Tree, room};
use std::collections::{BTreeMap, BTreeSet};

const TABLE: &str = "ARCHITECTURE.md";

/// The crates from outside that a room may use, tests included; see the decision record on dependencies.
const OUTSIDE: &[(&str, &[&str])] = &[
    (
        "cli",
        &[
            "clap",
            "clap_complete",
            "clap_mangen",
            "ctrlc",
            "flate2",
            "indicatif",
            "rustyline",
            "serde",
            "serde_json",
        ],
    ),
    ("fzn", &["ctrlc"]),
    ("lab", &["parquet", "serde", "toml"]),
    ("print", &["pdf-writer", "resvg", "svg2pdf"]),
    (
        "web",
        &[
            "axum",
            "futures-core",
            "schemars",
            "serde",
            "serde_json",
            "tokio",
            "tungstenite",
        ],
    ),
];

/// Every room has a row in the table, and its manifest names only rooms of its row.
/// Tests stand above all rooms, so a dev-dependency may be any room.
pub(crate) fn dependencies(tree: &Tree) -> Vec<Finding> {
    let mut found = Vec::new();
    let table = table(tree.text(TABLE).unwrap_or_default());
    for (path, room, manifest) in manifests(tree) {
        let Some(allowed) = table.get(room) else {
            let fix = format!("add it to the table of rooms in {TABLE}");
            found.push(Finding::new(
                path,
                1,
                format!("room `{room}` has no row"),
                fix,
            ));
            continue;
        };
        for used in used_crates(manifest).iter().filter(|used| !used.dev) {
            let Some(name) = used.room() else { continue };
            if !allowed.contains("all") && !allowed.contains(name) {
                let problem = format!("`{room}` may not use `{name}`");
                let fix = format!(
                    "remove it, or change the row of `{room}` in {TABLE} with a decision record"
                );
                found.push(Finding::new(path, used.line, problem, fix));
            }
        }
    }
    found
}

/// No manifest names a crate from outside that its room has not been given.
pub(crate) fn outside(tree: &Tree) -> Vec<Finding> {
    let mut found = Vec::new();
    for (path, room, manifest) in manifests(tree) {
        let allowed = OUTSIDE
            .iter()
            .find(|(name, _)| *name == room)
            .map_or(&[][..], |(_, crates)| *crates);
        for used in used_crates(manifest) {
            if used.room().is_none() && !allowed.contains(&used.name) {
                let problem = format!("`{room}` may not use the outside crate `{}`", used.name);
                let fix = "remove it, or add it to OUTSIDE in crates/xtask/src/tidy/rooms.rs with a decision record";
                found.push(Finding::new(path, used.line, problem, fix));
            }
        }
    }
    found
}

/// What each room may use, read from the rows `| layer | room | one line | may use |`.
fn table(text: &str) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut table = BTreeMap::new();
    for (_, cells) in rows(text) {
        let [_, name, _, may_use] = cells[..] else {
            continue;
        };
        let Some(name) = name
            .strip_prefix('`')
            .and_then(|name| name.strip_suffix('`'))
        else {
            continue;
        };
        let split = may_use.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        table.insert(name, split.filter(|word| !word.is_empty()).collect());
    }
    table
}

fn manifests(tree: &Tree) -> impl Iterator<Item = (&str, &str, &str)> {
    tree.with("/Cargo.toml")
        .filter_map(|(path, text)| Some((path, room(path)?, text)))
}

/// A dependency in a manifest.
#[derive(Debug, PartialEq, Eq)]
struct Used<'a> {
    name: &'a str,
    line: usize,
    dev: bool,
}

impl<'a> Used<'a> {
    /// The room this crate is, if it is one of ours.
    fn room(&self) -> Option<&'a str> {
        match self.name {
            "gridwright" | "xtask" => Some(self.name),
            name => name.strip_prefix("gridwright-"),
        }
    }
}

/// The dependencies of a manifest: keys of a section that ends in `dependencies`, or sections of their own.
fn used_crates(manifest: &str) -> Vec<Used<'_>> {
    let mut found = Vec::new();
    let mut section = "";
    for (line, content) in (1..).zip(manifest.lines()) {
        let content = content.trim();
        if let Some(name) = content.strip_prefix('[') {
            section = name.trim_end_matches(']');
            if let Some((before, name)) = section.rsplit_once("dependencies.") {
                let dev = before.ends_with("dev-");
                found.push(Used { name, line, dev });
            }
        } else if section.ends_with("dependencies") && !content.starts_with('#') {
            let end = content.find(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_'));
            let name = &content[..end.unwrap_or(content.len())];
            if !name.is_empty() {
                let dev = section.ends_with("dev-dependencies");
                found.push(Used { name, line, dev });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOMS: &str = "| layer | room | one line | may use |\n|---|---|---|---|\n\
        | 0 | `term` | terms | - |\n| 1 | `fd` | domains | term |\n| - | `xtask` | tests | all |\n";

    fn faults(rule: fn(&Tree) -> Vec<Finding>, room: &str, manifest: &str) -> Vec<String> {
        let path = format!("crates/{room}/Cargo.toml");
        let tree = Tree::of(&[(TABLE, ROOMS), (&path, manifest)]);
        rule(&tree)
            .iter()
            .map(|found| format!("{}: {}", found.line, found.problem))
            .collect()
    }

    #[test]
    fn a_room_uses_only_what_its_row_allows() {
        let check = |room, manifest| faults(dependencies, room, manifest);
        let none: [&str; 0] = [];
        assert_eq!(
            check("fd", "[dependencies]\ngridwright-term.workspace = true"),
            none
        );
        assert_eq!(
            check(
                "fd",
                "[dependencies]\n# why\ngridwright-solve = { workspace = true }"
            ),
            ["3: `fd` may not use `solve`"]
        );
        assert_eq!(
            check("term", "[dependencies.gridwright-fd]\nworkspace = true"),
            ["1: `term` may not use `fd`"]
        );
        assert_eq!(
            check("term", "[dev-dependencies]\ngridwright-fd.workspace = true"),
            none
        );
        assert_eq!(
            check("xtask", "[dependencies]\ngridwright-fd.workspace = true"),
            none
        );
        assert_eq!(check("attic", ""), ["1: room `attic` has no row"]);
    }

    #[test]
    fn outside_crates_are_refused_in_tests_too() {
        for section in ["dependencies", "dev-dependencies", "build-dependencies"] {
            assert_eq!(
                faults(outside, "fd", &format!("[{section}]\nserde = \"1\"")),
                ["2: `fd` may not use the outside crate `serde`"]
            );
        }
    }
}
