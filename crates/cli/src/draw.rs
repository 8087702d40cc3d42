//! `draw`: pictures of puzzles.

use std::path::{Path, PathBuf};

use clap::Args;
use gridwright::board::{Board, svg};
use gridwright::{AnyInstance, Question, Request, Shown, ask, propagated};

use crate::ending::Ending;
use crate::input::Input;
use crate::show;

#[derive(Debug, Args)]
pub(crate) struct Draw {
    #[command(flatten)]
    input: Input,
    /// Draw an answer
    #[arg(long, conflicts_with = "candidates")]
    solved: bool,
    /// Draw what may still stand in each cell after propagation
    #[arg(long)]
    candidates: bool,
    /// Draw as SVG
    #[arg(long, group = "form")]
    svg: bool,
    /// Draw as PNG
    #[arg(long, group = "form")]
    png: bool,
    /// Draw as PDF
    #[arg(long, group = "form")]
    pdf: bool,
    /// How many dots of a PNG a unit of the drawing takes
    #[arg(long, value_name = "FACTOR", default_value_t = 2.0)]
    scale: f32,
    /// Write to this file; with several puzzles, each to one of its own, numbered
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Draw {
    pub(crate) fn run(self) -> Result<Ending, String> {
        let mut ending = Ending::Well;
        let entries = self.input.entries()?;
        for (at, entry) in entries.iter().enumerate() {
            let drawn = match &entry.given {
                Ok(instance) => self.board(&**instance).and_then(|board| {
                    let title = format!("{} {}", instance.kind().card().title, entry.name);
                    let number = (entries.len() > 1).then_some(at + 1);
                    self.write(&self.picture(&board, &title)?, number)
                }),
                Err(message) => Err(message.clone()),
            };
            if let Err(message) = drawn {
                eprintln!("{}", message.trim_end());
                ending = Ending::Misuse;
            }
        }
        Ok(ending)
    }

    /// The bytes of a picture.
    fn picture(&self, board: &Board, title: &str) -> Result<Vec<u8>, String> {
        let wrong = |error: gridwright_print::PrintError| error.to_string();
        if self.png {
            return gridwright_print::png(&svg::render(board, title), self.scale).map_err(wrong);
        }
        if self.pdf {
            return gridwright_print::pdf(&svg::render(board, title)).map_err(wrong);
        }
        let text = if self.svg {
            svg::render(board, title)
        } else {
            let style = show::style().filter(|_| self.output.is_none());
            show::drawn(board, style.unwrap_or_default())
        };
        Ok(text.into_bytes())
    }

    /// Writes a picture where it is wanted.
    fn write(&self, picture: &[u8], number: Option<usize>) -> Result<(), String> {
        let Some(path) = &self.output else {
            crate::out::bytes(picture);
            return Ok(());
        };
        let path = number.map_or_else(|| path.clone(), |number| numbered(path, number));
        std::fs::write(&path, picture).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// The board, with what is to be seen on it.
    fn board(&self, instance: &dyn AnyInstance) -> Result<Board, String> {
        let request = Request::default();
        let wrong = |error: gridwright::Misuse| error.to_string();
        let known = if self.solved {
            let report = ask(instance, Question::Solve { most: 1 }, &request).map_err(wrong)?;
            let answer = report.answers.first();
            instance.known(answer.ok_or("there is no answer to draw")?)
        } else if self.candidates {
            let known = propagated(instance, &request).map_err(wrong)?;
            known.ok_or("there is no answer, so nothing may stand in any cell")?
        } else {
            Vec::new()
        };
        Ok(instance.draw(&Shown {
            known: &known,
            candidates: self.candidates,
            marks: &[],
        }))
    }
}

/// The path with a number before its extension.
fn numbered(path: &Path, number: usize) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name = match path.extension() {
        Some(extension) => format!("{stem}-{number}.{}", extension.to_string_lossy()),
        None => format!("{stem}-{number}"),
    };
    path.with_file_name(name)
}
