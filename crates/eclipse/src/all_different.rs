//! `ic_global:alldifferent`: finds a Hall set among certain prefixes of its variables, and splits itself there
//! permanently.
//!
//! Variables are processed by their maximum; those up to it, ordered by descending minimum, are added one by one, and
//! if the union of their domains is no larger than their number they form a Hall set. That is between bounds and
//! domain consistency, and the result depends on the order in which goals run.

use std::rc::Rc;

use crate::store::{Bits, Conflict, Goal, On, Pruned, Store, Var, max_value, min_value, range};

/// A variable with its domain when the search for a Hall set begins.
#[derive(Clone, Copy, Debug)]
struct Item {
    max: i32,
    min: i32,
    bits: Bits,
    var: Var,
}

/// The first Hall set that is found.
struct Hall {
    /// Its variables.
    inside: Vec<Var>,
    /// The other variables, in the order of the next round.
    rest: Vec<Var>,
    /// The values of its variables.
    values: Bits,
}

/// Runs on a list. While posting, woken goals run at once; later, only when this goal has ended.
pub(crate) fn run(store: &mut Store, mut list: Vec<Var>, is_posting: bool) -> Pruned {
    loop {
        match list[..] {
            [] | [_] => return Ok(()),
            [x, y] => return store.not_equal(x, y),
            _ => {}
        }
        let Some(hall) = hall(store, &list)?.filter(|hall| !hall.rest.is_empty()) else {
            suspend(store, list);
            return Ok(());
        };
        let open = hall.inside.iter().copied();
        let open: Vec<Var> = open.filter(|&var| !store.is_fixed(var)).collect();
        if !open.is_empty() {
            suspend(store, open);
        }
        for &var in &hall.rest {
            for value in min_value(hall.values)..=max_value(hall.values) {
                if hall.values & range(value, value) != 0 {
                    store.exclude(var, value)?;
                }
            }
        }
        if is_posting {
            store.run_woken()?;
        }
        list = hall.rest;
    }
}

fn suspend(store: &mut Store, list: Vec<Var>) {
    let list: Rc<[Var]> = list.into();
    let waits: Vec<(Var, On)> = list
        .iter()
        .flat_map(|&var| On::ANY.map(|on| (var, on)))
        .collect();
    store.suspend(Goal::Hall(list), 4, waits);
}

/// Finds the first Hall set.
fn hall(store: &Store, list: &[Var]) -> Result<Option<Hall>, Conflict> {
    let item = |&var: &Var| Item {
        max: store.max(var),
        min: store.min(var),
        bits: store.bits(var),
        var,
    };
    let mut items: Vec<Item> = list.iter().map(item).collect();
    items.sort_by_key(|item| (item.max, -item.min, item.bits.count_ones()));
    let mut inside: Vec<Item> = Vec::with_capacity(items.len());
    let mut at = 0;
    while at < items.len() {
        let max = items[at].max;
        let end = items.partition_point(|item| item.max <= max);
        inside.extend(&items[at..end]);
        // A stable sort merges two ordered lists, the older first on ties.
        inside.sort_by_key(|item| -item.min);
        let mut values: Bits = 0;
        for (n, item) in (1..).zip(&inside) {
            values |= item.bits;
            let size = values.count_ones();
            if size < n {
                return Err(Conflict);
            }
            if size == n {
                let var = |item: &Item| item.var;
                let (hall, after) = inside.split_at(n as usize);
                return Ok(Some(Hall {
                    inside: hall.iter().map(var).collect(),
                    rest: after.iter().chain(&items[end..]).map(var).collect(),
                    values,
                }));
            }
            if size as usize > inside.len() {
                break;
            }
        }
        at = end;
    }
    Ok(None)
}
