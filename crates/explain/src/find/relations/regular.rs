//! Words of an automaton: one literal of every list is true, and their symbols form a word that it accepts. Domain consistent, by reachability in the graph of all accepted words.

use std::collections::HashMap;

use gridwright_constraints::Automaton;

use crate::find::literal::{Literal, View};

/// The accepted words as a graph in layers: the paths from the only node of the first layer to the only node of the last are the words.
#[derive(Debug)]
pub(crate) struct Words {
    /// Per position: for every node, the next node by option, `NONE` if no word goes on so.
    next: Vec<Vec<u32>>,
    /// Per position and at the end: the number of nodes.
    n_nodes: Vec<usize>,
}

const NONE: u32 = u32::MAX;

impl Words {
    /// The words of an automaton with one of the symbols of each list at each position.
    pub(crate) fn new(automaton: &Automaton, symbols: &[Vec<i32>]) -> Words {
        // The states reached before each position, and their steps.
        let mut states: Vec<Vec<usize>> = vec![vec![automaton.start()]];
        let mut steps: Vec<Vec<Option<usize>>> = Vec::new();
        for symbols in symbols {
            let mut number: HashMap<usize, usize> = HashMap::new();
            let mut reached = Vec::new();
            let mut next = Vec::new();
            for &state in &states[states.len() - 1] {
                for &symbol in symbols {
                    next.push(automaton.step(state, symbol).map(|to| {
                        *number.entry(to).or_insert_with(|| {
                            reached.push(to);
                            reached.len() - 1
                        })
                    }));
                }
            }
            states.push(reached);
            steps.push(next);
        }
        // Backwards, the nodes from which a word can be completed are numbered; all accepting states are one.
        let n = symbols.len();
        let accepts = |&state: &usize| automaton.is_accepting(state).then_some(0);
        let mut numbers: Vec<Option<u32>> = states[n].iter().map(accepts).collect();
        let mut words = Words {
            next: vec![Vec::new(); n],
            n_nodes: vec![1; n + 1],
        };
        for at in (0..n).rev() {
            let mut new_numbers = Vec::with_capacity(states[at].len());
            let mut n_nodes = 0;
            // A position without options has no word.
            for node in 0..states[at].len() {
                let options = &steps[at][node * symbols[at].len()..(node + 1) * symbols[at].len()];
                let next = options
                    .iter()
                    .map(|to| to.and_then(|to| numbers[to]).unwrap_or(NONE));
                let next: Vec<u32> = next.collect();
                let is_alive = next.iter().any(|&to| to != NONE);
                new_numbers.push(is_alive.then_some(n_nodes));
                if is_alive {
                    n_nodes += 1;
                    words.next[at].extend(next);
                }
            }
            words.n_nodes[at] = n_nodes as usize;
            numbers = new_numbers;
        }
        words
    }

    /// Whether there is no word at all.
    fn is_empty(&self) -> bool {
        self.n_nodes.contains(&0)
    }

    /// The next node of every option of a node.
    fn options(&self, at: usize, node: usize, n_options: usize) -> &[u32] {
        &self.next[at][node * n_options..(node + 1) * n_options]
    }
}

/// Per option of a list, whether it is possible; `None` if two are true.
fn possible(list: &[Literal], view: View<'_>) -> Option<Vec<bool>> {
    match list
        .iter()
        .filter(|literal| view.is_true(**literal))
        .count()
    {
        0 => Some(
            list.iter()
                .map(|&literal| !view.is_false(literal))
                .collect(),
        ),
        1 => Some(list.iter().map(|&literal| view.is_true(literal)).collect()),
        _ => None,
    }
}

