//! Propagation of constraints that the kernel does not have: those over unbounded or large variables, and rare operations.
//!
//! Sums and products narrow bounds; other operations narrow the bounds of their result, and every value where the operands have
//! few. A constraint that reaches the kernel is propagated there instead.

use crate::ranges::{INF, LIMIT, Ranges, SUP, lower, upper};
use crate::solver::constraint::{Arg, Id, Kind, Linear, Op, Relation, floor};
use crate::solver::lowering::decided;
use crate::solver::{Posted, Solver, State, Stop};

/// Operands with at most so many pairs of values are narrowed value by value.
const MAX_PAIRS: u64 = 4096;
/// Stands for an infinite bound in sums and products.
const BIG: i128 = 1 << 100;

/// The bounds of a number that may be infinite.
type Bounds = (i128, i128);

fn wide((min, max): (i64, i64)) -> Bounds {
    let min = if min == INF { -BIG } else { min.into() };
    let max = if max == SUP { BIG } else { max.into() };
    (min, max)
}

fn is_infinite(value: i128) -> bool {
    value.abs() >= BIG
}

fn clamp(value: i128) -> i128 {
    value.clamp(-BIG, BIG)
}

fn product(x: i128, y: i128) -> i128 {
    let sign = if (x < 0) == (y < 0) { BIG } else { -BIG };
    clamp(x.checked_mul(y).unwrap_or(sign))
}

/// The bounds of a product.
fn product_bounds(x: Bounds, y: Bounds) -> Bounds {
    let all = [
        product(x.0, y.0),
        product(x.0, y.1),
        product(x.1, y.0),
        product(x.1, y.1),
    ];
    hull(all)
}

fn hull(values: impl IntoIterator<Item = i128>) -> Bounds {
    let mut bounds = (BIG, -BIG);
    for value in values {
        bounds = (bounds.0.min(value), bounds.1.max(value));
    }
    bounds
}

/// A quotient of bounds rounded down, in which an infinite bound stays infinite.
fn quotient_floor(x: i128, y: i128) -> i128 {
    if is_infinite(x) {
        return if (x < 0) == (y < 0) { BIG } else { -BIG };
    }
    if is_infinite(y) {
        return if x != 0 && (x < 0) != (y < 0) { -1 } else { 0 };
    }
    floor(x, y)
}

/// The factors `x` for which `x * y = z` may hold, if `y` cannot be 0.
fn factor_bounds(z: Bounds, y: Bounds) -> Bounds {
    let pairs = [(z.0, y.0), (z.0, y.1), (z.1, y.0), (z.1, y.1)];
    let low = hull(pairs.map(|(z, y)| -quotient_floor(-z, y))).0;
    let high = hull(pairs.map(|(z, y)| quotient_floor(z, y))).1;
    (low, high)
}

impl Solver {
    fn arg_bounds(&self, arg: Arg) -> Bounds {
        match arg {
            Arg::Int(value) => (value.into(), value.into()),
            Arg::Var(id) => wide(self.bounds(id)),
        }
    }

    fn arg_value(&self, arg: Arg) -> Option<i64> {
        match arg {
            Arg::Int(value) => Some(value),
            Arg::Var(id) => self.fixed_value(id),
        }
    }

    fn arg_domain(&self, arg: Arg) -> Ranges {
        match arg {
            Arg::Int(value) => Ranges::from_to(value, value),
            Arg::Var(id) => self.domain(id),
        }
    }

    fn arg_size(&self, arg: Arg) -> Option<u64> {
        match arg {
            Arg::Int(_) => Some(1),
            Arg::Var(id) => self.size(id),
        }
    }

    fn restrict_arg(&mut self, arg: Arg, ranges: &Ranges) -> Posted<bool> {
        match arg {
            Arg::Var(id) => self.restrict(id, ranges),
            Arg::Int(value) if ranges.contains(value) => Ok(false),
            Arg::Int(_) => Err(Stop::Fail),
        }
    }

    fn narrow(&mut self, arg: Arg, (min, max): Bounds) -> Posted<bool> {
        if min > max {
            return Err(Stop::Fail);
        }
        let (min, max) = (lower(min), upper(max));
        match arg {
            Arg::Var(id) => Ok(self.at_least(id, min)? | self.at_most(id, max)?),
            Arg::Int(value) if min <= value && value <= max => Ok(false),
            Arg::Int(_) => Err(Stop::Fail),
        }
    }

