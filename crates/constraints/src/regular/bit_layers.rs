//! Automata of two symbols and at most 128 states whose transitions stay or lead to the next state, such as those of the runs of a line: the states
//! of a layer are the bits of a word, and the next layer is a shift of it.

use std::sync::Arc;

use super::automaton::Automaton;
use super::layers::{NO_PATH, has_class};
use crate::support::prelude::*;
use crate::support::view_atom::absent_all;
use crate::support::views::{has_repeats, vars};

const MAX_STATES: usize = u128::BITS as usize;

/// The transitions of one symbol.
#[derive(Clone, Copy, Default, Debug)]
struct Moves {
    symbol: i32,
    /// The states in which the symbol leads to the same state.
    stay: u128,
    /// The states in which the symbol leads to the next state.
    step: u128,
}

impl Moves {
    #[inline]
    fn forward(self, states: u128) -> u128 {
        states & self.stay | (states & self.step) << 1
    }

    #[inline]
    fn backward(self, states: u128) -> u128 {
        states & self.stay | states >> 1 & self.step
    }
}

/// The propagator for such automata. It finds the states on accepting paths anew in each run.
#[derive(Debug)]
pub(super) struct BitLayers {
    views: Vec<View>,
    moves: [Moves; 2],
    start: u128,
    accepting: u128,
    aliased: bool,
    /// The states of each layer on accepting paths within the first domains.
    alive: Vec<u128>,
    /// For each layer and symbol, whether the first domains had it.
    possible: Vec<[bool; 2]>,
    /// The states of each layer that a path from the start reaches.
    reached: Vec<u128>,
}

impl BitLayers {
    /// The propagator; `None` if the automaton or the domains do not fit.
    pub(super) fn new(views: &[View], automaton: &Arc<Automaton>, store: &Store) -> Option<Self> {
        let n_states = automaton.n_states();
        let symbols = <[i32; 2]>::try_from(automaton.symbols()).ok()?;
        let others = symbols.len();
        if n_states > MAX_STATES
            || views
                .iter()
                .any(|&view| has_class(view, others, automaton, store))
        {
            return None;
        }
        let mut moves = symbols.map(|symbol| Moves {
            symbol,
            ..Moves::default()
        });
        for (class, moves) in moves.iter_mut().enumerate() {
            for from in 0..n_states {
                match automaton.next(from, class) {
                    None => {}
                    Some(to) if to == from => moves.stay |= 1 << from,
                    Some(to) if to == from + 1 => moves.step |= 1 << from,
                    Some(_) => return None,
                }
            }
        }
        let accepting = (0..n_states).filter(|&state| automaton.is_accepting(state));
        let possible = views.iter().map(|&view| {
            let has = |symbol: i32| store.contains(view, symbol);
            symbols.map(has)
        });
        let mut layers = BitLayers {
            moves,
            start: 1 << automaton.start(),
            accepting: accepting.fold(0, |all, state| all | 1 << state),
            aliased: has_repeats(vars(views)),
            alive: Vec::new(),
            possible: possible.collect(),
            reached: vec![0; views.len() + 1],
            views: views.to_vec(),
        };
        layers.find_reached(store);
        let (last, earlier) = layers.reached.split_last()?;
        let mut after = last & layers.accepting;
        layers.alive = vec![after];
        for (&before, possible) in earlier.iter().zip(&layers.possible).rev() {
            let back = |moves: Moves| moves.backward(after);
            let sets = layers.moves.iter().zip(possible);
            let sets = sets.filter(|(_, possible)| **possible);
            after = sets.fold(0, |all, (&moves, _)| all | back(moves)) & before;
            layers.alive.push(after);
        }
        layers.alive.reverse();
        Some(layers)
    }

    /// Computes the states that paths from the start reach.
    fn find_reached(&mut self, store: &Store) {
        let mut states = self.start;
        for (&view, reached) in self.views.iter().zip(&mut self.reached) {
            *reached = states;
            let mut next = 0;
            for moves in self.moves {
                if store.contains(view, moves.symbol) {
                    next |= moves.forward(states);
                }
            }
            states = next;
        }
        if let Some(last) = self.reached.last_mut() {
            *last = states;
        }
    }
}

impl Propagator for BitLayers {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        self.find_reached(store);
        let n = self.views.len();
        let mut after = self.reached[n] & self.accepting;
        if after == 0 {
            return Err(store.fail(NO_PATH));
        }
        let mut changed = false;
        for layer in (0..n).rev() {
            let view = self.views[layer];
            let mut before = 0;
            for (class, moves) in self.moves.into_iter().enumerate() {
                if store.contains(view, moves.symbol) {
                    let from = moves.backward(after) & self.reached[layer];
                    if from == 0 {
                        let tag = Tag((2 * layer + class) as u32);
                        changed |= store.remove(view, moves.symbol, tag)?;
                    }
                    before |= from;
                }
            }
            after = before;
        }
        Ok(Status::rerun_if(changed && self.aliased))
    }

    /// The cut that `LayeredAutomaton` finds: blocks an absent symbol only if an accepting path would continue after it.
    fn explain(&mut self, _: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        let n = self.views.len();
        let target = (tag != NO_PATH).then_some((tag.0 as usize / 2, tag.0 as usize % 2));
        let target_in = |layer: usize| target.filter(|(of, _)| *of == layer);
        let is_present = |layer: usize, class: usize| match target_in(layer) {
            Some((_, target)) => class == target,
            None => past.contains(self.views[layer], self.moves[class].symbol),
        };
        // The states from which the symbols that were present lead to an accepting one.
        let mut open = vec![0; n + 1];
        open[n] = self.alive[n];
        for layer in (0..n).rev() {
            for class in 0..2 {
                if self.possible[layer][class] && is_present(layer, class) {
                    let from = self.moves[class].backward(open[layer + 1]);
                    open[layer] |= from & self.alive[layer];
                }
            }
        }
        let mut walked = self.start & self.alive[0];
        for layer in 0..n {
            let mut next = 0;
            for class in 0..2 {
                let to = self.moves[class].forward(walked) & self.alive[layer + 1];
                let is_present = is_present(layer, class);
                if !self.possible[layer][class] || !is_present && target_in(layer).is_some() {
                    continue;
                }
                if !is_present && to & open[layer + 1] != 0 {
                    absent_all(self.views[layer], [self.moves[class].symbol], past, why);
                } else {
                    next |= to;
                }
            }
            walked = next;
        }
    }
}
