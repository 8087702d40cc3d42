//! `convert`: writes puzzles in another format.

use clap::Args;
use gridwright::Shown;

use crate::ending::Ending;
use crate::input::Input;

#[derive(Debug, Args)]
pub(crate) struct Convert {
    #[command(flatten)]
    input: Input,
    /// The format: text, or one that `gridwright kinds KIND` lists
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    to: String,
}

impl Convert {
    pub(crate) fn run(self) -> Result<Ending, String> {
        let entries = self.input.entries()?;
        let mut ending = Ending::Well;
        for entry in &entries {
            let written = match &entry.given {
                Ok(instance) if self.to == "text" => {
                    let text = instance.print();
                    // Several puzzles become a file that can be read again.
                    Ok(if entries.len() > 1 {
                        let board = instance.draw(&Shown::default());
                        let (rows, cols) = (board.rows, board.cols);
                        format!("puzzle {} {rows} {cols}\n{text}\n", entry.name)
                    } else {
                        text
                    })
                }
                Ok(instance) => instance
                    .write(&self.to)
                    .map(|text| text + "\n")
                    .map_err(|error| format!("{}: error: {error}", entry.name)),
                Err(message) => Err(message.clone()),
            };
            match written {
                Ok(text) => out!("{text}"),
                Err(message) => {
                    eprintln!("{}", message.trim_end());
                    ending = Ending::Misuse;
                }
            }
        }
        Ok(ending)
    }
}
