//! The constraint of `gridwright_constraints` for each ground constraint and derived number.

use std::sync::Arc;

use gridwright_constraints::{
    EmptySubgraph, Graph, absolute, all_atoms, all_different, all_different_sums, among, circuit,
    connected_nodes, count_at_least, count_at_most, count_eq, count_not_eq, division, element,
    equal, less_equal, linear_eq, linear_le, linear_ne, maximum, minimum, modulo, not_equal,
    short_table, subcircuit, times,
};
use gridwright_fd::{Atom, Domain, Op, Var, View, iff, not_shared};

use crate::Result;
use crate::expand::ground::{Derived, Ground, Id, Relation, Sum};
use crate::post::{Leaf, Posting, negative};

impl Posting<'_> {
    /// The constraint for a ground constraint that is not a formula.
    pub(crate) fn constraint(&mut self, ground: &Ground) -> Result<Leaf> {
        Ok(match ground {
            Ground::Compare(relation, sum) => self.comparison(*relation, sum)?,
            Ground::NotEqual(one, other) => Arc::new(not_equal(self.view(one)?, self.view(other)?)),
            Ground::Member(sum, ranges) => {
                let view = self.view(sum)?;
                let inside = |value: i64| value.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
                let ranges = ranges.iter().map(|(min, max)| inside(*min)..=inside(*max));
                let domain = Domain::from_ranges(ranges);
                Arc::new(among([view], domain, View::constant(1)))
            }
            Ground::AllDifferent(sums) => Arc::new(all_different(self.views(sums)?)),
            Ground::Jointly { numbers, sums } => {
                let total = |(at, total): &(Vec<usize>, i64)| Ok((at.clone(), self.small(*total)?));
                let sums = sums.iter().map(total).collect::<Result<Vec<_>>>()?;
                Arc::new(all_different_sums(self.views(numbers)?, sums))
            }
            Ground::Table(sums, rows) => self.table(sums, rows)?,
            Ground::Circuit {
                next,
                first,
                partial,
            } => {
                let (views, first) = (self.views(next)?, self.small(*first)?);
                match partial {
                    false => Arc::new(circuit(views, first)),
                    true => Arc::new(subcircuit(views, first)),
                }
            }
            Ground::Connected { nodes, edges } => {
                let graph = self.fits(Graph::new(nodes.len(), edges.iter().copied()))?;
                let views: Result<Vec<View>> = nodes.iter().map(|node| self.truth(node)).collect();
                Arc::new(connected_nodes(&graph, views?, EmptySubgraph::Allowed))
            }
            Ground::Not(inner) => {
                let inner = self.constraint(inner)?;
                not_shared(&inner)
            }
            // Formulas are handled earlier, by their 0..1 variables.
            other => Arc::new(all_atoms([self.flag(other)?])),
        })
    }

    fn comparison(&mut self, relation: Relation, sum: &Sum) -> Result<Leaf> {
        if let [(one, 1), (other, -1)] | [(other, -1), (one, 1)] = sum.terms[..] {
            let one = View {
                offset: self.small(sum.constant)?,
                ..self.var(one)?.view()
            };
            let other = self.var(other)?.view();
            return Ok(match relation {
                Relation::Zero => Arc::new(equal(one, other)),
                Relation::NotZero => Arc::new(not_equal(one, other)),
                Relation::AtMostZero => Arc::new(less_equal(one, other)),
            });
        }
        if let Some(counted) = self.counted(relation, sum)? {
            return Ok(counted);
        }
        let terms = self.terms(sum)?;
        let constant = negative(sum.constant);
        Ok(match relation {
            Relation::Zero => Arc::new(linear_eq(terms, constant)),
            Relation::NotZero => Arc::new(linear_ne(terms, constant)),
            Relation::AtMostZero => Arc::new(linear_le(terms, constant)),
        })
    }

    /// A sum of truths `x = value`, all with the same value, is a count.
    fn counted(&mut self, relation: Relation, sum: &Sum) -> Result<Option<Leaf>> {
        let mut counted: Vec<Id> = Vec::new();
        let mut value = None;
        let mut side = None;
        let mut rest = Sum::constant(sum.constant);
        for &(id, factor) in &sum.terms {
            if let Some(Derived::Truth(ground)) = self.program.store.source(id)
                && let Ground::Compare(Relation::Zero, sum) = &**ground
                && let [(id, 1)] = sum.terms[..]
                && factor.abs() == 1
            {
                let found = negative(sum.constant);
                if *value.get_or_insert(found) != found || *side.get_or_insert(factor) != factor {
                    return Ok(None);
                }
                counted.push(id);
            } else {
                rest.terms.push((id, factor));
            }
        }
        let (Some(value), Some(side)) = (value, side) else {
            return Ok(None);
        };
        if counted.len() < 2 || rest.terms.len() > 1 {
            return Ok(None);
        }
        // side * count + rest = 0 is count = -side * rest.
        let Some(n) = rest.times(-side) else {
            return Ok(None);
        };
        let n = self.view(&n)?;
        let value = self.small(value)?;
        let vars = counted.into_iter().map(|id| self.var(id));
        let vars = vars.collect::<Result<Vec<Var>>>()?;
        Ok(Some(match relation {
            Relation::Zero => Arc::new(count_eq(vars, value, n)),
            Relation::NotZero => Arc::new(count_not_eq(vars, value, n)),
            Relation::AtMostZero if side == 1 => Arc::new(count_at_most(vars, value, n)),
            Relation::AtMostZero => Arc::new(count_at_least(vars, value, n)),
        }))
    }

    fn table(&mut self, sums: &[Sum], rows: &[Vec<Option<i64>>]) -> Result<Leaf> {
        let views = self.views(sums)?;
        // A row with a number that no variable can take is dropped.
        let entry = |entry: &Option<i64>| entry.map(i32::try_from).transpose().ok();
        let narrow = |row: &Vec<Option<i64>>| row.iter().map(entry).collect();
        let rows: Vec<Vec<Option<i32>>> = rows.iter().filter_map(narrow).collect();
        Ok(Arc::new(short_table(views, rows)))
    }

    /// A 0..1 view that is 1 exactly if a ground constraint holds.
    fn truth(&mut self, ground: &Ground) -> Result<View> {
        if let Ground::Truth(truth) = ground {
            return Ok(View::constant((*truth).into()));
        }
        let atom = self.flag(ground)?;
        let var = atom.var();
        let domain = self.model.domain(var);
        if (domain.min(), domain.max()) == (Some(0), Some(1)) {
            match (atom.op(), atom.value()) {
                (Op::Ge | Op::Eq, 1) | (Op::Ne, 0) => return Ok(var.view()),
                (Op::Le | Op::Eq, 0) | (Op::Ne, 1) => return Ok(var.view().complement()),
                _ => {}
            }
        }
        let flag = self.new_flag();
        self.add(iff(flag, all_atoms([atom])))?;
        Ok(flag.var().view())
    }

    /// A variable for a derived number.
    pub(crate) fn derived(&mut self, derived: &Derived, bounds: (i64, i64)) -> Result<Var> {
        let name = match derived {
            Derived::Product(..) => "product",
            Derived::Quotient(..) => "quotient",
            Derived::Remainder(..) => "remainder",
            Derived::Abs(_) => "distance",
            Derived::Min(_) => "least",
            Derived::Max(_) => "largest",
            Derived::Element(..) => "element",
            Derived::Truth(_) => "holds",
        };
        let domain = self.small(bounds.0)?..=self.small(bounds.1)?;
        let name = format!("{name}{}", self.model.n_vars());
        let var = self.model.var(name, domain);
        let var = self.fits(var)?;
        let constraint: Leaf = match derived {
            Derived::Product(a, b) => Arc::new(times(self.view(a)?, self.view(b)?, var)),
            Derived::Quotient(a, b) => Arc::new(division(self.view(a)?, self.view(b)?, var)),
            Derived::Remainder(a, b) => Arc::new(modulo(self.view(a)?, self.view(b)?, var)),
            Derived::Abs(a) => Arc::new(absolute(self.view(a)?, var)),
            Derived::Min(sums) => Arc::new(minimum(self.views(sums)?, var)),
            Derived::Max(sums) => Arc::new(maximum(self.views(sums)?, var)),
            Derived::Element(key, entries) => self.element(key, entries, var)?,
            Derived::Truth(ground) => {
                let atom = self.flag(ground)?;
                Arc::new(iff(Atom::ge(var, 1), all_atoms([atom])))
            }
        };
        let posted = self.model.post_shared(constraint);
        self.fits(posted)?;
        Ok(var)
    }

    fn element(&mut self, key: &Sum, entries: &[(i64, Sum)], result: Var) -> Result<Leaf> {
        let first = entries.first().map_or(0, |(key, _)| *key);
        let mut array: Vec<View> = Vec::new();
        for (at, entry) in entries {
            let view = self.view(entry)?;
            // The key never takes the values in a gap, so any entry is fine there.
            while (array.len() as i64) < at - first {
                array.push(view);
            }
            array.push(view);
        }
        let (key, first) = (self.view(key)?, self.small(first)?);
        Ok(Arc::new(element(key, first, array, result)))
    }
}
