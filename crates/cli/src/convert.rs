//! `convert`: writes puzzles in another format.

use clap::Args;
use gridwright::DrawOptions;

use crate::batch;
use crate::ending::Ending;
use crate::input::Input;
use crate::out;
use crate::stream::{self, Piece};

#[derive(Debug, Args)]
pub(crate) struct Convert {
    #[command(flatten)]
    input: Input,
    /// The format: text, or one that `gridwright kinds KIND` lists
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    to: String,
    /// Work on so many puzzles at a time
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
}

impl Convert {
    pub(crate) fn run(self) -> Result<Ending, String> {
        let streamed = self.input.streamed()?;
        let stop = batch::stop_on_interrupt();
        let this = &self;
        stream::run(&streamed, self.threads, &stop, || {
            move |piece: &Piece<'_>| {
                out::write(&this.converted(piece)?);
                Ok(Ending::Well)
            }
        })
    }

    /// The puzzle in the other format.
    fn converted(&self, piece: &Piece<'_>) -> Result<String, String> {
        let instance = piece.read()?;
        if self.to != "text" {
            let written = instance.write(&self.to).map(|text| text + "\n");
            return written.map_err(|error| format!("{}: error: {error}", piece.name()));
        }
        let text = instance.print();
        // Several puzzles become a file that can be read again.
        if piece.is_only {
            return Ok(text);
        }
        let board = instance.draw(&DrawOptions::default());
        let (rows, cols) = (board.rows, board.cols);
        Ok(format!("puzzle {} {rows} {cols}\n{text}\n", piece.name()))
    }
}
