//! Posting a constraint to the kernel once all its variables are there.

use gridwright_constraints as constraints;
use gridwright_fd::{Atom, Consistency, Constraint, Var, View, half_reified, iff};

use crate::solver::constraint::{Arg, Id, Kind, Linear, Op, Relation};
use crate::solver::{Home, KERNEL_LIMIT, Posted, Solver, State, Stop};

/// A constraint for the kernel and its propagation strength.
type Lowered = (Box<dyn Constraint>, Consistency);

impl Solver {
    /// Posts a constraint to the kernel if that is possible; returns whether it needs no further propagation here.
    pub(super) fn lower(&mut self, at: u32) -> Posted<bool> {
        let Some((constraint, consistency)) = self.lowered(&self.entries[at as usize].kind) else {
            return Ok(false);
        };
        self.kernel.post(&*constraint, consistency);
        self.set_state(at, State::Kernel);
        Ok(true)
    }

    /// A number or a variable as a view, if the kernel has it.
    fn view(&self, arg: Arg) -> Option<View> {
        let constant = |value: i64| {
            let fits = (-KERNEL_LIMIT..=KERNEL_LIMIT).contains(&value);
            fits.then(|| View::constant(value as i32))
        };
        match arg {
            Arg::Int(value) => constant(value),
            Arg::Var(id) => match &self.homes[self.root(id).index()] {
                Home::Kernel(var) => Some(var.view()),
                Home::Ranges(ranges) => constant(ranges.fixed()?),
                Home::Alias(_) => None,
            },
        }
    }

    fn views(&self, args: &[Arg]) -> Option<Vec<View>> {
        args.iter().map(|&arg| self.view(arg)).collect()
    }

    /// A Boolean with a value as an atom.
    fn atom(&self, id: Id, value: bool) -> Option<Atom> {
        let view = self.view(Arg::Var(id))?;
        let atom = view.at_least(1);
        Some(if value { atom } else { !atom })
    }

    fn lowered(&self, kind: &Kind) -> Option<Lowered> {
        fn boxed(
            constraint: impl Constraint + 'static,
            consistency: Consistency,
        ) -> Option<Lowered> {
            Some((Box::new(constraint), consistency))
        }
        use Consistency::{Bounds, Domain, Value};
        match kind {
            Kind::Linear(linear) => self.lowered_linear(linear),
            Kind::Op { op, x, y, z } => {
                let (x, z) = (self.view(*x)?, self.view(*z)?);
                if *op == Op::Abs {
                    return boxed(constraints::absolute(x, z), Bounds);
                }
                let y = self.view(*y)?;
                match op {
                    Op::Times => boxed(constraints::times(x, y, z), Bounds),
                    Op::Quotient => boxed(constraints::division(x, y, z), Bounds),
                    Op::Rem => boxed(constraints::modulo(x, y, z), Bounds),
                    Op::Min => boxed(constraints::minimum([x, y], z), Bounds),
                    Op::Max => boxed(constraints::maximum([x, y], z), Bounds),
                    _ => None,
                }
            }
            Kind::Reified { b, linear, half } => self.lowered_reified(*b, linear, *half),
            Kind::Clause(literals) => {
                let atoms: Option<Vec<Atom>> = literals
                    .iter()
                    .map(|&(id, value)| self.atom(id, value))
                    .collect();
                boxed(constraints::clause(atoms?), Domain)
            }
            Kind::AllDifferent { args, strong } => {
                let consistency = if *strong { Domain } else { Value };
                boxed(constraints::all_different(self.views(args)?), consistency)
            }
            Kind::Element {
                index,
                array,
                value,
            } => {
                let (index, value) = (self.view(*index)?, self.view(*value)?);
                let array = self.views(array)?;
                boxed(constraints::element(index, 1, array, value), Domain)
            }
            Kind::Cardinality { args, keys, counts } => {
                let keys: Option<Vec<i32>> =
                    keys.iter().map(|&key| i32::try_from(key).ok()).collect();
                let (args, counts) = (self.views(args)?, self.views(counts)?);
                let constraint = constraints::global_cardinality_closed(args, keys?, counts);
                boxed(constraint, Domain)
            }
            Kind::Table { args, rows } => {
                let views = self.views(args)?;
                let in_range = |value: &i64| (-KERNEL_LIMIT..=KERNEL_LIMIT).contains(value);
                let rows = rows.iter().filter(|row| row.iter().all(in_range));
                let rows = rows.map(|row| row.iter().map(|&value| value as i32));
                boxed(constraints::table(views, rows), Domain)
            }
            Kind::Circuit(args) => boxed(constraints::circuit(self.views(args)?, 1), Domain),
            Kind::Cumulative {
                starts,
                durations,
                demands,
                limit,
            } => {
                let (starts, durations) = (self.views(starts)?, self.views(durations)?);
                let (demands, limit) = (self.views(demands)?, self.view(*limit)?);
                let constraint = constraints::cumulative_var(starts, durations, demands, limit);
                boxed(constraint, Bounds)
            }
            Kind::LexLe(left, right) => {
                let (left, right) = (self.views(left)?, self.views(right)?);
                boxed(constraints::lex_less_equal(left, right), Domain)
            }
            Kind::Regular { args, automaton } => {
                let views = self.views(args)?;
                boxed(constraints::regular(views, automaton.clone()), Domain)
            }
        }
    }

