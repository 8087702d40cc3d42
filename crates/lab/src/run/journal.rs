//! The journal: rows are appended to a file as they come, so that a crash loses none.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::run::row::Row;

/// A folder with an experiment and its rows so far.
#[derive(Debug)]
pub struct Journal {
    folder: PathBuf,
    rows: Vec<Row>,
    file: File,
}

/// An error of a journal.
#[derive(Debug)]
pub enum JournalError {
    /// The folder has rows, and the caller did not choose what to do with them.
    Exists(PathBuf),
    /// The folder has rows of another experiment.
    Differs(PathBuf),
    /// An input or output error.
    Io(PathBuf, io::Error),
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JournalError::Exists(folder) => write!(
                f,
                "{} already has rows. Use --resume to continue, --retry to run unsettled cells again, or --fresh to start over",
                folder.display()
            ),
            JournalError::Differs(folder) => write!(
                f,
                "{} has rows of a different experiment. Use --fresh to start over, or --to for another folder",
                folder.display()
            ),
            JournalError::Io(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for JournalError {}

/// What to do with rows in the folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExistingRows {
    /// Fail if there are any.
    Refuse,
    /// Keep them.
    Resume,
    /// Keep the settled ones; run stopped, refused and crashed cells again.
    Retry,
    /// Delete them.
    Fresh,
}

impl Journal {
    /// The file with the rows.
    pub const ROWS: &str = "rows.csv";
    /// The file with the experiment that the rows belong to.
    pub const EXPERIMENT: &str = "experiment.toml";

    /// Opens a folder for the rows of an experiment, given its text and axis names.
    pub fn open(
        folder: &Path,
        text: &str,
        axes: &[String],
        existing: ExistingRows,
    ) -> Result<Journal, JournalError> {
        let io = |path: &Path| {
            let path = path.to_owned();
            move |error| JournalError::Io(path, error)
        };
        std::fs::create_dir_all(folder).map_err(io(folder))?;
        let (path, experiment) = (folder.join(Journal::ROWS), folder.join(Journal::EXPERIMENT));
        let mut rows = Vec::new();
        let mut contents = Row::heading(axes);
        if path.exists() && existing != ExistingRows::Fresh {
            if existing == ExistingRows::Refuse {
                return Err(JournalError::Exists(folder.to_owned()));
            }
            if std::fs::read_to_string(&experiment).map_err(io(&experiment))? != text {
                return Err(JournalError::Differs(folder.to_owned()));
            }
            let old = std::fs::read_to_string(&path).map_err(io(&path))?;
            rows = Row::parse_all(&old, axes.len());
            if existing == ExistingRows::Retry {
                rows.retain(Row::is_settled);
            }
            contents.extend(rows.iter().map(Row::line));
        }
        std::fs::write(&experiment, text).map_err(io(&experiment))?;
        // Rewrites the file through a second one: this drops an incomplete last line and never loses a complete one.
        let new = folder.join("rows.csv.new");
        std::fs::write(&new, contents).map_err(io(&new))?;
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

    /// Reads the text of the experiment and the rows of a folder.
    pub fn read(
        folder: &Path,
        n_axes: impl Fn(&str) -> usize,
    ) -> Result<(String, Vec<Row>), JournalError> {
        let read = |name: &str| {
            let path = folder.join(name);
            std::fs::read_to_string(&path).map_err(|error| JournalError::Io(path, error))
        };
        let text = read(Journal::EXPERIMENT)?;
        let rows = Row::parse_all(&read(Journal::ROWS)?, n_axes(&text));
        Ok((text, rows))
    }

    /// The rows so far.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Appends a row and flushes the file.
    pub fn add(&mut self, row: &Row) -> Result<(), JournalError> {
        let path = || self.folder.join(Journal::ROWS);
        self.file
            .write_all(row.line().as_bytes())
            .and_then(|()| self.file.flush())
            .map_err(|error| JournalError::Io(path(), error))?;
        self.rows.push(row.clone());
        Ok(())
    }
}
