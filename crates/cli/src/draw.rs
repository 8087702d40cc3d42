//! `draw`: pictures of puzzles.

use std::path::{Path, PathBuf};

use clap::Args;
use gridwright::board::{Board, svg};
use gridwright::{AnyInstance, DrawOptions, Question, Request, Verdict, ask, propagated};

use crate::batch;
use crate::ending::Ending;
use crate::input::Input;
use crate::show;
use crate::solving::How;

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
    /// Write to this file, in the form its ending says (.svg, .png, .pdf, .txt) unless an option does; with several puzzles, each to one of its own, numbered
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    how: How,
}

/// What a drawing is written as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Text,
    Svg,
    Png,
    Pdf,
}

/// Why there is no drawing: how the program ends for it, and what is said.
type Undrawn = (Ending, String);

impl Draw {
    pub(crate) fn run(self) -> Result<Ending, String> {
        let form = self.form()?;
        let entries = self.input.entries()?;
        let stop = batch::stop_on_interrupt();
        let request = self.how.request(&stop);
        let mut ending = Ending::Well;
        for (at, entry) in entries.iter().enumerate() {
            let drawn = match &entry.given {
                Ok(instance) => self.board(&**instance, &request).and_then(|board| {
                    let title = format!("{} {}", instance.kind().card().title, entry.name);
                    let number = (entries.len() > 1).then_some(at + 1);
                    let picture = self.picture(&board, &title, form);
                    let written = picture.and_then(|picture| self.write(&picture, number));
                    written.map_err(|message| (Ending::Error, message))
                }),
                Err(message) => Err((Ending::Error, message.clone())),
            };
            if let Err((end, message)) = drawn {
                match end {
                    Ending::Error => eprintln!("{}", message.trim_end()),
                    _ => eprintln!("{}: {message}", entry.name),
                }
                ending = ending.max(end);
            }
        }
        Ok(ending)
    }

    /// What to draw as: what an option says, or the ending of the file.
    fn form(&self) -> Result<Form, String> {
        let named = [
            (self.svg, Form::Svg),
            (self.png, Form::Png),
            (self.pdf, Form::Pdf),
        ];
        if let Some((_, form)) = named.into_iter().find(|(named, _)| *named) {
            return Ok(form);
        }
        let Some(path) = &self.output else {
            return Ok(Form::Text);
        };
        let ending = path
            .extension()
            .map(|end| end.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            None | Some("txt") => Ok(Form::Text),
            Some("svg") => Ok(Form::Svg),
            Some("png") => Ok(Form::Png),
            Some("pdf") => Ok(Form::Pdf),
            Some(ending) => Err(format!(
                "{}: no form of drawings has the ending `.{ending}`; there are .svg, .png, .pdf and .txt, and the options --svg, --png and --pdf",
                path.display()
            )),
        }
    }

    /// The bytes of a picture.
    fn picture(&self, board: &Board, title: &str, form: Form) -> Result<Vec<u8>, String> {
        let wrong = |error: gridwright_print::PrintError| error.to_string();
        match form {
            Form::Png => {
                gridwright_print::png(&svg::render(board, title), self.scale).map_err(wrong)
            }
            Form::Pdf => gridwright_print::pdf(&svg::render(board, title)).map_err(wrong),
            Form::Svg => Ok(svg::render(board, title).into_bytes()),
            Form::Text => {
                let style = show::style().filter(|_| self.output.is_none());
                Ok(show::drawn(board, style.unwrap_or_default()).into_bytes())
            }
        }
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
    fn board(&self, instance: &dyn AnyInstance, request: &Request) -> Result<Board, Undrawn> {
        let wrong = |error: gridwright::Error| match error.limit() {
            Some(limit) => (Ending::Stopped, stopped(limit)),
            None => (Ending::Error, format!("error: {error}")),
        };
        let none = |what: &str| (Ending::None, what.to_owned());
        let known = if self.solved {
            let report = ask(instance, Question::Solve { most: 1 }, request).map_err(wrong)?;
            match (report.answers.first(), report.verdict) {
                (Some(answer), _) => instance.known(answer),
                (None, Verdict::Stopped(limit)) => return Err((Ending::Stopped, stopped(limit))),
                (None, _) => return Err(none("there is no answer to draw")),
            }
        } else if self.candidates {
            let known = propagated(instance, request).map_err(wrong)?;
            known.ok_or_else(|| none("there is no answer, so nothing may stand in any cell"))?
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

fn stopped(limit: gridwright::Limit) -> String {
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
