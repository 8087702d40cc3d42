//! `all_different` at level value where the values are too many to be numbered: when a view is fixed its value leaves the others.
//! Time O(n) for every view that is fixed.

use gridwright_fd::{
    Atom, Past, Poster, Propagator, Pruned, Reason, Status, Store, Tag, Trailed, View,
};

/// Takes the values of fixed views from the others.
#[derive(Debug)]
pub(crate) struct Pairwise {
    views: Box<[View]>,
    except: Option<i32>,
    /// All views, the open ones first, and where each of them stands.
    order: Vec<u32>,
    stands: Vec<u32>,
    n_open: Trailed,
    fixed: Vec<u32>,
}

impl Pairwise {
    pub(crate) fn new(views: &[View], except: Option<i32>, out: &mut Poster<'_>) -> Pairwise {
        Pairwise {
            views: views.into(),
            except,
            order: (0..views.len() as u32).collect(),
            stands: (0..views.len() as u32).collect(),
            n_open: out.trailed(views.len() as i64),
            fixed: Vec::new(),
        }
    }
}

impl Propagator for Pairwise {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        self.fixed.clear();
        while let Some(place) = store.next_changed() {
            self.fixed.push(place as u32);
        }
        let mut n_open = store.get(self.n_open) as usize;
        while let Some(place) = self.fixed.pop() {
            let (stands, place) = (self.stands[place as usize] as usize, place as usize);
            let Some(value) = store.fixed(self.views[place]) else {
                continue;
            };
            if stands >= n_open {
                continue;
            }
            n_open -= 1;
            self.order.swap(stands, n_open);
            self.stands[self.order[stands] as usize] = stands as u32;
            self.stands[place] = n_open as u32;
            if self.except == Some(value) {
                continue;
            }
            for &other in &self.order[..n_open] {
                let view = self.views[other as usize];
                if store.remove(view, value, Tag(place as u32))? && store.is_fixed(view) {
                    self.fixed.push(other);
                }
            }
        }
        store.put(self.n_open, n_open as i64);
        Ok(if n_open == 0 {
            Status::Entailed
        } else {
            Status::Active
        })
    }

    fn explain(&mut self, _: Atom, tag: Tag, past: &Past<'_>, why: &mut Reason) {
        why.bounds(past, self.views[tag.0 as usize]);
    }
}
