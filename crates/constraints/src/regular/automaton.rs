//! Finite automata: deterministic, over integers, with at most one transition per state for all symbols that are not listed.

use gridwright_fd::ModelError;

use crate::support::errors::invalid;

/// A deterministic automaton. States are numbered from 0; a missing transition rejects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Automaton {
    n_states: usize,
    start: usize,
    accepting: Vec<bool>,
    /// The listed symbols, ascending.
    symbols: Vec<i32>,
    /// For every state, the next state by the index of the symbol; the last entry is for all symbols that are not listed.
    next: Vec<Option<usize>>,
    /// The first state or symbol given that does not exist; reported by `check`.
    invalid: Option<String>,
}

impl Automaton {
    /// An automaton without transitions and without accepting states.
    pub fn new(n_states: usize, start: usize, symbols: impl IntoIterator<Item = i32>) -> Automaton {
        let mut symbols: Vec<i32> = symbols.into_iter().collect();
        symbols.sort_unstable();
        symbols.dedup();
        let mut automaton = Automaton {
            n_states,
            start,
            accepting: vec![false; n_states],
            next: vec![None; n_states * (symbols.len() + 1)],
            symbols,
            invalid: None,
        };
        automaton.is_state(start);
        automaton
    }

    /// The automaton of MiniZinc's `regular`: states and symbols count from 1, row `q` and column `s` hold the next state, and 0
    /// rejects.
    pub fn from_table(
        table: &[Vec<usize>],
        start: usize,
        accepting: impl IntoIterator<Item = usize>,
    ) -> Automaton {
        let n_symbols = table.iter().map(Vec::len).max().unwrap_or(0);
        let symbols = 1..=i32::try_from(n_symbols).unwrap_or(i32::MAX);
        // State 0 wraps to a number that is not a state, and is reported.
        let mut automaton = Automaton::new(table.len(), start.wrapping_sub(1), symbols);
        for (from, row) in table.iter().enumerate() {
            for (symbol, &to) in (1..).zip(row) {
                if to != 0 {
                    automaton = automaton.arc(from, symbol, to - 1);
                }
            }
        }
        for state in accepting {
            automaton = automaton.accept(state.wrapping_sub(1));
        }
        automaton
    }

    /// Adds a transition; replaces the previous one for the state and the symbol.
    pub fn arc(mut self, from: usize, symbol: i32, to: usize) -> Automaton {
        match self.symbols.binary_search(&symbol) {
            Ok(index) if self.is_state(from) && self.is_state(to) => {
                let row = from * self.n_classes();
                self.next[row + index] = Some(to);
            }
            Ok(_) => {}
            Err(_) => self.record_invalid(format!("{symbol} is not one of its symbols")),
        }
        self
    }

    /// Adds a transition for every symbol that is not listed.
    pub fn otherwise(mut self, from: usize, to: usize) -> Automaton {
        if self.is_state(from) && self.is_state(to) {
            let index = (from + 1) * self.n_classes() - 1;
            self.next[index] = Some(to);
        }
        self
    }

    /// Makes a state accepting.
    pub fn accept(mut self, state: usize) -> Automaton {
        if self.is_state(state) {
            self.accepting[state] = true;
        }
        self
    }

    /// The automaton that accepts exactly the words that this one rejects.
    pub fn complement(&self) -> Automaton {
        let sink = self.n_states;
        let mut next: Vec<Option<usize>> = self
            .next
            .iter()
            .map(|&to| Some(to.unwrap_or(sink)))
            .collect();
        next.resize(next.len() + self.n_classes(), Some(sink));
        let mut accepting: Vec<bool> = self.accepting.iter().map(|&yes| !yes).collect();
        accepting.push(true);
        Automaton {
            n_states: sink + 1,
            accepting,
            next,
            ..self.clone()
        }
    }

    /// Whether it accepts a word.
    pub fn accepts(&self, word: impl IntoIterator<Item = i32>) -> bool {
        word.into_iter()
            .try_fold(self.start, |state, symbol| {
                self.next(state, self.class(symbol))
            })
            .is_some_and(|state| self.accepting[state])
    }

    pub(super) fn check(&self, by: &str) -> Result<(), ModelError> {
        self.invalid
            .as_ref()
            .map_or(Ok(()), |what| invalid(by, what))
    }

    /// The number of states.
    pub fn n_states(&self) -> usize {
        self.n_states
    }

    /// The state before the first symbol.
    pub fn start(&self) -> usize {
        self.start
    }

    /// Whether a word may end in this state.
    pub fn is_accepting(&self, state: usize) -> bool {
        self.accepting[state]
    }

    /// The state after a symbol; `None` rejects.
    pub fn step(&self, state: usize, symbol: i32) -> Option<usize> {
        self.next(state, self.class(symbol))
    }

    /// The listed symbols, ascending; the index of a symbol is its class.
    pub(super) fn symbols(&self) -> &[i32] {
        &self.symbols
    }

    /// The number of symbol classes: one for each listed symbol, and a last one for all others.
    pub(super) fn n_classes(&self) -> usize {
        self.symbols.len() + 1
    }

    pub(super) fn next(&self, state: usize, class: usize) -> Option<usize> {
        self.next[state * self.n_classes() + class]
    }

    fn class(&self, symbol: i32) -> usize {
        self.symbols
            .binary_search(&symbol)
            .unwrap_or(self.symbols.len())
    }

    fn is_state(&mut self, state: usize) -> bool {
        let known = state < self.n_states;
        if !known {
            let n = self.n_states;
            self.record_invalid(format!("{state} is not one of its {n} states"));
        }
        known
    }

    fn record_invalid(&mut self, what: String) {
        self.invalid.get_or_insert(what);
    }
}
