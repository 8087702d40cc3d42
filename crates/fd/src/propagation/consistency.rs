//! Propagation strengths, and the strength chosen for each family of constraints.

/// How hard a constraint should think.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Consistency {
    /// React to fixed variables.
    Value,
    /// Make the bounds consistent.
    Bounds,
    /// Make every value consistent.
    Domain,
}

/// The level for every family of constraints.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConsistencyMap {
    default: Consistency,
    by_family: Vec<(String, Consistency)>,
}

impl ConsistencyMap {
    /// The same level for all.
    pub fn all(level: Consistency) -> ConsistencyMap {
        ConsistencyMap {
            default: level,
            by_family: Vec::new(),
        }
    }

    /// Another level for one family. That somebody is of the family is not checked here: who knows the families does that, as
    /// [`ConsistencyMap::families`] allows.
    pub fn with(mut self, family: impl Into<String>, level: Consistency) -> ConsistencyMap {
        self.by_family.push((family.into(), level));
        self
    }

    /// The families that were named.
    pub fn families(&self) -> impl Iterator<Item = &str> {
        self.by_family.iter().map(|(family, _)| family.as_str())
    }

    /// The level of a family; what was said last counts.
    pub fn of(&self, family: &str) -> Consistency {
        self.by_family
            .iter()
            .rev()
            .find(|(name, _)| name == family)
            .map_or(self.default, |&(_, level)| level)
    }
}

impl Consistency {
    /// Every name and what it stands for.
    pub const NAMES: &'static [(&'static str, Consistency)] = &[
        ("value", Consistency::Value),
        ("bounds", Consistency::Bounds),
        ("domain", Consistency::Domain),
    ];
}

impl_keyword!(Consistency);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for (name, level) in Consistency::NAMES {
            assert_eq!(name.parse(), Ok(*level));
            assert_eq!(level.to_string(), *name);
        }
    }
}
