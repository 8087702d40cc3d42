//! From ground constraints to a model of `fd`.
//!
//! A constraint on one variable narrows its domain; a constraint that must hold is posted; a constraint inside a formula gets one 0..1 variable,
//! shared by all its occurrences. With switches, every line holds only if its switch is on, so that a core of switches names the conflicting lines.

mod relate;

use std::collections::HashMap;
use std::sync::Arc;

use gridwright_constraints::bool_expr::{and, iff, not, or};
use gridwright_constraints::{BoolExpr, all_atoms, clause, linear_eq, post_bool_expr};
use gridwright_fd::{
    Atom, Constraint, Domain, MAX_VALUE, MIN_VALUE, Model, ModelError, Objective, Var, View,
    half_reified_shared, iff_shared,
};
use gridwright_term::{Diagnostic, Span};

use crate::Result;
use crate::expand::ground::{Derived, Ground, Id, Relation, Sum};
use crate::program::{Program, merge};

/// A program as a model.
#[derive(Clone, Debug)]
pub struct Built {
    /// The model; its keys are the variables of the program.
    pub model: Model,
    /// The variables of the program, in the order of their declaration and indices.
    pub vars: Vec<Var>,
    /// With switches, one for each constraint line; else empty.
    pub switches: Vec<Switch>,
}

/// The switch of a line, which holds if the switch is on.
#[derive(Clone, Copy, Debug)]
pub struct Switch {
    /// The span of the line.
    pub span: Span,
    /// A 0..1 variable; 1 is on.
    pub var: Var,
}

impl Program {
    /// The program as a model; an error for what a model cannot express.
    pub fn model(&self) -> Result<Built, Diagnostic> {
        // Lines are merged before they are posted. If that fails, posting them one by one finds the line with the error.
        self.merged_model().map_err(|error| {
            if self.deadline.reached().is_some() {
                return error;
            }
            match self.switched() {
                Err(placed) => placed,
                Ok(_) => error,
            }
        })
    }

    fn merged_model(&self) -> Result<Built, Diagnostic> {
        let all = self.lines.iter().flat_map(|line| &line.grounds);
        let mut posting = Posting::new(self);
        let all = posting.merged(all.chain(&self.side))?;
        let all = posting.narrow(all);
        posting.declare()?;
        for ground in &all {
            posting.post(ground, None)?;
        }
        posting.objective()?;
        posting.built(Vec::new())
    }

    /// The program as a model in which every line has a switch, without an objective, which does not matter for conflicts.
    pub fn switched(&self) -> Result<Built, Diagnostic> {
        let mut posting = Posting::new(self);
        posting.declare()?;
        for ground in &posting.merged(&self.side)? {
            posting.post(ground, None)?;
        }
        let mut switches = Vec::new();
        for (at, line) in self.lines.iter().enumerate() {
            posting.span = line.span;
            let var = posting.model.bool(format!("line{}", at + 1));
            for ground in &posting.merged(&line.grounds)? {
                posting.post(ground, Some(Atom::ge(var, 1)))?;
            }
            let span = line.span;
            switches.push(Switch { span, var });
        }
        posting.built(switches)
    }
}

pub(crate) struct Posting<'p> {
    pub(crate) program: &'p Program,
    pub(crate) model: Model,
    pub(crate) domains: Vec<Domain>,
    /// By id, its variable of the model, once it is created.
    vars: Vec<Option<Var>>,
    sums: HashMap<Sum, Var>,
    flags: HashMap<Ground, Atom>,
    /// The span for diagnostics.
    span: Span,
}

