//! The automaton unfolded over the views into a layered graph, reduced to the transitions on accepting paths.

use std::sync::Arc;

use super::automaton::Automaton;
use crate::support::prelude::*;
use crate::support::view_atom::absent_all;
use crate::support::views::{has_repeats, vars};

/// In domains above this size, unlisted values are removed only at the bounds and when the view is fixed.
const MAX_VALUES: u32 = 1 << 16;

/// The tag for a failure without accepting path. Other tags are the symbol removed.
pub(super) const NO_PATH: Tag = Tag(u32::MAX);

/// One transition in one layer, between two nodes (a node is a state in a layer).
#[derive(Clone, Copy, Debug)]
struct Transition {
    from: u32,
    to: u32,
    /// The layer times the number of symbol classes, plus the class.
    symbol: u32,
}

/// The number of transitions between two checks of the deadline of set-up.
const TRANSITIONS_PER_CHECK: usize = 1 << 16;

/// The bytes of a transition, with its places in three groups.
const TRANSITION_BYTES: usize = size_of::<Transition>() + 3 * size_of::<u32>();

/// The transitions of every node, or of every symbol.
#[derive(Debug, Default)]
struct TransitionGroups {
    starts: Vec<u32>,
    transitions: Vec<u32>,
}

impl TransitionGroups {
    /// Groups transitions by a key below `n`; `None` if set-up must end.
    fn new(
        n: usize,
        transitions: &[Transition],
        key: impl Fn(&Transition) -> u32,
        out: &mut Poster<'_>,
    ) -> Option<TransitionGroups> {
        // A counting sort: the number of transitions in each group, then where each group starts, then the place of each transition.
        let mut starts = vec![0_u32; n + 1];
        for chunk in transitions.chunks(TRANSITIONS_PER_CHECK) {
            for transition in chunk {
                starts[key(transition) as usize + 1] += 1;
            }
            if out.is_over(0) {
                return None;
            }
        }
        for group in 0..n {
            starts[group + 1] += starts[group];
        }
        let mut next = starts.clone();
        let mut order = vec![0_u32; transitions.len()];
        let mut number = 0;
        for chunk in transitions.chunks(TRANSITIONS_PER_CHECK) {
            for transition in chunk {
                let place = &mut next[key(transition) as usize];
                order[*place as usize] = number;
                *place += 1;
                number += 1;
            }
            if out.is_over(0) {
                return None;
            }
        }
        Some(TransitionGroups {
            starts,
            transitions: order,
        })
    }

    fn of(&self, group: u32) -> &[u32] {
        let group = group as usize;
        &self.transitions[self.starts[group] as usize..self.starts[group + 1] as usize]
    }
}

#[derive(Debug)]
pub(super) struct LayeredAutomaton {
    views: Vec<View>,
    automaton: Arc<Automaton>,
    aliased: bool,
    /// Ordered by layer.
    transitions: Vec<Transition>,
    n_nodes: usize,
    entering: TransitionGroups,
    leaving: TransitionGroups,
    carrying: TransitionGroups,
    /// The deleted transitions, as bits.
    deleted: Trailed,
    /// For each node and each symbol, the number of its deleted transitions.
    lost_entering: Trailed,
    lost_leaving: Trailed,
    lost_carrying: Trailed,
    to_delete: Vec<u32>,
    /// Symbols to be removed from the domains.
    unsupported: Vec<u32>,
}

