//! What the propagator of a unary resource and its reasons share: the windows of tasks, the rules and their tags, and the rule not-first.

use crate::support::prelude::*;

/// A task that needs the resource while it runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    pub(super) start: View,
    pub(super) duration: View,
}

/// Which way time runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    Forward,
    /// Mirrored: the earliest start of a task is its negated latest end.
    Backward,
}

/// The window of a task: its earliest start, latest end, and minimum duration.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Window {
    pub(super) est: i64,
    pub(super) lct: i64,
    pub(super) length: i64,
}

impl Window {
    /// The window of a task from the bounds of its start and its minimum duration.
    pub(super) fn new((min, max): (i32, i32), length: i32, direction: Direction) -> Window {
        let length = i64::from(length).max(0);
        let (est, lct) = (i64::from(min), i64::from(max) + length);
        match direction {
            Direction::Forward => Window { est, lct, length },
            Direction::Backward => Window {
                est: -lct,
                lct: -est,
                length,
            },
        }
    }

    pub(super) fn latest_start(self) -> i64 {
        self.lct - self.length
    }

    pub(super) fn earliest_end(self) -> i64 {
        self.est + self.length
    }
}

/// The rules of a unary resource.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rule {
    NotNegative,
    Duration,
    Overload,
    EdgeFinding,
    Precedences,
    NotFirst,
}

const RULES: [Rule; 6] = [
    Rule::NotNegative,
    Rule::Duration,
    Rule::Overload,
    Rule::EdgeFinding,
    Rule::Precedences,
    Rule::NotFirst,
];

/// The tag of a bound of a task that a rule changed.
pub(super) fn tag(task: usize, rule: Rule, direction: Direction) -> Tag {
    let backward = u32::from(direction == Direction::Backward);
    Tag((task as u32) << 4 | (rule as u32) << 1 | backward)
}

/// The task, rule and direction of a tag.
pub(super) fn untag(Tag(tag): Tag) -> (usize, Rule, Direction) {
    let direction = match tag & 1 {
        0 => Direction::Forward,
        _ => Direction::Backward,
    };
    let rule = RULES[(tag >> 1 & 7) as usize];
    ((tag >> 4) as usize, rule, direction)
}

/// The rule not-first: finds tasks, each of which ends after `after`, that have too little time if this task runs before all of them. Returns
/// the earliest end of one of them, which is when this task can start.
pub(super) fn not_first(
    windows: &[Window],
    task: usize,
    after: i64,
    others: &mut Vec<usize>,
) -> Option<i64> {
    let earliest_end = windows[task].earliest_end();
    others.clear();
    others.extend((0..windows.len()).filter(|&i| i != task && windows[i].earliest_end() > after));
    // By latest ends, from the last: the latest start of all those seen so far.
    others.sort_unstable_by_key(|&i| std::cmp::Reverse(windows[i].lct));
    let mut start = i64::MAX;
    let mut n_needed = None;
    let mut first = 0;
    for (n, &i) in others.iter().enumerate() {
        // A task that ends before those seen so far must start begins a new block.
        if windows[i].lct < start {
            first = n;
            start = windows[i].lct;
        }
        start -= windows[i].length;
        if start < earliest_end {
            n_needed = Some(n + 1);
            break;
        }
    }
    let n_needed = n_needed?;
    others.truncate(n_needed);
    others.drain(..first);
    others.iter().map(|&i| windows[i].earliest_end()).min()
}
