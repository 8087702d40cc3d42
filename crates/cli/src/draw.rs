//! `draw`: pictures of puzzles.

use clap::Args;
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
}

impl Draw {
    pub(crate) fn run(self) -> Result<Ending, String> {
        let mut ending = Ending::Well;
        for entry in self.input.entries()? {
            let drawn = match &entry.given {
                Ok(instance) => self.draw(&**instance),
                Err(message) => Err(message.clone()),
            };
            match drawn {
                Ok(text) => print!("{text}"),
                Err(message) => {
                    eprintln!("{}", message.trim_end());
                    ending = Ending::Misuse;
                }
            }
        }
        Ok(ending)
    }

    fn draw(&self, instance: &dyn AnyInstance) -> Result<String, String> {
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
        let board = instance.draw(&Shown {
            known: &known,
            candidates: self.candidates,
            marks: &[],
        });
        Ok(show::drawn(&board, show::style().unwrap_or_default()))
    }
}