impl<'p> Posting<'p> {
    fn new(program: &'p Program) -> Posting<'p> {
        let arrays = program.tables.arrays.iter();
        let first_line = program.lines.first();
        let mut model = Model::new();
        model.set_deadline(program.deadline.clone());
        Posting {
            program,
            model,
            domains: arrays.flat_map(|array| array.domains.clone()).collect(),
            vars: vec![None; program.store.bounds.len()],
            sums: HashMap::new(),
            flags: HashMap::new(),
            span: first_line.map_or(Span::new(0, 0), |line| line.span),
        }
    }

    /// The constraints without repetitions, merged.
    fn merged<'g>(&self, grounds: impl IntoIterator<Item = &'g Ground>) -> Result<Vec<Ground>> {
        let merged = merge(grounds, &self.program.deadline);
        merged.map_err(|limit| Diagnostic::error(limit.describe(), self.span))
    }

    fn declare(&mut self) -> Result {
        let domains = std::mem::take(&mut self.domains);
        for array in &self.program.tables.arrays {
            for (position, indices) in array.shape.indices().enumerate() {
                let at = array.first + position;
                let name = array.element_name(&indices);
                let var = self.model.var(name, domains[at].clone());
                self.vars[at] = Some(self.fits(var)?);
            }
        }
        let keys = self.model.all_vars().collect();
        let set = self.model.set_keys(keys);
        self.fits(set)
    }

    /// Posts a constraint, under a switch if there is one.
    fn post(&mut self, ground: &Ground, switch: Option<Atom>) -> Result {
        match ground {
            Ground::Truth(true) => Ok(()),
            Ground::And(parts) => parts.iter().try_for_each(|part| self.post(part, switch)),
            Ground::Truth(false) | Ground::Or(_) | Ground::Iff(..) => {
                let formula = self.formula(ground)?;
                self.post_bool_expr(formula, switch)
            }
            leaf => match (self.atom(leaf)?, switch) {
                (Some(atom), None) => self.add(all_atoms([atom])),
                (Some(atom), Some(switch)) => self.add(clause([!switch, atom])),
                (None, None) => {
                    let constraint = self.constraint(leaf)?;
                    let posted = self.model.post_shared(constraint);
                    self.fits(posted)
                }
                (None, Some(switch)) => {
                    let constraint = self.constraint(leaf)?;
                    self.add(half_reified_shared(switch, constraint))
                }
            },
        }
    }

    /// Adds a constraint to the model.
    pub(crate) fn add(&mut self, constraint: impl Constraint + 'static) -> Result {
        let posted = self.model.post(constraint);
        self.fits(posted)
    }

    fn post_bool_expr(&mut self, formula: BoolExpr, switch: Option<Atom>) -> Result {
        let formula = match switch {
            None => formula,
            Some(switch) => or([BoolExpr::Atom(!switch), formula]),
        };
        let posted = post_bool_expr(&mut self.model, &formula);
        self.fits(posted)
    }

    /// A ground constraint as a formula over atoms.
    fn formula(&mut self, ground: &Ground) -> Result<BoolExpr> {
        Ok(match ground {
            Ground::Truth(true) => BoolExpr::And(Vec::new()),
            Ground::Truth(false) => BoolExpr::Or(Vec::new()),
            Ground::And(parts) => and(self.formulas(parts)?),
            Ground::Or(parts) => or(self.formulas(parts)?),
            Ground::Iff(left, right) => iff(self.formula(left)?, self.formula(right)?),
            Ground::Not(inner) => not(self.formula(inner)?),
            leaf => BoolExpr::Atom(self.flag(leaf)?),
        })
    }

    fn formulas(&mut self, parts: &[Ground]) -> Result<Vec<BoolExpr>> {
        parts.iter().map(|part| self.formula(part)).collect()
    }

