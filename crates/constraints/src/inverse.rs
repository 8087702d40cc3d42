//! `f[i] = first + j` exactly when `g[j] = first + i`: `f` and `g` are permutations, each the inverse of the other.
//!
//! All levels channel every value in both directions: `f[i]` can be `j` exactly when `g[j]` can be `i`, and a fixed view fixes
//! its partner. `domain` adds `all_different` on `f`, which makes both sides domain consistent: the possible pairs are the same
//! on both sides, and so are the matchings. Time O(n) for every view that changed, besides `all_different`.

use gridwright_fd::{
    Atom, Consistency, Constraint, Cost, MAX_VALUE, MIN_VALUE, Model, ModelError, On, PastStore,
    Poster, Propagator, Pruned, Reason, Status, Store, Tag, Var, View, Wake,
};
use gridwright_term::Term;

use crate::all_different;
use crate::support::terms::views_term;
use crate::support::views::IntoViews;

/// Two permutations, each the inverse of the other; made by [`inverse`] and [`inverse_from`].
#[derive(Clone, Debug)]
pub struct Inverse {
    f: Box<[View]>,
    g: Box<[View]>,
    first: i32,
}

/// `f[i] = j` exactly when `g[j] = i`, with indices from 0.
pub fn inverse(f: impl IntoViews, g: impl IntoViews) -> Inverse {
    inverse_from(f, g, 0)
}

/// `f[i] = j` exactly when `g[j] = i`, with indices from `first`.
pub fn inverse_from(f: impl IntoViews, g: impl IntoViews, first: i32) -> Inverse {
    Inverse {
        f: f.into_views(),
        g: g.into_views(),
        first,
    }
}

impl Constraint for Inverse {
    fn name(&self) -> &'static str {
        "inverse"
    }

    fn term(&self, name: &dyn Fn(Var) -> Term) -> Term {
        Term::compound(
            "inverse",
            [
                views_term(&self.f, name),
                views_term(&self.g, name),
                Term::from(self.first),
            ],
        )
    }

    fn scope(&self) -> Vec<Var> {
        self.f.iter().chain(&self.g).map(|view| view.var).collect()
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let place = |view: &View| i64::from(view.of(at(view.var))) - i64::from(self.first);
        let undoes = |f: &[View], g: &[View]| {
            f.iter().zip(0..).all(|(view, i)| {
                let partner = usize::try_from(place(view)).ok().and_then(|j| g.get(j));
                partner.is_some_and(|partner| place(partner) == i)
            })
        };
        undoes(&self.f, &self.g) && undoes(&self.g, &self.f)
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        if self.f.len() != self.g.len() {
            return Err(ModelError::InvalidArguments {
                by: self.name().to_owned(),
                what: format!("{} views against {}", self.f.len(), self.g.len()),
            });
        }
        let end = i64::from(self.first) + self.f.len() as i64;
        if self.first < MIN_VALUE || end > i64::from(MAX_VALUE) {
            return Err(ModelError::TooWide {
                by: self.name().to_owned(),
                what: format!("places {}..{end}", self.first),
            });
        }
        model.check_views(self.name(), &self.f)?;
        model.check_views(self.name(), &self.g)
    }

    fn post(&self, out: &mut Poster<'_>) {
        if self.f.is_empty() {
            return;
        }
        let views: Box<[View]> = self.f.iter().chain(&self.g).copied().collect();
        let wakes: Vec<Wake> = views
            .iter()
            .enumerate()
            .map(|(place, &view)| Wake::on(view, On::Domain).slot(place))
            .collect();
        let mirror = Mirror {
            n: self.f.len(),
            views,
            first: self.first,
            changed: Vec::new(),
        };
        out.add(Cost::Linear, mirror, wakes);
        if out.consistency() == Consistency::Domain {
            all_different::post(&self.f, None, out);
        }
    }
}

/// Keeps the possible pairs the same on both sides.
#[derive(Debug)]
struct Mirror {
    /// `f`, then `g`.
    views: Box<[View]>,
    n: usize,
    first: i32,
    /// Indices still to be processed; kept to reuse the allocation.
    changed: Vec<u32>,
}

/// A tag is the index of the view that lost a value, or this plus the index of a view that was fixed.
const FIXED: u32 = 1 << 30;

impl Mirror {
    /// The partner of the view at `place` if that takes `value`, and the value the partner must take; `None` if `value` is not an
    /// index.
    fn partner(&self, place: usize, value: i32) -> Option<(usize, i32)> {
        let other = usize::try_from(i64::from(value) - i64::from(self.first)).ok()?;
        let (base, i) = if place < self.n {
            (self.n, place)
        } else {
            (0, place - self.n)
        };
        (other < self.n).then_some((base + other, self.first + i as i32))
    }

