//! `explain`: a solution in steps that a person can follow.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use gridwright::board::text::Style;
use gridwright::board::{Board, svg};
use gridwright::{
    AnyInstance, Cell, Claim, DrawOptions, ExplainOptions, Explanation, ExplanationEnd, Known,
    Request, Step, Until, explain, step_marks,
};

use crate::batch;
use crate::ending::Ending;
use crate::input::{Entry, Input};
use crate::saved::Saved;
use crate::show;
use crate::solving::time;

#[derive(Debug, Args)]
pub(crate) struct Explain {
    #[command(flatten)]
    input: Input,
    /// Only the steps that lead to what is known of this cell: r3c5
    #[arg(long, value_name = "CELL", value_parser = cell)]
    cell: Option<Cell>,
    /// How far: `first` gives the next step only
    #[arg(long, value_name = "WHERE", value_parser = ["first", "end"], default_value = "end", hide_default_value = true)]
    until: String,
    /// Draw the board of every step, what it uses and what it changes pointed out
    #[arg(long)]
    boards: bool,
    /// On these boards, show also what is still possible in open cells
    #[arg(long)]
    candidates: bool,
    /// Write a picture of every step into this directory
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// Stop each puzzle after so long: 10, 0.5, 200ms, 2m
    #[arg(long, value_name = "TIME", value_parser = time)]
    time_limit: Option<Duration>,
    /// Work on so many puzzles at a time
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Print one object per puzzle and line, which `verify` can replay
    #[arg(long)]
    json: bool,
}

impl Explain {
    pub(crate) fn run(self) -> Result<Ending, String> {
        let entries = self.input.entries()?;
        let stop = batch::stop_on_interrupt();
        let request = Request {
            time: self.time_limit,
            stop: Some(stop),
            ..Request::default()
        };
        if let Some(dir) = &self.svg {
            let made = std::fs::create_dir_all(dir);
            made.map_err(|error| format!("{}: {error}", dir.display()))?;
        }
        let mut ending = Ending::Well;
        let several = entries.len() > 1;
        let work = |entry| self.explained(entry, &request);
        batch::run(&entries, self.threads, work, |entry, explained| {
            let told = explained.and_then(|(instance, explained)| {
                ending = ending.max(of(explained.end));
                self.tell(entry, several, instance, &explained)
            });
            if let Err(message) = told {
                ending = Ending::Error;
                eprintln!("{}", message.trim_end());
            }
        });
        Ok(ending)
    }

    fn explained<'e>(
        &self,
        entry: &'e Entry,
        request: &Request,
    ) -> Result<(&'e dyn AnyInstance, Explanation), String> {
        let instance = &**entry.given.as_ref().map_err(String::clone)?;
        let wanted = ExplainOptions {
            limits: request.limits(),
            until: match self.until.as_str() {
                "first" => Until::First,
                _ => Until::End,
            },
            ..ExplainOptions::default()
        };
        let explained = explain(instance, &wanted)
            .map_err(|error| format!("{}: error: {error}", entry.name))?;
        let Some(cell) = self.cell else {
            return Ok((instance, explained));
        };
        let claims = about(instance, &explained, cell)
            .map_err(|error| format!("{}: error: {error}", entry.name))?;
        Ok((instance, explained.leading_to(&claims)))
    }

    fn tell(
        &self,
        entry: &Entry,
        several: bool,
        instance: &dyn AnyInstance,
        explained: &Explanation,
    ) -> Result<(), String> {
        if self.json {
            outln!("{}", Saved::new(&entry.name, instance, explained).line());
        } else {
            self.tell_words(entry, instance, explained);
        }
        let Some(dir) = &self.svg else {
            return Ok(());
        };
        let boards = explained.boards();
        for (i, (step, before)) in explained.steps.iter().zip(&boards).enumerate() {
            let board = stepped(instance, step, before, true);
            let picture = svg::render(&board, &format!("{}. {}", i + 1, step.sentence));
            let name = match several {
                true => format!("{}-step-{:03}.svg", file_name(&entry.name), i + 1),
                false => format!("step-{:03}.svg", i + 1),
            };
            let path = dir.join(name);
            let written = std::fs::write(&path, picture);
            written.map_err(|error| format!("{}: {error}", path.display()))?;
        }
        Ok(())
    }

    fn tell_words(&self, entry: &Entry, instance: &dyn AnyInstance, explained: &Explanation) {
        let title = instance.kind().card().title;
        outln!("{title} {}: {}", entry.name, summary(explained, self.cell));
        let boards = explained.boards();
        let width = explained.steps.len().to_string().len();
        for (i, (step, before)) in explained.steps.iter().zip(&boards).enumerate() {
            outln!(
                "{:>width$}. {}  [{}, {}]",
                i + 1,
                step.sentence,
                step.technique,
                step.cost
            );
            if self.boards {
                let board = stepped(instance, step, before, self.candidates);
                out!("{}", show::drawn(&board, style()));
            }
        }
        if self.cell.is_none() && self.until == "end" && !explained.steps.is_empty() {
            let board = show::board(
                instance,
                &explained.known,
                explained.end != ExplanationEnd::Solved,
            );
            out!("{}", show::drawn(&board, style()));
        }
    }
}

