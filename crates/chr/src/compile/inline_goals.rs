//! Goals that can be run in place as tests, in guards and in bodies.

use gridwright_term::Term;

use crate::analysis::scope::Scope;
use crate::code::atoms::AtomTable;
use crate::code::expr::COMPARE;
use crate::code::{Kind, Test};
use crate::syntax::conjuncts::conjuncts;

/// The goal as a test, if it is one. With `lets`, `X is E` may give a new variable its value.
pub(crate) fn test_of(
    goal: &Term,
    scope: &mut Scope,
    atoms: &mut AtomTable,
    lets: bool,
) -> Option<Test> {
    let (name, _) = goal.functor()?;
    Some(match (name, goal.args()) {
        ("true" | "otherwise", []) => Test::True,
        ("fail" | "false", []) => Test::Fail,
        ("\\+" | "not", [inner]) => Test::Not(branch(inner, scope, atoms)?),
        (";", [left, right]) => match (left.functor(), left.args()) {
            (Some(("->", 2)), [condition, then]) => Test::If(
                branch(condition, scope, atoms)?,
                branch(then, scope, atoms)?,
                branch(right, scope, atoms)?,
            ),
            (Some(("*->", 2)), _) => return None,
            _ => Test::Any(branch(left, scope, atoms)?, branch(right, scope, atoms)?),
        },
        ("->", [condition, then]) => Test::If(
            branch(condition, scope, atoms)?,
            branch(then, scope, atoms)?,
            Box::new([Test::Fail]),
        ),
        ("is", [Term::Var(var), expr]) if lets && var == "_" => {
            let expr = scope.expr(expr, atoms);
            Test::Let(scope.spare(), expr)
        }
        ("is", [Term::Var(var), expr]) if lets && !scope.has_seen(var) => {
            let expr = scope.expr(expr, atoms);
            let slot = scope.slot(var);
            scope.seen.insert(var.clone());
            Test::Let(slot, expr)
        }
        ("is", [left, expr]) if lets => {
            let expr = scope.expr(expr, atoms);
            Test::Has(scope.shape(left, atoms), expr)
        }
        ("==", [left, right]) => {
            Test::Identical(scope.shape(left, atoms), scope.shape(right, atoms))
        }
        ("\\==", [left, right]) => {
            Test::Different(scope.shape(left, atoms), scope.shape(right, atoms))
        }
        ("\\=", [left, right]) => Test::Apart(scope.shape(left, atoms), scope.shape(right, atoms)),
        (_, [arg]) => Test::Type(kind(name)?, scope.shape(arg, atoms)),
        (_, [left, right]) => {
            let &(_, compare) = COMPARE.iter().find(|entry| entry.0 == name)?;
            Test::Compare(compare, scope.expr(left, atoms), scope.expr(right, atoms))
        }
        _ => return None,
    })
}

/// A conjunction of tests that sees what came before but leaves nothing behind.
fn branch(goal: &Term, scope: &mut Scope, atoms: &mut AtomTable) -> Option<Box<[Test]>> {
    let seen = scope.seen.clone();
    let mut parts = Vec::new();
    conjuncts(goal, ",", &mut parts);
    let tests: Option<Box<[Test]>> = parts
        .iter()
        .map(|part| test_of(part, scope, atoms, false))
        .collect();
    scope.seen = seen;
    tests
}

/// The kind that a type test asks for.
pub(crate) fn kind(name: &str) -> Option<Kind> {
    Some(match name {
        "var" => Kind::Var,
        "nonvar" => Kind::Nonvar,
        "number" => Kind::Number,
        "integer" => Kind::Integer,
        "float" => Kind::Float,
        "rational" => Kind::Rational,
        "atom" => Kind::Atom,
        "atomic" => Kind::Atomic,
        "compound" => Kind::Compound,
        "callable" => Kind::Callable,
        "string" => Kind::String,
        "is_list" => Kind::List,
        "ground" => Kind::Ground,
        _ => return None,
    })
}
