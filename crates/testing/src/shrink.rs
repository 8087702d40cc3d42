//! Runs a test on random inputs and shrinks the first failing input: `proptest` runs the loop, [`ChoiceTree`] proposes simpler
//! inputs.

use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

use gridwright_control::Rng;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestCaseError, TestError, TestRunner};

use crate::draws::{Draws, Record, Source};

/// The most inputs that are tried while shrinking.
const MAX_SHRINKS: u32 = 20_000;

/// The failure of a test on an input. While shrinking, only failures of the same `law` count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The name of the violated law.
    pub law: &'static str,
    /// The report: the input and what is wrong with it.
    pub report: String,
}

impl From<String> for Failure {
    fn from(report: String) -> Failure {
        Failure { law: "", report }
    }
}

/// The number of inputs that a test tries: `PROPTEST_CASES` if it is set, else `default` divided by `TEST_SHARE`.
pub fn cases(default: usize) -> usize {
    number("PROPTEST_CASES").unwrap_or(default.div_ceil(share()))
}

/// The items that a long test tries: all of them, or with `TEST_SHARE=3` every third one, from the item with the index `start` modulo 3.
pub fn share_of<T>(items: &[T], start: usize) -> impl Iterator<Item = &T> {
    items.iter().skip(start % share()).step_by(share())
}

fn share() -> usize {
    number("TEST_SHARE").unwrap_or(1).max(1)
}

fn number(name: &str) -> Option<usize> {
    std::env::var(name).ok()?.parse().ok()
}

/// The first seed of random tests: `TEST_SEED` if it is set, else 0.
pub fn first_seed() -> u64 {
    let seed = std::env::var("TEST_SEED").ok();
    seed.and_then(|seed| seed.parse().ok()).unwrap_or(0)
}

/// Runs a test on `n` inputs (see [`cases`]) from [`first_seed`] on; panics with the report of the first that fails, shrunk.
pub fn check(n: usize, test: impl Fn(&mut Draws) -> Result<(), Failure>) {
    for seed in (first_seed()..).take(cases(n)) {
        if let Err(failure) = check_seed(seed, &test) {
            panic!("seed {seed}: {}", failure.report);
        }
    }
}

/// Runs a test on the input of one seed. If it fails or panics, reports the simplest input found that fails the same way.
pub fn check_seed(
    seed: u64,
    test: impl Fn(&mut Draws) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut runner = TestRunner::new(Config {
        failure_persistence: None,
        max_shrink_iters: MAX_SHRINKS,
        ..Config::default()
    });
    let law = Cell::new(None);
    let tree = ChoiceTree::new(seed);
    let record = Rc::clone(&tree.record);
    let run = |source: Source| {
        let mut draws = Draws::from_source(source);
        let outcome = catch_unwind(AssertUnwindSafe(|| test(&mut draws)));
        record.replace(draws.into_record());
        outcome
    };
    let result = runner.run_one(tree, |source| {
        let outcome = run(source);
        let failed = match &outcome {
            Ok(Ok(())) => return Ok(()),
            Ok(Err(failure)) => failure.law,
            Err(_) => "panic",
        };
        match law.get() {
            None => law.set(Some(failed)),
            Some(first) if first != failed => return Ok(()),
            Some(_) => {}
        }
        match outcome {
            Err(panic) => resume_unwind(panic),
            _ => Err(TestCaseError::fail(failed)),
        }
    });
    match result {
        Ok(_) => Ok(()),
        // The last failing input is not always the simplest: run the simplest again for its report.
        Err(TestError::Fail(reason, source)) => Err(match run(source) {
            Ok(Err(failure)) => failure,
            _ => Failure {
                law: "panic",
                report: format!("panic: {reason}\n{}", record.borrow().description),
            },
        }),
        Err(TestError::Abort(reason)) => panic!("no input is rejected, but: {reason}"),
    }
}

/// The inputs that are simpler than a random one, in the order in which they are tried.
#[derive(Debug)]
struct ChoiceTree {
    seed: u64,
    /// The simplest input that failed; `None` before the first run.
    best: Option<Record>,
    /// The choices of the last run: a replay may make fewer choices than it was given, or more.
    record: Rc<RefCell<Record>>,
    /// The choices to try now; `None` if `best` is the current input.
    candidate: Option<Vec<u64>>,
    pass: usize,
    /// The position of the next proposal of this pass.
    position: usize,
    /// Whether `best` changed since the first pass began.
    improved: bool,
}

/// A shrinking pass: returns the proposal at a position, `None` past the last.
type Pass = fn(&Record, usize) -> Option<Vec<u64>>;

const PASSES: [Pass; 5] = [
    leave_out_item,
    leave_out_block,
    zero,
    subtract,
    leave_out_item_and_two,
];

/// The lengths of blocks that [`leave_out_block`] leaves out.
const BLOCKS: [usize; 4] = [8, 4, 2, 1];

/// The items of [`Draws::repeat`] that can be dropped, the last list first: the index of the list's count, and the item's
/// choices.
fn spare_items(best: &Record) -> impl Iterator<Item = (usize, Range<usize>)> + '_ {
    best.repeats.iter().rev().flat_map(|repeat| {
        let spare = best.choices[repeat.count_at] > 0;
        let items = repeat.items.iter().filter(move |_| spare);
        items.map(|item| (repeat.count_at, item.clone()))
    })
}

/// Drops one item.
fn leave_out_item(best: &Record, position: usize) -> Option<Vec<u64>> {
    let (count_at, item) = spare_items(best).nth(position)?;
    let mut choices = best.choices.clone();
    choices[count_at] -= 1;
    choices.drain(item);
    Some(choices)
}

