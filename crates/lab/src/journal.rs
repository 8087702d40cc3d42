//! The journal: rows on disk, each as soon as it is there, so that whatever happens to the program they stay.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::row::Row;

/// A folder with an experiment and the rows it has so far.
#[derive(Debug)]
pub struct Journal {
    folder: PathBuf,
    rows: Vec<Row>,
    file: File,
}

/// Why rows cannot be kept.
#[derive(Debug)]
pub enum NotKept {
    /// The folder has rows, and nobody said that they are to be gone on with.
    Exists(PathBuf),
    /// The folder has rows of another experiment.
    Differs(PathBuf),
    /// The machine refused.
    Io(PathBuf, io::Error),
}

impl fmt::Display for NotKept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotKept::Exists(folder) => write!(
                f,
                "{} has rows already: --resume goes on with them, --retry runs those again that a limit stopped, --fresh begins anew",
                folder.display()
            ),
            NotKept::Differs(folder) => write!(
                f,
                "{} has rows of an experiment that reads otherwise; --fresh begins anew, --to names another folder",
                folder.display()
            ),
            NotKept::Io(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for NotKept {}

/// What to do with rows that are there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Before {
    /// There must be none.
    None,
    /// They are gone on with.
    Resume,
    /// Those that settled something are gone on with; what was stopped, refused or crashed is run again.
    Retry,
    /// They are thrown away.
    Fresh,
}

impl Journal {
    /// The rows, one per line.
    pub const ROWS: &str = "rows.csv";
    /// The experiment, as it was when the rows were made.
    pub const EXPERIMENT: &str = "experiment.toml";

    /// Opens a folder for the rows of an experiment, given its text and the names of its axes.
    pub fn open(
        folder: &Path,
        text: &str,
        axes: &[String],
        before: Before,
    ) -> Result<Journal, NotKept> {
        let io = |path: &Path| {
            let path = path.to_owned();
            move |error| NotKept::Io(path, error)
        };
        std::fs::create_dir_all(folder).map_err(io(folder))?;
        let (path, beside) = (folder.join(Journal::ROWS), folder.join(Journal::EXPERIMENT));
        let mut rows = Vec::new();
        let mut kept = Row::heading(axes);
        if path.exists() && before != Before::Fresh {
            if before == Before::None {
                return Err(NotKept::Exists(folder.to_owned()));
            }
            if std::fs::read_to_string(&beside).map_err(io(&beside))? != text {
                return Err(NotKept::Differs(folder.to_owned()));
            }
            let old = std::fs::read_to_string(&path).map_err(io(&path))?;
            rows = whole_rows(&old, axes.len());
            if before == Before::Retry {
                rows.retain(Row::is_settled);
            }
            kept.extend(rows.iter().map(Row::line));
        }
        std::fs::write(&beside, text).map_err(io(&beside))?;
        // What a killed writer left half done goes, by way of a second file, so that nothing whole is ever at risk.
        let new = folder.join("rows.csv.new");
        std::fs::write(&new, kept).map_err(io(&new))?;
        std::fs::rename(&new, &path).map_err(io(&path))?;
        let file = OpenOptions::new()
            .append(true)
            .open(&path)
            .map_err(io(&path))?;
        Ok(Journal {
            folder: folder.to_owned(),
            rows,
            file,
        })
    }

    /// The rows of a folder, and the text of their experiment.
    pub fn read(
        folder: &Path,
        n_axes: impl Fn(&str) -> usize,
    ) -> Result<(String, Vec<Row>), NotKept> {
        let read = |name: &str| {
            let path = folder.join(name);
            std::fs::read_to_string(&path).map_err(|error| NotKept::Io(path, error))
        };
        let text = read(Journal::EXPERIMENT)?;
        let rows = whole_rows(&read(Journal::ROWS)?, n_axes(&text));
        Ok((text, rows))
    }

    /// The rows so far.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Adds a row, on disk at once.
    pub fn add(&mut self, row: &Row) -> Result<(), NotKept> {
        let path = || self.folder.join(Journal::ROWS);
        self.file
            .write_all(row.line().as_bytes())
            .and_then(|()| self.file.flush())
            .map_err(|error| NotKept::Io(path(), error))?;
        self.rows.push(row.clone());
        Ok(())
    }
}

/// The rows of a file that are whole: a last line without its end was cut short.
fn whole_rows(text: &str, n_axes: usize) -> Vec<Row> {
    let lines = text.split_inclusive('\n').skip(1);
    lines
        .filter_map(|line| Row::read(line.strip_suffix('\n')?, n_axes))
        .collect()
}
