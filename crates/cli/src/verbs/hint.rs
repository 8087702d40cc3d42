//! `hint`: checks a partly filled board and gives the next step, in three grades of detail.

use std::time::Duration;

use clap::Args;
use gridwright::control::{Limit, Limits};
use gridwright::explain::{ExplainOptions, Hint, Step, check_size};
use gridwright::explaining::{HintWords, chosen_techniques, claim_words};
use gridwright::grid::board::Mark;
use gridwright::puzzles::{Claim, DrawOptions, FactState};
use gridwright::{AnyInstance, Request, hint};

use crate::exit_status::ExitStatus;
use crate::input::options::parse_time;
use crate::input::origin::Source;
use crate::input::puzzles::Input;
use crate::output::render;
use crate::output::wrap::wrapped;
use crate::work::interrupt::stop_on_interrupt;
use crate::work::progress::{self, ProgressLine, Unit};

#[derive(Debug, Args)]
pub(crate) struct HintVerb {
    #[command(flatten)]
    input: Input,
    /// The partly filled board, as a file or text: an answer with `.` for open cells (see the manual, Formats)
    #[arg(long, value_name = "BOARD")]
    marks: Option<String>,
    /// Amount of help: 1 the technique and roughly where, 2 the cells, 3 the deduction
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=3))]
    grade: u8,
    /// Draw the board with the cells of the hint marked
    #[arg(long)]
    boards: bool,
    /// Techniques that the step may use: hard, xy-wing, -x-wing, no-uniqueness, … (see `gridwright kinds sudoku`)
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    techniques: Option<String>,
    /// Time limit: 10, 0.5, 200ms, 2m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time_limit: Option<Duration>,
}

/// Reports that a limit was reached.
fn stopped(limit: Limit) -> ExitStatus {
    wordsln!("Stopped ({limit}) before a step was found.");
    ExitStatus::Stopped
}

impl HintVerb {
    pub(crate) fn run(self) -> Result<ExitStatus, String> {
        let request = Request {
            time: self.time_limit,
            stop: Some(stop_on_interrupt()),
            progress: progress::counters(),
            ..Request::default()
        };
        let deadline = request.limits().deadline();
        let instance = match self.input.one(&deadline) {
            Ok(entry) => entry.instance?,
            Err(error) => return error.limit().map(stopped),
        };
        // Before the facts are listed: a large board has millions.
        check_size(&*instance).map_err(|error| error.to_string())?;
        let marks = match &self.marks {
            Some(word) => {
                let source = match Source::read_before(word, &deadline) {
                    Ok(source) => source,
                    Err(error) => return error.limit().map(stopped),
                };
                let marks = instance.parse_marks(&source.text);
                marks.map_err(|error| error.render(&source.text, &source.name))?
            }
            None => vec![FactState::Open; instance.n_facts()],
        };
        let options = ExplainOptions {
            // The time limit includes reading.
            limits: Limits {
                time: deadline.remaining(),
                ..request.limits()
            },
            techniques: chosen_techniques(&*instance, self.techniques.as_deref())?,
            ..ExplainOptions::default()
        };
        let counters = request.progress.clone();
        let line = ProgressLine::new(
            "looking for a step",
            Some(1),
            Unit::Items("steps"),
            counters,
        );
        let hint = hint(&*instance, &marks, &options).map_err(|error| error.to_string())?;
        line.finish();
        Ok(self.print(&*instance, &marks, &hint))
    }

    fn print(&self, instance: &dyn AnyInstance, marks: &[FactState], hint: &Hint) -> ExitStatus {
        match hint {
            Hint::NoAnswer => {
                wordsln!("The puzzle has no answer; `unique` shows which clues conflict.");
                return ExitStatus::None;
            }
            Hint::Stopped(limit) => return stopped(*limit),
            Hint::Done => wordsln!("The board is complete: every derivable fact is marked."),
            Hint::Wrong(claims) => self.print_wrong(instance, marks, claims),
            Hint::Stuck => {
                wordsln!("The techniques allowed do not go further.");
                return ExitStatus::Stopped;
            }
            Hint::Next { step, known } => self.print_next(instance, hint, step, known),
        }
        ExitStatus::Success
    }

    fn print_wrong(&self, instance: &dyn AnyInstance, marks: &[FactState], claims: &[Claim]) {
        match (self.grade, claims) {
            (1, [_]) => outln!("A mark is wrong."),
            (1, claims) => outln!("{} marks are wrong.", claims.len()),
            (_, claims) => {
                for claim in claims {
                    wordsln!("A mark is wrong: {}.", claim_words(instance, *claim));
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
            out!("{}", render::draw(&board, render::text_style()));
        }
    }

    fn print_next(
        &self,
        instance: &dyn AnyInstance,
        hint: &Hint,
        step: &Step,
        known: &[FactState],
    ) {
        let Some(words) = HintWords::of(instance, hint) else {
            return;
        };
        match self.grade {
            1 => wordsln!("{}", words.technique),
            2 => wordsln!("{}", words.place),
            _ => {
                let line = format!("{}  [{}, {}]", step.sentence, step.technique, step.cost);
                outln!("{}", wrapped(&line, 2));
            }
        }
        // The first grade does not name the cells.
        if self.boards && self.grade > 1 {
            let mut step = step.clone();
            if self.grade < 3 {
                step.concludes.clear();
            }
            let board = render::step_board(instance, &step, known, self.grade == 3);
            out!("{}", render::draw(&board, render::text_style()));
        }
    }
}