    /// An atom that holds exactly when a constraint does.
    pub(crate) fn flag(&mut self, ground: &Ground) -> Result<Atom> {
        if let Some(atom) = self.atom(ground)? {
            return Ok(atom);
        }
        if let Some(atom) = self.flags.get(ground) {
            return Ok(*atom);
        }
        let flag;
        match ground {
            Ground::Truth(_)
            | Ground::And(_)
            | Ground::Or(_)
            | Ground::Iff(..)
            | Ground::Not(_) => {
                let formula = self.formula(ground)?;
                flag = self.new_flag();
                self.post_bool_expr(iff(BoolExpr::Atom(flag), formula), None)?;
            }
            leaf => {
                let constraint = self.constraint(leaf)?;
                flag = self.new_flag();
                self.add(iff_shared(flag, constraint))?;
            }
        }
        self.flags.insert(ground.clone(), flag);
        Ok(flag)
    }

    fn new_flag(&mut self) -> Atom {
        let name = format!("holds{}", self.model.n_vars());
        Atom::ge(self.model.bool(name), 1)
    }

    /// A constraint on one variable as an atom.
    pub(crate) fn atom(&mut self, ground: &Ground) -> Result<Option<Atom>> {
        let Ground::Compare(relation, sum) = ground else {
            return Ok(None);
        };
        let [(id, factor @ (1 | -1))] = sum.terms[..] else {
            return Ok(None);
        };
        let var = self.var(id)?;
        let border = i128::from(sum.constant) * -i128::from(factor);
        let value = i32::try_from(border)
            .ok()
            .filter(|value| (MIN_VALUE..=MAX_VALUE).contains(value));
        let always = |truth: bool| if truth { Atom::TRUE } else { Atom::FALSE };
        Ok(Some(match (relation, value) {
            (Relation::Zero, Some(value)) => Atom::eq(var, value),
            (Relation::NotZero, Some(value)) => Atom::ne(var, value),
            (Relation::AtMostZero, Some(value)) if factor == 1 => Atom::le(var, value),
            (Relation::AtMostZero, Some(value)) => Atom::ge(var, value),
            (Relation::Zero, None) => always(false),
            (Relation::NotZero, None) => always(true),
            (Relation::AtMostZero, None) => always((border > 0) == (factor == 1)),
        }))
    }

    /// The variable of an id, created on first use.
    pub(crate) fn var(&mut self, id: Id) -> Result<Var> {
        let at = id.0 as usize;
        if let Some(var) = self.vars[at] {
            return Ok(var);
        }
        let derived = self.program.store.source(id);
        let derived = derived.expect("variables are declared first").clone();
        let var = match &derived {
            Derived::Truth(ground) => {
                // The atom may be about a variable with more than two values.
                let atom = self.flag(ground)?;
                let domain = self.model.domain(atom.var());
                let is_bool = (domain.min(), domain.max()) == (Some(0), Some(1));
                if is_bool && atom == Atom::ge(atom.var(), 1) {
                    atom.var()
                } else {
                    let flag = self.new_flag();
                    self.add(iff_shared(flag, Arc::new(all_atoms([atom]))))?;
                    flag.var()
                }
            }
            derived => self.derived(derived, self.program.store.bounds[at])?,
        };
        self.vars[at] = Some(var);
        Ok(var)
    }

    /// A sum as a view; a sum of several terms gets a new variable.
    pub(crate) fn view(&mut self, sum: &Sum) -> Result<View> {
        match sum.terms[..] {
            [] => Ok(View::constant(self.small(sum.constant)?)),
            [(id, factor)] => Ok(View {
                var: self.var(id)?,
                scale: self.small(factor)?,
                offset: self.small(sum.constant)?,
            }),
            _ => {
                if let Some(var) = self.sums.get(sum) {
                    return Ok(var.view());
                }
                let wide = || self.wide("a sum");
                let bounds = self.program.store.bounds_of(sum).ok_or_else(wide)?;
                let domain = self.small(bounds.0)?..=self.small(bounds.1)?;
                let name = format!("sum{}", self.model.n_vars());
                let var = self.model.var(name, domain);
                let var = self.fits(var)?;
                let mut terms = self.terms(sum)?;
                terms.push((-1, var.view()));
                self.add(linear_eq(terms, negative(sum.constant)))?;
                self.sums.insert(sum.clone(), var);
                Ok(var.view())
            }
        }
    }

