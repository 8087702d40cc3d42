//! The CNF encoding of automata of two symbols whose transitions stay or lead to the next state. A literal says that the state after some views is at
//! least a number, as in the order encoding of integers.

use super::automaton::Automaton;
use crate::support::prelude::*;

/// Whether an automaton has this encoding.
pub(super) fn has_cnf_encoding(automaton: &Automaton) -> bool {
    let is_ladder = |from: usize| {
        let mut next = (0..2).filter_map(|class| automaton.next(from, class));
        let takes_others = automaton.next(from, 2).is_some();
        next.all(|to| to == from || to == from + 1) && !takes_others
    };
    automaton.symbols().len() == 2 && (0..automaton.n_states()).all(is_ladder)
}

/// The states after each number of views, and their literals.
struct Layers {
    /// Whether a state is on an accepting path.
    alive: Vec<Vec<bool>>,
    /// For each number, whether the state is at least that.
    at_least: Vec<Vec<Literal>>,
}

impl Layers {
    /// The literals that say that a state is not taken: a clause with them holds in all other states.
    fn is_not(&self, layer: usize, state: usize) -> [Literal; 2] {
        let at_least = &self.at_least[layer];
        [!at_least[state], at_least[state + 1]]
    }
}

/// Adds clauses that the views form a word that the automaton accepts.
pub(super) fn encode(views: &[View], automaton: &Automaton, out: &mut CnfEncoder) {
    let symbols: Vec<[Literal; 2]> = views
        .iter()
        .map(|&view| symbol_literals(view, automaton, out))
        .collect();
    let Some(layers) = layers(&symbols, automaton, out) else {
        return out.add_clause(&[Literal::FALSE]);
    };
    let n_states = automaton.n_states();
    for (layer, symbols) in symbols.iter().enumerate() {
        let (now, next) = (&layers.at_least[layer], &layers.at_least[layer + 1]);
        for state in 0..n_states {
            // The state never falls, and rises by one at most.
            out.add_clause(&[!now[state], next[state]]);
            out.add_clause(&[!next[state + 1], now[state]]);
            if !layers.alive[layer][state] {
                continue;
            }
            let [one, other] = layers.is_not(layer, state);
            for (class, &symbol) in symbols.iter().enumerate() {
                let to = automaton.next(state, class);
                match to.filter(|&to| layers.alive[layer + 1][to]) {
                    None => out.add_clause(&[one, other, !symbol]),
                    Some(to) if to == state => {
                        out.add_clause(&[one, other, !symbol, !next[state + 1]]);
                    }
                    Some(_) => out.add_clause(&[one, other, !symbol, next[state + 1]]),
                }
            }
        }
        for (class, &symbol) in symbols.iter().enumerate() {
            let mut steps =
                (0..n_states).filter_map(|from| Some((from, automaton.next(from, class)?)));
            // A symbol that always leads to the next state does so whatever the state is.
            if steps.all(|(from, to)| to == from + 1) {
                for state in 0..n_states {
                    out.add_clause(&[!symbol, !now[state], next[state + 1]]);
                }
            }
        }
    }
}

/// The literals of the two symbols in a view; excludes its other values.
fn symbol_literals(view: View, automaton: &Automaton, out: &mut CnfEncoder) -> [Literal; 2] {
    let values: Vec<(i32, Literal)> = out.values(view).collect();
    let mut literals = [Literal::FALSE; 2];
    for (value, literal) in values {
        match automaton.symbols().binary_search(&value) {
            Ok(class) => literals[class] = literal,
            Err(_) => out.add_clause(&[!literal]),
        }
    }
    literals
}

/// The states on accepting paths and literals for them; `None` if there is no accepting path.
fn layers(symbols: &[[Literal; 2]], automaton: &Automaton, out: &mut CnfEncoder) -> Option<Layers> {
    let n_states = automaton.n_states();
    let mut alive = vec![vec![false; n_states]; symbols.len() + 1];
    *alive[0].get_mut(automaton.start())? = true;
    let steps = |layer: usize, from: usize| {
        let classes = symbols[layer].into_iter().enumerate();
        let possible = classes.filter(|(_, literal)| *literal != Literal::FALSE);
        possible.filter_map(move |(class, _)| automaton.next(from, class))
    };
    for layer in 0..symbols.len() {
        for from in 0..n_states {
            if alive[layer][from] {
                for to in steps(layer, from) {
                    alive[layer + 1][to] = true;
                }
            }
        }
    }
    for (state, alive) in alive[symbols.len()].iter_mut().enumerate() {
        *alive &= automaton.is_accepting(state);
    }
    for layer in (0..symbols.len()).rev() {
        for from in 0..n_states {
            let goes_on = steps(layer, from).any(|to| alive[layer + 1][to]);
            alive[layer][from] &= goes_on;
        }
    }
    let mut at_least = Vec::new();
    for alive in &alive {
        let min = alive.iter().position(|alive| *alive)?;
        let max = alive.iter().rposition(|alive| *alive)?;
        let literals = (0..=n_states).map(|bound| match bound {
            _ if bound <= min => Literal::TRUE,
            _ if bound > max => Literal::FALSE,
            _ => out.add_literal(false),
        });
        let literals: Vec<Literal> = literals.collect();
        for state in 0..n_states {
            out.add_clause(&[!literals[state + 1], literals[state]]);
            if !alive[state] && (min..=max).contains(&state) {
                out.add_clause(&[!literals[state], literals[state + 1]]);
            }
        }
        at_least.push(literals);
    }
    Some(Layers { alive, at_least })
}
