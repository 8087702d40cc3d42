//! `chr --step`: goes through a run step by step, stops at rules and constraints, and shows the store.

use std::cell::RefCell;

use gridwright::chr::{Event, Moment, Step, Stop};
use gridwright::term::{Operators, Term};

use crate::lines::{Line, Lines};

/// What can be typed.
const HELP: &str = "\
n, next, or nothing   go to the next step
s, skip               go on until something happens beside this goal or above it
l, leap               go on to the next stop, or to the end
b, break [NAME]       stop at a rule or a constraint, leq or leq/2; without a name, list the stops
d, delete NAME        stop there no more
store [NAME]          show the store, or its constraints of a name
w, where              show this step again
q, quit               end the run
h, help               show this
";

/// Somebody who goes through a run.
pub(crate) struct Stepper<'s> {
    lines: &'s RefCell<Lines>,
    operators: &'s Operators,
    stop: Stop,
    stops: Vec<String>,
    pace: Pace,
}

/// When to stop next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pace {
    /// At the next step.
    Next,
    /// Where no more goals wait than now.
    Skip(usize),
    /// At one of the stops.
    Leap,
    /// Nowhere: the run is about to end.
    Quit,
}

impl<'s> Stepper<'s> {
    /// Somebody who types these lines; a run that watches the switch ends when it is left.
    pub(crate) fn new(
        lines: &'s RefCell<Lines>,
        operators: &'s Operators,
        stop: Stop,
    ) -> Stepper<'s> {
        Stepper {
            lines,
            operators,
            stop,
            stops: Vec::new(),
            pace: Pace::Next,
        }
    }

    /// Whether the run was left before its end.
    pub(crate) fn has_quit(&self) -> bool {
        self.pace == Pace::Quit
    }

    /// A step of the run: shows it and asks, where it is time to.
    pub(crate) fn step(&mut self, step: &Step, moment: &Moment<'_>) {
        let due = match self.pace {
            Pace::Next => true,
            Pace::Skip(waiting) => self.is_stop(step) || moment.nesting() <= waiting,
            Pace::Leap => self.is_stop(step),
            Pace::Quit => false,
        };
        if !due {
            return;
        }
        outln!("{}", step.text(self.operators));
        loop {
            let line = match self.lines.borrow_mut().next("step> ") {
                Line::Text(line) => line,
                Line::Interrupted => "quit".to_owned(),
                // Nobody is there any more: the run goes on by itself.
                Line::End => "leap".to_owned(),
            };
            if let Some(pace) = self.obey(line.trim(), step, moment) {
                self.pace = pace;
                return;
            }
        }
    }

    /// Does what was typed; tells how to go on, if it is time to.
    fn obey(&mut self, line: &str, step: &Step, moment: &Moment<'_>) -> Option<Pace> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let name = rest.trim();
        match (word, name) {
            ("" | "n" | "next", "") => return Some(Pace::Next),
            ("s" | "skip", "") => return Some(Pace::Skip(moment.nesting())),
            ("l" | "leap", "") => return Some(Pace::Leap),
            ("q" | "quit", "") => {
                self.stop.request();
                return Some(Pace::Quit);
            }
            ("b" | "break", "") if self.stops.is_empty() => outln!("no stops"),
            ("b" | "break", "") => outln!("stops: {}", self.stops.join(", ")),
            ("b" | "break", name) => {
                if !self.stops.iter().any(|known| known == name) {
                    self.stops.push(name.to_owned());
                }
                outln!("stops: {}", self.stops.join(", "));
            }
            ("d" | "delete", name) if self.stops.iter().any(|known| known == name) => {
                self.stops.retain(|known| known != name);
            }
            ("d" | "delete", name) => outln!("there is no stop `{name}`"),
            ("store", name) => self.show_store(name, moment),
            ("w" | "where", "") => outln!("{}", step.text(self.operators)),
            ("h" | "help" | "?", "") => out!("{HELP}"),
            _ => outln!("`{line}` is nothing to do here; h for help"),
        }
        None
    }

    /// Whether one of the stops is a rule or a constraint of this step.
    fn is_stop(&self, step: &Step) -> bool {
        let rule = step.rule.as_deref();
        let by_rule = |name: &str| rule == Some(name);
        // Of a rule, the constraints are only its heads.
        let told = match step.event {
            Event::Try | Event::Apply => &[],
            _ => &step.constraints[..],
        };
        let by_name = |name: &str| told.iter().any(|(_, term)| is_named(term, name));
        self.stops.iter().any(|name| by_rule(name) || by_name(name))
    }

    fn show_store(&self, name: &str, moment: &Moment<'_>) {
        let store = moment.store();
        let shown = store
            .iter()
            .filter(|(_, term)| name.is_empty() || is_named(term, name));
        let mut empty = true;
        for (id, term) in shown {
            empty = false;
            outln!("  {} #{id}", term.display_with(self.operators));
        }
        if empty {
            outln!("  nothing");
        }
    }
}

/// Whether a constraint has a name, written `leq` or `leq/2`.
pub(crate) fn is_named(term: &Term, name: &str) -> bool {
    term.functor()
        .is_some_and(|(own, arity)| name == own || name == format!("{own}/{arity}"))
}
