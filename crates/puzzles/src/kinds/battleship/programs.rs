//! The program of rules for Battleship.

use gridwright_grid::board::Part;
use gridwright_term::Term;

use crate::blocks::chr_terms::{counted, numbers, rows, zero_or_one};
use crate::contract::{Claim, Program, ProgramCard, Seen, Switch};
use crate::kinds::battleship::Battleship;
use crate::kinds::battleship::instance::{Answer, Hint, Instance};

/// The programs.
pub(super) const ALL: &[Program<Battleship>] = &[Program {
    card: ProgramCard {
        name: "ladders",
        about: "whether a cell is ship; cells in line grow to ladders, and what must be counted is counted down",
        file: "ladders.chr",
        source: include_str!("ladders.chr"),
        switches: &[Switch {
            name: "select",
            about: "cells of a line in which little is missing first, or in reading order",
            values: &["tightest_line", "input_order"],
        }],
    },
    query,
    read,
    watched: &["sea"],
    seen,
}];

fn query(instance: &Instance) -> String {
    let board = rows(
        instance.grid.cols(),
        instance.hints.iter().map(|hint| word(*hint).to_owned()),
    );
    let tallies = |all: &[Option<i32>]| {
        let words = all.iter().map(|tally| match tally {
            Some(number) => number.to_string(),
            None => "none".to_owned(),
        });
        words.collect::<Vec<_>>().join(",")
    };
    let lengths = 1..=instance.fleet.longest();
    let fleet: Vec<String> = lengths
        .map(|length| format!("{length}-{}", instance.fleet.ships(length)))
        .collect();
    format!(
        "solve({board}, [{}], [{}], [{}], Answer)",
        tallies(&instance.rows),
        tallies(&instance.cols),
        fleet.join(",")
    )
}

fn word(hint: Option<Hint>) -> &'static str {
    match hint {
        None => "none",
        Some(Hint::Water) => "water",
        Some(Hint::Ship(part)) => match part {
            Part::Whole => "whole",
            Part::Top => "top",
            Part::Bottom => "bottom",
            Part::Left => "left",
            Part::Right => "right",
            Part::Middle => "middle",
            Part::Unknown => "ship",
        },
    }
}

fn read(instance: &Instance, bound: &Term) -> Option<Answer> {
    let cells = numbers(bound, instance.grid.n_cells())?;
    Some(Answer(cells.into_iter().map(|cell| cell == 1).collect()))
}

/// What is sea and what is ship; the border is none of the board.
fn seen(instance: &Instance, seen: &Seen<'_>) -> Vec<Claim> {
    let (rows, cols) = (instance.grid.rows(), instance.grid.cols());
    let mut claims = Vec::new();
    for [direction, row, col, is] in seen.each("sea") {
        if let (Term::Name(name), Some(row), Some(col)) = (direction, counted(row), counted(col))
            && name == "across"
            && row < rows
            && col < cols
        {
            zero_or_one(row * cols + col, is, &mut claims);
        }
    }
    claims
}
