//! What is wrong with a puzzle that is not unique: conflicting clues, or missing ones.

use gridwright::explain::{ConflictingClues, Repair, conflicting_clues};
use gridwright::explaining::settle;
use gridwright::grid::Cell;
use gridwright::grid::board::Mark;
use gridwright::puzzles::{Claim, DrawOptions, FactState};
use gridwright::{AnyInstance, Request, Verdict, repair};
use serde::Serialize;

use crate::output::render;

/// What is wrong with a puzzle that is not unique.
#[derive(Debug)]
pub(crate) enum Diagnosis {
    /// Its clues conflict.
    Conflict(ConflictingClues),
    /// Additional clues make it unique.
    Repair(Repair),
    /// Not determined, for this reason.
    Unknown(String),
}

/// The JSON of a diagnosis.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Row {
    #[serde(rename = "clash")]
    Conflict { clues: Vec<String>, smallest: bool },
    Repair {
        clues: Vec<String>,
        smallest: bool,
        answer: String,
    },
    #[serde(rename = "unsettled")]
    Unknown(String),
}

/// Finds conflicting or missing clues, as the verdict requires.
pub(crate) fn diagnose(
    instance: &dyn AnyInstance,
    verdict: Verdict,
    request: &Request,
) -> Option<Diagnosis> {
    let limits = request.limits();
    match verdict {
        Verdict::None => match conflicting_clues(instance, &limits) {
            Ok(Ok(found)) => found.map(Diagnosis::Conflict),
            Ok(Err(limit)) => Some(Diagnosis::Unknown(format!(
                "which clues conflict: stopped ({limit})"
            ))),
            Err(error) => Some(Diagnosis::Unknown(format!("which clues conflict: {error}"))),
        },
        Verdict::Multiple => match repair(instance, &limits) {
            Ok(Ok(found)) => found.map(Diagnosis::Repair),
            Ok(Err(limit)) => {
                let what = format!("which clues are missing: stopped ({limit})");
                Some(Diagnosis::Unknown(what))
            }
            Err(error) => Some(Diagnosis::Unknown(format!(
                "which clues are missing: {error}"
            ))),
        },
        _ => None,
    }
}

impl Diagnosis {
    /// The JSON.
    pub(crate) fn row(&self, instance: &dyn AnyInstance) -> Row {
        match self {
            Diagnosis::Conflict(found) => Row::Conflict {
                clues: conflict_words(instance, found),
                smallest: found.is_smallest,
            },
            Diagnosis::Repair(found) => Row::Repair {
                clues: repair_words(instance, found),
                smallest: found.is_smallest,
                answer: instance.print_answer(&found.answer),
            },
            Diagnosis::Unknown(what) => Row::Unknown(what.clone()),
        }
    }

    /// Prints sentences and a board.
    pub(crate) fn print(&self, instance: &dyn AnyInstance) {
        match self {
            Diagnosis::Conflict(found) => print_conflict(instance, found),
            Diagnosis::Repair(found) => print_repair(instance, found),
            Diagnosis::Unknown(what) => print_line(&format!("Not determined {what}.")),
        }
    }
}

/// Prints a line, as a comment unless on a terminal.
fn print_line(line: &str) {
    match render::style() {
        Some(_) => wordsln!("{line}"),
        None => outln!("% {line}"),
    }
}

fn conflict_words(instance: &dyn AnyInstance, found: &ConflictingClues) -> Vec<String> {
    let premises = instance.premises();
    let words = |&at: &usize| premises[at].words.clone();
    found.clues.iter().map(words).collect()
}

fn repair_words(instance: &dyn AnyInstance, found: &Repair) -> Vec<String> {
    let (facts, denials) = (instance.facts(), instance.negations());
    let words = |claim: &Claim| match claim.holds {
        true => facts[claim.fact].clone(),
        false => denials[claim.fact].clone(),
    };
    found.clues.iter().map(words).collect()
}

fn print_conflict(instance: &dyn AnyInstance, found: &ConflictingClues) {
    let words = conflict_words(instance, found);
    let list = words.join("; ");
    match (words.len(), found.is_smallest) {
        (0, _) => {
            print_line("The rules cannot be satisfied on this board, whatever the clues.");
            return;
        }
        (1, _) => print_line(&format!("This clue cannot be satisfied: {list}.")),
        (n, true) => print_line(&format!(
            "These {n} clues conflict, and no smaller set does: {list}."
        )),
        (n, false) => print_line(&format!(
            "These {n} clues conflict, and without any one of them the others do not: {list}."
        )),
    }
    let premises = instance.premises();
    let cells = found.clues.iter().flat_map(|&at| &premises[at].cells);
    let marks: Vec<(Cell, Mark)> = cells.map(|&cell| (cell, Mark::Wrong)).collect();
    draw(instance, &[], &marks);
}

fn print_repair(instance: &dyn AnyInstance, found: &Repair) {
    let words = repair_words(instance, found);
    let list = words.join("; ");
    let fewest = match found.is_smallest {
        true => "no smaller set does",
        false => "for this answer no smaller set does",
    };
    match words.len() {
        1 => print_line(&format!("One additional clue makes it unique: {list}.")),
        n => print_line(&format!(
            "These {n} additional clues make it unique, and {fewest}: {list}."
        )),
    }
    let mut known = vec![FactState::Open; instance.n_facts()];
    let cells = instance.fact_cells();
    let mut marks: Vec<(Cell, Mark)> = Vec::new();
    for claim in &found.clues {
        settle(&mut known, *claim);
        marks.extend(cells[claim.fact].iter().map(|&cell| (cell, Mark::Changed)));
    }
    draw(instance, &known, &marks);
}

fn draw(instance: &dyn AnyInstance, known: &[FactState], marks: &[(Cell, Mark)]) {
    let board = instance.draw(&DrawOptions {
        known,
        candidates: false,
        marks,
    });
    for row in render::draw(&board, render::text_style()).lines() {
        print_line(row);
    }
}
