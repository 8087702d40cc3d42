//! `convert`: converts puzzles to another format.

use clap::Args;
use gridwright::puzzles::DrawOptions;

use crate::exit_status::ExitStatus;
use crate::input::puzzles::Input;
use crate::output::stdout;
use crate::work::interrupt::stop_on_interrupt;
use crate::work::progress::{ProgressLine, Unit};
use crate::work::stream::{self, PuzzleText};

#[derive(Debug, Args)]
pub(crate) struct Convert {
    #[command(flatten)]
    input: Input,
    /// Target format: text, or one listed by `gridwright kinds KIND`
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    to: String,
    /// Number of puzzles converted in parallel
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
}

impl Convert {
    pub(crate) fn run(self) -> Result<ExitStatus, String> {
        let stream = self.input.stream()?;
        let stop = stop_on_interrupt();
        let this = &self;
        let line = ProgressLine::new("converting", None, Unit::Bytes, None);
        stream::run(&stream, self.threads, &stop, &line, None, || {
            move |puzzle: &PuzzleText<'_>| {
                stdout::write(&this.converted(puzzle)?);
                Ok(ExitStatus::Success)
            }
        })
    }

    /// The puzzle in the other format.
    fn converted(&self, puzzle: &PuzzleText<'_>) -> Result<String, String> {
        let instance = puzzle.read()?;
        if self.to != "text" {
            let written = instance.write(&self.to).map(|text| text + "\n");
            return written.map_err(|error| format!("{}: error: {error}", puzzle.name()));
        }
        let text = instance.print();
        // Several puzzles become a collection that can be read again.
        if puzzle.is_only {
            return Ok(text);
        }
        let board = instance.draw(&DrawOptions::default());
        let (rows, cols) = (board.rows, board.cols);
        let (name, id) = (puzzle.name(), instance.kind().info().id);
        Ok(format!("puzzle {name} {rows} {cols} {id}\n{text}\n"))
    }
}
