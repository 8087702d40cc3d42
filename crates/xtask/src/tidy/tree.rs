//! The files of the repository, read once, and findings about them. Tests build small trees of their own.

use crate::tidy::rust::{Token, tokens};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::OnceLock;
use std::{fmt, fs, io};

/// A violation of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    pub(crate) file: String,
    pub(crate) line: usize,
    pub(crate) problem: String,
    pub(crate) fix: String,
    /// A note is printed but is not an error.
    pub(crate) note: bool,
}

impl Finding {
    pub(crate) fn new(
        file: &str,
        line: usize,
        problem: impl Into<String>,
        fix: impl Into<String>,
    ) -> Finding {
        Finding {
            file: file.to_owned(),
            line,
            problem: problem.into(),
            fix: fix.into(),
            note: false,
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}:{}: {}; {}",
            self.file, self.line, self.problem, self.fix
        )
    }
}

/// Text files by their path from the root, with `/` between the parts. The texts are never freed, so that their tokens can be kept beside them.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    texts: BTreeMap<String, &'static str>,
    /// The tokens of the Rust files.
    tokens: OnceLock<BTreeMap<String, Vec<Token<'static>>>>,
    /// Every file and folder, of any type.
    paths: BTreeSet<String>,
}

impl Tree {
    /// Reads the repository under `root`, without build products and hidden folders other than `.ci` and `.cargo`.
    pub(crate) fn load(root: &Path) -> io::Result<Tree> {
        let mut tree = Tree::default();
        tree.load_folder(root, "")?;
        Ok(tree)
    }

    /// Builds a tree from the given files, for tests.
    #[cfg(test)]
    pub(crate) fn of(files: &[(&str, &str)]) -> Tree {
        let mut tree = Tree::default();
        for (path, text) in files {
            for (slash, _) in path.match_indices('/') {
                tree.paths.insert(path[..slash].to_owned());
            }
            tree.paths.insert((*path).to_owned());
            tree.add(path, (*text).to_owned());
        }
        tree
    }

    fn load_folder(&mut self, folder: &Path, prefix: &str) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = format!("{prefix}{name}");
            if entry.file_type()?.is_dir() {
                let hidden = name.starts_with('.') && name != ".ci" && name != ".cargo";
                if !hidden && name != "target" {
                    self.load_folder(&entry.path(), &format!("{path}/"))?;
                    self.paths.insert(path);
                }
            } else {
                if [".rs", ".md", ".toml"]
                    .iter()
                    .any(|ext| name.ends_with(ext))
                {
                    self.add(&path, fs::read_to_string(entry.path())?);
                }
                self.paths.insert(path);
            }
        }
        Ok(())
    }

    fn add(&mut self, path: &str, text: String) {
        self.texts
            .insert(path.to_owned(), Box::leak(text.into_boxed_str()));
    }

    /// Whether a file or folder of this name exists.
    pub(crate) fn has(&self, path: &str) -> bool {
        self.paths.contains(path.trim_end_matches('/'))
    }

    /// Every file and folder.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &str> {
        self.paths.iter().map(String::as_str)
    }

    pub(crate) fn text(&self, path: &str) -> Option<&str> {
        self.texts.get(path).copied()
    }

    /// The text files whose names end with `ext`, such as `.rs`.
    pub(crate) fn with(&self, ext: &'static str) -> impl Iterator<Item = (&str, &str)> {
        let texts = self
            .texts
            .iter()
            .filter(move |(path, _)| path.ends_with(ext));
        texts.map(|(path, text)| (path.as_str(), *text))
    }

    /// The Rust files with their tokens.
    pub(crate) fn rust(&self) -> impl Iterator<Item = (&str, &[Token<'static>])> {
        let all = self.all_tokens().iter();
        all.map(|(path, tokens)| (path.as_str(), tokens.as_slice()))
    }

    /// The tokens of a Rust file.
    pub(crate) fn tokens(&self, path: &str) -> Option<&[Token<'static>]> {
        self.all_tokens().get(path).map(Vec::as_slice)
    }

    fn all_tokens(&self) -> &BTreeMap<String, Vec<Token<'static>>> {
        self.tokens.get_or_init(|| {
            let rust = self.texts.iter().filter(|(path, _)| path.ends_with(".rs"));
            rust.map(|(path, text)| (path.clone(), tokens(text)))
                .collect()
        })
    }
}

/// The folder name of the crate that a file belongs to: `fd` for `crates/fd/src/lib.rs`.
pub(crate) fn crate_of(path: &str) -> Option<&str> {
    Some(path.strip_prefix("crates/")?.split_once('/')?.0)
}

/// The lines of the `//!` header a Rust file begins with.
pub(crate) fn header(text: &str) -> String {
    let lines = text.lines().take_while(|line| line.starts_with("//!"));
    lines.map(|line| &line[3..]).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crates_and_headers_of_files() {
        assert_eq!(crate_of("crates/fd/src/lib.rs"), Some("fd"));
        assert_eq!(crate_of("docs/GLOSSARY.md"), None);
        assert_eq!(
            header("//! One.\n//! Two.\n\n//! Not this."),
            " One.\n Two."
        );
        assert_eq!(header("use std;\n//! Late."), "");
    }

    #[test]
    fn folders_count_as_paths() {
        let tree = Tree::of(&[("a/b/c.md", "")]);
        for path in ["a", "a/", "a/b", "a/b/c.md"] {
            assert!(tree.has(path), "{path}");
        }
        assert!(!tree.has("a/c.md"));
    }
}
