//! `explain`: a solution in steps with reasons.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use gridwright::explain::{ExplainOptions, Explanation, ExplanationEnd, Until};
use gridwright::explaining::{chosen_techniques, step_picture};
use gridwright::grid::Cell;
use gridwright::grid::board::svg;
use gridwright::puzzles::{Claim, FactState};
use gridwright::{AnyInstance, Request, explain};
use gridwright_fzn::PartFile;

use crate::exit_status::ExitStatus;
use crate::input::options::parse_time;
use crate::input::puzzles::{Entry, Input};
use crate::output::explanation_json::SavedExplanation;
use crate::output::wrap::{wrapped, wrapped_message};
use crate::output::{render, stdout};
use crate::work::interrupt::stop_on_interrupt;
use crate::work::parallel;
use crate::work::progress::{self, ProgressLine, Unit};

#[derive(Debug, Args)]
pub(crate) struct Explain {
    #[command(flatten)]
    input: Input,
    /// Show only the steps that lead to this cell: r3c5
    #[arg(long, value_name = "CELL", value_parser = cell)]
    cell: Option<Cell>,
    /// Where to stop: first (after the first step) or end
    #[arg(long, value_name = "WHERE", value_parser = ["first", "end"], default_value = "end", hide_default_value = true)]
    until: String,
    /// Print long lists and chains in full instead of folding them
    #[arg(long)]
    full: bool,
    /// Draw the board of every step, with the cells it uses and changes marked
    #[arg(long)]
    boards: bool,
    /// On these boards, show the remaining candidates of open cells
    #[arg(long)]
    candidates: bool,
    /// Write an SVG picture of every step to this directory
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// Techniques that steps may use: hard, xy-wing, -x-wing, no-uniqueness, … (see `gridwright kinds sudoku`)
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    techniques: Option<String>,
    /// Time limit per puzzle: 10, 0.5, 200ms, 2m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time_limit: Option<Duration>,
    /// Number of puzzles explained in parallel
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Print one JSON object per puzzle and line; `verify` can replay it
    #[arg(long)]
    json: bool,
}

impl Explain {
    pub(crate) fn run(self) -> Result<ExitStatus, String> {
        let entries = self.input.entries()?;
        let stop = stop_on_interrupt();
        let request = Request {
            time: self.time_limit,
            stop: Some(stop),
            progress: progress::counters(),
            ..Request::default()
        };
        if let Some(dir) = &self.svg {
            let made = std::fs::create_dir_all(dir);
            made.map_err(|error| format!("{}: {error}", dir.display()))?;
        }
        let n = entries.len() as u64;
        let counters = request.progress.clone();
        let line = ProgressLine::new("explaining", Some(n), Unit::Items("puzzles"), counters);
        let mut status = ExitStatus::Success;
        let several = entries.len() > 1;
        let work = |entry| self.explained(entry, &request);
        parallel::run(&entries, self.threads, &line, work, |entry, explained| {
            let printed = explained.and_then(|(instance, explained)| {
                status = status.max(ExitStatus::of_explanation(explained.end));
                self.print(entry, several, instance, &explained)
            });
            if let Err(message) = printed {
                status = ExitStatus::Error;
                eprintln!("{}", wrapped_message(&message));
            }
        });
        Ok(status)
    }

