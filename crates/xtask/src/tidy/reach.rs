//! What code may reach: the machine only from programs, and a room only those it is meant to know.

use crate::tidy::Finding;
use crate::tidy::rust::{Kind, Token, shipped};
use crate::tidy::tree::{Tree, room};

/// Rooms that are programs, or run them.
const PROGRAMS: &[&str] = &["cli", "fzn", "web", "lab", "xtask"];

/// The one file of a library room that may, because someone has to: the system's clock.
const EXCEPTION: &str = "crates/solve/src/clock.rs";

/// Parts of the standard library that touch the machine.
const MACHINE: &[&str] = &[
    "std::time::Instant",
    "std::time::SystemTime",
    "std::env",
    "std::fs",
    "std::net",
    "std::thread",
];

/// Rooms and the crates they must not mention.
const STRANGERS: &[(&str, &[&str])] = &[
    ("fd", &["gridwright_constraints"]),
    ("chr", &["gridwright_fd"]),
    ("puzzles", &["gridwright_solve", "gridwright_chr"]),
];

/// Library code has no files, clocks, environment, sockets or threads.
pub(crate) fn machine(tree: &Tree) -> Vec<Finding> {
    let mut found = Vec::new();
    for (path, tokens) in tree.rust() {
        if is_program(path) || path == EXCEPTION {
            continue;
        }
        let code = shipped(&tokens);
        for (at, token) in code.iter().enumerate() {
            if !token.is("std") {
                continue;
            }
            for (line, name) in paths(&code[at..]) {
                if MACHINE.iter().any(|forbidden| touches(&name, forbidden)) {
                    let fix = "take what it gives as an argument; only programs touch the machine";
                    found.push(Finding::new(
                        path,
                        line,
                        format!("{name} in a library room"),
                        fix,
                    ));
                }
            }
        }
    }
    found
}

/// Whether a path is `forbidden`, lies within it, or brings it in by naming the module it stands in.
fn touches(name: &str, forbidden: &str) -> bool {
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
    let folder = |name: &str| path.split('/').any(|part| part == name);
    room(path).is_some_and(|room| PROGRAMS.contains(&room))
        || ["tests", "benches", "examples"].into_iter().any(folder)
        || path.ends_with("/tests.rs")
}

/// The paths that `code` begins with, the braces of an import multiplied out.
fn paths(code: &[Token<'_>]) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    path_tree(code, &mut 0, "", &mut found);
    found
}

fn path_tree(code: &[Token<'_>], at: &mut usize, prefix: &str, found: &mut Vec<(usize, String)>) {
    let Some(token) = code.get(*at) else { return };
    *at += 1;
    if token.is("{") {
        while let Some(next) = code.get(*at) {
            if next.is("}") {
                *at += 1;
                return;
            }
            let before = *at;
            path_tree(code, at, prefix, found);
            while code
                .get(*at)
                .is_some_and(|next| !next.is(",") && !next.is("}"))
            {
                *at += 1;
            }
            *at += usize::from(code.get(*at).is_some_and(|next| next.is(",")));
            if *at == before {
                return;
            }
        }
    } else if token.kind == Kind::Ident || token.is("*") {
        let path = format!("{prefix}{}", token.text);
        let colons = code
            .get(*at..*at + 2)
            .is_some_and(|two| two.iter().all(|token| token.is(":")));
        let next = code.get(*at + 2);
        if colons
            && next.is_some_and(|next| next.kind == Kind::Ident || next.is("{") || next.is("*"))
        {
            *at += 2;
            path_tree(code, at, &format!("{path}::"), found);
        } else {
            found.push((token.line, path));
        }
    }
}

/// A room does not mention the rooms it must not know, tests and comments aside.
pub(crate) fn strangers(tree: &Tree) -> Vec<Finding> {
    let mut found = Vec::new();
    for (path, tokens) in tree.rust() {
        let Some((room, unknown)) = STRANGERS.iter().find(|(name, _)| room(path) == Some(name))
        else {
            continue;
        };
        if path
            .split('/')
            .any(|part| part == "tests" || part == "benches")
        {
            continue;
        }
        for token in shipped(&tokens)
            .iter()
            .filter(|token| unknown.contains(&token.text))
        {
            let problem = format!("`{room}` mentions {}", token.text);
            let fix = "move the code to a room that may know both";
            found.push(Finding::new(path, token.line, problem, fix));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(rule: fn(&Tree) -> Vec<Finding>, path: &str, text: &str) -> Vec<usize> {
        rule(&Tree::of(&[(path, text)]))
            .iter()
            .map(|found| found.line)
            .collect()
    }

    #[test]
    fn the_machine_is_found_however_it_is_written() {
        let at = |text| lines(machine, "crates/fd/src/lib.rs", text);
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
            assert_eq!(at(good), [], "{good}");
        }
    }

    #[test]
    fn programs_tests_and_the_clock_may() {
        for path in [
            "crates/cli/src/main.rs",
            "crates/fd/tests/limits.rs",
            "crates/fd/benches/queens.rs",
            "crates/fd/examples/first.rs",
            "crates/fd/src/search/tests.rs",
            EXCEPTION,
        ] {
            assert_eq!(
                lines(machine, path, "use std::time::Instant;"),
                [],
                "{path}"
            );
        }
        assert_eq!(
            lines(machine, "crates/solve/src/clocks.rs", "use std::fs;"),
            [1]
        );
    }

    #[test]
    fn strangers_are_not_mentioned() {
        let text = "//! A.\nuse gridwright_constraints::AllDifferent;\n";
        assert_eq!(lines(strangers, "crates/fd/src/lib.rs", text), [2]);
        assert_eq!(lines(strangers, "crates/fd/tests/a.rs", text), []);
        assert_eq!(lines(strangers, "crates/solve/src/lib.rs", text), []);
        assert_eq!(
            lines(
                strangers,
                "crates/chr/src/run.rs",
                "use gridwright_fd::Model;"
            ),
            [1]
        );
    }
}
