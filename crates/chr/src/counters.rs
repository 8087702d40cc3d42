//! What a run counts: totals, and a profile of each rule.

use crate::code::Code;

/// How often things happened in a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Constraints called.
    pub calls: u64,
    /// Constraints stored.
    pub inserts: u64,
    /// Constraints removed from the store.
    pub removals: u64,
    /// Stored constraints made active again because a variable was bound.
    pub wakes: u64,
    /// Returns to an earlier choice.
    pub backtracks: u64,
    /// Unifications written as such in bodies.
    pub unifications: u64,
    /// One profile for each rule, in the order of the program.
    pub rules: Vec<RuleProfile>,
}

/// What was done for one rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleProfile {
    /// The rule's name, or `rule N`.
    pub name: String,
    /// The line on which it begins.
    pub line: usize,
    /// How often an active constraint came to one of its heads.
    pub tries: u64,
    /// Searches for partners.
    pub lookups: u64,
    /// Stored constraints looked at as partners.
    pub candidates: u64,
    /// How often a guard on the active constraint alone did not hold.
    pub guard_failures: u64,
    /// How often it fired.
    pub firings: u64,
}

impl Counters {
    pub(crate) fn new(code: &Code) -> Counters {
        let rules = code.rules.iter().map(|rule| RuleProfile {
            name: rule.name.clone(),
            line: rule.line,
            ..RuleProfile::default()
        });
        Counters {
            rules: rules.collect(),
            ..Counters::default()
        }
    }

    /// All firings of rules.
    pub fn firings(&self) -> u64 {
        self.rules.iter().map(|rule| rule.firings).sum()
    }

    /// The profile as a table for people, the rules with the most candidates first.
    pub fn table(&self) -> String {
        let mut rules: Vec<&RuleProfile> =
            self.rules.iter().filter(|rule| rule.tries > 0).collect();
        rules.sort_by_key(|rule| std::cmp::Reverse((rule.candidates, rule.tries)));
        let mut text = format!(
            "{:>12} {:>12} {:>12} {:>12} {:>12}  rule\n",
            "tries", "lookups", "candidates", "guard no", "firings"
        );
        for rule in rules {
            text += &format!(
                "{:>12} {:>12} {:>12} {:>12} {:>12}  {} (line {})\n",
                rule.tries,
                rule.lookups,
                rule.candidates,
                rule.guard_failures,
                rule.firings,
                rule.name,
                rule.line
            );
        }
        text
    }
}