    /// Makes the partners of one view agree with it.
    fn mirror(&mut self, store: &mut Store, place: usize) -> Pruned {
        let view = self.views[place];
        for other in 0..self.n as i32 {
            let value = self.first + other;
            let (partner, mirrored) = self.partner(place, value).expect("a place");
            let there = store.contains(self.views[partner], mirrored);
            if there && !store.contains(view, value) {
                store.remove(self.views[partner], mirrored, Tag(partner as u32))?;
                self.changed.push(partner as u32);
            }
        }
        if let Some(value) = store.fixed(view) {
            let (partner, mirrored) = self.partner(place, value).expect("confined at the start");
            if !store.contains(self.views[partner], mirrored) {
                store.remove(view, value, Tag(place as u32))?;
            } else if store.fix(self.views[partner], mirrored, Tag(FIXED + partner as u32))? {
                self.changed.push(partner as u32);
            }
        }
        Ok(())
    }
}

impl Propagator for Mirror {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        self.changed.clear();
        let last = self.first + (self.n as i32 - 1);
        while let Some(place) = store.next_changed() {
            let (view, tag) = (self.views[place], Tag(place as u32));
            store.set_min(view, self.first, tag)?;
            store.set_max(view, last, tag)?;
            self.changed.push(place as u32);
        }
        let before = store.prunings();
        while let Some(place) = self.changed.pop() {
            self.mirror(store, place as usize)?;
        }
        // If a variable occurs twice, views already processed may have changed; their slots are marked again.
        Ok(Status::rerun_if(store.prunings() != before))
    }

    fn explain(&mut self, needed: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        let place = (tag.0 & !FIXED) as usize;
        let value = self.views[place].of(needed.value());
        let Some((partner, mirrored)) = self.partner(place, value) else {
            return;
        };
        if tag.0 & FIXED != 0 {
            why.add(self.views[partner].is(mirrored));
        } else if matches!(needed.op(), gridwright_fd::Op::Ne)
            && !past.contains(self.views[partner], mirrored)
        {
            why.absent(self.views[partner], mirrored);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright_fd::Kernel;
    use gridwright_testing::laws::{Laws, Strength};
    use gridwright_testing::search::setup;

    #[test]
    fn laws() {
        Laws::new("inverse", |x, draws| {
            let (f, g) = x.split_at(x.len() / 2);
            let g = &g[..f.len()];
            Some(inverse_from(
                f.iter().copied(),
                g.iter().copied(),
                draws.between(-1, 1),
            ))
        })
        .arity(0..=6)
        .values(-1..=3)
        .rounds(40)
        .claims(Consistency::Value, Strength::Forward)
        .claims(Consistency::Domain, Strength::Domain)
        .check();
    }

    #[test]
    fn laws_of_its_own_inverse() {
        Laws::new("inverse", |x, _| {
            Some(inverse(x.iter().copied(), x.iter().copied()))
        })
        .arity(1..=4)
        .values(-1..=3)
        .rounds(40)
        .check();
    }

    #[test]
    fn sides_of_different_length_are_rejected() {
        let mut model = Model::new();
        let x = model.vars(["a", "b", "c"], 0..=2).expect("a domain");
        let error = model.post(inverse(&x[..1], &x[1..])).unwrap_err();
        assert_eq!(error.to_string(), "inverse: 1 views against 2");
    }

    #[test]
    fn a_hall_set_on_either_side_prunes_at_domain_consistency() {
        let mut model = Model::new();
        let f = model
            .vars(["f1", "f2", "f3", "f4"], 1..=4)
            .expect("a domain");
        let g = model.vars(["g1", "g2"], 1..=2).expect("a domain");
        let h = model.vars(["g3", "g4"], 1..=4).expect("a domain");
        let g: Vec<Var> = g.into_iter().chain(h).collect();
        model.post(inverse_from(&f, &g, 1)).expect("fits");
        let mut kernel = Kernel::new(&model, &setup(Consistency::Domain, true));
        assert!(kernel.propagate().is_ok());
        let values = |var: Var| kernel.store().values(var.view()).collect::<Vec<_>>();
        assert_eq!(values(f[0]), [1, 2]);
        assert_eq!(values(f[2]), [3, 4]);
        assert_eq!(values(g[3]), [3, 4]);
    }
}
