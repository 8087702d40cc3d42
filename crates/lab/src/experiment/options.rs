//! Options that an experiment can vary, named as on the command line.

use std::fmt::Display;
use std::str::FromStr;

use gridwright::solve::parse_consistency;
use gridwright::{Kind, Request};

use crate::experiment::eclipse::{PROGRAMS, program};

/// The names of all options.
pub const OPTION_NAMES: [&str; 12] = [
    "viewpoint",
    "engine",
    "consistency",
    "inference",
    "select",
    "choose",
    "restarts",
    "connectivity",
    "rules",
    "seed",
    "alldifferent",
    "improvements",
];

/// Option values by name, each at most once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options(Vec<(String, String)>);

/// Why an option cannot be set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionError {
    /// The error message.
    pub message: String,
    /// Whether the name is invalid, not the value.
    pub is_name: bool,
}

impl Options {
    /// The value of an option.
    pub fn get(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().find(|(other, _)| other == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Whether the engine is `eclipse`, whose counts are those of ECLiPSe.
    pub fn is_eclipse(&self) -> bool {
        self.get("engine") == Some("eclipse")
    }

    /// Sets an option after checking its value.
    pub fn set(&mut self, kind: &dyn Kind, name: &str, value: &str) -> Result<(), OptionError> {
        // The name of the option `consistency` before 0.2.
        let name = if name == "level" { "consistency" } else { name };
        if !OPTION_NAMES.contains(&name) {
            let message = format!(
                "unknown option; expected one of {}",
                OPTION_NAMES.join(", ")
            );
            return Err(OptionError {
                message,
                is_name: true,
            });
        }
        let invalid = |message: String| OptionError {
            message,
            is_name: false,
        };
        match name {
            "alldifferent" => among(value, &["ic", "ic_global"]).map_err(invalid)?,
            "improvements" => among(value, &["with", "without"]).map_err(invalid)?,
            "engine" if value == "eclipse" => {
                if program(kind.info().id).is_none() {
                    let ids: Vec<&str> = PROGRAMS.iter().map(|program| program.kind).collect();
                    let message = format!("the engine eclipse has programs for {}", ids.join(", "));
                    return Err(invalid(message));
                }
            }
            "viewpoint" | "connectivity" | "rules" => {
                check_names(kind, name, value).map_err(invalid)?
            }
            _ => {
                let mut request = Request::default();
                apply(&mut request, name, value).map_err(invalid)?;
            }
        }
        self.put(name, value);
        Ok(())
    }

    /// Adds all options of another set, replacing existing values.
    pub fn add(&mut self, other: &Options) {
        for (name, value) in &other.0 {
            self.put(name, value);
        }
    }

    fn put(&mut self, name: &str, value: &str) {
        match self.0.iter_mut().find(|(other, _)| other == name) {
            Some((_, old)) => value.clone_into(old),
            None => self.0.push((name.to_owned(), value.to_owned())),
        }
    }

    /// The solver request with these options.
    pub fn request(&self) -> Result<Request, String> {
        let mut request = Request::default();
        for (name, value) in &self.0 {
            apply(&mut request, name, value)?;
        }
        Ok(request)
    }
}

fn among(value: &str, known: &[&str]) -> Result<(), String> {
    if known.contains(&value) {
        Ok(())
    } else {
        Err(format!("expected one of {}", known.join(", ")))
    }
}

/// Checks that every name in a value exists for the kind, in any engine. The engine is a separate option, so only the run can reject names of another engine.
fn check_names(kind: &dyn Kind, name: &str, value: &str) -> Result<(), String> {
    let programs = kind.programs();
    let mut names: Vec<String> = Vec::new();
    match name {
        "viewpoint" => {
            names.extend(kind.viewpoints().iter().map(|(name, _)| (*name).to_owned()));
            names.extend(programs.iter().map(|program| program.name.to_owned()));
            if let Some(known) = program(kind.info().id) {
                names.extend(known.viewpoints.iter().map(|name| (*name).to_owned()));
            }
        }
        "connectivity" => {
            let constraints = kind.connectivity().iter();
            names.extend(constraints.map(|one| one.name().to_owned()));
        }
        _ => {
            names.extend(kind.rules().iter().map(|rule| rule.name.to_owned()));
            for switch in programs.iter().flat_map(|program| program.switches.iter()) {
                let values = switch.values.iter();
                names.extend(values.map(|value| format!("{}={value}", switch.name)));
            }
        }
    }
    names.sort();
    names.dedup();
    let separator = if name == "viewpoint" { '+' } else { ',' };
    match split_names(value, separator).find(|word| !names.iter().any(|name| name == word)) {
        None => Ok(()),
        Some(word) if names.is_empty() => Err(format!(
            "unknown name `{word}`: this kind has no {name} options"
        )),
        Some(word) => Err(format!(
            "unknown name `{word}`; expected one of {}",
            names.join(", ")
        )),
    }
}

/// The names in a list; `none` is the empty list.
fn split_names(value: &str, separator: char) -> impl Iterator<Item = &str> {
    let names = value.split(separator).map(str::trim);
    names.filter(|name| !name.is_empty() && *name != "none")
}

/// Applies one option to a request.
fn apply(request: &mut Request, name: &str, value: &str) -> Result<(), String> {
    let names = |separator| split_names(value, separator).map(str::to_owned).collect();
    fn parse<T: FromStr<Err: Display>>(value: &str) -> Result<Option<T>, String> {
        value
            .parse()
            .map(Some)
            .map_err(|error: T::Err| error.to_string())
    }
    match name {
        "viewpoint" => request.viewpoints = names('+'),
        "rules" => request.rules = names(','),
        "connectivity" => request.connectivity = Some(value.to_owned()),
        "engine" => {
            request.engine = value.parse().map_err(|error| format!("{error}"))?;
        }
        "consistency" => {
            request.consistency =
                Some(parse_consistency(value).map_err(|error| error.to_string())?);
        }
        "inference" => request.inference = parse(value)?,
        "select" => request.select = parse(value)?,
        "choose" => request.choose = parse(value)?,
        "restarts" => request.restarts = parse(value)?,
        "seed" => {
            request.seed = Some(value.parse().map_err(|_| "expected a number".to_owned())?);
        }
        _ => return Err(format!("{name} applies only to the engine eclipse")),
    }
    Ok(())
}
