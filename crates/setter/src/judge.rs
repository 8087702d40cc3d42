//! Judges of difficulty: what a puzzle is rated by. The setter knows no scale of its own; it aims at a range of whatever scale the judge has.

use std::fmt;

use gridwright_fd::{First, Level, Levels, Limits, Model};
use gridwright_puzzles::{AnyInstance, Found, Wish};
use gridwright_solve::{EngineName, Plan, Session};

/// Rates puzzles on some scale.
pub trait Judge: fmt::Debug + Send + Sync {
    /// The number of a puzzle whose only answer is known; `None` where it cannot be told within the limits.
    fn rate(&self, instance: &dyn AnyInstance, answer: &Found, limits: &Limits) -> Option<f64>;

    /// The words of the scale, the easiest first, each with the number it goes up to; the last goes on for ever.
    fn words(&self) -> &'static [(&'static str, f64)];

    /// The word for a number.
    fn word(&self, number: f64) -> &'static str {
        let words = self.words();
        let found = words.iter().find(|(_, most)| number <= *most);
        found.or(words.last()).map_or("", |(word, _)| word)
    }

    /// The numbers a word stands for: above the first, up to the second.
    fn range(&self, word: &str) -> Option<(f64, f64)> {
        let words = self.words();
        let at = words.iter().position(|(known, _)| *known == word)?;
        let above = match at.checked_sub(1) {
            Some(before) => words[before].1,
            None => f64::NEG_INFINITY,
        };
        let last = at + 1 == words.len();
        Some((above, if last { f64::INFINITY } else { words[at].1 }))
    }
}

/// A judge that asks how much search a puzzle needs.
///
/// | number | when |
/// |---|---|
/// | 1 | rules that look at values alone settle everything |
/// | 2 to 4 | rules at their strongest settle everything; the share of facts that the weaker ones left open |
/// | from 4 on | search is needed: 4 and the logarithm, to base 2, of the failures of plain search and one |
#[derive(Clone, Copy, Debug, Default)]
pub struct BySearch;

impl Judge for BySearch {
    fn rate(&self, instance: &dyn AnyInstance, _: &Found, limits: &Limits) -> Option<f64> {
        let mut model = Model::new();
        let formulation = instance.formulate(&Wish::default(), &mut model).ok()?;
        let atoms: Vec<_> = formulation.facts.iter().flatten().copied().collect();
        let share_open = |level: Level| {
            let levels = Levels::all(level).with("linear", level.min(Level::Bounds));
            let plan = Plan::new().engine(EngineName::Plain).levels(levels);
            let mut session = Session::new(&model, &plan).ok()?;
            let known = session.propagated(&atoms, &[]).ok()??;
            let open = known.iter().filter(|known| known.is_none()).count();
            Some(open as f64 / atoms.len().max(1) as f64)
        };
        let weak = share_open(Level::Value)?;
        if weak == 0.0 {
            return Some(1.0);
        }
        let strong = share_open(Level::Domain)?;
        if strong == 0.0 {
            return Some(2.0 + 2.0 * weak);
        }
        let plan = Plan::new().engine(EngineName::Plain);
        let mut session = Session::new(&model, &plan).ok()?;
        let outcome = session.run(&[], limits, &mut First::default()).ok()?;
        Some(4.0 + (outcome.stats.failures as f64 + 1.0).log2())
    }

    fn words(&self) -> &'static [(&'static str, f64)] {
        &[
            ("easy", 2.0),
            ("medium", 4.0),
            ("hard", 6.0),
            ("expert", 9.0),
            ("extreme", f64::INFINITY),
        ]
    }
}
