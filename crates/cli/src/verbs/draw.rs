//! `draw`: pictures of puzzles.

use std::path::{Path, PathBuf};

use clap::Args;
use gridwright::control::Deadline;
use gridwright::grid::board::svg::{self, Palette};
use gridwright::grid::board::{Board, text};
use gridwright::puzzles::DrawOptions;
use gridwright::{AnyInstance, Question, Request, Verdict, ask, propagate};
use gridwright_fzn::PartFile;
use gridwright_print::PrintError;

use crate::exit_status::ExitStatus;
use crate::input::options::SearchOptions;
use crate::input::puzzles::Input;
use crate::output::render;
use crate::output::wrap::wrapped_message;
use crate::work::interrupt::stop_on_interrupt;

#[derive(Debug, Args)]
pub(crate) struct Draw {
    #[command(flatten)]
    input: Input,
    /// Draw an answer
    #[arg(long, conflicts_with = "candidates")]
    solved: bool,
    /// Draw the candidates that remain after propagation
    #[arg(long)]
    candidates: bool,
    /// Draw as SVG
    #[arg(long, group = "format")]
    svg: bool,
    /// Draw as PNG
    #[arg(long, group = "format")]
    png: bool,
    /// Draw as PDF
    #[arg(long, group = "format")]
    pdf: bool,
    /// Scale factor of a PNG
    #[arg(long, value_name = "FACTOR", default_value_t = 2.0)]
    scale: f32,
    /// Write to this file; its extension (.svg, .png, .pdf, .txt) sets the format unless an option does. Several puzzles go to numbered files
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    search: SearchOptions,
}

/// The format of a drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    Text,
    Svg,
    Png,
    Pdf,
}

/// Why there is no drawing: the exit status and the message.
type Undrawn = (ExitStatus, String);

impl Draw {
    pub(crate) fn run(self) -> Result<ExitStatus, String> {
        let format = self.format()?;
        let entries = self.input.entries()?;
        let stop = stop_on_interrupt();
        let request = self.search.request(&stop);
        let mut status = ExitStatus::Success;
        for (at, entry) in entries.iter().enumerate() {
            // The time limit includes drawing.
            let deadline = request.limits().deadline();
            let drawn = match &entry.instance {
                Ok(instance) => self.board(&**instance, &request).and_then(|board| {
                    let title = format!("{} {}", instance.kind().info().title, entry.name);
                    let number = (entries.len() > 1).then_some(at + 1);
                    let picture = self.picture(&board, &title, format, &deadline)?;
                    let written = self.write(&picture, number);
                    written.map_err(|message| (ExitStatus::Error, message))
                }),
                Err(message) => Err((ExitStatus::Error, message.clone())),
            };
            if let Err((end, message)) = drawn {
                match end {
                    ExitStatus::Error => eprintln!("{}", wrapped_message(&message)),
                    _ => eprintln!("{}: {message}", entry.name),
                }
                status = status.max(end);
            }
        }
        Ok(status)
    }

    /// The format: from an option, or else from the file extension.
    fn format(&self) -> Result<Format, String> {
        let named = [
            (self.svg, Format::Svg),
            (self.png, Format::Png),
            (self.pdf, Format::Pdf),
        ];
        if let Some((_, format)) = named.into_iter().find(|(named, _)| *named) {
            return Ok(format);
        }
        let Some(path) = &self.output else {
            return Ok(Format::Text);
        };
        let ending = path
            .extension()
            .map(|end| end.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            None | Some("txt") => Ok(Format::Text),
            Some("svg") => Ok(Format::Svg),
            Some("png") => Ok(Format::Png),
            Some("pdf") => Ok(Format::Pdf),
            Some(ending) => Err(format!(
                "{}: unknown file extension `.{ending}`; use .svg, .png, .pdf or .txt, or an option --svg, --png or --pdf",
                path.display()
            )),
        }
    }

    /// The bytes of a picture.
    fn picture(
        &self,
        board: &Board,
        title: &str,
        format: Format,
        deadline: &Deadline,
    ) -> Result<Vec<u8>, Undrawn> {
        let is_over = || deadline.reached().is_some();
        let svg = || {
            let svg = svg::render_until(board, title, &Palette::LIGHT, &is_over);
            svg.ok_or(PrintError::Stopped)
        };
        let text = || {
            let style = render::style().filter(|_| self.output.is_none());
            let text = text::render_until(board, style.unwrap_or_default(), &is_over);
            text.ok_or(PrintError::Stopped)
        };
        let drawn = match format {
            Format::Png => {
                svg().and_then(|svg| gridwright_print::png_before(&svg, self.scale, &is_over))
            }
            Format::Pdf => svg().and_then(|svg| gridwright_print::pdf_before(&svg, &is_over)),
            Format::Svg => svg().map(String::into_bytes),
            Format::Text => text().map(String::into_bytes),
        };
        drawn.map_err(|error| match (&error, deadline.reached()) {
            (PrintError::Stopped, Some(limit)) => (ExitStatus::Stopped, stopped(limit)),
            _ => (ExitStatus::Error, error.to_string()),
        })
    }

    /// Writes a picture to the file or to standard output.
    fn write(&self, picture: &[u8], number: Option<usize>) -> Result<(), String> {
        let Some(path) = &self.output else {
            crate::output::stdout::bytes(picture);
            return Ok(());
        };
        let path = number.map_or_else(|| path.clone(), |number| numbered(path, number));
        PartFile::write(&path, picture)
    }

    /// The board to draw.
    fn board(&self, instance: &dyn AnyInstance, request: &Request) -> Result<Board, Undrawn> {
        let wrong = |error: gridwright::Error| match error.limit() {
            Some(limit) => (ExitStatus::Stopped, stopped(limit)),
            None => (ExitStatus::Error, format!("error: {error}")),
        };
        let none = |what: &str| (ExitStatus::None, what.to_owned());
        let known = if self.solved {
            let report = ask(instance, Question::Solve { max: 1 }, request).map_err(wrong)?;
            match (report.answers.first(), report.verdict) {
                (Some(answer), _) => instance.known(answer),
                (None, Verdict::Stopped(limit)) => {
                    return Err((ExitStatus::Stopped, stopped(limit)));
                }
                (None, _) => return Err(none("there is no answer to draw")),
            }
        } else if self.candidates {
            let known = propagate(instance, request).map_err(wrong)?;
            known.ok_or_else(|| none("there is no answer, so no cell has candidates"))?
        } else {
            Vec::new()
        };
        Ok(instance.draw(&DrawOptions {
            known: &known,
            candidates: self.candidates,
            marks: &[],
        }))
    }
}

fn stopped(limit: gridwright::control::Limit) -> String {
    format!("nothing drawn: {}", limit.describe())
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
