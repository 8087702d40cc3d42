//! What is chosen about a formulation beside its viewpoints: switchable rules, and the way connectivity is kept.

use std::fmt;

use crate::contract::puzzle::Puzzle;

/// A rule that may be switched on by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rule {
    /// Its name, as on the command line.
    pub name: &'static str,
    /// What it says, in a line.
    pub about: &'static str,
    /// What it does to the answers.
    pub effect: Effect,
}

/// What a switchable rule does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// It follows from the others: the same answers, found with less search.
    Implied,
    /// A rule of the puzzle waits until it can be checked: the same answers, found with more search.
    Weaker,
    /// Of answers that are mirrored or turned images of each other, one is kept.
    Symmetry,
}

/// How it is kept that what must hang together does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Connectivity {
    /// A propagator reasons about it during search: what must be joined is joined.
    Active,
    /// A part that can no longer grow fails as soon as it is closed; found with disjoint sets.
    DisjointSet,
    /// Ordinary constraints say that every part is reached from the first.
    Reachability,
    /// GenerateOptions of every answer found, after search.
    Passive,
}

impl Connectivity {
    /// All of them.
    pub const ALL: [Connectivity; 4] = [
        Connectivity::Active,
        Connectivity::DisjointSet,
        Connectivity::Reachability,
        Connectivity::Passive,
    ];

    /// Its name, as on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Connectivity::Active => "active",
            Connectivity::DisjointSet => "disjoint_set",
            Connectivity::Reachability => "reachability",
            Connectivity::Passive => "passive",
        }
    }

    /// What it is, in a line.
    pub fn about(self) -> &'static str {
        match self {
            Connectivity::Active => "a propagator joins what must be joined, during search",
            Connectivity::DisjointSet => {
                "a part that is closed too early fails, found with disjoint sets"
            }
            Connectivity::Reachability => {
                "ordinary constraints: every part is reached from the first"
            }
            Connectivity::Passive => "asked of every answer found, after search",
        }
    }
}

/// What is chosen about a formulation beside its viewpoints. The default adds no rule and keeps connectivity in the usual way.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Choices {
    rules: Vec<&'static str>,
    connectivity: Option<Connectivity>,
}

impl Choices {
    /// The same with a rule of this puzzle switched on.
    pub fn with_rule<P: Puzzle>(mut self, name: &str) -> Result<Choices, NoSuchChoice> {
        match P::RULES.iter().find(|rule| rule.name == name) {
            Some(rule) => {
                self.rules.push(rule.name);
                Ok(self)
            }
            None => Err(NoSuchChoice {
                puzzle: P::CARD.title,
                what: "rule",
                name: name.to_owned(),
                known: P::RULES.iter().map(|rule| rule.name).collect(),
            }),
        }
    }

    /// The same with this way to keep connectivity.
    pub fn with_connectivity<P: Puzzle>(mut self, name: &str) -> Result<Choices, NoSuchChoice> {
        match P::CONNECTIVITY.iter().find(|way| way.name() == name) {
            Some(way) => {
                self.connectivity = Some(*way);
                Ok(self)
            }
            None => Err(NoSuchChoice {
                puzzle: P::CARD.title,
                what: "connectivity",
                name: name.to_owned(),
                known: P::CONNECTIVITY.iter().map(|way| way.name()).collect(),
            }),
        }
    }

    /// Whether a rule is switched on.
    pub fn has(&self, rule: &str) -> bool {
        self.rules.contains(&rule)
    }

    /// How connectivity is kept.
    pub fn connectivity(&self) -> Connectivity {
        self.connectivity.unwrap_or(Connectivity::Active)
    }
}

/// A puzzle has no rule or connectivity of that name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoSuchChoice {
    /// The puzzle's title.
    pub puzzle: &'static str,
    /// What was looked for.
    pub what: &'static str,
    /// The name that was given.
    pub name: String,
    /// The names there are.
    pub known: Vec<&'static str>,
}

impl fmt::Display for NoSuchChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NoSuchChoice {
            puzzle, what, name, ..
        } = self;
        write!(f, "{puzzle} has no {what} `{name}`")?;
        match &self.known[..] {
            [] => write!(f, ", nor any other"),
            known => write!(f, "; there are {}", known.join(", ")),
        }
    }
}

impl std::error::Error for NoSuchChoice {}
