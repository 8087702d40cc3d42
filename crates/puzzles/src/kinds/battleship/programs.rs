//! The CHR program for Battleship.

use gridwright_grid::board::ShipPart;
use gridwright_term::Term;

use crate::blocks::chr_terms::{counted, rows, zero_or_one};
use crate::contract::{Claim, Program, ProgramInfo, ProgramState, Switch};
use crate::kinds::battleship::instance::{Hint, Instance};
use crate::kinds::battleship::{Answer, Battleship};

pub(super) const ALL: &[Program<Battleship>] = &[Program {
    info: ProgramInfo {
        name: "ladders",
        about: "whether a cell is ship; ship cells in line form ladders, and counters for tallies and fleet count down",
        file: "ladders.chr",
        source: include_str!("ladders.chr"),
        switches: &[Switch::new(
            "select",
            "cells of the line with the fewest missing ship cells first, or in reading order",
            &["tightest_line", "input_order"],
        )],
    },
    query,
    read: |instance, bound| Answer::bound(bound, instance.grid.n_cells()),
    watched: &["sea"],
    claims,
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
            ShipPart::Whole => "whole",
            ShipPart::Top => "top",
            ShipPart::Bottom => "bottom",
            ShipPart::Left => "left",
            ShipPart::Right => "right",
            ShipPart::Middle => "middle",
            ShipPart::Unknown => "ship",
        },
    }
}

/// The cells known to be water or ship. The program's border of water is not part of the board.
fn claims(instance: &Instance, state: &ProgramState<'_>) -> Vec<Claim> {
    let (rows, cols) = (instance.grid.rows(), instance.grid.cols());
    let mut claims = Vec::new();
    for [direction, row, col, is] in state.each("sea") {
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
