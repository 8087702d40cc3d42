//! The automaton unfolded over the views into a layered graph, reduced to the transitions on accepting paths.

use std::sync::Arc as Shared;

use gridwright_fd::{
    Atom, PastStore, Poster, Propagator, Pruned, Reason, Status, Store, Tag, Trailed, Var, View,
};

use super::automaton::Automaton;
use crate::support::view_atom::absent_all;

/// In domains above this size, unlisted values are removed only at the bounds and when the view is fixed.
const MOST_VALUES: u32 = 1 << 16;

/// The tag for a failure without accepting path. Other tags are the symbol removed.
const NO_PATH: Tag = Tag(u32::MAX);

/// One transition in one layer, between two nodes (a node is a state in a layer).
#[derive(Clone, Copy, Debug)]
struct Arc {
    from: u32,
    to: u32,
    /// The layer times the number of symbol classes, plus the class.
    symbol: u32,
}

/// The transitions of every node, or of every symbol.
#[derive(Debug, Default)]
struct Groups {
    starts: Vec<u32>,
    arcs: Vec<u32>,
}

impl Groups {
    fn new(n: usize, arcs: &[Arc], key: impl Fn(&Arc) -> u32) -> Groups {
        let mut order: Vec<u32> = (0..arcs.len() as u32).collect();
        order.sort_by_key(|&arc| key(&arcs[arc as usize]));
        let place = |group: usize| {
            order.partition_point(|&arc| (key(&arcs[arc as usize]) as usize) < group) as u32
        };
        Groups {
            starts: (0..=n).map(place).collect(),
            arcs: order,
        }
    }

    fn of(&self, group: u32) -> &[u32] {
        let group = group as usize;
        &self.arcs[self.starts[group] as usize..self.starts[group + 1] as usize]
    }
}

#[derive(Debug)]
pub(super) struct Layers {
    views: Vec<View>,
    automaton: Shared<Automaton>,
    aliased: bool,
    /// Ordered by layer.
    arcs: Vec<Arc>,
    n_nodes: usize,
    entering: Groups,
    leaving: Groups,
    carrying: Groups,
    /// The deleted transitions, as bits.
    gone: Trailed,
    /// For each node and each symbol, the number of its deleted transitions.
    lost_entering: Trailed,
    lost_leaving: Trailed,
    lost_carrying: Trailed,
    doomed: Vec<u32>,
    /// Symbols to be removed from the domains.
    unread: Vec<u32>,
}

impl Layers {
    pub(super) fn new(
        views: &[View],
        automaton: Shared<Automaton>,
        out: &mut Poster<'_>,
    ) -> Layers {
        let (arcs, n_nodes) = unfold(views, &automaton, out.store());
        let entering = Groups::new(n_nodes, &arcs, |arc| arc.to);
        let leaving = Groups::new(n_nodes, &arcs, |arc| arc.from);
        let n_symbols = views.len() * automaton.n_classes();
        let carrying = Groups::new(n_symbols, &arcs, |arc| arc.symbol);
        let mut vars: Vec<Var> = views.iter().map(|view| view.var).collect();
        vars.sort_unstable();
        Layers {
            aliased: vars.windows(2).any(|pair| pair[0] == pair[1]),
            gone: out.trailed_array(arcs.len().div_ceil(64), 0),
            lost_entering: out.trailed_array(n_nodes, 0),
            lost_leaving: out.trailed_array(n_nodes, 0),
            lost_carrying: out.trailed_array(n_symbols, 0),
            views: views.to_vec(),
            automaton,
            arcs,
            n_nodes,
            entering,
            leaving,
            carrying,
            doomed: Vec::new(),
            unread: Vec::new(),
        }
    }

    fn is_gone(&self, store: &Store, arc: u32) -> bool {
        store.get(self.gone.at(arc as usize / 64)) >> (arc % 64) & 1 != 0
    }

    /// Counts one more deleted transition of a group; true if it was the last.
    fn lose(store: &mut Store, cells: Trailed, groups: &Groups, group: u32) -> bool {
        let cell = cells.at(group as usize);
        let lost = store.get(cell) + 1;
        store.put(cell, lost);
        lost as usize == groups.of(group).len()
    }

    /// Deletes the transitions in `doomed`, and all that are then on no accepting path.
    fn delete(&mut self, store: &mut Store) {
        while let Some(number) = self.doomed.pop() {
            if self.is_gone(store, number) {
                continue;
            }
            let word = self.gone.at(number as usize / 64);
            store.put(word, store.get(word) | 1 << (number % 64));
            let Arc { from, to, symbol } = self.arcs[number as usize];
            if Self::lose(store, self.lost_carrying, &self.carrying, symbol) {
                self.unread.push(symbol);
            }
            if Self::lose(store, self.lost_leaving, &self.leaving, from) {
                self.doomed.extend_from_slice(self.entering.of(from));
            }
            if Self::lose(store, self.lost_entering, &self.entering, to) {
                self.doomed.extend_from_slice(self.leaving.of(to));
            }
        }
    }

