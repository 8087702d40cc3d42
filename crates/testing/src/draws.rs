//! Random choices that are recorded, so that the input made from them can be shrunk and replayed.

use std::ops::{Range, RangeInclusive};

use gridwright_control::Rng;

/// Random choices for one input. Each is recorded as a number, and 0 is the simplest choice; replaying smaller or fewer numbers
/// makes a simpler input of the same kind.
#[derive(Clone, Debug)]
pub struct Draws {
    source: Source,
    record: Record,
}

/// Where choices come from.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    Random(Rng),
    /// Recorded choices; once they have run out, every choice is 0.
    Replay(std::vec::IntoIter<u64>),
}

/// The choices made so far.
#[derive(Clone, Default, Debug)]
pub(crate) struct Record {
    pub(crate) choices: Vec<u64>,
    pub(crate) repeats: Vec<Repeat>,
    /// The input as text, for a test that panics.
    pub(crate) description: String,
}

/// The choices of one call of [`Draws::repeat`].
#[derive(Clone, Debug)]
pub(crate) struct Repeat {
    /// The index of the choice that is the number of items above the minimum.
    pub(crate) count_at: usize,
    /// The range of choices of each item.
    pub(crate) items: Vec<Range<usize>>,
}

impl Draws {
    /// Random choices from a seed.
    pub fn new(seed: u64) -> Draws {
        Draws::from_source(Source::Random(Rng::new(seed)))
    }

    pub(crate) fn from_source(source: Source) -> Draws {
        Draws {
            source,
            record: Record::default(),
        }
    }

    pub(crate) fn into_record(self) -> Record {
        self.record
    }

    /// Sets the text that the report shows for this input if the test panics.
    pub fn describe(&mut self, text: impl Into<String>) {
        self.record.description = text.into();
    }

    /// Records the choice that `random` makes, or replays a recorded one, limited to `max_choice`.
    fn choose(&mut self, max_choice: u64, random: impl FnOnce(&mut Rng) -> u64) -> u64 {
        let choice = match &mut self.source {
            Source::Random(rng) => random(rng),
            Source::Replay(choices) => choices.next().unwrap_or(0).min(max_choice),
        };
        self.record.choices.push(choice);
        choice
    }

    /// 64 random bits; the simplest is 0.
    pub fn bits(&mut self) -> u64 {
        self.choose(u64::MAX, Rng::bits)
    }

    /// A number below `n`, which must not be 0; the simplest is 0.
    pub fn below(&mut self, n: usize) -> usize {
        self.choose(n.saturating_sub(1) as u64, |rng| rng.below(n) as u64) as usize
    }

    /// A number in `min..=max`; the simplest is the one nearest to 0.
    pub fn between(&mut self, min: i32, max: i32) -> i32 {
        let order = NearestFirst::new(min, max);
        let max_choice = (i64::from(max) - i64::from(min)) as u64;
        let choice = self.choose(max_choice, |rng| order.position(rng.between(min, max)));
        order.value(choice)
    }

    /// True with probability `1 / n`; the simplest is false.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.choose(1, |rng| rng.one_in(n).into()) == 1
    }

    /// False with probability `1 / n`; the simplest is false.
    pub fn all_but_one_in(&mut self, n: usize) -> bool {
        self.choose(1, |rng| (!rng.one_in(n)).into()) == 1
    }

    /// One item of a non-empty slice; the simplest is the first.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// Shuffles the items; the simplest order is the one they have.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            let back = self.choose(i as u64, |rng| (i - rng.below(i + 1)) as u64);
            items.swap(i, i - back as usize);
        }
    }

    /// Calls `item` a random number of times. An input is shrunk by dropping whole items, so everything that one item needs
    /// should be chosen inside the call.
    pub fn repeat(&mut self, n: RangeInclusive<usize>, mut item: impl FnMut(&mut Draws)) {
        let (min, max) = (*n.start(), *n.end());
        let count_at = self.record.choices.len();
        let random = |rng: &mut Rng| rng.between(min as i32, max as i32) as u64 - min as u64;
        let n_items = min + self.choose((max - min) as u64, random) as usize;
        let mut items = Vec::with_capacity(n_items);
        for _ in 0..n_items {
            let start = self.record.choices.len();
            item(self);
            items.push(start..self.record.choices.len());
        }
        self.record.repeats.push(Repeat { count_at, items });
    }
}

