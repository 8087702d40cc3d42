//! `search/6`, method complete: variable selection, value choice, and the counting of backtracks.
//!
//! A backtrack is counted when the search goes back over a choice that passed propagation, and only the first time in
//! a row: going back over several choices without a successful one between them counts one. The count continues over
//! solutions.

use crate::store::{Bits, Pruned, Store, Var, max_value, min_value, only, range};

/// Which variable comes next. Ties go to the first in the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Select {
    /// The first in the list.
    InputOrder,
    /// The one with the smallest domain.
    FirstFail,
    /// The one with the largest domain.
    AntiFirstFail,
    /// The one with the smallest value.
    Smallest,
    /// The one with the largest value.
    Largest,
    /// The one with the most suspended goals.
    Occurrence,
    /// The one with the smallest domain; on ties, with the most suspended goals.
    MostConstrained,
    /// The one with the largest gap between its two smallest values.
    MaxRegret,
}

/// How the values of a variable are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Ascending over the domain at the choice point.
    Indomain,
    /// The smallest value; on backtracking it is removed, with propagation.
    IndomainMin,
    /// The largest value; on backtracking it is removed, with propagation.
    IndomainMax,
}

/// Whether a search continues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// Continue.
    Continue,
    /// Stop.
    Stop,
}

/// Receives what a search finds.
pub trait Sink {
    /// Called with a solution and the backtracks so far.
    fn solution(&mut self, store: &Store, backtracks: u64) -> Flow;

    /// Called at every choice point.
    fn keep_going(&mut self, _backtracks: u64) -> Flow {
        Flow::Continue
    }
}

/// Searches from the current state of the store and restores it. Returns the number of backtracks.
pub fn search(
    store: &mut Store,
    vars: &[Var],
    select: Select,
    choice: Choice,
    sink: &mut dyn Sink,
) -> u64 {
    let mut run = Run {
        select,
        choice,
        backtracks: 0,
        one_level: false,
        sink,
    };
    let mut list = vars.to_vec();
    run.label(store, &mut list);
    run.backtracks
}

struct Run<'s> {
    select: Select,
    choice: Choice,
    backtracks: u64,
    one_level: bool,
    sink: &'s mut dyn Sink,
}

impl Run<'_> {
    fn label(&mut self, store: &mut Store, list: &mut Vec<Var>) -> Flow {
        if list.is_empty() {
            return self.sink.solution(store, self.backtracks);
        }
        if self.sink.keep_going(self.backtracks) == Flow::Stop {
            return Flow::Stop;
        }
        let at = self.selected(store, list);
        let var = list.remove(at);
        let flow = self.values(store, var, list);
        list.insert(at, var);
        flow
    }

    /// Tries the values of a variable.
    fn values(&mut self, store: &mut Store, var: Var, list: &mut Vec<Var>) -> Flow {
        let mut left: Bits = store.bits(var);
        // Values that are given up are removed under their own mark.
        store.mark();
        let mut flow = Flow::Continue;
        while left != 0 && flow == Flow::Continue {
            let value = match self.choice {
                Choice::IndomainMax => max_value(left),
                _ => min_value(left),
            };
            store.mark();
            let passed = store.fix(var, value).and_then(|()| store.run_woken());
            if passed.is_ok() {
                self.one_level = true;
                flow = self.label(store, list);
                if flow == Flow::Continue && std::mem::replace(&mut self.one_level, false) {
                    self.backtracks += 1;
                }
            }
            store.undo();
            left = match self.choice {
                Choice::Indomain => left & !only(value),
                _ if flow == Flow::Stop => 0,
                _ => match self.give_up(store, var, value) {
                    Ok(()) => store.bits(var),
                    Err(_) => 0,
                },
            };
        }
        store.undo();
        flow
    }

    /// Removes a tried value, with propagation.
    fn give_up(&self, store: &mut Store, var: Var, value: i32) -> Pruned {
        let rest = match self.choice {
            Choice::IndomainMax => range(0, value - 1),
            _ => range(value + 1, 127),
        };
        store.keep(var, rest)?;
        store.run_woken()
    }

    /// The index of the next variable in the list.
    fn selected(&self, store: &Store, list: &[Var]) -> usize {
        let at_once = matches!(
            self.select,
            Select::FirstFail | Select::Occurrence | Select::MostConstrained | Select::MaxRegret
        );
        let mut best: Option<(i64, i64)> = None;
        let mut place = 0;
        for (at, &var) in list.iter().enumerate() {
            if at_once && store.is_fixed(var) {
                return at;
            }
            let size = i64::from(store.size(var));
            let waiting = || store.n_suspensions(var) as i64;
            let key = match self.select {
                Select::InputOrder => return 0,
                Select::FirstFail => (size, 0),
                Select::AntiFirstFail => (-size, 0),
                Select::Smallest => (i64::from(store.min(var)), 0),
                Select::Largest => (-i64::from(store.max(var)), 0),
                Select::Occurrence => (-waiting(), 0),
                Select::MostConstrained => (size, -waiting()),
                Select::MaxRegret => {
                    let bits = store.bits(var);
                    let second = min_value(bits & (bits - 1));
                    (i64::from(min_value(bits) - second), 0)
                }
            };
            if best.is_none_or(|best| key < best) {
                best = Some(key);
                place = at;
            }
        }
        place
    }
}
