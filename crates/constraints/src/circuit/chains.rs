//! The propagator of `circuit` at every level: successors are distinct, and chains of fixed successors do not close too early.

use crate::support::prelude::*;

use crate::circuit::Successors;
use crate::support::rule_tag::{tag, untag};

/// Which rule pruned.
mod rule {
    pub(super) const RANGE: u32 = 0;
    pub(super) const TAKEN: u32 = 1;
    pub(super) const CLOSES: u32 = 2;
    pub(super) const CLOSED: u32 = 3;
}

const NONE: u32 = u32::MAX;

/// Follows the fixed successors.
#[derive(Debug)]
pub(super) struct CircuitChains {
    successors: Successors,
    /// The fixed successor of each node.
    next: Vec<u32>,
    has_previous: Vec<bool>,
    passed: Vec<bool>,
}

impl CircuitChains {
    pub(super) fn new(successors: &Successors) -> CircuitChains {
        CircuitChains {
            successors: successors.clone(),
            next: Vec::new(),
            has_previous: Vec::new(),
            passed: Vec::new(),
        }
    }

    /// Removes the value of every fixed successor from the others, until no further one is fixed by that.
    fn remove_taken(&mut self, store: &mut Store) -> Pruned {
        while let Some(node) = store.next_changed() {
            let Some(value) = store.fixed(self.successors.views[node]) else {
                continue;
            };
            for (other, &view) in self.successors.views.iter().enumerate() {
                if other != node {
                    store.remove(view, value, tag(rule::TAKEN, node, 0))?;
                }
            }
        }
        Ok(())
    }

    /// Follows the chains of fixed successors; true if something was removed.
    fn follow(&mut self, store: &mut Store) -> Pruned<bool> {
        let successors = &self.successors;
        let n_nodes = successors.views.len();
        self.next.clear();
        self.has_previous.clear();
        self.has_previous.resize(n_nodes, false);
        self.passed.clear();
        self.passed.resize(n_nodes, false);
        let mut n_visited = 0;
        for (node, &view) in successors.views.iter().enumerate() {
            let next = store.fixed(view).and_then(|value| successors.node(value));
            self.next.push(next.map_or(NONE, |next| next as u32));
            if let Some(next) = next {
                self.has_previous[next] = true;
            }
            n_visited +=
                usize::from(!successors.partial || !store.contains(view, successors.value(node)));
        }
        let mut changed = false;
        for start in (0..n_nodes).filter(|&node| !self.has_previous[node]) {
            let mut end = start;
            let mut length = 1;
            self.passed[start] = true;
            while self.next[end] != NONE {
                end = self.next[end] as usize;
                self.passed[end] = true;
                length += 1;
            }
            if length < n_visited && (length > 1 || !successors.partial) {
                let tag = tag(rule::CLOSES, start, end);
                changed |= store.remove(successors.views[end], successors.value(start), tag)?;
            }
        }
        let partial = successors.partial;
        // Nodes that no chain passes lie on a closed circuit.
        for start in 0..n_nodes {
            if self.passed[start] || partial && self.next[start] as usize == start {
                continue;
            }
            let mut node = start;
            let mut length = 0;
            while !self.passed[node] {
                self.passed[node] = true;
                node = self.next[node] as usize;
                length += 1;
            }
            if !partial && length < n_nodes {
                return Err(store.fail(tag(rule::CLOSED, start, 0)));
            }
            if partial {
                changed |= self.leave_out_others(store, start)?;
            }
        }
        Ok(changed)
    }

    /// A closed circuit through `start` is the only one: all other nodes become their own successors.
    fn leave_out_others(&mut self, store: &mut Store, start: usize) -> Pruned<bool> {
        let mut on_it = std::mem::take(&mut self.has_previous);
        on_it.fill(false);
        let mut node = start;
        while !on_it[node] {
            on_it[node] = true;
            node = self.next[node] as usize;
        }
        let mut changed = false;
        for (node, &view) in self.successors.views.iter().enumerate() {
            if !on_it[node] {
                let tag = tag(rule::CLOSED, start, 0);
                changed |= store.fix(view, self.successors.value(node), tag)?;
            }
        }
        self.has_previous = on_it;
        Ok(changed)
    }

    /// Adds the fixed successors from `start` until `end`, or until back at `start`; marks the nodes as passed.
    fn explain_chain(&mut self, start: usize, end: usize, past: &PastStore<'_>, why: &mut Reason) {
        self.passed.clear();
        self.passed.resize(self.successors.views.len(), false);
        let mut node = start;
        loop {
            self.passed[node] = true;
            let view = self.successors.views[node];
            let Some(value) = past.fixed(view).filter(|_| node != end) else {
                return;
            };
            why.add(view.is(value));
            match self.successors.node(value) {
                Some(next) if !self.passed[next] => node = next,
                _ => return,
            }
        }
    }
}

impl Propagator for CircuitChains {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let n_nodes = self.successors.views.len();
        if n_nodes == 0 {
            return Ok(Status::Entailed);
        }
        for &view in &self.successors.views {
            store.set_min(view, self.successors.value(0), tag(rule::RANGE, 0, 0))?;
            store.set_max(
                view,
                self.successors.value(n_nodes - 1),
                tag(rule::RANGE, 0, 0),
            )?;
        }
        loop {
            self.remove_taken(store)?;
            if !self.follow(store)? {
                break;
            }
        }
        let done = self
            .successors
            .views
            .iter()
            .all(|&view| store.is_fixed(view));
        Ok(Status::entailed_if(done))
    }

    fn explain(&mut self, _: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        let (rule, from, to) = untag(tag);
        match rule {
            rule::RANGE => {}
            rule::TAKEN => why.bounds(past, self.successors.views[from]),
            rule::CLOSES => {
                self.explain_chain(from, to, past, why);
                if self.successors.partial {
                    let visited = |&(node, &view): &(usize, &View)| {
                        !self.passed[node] && !past.contains(view, self.successors.value(node))
                    };
                    let mut views = self.successors.views.iter().enumerate();
                    let (node, &view) = views.find(visited).expect("another node is visited");
                    why.absent(view, self.successors.value(node));
                }
            }
            _ => self.explain_chain(from, usize::MAX, past, why),
        }
    }
}