impl LayeredAutomaton {
    /// Unfolds the automaton; `None` if set-up must end.
    pub(super) fn new(
        views: &[View],
        automaton: Arc<Automaton>,
        out: &mut Poster<'_>,
    ) -> Option<LayeredAutomaton> {
        let n_nodes = (views.len() + 1) * automaton.n_states();
        let transitions = unfold(views, &automaton, out)?;
        let n_groups = 2 * n_nodes + views.len() * automaton.n_classes();
        if out.charge(transitions.len() * TRANSITION_BYTES + n_groups * size_of::<u32>()) {
            return None;
        }
        let all = &transitions[..];
        let entering = TransitionGroups::new(n_nodes, all, |transition| transition.to, out)?;
        let leaving = TransitionGroups::new(n_nodes, all, |transition| transition.from, out)?;
        let n_symbols = views.len() * automaton.n_classes();
        let carrying = TransitionGroups::new(n_symbols, all, |transition| transition.symbol, out)?;
        Some(LayeredAutomaton {
            aliased: has_repeats(vars(views)),
            deleted: out.trailed_array(transitions.len().div_ceil(64), 0),
            lost_entering: out.trailed_array(n_nodes, 0),
            lost_leaving: out.trailed_array(n_nodes, 0),
            lost_carrying: out.trailed_array(n_symbols, 0),
            views: views.to_vec(),
            automaton,
            transitions,
            n_nodes,
            entering,
            leaving,
            carrying,
            to_delete: Vec::new(),
            unsupported: Vec::new(),
        })
    }

    fn is_deleted(&self, store: &Store, transition: u32) -> bool {
        store.get(self.deleted.at(transition as usize / 64)) >> (transition % 64) & 1 != 0
    }

    /// Counts one more deleted transition of a group; true if it was the last.
    fn count_deleted(
        store: &mut Store,
        cells: Trailed,
        groups: &TransitionGroups,
        group: u32,
    ) -> bool {
        let cell = cells.at(group as usize);
        let lost = store.get(cell) + 1;
        store.put(cell, lost);
        lost as usize == groups.of(group).len()
    }

    /// Deletes the transitions in `to_delete`, and all that are then on no accepting path.
    fn delete(&mut self, store: &mut Store) {
        while let Some(number) = self.to_delete.pop() {
            if self.is_deleted(store, number) {
                continue;
            }
            let word = self.deleted.at(number as usize / 64);
            store.put(word, store.get(word) | 1 << (number % 64));
            let Transition { from, to, symbol } = self.transitions[number as usize];
            if Self::count_deleted(store, self.lost_carrying, &self.carrying, symbol) {
                self.unsupported.push(symbol);
            }
            if Self::count_deleted(store, self.lost_leaving, &self.leaving, from) {
                self.to_delete.extend_from_slice(self.entering.of(from));
            }
            if Self::count_deleted(store, self.lost_entering, &self.entering, to) {
                self.to_delete.extend_from_slice(self.leaving.of(to));
            }
        }
    }

    fn is_unsupported(&self, store: &Store, symbol: u32) -> bool {
        let lost = store.get(self.lost_carrying.at(symbol as usize));
        lost as usize == self.carrying.of(symbol).len()
    }

    fn split(&self, symbol: u32) -> (usize, usize) {
        let n_classes = self.automaton.n_classes();
        (symbol as usize / n_classes, symbol as usize % n_classes)
    }

    fn is_present(&self, store: &Store, symbol: u32) -> bool {
        let (layer, class) = self.split(symbol);
        has_class(self.views[layer], class, &self.automaton, store)
    }

    /// Whether a symbol class was possible in a layer.
    fn was_present(&self, past: &PastStore<'_>, symbol: u32) -> bool {
        let (layer, class) = self.split(symbol);
        let view = self.views[layer];
        let symbols = self.automaton.symbols();
        match symbols.get(class) {
            Some(&value) => past.contains(view, value),
            None => past
                .values(view)
                .any(|value| symbols.binary_search(&value).is_err()),
        }
    }

    fn remove(&self, store: &mut Store, symbol: u32) -> Pruned<bool> {
        let (layer, class) = self.split(symbol);
        let (view, tag) = (self.views[layer], Tag(symbol));
        let symbols = self.automaton.symbols();
        if let Some(&value) = symbols.get(class) {
            return store.remove(view, value, tag);
        }
        let mut left = symbols.iter().filter(|&&value| store.contains(view, value));
        let Some(&min) = left.next() else {
            // No symbol is left in this layer.
            return Err(store.fail(NO_PATH));
        };
        let max = left.next_back().copied().unwrap_or(min);
        let mut changed = store.set_min(view, min, tag)? | store.set_max(view, max, tag)?;
        if store.size(view) <= MAX_VALUES {
            changed |= store.retain(view, tag, |value| symbols.binary_search(&value).is_ok())?;
        }
        Ok(changed)
    }
}

