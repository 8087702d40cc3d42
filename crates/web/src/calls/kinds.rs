//! `kinds`: all puzzle kinds and their options.

use gridwright::puzzles::{Effect, ProgramInfo, Symmetry};
use gridwright::{CATALOGUE, Kind};
use serde::Serialize;

use crate::response::Json;
use crate::state::AppState;

/// All puzzle kinds
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct KindsAnswer {
    kinds: Vec<KindCard>,
}

/// A puzzle kind
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct KindCard {
    /// The short name
    id: &'static str,
    title: &'static str,
    /// The rules
    rules: &'static str,
    examples: Vec<ExampleCard>,
    /// Viewpoints; the first is the default
    viewpoints: Vec<Named>,
    /// Optional rules
    rules_switched: Vec<SwitchRule>,
    /// Connectivity constraints; the first is the default
    connectivity: Vec<Named>,
    /// CHR programs
    programs: Vec<ProgramRow>,
    /// Exchange formats
    formats: Vec<Named>,
    /// Options of the generator; absent if the kind has none
    #[serde(rename = "making")]
    generation: Option<GenerateCard>,
}

/// A name and what it means
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Named {
    name: &'static str,
    about: &'static str,
}

/// An example
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ExampleCard {
    name: &'static str,
    text: &'static str,
    /// The number of answers
    answers: u64,
}

/// An optional rule
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct SwitchRule {
    name: &'static str,
    about: &'static str,
    /// `implied`, `weaker` or `symmetry`
    effect: &'static str,
}

/// A CHR program
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ProgramRow {
    name: &'static str,
    about: &'static str,
    /// Its flags with their values
    switches: Vec<FlagRow>,
}

/// A flag of a program
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct FlagRow {
    pub(crate) name: &'static str,
    about: &'static str,
    /// The values; the first is the default
    pub(crate) values: &'static [&'static str],
}

/// The flags of a program.
pub(crate) fn flags(program: &ProgramInfo) -> Vec<FlagRow> {
    let flags = program.switches.iter().map(|switch| FlagRow {
        name: switch.name,
        about: switch.about,
        values: switch.values,
    });
    flags.collect()
}

/// Options of the generator
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct GenerateCard {
    /// Options in addition to the size
    #[serde(rename = "asks")]
    options: Vec<Named>,
    /// Symmetries of the clues
    symmetries: Vec<&'static str>,
}

pub(crate) fn kinds(_: &AppState) -> Json<KindsAnswer> {
    let kinds = CATALOGUE.iter().map(|kind| info(*kind)).collect();
    Json(KindsAnswer { kinds })
}

fn info(kind: &dyn Kind) -> KindCard {
    let info = kind.info();
    let examples = info.examples.iter().map(|example| ExampleCard {
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
    let connectivity = kind.connectivity().iter().map(|one| Named {
        name: one.name(),
        about: one.about(),
    });
    let programs = kind.programs().into_iter().map(|program| ProgramRow {
        name: program.name,
        about: program.about,
        switches: flags(&program),
    });
    KindCard {
        id: info.id,
        title: info.title,
        rules: info.rules,
        examples: examples.collect(),
        viewpoints: named(kind.viewpoints()),
        rules_switched: switches.collect(),
        connectivity: connectivity.collect(),
        programs: programs.collect(),
        formats: named(kind.formats()),
        generation: kind.generation().map(|generation| GenerateCard {
            options: named(
                generation
                    .options
                    .iter()
                    .map(|option| (option.name, option.about))
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
