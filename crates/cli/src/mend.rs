//! What `unique` tells beyond its verdict: which clues clash where there is no answer, and which are missing where there are several.

use gridwright::board::Mark;
use gridwright::{
    AnyInstance, Cell, Claim, ConflictingClues, DrawOptions, Known, Repair, Request, Verdict,
    conflicting_clues, repair,
};
use serde::Serialize;

use crate::explain::style;
use crate::show;

/// What is wrong with a puzzle that is not unique.
#[derive(Debug)]
pub(crate) enum Mended {
    /// It has clues that clash.
    Clash(ConflictingClues),
    /// It lacks clues.
    Repair(Repair),
    /// That is open, for this reason.
    Open(String),
}

/// The same for programs.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Row {
    Clash {
        clues: Vec<String>,
        smallest: bool,
    },
    Repair {
        clues: Vec<String>,
        smallest: bool,
        answer: String,
    },
    Unsettled(String),
}

/// Finds out what is wrong with a puzzle, where its verdict says that something is.
pub(crate) fn mended(
    instance: &dyn AnyInstance,
    verdict: Verdict,
    is_repair_wanted: bool,
    request: &Request,
) -> Option<Mended> {
    let limits = request.limits();
    match verdict {
        Verdict::None => match conflicting_clues(instance, &limits) {
            Ok(Ok(found)) => found.map(Mended::Clash),
            Ok(Err(limit)) => Some(Mended::Open(format!(
                "which clues clash: stopped ({limit})"
            ))),
            Err(error) => Some(Mended::Open(format!("which clues clash: {error}"))),
        },
        Verdict::Multiple if is_repair_wanted => match repair(instance, &limits) {
            Ok(Ok(found)) => found.map(Mended::Repair),
            Ok(Err(limit)) => {
                let what = format!("which clues are missing: stopped ({limit})");
                Some(Mended::Open(what))
            }
            Err(error) => Some(Mended::Open(format!("which clues are missing: {error}"))),
        },
        _ => None,
    }
}

impl Mended {
    /// For programs.
    pub(crate) fn row(&self, instance: &dyn AnyInstance) -> Row {
        match self {
            Mended::Clash(found) => Row::Clash {
                clues: clash_words(instance, found),
                smallest: found.is_smallest,
            },
            Mended::Repair(found) => Row::Repair {
                clues: repair_words(instance, found),
                smallest: found.is_smallest,
                answer: instance.print_answer(&found.answer),
            },
            Mended::Open(what) => Row::Unsettled(what.clone()),
        }
    }

    /// For people, with a drawing.
    pub(crate) fn tell(&self, instance: &dyn AnyInstance) {
        match self {
            Mended::Clash(found) => tell_clash(instance, found),
            Mended::Repair(found) => tell_repair(instance, found),
            Mended::Open(what) => say(&format!("It is open {what}.")),
        }
    }
}

/// Writes a line; where programs may read along, as a comment.
fn say(line: &str) {
    match show::style() {
        Some(_) => outln!("{line}"),
        None => outln!("% {line}"),
    }
}

fn clash_words(instance: &dyn AnyInstance, found: &ConflictingClues) -> Vec<String> {
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

fn tell_clash(instance: &dyn AnyInstance, found: &ConflictingClues) {
    let words = clash_words(instance, found);
    let told = words.join("; ");
    match (words.len(), found.is_smallest) {
        (0, _) => {
            say("The rules alone cannot be kept on this board, whatever the clues.");
            return;
        }
        (1, _) => say(&format!("This clue cannot be kept: {told}.")),
        (n, true) => say(&format!("These {n} clues clash, and no fewer do: {told}.")),
        (n, false) => say(&format!(
            "These {n} clues clash, and none of them can be spared for that: {told}."
        )),
    }
    let premises = instance.premises();
    let cells = found.clues.iter().flat_map(|&at| &premises[at].cells);
    let marks: Vec<(Cell, Mark)> = cells.map(|&cell| (cell, Mark::Wrong)).collect();
    draw(instance, &[], &marks);
}

fn tell_repair(instance: &dyn AnyInstance, found: &Repair) {
    let words = repair_words(instance, found);
    let told = words.join("; ");
    let fewest = match found.is_smallest {
        true => "no smaller set does",
        false => "for this answer no smaller set does",
    };
    match words.len() {
        1 => say(&format!("One further clue makes it unique: {told}.")),
        n => say(&format!(
            "These {n} further clues make it unique, and {fewest}: {told}."
        )),
    }
    let mut known = vec![Known::Open; instance.facts().len()];
    let cells = instance.fact_cells();
    let mut marks: Vec<(Cell, Mark)> = Vec::new();
    for claim in &found.clues {
        known[claim.fact] = match claim.holds {
            true => Known::True,
            false => Known::False,
        };
        marks.extend(cells[claim.fact].iter().map(|&cell| (cell, Mark::Changed)));
    }
    draw(instance, &known, &marks);
}

fn draw(instance: &dyn AnyInstance, known: &[Known], marks: &[(Cell, Mark)]) {
    let board = instance.draw(&DrawOptions {
        known,
        candidates: false,
        marks,
    });
    for row in show::drawn(&board, style()).lines() {
        say(row);
    }
}
