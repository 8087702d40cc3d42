//! Pairs: two numbers in one compound, each within bounds or outside them. Rules over positions ask for little else, so the compound is
//! looked at once for both.

use crate::code::prefilter::Place;
use crate::code::word::follow;
use crate::code::word::{Tag, Word};
use crate::store::scan::condition::Check;

/// How many checks a pair stands for.
pub(crate) const CHECKS: usize = 3;

/// An argument, by its place in a suspension, that is a compound with two numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    at: usize,
    functor: Word,
    parts: [Bounds; 2],
}

/// A number so many places after the functor, and the bounds within which it is, or outside which.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    inside: usize,
    min: i64,
    max: i64,
    outside: bool,
}

impl Pair {
    /// What the first [`CHECKS`] checks say, if they ask for a pair.
    pub(crate) fn of(checks: &[Check]) -> Option<Pair> {
        let [
            Check::Functor(at, functor),
            one @ Check::Within(..),
            other @ Check::Within(..),
            ..,
        ] = checks
        else {
            return None;
        };
        let bounds = |check: &Check| match check {
            Check::Within(place, min, max, outside) => Some(Bounds {
                inside: inside(*place, *at, *functor)?,
                min: *min,
                max: *max,
                outside: *outside,
            }),
            _ => None,
        };
        Some(Pair {
            at: *at,
            functor: *functor,
            parts: [bounds(one)?, bounds(other)?],
        })
    }

    /// Says what its checks say of a candidate as `refuses` does for all checks, or nothing if it passes them.
    #[inline(always)]
    pub(crate) fn refuses(
        &self,
        suspensions: &[u64],
        heap: &[Word],
        suspension: usize,
    ) -> Result<(), Option<bool>> {
        let word = follow(heap, Word(suspensions[suspension + self.at]));
        if word.tag() != Tag::Compound || heap[word.place()] != self.functor {
            return Err(Some(false));
        }
        for part in &self.parts {
            let found = follow(heap, heap[word.place() + part.inside]);
            if !found.is_small() {
                return Err(None);
            }
            let value = found.value();
            if (part.min <= value && value <= part.max) == part.outside {
                return Err(Some(true));
            }
        }
        Ok(())
    }
}

/// Where a place is in the compound of an argument.
fn inside(place: Place, at: usize, functor: Word) -> Option<usize> {
    place
        .inside()
        .filter(|found| place.at() == at && found.0 == functor)
        .map(|found| found.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::layout::SUSPENSION_HEADER;
    use crate::store::scan::condition::refuses;

    #[test]
    fn a_pair_says_what_its_checks_say() {
        let (functor, other) = (Word::inner(7), Word::inner(8));
        let small = |value| Word::small(value).expect("it is small");
        let within =
            |at, functor, outside| Check::Within(Place::of(0, Some((functor, at))), 2, 3, outside);
        let mut seen = [0; 3];
        for (one, two) in [(false, false), (false, true), (true, false)] {
            let checks = [
                Check::Functor(SUSPENSION_HEADER, functor),
                within(1, functor, one),
                within(2, functor, two),
            ];
            let pair = Pair::of(&checks).expect("it is one");
            for (left, right) in (0..6).flat_map(|left| (0..6).map(move |right| (left, right))) {
                // The last of them is no number.
                let word = |value| if value == 5 { Word::NIL } else { small(value) };
                for found in [functor, other] {
                    let heap = [found, word(left), word(right)];
                    let suspension = [0, 0, 0, Word::compound(0).0];
                    let said = refuses(&checks, &suspension, &heap, 0);
                    let paired = pair.refuses(&suspension, &heap, 0).err().flatten();
                    assert_eq!(paired, said, "{left} {right} {pair:?}");
                    seen[said.map_or(2, usize::from)] += 1;
                }
            }
        }
        assert!(seen.iter().all(|&times| times > 0), "{seen:?}");
        let apart = [
            Check::Functor(SUSPENSION_HEADER, functor),
            within(1, functor, false),
            within(2, other, false),
        ];
        assert!(Pair::of(&apart).is_none());
    }
}
