//! Options: what can vary in an experiment, by the names it has on the command line, and what each value means.

use gridwright::solve::parse_consistency;
use gridwright::{EngineName, Kind, Request};

use crate::by_eclipse;

/// The options there are.
pub const NAMES: [&str; 12] = [
    "viewpoint",
    "engine",
    "level",
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

/// Options with their values, each at most once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options(Vec<(String, String)>);

/// Why an option cannot be set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    /// What is wrong, in words.
    pub what: String,
    /// Whether the name is wrong, not the value.
    pub is_name: bool,
}

impl Options {
    /// The value of an option.
    pub fn get(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().find(|(other, _)| other == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Whether the counts are those of ECLiPSe's propagators.
    pub fn is_eclipse(&self) -> bool {
        self.get("engine") == Some("eclipse")
    }

    /// Sets an option, after seeing to it that the value means something.
    pub fn set(&mut self, kind: &dyn Kind, name: &str, value: &str) -> Result<(), Wrong> {
        if !NAMES.contains(&name) {
            let what = format!("no such option; there are {}", NAMES.join(", "));
            return Err(Wrong {
                what,
                is_name: true,
            });
        }
        let wrong = |what: String| Wrong {
            what,
            is_name: false,
        };
        match name {
            "alldifferent" => among(value, &["ic", "ic_global"]).map_err(wrong)?,
            "improvements" => among(value, &["with", "without"]).map_err(wrong)?,
            "engine" if value == "eclipse" => {
                among(kind.card().id, &["sudoku", "hashi", "battleship"]).map_err(|_| {
                    wrong("the engine eclipse has programs for sudoku, hashi and battleship".into())
                })?;
            }
            "viewpoint" | "connectivity" | "rules" => known(kind, name, value).map_err(wrong)?,
            _ => {
                let mut request = Request::default();
                put(&mut request, name, value).map_err(wrong)?;
            }
        }
        self.put(name, value);
        Ok(())
    }

    /// Sets all options of another, over those that are there.
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

    /// The request they make.
    pub fn request(&self) -> Result<Request, String> {
        let mut request = Request::default();
        for (name, value) in &self.0 {
            put(&mut request, name, value)?;
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

/// Whether every name in a value is one that some engine has for the kind. Which engine is meant may be said elsewhere; if it is another, the run says so.
fn known(kind: &dyn Kind, name: &str, value: &str) -> Result<(), String> {
    let programs = kind.programs();
    let mut names: Vec<String> = Vec::new();
    match name {
        "viewpoint" => {
            names.extend(kind.viewpoints().iter().map(|(name, _)| (*name).to_owned()));
            names.extend(programs.iter().map(|program| program.name.to_owned()));
            if kind.card().id == "sudoku" {
                names.extend(by_eclipse::VIEWPOINTS.map(str::to_owned));
            }
        }
        "connectivity" => {
            let ways = kind.connectivity().iter();
            names.extend(ways.map(|way| way.name().to_owned()));
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
    let between = if name == "viewpoint" { '+' } else { ',' };
    let words = value.split(between).map(str::trim);
    let mut words = words.filter(|word| !word.is_empty() && *word != "none");
    match words.find(|word| !names.iter().any(|name| name == word)) {
        None => Ok(()),
        Some(word) if names.is_empty() => {
            Err(format!("`{word}`: the kind has none to choose from"))
        }
        Some(word) => Err(format!("`{word}` is none of {}", names.join(", "))),
    }
}

/// Puts one option into a request.
fn put(request: &mut Request, name: &str, value: &str) -> Result<(), String> {
    let names = |value: &str, by: char| -> Vec<String> {
        let words = value.split(by).map(str::trim);
        words
            .filter(|word| !word.is_empty() && *word != "none")
            .map(str::to_owned)
            .collect()
    };
    match name {
        "viewpoint" => request.viewpoints = names(value, '+'),
        "rules" => request.rules = names(value, ','),
        "connectivity" => request.connectivity = Some(value.to_owned()),
        "engine" => {
            request.engine = value
                .parse::<EngineName>()
                .map_err(|error| error.to_string())?;
        }
        "level" => {
            request.consistency =
                Some(parse_consistency(value).map_err(|error| error.to_string())?);
        }
        "inference" => {
            request.inference = Some(value.parse().map_err(|error| format!("{error}"))?);
        }
        "select" => request.select = Some(value.parse().map_err(|error| format!("{error}"))?),
        "choose" => request.choose = Some(value.parse().map_err(|error| format!("{error}"))?),
        "restarts" => {
            request.restarts = Some(value.parse().map_err(|error| format!("{error}"))?);
        }
        "seed" => {
            let number = value.parse().map_err(|_| "expected a number".to_owned())?;
            request.seed = Some(number);
        }
        _ => return Err(format!("{name} is for the engine eclipse")),
    }
    Ok(())
}