    fn is_unread(&self, store: &Store, symbol: u32) -> bool {
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
        if store.size(view) <= MOST_VALUES {
            changed |= store.retain(view, tag, |value| symbols.binary_search(&value).is_ok())?;
        }
        Ok(changed)
    }
}

/// Whether a view can take a symbol of the class.
fn has_class(view: View, class: usize, automaton: &Automaton, store: &Store) -> bool {
    let symbols = automaton.symbols();
    match symbols.get(class) {
        Some(&value) => store.contains(view, value),
        None => {
            let listed = symbols.iter().filter(|&&value| store.contains(view, value));
            (listed.count() as u32) < store.size(view)
        }
    }
}

/// The transitions on accepting paths within the domains, by layer, and the number of nodes.
fn unfold(views: &[View], automaton: &Automaton, store: &Store) -> (Vec<Arc>, usize) {
    let (n_states, n_classes) = (automaton.n_states(), automaton.n_classes());
    let mut reached = vec![vec![false; n_states]; views.len() + 1];
    reached[0][automaton.start()] = true;
    let classes: Vec<Vec<usize>> = views
        .iter()
        .map(|&view| {
            (0..n_classes)
                .filter(|&class| has_class(view, class, automaton, store))
                .collect()
        })
        .collect();
    for layer in 0..views.len() {
        for from in 0..n_states {
            if reached[layer][from] {
                for &class in &classes[layer] {
                    if let Some(to) = automaton.next(from, class) {
                        reached[layer + 1][to] = true;
                    }
                }
            }
        }
    }
    for (state, here) in reached[views.len()].iter_mut().enumerate() {
        *here &= automaton.is_accepting(state);
    }
    let mut arcs = Vec::new();
    let node = |layer: usize, state: usize| (layer * n_states + state) as u32;
    for layer in (0..views.len()).rev() {
        for from in 0..n_states {
            let before = arcs.len();
            if reached[layer][from] {
                for &class in &classes[layer] {
                    if let Some(to) = automaton.next(from, class)
                        && reached[layer + 1][to]
                    {
                        arcs.push(Arc {
                            from: node(layer, from),
                            to: node(layer + 1, to),
                            symbol: (layer * n_classes + class) as u32,
                        });
                    }
                }
            }
            reached[layer][from] &= arcs.len() > before;
        }
    }
    arcs.reverse();
    (arcs, (views.len() + 1) * n_states)
}

impl Propagator for Layers {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        if self.views.is_empty() {
            return if self.automaton.is_accepting(self.automaton.start()) {
                Ok(Status::Entailed)
            } else {
                Err(store.fail(NO_PATH))
            };
        }
        if self.arcs.is_empty() {
            return Err(store.fail(NO_PATH));
        }
        self.doomed.clear();
        self.unread.clear();
        let n_classes = self.automaton.n_classes() as u32;
        while let Some(layer) = store.next_changed() {
            let first = layer as u32 * n_classes;
            for symbol in first..first + n_classes {
                let present = self.is_present(store, symbol);
                match self.is_unread(store, symbol) {
                    true if present => self.unread.push(symbol),
                    false if !present => {
                        self.doomed.extend_from_slice(self.carrying.of(symbol));
                    }
                    _ => {}
                }
            }
        }
        self.delete(store);
        let mut changed = false;
        // The class of unlisted symbols goes last: the remaining listed ones then bound the domain.
        for others in [false, true] {
            for i in 0..self.unread.len() {
                let symbol = self.unread[i];
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
        if self.arcs.is_empty() {
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
        for arc in self.arcs.iter().rev() {
            open[arc.from as usize] |= present[arc.symbol as usize] && open[arc.to as usize];
        }
        let mut walked = vec![false; self.n_nodes];
        walked[self.automaton.start()] = true;
        let mut blocked = vec![false; present.len()];
        for layer in self
            .arcs
            .chunk_by(|a, b| a.symbol / n_classes == b.symbol / n_classes)
        {
            for arc in layer {
                let symbol = arc.symbol as usize;
                if walked[arc.from as usize] && !present[symbol] && open[arc.to as usize] {
                    blocked[symbol] = !in_target_layer(arc.symbol);
                }
            }
            for arc in layer {
                let symbol = arc.symbol as usize;
                let refused = in_target_layer(arc.symbol) && !present[symbol];
                if walked[arc.from as usize] && !blocked[symbol] && !refused {
                    walked[arc.to as usize] = true;
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

impl Layers {
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
