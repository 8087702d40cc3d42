//! Checks the positions of a library in HoDoKu's format: each says a technique and what an instance of it rules out or places.
//! That step must be among those that the technique alone finds, one after the other.
//!
//! `cargo run --release --example library -- FILE` prints, for each technique, how many positions agree, and the others.

#[path = "../tests/position/mod.rs"]
mod position;

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::io::Write;

use gridwright_techniques::{Candidate, Ladder, Technique, TechniqueSet};

use position::position;

/// More steps than a technique can take on one position.
const MAX_STEPS: usize = 729;

/// The codes of the format.
const CODES: &[(&str, Technique)] = &[
    ("0000", Technique::FullHouse),
    ("0002", Technique::HiddenSingle),
    ("0003", Technique::NakedSingle),
    ("0100", Technique::LockedCandidates1),
    ("0101", Technique::LockedCandidates2),
    ("0110", Technique::LockedPair),
    ("0111", Technique::LockedTriple),
    ("0200", Technique::NakedPair),
    ("0201", Technique::NakedTriple),
    ("0202", Technique::NakedQuadruple),
    ("0210", Technique::HiddenPair),
    ("0211", Technique::HiddenTriple),
    ("0212", Technique::HiddenQuadruple),
    ("0300", Technique::XWing),
    ("0301", Technique::Swordfish),
    ("0302", Technique::Jellyfish),
    ("0310", Technique::FinnedXWing),
    ("0311", Technique::FinnedSwordfish),
    ("0312", Technique::FinnedJellyfish),
    ("0320", Technique::SashimiXWing),
    ("0321", Technique::SashimiSwordfish),
    ("0322", Technique::SashimiJellyfish),
    ("0331", Technique::FrankenSwordfish),
    ("0332", Technique::FrankenJellyfish),
    ("0340", Technique::FinnedFrankenXWing),
    ("0341", Technique::FinnedFrankenSwordfish),
    ("0342", Technique::FinnedFrankenJellyfish),
    ("0400", Technique::Skyscraper),
    ("0401", Technique::TwoStringKite),
    ("0402", Technique::EmptyRectangle),
    ("0403", Technique::TurbotFish),
    ("0500", Technique::SimpleColors),
    ("0501", Technique::SimpleColors),
    ("0502", Technique::MultiColors),
    ("0503", Technique::MultiColors),
    ("0600", Technique::UniqueRectangle1),
    ("0601", Technique::UniqueRectangle2),
    ("0602", Technique::UniqueRectangle3),
    ("0603", Technique::UniqueRectangle4),
    ("0604", Technique::UniqueRectangle5),
    ("0605", Technique::UniqueRectangle6),
    ("0606", Technique::HiddenRectangle),
    ("0607", Technique::AvoidableRectangle1),
    ("0608", Technique::AvoidableRectangle2),
    ("0610", Technique::BugPlus1),
    ("0701", Technique::XChain),
    ("0702", Technique::XyChain),
    ("0703", Technique::RemotePair),
    ("0706", Technique::NiceLoop),
    ("0707", Technique::NiceLoop),
    ("0708", Technique::NiceLoop),
    ("0709", Technique::GroupedNiceLoop),
    ("0710", Technique::GroupedNiceLoop),
    ("0711", Technique::GroupedNiceLoop),
    ("0800", Technique::XyWing),
    ("0801", Technique::XyzWing),
    ("0803", Technique::WWing),
    ("0901", Technique::AlsXz),
    ("0902", Technique::AlsXyWing),
    ("0903", Technique::AlsXyChain),
    ("0904", Technique::DeathBlossom),
    ("1101", Technique::SueDeCoq),
];

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("usage: library FILE")?;
    let mut report = String::new();
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for line in std::fs::read_to_string(file)?.lines() {
        let fields: Vec<&str> = line.split(':').collect();
        let ["", code, _, cells, removed, eliminated, placed, ..] = fields[..] else {
            continue;
        };
        let (base, variant) = code.split_once('-').unwrap_or((code, ""));
        let Some(&(id, technique)) = CODES.iter().find(|(id, _)| *id == base) else {
            continue;
        };
        let grid = position(cells, candidates(removed)?);
        let mut ladder = Ladder::new(grid, TechniqueSet::of(|other| other == technique));
        let mut expected = candidates(eliminated)?;
        expected.extend(candidates(placed)?);
        let mut is_found = false;
        let mut n_steps = 0;
        while let Some(step) = ladder.next_step() {
            n_steps += 1;
            if n_steps > MAX_STEPS {
                return Err(format!("{technique} does not end: {line}").into());
            }
            let concluded = step.placements.iter().chain(&step.eliminations);
            is_found |= concluded.copied().collect::<BTreeSet<_>>() == expected;
            ladder.apply(&step);
        }
        let count = counts.entry(id).or_default();
        count.1 += 1;
        if is_found != (variant == "x") {
            count.0 += 1;
        } else {
            report += &format!("{line}\n");
        }
    }
    for (id, (n_same, n)) in counts {
        report += &format!("{id} {n_same} of {n}\n");
    }
    std::io::stdout().write_all(report.as_bytes())?;
    Ok(())
}

/// Candidates as digit, row and column: "412 918".
fn candidates(text: &str) -> Result<BTreeSet<Candidate>, Box<dyn Error>> {
    let read = |word: &str| -> Result<Candidate, Box<dyn Error>> {
        let number: usize = word.parse()?;
        let (digit, row, column) = (number / 100, number / 10 % 10, number % 10);
        Ok((9 * (row - 1) + column - 1, digit - 1))
    };
    text.split_whitespace().map(read).collect()
}
