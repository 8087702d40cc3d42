//! Imports inside a crate: one way between folders, and no circles of files but real mutual recursion.
//!
//! An import is a path that starts at `crate`, `super` or `self`, or at a child module; tests are left out.
//! It leads to the file that defines the name: re-exports in `lib.rs`, `main.rs` and `mod.rs` are followed.
//! `lib.rs` and `main.rs` do not count, and neither does what the file of a module (`a/mod.rs` or `a.rs`) imports from the folder `a`: it assembles them.
//! Folders are those directly under `src`; `a.rs` beside a folder `a` belongs to it, and any other file directly in `src` is a node of its own.

use crate::tidy::rust::{Path, Token, paths, without_tests};
use crate::tidy::tree::{Finding, Tree, crate_of};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Circles of files that are real mutual recursion: the crate, the files from its `src` in order, and the reason.
const MUTUAL_RECURSION: &[(&str, &[&str], &str)] = &[
    (
        "chr",
        &["vm/machine.rs", "vm/native.rs"],
        "the machine owns the states of native libraries, and their predicates work on the machine",
    ),
    (
        "lang",
        &["check/functions.rs", "check/lower.rs"],
        "lowering an expression lowers the functions in it, and these lower their arguments",
    ),
    (
        "puzzles",
        &[
            "contract/choices.rs",
            "contract/clues.rs",
            "contract/erased.rs",
            "contract/format.rs",
            "contract/generate.rs",
            "contract/named.rs",
            "contract/nine.rs",
            "contract/premise.rs",
            "contract/program.rs",
            "contract/puzzle.rs",
            "contract/shape.rs",
            "contract/symmetry.rs",
        ],
        "the trait of a puzzle lists its parts, and these are generic over the puzzle",
    ),
    (
        "sat",
        &[
            "analyse.rs",
            "clauses.rs",
            "eliminate.rs",
            "exchange.rs",
            "occurrences.rs",
            "proof.rs",
            "propagate.rs",
            "solver.rs",
        ],
        "the solver's loop calls the phases of CDCL, and these work on the solver's state",
    ),
];

/// Files and their imports, or folders and theirs: from, to, and the place of the first import.
type Graph<'a> = BTreeMap<&'a str, BTreeMap<&'a str, (&'a str, usize)>>;

/// Every circle between folders of a crate, and every unlisted circle of files inside one folder.
pub(crate) fn circles(tree: &Tree) -> Vec<Finding> {
    let mut modules: BTreeMap<&str, Modules<'_>> = BTreeMap::new();
    for (path, tokens) in tree.rust() {
        let Some(name) = crate_of(path) else { continue };
        let Some(file) = path[7 + name.len()..].strip_prefix("/src/") else {
            continue;
        };
        if !path.ends_with("/tests.rs") && !path.contains("/tests/") && !file.starts_with("bin/") {
            let code = without_tests(tokens);
            modules.entry(name).or_default().add(path, file, &code);
        }
    }
    let mut found = Vec::new();
    for (name, modules) in &modules {
        let files = modules.graph();
        let mut folders = Graph::new();
        for (from, imports) in &files {
            for (to, place) in imports {
                let (from, to) = (modules.folder(from), modules.folder(to));
                if from != to {
                    folders.entry(from).or_default().entry(to).or_insert(*place);
                }
            }
        }
        let is_folder = |node: &str| !node.ends_with(".rs");
        let mut report = |graph: &Graph<'_>, members: &[&str], kind: &str, fix: &str| {
            let start = members.iter().find(|node| is_folder(node));
            let circle = shortest_circle(graph, start.unwrap_or(&members[0]));
            let (file, line) = graph[circle[0]][circle[1]];
            let mut problem = format!("circle {kind}: {}", circle.join(" -> "));
            if members.len() + 1 > circle.len() {
                problem += &format!(" (of {} that reach each other)", members.len());
            }
            found.push(Finding::new(file, line, problem, fix));
        };
        for members in components(&folders) {
            if members.iter().any(|node| is_folder(node)) {
                let fix = "move what both need into the lower folder";
                report(&folders, &members, "between folders", fix);
            }
        }
        // What crosses folders is reported above: here are only imports inside one folder, the files of `src` being one.
        let area = |file: &'_ str| match modules.folder(file) {
            folder if is_folder(folder) => folder.to_owned(),
            _ => String::new(),
        };
        let mut inside = files.clone();
        for (from, imports) in &mut inside {
            imports.retain(|to, _| area(from) == area(to));
        }
        for members in components(&inside) {
            let listed = |row: &&(&str, &[&str], &str)| row.0 == *name && row.1 == members;
            if !MUTUAL_RECURSION.iter().any(|row| listed(&row)) {
                let fix = "move what both need into a third file, or list real mutual recursion in crates/xtask/src/tidy/layers.rs";
                report(&inside, &members, "of files", fix);
            }
        }
    }
    found
}

