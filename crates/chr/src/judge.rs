//! Candidates of rules that are searched for together: each rule has a sieve, and a candidate is passed over if all of them refuse it.

use std::ops::Range;

use crate::active::OWN_ROW;
use crate::checks::{Check, refuses_apart};
use crate::code::Occurrence;
use crate::machine::Machine;
use crate::pair::{CHECKS, Pair};
use crate::pass::{Wanted, misses};
use crate::sift::Bits;
use crate::word::Word;

/// The checks of rules that are searched for together.
#[derive(Debug, Default)]
pub(crate) struct Sieves {
    checks: Vec<Check>,
    alike: Vec<Alike>,
    /// For each rule the number under which its searches are counted, and with which it is alike.
    rules: Vec<(u32, usize)>,
}

/// Rules that have the same checks.
#[derive(Clone, Debug)]
struct Alike {
    /// The bits of the rules.
    rules: u64,
    /// Where an argument stands in a row, and what it is, if that is the first check.
    first: Option<Wanted>,
    /// The same of the second.
    second: Option<Wanted>,
    /// The pair they ask for, if that is all of the first checks.
    pair: Option<Pair>,
    /// Their checks, and those after these.
    checks: Range<usize>,
    rest: Range<usize>,
    /// How many candidates a test refused.
    refused: u64,
}

/// What sieves say of the candidate that was found: the bits of the rules it passes, and of those that refuse it by a test.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passed {
    pub(crate) rules: u64,
    pub(crate) tested: u64,
}

impl Passed {
    /// What is said of a candidate that went through no sieve.
    pub(crate) const ALL: Passed = Passed {
        rules: u64::MAX,
        tested: 0,
    };
}

impl<'p> Machine<'p> {
    /// Finds out what the sieves of rules compare with that share the candidates of a level, of those whose bits are set.
    #[inline(never)]
    pub(crate) fn prepare(
        &mut self,
        sieves: &mut Sieves,
        members: &'p [Occurrence],
        level: usize,
        matched: u64,
    ) {
        sieves.checks.clear();
        sieves.alike.clear();
        sieves.rules.clear();
        let mut last = Bits::default();
        for (member, occurrence) in members.iter().enumerate() {
            if matched >> member & 1 == 0 {
                continue;
            }
            let partner = &occurrence.partners[level];
            let start = sieves.checks.len();
            if let Some(sieve) = &partner.sieve {
                self.ready(sieve, self.e, &mut sieves.checks, &mut last);
            }
            let (before, own) = sieves.checks.split_at(start);
            let is_like = |(own, other): (&Check, &Check)| own.is_like(other);
            match sieves.alike.last_mut() {
                Some(last)
                    if own.len() == last.checks.len()
                        && own.iter().zip(&before[last.checks.clone()]).all(is_like) =>
                {
                    last.rules |= 1 << member;
                    sieves.checks.truncate(start);
                }
                _ => {
                    let end = sieves.checks.len();
                    let word = |check: &Check| match check {
                        Check::Word(at, word) => Some((*at, *word)),
                        _ => None,
                    };
                    let first = own.first().and_then(word);
                    let second = own.get(1).and_then(word).filter(|_| first.is_some());
                    let pair = Pair::of(own);
                    let words = usize::from(first.is_some()) + usize::from(second.is_some());
                    let said = if pair.is_some() { CHECKS } else { words };
                    sieves.alike.push(Alike {
                        rules: 1 << member,
                        first,
                        second,
                        pair,
                        checks: start..end,
                        rest: start + said..end,
                        refused: 0,
                    });
                }
            }
            sieves.rules.push((partner.probe, sieves.alike.len() - 1));
        }
    }

