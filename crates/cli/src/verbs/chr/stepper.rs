//! `chr --step`: the debugger, with breakpoints on rules and constraints.

use std::cell::RefCell;

use gridwright::chr::{Event, Moment, Step, Stop};
use gridwright::term::{Operators, Term};

use crate::input::lines::{Line, Lines};

/// The commands.
const HELP: &str = "\
n, next, or Enter     go to the next step
s, skip               run until this goal is done
l, leap               run to the next breakpoint or to the end
b, break [NAME]       set a breakpoint on a rule or a constraint, leq or leq/2; without NAME, list breakpoints
d, delete NAME        delete a breakpoint
store [NAME]          show the store, or its constraints named NAME
w, where              show the current step again
q, quit               end the run
h, help               show this help
";

/// The state of the debugger.
pub(crate) struct Stepper<'s> {
    lines: &'s RefCell<Lines>,
    operators: &'s Operators,
    stop: Stop,
    breakpoints: Vec<String>,
    stop_at: StopAt,
}

/// Where to stop next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum StopAt {
    /// At the next step.
    Next,
    /// When no more goals are pending than now.
    Skip(usize),
    /// At a breakpoint.
    Leap,
    /// Nowhere: the run is ending.
    Quit,
}

impl<'s> Stepper<'s> {
    /// A debugger with commands from `lines`; quitting sets `stop`.
    pub(crate) fn new(
        lines: &'s RefCell<Lines>,
        operators: &'s Operators,
        stop: Stop,
    ) -> Stepper<'s> {
        Stepper {
            lines,
            operators,
            stop,
            breakpoints: Vec::new(),
            stop_at: StopAt::Next,
        }
    }

    /// Whether the user quit.
    pub(crate) fn has_quit(&self) -> bool {
        self.stop_at == StopAt::Quit
    }

    /// Prints a step and reads commands, if it is time to stop.
    pub(crate) fn step(&mut self, step: &Step, moment: &Moment<'_>) {
        let due = match self.stop_at {
            StopAt::Next => true,
            StopAt::Skip(waiting) => self.is_stop(step) || moment.nesting() <= waiting,
            StopAt::Leap => self.is_stop(step),
            StopAt::Quit => false,
        };
        if !due {
            return;
        }
        outln!("{}", step.text(self.operators));
        loop {
            let line = match self.lines.borrow_mut().next("step> ") {
                Line::Text(line) => line,
                Line::Interrupted => "quit".to_owned(),
                // At the end of input, run to the end.
                Line::End => "leap".to_owned(),
            };
            if let Some(stop_at) = self.execute(line.trim(), step, moment) {
                self.stop_at = stop_at;
                return;
            }
        }
    }

    /// Executes a command; returns where to stop next if the command continues the run.
    fn execute(&mut self, line: &str, step: &Step, moment: &Moment<'_>) -> Option<StopAt> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let name = rest.trim();
        match (word, name) {
            ("" | "n" | "next", "") => return Some(StopAt::Next),
            ("s" | "skip", "") => return Some(StopAt::Skip(moment.nesting())),
            ("l" | "leap", "") => return Some(StopAt::Leap),
            ("q" | "quit", "") => {
                self.stop.request();
                return Some(StopAt::Quit);
            }
            ("b" | "break", "") if self.breakpoints.is_empty() => outln!("no breakpoints"),
            ("b" | "break", "") => outln!("breakpoints: {}", self.breakpoints.join(", ")),
            ("b" | "break", name) => {
                if !self.breakpoints.iter().any(|known| known == name) {
                    self.breakpoints.push(name.to_owned());
                }
                outln!("breakpoints: {}", self.breakpoints.join(", "));
            }
            ("d" | "delete", name) if self.breakpoints.iter().any(|known| known == name) => {
                self.breakpoints.retain(|known| known != name);
            }
            ("d" | "delete", name) => outln!("no breakpoint `{name}`"),
            ("store", name) => self.show_store(name, moment),
            ("w" | "where", "") => outln!("{}", step.text(self.operators)),
            ("h" | "help" | "?", "") => out!("{HELP}"),
            _ => outln!("unknown command `{line}`; type h for help"),
        }
        None
    }

    /// Whether a breakpoint matches the rule or a constraint of this step.
    fn is_stop(&self, step: &Step) -> bool {
        let rule = step.rule.as_deref();
        let by_rule = |name: &str| rule == Some(name);
        // The constraints of a rule are only its heads.
        let constraints = match step.event {
            Event::Try | Event::Apply => &[],
            _ => &step.constraints[..],
        };
        let by_name = |name: &str| constraints.iter().any(|(_, term)| is_named(term, name));
        self.breakpoints
            .iter()
            .any(|name| by_rule(name) || by_name(name))
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
            outln!("  (empty)");
        }
    }
}

/// Whether a constraint has this name, given as `leq` or `leq/2`.
pub(crate) fn is_named(term: &Term, name: &str) -> bool {
    term.functor()
        .is_some_and(|(own, arity)| name == own || name == format!("{own}/{arity}"))
}