    fn is_fixed(&self, arg: Arg) -> bool {
        self.arg_value(arg).is_some()
    }

    /// Narrows domains by what a new constraint implies of each variable alone.
    pub(super) fn prepare(&mut self, at: u32) -> Posted {
        let kind = self.entries[at as usize].kind.clone();
        match kind {
            Kind::Reified { b, .. } => {
                self.restrict(b, &Ranges::from_to(0, 1))?;
            }
            Kind::Clause(literals) => {
                for (id, _) in literals {
                    self.restrict(id, &Ranges::from_to(0, 1))?;
                }
            }
            Kind::Element { index, array, .. } => {
                self.restrict_arg(index, &Ranges::from_to(1, array.len() as i64))?;
            }
            Kind::Cardinality { args, keys, counts } => {
                let keys = Ranges::union_of(keys.iter().map(|&key| (key, key)));
                for arg in &args {
                    self.restrict_arg(*arg, &keys)?;
                }
                for count in counts {
                    self.restrict_arg(count, &Ranges::from_to(0, args.len() as i64))?;
                }
            }
            Kind::Table { args, rows } => {
                for (column, &arg) in args.iter().enumerate() {
                    let values = rows.iter().map(|row| (row[column], row[column]));
                    self.restrict_arg(arg, &Ranges::union_of(values))?;
                }
            }
            Kind::Circuit(args) => {
                for (node, &arg) in (1..).zip(&args) {
                    let mut others = Ranges::from_to(1, args.len() as i64);
                    if args.len() > 1 {
                        others = others.without(node);
                    }
                    self.restrict_arg(arg, &others)?;
                }
            }
            Kind::Op { op, y, .. } if op.divides() => {
                self.restrict_arg(y, &Ranges::all().without(0))?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Runs a constraint once.
    pub(super) fn propagate_intervals(&mut self, at: u32) -> Posted {
        let kind = self.entries[at as usize].kind.clone();
        match &kind {
            Kind::Linear(linear) => self.propagate_linear(at, linear),
            Kind::Op { op, x, y, z } => self.propagate_op(at, *op, [*x, *y, *z]),
            Kind::Reified { b, linear, half } => {
                if let Some(value) = self.fixed_value(*b) {
                    self.set_state(at, State::Off);
                    return match decided(value)? {
                        true => self.add(Kind::Linear(linear.clone())),
                        false if *half => Ok(()),
                        false => self.add(Kind::Linear(linear.negated())),
                    };
                }
                match self.truth(linear) {
                    Some(false) => {
                        self.set_state(at, State::Off);
                        self.assign(*b, 0)?;
                    }
                    Some(true) => {
                        self.set_state(at, State::Off);
                        if !half {
                            self.assign(*b, 1)?;
                        }
                    }
                    None => {}
                }
                Ok(())
            }
            Kind::AllDifferent { args, .. } => {
                for (place, &arg) in args.iter().enumerate() {
                    let Some(value) = self.arg_value(arg) else {
                        continue;
                    };
                    for (other, &arg) in args.iter().enumerate() {
                        match arg {
                            _ if other == place => {}
                            Arg::Int(same) if same == value => return Err(Stop::Fail),
                            Arg::Int(_) => {}
                            Arg::Var(id) => {
                                self.remove(id, value)?;
                            }
                        }
                    }
                }
                self.fail_on_repeated(args)
            }
            Kind::Element {
                index,
                array,
                value,
            } => {
                let possible: Vec<i64> = self
                    .arg_domain(*index)
                    .values()
                    .filter(|&at| {
                        let item = self.arg_domain(array[at as usize - 1]);
                        !item.intersection(&self.arg_domain(*value)).is_empty()
                    })
                    .collect();
                let indices = Ranges::union_of(possible.iter().map(|&at| (at, at)));
                self.restrict_arg(*index, &indices)?;
                let items = possible
                    .iter()
                    .flat_map(|&at| self.arg_domain(array[at as usize - 1]).ranges().to_vec());
                let items = Ranges::union_of(items.collect::<Vec<_>>());
                self.restrict_arg(*value, &items)?;
                if let [only] = possible[..] {
                    let item = array[only as usize - 1];
                    self.set_state(at, State::Off);
                    return self.equate(item, *value);
                }
                Ok(())
            }
            Kind::Table { args, rows } => {
                let holds = |row: &&Vec<i64>| {
                    let fits = |(&arg, &value): (&Arg, &i64)| match arg {
                        Arg::Int(other) => other == value,
                        Arg::Var(id) => self.contains(id, value),
                    };
                    args.iter().zip(row.iter()).all(fits)
                };
                let left: Vec<&Vec<i64>> = rows.iter().filter(holds).collect();
                for (column, &arg) in args.iter().enumerate() {
                    let values = left.iter().map(|row| (row[column], row[column]));
                    self.restrict_arg(arg, &Ranges::union_of(values))?;
                }
                Ok(())
            }
            Kind::LexLe(left, right) => self.propagate_lex(at, left, right),
            // Their variables are restricted to values that the kernel has, so that it propagates them.
            Kind::Clause(_)
            | Kind::Cardinality { .. }
            | Kind::Circuit(_)
            | Kind::Cumulative { .. }
            | Kind::Regular { .. } => {
                if kind.args().iter().all(|&arg| self.is_fixed(arg)) {
                    return Err(Stop::TooLarge);
                }
                Ok(())
            }
        }
    }

    /// Fails if a variable occurs twice.
    fn fail_on_repeated(&self, args: &[Arg]) -> Posted {
        let mut ids: Vec<Id> = args
            .iter()
            .filter_map(|arg| match arg {
                Arg::Var(id) => Some(self.root(*id)),
                Arg::Int(_) => None,
            })
            .collect();
        ids.sort_unstable();
        match ids.windows(2).any(|pair| pair[0] == pair[1]) {
            true => Err(Stop::Fail),
            false => Ok(()),
        }
    }

    fn equate(&mut self, left: Arg, right: Arg) -> Posted {
        match (left, right) {
            (Arg::Int(a), Arg::Int(b)) if a == b => Ok(()),
            (Arg::Int(_), Arg::Int(_)) => Err(Stop::Fail),
            (Arg::Int(value), Arg::Var(id)) | (Arg::Var(id), Arg::Int(value)) => {
                self.assign(id, value).map(|_| ())
            }
            (Arg::Var(a), Arg::Var(b)) => self.add(Kind::Linear(Linear {
                terms: vec![(1, a), (-1, b)],
                relation: Relation::Eq,
                constant: 0,
            })),
        }
    }

    fn propagate_lex(&mut self, at: u32, left: &[Arg], right: &[Arg]) -> Posted {
        for (&x, &y) in left.iter().zip(right) {
            let ((_, x_max), (y_min, _)) = (self.arg_bounds(x), self.arg_bounds(y));
            self.narrow(x, (-BIG, self.arg_bounds(y).1))?;
            self.narrow(y, (self.arg_bounds(x).0, BIG))?;
            if x_max < y_min {
                self.set_state(at, State::Off);
                return Ok(());
            }
            if self.arg_value(x).is_none() || self.arg_value(x) != self.arg_value(y) {
                return Ok(());
            }
        }
        self.set_state(at, State::Off);
        if left.len() > right.len() {
            return Err(Stop::Fail);
        }
        Ok(())
    }

    /// The sum over roots: each variable once, without fixed ones and without coefficients of 0.
    fn open_terms(&self, linear: &Linear) -> (Vec<(i128, Id)>, i128) {
        let mut constant = i128::from(linear.constant);
        let mut terms: Vec<(i128, Id)> = Vec::with_capacity(linear.terms.len());
        for &(a, id) in &linear.terms {
            let id = self.root(id);
            match self.fixed_value(id) {
                Some(value) => constant -= i128::from(a) * i128::from(value),
                None => terms.push((a.into(), id)),
            }
        }
        terms.sort_by_key(|term| term.1);
        terms.dedup_by(|again, first| {
            let same = again.1 == first.1;
            if same {
                first.0 += again.0;
            }
            same
        });
        terms.retain(|term| term.0 != 0);
        (terms, constant)
    }

    /// Enforces a relation with at most one open variable; says whether it has at most one.
    pub(super) fn post_unary(&mut self, linear: &Linear) -> Posted<bool> {
        let (terms, constant) = self.open_terms(linear);
        let (a, id) = match terms[..] {
            [] => {
                let holds = match linear.relation {
                    Relation::Eq => constant == 0,
                    Relation::Ne => constant != 0,
                    Relation::Le => constant >= 0,
                };
                return if holds { Ok(true) } else { Err(Stop::Fail) };
            }
            [one] => one,
            _ => return Ok(false),
        };
        match linear.relation {
            Relation::Le if a > 0 => self.at_most(id, upper(floor(constant, a)))?,
            Relation::Le => self.at_least(id, lower(-floor(constant, -a)))?,
            Relation::Ne if constant % a != 0 => false,
            Relation::Ne => match i64::try_from(constant / a) {
                Ok(value) => self.remove(id, value)?,
                Err(_) => false,
            },
            Relation::Eq if constant % a != 0 => return Err(Stop::Fail),
            Relation::Eq => {
                let value = i64::try_from(constant / a).map_err(|_| Stop::TooLarge)?;
                let (min, max) = self.bounds(id);
                if value < min || value > max {
                    return Err(Stop::Fail);
                }
                if value.abs() > LIMIT {
                    return Err(Stop::TooLarge);
                }
                self.assign(id, value)?
            }
        };
        Ok(true)
    }

    fn propagate_linear(&mut self, at: u32, linear: &Linear) -> Posted {
        if self.post_unary(linear)? {
            self.set_state(at, State::Off);
            return Ok(());
        }
        let (terms, constant) = self.open_terms(linear);
        let changed = match linear.relation {
            Relation::Ne => false,
            Relation::Le => self.narrow_sum(&terms, constant)?,
            Relation::Eq => {
                let inverse: Vec<(i128, Id)> = terms.iter().map(|&(a, x)| (-a, x)).collect();
                let divisor = terms.iter().fold(0, |d, term| gcd(d, term.0.abs()));
                if constant % divisor != 0 {
                    return Err(Stop::Fail);
                }
                self.shift_holes(&terms, constant)?
                    | self.narrow_sum(&terms, constant)?
                    | self.narrow_sum(&inverse, -constant)?
            }
        };
        if changed {
            self.enqueue(at);
        }
        Ok(())
    }

    /// Makes the domains equal in `x = y + c`.
    fn shift_holes(&mut self, terms: &[(i128, Id)], constant: i128) -> Posted<bool> {
        let ([(1, x), (-1, y)] | [(-1, y), (1, x)]) = *terms else {
            return Ok(false);
        };
        let shift = |ranges: &Ranges, by: i128| {
            let moved = ranges.ranges().iter().map(|&(from, to)| {
                let (from, to) = wide((from, to));
                let from = if is_infinite(from) { from } else { from + by };
                let to = if is_infinite(to) { to } else { to + by };
                (lower(from), upper(to))
            });
            Ranges::union_of(moved.collect::<Vec<_>>())
        };
        let (of_x, of_y) = (self.domain(x), self.domain(y));
        Ok(self.restrict(y, &shift(&of_x, -constant))?
            | self.restrict(x, &shift(&of_y, constant))?)
    }

    /// Narrows the variables of `sum <= constant`.
    fn narrow_sum(&mut self, terms: &[(i128, Id)], constant: i128) -> Posted<bool> {
        let smallest = |solver: &Solver, (a, id): (i128, Id)| {
            let (min, max) = wide(solver.bounds(id));
            product(a, if a > 0 { min } else { max })
        };
        let mut sum = 0;
        let mut infinite = None;
        for (place, &term) in terms.iter().enumerate() {
            let least = smallest(self, term);
            if !is_infinite(least) {
                sum += least;
            } else if infinite.replace(place).is_some() {
                return Ok(false);
            }
        }
        let mut changed = false;
        for (place, &(a, id)) in terms.iter().enumerate() {
            if infinite.is_some_and(|other| other != place) {
                continue;
            }
            let own = smallest(self, (a, id));
            let others = if infinite.is_some() { sum } else { sum - own };
            let room = constant - others;
            changed |= if a > 0 {
                self.at_most(id, upper(floor(room, a)))?
            } else {
                self.at_least(id, lower(-floor(room, -a)))?
            };
        }
        Ok(changed)
    }

    /// Whether a relation holds for all values left or for none.
    pub(super) fn truth(&self, linear: &Linear) -> Option<bool> {
        let (terms, constant) = self.open_terms(linear);
        let (mut min, mut max) = (0, 0);
        let (mut has_low, mut has_high) = (true, true);
        for &(a, id) in &terms {
            let (low, high) = product_bounds((a, a), wide(self.bounds(id)));
            has_low &= !is_infinite(low);
            has_high &= !is_infinite(high);
            min = clamp(min + low);
            max = clamp(max + high);
        }
        let below = has_high && max < constant;
        let above = has_low && min > constant;
        match linear.relation {
            Relation::Le if above => Some(false),
            Relation::Le if has_high && max <= constant => Some(true),
            Relation::Le => None,
            relation => {
                let equal = if below || above {
                    Some(false)
                } else if terms.is_empty() {
                    Some(constant == 0)
                } else if let [(a, id)] = terms[..] {
                    let possible = constant % a == 0
                        && i64::try_from(constant / a).is_ok_and(|v| self.contains(id, v));
                    (!possible).then_some(false)
                } else {
                    None
                };
                equal.map(|equal| equal == (relation == Relation::Eq))
            }
        }
    }

    /// Whether a constraint holds for all values left, as far as that is easily seen.
    pub(super) fn is_entailed(&self, kind: &Kind) -> bool {
        match kind {
            Kind::Linear(linear) => match linear.relation {
                Relation::Eq => self.open_terms(linear).0.is_empty(),
                _ => self.truth(linear) == Some(true) || self.open_terms(linear).0.is_empty(),
            },
            Kind::Reified { b, linear, half } => {
                self.fixed_value(*b).is_some()
                    && (self.truth(linear).is_some() || (*half && self.fixed_value(*b) == Some(0)))
            }
            Kind::Clause(literals) => literals
                .iter()
                .any(|&(id, value)| self.fixed_value(id) == Some(i64::from(value))),
            kind => kind.args().iter().all(|&arg| self.is_fixed(arg)),
        }
    }

    fn propagate_op(&mut self, at: u32, op: Op, [x, y, z]: [Arg; 3]) -> Posted {
        if let (Some(a), Some(b)) = (self.arg_value(x), self.arg_value(y)) {
            self.set_state(at, State::Off);
            return self.settle_op(op, (a, b), z);
        }
        let mut changed = self.narrow(z, self.result_bounds(op, [x, y]))?;
        changed |= self.narrow_operands(op, [x, y, z])?;
        if let (Some(of_x), Some(of_y)) = (self.arg_size(x), self.arg_size(y))
            && of_x.saturating_mul(of_y) <= MAX_PAIRS
        {
            changed |= self.narrow_values(op, [x, y, z])?;
        }
        if changed {
            self.enqueue(at);
        }
        Ok(())
    }

    /// Gives the result its value.
    fn settle_op(&mut self, op: Op, (a, b): (i64, i64), z: Arg) -> Posted {
        let grows = match op {
            Op::Power => b > 1 && a.abs() > 1,
            Op::ShiftLeft => b > 0 && a != 0,
            Op::ShiftRight => b < 0 && a != 0,
            _ => false,
        };
        let bounds = self.arg_bounds(z);
        match op.eval(a, b) {
            Some(value) if value < bounds.0 || value > bounds.1 => Err(Stop::Fail),
            Some(value) if value.abs() > i128::from(LIMIT) => Err(Stop::TooLarge),
            Some(value) => self.equate(Arg::Int(value as i64), z),
            None if grows => Err(Stop::TooLarge),
            None => Err(Stop::Fail),
        }
    }

    /// Removes every value of operands and result that is part of no solution.
    fn narrow_values(&mut self, op: Op, [x, y, z]: [Arg; 3]) -> Posted<bool> {
        let (of_x, of_y, of_z) = (self.arg_domain(x), self.arg_domain(y), self.arg_domain(z));
        let same = x == y;
        let (mut xs, mut ys, mut zs) = (Vec::new(), Vec::new(), Vec::new());
        for a in of_x.values() {
            for b in of_y.values() {
                if same && a != b {
                    continue;
                }
                if let Some(value) = op.eval(a, b)
                    && let Ok(value) = i64::try_from(value)
                    && of_z.contains(value)
                {
                    xs.push((a, a));
                    ys.push((b, b));
                    zs.push((value, value));
                }
            }
        }
        Ok(self.restrict_arg(x, &Ranges::union_of(xs))?
            | self.restrict_arg(y, &Ranges::union_of(ys))?
            | self.restrict_arg(z, &Ranges::union_of(zs))?)
    }

    /// Bounds of the result, given those of the operands.
    fn result_bounds(&self, op: Op, [x, y]: [Arg; 2]) -> Bounds {
        let same = x == y;
        let (x, y) = (self.arg_bounds(x), self.arg_bounds(y));
        let size = |bounds: Bounds| bounds.0.abs().max(bounds.1.abs());
        match op {
            Op::Times if same => (0, product(size(x), size(x))),
            Op::Times => product_bounds(x, y),
            Op::Min => (x.0.min(y.0), x.1.min(y.1)),
            Op::Max => (x.0.max(y.0), x.1.max(y.1)),
            Op::Abs => {
                let least = if x.0 > 0 {
                    x.0
                } else if x.1 < 0 {
                    -x.1
                } else {
                    0
                };
                (least, size(x))
            }
            Op::Quotient | Op::Div => {
                if x.0 >= 0 && y.0 > 0 {
                    (quotient_floor(x.0, y.1), quotient_floor(x.1, y.0))
                } else {
                    (-size(x), size(x))
                }
            }
            Op::Mod => (
                if y.0 < 0 { y.0 + 1 } else { 0 },
                if y.1 > 0 { y.1 - 1 } else { 0 },
            ),
            Op::Rem => {
                let most = (size(y) - 1).min(size(x));
                (
                    if x.0 < 0 { -most } else { 0 },
                    if x.1 > 0 { most } else { 0 },
                )
            }
            Op::Power if x.0 >= 0 && y.0 >= 0 => (power(x.0, y.0), power(x.1, y.1)),
            Op::Power if y.0 == y.1 && y.0 % 2 == 0 && y.0 > 0 => (0, power(size(x), y.0)),
            Op::Power if y.0 == y.1 && y.0 > 0 => (-power(x.0.abs(), y.0), power(x.1.max(0), y.0)),
            Op::Msb => (0, 128),
            _ => (-BIG, BIG),
        }
    }

    /// Narrows the bounds of the operands, given those of the result.
    fn narrow_operands(&mut self, op: Op, [x, y, z]: [Arg; 3]) -> Posted<bool> {
        let of_z = self.arg_bounds(z);
        let size = of_z.0.abs().max(of_z.1.abs());
        match op {
            Op::Times if x == y => {
                if of_z.1 < 0 {
                    return Err(Stop::Fail);
                }
                let root = root(of_z.1, 2);
                self.narrow(x, (-root, root))
            }
            Op::Times => {
                let mut changed = false;
                for (one, other) in [(x, y), (y, x)] {
                    let by = self.arg_bounds(other);
                    if by.0 > 0 || by.1 < 0 {
                        changed |= self.narrow(one, factor_bounds(of_z, by))?;
                    } else if of_z.0 > 0 || of_z.1 < 0 {
                        // Neither factor is 0, and neither is larger than the product.
                        if self.arg_domain(other).contains(0) {
                            changed |= self.restrict_arg(other, &Ranges::all().without(0))?;
                        }
                        changed |= self.narrow(one, (-size, size))?;
                    }
                }
                Ok(changed)
            }
            Op::Abs => self.narrow(x, (-of_z.1, of_z.1)),
            Op::Min => {
                let changed = self.narrow(x, (of_z.0, BIG))?;
                Ok(changed | self.narrow(y, (of_z.0, BIG))?)
            }
            Op::Max => {
                let changed = self.narrow(x, (-BIG, of_z.1))?;
                Ok(changed | self.narrow(y, (-BIG, of_z.1))?)
            }
            Op::Quotient => {
                // |x| < (|z| + 1) * |y|
                let by = self.arg_bounds(y);
                let most = product(clamp(size + 1), by.0.abs().max(by.1.abs()));
                if is_infinite(most) {
                    return Ok(false);
                }
                let mut bounds = (-(most - 1), most - 1);
                if by.0 > 0 && of_z.0 > 0 {
                    bounds.0 = product(of_z.0, by.0);
                }
                self.narrow(x, bounds)
            }
            Op::Power => match self.arg_value(y) {
                Some(n) if n > 0 && !is_infinite(size) => {
                    let root = root(size, n);
                    let low = if n % 2 == 1 && of_z.0 >= 0 { 0 } else { -root };
                    self.narrow(x, (low, root))
                }
                _ => Ok(false),
            },
            _ => Ok(false),
        }
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn power(x: i128, n: i128) -> i128 {
    if n == 0 {
        return 1;
    }
    if x == 0 || x == 1 {
        return x;
    }
    match u32::try_from(n) {
        Ok(n) if !is_infinite(x) => x.checked_pow(n).map_or(BIG, clamp),
        _ => BIG,
    }
}

/// The largest number whose power is at most `value`, which is not negative.
fn root(value: i128, n: i64) -> i128 {
    if is_infinite(value) {
        return BIG;
    }
    let (mut low, mut high) = (0, value + 1);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if power(middle, n.into()) <= value {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}
