//! Activities of values and variables in recent conflicts: the decision heuristic of free search.

use gridwright_control::ActivityHeap;

use crate::learning::phases::Phases;
use crate::store::Store;
use crate::vars::{Atom, Var};

/// A heap of items to decide by activity (VSIDS: Moskewicz et al. 2001, Chaff). If the domain of a variable is one word
/// with more than `MAX_WHOLE_DOMAIN` values, each value is an item, since conflicts involve single values. Otherwise the
/// variable is one item, and gets its saved phase. Once a model with an objective has a solution, variables get their values
/// in the best one as long as they can.
#[derive(Clone, Debug, Default)]
pub(crate) struct Activity {
    heap: ActivityHeap,
    /// The variable of each item, and its value if it has one.
    items: Vec<(Var, Option<i32>)>,
    /// By variable: its first item, the value of that item, and the number of its items.
    first: Vec<(u32, i32, u32)>,
    pub(crate) phases: Phases,
    /// Items removed from the heap, and their level.
    taken: Vec<(u32, u32)>,
}

/// A variable with at most this many values is one item.
const MAX_WHOLE_DOMAIN: u32 = 3;

impl Activity {
    /// Activities for the variables of a store without internal ones; [`Var::ZERO`] is never decided.
    pub(crate) fn new(store: &Store) -> Activity {
        let n_vars = store.n_vars();
        let mut activity = Activity {
            phases: Phases::new(n_vars),
            ..Activity::default()
        };
        for var in (0..n_vars).map(Var::at) {
            let begin = activity.items.len() as u32;
            match store.bits(var.view()) {
                Some((base, bits)) if bits.count_ones() > MAX_WHOLE_DOMAIN => {
                    let width = 64 - bits.leading_zeros();
                    activity.first.push((begin, base, width));
                    for i in 0..width {
                        activity.items.push((var, Some(base + i as i32)));
                    }
                }
                _ => {
                    activity.first.push((begin, 0, 1));
                    activity.items.push((var, None));
                }
            }
        }
        for item in 0..activity.items.len() {
            activity.heap.add_item();
            // Item 0 is the constant `Var::ZERO`.
            if item > 0 {
                activity.heap.insert(item);
            }
        }
        activity
    }

    /// The item of an atom; for a bound, the item of the bound's value.
    fn item(&self, atom: Atom) -> Option<u32> {
        let &(first, base, n) = self.first.get(atom.var().index())?;
        if n == 1 {
            return Some(first);
        }
        Some(first + ((atom.value() - base).clamp(0, n as i32 - 1)) as u32)
    }

    /// Bumps the item of an atom that took part in a conflict.
    pub(crate) fn used(&mut self, atom: Atom) {
        if let Some(item) = self.item(atom) {
            self.heap.bump(item as usize);
        }
    }

    /// Decays all activities.
    pub(crate) fn decay(&mut self) {
        self.heap.decay(0.95);
    }

    /// Puts the items back that were taken at higher levels.
    pub(crate) fn back_to(&mut self, level: usize) {
        while let Some(&(item, at)) = self.taken.last()
            && at as usize > level
        {
            self.taken.pop();
            self.heap.insert(item as usize);
        }
    }

    /// The next decision, about the most active undecided item; `None` if all variables are fixed.
    pub(crate) fn next(&mut self, store: &Store) -> Option<Atom> {
        let depth = store.depth() as u32;
        while let Some(top) = self.heap.pop() {
            let (var, value) = self.items[top];
            let view = var.view();
            let open =
                !store.is_fixed(view) && value.is_none_or(|value| store.contains(view, value));
            if !open {
                self.taken.push((top as u32, depth));
                continue;
            }
            self.taken.push((top as u32, depth + 1));
            if let Some(value) = value {
                let value = self.phases.in_solution(store, var).unwrap_or(value);
                return Some(Atom::eq(var, value));
            }
            let (min, max) = (store.min(view), store.max(view));
            let phase = self.phases.saved(store, var);
            let few = store.size(view) <= MAX_WHOLE_DOMAIN;
            return Some(match phase {
                Some(value) => Atom::eq(var, value),
                None if few && self.phases.from_above => Atom::eq(var, max),
                None if store.size(view) <= 1000 => Atom::eq(var, min),
                None => {
                    // Bisection does not fix the variable, so it stays in the heap.
                    self.heap.insert(top);
                    let middle = (i64::from(min) + i64::from(max)).div_euclid(2);
                    Atom::le(var, middle as i32)
                }
            });
        }
        None
    }
}