/// Drops one item and one or two later choices, which may be parameters that belong to the item.
fn leave_out_item_and_two(best: &Record, position: usize) -> Option<Vec<u64>> {
    let n = best.choices.len().max(1);
    let (number, first, second) = (position / (n * n), position / n % n, position % n);
    let (count_at, item) = spare_items(best).nth(number)?;
    let mut choices = best.choices.clone();
    if item.end <= first && first <= second {
        choices.remove(second);
        if first < second {
            choices.remove(first);
        }
        choices[count_at] -= 1;
        choices.drain(item);
    }
    Some(choices)
}

/// Drops a block of consecutive choices, the last ones first.
fn leave_out_block(best: &Record, position: usize) -> Option<Vec<u64>> {
    let n = best.choices.len();
    let block = BLOCKS.get(position.checked_div(n)?)?;
    let start = n - 1 - position % n;
    let mut choices = best.choices.clone();
    choices.drain(start..(start + block).min(n));
    Some(choices)
}

/// Sets one choice to the simplest.
fn zero(best: &Record, position: usize) -> Option<Vec<u64>> {
    lower(best, position, |_| 0)
}

/// Subtracts a power of two from one choice, the largest power first.
fn subtract(best: &Record, position: usize) -> Option<Vec<u64>> {
    let power = 1 << (63 - position % 64);
    lower(best, position / 64, |choice| {
        choice.checked_sub(power).unwrap_or(choice)
    })
}

fn lower(best: &Record, at: usize, to: impl Fn(u64) -> u64) -> Option<Vec<u64>> {
    let choice = *best.choices.get(at)?;
    let mut choices = best.choices.clone();
    choices[at] = to(choice);
    Some(choices)
}

impl ChoiceTree {
    fn new(seed: u64) -> ChoiceTree {
        ChoiceTree {
            seed,
            best: None,
            record: Rc::default(),
            candidate: None,
            pass: 0,
            position: 0,
            improved: false,
        }
    }

    /// Proposes the next choices that are simpler than the best; `false` if all have been tried.
    fn propose(&mut self) -> bool {
        let best = self.best.as_ref().expect("an input failed");
        loop {
            match PASSES[self.pass](best, self.position) {
                Some(choices) => {
                    self.position += 1;
                    if is_simpler(&choices, &best.choices) {
                        self.candidate = Some(choices);
                        return true;
                    }
                }
                None if self.pass + 1 < PASSES.len() => {
                    self.pass += 1;
                    self.position = 0;
                }
                None if self.improved => {
                    self.improved = false;
                    self.pass = 0;
                    self.position = 0;
                }
                None => {
                    self.candidate = None;
                    return false;
                }
            }
        }
    }
}

/// Fewer choices are simpler; of equally many, the lexicographically smaller ones.
fn is_simpler(choices: &[u64], than: &[u64]) -> bool {
    (choices.len(), choices) < (than.len(), than)
}

impl ValueTree for ChoiceTree {
    type Value = Source;

    fn current(&self) -> Source {
        match (&self.candidate, &self.best) {
            (Some(choices), _) => Source::Replay(choices.clone().into_iter()),
            (None, Some(best)) => Source::Replay(best.choices.clone().into_iter()),
            (None, None) => Source::Random(Rng::new(self.seed)),
        }
    }

    /// The current input failed.
    fn simplify(&mut self) -> bool {
        let record = self.record.take();
        match &self.best {
            None => self.best = Some(record),
            Some(best) if is_simpler(&record.choices, &best.choices) => {
                self.best = Some(record);
                self.improved = true;
                // This position now holds another proposal.
                self.position -= 1;
            }
            Some(_) => {}
        }
        self.propose()
    }

    /// The current input passed.
    fn complicate(&mut self) -> bool {
        self.propose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(draws: &mut Draws) -> Vec<i32> {
        let mut numbers = Vec::new();
        draws.repeat(0..=20, |draws| numbers.push(draws.between(-100, 100)));
        numbers
    }

    fn shrunk(seed: u64, is_wrong: fn(&[i32]) -> bool) -> String {
        let result = check_seed(seed, |draws| {
            let numbers = numbers(draws);
            match is_wrong(&numbers) {
                true => Err(format!("{numbers:?}").into()),
                false => Ok(()),
            }
        });
        result.expect_err("the input is wrong").report
    }

    #[test]
    fn inputs_shrink_to_the_simplest_that_fails() {
        for seed in 0..20 {
            assert_eq!(shrunk(seed, |_| true), "[]");
            if numbers(&mut Draws::new(seed)).iter().any(|&x| x >= 50) {
                assert_eq!(shrunk(seed, |x| x.iter().any(|&x| x >= 50)), "[50]");
            }
        }
        assert_eq!(shrunk(1, |x| x.iter().any(|&y| y < -7)), "[-8]");
        assert_eq!(shrunk(1, |x| !x.is_sorted()), "[1, 0]");
    }

    #[test]
    fn panics_shrink_too_and_show_the_input() {
        let failure = check_seed(5, |draws| {
            let numbers = numbers(draws);
            draws.describe(format!("numbers {numbers:?}"));
            assert!(numbers.len() < 3, "too many");
            Ok(())
        })
        .expect_err("it panics");
        assert_eq!(failure.report, "panic: too many\nnumbers [0, 0, 0]");
    }

    #[test]
    fn only_failures_of_the_same_law_count() {
        let failure = check_seed(1, |draws| {
            let numbers = numbers(draws);
            let law = if numbers.len() < 2 { "short" } else { "long" };
            let report = format!("{numbers:?}");
            Err(Failure { law, report })
        })
        .expect_err("it fails");
        assert_eq!((failure.law, &*failure.report), ("long", "[0, 0]"));
    }
}
