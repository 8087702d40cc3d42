//! Loads the files that a program names, relative to the file that names them.

use std::path::{Path, PathBuf};

use gridwright::chr::{LoadedFile, SourceLoader};
use gridwright::control::Deadline;
use gridwright_fzn::{Unopened, read_bytes};

/// The extensions that a name may lack, in the order in which they are tried.
const EXTENSIONS: [&str; 4] = ["pl", "prolog", "chr", "plt"];

/// Loads files of the file system.
pub(crate) struct Files<'a> {
    /// When reading must end.
    pub(crate) deadline: &'a Deadline,
}

impl SourceLoader for Files<'_> {
    fn load(&self, path: &str, from: &str) -> Result<LoadedFile, String> {
        let folder = Path::new(from).parent().unwrap_or(Path::new(""));
        let named = folder.join(path);
        // A path is relative to the file that names it, or else to the present folder.
        let file = candidates(&named)
            .into_iter()
            .chain(candidates(Path::new(path)))
            .find(|file| file.is_file())
            .ok_or_else(|| format!("there is no file {}", named.display()))?;
        let text = read_bytes(Unopened::file(&file), self.deadline);
        let text = text.map_err(|error| format!("{}: {error}", file.display()))?;
        // The same file has the same name, by whatever path it is named.
        let name = file
            .canonicalize()
            .map_or(file.clone(), |whole| shortened(&whole));
        Ok(LoadedFile {
            name: name.display().to_string(),
            text: text_of(text),
        })
    }
}

/// The files that a path may mean: with an extension first, as SWI-Prolog looks for them.
fn candidates(named: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = Vec::new();
    for extension in EXTENSIONS {
        let mut name = named.as_os_str().to_owned();
        name.push(".");
        name.push(extension);
        files.push(name.into());
    }
    let is_whole = named.extension().is_some();
    files.insert(if is_whole { 0 } else { files.len() }, named.to_owned());
    files
}

/// A path relative to the present folder, if it lies in it.
fn shortened(path: &Path) -> PathBuf {
    let present = std::env::current_dir().and_then(|folder| folder.canonicalize());
    match present {
        Ok(folder) => path.strip_prefix(folder).unwrap_or(path).to_owned(),
        Err(_) => path.to_owned(),
    }
}

/// The text of a file: UTF-8, or else Latin-1, which every file can be read as.
pub(crate) fn text_of(mut bytes: Vec<u8>) -> String {
    if bytes.starts_with(b"\xEF\xBB\xBF") {
        bytes.drain(..3);
    }
    String::from_utf8(bytes).unwrap_or_else(|error| {
        let bytes = error.as_bytes().iter();
        bytes.map(|&byte| char::from(byte)).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_get_extensions() {
        let shown = |name: &str| {
            let files = candidates(Path::new(name));
            let files = files.iter().map(|file| file.display().to_string());
            files.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(shown("a/b"), "a/b.pl a/b.prolog a/b.chr a/b.plt a/b");
        assert_eq!(shown("b.pl"), "b.pl b.pl.pl b.pl.prolog b.pl.chr b.pl.plt");
    }

    #[test]
    fn texts_are_utf_8_or_latin_1() {
        assert_eq!(text_of("é".into()), "é");
        assert_eq!(text_of(b"\xEF\xBB\xBFa".into()), "a");
        assert_eq!(text_of(b"\xE9".into()), "é");
    }
}