/// The modules of one crate by their paths: `["store", "log"]` for `store/log.rs` or `store/log/mod.rs`, `[]` for `lib.rs`.
#[derive(Default)]
struct Modules<'a>(BTreeMap<Vec<&'a str>, Module<'a>>);

struct Module<'a> {
    /// The file, from the root of the repository and from `src`.
    path: &'a str,
    file: &'a str,
    imports: Vec<Import<'a>>,
}

/// A path in a module, with the name it introduces if it stands in a `use`.
struct Import<'a> {
    path: Path<'a>,
    is_use: bool,
}

impl<'a> Modules<'a> {
    fn add(&mut self, path: &'a str, file: &'a str, code: &[Token<'a>]) {
        let stem = file.trim_end_matches(".rs");
        let stem = stem.strip_suffix("/mod").unwrap_or(stem);
        let module = match stem {
            "lib" | "main" => Vec::new(),
            _ => stem.split('/').collect(),
        };
        let mut imports = Vec::new();
        let mut at = 0;
        while let Some(token) = code.get(at) {
            let is_use = token.is("use");
            let is_path = code.get(at + 1).is_some_and(|next| next.is(":"))
                && code.get(at + 2).is_some_and(|next| next.is(":"))
                && !(at > 0 && code[at - 1].is(":"));
            if is_use || is_path {
                let found = paths(&code[at + usize::from(is_use)..]);
                imports.extend(found.into_iter().map(|path| Import { path, is_use }));
            }
            at += 1;
            if is_use {
                at += code[at..].iter().take_while(|next| !next.is(";")).count();
            }
        }
        let found = Module {
            path,
            file,
            imports,
        };
        self.0.insert(module, found);
    }

    fn has(&self, module: &[&str]) -> bool {
        self.0.keys().any(|name| name.starts_with(module))
    }

    /// The module in which the name at the end of a path is defined; `None` if that is another crate.
    fn resolve(&self, from: &[&'a str], parts: &[&'a str], depth: usize) -> Option<Vec<&'a str>> {
        let mut module = from.to_vec();
        let mut rest = parts;
        match parts.first()? {
            &"crate" => {
                module.clear();
                rest = &rest[1..];
            }
            &"self" => rest = &rest[1..],
            &"super" => {
                while let ["super", tail @ ..] = rest {
                    module.pop();
                    rest = tail;
                }
            }
            child if self.has(&[from, &[child]].concat()) => {}
            _ => return None,
        }
        for part in rest {
            module.push(part);
            if self.has(&module) {
                continue;
            }
            module.pop();
            let imports = self
                .0
                .get(&module)
                .map_or(&[][..], |module| &module.imports);
            let import = imports
                .iter()
                .find(|import| import.is_use && import.path.name() == *part);
            // Two modules may import a name from each other by way of globs; the depth ends that.
            let target = import
                .filter(|_| depth < 8)
                .and_then(|import| self.resolve(&module, &import.path.parts, depth + 1));
            return Some(target.unwrap_or(module));
        }
        Some(module)
    }

