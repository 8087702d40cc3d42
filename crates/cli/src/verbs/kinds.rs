//! `kinds`: the puzzle kinds.

use clap::Args;
use gridwright::puzzles::{Effect, LEVELS, NamedTechnique};
use gridwright::{BULK_VIEWPOINT, CATALOGUE, Kind, kind};
use serde_json::json;

use crate::exit_status::ExitStatus;
use crate::output::wrap::wrapped;

#[derive(Debug, Args)]
pub(crate) struct Kinds {
    /// Describe this kind
    kind: Option<String>,
    /// Print one JSON object per kind and line
    #[arg(long)]
    json: bool,
    /// Print one of its CHR programs
    #[arg(long, value_name = "NAME", requires = "kind")]
    program: Option<String>,
}

impl Kinds {
    pub(crate) fn run(self) -> Result<ExitStatus, String> {
        let chosen: Vec<&dyn Kind> = match &self.kind {
            None => CATALOGUE.to_vec(),
            Some(id) => vec![kind(id).ok_or_else(|| unknown(id))?],
        };
        if let (Some(name), [kind]) = (&self.program, &chosen[..]) {
            out!("{}", program_source(*kind, name)?);
            return Ok(ExitStatus::Success);
        }
        for kind in &chosen {
            match (self.json, self.kind.is_some()) {
                (true, _) => outln!("{}", as_json(*kind)),
                (_, true) => out!("{}", wrapped(&description(*kind), 4)),
                _ => outln!("{:11} {}", kind.info().id, kind.info().title),
            }
        }
        if self.kind.is_none() && !self.json {
            let more =
                "`gridwright kinds KIND` describes the rules, viewpoints and formats of a kind.";
            outln!("\n{}", wrapped(more, 0));
        }
        Ok(ExitStatus::Success)
    }
}

fn unknown(id: &str) -> String {
    let ids: Vec<&str> = CATALOGUE.iter().map(|kind| kind.info().id).collect();
    format!("unknown puzzle kind `{id}`; kinds: {}", ids.join(", "))
}

/// The source of a program.
fn program_source(kind: &dyn Kind, name: &str) -> Result<&'static str, String> {
    let programs = kind.programs();
    let found = programs.iter().find(|program| program.name == name);
    found.map(|program| program.source).ok_or_else(|| {
        let names: Vec<&str> = programs.iter().map(|program| program.name).collect();
        let (title, names) = (kind.info().title, names.join(", "));
        format!("{title} has no program `{name}`; programs: {names}")
    })
}

fn effect(effect: Effect) -> &'static str {
    match effect {
        Effect::Implied => "implied",
        Effect::Weaker => "weaker",
        Effect::Symmetry => "symmetry",
    }
}

fn description(kind: &dyn Kind) -> String {
    let info = kind.info();
    let mut text = format!("{} ({})\n\n{}\n", info.title, info.id, info.rules);
    let mut section = |title: &str, rows: Vec<(&str, String)>| {
        if rows.is_empty() {
            return;
        }
        let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        text += &format!("\n{title}\n");
        for (name, about) in rows {
            text += &format!("  {name:width$}  {about}\n");
        }
    };
    let named = |rows: Vec<(&'static str, &'static str)>| {
        rows.into_iter()
            .map(|(name, about)| (name, about.to_owned()))
            .collect::<Vec<_>>()
    };
    section(
        "Viewpoints (--viewpoint), by the meaning of a variable",
        named(kind.viewpoints()),
    );
    let (name, about) = BULK_VIEWPOINT;
    let has_bulk = kind.nine_answers().is_some();
    section(
        "Viewpoint of the engine bulk (--engine bulk), the default for nine rows",
        has_bulk
            .then(|| (name, about.to_owned()))
            .into_iter()
            .collect(),
    );
    let rules = kind.rules().iter();
    section(
        "Optional rules (--rule)",
        rules
            .map(|rule| {
                (
                    rule.name,
                    format!("{} ({})", rule.about, effect(rule.effect)),
                )
            })
            .collect(),
    );
    let ways = kind.connectivity().iter();
    section(
        "Connectivity (--connectivity)",
        ways.map(|way| (way.name(), way.about().to_owned()))
            .collect(),
    );
    let programs = kind.programs();
    section(
        "CHR programs (--engine chr --viewpoint)",
        programs
            .iter()
            .map(|program| (program.name, program.about.to_owned()))
            .collect(),
    );
    for program in &programs {
        let switches = program.switches.iter();
        section(
            &format!("Switches of {} (--rule NAME=VALUE)", program.name),
            switches
                .map(|switch| {
                    let about = format!("{}: {}", switch.values.join(" or "), switch.about);
                    (switch.name, about)
                })
                .collect(),
        );
    }
    section("Formats (convert --to)", named(kind.formats()));
    let asks = kind.generation().map_or(&[][..], |making| making.options);
    section(
        "Board options (generate --NAME)",
        asks.iter()
            .map(|ask| (ask.name, ask.about.to_owned()))
            .collect(),
    );
    let techniques = techniques(kind);
    section(
        "Techniques (--techniques), in the order in which they are tried, with level and score",
        techniques
            .iter()
            .map(|technique| (technique.id, technique_words(technique)))
            .collect(),
    );
    text += "\nExample\n";
    if let Some(example) = info.examples.first() {
        for line in example.text.lines() {
            text += &format!("  {line}\n");
        }
    }
    text
}

/// The named techniques of a kind, for boards of the usual size.
pub(crate) fn techniques(kind: &dyn Kind) -> Vec<NamedTechnique> {
    let blank = kind.blank(9, 9);
    blank.map_or_else(|_| Vec::new(), |blank| blank.techniques())
}

fn technique_words(technique: &NamedTechnique) -> String {
    let mut words = format!(
        "{}: {}, {}",
        technique.name, LEVELS[technique.level], technique.score
    );
    if technique.needs_uniqueness {
        words += "; rests on uniqueness";
    }
    if !technique.is_default {
        words += "; only if named";
    }
    words
}

fn as_json(kind: &dyn Kind) -> serde_json::Value {
    let info = kind.info();
    let named = |rows: Vec<(&'static str, &'static str)>| {
        rows.into_iter()
            .map(|(name, about)| json!({"name": name, "about": about}))
            .collect::<Vec<_>>()
    };
    let rules = kind.rules().iter();
    json!({
        "kind": info.id,
        "title": info.title,
        "rules": info.rules,
        "viewpoints": named(kind.viewpoints()),
        "switches": rules
            .map(|rule| json!({"name": rule.name, "about": rule.about, "effect": effect(rule.effect)}))
            .collect::<Vec<_>>(),
        "connectivity": kind.connectivity().iter().map(|way| way.name()).collect::<Vec<_>>(),
        "programs": kind.programs().iter()
            .map(|program| json!({
                "name": program.name,
                "about": program.about,
                "file": program.file,
                "switches": program.switches.iter()
                    .map(|switch| json!({"name": switch.name, "about": switch.about, "values": switch.values}))
                    .collect::<Vec<_>>(),
            }))
            .collect::<Vec<_>>(),
        "formats": named(kind.formats()),
        "techniques": techniques(kind).iter()
            .map(|technique| json!({
                "id": technique.id,
                "name": technique.name,
                "level": LEVELS[technique.level],
                "score": technique.score,
                "by_uniqueness": technique.needs_uniqueness,
                "default": technique.is_default,
            }))
            .collect::<Vec<_>>(),
        "examples": info.examples.iter()
            .map(|example| json!({"name": example.name, "text": example.text, "answers": example.answers}))
            .collect::<Vec<_>>(),
    })
}
