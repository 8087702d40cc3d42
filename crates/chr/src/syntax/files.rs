//! The files of a program: their texts laid end to end, so that one offset names a file and a place in it, and the trait by which other files
//! are loaded.

use std::fmt;
use std::sync::Arc;

use gridwright_term::{Diagnostic, Span, Term};

/// Loads the files that a program names with `consult`, `include`, `use_module` and the like. A program that is given no loader cannot name other
/// files.
pub trait SourceLoader {
    /// Loads the file that `path` means in the file named `from`. The path may lack its extension.
    fn load(&self, path: &str, from: &str) -> Result<LoadedFile, String>;
}

/// A file that was loaded.
#[derive(Clone, Debug)]
pub struct LoadedFile {
    /// Its name, by which messages call it; the same file always has the same name.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// A text of a program, and where it begins among all.
#[derive(Clone, Debug)]
struct File {
    name: String,
    text: Arc<str>,
    start: usize,
    /// The offsets at which its lines begin.
    lines: Vec<u32>,
}

/// The texts of a program.
#[derive(Clone, Debug, Default)]
pub(crate) struct SourceMap {
    files: Vec<File>,
}

impl SourceMap {
    /// Adds a text, and returns its number and the offset at which its spans begin.
    pub(crate) fn add(&mut self, name: &str, text: &str) -> (Arc<str>, usize) {
        let last = self.files.last();
        // Two texts do not touch, so that the end of one is not the start of the next.
        let start = last.map_or(0, |last| last.start + last.text.len() + 1);
        let text: Arc<str> = text.into();
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let after = ends.map(|(at, _)| u32::try_from(at + 1).unwrap_or(u32::MAX));
        self.files.push(File {
            name: name.to_owned(),
            text: text.clone(),
            start,
            lines: std::iter::once(0).chain(after).collect(),
        });
        (text, start)
    }

    pub(crate) fn contains(&self, name: &str) -> bool {
        self.files.iter().any(|file| file.name == name)
    }

    fn file(&self, offset: usize) -> Option<&File> {
        let after = self.files.partition_point(|file| file.start <= offset);
        self.files.get(after.checked_sub(1)?)
    }

    /// The line in its file at which a span begins.
    pub(crate) fn line(&self, span: Span) -> usize {
        self.file(span.start).map_or(1, |file| {
            let offset = span.start - file.start;
            file.lines.partition_point(|line| *line as usize <= offset)
        })
    }

    /// A message with its file, line and text.
    pub(crate) fn render(&self, diagnostic: &Diagnostic) -> String {
        let Some(file) = self.file(diagnostic.span.start) else {
            return format!("{diagnostic}\n");
        };
        let span = diagnostic.span;
        let local = Span::new(span.start - file.start, span.end.saturating_sub(file.start));
        let local = Diagnostic {
            span: local,
            ..diagnostic.clone()
        };
        local.render(&file.text, &file.name)
    }
}

/// A span of a file whose texts begin at `start`.
pub(crate) fn moved(span: Span, start: usize) -> Span {
    Span::new(span.start + start, span.end + start)
}

/// The path that a term names: `name`, `"name"`, `folder/name` or `alias(path)`.
pub(crate) fn path_of(term: &Term, aliases: &[(String, String)]) -> Result<String, String> {
    let (mut parts, mut term) = (Vec::new(), term);
    loop {
        match (term, term.functor(), term.args()) {
            (Term::Name(name) | Term::Text(name), ..) => {
                parts.push(name.clone());
                break;
            }
            (_, Some(("/", 2)), [before, Term::Name(last) | Term::Text(last)]) => {
                parts.push(last.clone());
                term = before;
            }
            (_, Some((alias, 1)), [path]) => {
                let found = aliases.iter().find(|(name, _)| name == alias);
                let Some((_, folder)) = found else {
                    return Err(format!(
                        "the folder `{alias}` is not known; `user:file_search_path({alias}, Folder).` defines it"
                    ));
                };
                let inner = path_of(path, &[])?;
                parts.push(inner);
                parts.push(folder.clone());
                break;
            }
            _ => return Err(format!("`{term}` is not the name of a file")),
        }
    }
    parts.reverse();
    Ok(parts.join("/"))
}

/// A loader of named texts, for tests and programs that are not in files.
impl<F: Fn(&str, &str) -> Result<LoadedFile, String>> SourceLoader for F {
    fn load(&self, path: &str, from: &str) -> Result<LoadedFile, String> {
        self(path, from)
    }
}

/// Shows that there is a loader, which is all there is to say.
#[derive(Clone, Copy)]
pub(crate) struct Loader<'a>(pub(crate) Option<&'a dyn SourceLoader>);

impl fmt::Debug for Loader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Loader({})", self.0.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_belong_to_files_and_lines() {
        let mut map = SourceMap::default();
        let (_, first) = map.add("a", "x\ny\n");
        let (_, second) = map.add("b", "\nz");
        assert_eq!((first, second), (0, 5));
        let line = |offset| map.line(Span::new(offset, offset));
        assert_eq!(
            [line(0), line(2), line(4), line(5), line(6)],
            [1, 2, 3, 1, 2]
        );
        let shown = map.render(&Diagnostic::error("no", Span::new(6, 7)));
        assert_eq!(shown, "b:2:1: error: no\n    z\n    ^\n");
    }

    #[test]
    fn terms_name_paths() {
        let aliases = [("lib".to_owned(), "../lib".to_owned())];
        let table = [
            (Term::name("a"), Ok("a")),
            (Term::text("a.pl"), Ok("a.pl")),
            (
                Term::compound("/", [Term::name("a"), Term::name("b")]),
                Ok("a/b"),
            ),
            (Term::compound("lib", [Term::name("x")]), Ok("../lib/x")),
            (Term::Int(1), Err("`1` is not the name of a file")),
        ];
        for (term, expected) in table {
            let found = path_of(&term, &aliases);
            assert_eq!(found.as_deref().map_err(String::as_str), expected, "{term}");
        }
        assert!(path_of(&Term::compound("other", [Term::name("x")]), &aliases).is_err());
    }
}
