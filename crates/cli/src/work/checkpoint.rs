//! Checkpoint files of questions that are split into cubes: JSON lines, first the description of the question, then one line per finished cube.
//!
//! A run continues the file of an earlier one. Files of several machines that worked on parts of the same question may be concatenated.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use gridwright::fd::Stats;
use gridwright::solving::{CubeReport, CubeSubject};
use gridwright_fzn::read_text_file;
use serde::{Deserialize, Serialize};

/// The first line of a file.
#[derive(Serialize, Deserialize, PartialEq, Eq)]
struct Header {
    question: String,
}

/// The line of a finished cube.
#[derive(Serialize, Deserialize)]
struct Line {
    cube: usize,
    count: u64,
    answers: Vec<String>,
    nodes: u64,
    failures: u64,
    backtracks: u64,
    propagations: u64,
    engine: String,
    viewpoint: String,
}

/// A file to which finished cubes are added.
pub(crate) struct Checkpoint {
    path: PathBuf,
    file: File,
}

impl Checkpoint {
    /// Opens or creates the file for a question with this description; also returns the cubes that are already done. An incomplete last line, as a killed run leaves it, is removed.
    pub(crate) fn open(
        path: &Path,
        description: &str,
        n_cubes: usize,
        subject: CubeSubject<'_>,
    ) -> Result<(Checkpoint, BTreeMap<usize, CubeReport>), String> {
        let wrong = |error: String| format!("{}: {error}", path.display());
        let text = match read_text_file(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(wrong(error.to_string())),
        };
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        let header = Header {
            question: description.to_owned(),
        };
        let first_line = serde_json::to_string(&header).unwrap_or_default();
        if whole.is_empty() && !first_line.starts_with(&text) {
            return Err(wrong("line 1: not a checkpoint file".to_owned()));
        }
        let mut done = BTreeMap::new();
        for (at, line) in whole.lines().enumerate() {
            let refused = |message: &str| wrong(format!("line {}: {message}", at + 1));
            if let Ok(header) = serde_json::from_str::<Header>(line) {
                if header.question != description {
                    return Err(wrong(format!(
                        "it belongs to another question or another version; it has\n  {}\nand this is\n  {description}",
                        header.question
                    )));
                }
                continue;
            }
            if at == 0 {
                return Err(refused("not a checkpoint file"));
            }
            let line: Line =
                serde_json::from_str(line).map_err(|error| refused(&error.to_string()))?;
            if line.cube >= n_cubes {
                return Err(refused("there is no such cube"));
            }
            done.insert(
                line.cube,
                line.report(subject).map_err(|error| refused(&error))?,
            );
        }
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.map_err(|error| wrong(error.to_string()))?;
        if file.try_lock().is_err() {
            return Err(wrong("another run uses this file".to_owned()));
        }
        if whole.len() < text.len() {
            let cut = file.set_len(whole.len() as u64);
            cut.map_err(|error| wrong(error.to_string()))?;
        }
        let mut checkpoint = Checkpoint {
            path: path.to_owned(),
            file,
        };
        if whole.is_empty() {
            checkpoint.write(&header)?;
        }
        Ok((checkpoint, done))
    }

    /// Adds a finished cube.
    pub(crate) fn add(
        &mut self,
        cube: usize,
        report: &CubeReport,
        subject: CubeSubject<'_>,
    ) -> Result<(), String> {
        let stats = &report.stats;
        let line = |answer| match subject {
            CubeSubject::Puzzle(instance) => Some(instance.answer_line(answer)),
            CubeSubject::Model { .. } => None,
        };
        self.write(&Line {
            cube,
            count: report.count,
            answers: report.answers.iter().filter_map(line).collect(),
            nodes: stats.nodes,
            failures: stats.failures,
            backtracks: stats.backtracks,
            propagations: stats.propagations,
            engine: report.engine.to_string(),
            viewpoint: report.viewpoint.clone(),
        })
    }

    /// Writes a line at once, so that a killed run loses nothing but the cubes in progress.
    fn write(&mut self, line: &impl Serialize) -> Result<(), String> {
        let line = serde_json::to_string(line).unwrap_or_default() + "\n";
        let written = self.file.write_all(line.as_bytes());
        written.map_err(|error| format!("{}: {error}", self.path.display()))
    }
}

impl Line {
    /// The report of the cube, with its answers read and checked again.
    fn report(self, subject: CubeSubject<'_>) -> Result<CubeReport, String> {
        let mut answers = Vec::new();
        for text in &self.answers {
            let CubeSubject::Puzzle(instance) = subject else {
                return Err("solutions of a model are only counted".to_owned());
            };
            let answer = instance.parse_answer(text).map_err(|error| error.message)?;
            instance.check(&answer).map_err(|rule| rule.to_string())?;
            answers.push(answer);
        }
        Ok(CubeReport {
            count: self.count,
            answers,
            limit: None,
            stats: Stats {
                nodes: self.nodes,
                failures: self.failures,
                backtracks: self.backtracks,
                propagations: self.propagations,
                ..Stats::default()
            },
            engine: self
                .engine
                .parse()
                .map_err(|_| format!("unknown engine `{}`", self.engine))?,
            viewpoint: self.viewpoint,
        })
    }
}
