//! Reasons of the unary resource: the rule of a tag is applied again to the past bounds, to find tasks that force the bound.

use crate::disjunctive::windows::{Direction, Rule, Task, Window, not_first, untag};
use crate::support::prelude::*;
use crate::support::view_atom::ViewAtom;

/// Atoms about windows, added to a reason.
struct Writer<'a> {
    tasks: &'a [Task],
    windows: &'a [Window],
    direction: Direction,
    why: &'a mut Reason,
}

impl Writer<'_> {
    fn add(&mut self, view: View, atom: ViewAtom) {
        // Atoms about constants always hold.
        if view.var != Var::ZERO {
            self.why.add(atom.to_atom(view));
        }
    }

    /// The task lasts at least as long as its window says.
    fn length(&mut self, task: usize) {
        let length = ViewAtom::Ge(self.windows[task].length);
        self.add(self.tasks[task].duration, length);
    }

    /// The task starts at `est` or later.
    fn starts_from(&mut self, task: usize, est: i64) {
        let atom = match self.direction {
            Direction::Forward => ViewAtom::Ge(est),
            Direction::Backward => ViewAtom::Le(-est - self.windows[task].length),
        };
        self.add(self.tasks[task].start, atom);
    }

    /// The task ends at `lct` or earlier.
    fn ends_by(&mut self, task: usize, lct: i64) {
        let atom = match self.direction {
            Direction::Forward => ViewAtom::Le(lct - self.windows[task].length),
            Direction::Backward => ViewAtom::Ge(-lct),
        };
        self.add(self.tasks[task].start, atom);
    }
}

/// Adds the reason for an atom that the rule of a tag made true.
pub(super) fn explain(
    tasks: &[Task],
    (needed, tag): (Atom, Tag),
    past: &PastStore<'_>,
    why: &mut Reason,
) {
    let (task, rule, direction) = untag(tag);
    let windows = tasks.iter().map(|task| {
        let bounds = (past.min(task.start), past.max(task.start));
        Window::new(bounds, past.min(task.duration), direction)
    });
    let windows: Vec<Window> = windows.collect();
    match rule {
        Rule::NotNegative => {
            // That it is at least 0 needs no reason; that it is fixed, or has no value left, needs its maximum.
            let duration = tasks[task].duration;
            if !matches!(ViewAtom::implying(needed, duration), ViewAtom::Ge(_)) {
                why.max(past, duration);
            }
            return;
        }
        Rule::Duration => return explain_duration(tasks, (needed, task), past, why),
        _ => {}
    }
    let start = tasks[task].start;
    let length = windows[task].length;
    let est = match rule {
        Rule::Overload => 0,
        _ => match (ViewAtom::implying(needed, start), direction) {
            (ViewAtom::Ge(value), Direction::Forward) => value,
            (ViewAtom::Le(value), Direction::Backward) => -value - length,
            (ViewAtom::Ne(value), Direction::Forward) => i64::from(value) + 1,
            (ViewAtom::Ne(value), Direction::Backward) => 1 - i64::from(value) - length,
            (_, direction) => {
                // It is fixed by its other bound, or has no value left.
                let held = match direction {
                    Direction::Forward => ViewAtom::Le(past.max(start).into()),
                    Direction::Backward => ViewAtom::Ge(past.min(start).into()),
                };
                if start.var != Var::ZERO {
                    why.add(held.to_atom(start));
                }
                match needed {
                    Atom::FALSE => windows[task].latest_start() + 1,
                    _ => windows[task].latest_start(),
                }
            }
        },
    };
    let mut writer = Writer {
        tasks,
        windows: &windows,
        direction,
        why,
    };
    match rule {
        Rule::Overload => explain_overload(&mut writer),
        Rule::EdgeFinding => explain_edge_finding(&mut writer, task, est),
        Rule::Precedences => explain_precedences(&mut writer, task, est),
        _ => explain_not_first(&mut writer, task, est),
    }
}

