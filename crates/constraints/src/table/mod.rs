//! `(x_1, ..., x_n)` is one of the rows, or none of them: allowed and forbidden tuples.
//!
//! All levels: domain consistency, also with repeated variables and scaled views, because rows are first rewritten over the
//! distinct variables. Allowed rows may be short: `None` stands for any value. Allowed rows: Compact-Table (Demeulenaere et al.
//! 2016, Compact-Table: Efficiently Filtering Table Constraints with Reversible Sparse Bit-Sets). Short rows and forbidden rows:
//! Verhaeghe, Lecoutre and Schaus 2017, Extending Compact-Table to Negative and Short Tables. Time is linear in rows / 64 for
//! every value checked. Allowed pairs of small domains: bits per value, without state.
//! Limitation: unlisted values are removed one by one only from domains of up to 65536 values; from larger ones only at the
//! bounds and when the view is fixed.

mod compact;
mod negative;
mod pairs;
mod rows;

use std::sync::Arc;

use crate::support::errors::invalid;
use crate::support::prelude::*;
use crate::support::terms::{Name, call};
use crate::support::views::{IntoViews, vars, wake_slots};
use compact::CompactTable;
use negative::NegativeTable;
use pairs::PairTable;
use rows::Rows;

/// The views take one of the rows, or none of them; made by [`table`], [`short_table`] and [`negative_table`].
#[derive(Clone, Debug)]
pub struct Table {
    views: Vec<View>,
    rows: Arc<[Vec<Option<i32>>]>,
    allowed: bool,
}

/// The views take the values of one of the rows.
pub fn table(
    views: impl IntoViews,
    rows: impl IntoIterator<Item = impl IntoIterator<Item = i32>>,
) -> Table {
    let rows = rows
        .into_iter()
        .map(|row| row.into_iter().map(Some).collect::<Vec<_>>());
    short_table(views, rows)
}

/// The views take the values of one of the rows, where `None` stands for any value.
pub fn short_table(
    views: impl IntoViews,
    rows: impl IntoIterator<Item = impl IntoIterator<Item = Option<i32>>>,
) -> Table {
    Table {
        views: views.into_views(),
        rows: rows
            .into_iter()
            .map(|row| row.into_iter().collect())
            .collect(),
        allowed: true,
    }
}

/// The views take the values of none of the rows.
pub fn negative_table(
    views: impl IntoViews,
    rows: impl IntoIterator<Item = impl IntoIterator<Item = i32>>,
) -> Table {
    Table {
        allowed: false,
        ..table(views, rows)
    }
}

impl Table {
    /// A table with the same rows over other views; the rows are shared, not copied.
    #[must_use]
    pub fn over(&self, views: impl IntoViews) -> Table {
        Table {
            views: views.into_views(),
            rows: Arc::clone(&self.rows),
            allowed: self.allowed,
        }
    }

    fn is_short(&self) -> bool {
        self.rows.iter().flatten().any(Option::is_none)
    }

    /// The distinct variables, and the rows over them that the domains allow, without duplicates.
    fn over_variables(&self, store: &Store) -> (Vec<Var>, Vec<Vec<Option<i32>>>) {
        let mut vars: Vec<Var> = vars(&self.views);
        vars.sort_unstable();
        vars.dedup();
        vars.retain(|&var| var != Var::ZERO);
        let column: Vec<Option<usize>> = self
            .views
            .iter()
            .map(|view| vars.binary_search(&view.var).ok())
            .collect();
        let rewritten = |row: &Vec<Option<i32>>| {
            let mut values: Vec<Option<i32>> = vec![None; vars.len()];
            for (i, &view) in self.views.iter().enumerate() {
                let Some(seen) = row[i] else { continue };
                let value = view.solve(seen)?;
                if !store.contains(View::from(view.var), value) {
                    return None;
                }
                if let Some(index) = column[i] {
                    if values[index].is_some_and(|other| other != value) {
                        return None;
                    }
                    values[index] = Some(value);
                }
            }
            Some(values)
        };
        let mut rows: Vec<Vec<Option<i32>>> = self.rows.iter().filter_map(rewritten).collect();
        rows.sort_unstable();
        rows.dedup();
        (vars, rows)
    }
}

impl Constraint for Table {
    fn name(&self) -> &'static str {
        "table"
    }

    fn term(&self, name: Name<'_>) -> Term {
        let cell = |value: &Option<i32>| value.map_or_else(|| Term::name("*"), Term::from);
        let rows = self.rows.iter().map(|row| Term::list(row.iter().map(cell)));
        let functor = if self.allowed {
            "table"
        } else {
            "negative_table"
        };
        call(functor, name, &[&self.views, &Term::list(rows)])
    }

    fn views(&self) -> Vec<View> {
        self.views.clone()
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let taken = self.rows.iter().any(|row| {
            let mut cells = row.iter().zip(&self.views);
            cells.all(|(cell, view)| cell.is_none_or(|value| value == view.of(at(view.var))))
        });
        taken == self.allowed
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        model.check_views(self.name(), &self.views)?;
        let n_views = self.views.len();
        match self.rows.iter().position(|row| row.len() != n_views) {
            None => Ok(()),
            Some(i) => {
                let n = self.rows[i].len();
                invalid(
                    self.name(),
                    format!("row {i} has {n} values for {n_views} views"),
                )
            }
        }
    }

    fn post(&self, out: &mut Poster<'_>) {
        // A copy is needed only here: the rows over the variables.
        let n_copied = self.rows.len() * (self.views.len() + 3);
        if out.is_over(n_copied * size_of::<Option<i32>>()) {
            return;
        }
        let (vars, rows) = self.over_variables(out.store());
        let columns: Vec<View> = vars.iter().map(|&var| var.view()).collect();
        let wakes = wake_slots(&columns, On::Domain);
        if self.allowed
            && let Some(pairs) = PairTable::new(&vars, &rows, out.store())
        {
            if !out.charge(PairTable::MAX_BYTES) {
                out.add(Cost::Binary, pairs, wakes);
            }
            return;
        }
        let Some(rows) = Rows::new(&vars, &rows, out) else {
            return;
        };
        if self.allowed {
            let allowed = CompactTable::new(rows, out);
            out.add(Cost::Quadratic, allowed, wakes);
        } else {
            out.add(Cost::Quadratic, NegativeTable { rows }, wakes);
        }
    }

    fn negated(&self) -> Option<Arc<dyn Constraint>> {
        // Short rows overlap, but a negative table counts rows, which must be distinct.
        if self.is_short() {
            return None;
        }
        Some(Arc::new(Table {
            allowed: !self.allowed,
            ..self.clone()
        }))
    }
}