    fn explained<'e>(
        &self,
        entry: &'e Entry,
        request: &Request,
    ) -> Result<(&'e dyn AnyInstance, Explanation), String> {
        let instance = &**entry.instance.as_ref().map_err(String::clone)?;
        let options = ExplainOptions {
            limits: request.limits(),
            until: match self.until.as_str() {
                "first" => Until::First,
                _ => Until::End,
            },
            techniques: chosen_techniques(instance, self.techniques.as_deref())
                .map_err(|error| format!("{}: error: {error}", entry.name))?,
            ..ExplainOptions::default()
        };
        let explained = explain(instance, &options)
            .map_err(|error| format!("{}: error: {error}", entry.name))?;
        let Some(cell) = self.cell else {
            return Ok((instance, explained));
        };
        let claims = about(instance, &explained, cell)
            .map_err(|error| format!("{}: error: {error}", entry.name))?;
        Ok((instance, explained.leading_to(&claims)))
    }

    fn print(
        &self,
        entry: &Entry,
        several: bool,
        instance: &dyn AnyInstance,
        explained: &Explanation,
    ) -> Result<(), String> {
        if self.json {
            let saved = SavedExplanation::new(&entry.name, instance, explained);
            outln!("{}", stdout::to_line(&saved));
        } else {
            self.print_text(entry, instance, explained);
        }
        let Some(dir) = &self.svg else {
            return Ok(());
        };
        let boards = explained.boards();
        for (i, (step, before)) in explained.steps.iter().zip(&boards).enumerate() {
            let board = step_picture(instance, step, before);
            let picture = svg::render(&board, &format!("{}. {}", i + 1, step.sentence));
            let name = match several {
                true => format!("{}-step-{:03}.svg", file_name(&entry.name), i + 1),
                false => format!("step-{:03}.svg", i + 1),
            };
            let path = dir.join(name);
            PartFile::write(&path, picture)?;
        }
        Ok(())
    }

    fn print_text(&self, entry: &Entry, instance: &dyn AnyInstance, explained: &Explanation) {
        let title = instance.kind().info().title;
        wordsln!("{title} {}: {}", entry.name, summary(explained, self.cell));
        let boards = explained.boards();
        let width = explained.steps.len().to_string().len();
        for (i, (step, before)) in explained.steps.iter().zip(&boards).enumerate() {
            let full = step.full.as_ref().filter(|_| self.full);
            let sentence = full.unwrap_or(&step.sentence);
            let line = format!(
                "{:>width$}. {sentence}  [{}, {}]",
                i + 1,
                step.technique,
                step.cost
            );
            outln!("{}", wrapped(&line, width + 2));
            if self.boards {
                let board = render::step_board(instance, step, before, self.candidates);
                out!("{}", render::draw(&board, render::text_style()));
            }
        }
        if self.cell.is_none() && self.until == "end" && !explained.steps.is_empty() {
            let board = render::board(
                instance,
                &explained.known,
                explained.end != ExplanationEnd::Solved,
            );
            out!("{}", render::draw(&board, render::text_style()));
        }
    }
}

fn summary(explained: &Explanation, cell: Option<Cell>) -> String {
    let steps = match explained.steps.len() {
        1 => "1 step".to_owned(),
        n => format!("{n} steps"),
    };
    match (explained.end, cell) {
        (ExplanationEnd::NoAnswer, _) => {
            "there is no answer, so there is nothing to explain; `unique` shows which clues conflict"
                .to_owned()
        }
        (ExplanationEnd::Stopped(limit), _) => format!("stopped ({limit}) after {steps}"),
        (ExplanationEnd::Stuck, _) => {
            format!("the techniques allowed do not solve it; {steps} as far as they go")
        }
        (_, Some(cell)) => format!("{steps} to {cell}"),
        (ExplanationEnd::Solved, _) => format!("solved in {steps}"),
        (ExplanationEnd::Shared, _) => {
            format!("not unique; {steps} to what all answers have in common")
        }
        (ExplanationEnd::UntilReached, _) => "the next step".to_owned(),
    }
}

/// What an explanation concludes about a cell: what it contains, or else what it does not.
fn about(
    instance: &dyn AnyInstance,
    explained: &Explanation,
    cell: Cell,
) -> Result<Vec<Claim>, String> {
    let cells = instance.fact_cells();
    let facts: Vec<usize> = (0..cells.len())
        .filter(|&fact| cells[fact].contains(&cell))
        .collect();
    if facts.is_empty() {
        return Err(format!("the puzzle has no facts about {cell}"));
    }
    let with = |truth: FactState, holds: bool| -> Vec<Claim> {
        let facts = facts.iter().filter(|&&fact| explained.known[fact] == truth);
        facts.map(|&fact| Claim { fact, holds }).collect()
    };
    let mut claims = with(FactState::True, true);
    if claims.is_empty() {
        claims = with(FactState::False, false);
    }
    if claims.is_empty() {
        return Err(format!("the explanation derives nothing about {cell}"));
    }
    Ok(claims)
}

/// A name as a file name.
fn file_name(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    name.chars().map(plain).collect()
}

/// Parses a cell, with rows and columns counted from 1.
fn cell(text: &str) -> Result<Cell, String> {
    let parts = text
        .strip_prefix(['r', 'R'])
        .and_then(|rest| rest.split_once(['c', 'C']));
    let numbers = parts.and_then(|(row, col)| {
        let number = |text: &str| text.parse::<usize>().ok().filter(|&n| n > 0);
        Some((number(row)?, number(col)?))
    });
    numbers
        .map(|(row, col)| Cell::new(row - 1, col - 1))
        .ok_or_else(|| "expected a cell such as r3c5".to_owned())
}