    /// Passes over candidates from one on that the sieves of all rules refuse that were prepared. The active constraint is passed over
    /// and not counted, nor are partners of earlier levels as refused by tests.
    #[inline(never)]
    pub(crate) fn sift_together(
        &mut self,
        sieves: &mut Sieves,
        from: (u32, usize),
        used: Range<usize>,
    ) -> ((u32, usize), Passed) {
        if sieves.rules.is_empty() {
            let (rules, tested) = (0, 0);
            return ((0, 0), Passed { rules, tested });
        }
        let own = self.env[self.e + OWN_ROW] as usize;
        let taken = self.env[used].to_vec();
        let mut judge = Judge {
            checks: &sieves.checks,
            alike: &mut sieves.alike,
            own,
            taken: &taken,
            passed: Passed {
                rules: 0,
                tested: 0,
            },
            passed_own: 0,
        };
        let (mut from, mut scanned) = (from, 0);
        match judge.glance(&self.rows, &self.heap, from.1) {
            // What most candidates fail by is asked of many in a row.
            Some(wanted) => {
                while from.0 != 0 {
                    let sifted = self.pass_by_either(from, wanted, own);
                    (from, scanned) = (sifted.first, scanned + sifted.scanned);
                    if from.0 == 0 || judge.judge(&self.rows, &self.heap, from.1).is_none() {
                        break;
                    }
                    scanned += 1;
                    from = self.next_link(from.0);
                }
            }
            None => {
                let sifted = self.pass_over(from, |rows, heap, row| judge.judge(rows, heap, row));
                (from, scanned) = (sifted.first, sifted.scanned);
            }
        }
        let (passed, scanned) = (judge.passed, scanned - judge.passed_own);
        if scanned > 0 {
            for (probe, one) in &sieves.rules {
                let probe = &mut self.probes[*probe as usize];
                probe.candidates += scanned;
                probe.guard_failures += sieves.alike[*one].refused;
            }
            for one in &mut sieves.alike {
                one.refused = 0;
            }
        }
        (from, passed)
    }
}

/// What judges candidates for rules that are searched for together.
struct Judge<'s> {
    checks: &'s [Check],
    alike: &'s mut [Alike],
    /// The row of the active constraint, and those of earlier levels.
    own: usize,
    taken: &'s [u64],
    passed: Passed,
    /// How often the active constraint was passed over.
    passed_own: u64,
}

impl Judge<'_> {
    /// Two words of which a candidate must have one, if that is worth asking first: where they are in one place, or the first candidate has
    /// neither.
    fn glance(&self, rows: &[u64], heap: &[Word], row: usize) -> Option<[Wanted; 2]> {
        let wanted = match &self.alike[..] {
            [one] => one.first.map(|first| [first; 2]),
            [one, two] => one.first.zip(two.first).map(|(one, two)| [one, two]),
            _ => None,
        };
        wanted.filter(|wanted| {
            wanted[0].0 == wanted[1].0 || wanted.iter().all(|one| misses(*one, rows, heap, row))
        })
    }

    /// Whether all rules refuse a candidate.
    #[inline(always)]
    fn judge(&mut self, rows: &[u64], heap: &[Word], row: usize) -> Option<bool> {
        if row == self.own {
            self.passed_own += 1;
            return Some(false);
        }
        let (mut passes, mut tested) = (0, 0);
        for one in self.alike.iter_mut() {
            if let Some(first) = one.first
                && misses(first, rows, heap, row)
            {
                continue;
            }
            if let Some(second) = one.second
                && misses(second, rows, heap, row)
            {
                continue;
            }
            let rest = &self.checks[one.rest.clone()];
            let paired = match &one.pair {
                Some(pair) => pair.refuses(rows, heap, row),
                None => Ok(()),
            };
            let refused = match paired {
                Ok(()) if rest.is_empty() => None,
                Ok(()) => refuses_apart(rest, rows, heap, row),
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
        self.judged(passes, tested, row)
    }

    /// Says what became of a candidate that passes, or that may be a partner of an earlier level.
    #[inline(never)]
    fn judged(&mut self, rules: u64, mut tested: u64, row: usize) -> Option<bool> {
        let is_taken = self.taken.contains(&(row as u64));
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
