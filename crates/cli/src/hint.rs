//! `hint`: a person's board is looked at, and the next step told, as much of it as is wanted.

use std::time::Duration;

use clap::Args;
use gridwright::board::Mark;
use gridwright::{
    AnyInstance, Claim, DrawOptions, ExplainOptions, Hint, HintWords, Known, Request, Step,
    claim_words, hint,
};

use crate::batch;
use crate::ending::Ending;
use crate::explain::{stepped, style};
use crate::input::{Input, source};
use crate::show;
use crate::solving::time;

#[derive(Debug, Args)]
pub(crate) struct HintVerb {
    #[command(flatten)]
    input: Input,
    /// The board as it stands, as a file or text: an answer with `.` for what is open (docs/formats.md tells it for each kind)
    #[arg(long, value_name = "BOARD")]
    marks: Option<String>,
    /// How much to tell: 1 where to look, 2 which rule, 3 the whole step
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=3))]
    grade: u8,
    /// Draw the board, with what the hint is about pointed out
    #[arg(long)]
    boards: bool,
    /// Give up after so long: 10, 0.5, 200ms, 2m
    #[arg(long, value_name = "TIME", value_parser = time)]
    time_limit: Option<Duration>,
}

impl HintVerb {
    pub(crate) fn run(self) -> Result<Ending, String> {
        let mut entries = self.input.entries()?;
        let (Some(entry), true) = (entries.pop(), entries.is_empty()) else {
            return Err("a hint is for one puzzle; --only names one of several".to_owned());
        };
        let instance = entry.given?;
        let marks = match &self.marks {
            Some(word) => {
                let source = source(word)?;
                let marks = instance.parse_marks(&source.text);
                marks.map_err(|error| error.render(&source.text, &source.name))?
            }
            None => vec![Known::Open; instance.facts().len()],
        };
        let request = Request {
            time: self.time_limit,
            stop: Some(batch::stop_on_interrupt()),
            ..Request::default()
        };
        let wanted = ExplainOptions {
            limits: request.limits(),
            ..ExplainOptions::default()
        };
        let hint = hint(&*instance, &marks, &wanted).map_err(|error| error.to_string())?;
        Ok(self.tell(&*instance, &marks, &hint))
    }

    fn tell(&self, instance: &dyn AnyInstance, marks: &[Known], hint: &Hint) -> Ending {
        match hint {
            Hint::NoAnswer => {
                outln!("There is no answer, with any marks; `unique` says which clues clash.");
                return Ending::None;
            }
            Hint::Stopped(limit) => {
                outln!("Stopped ({limit}) before a step was found.");
                return Ending::Stopped;
            }
            Hint::Done => outln!("Everything that follows is marked already."),
            Hint::Wrong(claims) => self.tell_wrong(instance, marks, claims),
            Hint::Next { steps, known } => self.tell_next(instance, hint, steps, known),
        }
        Ending::Well
    }

    fn tell_wrong(&self, instance: &dyn AnyInstance, marks: &[Known], claims: &[Claim]) {
        match (self.grade, claims) {
            (1, [_]) => outln!("A mark is wrong."),
            (1, claims) => outln!("{} marks are wrong.", claims.len()),
            (_, claims) => {
                for claim in claims {
                    outln!("A mark is wrong: {}.", claim_words(instance, *claim));
                }
            }
        }
        if self.boards && self.grade > 1 {
            let cells = instance.fact_cells();
            let marked = claims.iter().flat_map(|claim| &cells[claim.fact]);
            let wrong: Vec<_> = marked.map(|&cell| (cell, Mark::Wrong)).collect();
            let board = instance.draw(&DrawOptions {
                known: marks,
                candidates: false,
                marks: &wrong,
            });
            out!("{}", show::drawn(&board, style()));
        }
    }

    fn tell_next(&self, instance: &dyn AnyInstance, hint: &Hint, steps: &[Step], known: &[Known]) {
        let Some(first) = steps.first() else {
            return;
        };
        let Some(words) = HintWords::of(instance, hint) else {
            return;
        };
        match self.grade {
            1 => outln!("{}", words.place),
            2 => outln!("{}", words.rule),
            _ => {
                for (i, step) in steps.iter().enumerate() {
                    let then = if i == 0 { "" } else { "Then: " };
                    outln!(
                        "{then}{}  [{}, {}]",
                        step.sentence,
                        step.technique,
                        step.cost
                    );
                }
            }
        }
        if self.boards {
            let mut step = first.clone();
            if self.grade < 3 {
                step.concludes.clear();
            }
            let board = stepped(instance, &step, known, self.grade == 3);
            out!("{}", show::drawn(&board, style()));
        }
    }
}