/// How boards are drawn among words: in a file as on a terminal, but without colours.
pub(crate) fn style() -> Style {
    show::style().unwrap_or(Style {
        colour: false,
        unicode: true,
    })
}

fn summary(explained: &Explanation, cell: Option<Cell>) -> String {
    let steps = match explained.steps.len() {
        1 => "1 step".to_owned(),
        n => format!("{n} steps"),
    };
    match (explained.end, cell) {
        (ExplanationEnd::NoAnswer, _) => {
            "there is no answer, so there is nothing to explain; `unique` says which clues clash"
                .to_owned()
        }
        (ExplanationEnd::Stopped(limit), _) => format!("stopped ({limit}) after {steps}"),
        (_, Some(cell)) => format!("{steps} to {cell}"),
        (ExplanationEnd::Solved, _) => format!("solved in {steps}"),
        (ExplanationEnd::Shared, _) => {
            format!("not unique; {steps} to all that the answers share")
        }
        (ExplanationEnd::Enough, _) => "the next step".to_owned(),
    }
}

fn of(end: ExplanationEnd) -> Ending {
    match end {
        ExplanationEnd::Solved | ExplanationEnd::Enough => Ending::Well,
        ExplanationEnd::Shared => Ending::Multiple,
        ExplanationEnd::NoAnswer => Ending::None,
        ExplanationEnd::Stopped(_) => Ending::Stopped,
    }
}

/// The board before a step, with the cells it looks at and those it changes.
pub(crate) fn stepped(
    instance: &dyn AnyInstance,
    step: &Step,
    before: &[Known],
    candidates: bool,
) -> Board {
    let marks = step_marks(instance, step);
    let mut after = before.to_vec();
    for claim in &step.concludes {
        after[claim.fact] = match claim.holds {
            true => Known::True,
            false => Known::False,
        };
    }
    instance.draw(&DrawOptions {
        known: &after,
        candidates,
        marks: &marks,
    })
}

/// What an explanation says of a cell in the end: what stands there, or else what does not.
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
        return Err(format!("nothing can be said of {cell}"));
    }
    let with = |truth: Known, holds: bool| -> Vec<Claim> {
        let facts = facts.iter().filter(|&&fact| explained.known[fact] == truth);
        facts.map(|&fact| Claim { fact, holds }).collect()
    };
    let mut claims = with(Known::True, true);
    if claims.is_empty() {
        claims = with(Known::False, false);
    }
    if claims.is_empty() {
        return Err(format!("nothing is known of {cell}"));
    }
    Ok(claims)
}

/// A name that a file can have.
fn file_name(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    name.chars().map(plain).collect()
}

/// A cell as people write it, counted from 1.
pub(crate) fn cell(text: &str) -> Result<Cell, String> {
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