/// Whether a view can take a symbol of the class.
pub(super) fn has_class(view: View, class: usize, automaton: &Automaton, store: &Store) -> bool {
    let symbols = automaton.symbols();
    match symbols.get(class) {
        Some(&value) => store.contains(view, value),
        None => {
            let listed = symbols.iter().filter(|&&value| store.contains(view, value));
            (listed.count() as u32) < store.size(view)
        }
    }
}

/// The transitions on accepting paths within the domains, by layer; `None` if set-up must end.
fn unfold(views: &[View], automaton: &Automaton, out: &mut Poster<'_>) -> Option<Vec<Transition>> {
    let (n_states, n_classes) = (automaton.n_states(), automaton.n_classes());
    let mut reached = vec![vec![false; n_states]; views.len() + 1];
    reached[0][automaton.start()] = true;
    let mut classes: Vec<Vec<usize>> = Vec::with_capacity(views.len());
    let mut n_tried = 0;
    for &view in views {
        let store = out.store();
        let present = (0..n_classes).filter(|&class| has_class(view, class, automaton, store));
        classes.push(present.collect());
        n_tried += n_classes;
        if is_check_due(&mut n_tried) && out.is_over(0) {
            return None;
        }
    }
    for layer in 0..views.len() {
        for from in 0..n_states {
            if reached[layer][from] {
                for &class in &classes[layer] {
                    if let Some(to) = automaton.next(from, class) {
                        reached[layer + 1][to] = true;
                    }
                }
                n_tried += classes[layer].len();
            }
            n_tried += 1;
            if is_check_due(&mut n_tried) && out.is_over(0) {
                return None;
            }
        }
    }
    for (state, here) in reached[views.len()].iter_mut().enumerate() {
        *here &= automaton.is_accepting(state);
    }
    let mut transitions = Vec::new();
    let node = |layer: usize, state: usize| (layer * n_states + state) as u32;
    for layer in (0..views.len()).rev() {
        for from in 0..n_states {
            let before = transitions.len();
            if reached[layer][from] {
                for &class in &classes[layer] {
                    if let Some(to) = automaton.next(from, class)
                        && reached[layer + 1][to]
                    {
                        transitions.push(Transition {
                            from: node(layer, from),
                            to: node(layer + 1, to),
                            symbol: (layer * n_classes + class) as u32,
                        });
                    }
                }
                n_tried += classes[layer].len();
            }
            reached[layer][from] &= transitions.len() > before;
            n_tried += 1;
            if is_check_due(&mut n_tried) && out.is_over(transitions.len() * TRANSITION_BYTES) {
                return None;
            }
        }
    }
    transitions.reverse();
    Some(transitions)
}

/// Whether enough was tried since the last check of the deadline.
fn is_check_due(n_tried: &mut usize) -> bool {
    let is_due = *n_tried >= TRANSITIONS_PER_CHECK;
    if is_due {
        *n_tried = 0;
    }
    is_due
}

