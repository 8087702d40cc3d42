//! `kinds`: what there is.

use gridwright::puzzles::{Effect, Symmetry};
use gridwright::{CATALOGUE, Kind};
use schemars::JsonSchema;
use serde::Serialize;

use crate::answer::Json;
use crate::site::Site;

/// Every kind of puzzle
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct KindsAnswer {
    kinds: Vec<KindCard>,
}

/// A kind of puzzle
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct KindCard {
    /// Its short name
    id: &'static str,
    title: &'static str,
    /// Its rules, in words
    rules: &'static str,
    examples: Vec<ExampleCard>,
    /// What a variable may stand for, the usual one first
    viewpoints: Vec<Named>,
    /// Rules that can be switched
    rules_switched: Vec<SwitchRule>,
    /// Ways to keep connectivity, the usual one first
    connectivity: Vec<Named>,
    /// Programs of Constraint Handling Rules
    programs: Vec<ProgramRow>,
    /// Formats it is exchanged in
    formats: Vec<Named>,
    /// What can be asked for when puzzles of it are made; absent where none can be
    making: Option<MakingCard>,
}

/// A name and what it means
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Named {
    name: &'static str,
    about: &'static str,
}

/// An example
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ExampleCard {
    name: &'static str,
    text: &'static str,
    /// How many answers it has
    answers: u64,
}

/// A rule that can be switched
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SwitchRule {
    name: &'static str,
    about: &'static str,
    /// `implied`, `weaker` or `symmetry`
    effect: &'static str,
}

/// A program of rules
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ProgramRow {
    name: &'static str,
    about: &'static str,
    /// Flags of it, each with its values
    switches: Vec<SwitchRow>,
}

/// A flag of a program
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SwitchRow {
    name: &'static str,
    about: &'static str,
    values: &'static [&'static str],
}

/// What can be asked for when puzzles are made
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct MakingCard {
    /// What may be asked for beside the size
    asks: Vec<Named>,
    /// Symmetries of the clues
    symmetries: Vec<&'static str>,
}

pub(crate) fn kinds(_: &Site) -> Json<KindsAnswer> {
    let kinds = CATALOGUE.iter().map(|kind| of(*kind)).collect();
    Json(KindsAnswer { kinds })
}

fn of(kind: &dyn Kind) -> KindCard {
    let card = kind.card();
    let examples = card.examples.iter().map(|example| ExampleCard {
        name: example.name,
        text: example.text,
        answers: example.answers,
    });
    let switches = kind.rules().iter().map(|rule| SwitchRule {
        name: rule.name,
        about: rule.about,
        effect: match rule.effect {
            Effect::Implied => "implied",
            Effect::Weaker => "weaker",
            Effect::Symmetry => "symmetry",
        },
    });
    let connectivity = kind.connectivity().iter().map(|way| Named {
        name: way.name(),
        about: way.about(),
    });
    let programs = kind.programs().into_iter().map(|program| ProgramRow {
        name: program.name,
        about: program.about,
        switches: program
            .switches
            .iter()
            .map(|switch| SwitchRow {
                name: switch.name,
                about: switch.about,
                values: switch.values,
            })
            .collect(),
    });
    KindCard {
        id: card.id,
        title: card.title,
        rules: card.rules,
        examples: examples.collect(),
        viewpoints: named(kind.viewpoints()),
        rules_switched: switches.collect(),
        connectivity: connectivity.collect(),
        programs: programs.collect(),
        formats: named(kind.formats()),
        making: kind.generation().map(|making| MakingCard {
            asks: named(
                making
                    .options
                    .iter()
                    .map(|ask| (ask.name, ask.about))
                    .collect(),
            ),
            symmetries: Symmetry::names(),
        }),
    }
}

fn named(rows: Vec<(&'static str, &'static str)>) -> Vec<Named> {
    let rows = rows.into_iter();
    rows.map(|(name, about)| Named { name, about }).collect()
}
