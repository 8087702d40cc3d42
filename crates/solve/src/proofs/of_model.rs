//! Statements of models: what a constraint means is taken from its printed form or, if few assignments are possible, from its
//! ground meaning. A proof about a model of the small language is about this statement, so grounding the model is trusted.

use gridwright_fd::{Constraint as FdConstraint, Model, Var};
use gridwright_proof::{Atom, Constraint, Domain, Relation, Statement};
use gridwright_term::Term;

/// The most assignments of a constraint that is stated as a table.
const MAX_ROWS: usize = 10_000;

/// How deep reified constraints may be nested.
const MAX_DEPTH: u32 = 4;

/// The statement of a model without an objective; the error names a constraint that has none.
pub fn statement_of(model: &Model) -> Result<Statement, String> {
    if model.objective().is_some() {
        return Err("a proof is about a model without an objective".to_owned());
    }
    let mut statement = Statement::default();
    for var in model.all_vars() {
        let ranges = model.domain(var).ranges().collect();
        statement.add_var(Domain { ranges });
    }
    for constraint in model.constraints() {
        let term = constraint.term(&|var| Term::name(format!("x{}", var.index())));
        let stated = parsed(&term, 0).or_else(|| table(model, &**constraint));
        let name = constraint.name();
        let missing = || format!("the constraint `{name}` is not known to the checker");
        statement.constraints.push(stated.ok_or_else(missing)?);
    }
    let index = |var: Var| var.index() as u32 - 1;
    statement.keys = match model.keys() {
        Some(keys) => keys.iter().map(|&key| index(key)).collect(),
        None => model.all_vars().map(index).collect(),
    };
    Ok(statement)
}

/// The constraint that a term prints, if it is known.
fn parsed(term: &Term, depth: u32) -> Option<Constraint> {
    let (functor, _) = term.functor()?;
    match (functor, term.args()) {
        ("all_different", [Term::List(items)]) => {
            let item = |item: &Term| match linear(item)? {
                (terms, offset) if terms.len() == 1 && terms[0].0 == 1 => {
                    Some((terms[0].1, i32::try_from(offset).ok()?))
                }
                _ => None,
            };
            let items: Option<Vec<(u32, i32)>> = items.iter().map(item).collect();
            Some(Constraint::AllDifferent(items?))
        }
        ("clause", [Term::List(atoms)]) => {
            let atoms: Option<Vec<Atom>> = atoms.iter().map(atom).collect();
            Some(Constraint::Clause(atoms?))
        }
        ("bool_sum", [Term::List(bools), Term::Name(operator), total]) => {
            let sum = bools.iter().cloned();
            let sum = sum.reduce(|sum, term| Term::compound("+", [sum, term]));
            comparison(operator, &sum.unwrap_or(Term::Int(0)), total)
        }
        ("#<==>", [when, then]) if depth < MAX_DEPTH => {
            let inner = parsed(then, depth + 1)?;
            Some(Constraint::Reified(atom(when)?, Box::new(inner)))
        }
        (operator, [left, right]) => comparison(operator, left, right),
        _ => None,
    }
}

/// An atom: a variable compared with an integer.
fn atom(term: &Term) -> Option<Atom> {
    let (operator, _) = term.functor()?;
    let [left, Term::Int(value)] = term.args() else {
        return None;
    };
    let (var, value) = (variable(left)?, i32::try_from(*value).ok()?);
    match operator {
        "#>=" => Some(Atom::ge(var, value)),
        "#=<" => Some(Atom::le(var, value)),
        "#=" => Some(Atom::eq(var, value)),
        "#\\=" => Some(Atom::ne(var, value)),
        _ => None,
    }
}

fn variable(term: &Term) -> Option<u32> {
    match term {
        Term::Name(name) => name.strip_prefix('x')?.parse::<u32>().ok()?.checked_sub(1),
        _ => None,
    }
}

/// A comparison of two sums.
fn comparison(operator: &str, left: &Term, right: &Term) -> Option<Constraint> {
    // The sum of the terms plus the constant is compared with 0.
    let (mut terms, mut constant) = linear(left)?;
    let (others, subtracted) = linear(right)?;
    terms.extend(others.into_iter().map(|(a, x)| (-a, x)));
    constant = constant.checked_sub(subtracted)?;
    let is_swapped = matches!(operator, "#>=" | "#>");
    if is_swapped {
        terms.iter_mut().for_each(|term| term.0 = -term.0);
        constant = constant.checked_neg()?;
    }
    let (relation, shift) = match operator {
        "#=" => (Relation::Eq, 0),
        "#\\=" => (Relation::Ne, 0),
        "#=<" | "#>=" => (Relation::Le, 0),
        "#<" | "#>" => (Relation::Le, 1),
        _ => return None,
    };
    let constant = constant.checked_neg()?.checked_sub(shift)?;
    Constraint::linear(terms, relation, constant)
}

/// The terms and the constant of a linear expression; `None` if it is none.
fn linear(term: &Term) -> Option<(Vec<(i64, u32)>, i64)> {
    let (mut terms, mut constant) = (Vec::new(), 0_i64);
    let mut open = vec![(1_i64, term)];
    while let Some((factor, term)) = open.pop() {
        match term {
            Term::Int(value) => constant = constant.checked_add(factor.checked_mul(*value)?)?,
            Term::Name(_) => terms.push((factor, variable(term)?)),
            Term::Compound(functor, args) => match (functor.as_str(), &args[..]) {
                ("+", [a, b]) => open.extend([(factor, a), (factor, b)]),
                ("-", [a, b]) => open.extend([(factor, a), (factor.checked_neg()?, b)]),
                ("-", [a]) => open.push((factor.checked_neg()?, a)),
                ("*", [Term::Int(by), a] | [a, Term::Int(by)]) => {
                    open.push((factor.checked_mul(*by)?, a));
                }
                _ => return None,
            },
            _ => return None,
        }
    }
    Some((terms, constant))
}

/// All assignments that satisfy a constraint, if there are few to try.
fn table(model: &Model, constraint: &dyn FdConstraint) -> Option<Constraint> {
    let mut scope = constraint.distinct_scope();
    scope.retain(|&var| var != Var::ZERO);
    let mut rows: Vec<Vec<i32>> = vec![Vec::new()];
    for &var in &scope {
        let values: Vec<i32> = model.domain(var).values().take(MAX_ROWS + 1).collect();
        if rows.len() * values.len() > MAX_ROWS {
            return None;
        }
        let longer = rows.iter().flat_map(|row| {
            let with = |&value: &i32| [&row[..], &[value]].concat();
            values.iter().map(with)
        });
        rows = longer.collect();
    }
    rows.retain(|row| {
        constraint.holds(&|var| {
            let place = scope.binary_search(&var);
            place.map_or(0, |place| row[place])
        })
    });
    let vars = scope.iter().map(|var| var.index() as u32 - 1);
    Some(Constraint::Table(vars.collect(), rows))
}
