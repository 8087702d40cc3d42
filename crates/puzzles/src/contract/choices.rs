//! The options of a formulation other than its viewpoints: switchable rules, and how connectivity is enforced.

use std::fmt;

use crate::contract::puzzle::Puzzle;

/// A rule that may be switched on by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rule {
    /// Its name, as on the command line.
    pub name: &'static str,
    /// A one-line description.
    pub about: &'static str,
    /// What it does to the answers.
    pub effect: Effect,
}

impl Rule {
    /// A rule that follows from the others.
    pub const fn implied(name: &'static str, about: &'static str) -> Rule {
        Rule {
            name,
            about,
            effect: Effect::Implied,
        }
    }
}

/// What a switchable rule does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Implied by the other rules: the answers stay the same and search may need fewer nodes.
    Implied,
    /// A rule of the puzzle is only checked once its variables are fixed: the answers stay the same and search may need more nodes.
    Weaker,
    /// Symmetry breaking: of answers that are reflections or rotations of each other, one is kept.
    Symmetry,
}

/// How connectivity is enforced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Connectivity {
    /// A propagator prunes during search: edges that connectivity needs are forced.
    Active,
    /// Search fails as soon as a component is closed, that is, can no longer grow; components are kept as disjoint sets (union-find).
    DisjointSet,
    /// Decomposed into ordinary constraints: every node is reachable from the first.
    Reachability,
    /// Checked for every answer found, after search.
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

    /// A one-line description.
    pub fn about(self) -> &'static str {
        match self {
            Connectivity::Active => "a propagator joins what must be joined, during search",
            Connectivity::DisjointSet => {
                "a part that is closed too early fails, found with disjoint sets"
            }
            Connectivity::Reachability => {
                "ordinary constraints: every part is reached from the first"
            }
            Connectivity::Passive => "checked for every answer found, after search",
        }
    }
}

/// The options of a formulation other than its viewpoints. By default no rule is switched on and connectivity is active.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Choices {
    rules: Vec<&'static str>,
    connectivity: Option<Connectivity>,
}

impl Choices {
    /// Switches on a rule of this puzzle.
    pub fn with_rule<P: Puzzle>(self, name: &str) -> Result<Choices, UnknownName> {
        self.with_rule_of(P::INFO.title, P::RULES, name)
    }

    fn with_rule_of(
        mut self,
        title: &str,
        rules: &[Rule],
        name: &str,
    ) -> Result<Choices, UnknownName> {
        let rule = rules.iter().find(|rule| rule.name == name);
        let mut names = rules.iter().map(|rule| rule.name);
        let rule = rule.ok_or_else(|| UnknownName::new(title, "rule", name, &mut names))?;
        self.rules.push(rule.name);
        Ok(self)
    }

    /// Sets how connectivity is enforced.
    pub fn with_connectivity<P: Puzzle>(self, name: &str) -> Result<Choices, UnknownName> {
        self.with_connectivity_of(P::INFO.title, P::CONNECTIVITY, name)
    }

    fn with_connectivity_of(
        mut self,
        title: &str,
        all: &[Connectivity],
        name: &str,
    ) -> Result<Choices, UnknownName> {
        let found = all.iter().find(|one| one.name() == name);
        let mut names = all.iter().map(|one| one.name());
        let unknown = || UnknownName::new(title, "connectivity", name, &mut names);
        self.connectivity = Some(*found.ok_or_else(unknown)?);
        Ok(self)
    }

    /// Whether a rule is switched on.
    pub fn has(&self, rule: &str) -> bool {
        self.rules.contains(&rule)
    }

    /// How connectivity is enforced.
    pub fn connectivity(&self) -> Connectivity {
        self.connectivity.unwrap_or(Connectivity::Active)
    }
}

/// The error for a name that a puzzle or program does not have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownName {
    /// The title of the puzzle, or the name of the program.
    pub owner: String,
    /// The kind of thing that was looked up: a rule, a viewpoint, a switch.
    pub what: &'static str,
    /// The unknown name.
    pub name: String,
    /// The known names.
    pub known: Vec<String>,
}

impl UnknownName {
    /// The error for a name that this puzzle does not have; `known` are those it has.
    pub(crate) fn of<P: Puzzle>(
        what: &'static str,
        name: &str,
        mut known: impl Iterator<Item = &'static str>,
    ) -> UnknownName {
        UnknownName::new(P::INFO.title, what, name, &mut known)
    }

    /// The same by the title of the puzzle: not generic, so that it is compiled once.
    fn new(
        title: &str,
        what: &'static str,
        name: &str,
        known: &mut dyn Iterator<Item = &'static str>,
    ) -> UnknownName {
        UnknownName {
            owner: title.to_owned(),
            what,
            name: name.to_owned(),
            known: known.map(str::to_owned).collect(),
        }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (owner, what, name) = (&self.owner, self.what, &self.name);
        write!(f, "{owner} has no {what} `{name}`; ")?;
        match &self.known[..] {
            [] => write!(f, "it has none"),
            known => write!(f, "it has {}", known.join(", ")),
        }
    }
}

impl std::error::Error for UnknownName {}