/// Another task cannot end before this one starts, so this one ends before it starts.
fn explain_duration(
    tasks: &[Task],
    (needed, task): (Atom, usize),
    past: &PastStore<'_>,
    why: &mut Reason,
) {
    let Task { start, duration } = tasks[task];
    let (min, max) = (i64::from(past.min(start)), i64::from(past.max(start)));
    let wanted = match ViewAtom::implying(needed, duration) {
        ViewAtom::Le(value) => value,
        ViewAtom::Ne(value) => i64::from(value) - 1,
        // It is fixed by its minimum, or has no value left.
        _ => {
            why.min(past, duration);
            i64::from(past.min(duration)) - i64::from(needed == Atom::FALSE)
        }
    };
    for (other, next) in tasks.iter().enumerate() {
        let (from, length) = (past.min(next.start), past.min(next.duration).max(0));
        let end = i64::from(from) + i64::from(length);
        if other == task || end <= max || i64::from(past.max(next.start)) - min > wanted {
            continue;
        }
        let atoms = [
            (next.start, ViewAtom::Ge(from.into())),
            (next.duration, ViewAtom::Ge(length.into())),
            (start, ViewAtom::Le(end - 1)),
            (start, ViewAtom::Ge(min)),
            (next.start, ViewAtom::Le(wanted + min)),
        ];
        for (view, atom) in atoms.into_iter().filter(|(view, _)| view.var != Var::ZERO) {
            why.add(atom.to_atom(view));
        }
        return;
    }
    unreachable!("a task that must follow bounds the duration");
}

/// Tasks in order of their earliest starts.
fn by_start(windows: &[Window], is_member: impl Fn(usize) -> bool) -> Vec<usize> {
    let mut tasks: Vec<usize> = (0..windows.len()).filter(|&i| is_member(i)).collect();
    tasks.sort_by_key(|&i| windows[i].est);
    tasks
}

/// The last tasks of these, which are in order of their earliest starts, that end at `end` or later if they start when the first of them can; and their total length.
/// `None` if all tasks may end earlier.
fn block<'t>(windows: &[Window], tasks: &'t [usize], end: i64) -> Option<(&'t [usize], i64)> {
    let mut length = 0;
    for place in (0..tasks.len()).rev() {
        let window = windows[tasks[place]];
        length += window.length;
        if window.est + length >= end {
            return Some((&tasks[place..], length));
        }
    }
    None
}

/// Tasks that have too little time between the earliest start and the latest end of all of them.
fn explain_overload(writer: &mut Writer<'_>) {
    let windows = writer.windows;
    for by in windows.iter().map(|window| window.lct) {
        let tasks = by_start(windows, |i| windows[i].lct <= by);
        if let Some((tasks, length)) = block(windows, &tasks, by + 1) {
            for &task in tasks {
                writer.length(task);
                writer.ends_by(task, by);
                writer.starts_from(task, by + 1 - length);
            }
            return;
        }
    }
    unreachable!("some tasks have too little time");
}

/// Tasks that have too little time together with this one unless it runs after them, and that end at `est` or later.
fn explain_edge_finding(writer: &mut Writer<'_>, task: usize, est: i64) {
    let windows = writer.windows;
    let own = windows[task];
    for by in windows.iter().map(|window| window.lct) {
        let all = by_start(windows, |i| i != task && windows[i].lct <= by);
        let mut length = 0;
        for place in (0..all.len()).rev() {
            length += windows[all[place]].length;
            let first = windows[all[place]].est.min(own.est);
            if first + length + own.length <= by {
                continue;
            }
            let tasks = &all[place..];
            let Some((last, last_length)) = block(windows, tasks, est) else {
                continue;
            };
            // The latest start of all from which they have too little time.
            let from = by + 1 - length - own.length;
            writer.length(task);
            writer.starts_from(task, from);
            let n_first = tasks.len() - last.len();
            for (i, &other) in tasks.iter().enumerate() {
                writer.length(other);
                writer.ends_by(other, by);
                let late = if i < n_first { from } else { est - last_length };
                writer.starts_from(other, from.max(late));
            }
            return;
        }
    }
    unreachable!("some tasks force this one behind them");
}

/// Tasks that cannot start after this one ends, and that end at `est` or later.
fn explain_precedences(writer: &mut Writer<'_>, task: usize, est: i64) {
    let windows = writer.windows;
    let own = windows[task];
    let end = own.earliest_end();
    let before = by_start(windows, |i| i != task && end > windows[i].latest_start());
    let (tasks, length) = block(windows, &before, est).expect("the tasks before this one end late");
    writer.length(task);
    writer.starts_from(task, own.est);
    for &other in tasks {
        writer.length(other);
        writer.ends_by(other, end - 1 + windows[other].length);
        writer.starts_from(other, est - length);
    }
}

/// Tasks that have too little time if this one runs before all of them, and of which each ends at `est` or later.
fn explain_not_first(writer: &mut Writer<'_>, task: usize, est: i64) {
    let windows = writer.windows;
    let own = windows[task];
    let mut others = Vec::new();
    not_first(windows, task, est - 1, &mut others).expect("the tasks have too little time");
    let length: i64 = others.iter().map(|&i| windows[i].length).sum();
    writer.length(task);
    writer.starts_from(task, own.est);
    for &other in &others {
        writer.length(other);
        writer.ends_by(other, own.earliest_end() - 1 + length);
        writer.starts_from(other, est - windows[other].length);
    }
}