/// The numbers of a range, ordered by their distance from 0, or from the end of the range that is nearest to 0.
struct NearestFirst {
    origin: i64,
    /// The length of the shorter side.
    both: i64,
    /// 1 or -1: the direction of the longer side.
    longer: i64,
}

impl NearestFirst {
    fn new(min: i32, max: i32) -> NearestFirst {
        let origin = i64::from(0.max(min).min(max));
        let (below, above) = (origin - i64::from(min), i64::from(max) - origin);
        NearestFirst {
            origin,
            both: below.min(above),
            longer: if above >= below { 1 } else { -1 },
        }
    }

    fn position(&self, value: i32) -> u64 {
        let from = i64::from(value) - self.origin;
        let position = match from.abs() {
            distance if distance > self.both => distance + self.both,
            _ if from > 0 => 2 * from - 1,
            distance => 2 * distance,
        };
        position as u64
    }

    fn value(&self, position: u64) -> i32 {
        let position = position as i64;
        let from = match position {
            _ if position > 2 * self.both => self.longer * (position - self.both),
            _ if position % 2 == 1 => (position + 1) / 2,
            _ => -position / 2,
        };
        (self.origin + from) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_near_zero_come_first() {
        let all = |min: i32, max: i32| -> Vec<i32> {
            let order = NearestFirst::new(min, max);
            let n = (i64::from(max) - i64::from(min)) as u64;
            let values: Vec<i32> = (0..=n).map(|position| order.value(position)).collect();
            for (position, &value) in values.iter().enumerate() {
                assert_eq!(order.position(value), position as u64, "{min}..={max}");
            }
            values
        };
        assert_eq!(all(-1, 3), [0, 1, -1, 2, 3]);
        assert_eq!(all(-3, 1), [0, 1, -1, -2, -3]);
        assert_eq!(all(2, 4), [2, 3, 4]);
        assert_eq!(all(-4, -2), [-2, -3, -4]);
        assert_eq!(all(7, 7), [7]);
    }

    /// One of every kind of choice.
    fn sample(draws: &mut Draws) -> String {
        let mut items = vec![1, 2, 3, 4];
        draws.shuffle(&mut items);
        let mut list = Vec::new();
        draws.repeat(1..=4, |draws| list.push(draws.between(-5, 5)));
        let (pick, flags) = (
            *draws.pick(&["a", "b"]),
            (draws.one_in(2), draws.all_but_one_in(3)),
        );
        format!(
            "{items:?} {list:?} {pick} {flags:?} {} {}",
            draws.below(9),
            draws.bits() % 10
        )
    }

    #[test]
    fn a_replay_makes_the_same_input_and_no_choices_the_simplest() {
        for seed in 0..50 {
            let mut draws = Draws::new(seed);
            let input = sample(&mut draws);
            let choices = draws.into_record().choices;
            let mut replay = Draws::from_source(Source::Replay(choices.into_iter()));
            assert_eq!(sample(&mut replay), input);
        }
        let mut none = Draws::from_source(Source::Replay(Vec::new().into_iter()));
        assert_eq!(sample(&mut none), "[1, 2, 3, 4] [0] a (false, false) 0 0");
    }

    #[test]
    fn choices_are_those_of_the_random_number_generator() {
        let (mut draws, mut rng) = (Draws::new(3), Rng::new(3));
        for _ in 0..20 {
            assert_eq!(draws.between(-3, 9), rng.between(-3, 9));
            assert_eq!(draws.below(7), rng.below(7));
            assert_eq!(draws.one_in(3), rng.one_in(3));
            assert_eq!(draws.all_but_one_in(3), !rng.one_in(3));
            let (mut ours, mut theirs) = ([1, 2, 3, 4, 5], [1, 2, 3, 4, 5]);
            draws.shuffle(&mut ours);
            rng.shuffle(&mut theirs);
            assert_eq!(ours, theirs);
        }
    }
}
