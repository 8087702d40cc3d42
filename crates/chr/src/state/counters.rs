//! What a run counts: totals, and a profile of each rule.

use std::cmp::Reverse;
use std::time::Duration;

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
    /// Constraints in the store now.
    pub stored: u64,
    /// Bytes of the store, its lists and indexes.
    pub store_bytes: usize,
    /// Time outside rules, if the run was timed.
    pub outside: Option<Duration>,
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
    /// How often a part of its guard did not hold.
    pub guard_failures: u64,
    /// How often it fired.
    pub firings: u64,
    /// Time spent on trying it and in its body, without what other rules took, if the run was timed.
    pub time: Option<Duration>,
    /// Its searches, one entry for each head that looked for another.
    pub partners: Vec<PartnerProfile>,
}

/// What the searches of one head for one partner came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartnerProfile {
    /// The active constraint, as `name/2`.
    pub active: String,
    /// The constraint it looked for.
    pub partner: String,
    /// The way to it: an index, a variable's list, or all of them.
    pub way: String,
    /// Searches begun.
    pub lookups: u64,
    /// Stored constraints looked at.
    pub candidates: u64,
    /// Those that matched.
    pub matches: u64,
}

/// Candidates that a partner may cost before the report speaks of it.
const MANY: u64 = 1000;

impl Counters {
    /// All firings of rules.
    pub fn firings(&self) -> u64 {
        self.rules.iter().map(|rule| rule.firings).sum()
    }

    /// How often an active constraint came to a head of a rule.
    pub fn tries(&self) -> u64 {
        self.rules.iter().map(|rule| rule.tries).sum()
    }

    /// All searches for partners.
    pub fn lookups(&self) -> u64 {
        self.rules.iter().map(|rule| rule.lookups).sum()
    }

    /// The totals in two lines for people.
    pub fn totals(&self) -> String {
        let each = self.store_bytes.checked_div(self.stored as usize);
        format!(
            "{} calls, {} tries, {} lookups, {} firings, {} inserts, {} removals, {} wakes, {} backtracks, {} unifications\n\
             {} constraints in the store, {} bytes{}\n",
            self.calls,
            self.tries(),
            self.lookups(),
            self.firings(),
            self.inserts,
            self.removals,
            self.wakes,
            self.backtracks,
            self.unifications,
            self.stored,
            self.store_bytes,
            each.map_or(String::new(), |each| format!(", {each} for each"))
        )
    }

    /// The profile as a table for people: the rules that took most time first, or those with the most candidates.
    pub fn table(&self) -> String {
        let timed = self.outside.is_some();
        let mut rules: Vec<&RuleProfile> =
            self.rules.iter().filter(|rule| rule.tries > 0).collect();
        rules.sort_by_key(|rule| Reverse((rule.time, rule.candidates, rule.tries)));
        let time = |time: Option<Duration>| match time {
            Some(time) => format!("{:>10.3} ", time.as_secs_f64() * 1e3),
            None => String::new(),
        };
        let mut text = format!(
            "{}{:>12} {:>12} {:>12} {:>12} {:>12}  rule\n",
            if timed { "  time, ms " } else { "" },
            "tries",
            "lookups",
            "candidates",
            "guard no",
            "firings"
        );
        for rule in rules {
            text += &format!(
                "{}{:>12} {:>12} {:>12} {:>12} {:>12}  {} (line {})\n",
                time(rule.time),
                rule.tries,
                rule.lookups,
                rule.candidates,
                rule.guard_failures,
                rule.firings,
                rule.name,
                rule.line
            );
        }
        if timed {
            text += &format!("{}{:>66}outside rules\n", time(self.outside), "");
        }
        text
    }

    /// The searches that look at many more constraints than match, the worst first: a sentence each.
    pub fn scans(&self) -> String {
        let mut found: Vec<(u64, String)> = Vec::new();
        for rule in &self.rules {
            for partner in &rule.partners {
                if partner.candidates < MANY || partner.candidates < 4 * partner.matches {
                    continue;
                }
                let sentence = format!(
                    "{} (line {}) scans {}: {} candidates for {} matches; {} finds it by {}\n",
                    rule.name,
                    rule.line,
                    partner.partner,
                    in_words(partner.candidates),
                    in_words(partner.matches),
                    partner.active,
                    partner.way,
                );
                found.push((partner.candidates, sentence));
            }
        }
        found.sort_by_key(|(candidates, _)| Reverse(*candidates));
        found.into_iter().map(|(_, sentence)| sentence).collect()
    }
}

/// A number as people say it: 95 thousand, 7.7 million.
fn in_words(number: u64) -> String {
    let (unit, word) = match number {
        0..10_000 => return number.to_string(),
        10_000..1_000_000 => (1_000, "thousand"),
        1_000_000..1_000_000_000 => (1_000_000, "million"),
        _ => (1_000_000_000, "billion"),
    };
    let tenths = (number + unit / 20) / (unit / 10);
    if tenths >= 100 || tenths.is_multiple_of(10) {
        format!("{} {word}", tenths / 10)
    } else {
        format!("{}.{} {word}", tenths / 10, tenths % 10)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_said_in_words() {
        let table = [
            (0, "0"),
            (9_999, "9999"),
            (10_000, "10 thousand"),
            (95_400, "95 thousand"),
            (7_700_000, "7.7 million"),
            (1_000_000, "1 million"),
            (2_470_000_000, "2.5 billion"),
        ];
        for (number, expected) in table {
            assert_eq!(in_words(number), expected);
        }
    }
}
