//! `cargo xtask check`: format, lints, and the tests of the crates that changed and of those that use them, with a fifth of the random inputs.

use crate::packages::Workspace;
use crate::steps::{self, Step};
use crate::{Error, root};
use std::collections::BTreeSet;
use std::process::Command;

/// Crates with tests that read the documents.
const READ_DOCUMENTS: [&str; 3] = ["gridwright", "gridwright-cli", "gridwright-lang"];

pub(crate) fn run(args: &[String]) -> Result<(), Error> {
    let since = match args {
        [] => base(),
        [option, commit] if option == "--since" => commit.clone(),
        _ => return Err(Error::Usage("check [--since COMMIT]".to_owned())),
    };
    let workspace = Workspace::load()?;
    let affected = affected(&workspace, &changed_files(&since)?);
    let format = Step::new("cargo fmt --all --check");
    let tidy = Step::new("cargo xtask tidy");
    if affected.is_empty() {
        println!("no crate changed since {since}");
        return steps::run(&[format, tidy]);
    }
    println!(
        "changed since {since}, with dependants: {}",
        names(&affected, ", ")
    );
    let packages = format!("-p {}", names(&affected, " -p "));
    steps::run(&[
        format,
        tidy,
        // The profile `edit` compiles only what a change affects inside a crate and in its dependants.
        Step::new("cargo clippy --profile edit --workspace --all-targets -- -D warnings"),
        // Examples in documentation take a linker run each; `cargo xtask test` runs them.
        Step::new(format!("cargo xtask run-tests --profile edit {packages}"))
            .env(&[("TEST_SHARE", "5")]),
    ])
}

fn names(crates: &BTreeSet<String>, separator: &str) -> String {
    crates
        .iter()
        .map(String::as_str)
        .collect::<Vec<_>>()
        .join(separator)
}

/// The commit where the current branch left the main one, or the last commit.
fn base() -> String {
    let upstream = ["@{upstream}", "origin/main", "main"];
    let merge_base = upstream
        .iter()
        .find_map(|branch| git(&["merge-base", "HEAD", branch]).ok());
    merge_base.map_or("HEAD".to_owned(), |commit| commit.trim().to_owned())
}

/// The files that differ from a commit, those that git does not know yet included.
fn changed_files(since: &str) -> Result<Vec<String>, Error> {
    let tracked = git(&["diff", "--name-only", since, "--"])?;
    let new = git(&["ls-files", "--others", "--exclude-standard"])?;
    Ok(tracked
        .lines()
        .chain(new.lines())
        .map(str::to_owned)
        .collect())
}

fn git(args: &[&str]) -> Result<String, Error> {
    let output = Command::new("git").args(args).current_dir(root()).output();
    let output = output.map_err(|error| Error::Failed(format!("git: {error}")))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(Error::Failed(
            String::from_utf8_lossy(&output.stderr).trim().to_owned(),
        )),
    }
}

/// The crates with changed files, and all that use them directly or not. Files outside crates affect all crates, documents those that read them.
fn affected(workspace: &Workspace, files: &[String]) -> BTreeSet<String> {
    let mut affected = BTreeSet::new();
    for file in files {
        if let Some(name) = workspace.crate_of(file) {
            affected.insert(name.to_owned());
        } else if file.ends_with(".md") || file.starts_with("docs/") {
            affected.extend(READ_DOCUMENTS.map(str::to_owned));
        } else if !file.starts_with('.') {
            return workspace.members().map(str::to_owned).collect();
        }
    }
    // Until nothing is added: everything that uses one of them.
    loop {
        let users: Vec<String> = workspace
            .members()
            .filter(|name| {
                !affected.contains(*name)
                    && workspace.uses(name).any(|used| affected.contains(used))
            })
            .map(str::to_owned)
            .collect();
        if users.is_empty() {
            return affected;
        }
        affected.extend(users);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependants_are_affected_and_root_files_affect_all() {
        let workspace = Workspace::of(&[
            ("a", "crates/a", &[]),
            ("b", "crates/b", &["a"]),
            ("c", "crates/c", &["b"]),
            ("d", "crates/d", &[]),
        ]);
        let affected = |file: &str| names(&affected(&workspace, &[file.to_owned()]), " ");
        assert_eq!(affected("crates/b/src/lib.rs"), "b c");
        assert_eq!(affected("crates/a/Cargo.toml"), "a b c");
        assert_eq!(affected("crates/d/x"), "d");
        assert_eq!(affected("Cargo.lock"), "a b c d");
        assert_eq!(
            affected("README.md"),
            "gridwright gridwright-cli gridwright-lang"
        );
        assert_eq!(affected(".gitignore"), "");
    }
}