    /// The terms of a sum over roots, each once, and what fixed variables leave of the constant.
    fn kernel_terms(&self, linear: &Linear) -> Option<(Vec<(i32, View)>, i64)> {
        let mut merged: Vec<(i64, Id)> = Vec::with_capacity(linear.terms.len());
        let mut constant = i128::from(linear.constant);
        for &(a, id) in &linear.terms {
            let id = self.root(id);
            match self.fixed_value(id) {
                Some(value) => constant -= i128::from(a) * i128::from(value),
                None => merged.push((a, id)),
            }
        }
        merged.sort_by_key(|term| term.1);
        merged.dedup_by(|again, first| {
            let same = again.1 == first.1;
            if same {
                first.0 += again.0;
            }
            same
        });
        merged.retain(|term| term.0 != 0);
        let mut terms = Vec::with_capacity(merged.len());
        let mut largest = constant.abs();
        for (a, id) in merged {
            let view = self.view(Arg::Var(id))?;
            let (min, max) = self.bounds(id);
            largest += i128::from(a.abs()) * i128::from(min.abs().max(max.abs()).max(1));
            terms.push((i32::try_from(a).ok()?, view));
        }
        (largest <= i128::from(i64::MAX / 4)).then_some((terms, constant as i64))
    }

    fn lowered_linear(&self, linear: &Linear) -> Option<Lowered> {
        let (terms, constant) = self.kernel_terms(linear)?;
        Some(linear_constraint(terms, linear.relation, constant))
    }

    fn lowered_reified(&self, b: Id, linear: &Linear, half: bool) -> Option<Lowered> {
        let when = self.atom(b, true)?;
        let (terms, constant) = self.kernel_terms(linear)?;
        if let [(a, view)] = terms[..]
            && let Some(atom) = as_atom(a, view.var, linear.relation, constant)
        {
            return Some(match half {
                true => (
                    Box::new(constraints::implies(when, atom)),
                    Consistency::Domain,
                ),
                false => (
                    Box::new(constraints::iff_atoms(when, atom)),
                    Consistency::Domain,
                ),
            });
        }
        let constraint = gridwright_linear(terms, linear.relation, constant);
        Some(match half {
            true => (
                Box::new(half_reified(when, constraint)),
                Consistency::Bounds,
            ),
            false => (Box::new(iff(when, constraint)), Consistency::Bounds),
        })
    }
}

fn gridwright_linear(
    terms: Vec<(i32, View)>,
    relation: Relation,
    constant: i64,
) -> constraints::Linear {
    match relation {
        Relation::Eq => constraints::linear_eq(terms, constant),
        Relation::Ne => constraints::linear_ne(terms, constant),
        Relation::Le => constraints::linear_le(terms, constant),
    }
}

fn linear_constraint(terms: Vec<(i32, View)>, relation: Relation, constant: i64) -> Lowered {
    if let [(1, x), (-1, y)] | [(-1, y), (1, x)] = terms[..]
        && let Ok(shift) = i32::try_from(constant)
        && shift.unsigned_abs() <= KERNEL_LIMIT as u32
        && let Some(y) = y.plus(shift)
    {
        // x - y REL c
        return match relation {
            Relation::Eq => (Box::new(constraints::equal(x, y)), Consistency::Domain),
            Relation::Ne => (Box::new(constraints::not_equal(x, y)), Consistency::Domain),
            Relation::Le => (Box::new(constraints::less_equal(x, y)), Consistency::Domain),
        };
    }
    let consistency = if terms.len() <= 2 {
        Consistency::Domain
    } else {
        Consistency::Bounds
    };
    let constraint = gridwright_linear(terms, relation, constant);
    (Box::new(constraint), consistency)
}

/// `a * x REL c` as an atom; `None` if it holds always or never.
fn as_atom(a: i32, var: Var, relation: Relation, constant: i64) -> Option<Atom> {
    let a = i64::from(a);
    let value = |value: i64| {
        i32::try_from(value)
            .ok()
            .filter(|value| value.abs() < i32::MAX - 2)
    };
    match relation {
        Relation::Le if a > 0 => Some(Atom::le(var, value(constant.div_euclid(a))?)),
        Relation::Le => Some(Atom::ge(var, value(-constant.div_euclid(-a))?)),
        Relation::Eq if constant % a == 0 => Some(Atom::eq(var, value(constant / a)?)),
        Relation::Ne if constant % a == 0 => Some(Atom::ne(var, value(constant / a)?)),
        _ => None,
    }
}

/// A Boolean that must be decided one way.
pub(super) fn decided(value: i64) -> Posted<bool> {
    match value {
        0 => Ok(false),
        1 => Ok(true),
        _ => Err(Stop::Fail),
    }
}