    /// Which file imports which.
    fn graph(&self) -> Graph<'a> {
        let mut graph = Graph::new();
        for (name, module) in self.0.iter().filter(|(name, _)| !name.is_empty()) {
            for import in &module.imports {
                let Some(target) = self.resolve(name, &import.path.parts, 0) else {
                    continue;
                };
                if target.is_empty() || target.starts_with(name) {
                    continue;
                }
                let Some(to) = self.0.get(&target) else {
                    continue;
                };
                let edges: &mut BTreeMap<_, _> = graph.entry(module.file).or_default();
                edges
                    .entry(to.file)
                    .or_insert((module.path, import.path.line));
            }
        }
        graph
    }

    /// The folder directly under `src` that a file belongs to, or the file itself.
    fn folder(&self, file: &'a str) -> &'a str {
        if let Some((folder, _)) = file.split_once('/') {
            return folder;
        }
        let stem = file.trim_end_matches(".rs");
        let has_folder = self.0.keys().any(|name| name.len() > 1 && name[0] == stem);
        if has_folder { stem } else { file }
    }
}

/// The sets of two or more nodes that reach each other, sorted.
fn components<'a>(graph: &Graph<'a>) -> Vec<Vec<&'a str>> {
    let reach: BTreeMap<&str, BTreeSet<&str>> = graph
        .keys()
        .map(|&start| {
            let mut seen = BTreeSet::new();
            let mut stack = vec![start];
            while let Some(node) = stack.pop() {
                let next = graph.get(node).into_iter().flat_map(BTreeMap::keys);
                stack.extend(next.filter(|node| seen.insert(**node)));
            }
            (start, seen)
        })
        .collect();
    let mut found: Vec<Vec<&str>> = Vec::new();
    for (&node, seen) in &reach {
        let back = |other: &&str| reach.get(other).is_some_and(|seen| seen.contains(node));
        let members: Vec<&str> = seen.iter().copied().filter(back).collect();
        if members.len() > 1 && members[0] == node {
            found.push(members);
        }
    }
    found
}

