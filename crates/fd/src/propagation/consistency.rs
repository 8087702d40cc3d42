//! Propagation strengths, and the strength chosen for each family of constraints.

/// Propagation strength.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Consistency {
    /// Value consistency: propagates only when variables are fixed.
    Value,
    /// Bounds consistency.
    Bounds,
    /// Domain consistency.
    Domain,
}

/// The propagation strength of every family of constraints.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConsistencyMap {
    default: Consistency,
    by_family: Vec<(String, Consistency)>,
}

impl ConsistencyMap {
    /// The same strength for all families.
    pub fn all(consistency: Consistency) -> ConsistencyMap {
        ConsistencyMap {
            default: consistency,
            by_family: Vec::new(),
        }
    }

    /// Another strength for one family. Family names are not checked here; [`ConsistencyMap::families`] lists them
    /// for a check.
    pub fn with(mut self, family: impl Into<String>, consistency: Consistency) -> ConsistencyMap {
        self.by_family.push((family.into(), consistency));
        self
    }

    /// The families that were named.
    pub fn families(&self) -> impl Iterator<Item = &str> {
        self.by_family.iter().map(|(family, _)| family.as_str())
    }

    /// The strength of a family; the last setting counts.
    pub fn of(&self, family: &str) -> Consistency {
        self.by_family
            .iter()
            .rev()
            .find(|(name, _)| name == family)
            .map_or(self.default, |&(_, consistency)| consistency)
    }
}

impl Consistency {
    /// Every name and its meaning.
    pub const NAMES: &'static [(&'static str, Consistency)] = &[
        ("value", Consistency::Value),
        ("bounds", Consistency::Bounds),
        ("domain", Consistency::Domain),
    ];
}

impl_keyword!(Consistency);
