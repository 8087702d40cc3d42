//! Candidates of rules that are searched for together: each rule has a prefilter, and a candidate is passed over if all of them refuse it.

use std::ops::Range;

use crate::code::word::Word;
use crate::heap::cells::Heap;
use crate::store::scan::condition::{Check, refuses_apart};
use crate::store::scan::loops::{Wanted, misses};
use crate::store::scan::pair::Pair;
use crate::store::suspensions::Store;

/// The checks of rules that are searched for together.
#[derive(Debug, Default)]
pub(crate) struct Prefilters {
    pub(crate) checks: Vec<Check>,
    pub(crate) alike: Vec<Alike>,
    /// For each rule the number under which its searches are counted, and with which it is alike.
    pub(crate) rules: Vec<(u32, usize)>,
}

/// Rules that have the same checks.
#[derive(Clone, Debug)]
pub(crate) struct Alike {
    /// The bits of the rules.
    pub(crate) rules: u64,
    /// The position of an argument in a suspension, and its value, if that is the first check.
    pub(crate) first: Option<Wanted>,
    /// The same of the second.
    pub(crate) second: Option<Wanted>,
    /// The pair they ask for, if that is all of the first checks.
    pub(crate) pair: Option<Pair>,
    /// Their checks, and those after these.
    pub(crate) checks: Range<usize>,
    pub(crate) rest: Range<usize>,
    /// How many candidates a test refused.
    pub(crate) refused: u64,
}

/// What prefilters say of the candidate that was found: the bits of the rules it passes, and of those that refuse it by a test.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passed {
    pub(crate) rules: u64,
    pub(crate) tested: u64,
}

impl Passed {
    /// What is said of a candidate that went through no prefilter.
    pub(crate) const ALL: Passed = Passed {
        rules: u64::MAX,
        tested: 0,
    };
}

impl Store<'_> {
    /// Passes over candidates from one on that the prefilters of all rules refuse that were prepared. The active constraint is passed over
    /// and not counted, nor are partners of earlier levels as refused by tests. `count` gets the number of a search, how many candidates it passed
    /// over, and how many of them by a test.
    #[inline(never)]
    pub(crate) fn scan_group(
        &mut self,
        heap: &Heap,
        prefilters: &mut Prefilters,
        from: (u32, usize),
        own: usize,
        taken: &[u64],
        mut count: impl FnMut(u32, u64, u64),
    ) -> ((u32, usize), Passed) {
        if prefilters.rules.is_empty() {
            let (rules, tested) = (0, 0);
            return ((0, 0), Passed { rules, tested });
        }
        let mut filter = GroupFilter {
            checks: &prefilters.checks,
            alike: &mut prefilters.alike,
            own,
            taken,
            passed: Passed {
                rules: 0,
                tested: 0,
            },
            passed_own: 0,
        };
        let (mut from, mut scanned) = (from, 0);
        match filter.glance(&self.suspensions, heap, from.1) {
            // What most candidates fail by is asked of many one after the other.
            Some(wanted) => {
                while from.0 != 0 {
                    let scan = self.pass_by_either(heap, from, wanted, own);
                    (from, scanned) = (scan.first, scanned + scan.scanned);
                    if from.0 == 0 || filter.filter(&self.suspensions, heap, from.1).is_none() {
                        break;
                    }
                    scanned += 1;
                    from = self.next_link(from.0);
                }
            }
            None => {
                let scan = self.pass_over(heap, from, |suspensions, heap, suspension| {
                    filter.filter(suspensions, heap, suspension)
                });
                (from, scanned) = (scan.first, scan.scanned);
            }
        }
        let (passed, scanned) = (filter.passed, scanned - filter.passed_own);
        if scanned > 0 {
            for (probe, one) in &prefilters.rules {
                count(*probe, scanned, prefilters.alike[*one].refused);
            }
            for one in &mut prefilters.alike {
                one.refused = 0;
            }
        }
        (from, passed)
    }
}

/// What judges candidates for rules that are searched for together.
struct GroupFilter<'s> {
    checks: &'s [Check],
    alike: &'s mut [Alike],
    /// The suspension of the active constraint, and those of earlier levels.
    own: usize,
    taken: &'s [u64],
    passed: Passed,
    /// How often the active constraint was passed over.
    passed_own: u64,
}

impl GroupFilter<'_> {
    /// Two words of which a candidate must have one, if that is worth asking first: where they are in one place, or the first candidate has
    /// neither.
    fn glance(&self, suspensions: &[u64], heap: &[Word], suspension: usize) -> Option<[Wanted; 2]> {
        let wanted = match &self.alike[..] {
            [one] => one.first.map(|first| [first; 2]),
            [one, two] => one.first.zip(two.first).map(|(one, two)| [one, two]),
            _ => None,
        };
        wanted.filter(|wanted| {
            wanted[0].0 == wanted[1].0
                || wanted
                    .iter()
                    .all(|one| misses(*one, suspensions, heap, suspension))
        })
    }

    /// Whether all rules refuse a candidate.
    #[inline(always)]
    fn filter(&mut self, suspensions: &[u64], heap: &[Word], suspension: usize) -> Option<bool> {
        if suspension == self.own {
            self.passed_own += 1;
            return Some(false);
        }
        let (mut passes, mut tested) = (0, 0);
        for one in self.alike.iter_mut() {
            if let Some(first) = one.first
                && misses(first, suspensions, heap, suspension)
            {
                continue;
            }
            if let Some(second) = one.second
                && misses(second, suspensions, heap, suspension)
            {
                continue;
            }
            let rest = &self.checks[one.rest.clone()];
            let paired = match &one.pair {
                Some(pair) => pair.refuses(suspensions, heap, suspension),
                None => Ok(()),
            };
            let refused = match paired {
                Ok(()) if rest.is_empty() => None,
                Ok(()) => refuses_apart(rest, suspensions, heap, suspension),
                Err(refused) => refused,
            };
            match refused {
                None => passes |= one.rules,
                Some(false) => {}
                Some(true) => {
                    tested |= one.rules;
                    one.refused += 1;
                }
            }
        }
        if passes == 0 && (tested == 0 || self.taken.is_empty()) {
            return Some(false);
        }
        self.verdict(passes, tested, suspension)
    }

    /// Says what became of a candidate that passes, or that may be a partner of an earlier level.
    #[inline(never)]
    fn verdict(&mut self, rules: u64, mut tested: u64, suspension: usize) -> Option<bool> {
        let is_taken = self.taken.contains(&(suspension as u64));
        if rules != 0 || is_taken {
            // Whoever tries it counts it, or no one.
            let counted = self.alike.iter_mut();
            for one in counted.filter(|one| one.rules & tested != 0) {
                one.refused -= 1;
            }
        }
        if rules == 0 {
            return Some(false);
        }
        if is_taken {
            tested = 0;
        }
        self.passed = Passed { rules, tested };
        None
    }
}