/// A shortest circle through a node that lies on one; it begins and ends with the node.
fn shortest_circle<'a>(graph: &Graph<'a>, start: &'a str) -> Vec<&'a str> {
    let mut queue = VecDeque::from([vec![start]]);
    let mut seen = BTreeSet::new();
    while let Some(way) = queue.pop_front() {
        for &next in graph
            .get(way[way.len() - 1])
            .into_iter()
            .flat_map(BTreeMap::keys)
        {
            let way = [&way[..], &[next]].concat();
            if next == start {
                return way;
            }
            if seen.insert(next) {
                queue.push_back(way);
            }
        }
    }
    unreachable!("the node lies on a circle")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The files of a crate, and the problems they have.
    type Case = (
        &'static [(&'static str, &'static str)],
        &'static [&'static str],
    );

    /// The problems of a crate with the given files under `src`.
    fn problems(files: &[(&str, &str)]) -> Vec<String> {
        let files: Vec<(String, &str)> = files
            .iter()
            .map(|(name, text)| (format!("crates/term/src/{name}"), *text))
            .collect();
        let files: Vec<(&str, &str)> = files
            .iter()
            .map(|(name, text)| (&name[..], *text))
            .collect();
        let found = circles(&Tree::of(&files));
        found
            .iter()
            .map(|f| format!("{}:{}: {}", &f.file[16..], f.line, f.problem))
            .collect()
    }

    #[test]
    fn circles_between_folders_are_found() {
        let table: &[Case] = &[
            // One way is fine, by whichever notation.
            (&[("a/x.rs", "use crate::b::y::Y;"), ("b/y.rs", "")], &[]),
            // Different files of the folders: no file imports itself by way of others.
            (
                &[
                    ("a/x.rs", "\nuse crate::b::y::Y;"),
                    ("a/z.rs", ""),
                    ("b/w.rs", "use crate::a::{q::Q, z::Z};"),
                    ("b/y.rs", ""),
                ],
                &["a/x.rs:2: circle between folders: a -> b -> a"],
            ),
            // A file beside its folder belongs to it; other files of `src` are on their own.
            (
                &[
                    ("a.rs", "use crate::b::B;"),
                    ("a/x.rs", ""),
                    ("b.rs", "use crate::a::x::X;"),
                ],
                &["a.rs:1: circle between folders: a -> b.rs -> a"],
            ),
            (
                &[
                    ("a/x.rs", "use crate::c::C;"),
                    ("b.rs", "use crate::a::x::X;"),
                    ("c.rs", ""),
                ],
                &[],
            ),
            // A path in the code counts, a test does not.
            (
                &[
                    ("a/x.rs", "fn f() { crate::b::g() }"),
                    ("b/mod.rs", "fn g() { crate::a::x::f() }"),
                ],
                &["a/x.rs:1: circle between folders: a -> b -> a"],
            ),
            (
                &[
                    ("a/x.rs", "use crate::b::B;"),
                    ("b/mod.rs", "#[cfg(test)] mod tests { use crate::a::x::X; }"),
                    ("b/tests.rs", "use crate::a::x::X;"),
                ],
                &[],
            ),
        ];
        for (files, expected) in table {
            assert_eq!(problems(files), *expected, "{files:?}");
        }
    }

    #[test]
    fn circles_of_files_are_found() {
        let table: &[Case] = &[
            (
                &[
                    ("a/x.rs", "use super::y::Y;"),
                    ("a/y.rs", "use crate::a::x::X;"),
                ],
                &["a/x.rs:1: circle of files: a/x.rs -> a/y.rs -> a/x.rs"],
            ),
            (
                &[
                    ("x.rs", "use crate::y::Y;"),
                    ("y.rs", "use crate::z::Z;"),
                    ("z.rs", "use crate::x::X; use crate::y::Y;"),
                ],
                &["x.rs:1: circle of files: x.rs -> y.rs -> z.rs -> x.rs"],
            ),
            (
                &[
                    ("x.rs", "use crate::y::Y;"),
                    ("y.rs", "use crate::{x::X, z::Z};"),
                    ("z.rs", "use crate::y::Y;"),
                ],
                &["x.rs:1: circle of files: x.rs -> y.rs -> x.rs (of 3 that reach each other)"],
            ),
            // Files that import nothing end no search.
            (
                &[
                    ("w.rs", ""),
                    ("x.rs", "use crate::{w::W, y::Y, z::Z};"),
                    ("y.rs", "use crate::x::X;"),
                    ("z.rs", ""),
                ],
                &["x.rs:1: circle of files: x.rs -> y.rs -> x.rs"],
            ),
            // The file of a module may use its children, and they may use what it defines.
            (
                &[
                    ("a/mod.rs", "mod x; use x::X; pub struct A;"),
                    ("a/x.rs", "use super::A;"),
                ],
                &[],
            ),
        ];
        for (files, expected) in table {
            assert_eq!(problems(files), *expected, "{files:?}");
        }
    }

    #[test]
    fn reexports_are_followed() {
        let lib = (
            "lib.rs",
            "mod a; mod b; pub use a::{A, x::X as Z}; pub use crate::b::B;",
        );
        let none: [&str; 0] = [];
        let a = (
            "a/mod.rs",
            "mod x; pub(crate) use self::x::X; pub struct A;",
        );
        assert_eq!(
            problems(&[lib, a, ("a/x.rs", "use crate::a::A;"), ("b.rs", "")]),
            none
        );
        for import in [
            "use crate::A;",
            "use crate::Z;",
            "use crate::a::X;",
            "use super::{A, c};",
        ] {
            let b = ("b.rs", import);
            let expected = ["a/x.rs:1: circle between folders: a -> b.rs -> a"];
            assert_eq!(
                problems(&[lib, a, ("a/x.rs", "use crate::B;"), b]),
                expected,
                "{import}"
            );
        }
        assert_eq!(
            problems(&[lib, a, ("a/x.rs", "use crate::gone;"), ("b.rs", "")]),
            none
        );
    }

    #[test]
    fn listed_circles_pass() {
        for (name, circles_found) in [("lang", 0), ("term", 1)] {
            let file = |module: &str| format!("crates/{name}/src/check/{module}.rs");
            let found = circles(&Tree::of(&[
                (&file("functions"), "use crate::check::lower::Lowering;"),
                (&file("lower"), "use crate::check::functions::Function;"),
            ]));
            assert_eq!(found.len(), circles_found, "{name}");
        }
    }
}
