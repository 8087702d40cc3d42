//! `sum != constant`: acts when one variable is open.

use gridwright_fd::{
    Atom, Cost, On, Past, Poster, Propagator, Pruned, Reason, Status, Store, Tag, Var, Wake,
};

/// `sum != constant`. Two open terms are remembered: while both are open nothing can happen.
#[derive(Debug)]
pub(super) struct Unbalanced {
    terms: Vec<(i64, Var)>,
    constant: i64,
    /// Places that were open when last looked at; a hint that is checked on use, so going back does not hurt it.
    open: [usize; 2],
}

impl Unbalanced {
    pub(super) fn new(terms: &[(i64, Var)], constant: i64) -> Unbalanced {
        Unbalanced {
            terms: terms.to_vec(),
            constant,
            open: [0, terms.len().saturating_sub(1)],
        }
    }

    pub(super) fn post(self, out: &mut Poster<'_>) {
        let wakes: Vec<Wake> = self
            .terms
            .iter()
            .map(|term| Wake::on(term.1.view(), On::Fix))
            .collect();
        let cost = if self.terms.len() <= 2 {
            Cost::Binary
        } else {
            Cost::Linear
        };
        out.add(cost, self, wakes);
    }
}

impl Propagator for Unbalanced {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let is_open = |place: usize| !store.is_fixed(self.terms[place].1.view());
        if self.terms.len() > 1 && is_open(self.open[0]) && is_open(self.open[1]) {
            return Ok(Status::Active);
        }
        let mut rest = self.constant;
        let mut open = None;
        for (i, &(a, x)) in self.terms.iter().enumerate() {
            match (store.fixed(x.view()), open) {
                (Some(value), _) => rest -= a * i64::from(value),
                (None, None) => open = Some(i),
                (None, Some(first)) => {
                    self.open = [first, i];
                    return Ok(Status::Active);
                }
            }
        }
        match open {
            None if rest == 0 => Err(store.fail(Tag(0))),
            None => Ok(Status::Entailed),
            Some(i) => {
                let (a, x) = self.terms[i];
                if rest % a == 0
                    && let Ok(value) = i32::try_from(rest / a)
                {
                    store.remove(x.view(), value, Tag(0))?;
                }
                Ok(Status::Entailed)
            }
        }
    }

    fn explain(&mut self, needed: Atom, _: Tag, past: &Past<'_>, why: &mut Reason) {
        for &(_, x) in &self.terms {
            if needed == Atom::FALSE || x != needed.var() {
                why.bounds(past, x.view());
            }
        }
    }
}