impl Propagator for LayeredAutomaton {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        if self.views.is_empty() {
            return if self.automaton.is_accepting(self.automaton.start()) {
                Ok(Status::Entailed)
            } else {
                Err(store.fail(NO_PATH))
            };
        }
        if self.transitions.is_empty() {
            return Err(store.fail(NO_PATH));
        }
        self.to_delete.clear();
        self.unsupported.clear();
        let n_classes = self.automaton.n_classes() as u32;
        while let Some(layer) = store.next_changed() {
            let first = layer as u32 * n_classes;
            for symbol in first..first + n_classes {
                let present = self.is_present(store, symbol);
                match self.is_unsupported(store, symbol) {
                    true if present => self.unsupported.push(symbol),
                    false if !present => {
                        self.to_delete.extend_from_slice(self.carrying.of(symbol));
                    }
                    _ => {}
                }
            }
        }
        self.delete(store);
        let mut changed = false;
        // The class of unlisted symbols goes last: the remaining listed ones then bound the domain.
        for others in [false, true] {
            for i in 0..self.unsupported.len() {
                let symbol = self.unsupported[i];
                if (symbol % n_classes == n_classes - 1) == others {
                    changed |= self.remove(store, symbol)?;
                }
            }
        }
        Ok(Status::rerun_if(changed && self.aliased))
    }

    /// Cuts every accepting path that would use the symbol: follows from the start all transitions that the reason can leave
    /// allowed, and blocks an absent symbol only if an accepting path would continue after it.
    fn explain(&mut self, needed: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        if self.transitions.is_empty() {
            return;
        }
        let n_classes = self.automaton.n_classes() as u32;
        let target = (tag != NO_PATH).then_some(tag.0);
        let in_target_layer =
            |symbol: u32| target.is_some_and(|target| target / n_classes == symbol / n_classes);
        let present: Vec<bool> = (0..self.views.len() as u32 * n_classes)
            .map(|symbol| {
                if in_target_layer(symbol) {
                    Some(symbol) == target
                } else {
                    self.was_present(past, symbol)
                }
            })
            .collect();
        let mut open = vec![false; self.n_nodes];
        let last = (self.views.len() * self.automaton.n_states()) as u32;
        open[last as usize..].fill(true);
        for transition in self.transitions.iter().rev() {
            open[transition.from as usize] |=
                present[transition.symbol as usize] && open[transition.to as usize];
        }
        let mut walked = vec![false; self.n_nodes];
        walked[self.automaton.start()] = true;
        let mut blocked = vec![false; present.len()];
        for layer in self
            .transitions
            .chunk_by(|a, b| a.symbol / n_classes == b.symbol / n_classes)
        {
            for transition in layer {
                let symbol = transition.symbol as usize;
                if walked[transition.from as usize]
                    && !present[symbol]
                    && open[transition.to as usize]
                {
                    blocked[symbol] = !in_target_layer(transition.symbol);
                }
            }
            for transition in layer {
                let symbol = transition.symbol as usize;
                let refused = in_target_layer(transition.symbol) && !present[symbol];
                if walked[transition.from as usize] && !blocked[symbol] && !refused {
                    walked[transition.to as usize] = true;
                }
            }
        }
        self.explain_blocked(&blocked, past, why);
        if let Some(target) = target.filter(|target| target % n_classes == n_classes - 1) {
            // The bound also moved past listed symbols that had been removed before.
            let view = self.views[(target / n_classes) as usize];
            let passed = |value: &i32| view.solve(*value).is_some_and(|at| !needed.admits(at));
            let symbols = self.automaton.symbols().iter().copied();
            absent_all(view, symbols.filter(passed), past, why);
        }
    }
}

impl LayeredAutomaton {
    /// Adds why the blocked symbol classes were not possible in their layers.
    fn explain_blocked(&self, blocked: &[bool], past: &PastStore<'_>, why: &mut Reason) {
        let symbols = self.automaton.symbols();
        for (&view, blocked) in self
            .views
            .iter()
            .zip(blocked.chunks(self.automaton.n_classes()))
        {
            let listed = symbols.iter().zip(blocked);
            let values = listed
                .filter(|(_, blocked)| **blocked)
                .map(|(&value, _)| value);
            absent_all(view, values, past, why);
            if blocked[symbols.len()] {
                match (symbols.first(), symbols.last()) {
                    (Some(&first), Some(&last)) if dense(symbols) => {
                        why.add(view.at_least(first));
                        why.add(view.at_most(last));
                    }
                    _ => why.domain(past, view),
                }
            }
        }
    }
}

/// Whether ascending numbers have no gap.
fn dense(numbers: &[i32]) -> bool {
    numbers.windows(2).all(|pair| pair[1] == pair[0] + 1)
}