/// Whether a word is possible; collects what every possible word has in common.
pub(crate) fn propagate(
    of: &[Vec<Literal>],
    words: &Words,
    view: View<'_>,
    forced: &mut Vec<Literal>,
) -> bool {
    let possible: Option<Vec<Vec<bool>>> = of.iter().map(|list| possible(list, view)).collect();
    let Some(possible) = possible.filter(|_| !words.is_empty()) else {
        return false;
    };
    let mut reached: Vec<Vec<bool>> = vec![vec![true]];
    for (at, possible) in possible.iter().enumerate() {
        let mut next = vec![false; words.n_nodes[at + 1]];
        for node in (0..words.n_nodes[at]).filter(|&node| reached[at][node]) {
            let options = words.options(at, node, possible.len());
            for (&to, _) in options.iter().zip(possible).filter(|(_, may)| **may) {
                if to != NONE {
                    next[to as usize] = true;
                }
            }
        }
        reached.push(next);
    }
    if !reached[of.len()][0] {
        return false;
    }
    let mut alive = vec![true];
    for (at, list) in of.iter().enumerate().rev() {
        let mut alive_here = vec![false; words.n_nodes[at]];
        let mut is_left = vec![false; list.len()];
        for node in (0..words.n_nodes[at]).filter(|&node| reached[at][node]) {
            let options = words.options(at, node, list.len()).iter().enumerate();
            for (option, &to) in options.filter(|(option, _)| possible[at][*option]) {
                if to != NONE && alive[to as usize] {
                    alive_here[node] = true;
                    is_left[option] = true;
                }
            }
        }
        alive = alive_here;
        let is_only = is_left.iter().filter(|is_left| **is_left).count() == 1;
        for (&literal, is_left) in list.iter().zip(is_left) {
            if view.is_open(literal) {
                match is_left {
                    false => forced.push(literal.opposite()),
                    true if is_only => forced.push(literal),
                    true => {}
                }
            }
        }
    }
    true
}

/// The reason why a literal is forced, or why no word is possible: literals that exclude options. Of all options that are excluded, those count that lead from a node
/// that other options reach to one from which the end can be reached.
pub(crate) fn reason(
    of: &[Vec<Literal>],
    words: &Words,
    view: View<'_>,
    forced: Option<Literal>,
) -> Vec<Literal> {
    let assumed = forced.map(Literal::opposite);
    if words.is_empty() {
        return Vec::new();
    }
    for list in of {
        let trues = list.iter().copied().filter(|&one| view.is_true(one));
        let trues: Vec<Literal> = trues.collect();
        match (assumed.filter(|one| list.contains(one)), &trues[..]) {
            // Two options at one position; one of them may be the assumption.
            (Some(assumed), [other, ..]) if *other != assumed => return vec![*other],
            (None, [one, other, ..]) => return vec![*one, *other],
            _ => {}
        }
    }
    // Per position and option: whether it is excluded, and by what unless by the assumption.
    let exclusion = |list: &[Literal], option: Literal| -> (bool, Option<Literal>) {
        let is_assumed_away = assumed == Some(option.opposite())
            || assumed.is_some_and(|one| one != option && list.contains(&one));
        if is_assumed_away {
            return (true, None);
        }
        let mut others = list.iter().copied();
        let by = match others.find(|&other| other != option && view.is_true(other)) {
            Some(other) => Some(other),
            None => view.is_false(option).then(|| option.opposite()),
        };
        (by.is_some(), by)
    };
    let excluded: Vec<Vec<(bool, Option<Literal>)>> = of
        .iter()
        .map(|list| list.iter().map(|&option| exclusion(list, option)).collect())
        .collect();
    // The nodes from which the end can be reached.
    let mut ends: Vec<Vec<bool>> = vec![vec![true]; of.len() + 1];
    for at in (0..of.len()).rev() {
        let leads = |node: usize| {
            let options = words.options(at, node, of[at].len()).iter();
            let mut options = options.zip(&excluded[at]).filter(|(_, (out, _))| !out);
            options.any(|(&to, _)| to != NONE && ends[at + 1][to as usize])
        };
        ends[at] = (0..words.n_nodes[at]).map(leads).collect();
    }
    let mut why = Vec::new();
    let mut reached = vec![true];
    for at in 0..of.len() {
        let n_options = of[at].len();
        let nodes = || (0..words.n_nodes[at]).filter(|&node| reached[node]);
        let mut next = vec![false; words.n_nodes[at + 1]];
        for (option, (_, by)) in excluded[at].iter().enumerate() {
            let to = nodes().map(|node| words.options(at, node, n_options)[option]);
            let to: Vec<usize> = to.filter(|&to| to != NONE).map(|to| to as usize).collect();
            match to.iter().any(|&to| ends[at + 1][to]) {
                true => why.extend(*by),
                false => to.into_iter().for_each(|to| next[to] = true),
            }
        }
        reached = next;
    }
    why.sort_unstable();
    why.dedup();
    why
}