    pub(crate) fn views(&mut self, sums: &[Sum]) -> Result<Vec<View>> {
        sums.iter().map(|sum| self.view(sum)).collect()
    }

    pub(crate) fn terms(&mut self, sum: &Sum) -> Result<Vec<(i32, View)>> {
        let mut term = |&(id, factor): &(Id, i64)| Ok((self.small(factor)?, self.var(id)?.view()));
        sum.terms.iter().map(&mut term).collect()
    }

    fn objective(&mut self) -> Result {
        let Some(goal) = &self.program.objective else {
            return Ok(());
        };
        self.span = goal.span;
        let view = self.view(&goal.sum)?;
        let set = self.model.set_objective(match goal.maximise {
            true => Objective::Maximise(view),
            false => Objective::Minimise(view),
        });
        self.fits(set)
    }

    fn built(self, switches: Vec<Switch>) -> Result<Built> {
        let n_vars = self.program.store.n_vars;
        let vars = self.vars[..n_vars].iter().flatten().copied().collect();
        Ok(Built {
            model: self.model,
            vars,
            switches,
        })
    }

    pub(crate) fn small(&self, value: i64) -> Result<i32> {
        let values = i64::from(MIN_VALUE)..=i64::from(MAX_VALUE);
        match i32::try_from(value) {
            Ok(small) if values.contains(&value) => Ok(small),
            _ => Err(self.wide(&value.to_string())),
        }
    }

    fn wide(&self, what: &str) -> Diagnostic {
        let message = format!("{what} is outside the range of values, {MIN_VALUE}..{MAX_VALUE}");
        Diagnostic::error(message, self.span)
    }

    /// Converts an error of the model to a diagnostic at the current span.
    pub(crate) fn fits<T>(&self, done: Result<T, ModelError>) -> Result<T> {
        done.map_err(|error| Diagnostic::error(error.to_string(), self.span))
    }
}

/// The negation; it does not saturate, since sums stay far from `i64::MIN`.
pub(crate) fn negative(value: i64) -> i64 {
    value.saturating_neg()
}

/// A constraint that is a leaf of a formula.
pub(crate) type Leaf = Arc<dyn Constraint>;

/// Larger domains are not narrowed value by value.
const MAX_NARROWED: u64 = 100_000;

impl Posting<'_> {
    /// Narrows domains by constraints on one variable, and returns the other constraints.
    pub(crate) fn narrow(&mut self, grounds: Vec<Ground>) -> Vec<Ground> {
        let mut rest = Vec::new();
        for ground in grounds {
            match self.narrowed(&ground) {
                Some((id, domain)) if !domain.is_empty() => self.domains[id] = domain,
                _ => rest.push(ground),
            }
        }
        rest
    }

    fn narrowed(&self, ground: &Ground) -> Option<(usize, Domain)> {
        let (sum, allows): (_, Box<dyn Fn(i64) -> bool>) = match ground {
            Ground::Compare(relation, sum) => {
                let relation = *relation;
                (sum, Box::new(move |value| relation.holds(value)))
            }
            Ground::Member(sum, ranges) => {
                let within =
                    move |value| ranges.iter().any(|part| (part.0..=part.1).contains(&value));
                (sum, Box::new(within))
            }
            _ => return None,
        };
        let [(Id(id), factor)] = sum.terms[..] else {
            return None;
        };
        let id = id as usize;
        let domain = self.domains.get(id);
        let domain = domain.filter(|domain| domain.size() <= MAX_NARROWED)?;
        let is_allowed = |value: &i32| {
            let product = factor.checked_mul((*value).into());
            let sum = product.and_then(|product| product.checked_add(sum.constant));
            sum.is_some_and(&allows)
        };
        Some((id, Domain::from_values(domain.values().filter(is_allowed))))
    }
}
