//! The views that the constraints of a random model are built from.

use gridwright_fd::{Atom, Domain, Model, Op, View};

use crate::draws::Draws;

/// The most assignments of a random model.
const MAX_ASSIGNMENTS: u64 = 6_000;

/// The views of a random model.
#[derive(Debug)]
pub(super) struct Pool {
    ints: Vec<View>,
    bools: Vec<View>,
}

impl Pool {
    /// Adds random variables to a model.
    pub(super) fn new(model: &mut Model, draws: &mut Draws) -> Pool {
        let mut pool = Pool {
            ints: Vec::new(),
            bools: vec![View::constant(1)],
        };
        let mut assignments = 1;
        draws.repeat(1..=9, |draws| {
            let boolean = draws.one_in(2);
            let domain = if boolean {
                Domain::from(0..=1)
            } else {
                let values: Vec<i32> = (-2..=4).filter(|_| draws.all_but_one_in(3)).collect();
                Domain::from_values(if values.is_empty() { vec![0] } else { values })
            };
            if assignments * domain.size() > MAX_ASSIGNMENTS {
                return;
            }
            assignments *= domain.size();
            let name = format!("x{}", model.n_vars());
            let view = model.var(name, domain).expect("a domain").view();
            if boolean {
                pool.bools.push(if draws.one_in(4) {
                    view.complement()
                } else {
                    view
                });
            } else {
                pool.ints.push(match draws.below(8) {
                    7 => view.plus(draws.between(-2, 2)).expect("small numbers"),
                    6 => view
                        .times(*draws.pick(&[-1, 2, -2]))
                        .expect("small numbers"),
                    _ => view,
                });
            }
        });
        pool
    }

    /// A random view.
    pub(super) fn int(&self, draws: &mut Draws) -> View {
        let all = [&self.ints[..], &self.bools[..]].concat();
        *draws.pick(&all)
    }

    /// `n` random views, rarely with repeats.
    pub(super) fn ints(&self, n: usize, draws: &mut Draws) -> Vec<View> {
        some_of(&[&self.ints[..], &self.bools[..]].concat(), n, draws)
    }

    /// `n` random views over 0..1.
    pub(super) fn bools(&self, n: usize, draws: &mut Draws) -> Vec<View> {
        some_of(&self.bools, n, draws)
    }

    /// A random atom on some variable.
    pub(super) fn atom(&self, draws: &mut Draws) -> Atom {
        let op = *draws.pick(&[Op::Ge, Op::Le, Op::Eq, Op::Ne]);
        Atom::new(self.int(draws).var, op, draws.between(-1, 2))
    }
}

fn some_of(from: &[View], n: usize, draws: &mut Draws) -> Vec<View> {
    let mut order: Vec<View> = from.to_vec();
    draws.shuffle(&mut order);
    let mut some: Vec<View> = order.into_iter().cycle().take(n).collect();
    if n > 1 && draws.one_in(12) {
        some[0] = some[1];
    }
    some
}
