//! Which arguments of constraints matter: for indexes, for waking, and for waking in part.

use std::collections::HashMap;

use gridwright_term::Term;

use crate::analysis::scope::{Scope, count, vars};
use crate::code::Indexed;
use crate::code::atoms::{Functor, known};
use crate::code::expr::Expr;
use crate::code::layout::MOST_INDEXES;
use crate::code::{Index, Lookup, Path, Sought};
use crate::compile::compiler::Compiler;
use crate::syntax::conjuncts::conjuncts;
use crate::syntax::source::{Head, RuleSource};

impl Compiler {
    /// How a partner is found, given what is known before it. Where rules search together, only what all know `alike` is looked up.
    pub(crate) fn lookup(
        &mut self,
        head: &Term,
        symbol: u32,
        guard: &[Term],
        alike: Option<&[bool]>,
        scope: &mut Scope,
    ) -> Lookup {
        let ground = self.code.constraints[symbol as usize].ground.clone();
        let mut shared: Vec<u16> = Vec::new();
        for (arg, _) in head
            .args()
            .iter()
            .zip(&ground)
            .filter(|(_, ground)| !**ground)
        {
            for name in vars(arg) {
                if !scope.has_seen(&name) {
                    continue;
                }
                let slot = scope.slot(&name);
                if !shared.contains(&slot) {
                    shared.push(slot);
                }
            }
        }
        let (mut places, mut key, mut computed) = (Vec::new(), Vec::new(), false);
        for (at, arg) in head.args().iter().enumerate() {
            let arg_at = at as u16;
            if alike.is_some_and(|alike| !alike[at]) {
                continue;
            }
            if is_known(arg, scope) {
                places.push(Path {
                    arg: arg_at,
                    inside: None,
                });
                key.push(Sought::Term(scope.shape(arg, &mut self.code.atoms)));
                continue;
            }
            if let Some(value) = self.value_in(arg, at, symbol, guard, scope) {
                computed = true;
                places.push(Path {
                    arg: arg_at,
                    inside: None,
                });
                key.push(Sought::Value(value));
                continue;
            }
            let end = Term::list([]);
            let list = Functor::new(known::DOT, 2);
            let (functor, inner) = match arg {
                Term::Compound(name, inner) => (
                    self.code.atoms.functor(name, inner.len()),
                    inner.iter().collect(),
                ),
                // A longer list is known by its first item alone, as its rest may be long.
                Term::List(items) if items.len() == 1 => (list, vec![&items[0], &end]),
                Term::List(items) | Term::OpenList(items, _) if !items.is_empty() => {
                    (list, vec![&items[0]])
                }
                _ => continue,
            };
            for (place, part) in inner.into_iter().enumerate() {
                if !is_known(part, scope) {
                    continue;
                }
                places.push(Path {
                    arg: arg_at,
                    inside: Some((functor, place as u16)),
                });
                key.push(Sought::Term(scope.shape(part, &mut self.code.atoms)));
            }
        }
        let index = if places.is_empty() {
            None
        } else {
            self.index_on(symbol, &places)
        };
        if index.is_none() {
            key.clear();
        }
        // A value that cannot be computed leaves the whole list.
        self.code.constraints[symbol as usize].listed |= index.is_none() || computed;
        Lookup {
            shared: shared.into(),
            index,
            key: key.into(),
        }
    }

    /// The value that an equation in the guard gives an argument of a partner, if it is known before the partner. `X is E` asks for the
    /// very number; elsewhere the argument must be declared as a whole number, as an expression of that value would do too.
    fn value_in(
        &mut self,
        arg: &Term,
        at: usize,
        symbol: u32,
        guard: &[Term],
        scope: &mut Scope,
    ) -> Option<Expr> {
        let Term::Var(name) = arg else { return None };
        let whole = self.code.constraints[symbol as usize].whole[at];
        if name == "_" {
            return None;
        }
        let known = |term: &Term| vars(term).iter().all(|var| scope.has_seen(var));
        let value = guard.iter().find_map(|part| {
            let (compare, [left, right]) = (part.functor()?.0, part.args()) else {
                return None;
            };
            let very = compare == "is" && left == arg;
            let equal = whole && matches!(compare, "=:=" | "is");
            let solved = if very || equal {
                solved(name, left, right).or_else(|| solved(name, right, left))
            } else {
                None
            };
            solved.filter(|value| known(value))
        })?;
        Some(scope.expr(&value, &mut self.code.atoms))
    }

    /// The index of a constraint on some of its arguments; none if it has too many already.
    fn index_on(&mut self, symbol: u32, args: &[Path]) -> Option<u32> {
        let index = Index {
            constraint: symbol,
            args: args.into(),
        };
        if let Some(at) = self.code.indexes.iter().position(|other| *other == index) {
            return Some(at as u32);
        }
        let own = self.code.constraints[symbol as usize].indexes.len();
        if own >= MOST_INDEXES || self.code.indexes.len() > usize::from(u16::MAX) {
            return None;
        }
        let number = self.code.indexes.len() as u32;
        self.code.indexes.push(index);
        let arg = match args {
            [Path { arg, inside: None }] => Some(*arg),
            _ => None,
        };
        let indexed = Indexed { index: number, arg };
        self.code.constraints[symbol as usize].indexes.push(indexed);
        Some(number)
    }

    /// Notes the arguments whose binding can let this rule fire: those with a pattern, those whose variable is mentioned again in a
    /// head, and those in the guard, unless all it asks is that they are unbound.
    pub(crate) fn watch_args(
        &mut self,
        rule: &RuleSource,
        heads: &[(&Head, bool)],
        symbols: &[u32],
    ) {
        let mut mentioned: HashMap<String, usize> = HashMap::new();
        for (head, _) in heads {
            count(&head.term, &mut mentioned);
        }
        let mut parts = Vec::new();
        if let Some(guard) = &rule.guard {
            conjuncts(guard, ",", &mut parts);
        }
        for part in parts {
            if !matches!(
                (part.functor(), part.args()),
                (Some(("var", 1)), [Term::Var(_)])
            ) {
                count(part, &mut mentioned);
            }
        }
        let terms = heads.iter().map(|(head, _)| &head.term);
        for (head, symbol) in terms.chain(&rule.observed).zip(symbols) {
            let constraint = &mut self.code.constraints[*symbol as usize];
            if constraint.fleeting {
                continue;
            }
            for (at, arg) in head.args().iter().enumerate() {
                let matters = match arg {
                    Term::Var(name) => mentioned.get(name).is_some_and(|&count| count > 1),
                    _ => true,
                };
                constraint.watched[at] |= matters && !constraint.ground[at];
            }
        }
    }

    /// SWI-Prolog wakes only the constraints of the variable that was bound, not those of the one it was bound to, if
    /// no head has a pattern or a guard on its arguments. It looks at the first head of the right kind that is not too
    /// long, whichever constraint that is of, and so do we.
    pub(crate) fn partial_wake(&mut self, rule: &RuleSource, removed: bool, symbol: usize) {
        let constraint = &mut self.code.constraints[symbol];
        let heads = if removed { &rule.removed } else { &rule.kept };
        let arity = constraint.functor.arity();
        let Some(head) = heads.iter().find(|head| head.term.args().len() <= arity) else {
            return;
        };
        let guarded = rule.guard.as_ref().map(vars).unwrap_or_default();
        let args = head.term.args().iter().zip(&constraint.ground);
        let whole = args
            .filter(|(_, ground)| !**ground)
            .any(|(arg, _)| match arg {
                Term::Var(name) => guarded.contains(name),
                _ => true,
            });
        constraint.wakes_partially &= !whole;
    }
}

/// Whether all of a term is known.
fn is_known(term: &Term, scope: &Scope) -> bool {
    match term {
        Term::Var(name) => scope.has_seen(name),
        Term::Compound(_, args) | Term::List(args) => args.iter().all(|arg| is_known(arg, scope)),
        Term::OpenList(items, rest) => {
            items.iter().all(|item| is_known(item, scope)) && is_known(rest, scope)
        }
        Term::Int(_) | Term::Number(_) | Term::Name(_) | Term::Text(_) | Term::Opaque(_) => true,
    }
}

/// What a variable must be for one side of an equation, in which it stands once among sums and differences, to equal the other.
fn solved(name: &str, side: &Term, other: &Term) -> Option<Term> {
    let lacks = |term: &Term| !vars(term).iter().any(|var| var == name);
    if !lacks(other) {
        return None;
    }
    let (mut side, mut value) = (side, other.clone());
    loop {
        match (side, side.functor(), side.args()) {
            (Term::Var(var), ..) if var == name => return Some(value),
            (_, Some(("+", 2)), [left, right]) if lacks(right) => {
                value = Term::compound("-", [value, right.clone()]);
                side = left;
            }
            (_, Some(("+", 2)), [left, right]) if lacks(left) => {
                value = Term::compound("-", [value, left.clone()]);
                side = right;
            }
            (_, Some(("-", 2)), [left, right]) if lacks(right) => {
                value = Term::compound("+", [value, right.clone()]);
                side = left;
            }
            (_, Some(("-", 2)), [left, right]) if lacks(left) => {
                value = Term::compound("-", [left.clone(), value]);
                side = right;
            }
            _ => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use gridwright_term::{Operators, parse_term};

    use super::*;

    #[test]
    fn sums_and_differences_are_solved() {
        let table = [
            ("X", "Y", Some("Y")),
            ("X + 1", "Y", Some("Y - 1")),
            ("2 - (X - Z)", "Y * Y", Some("2 - Y * Y + Z")),
            ("Z + (1 + X)", "3", Some("3 - Z - 1")),
            ("X * 2", "Y", None),
            ("X + X", "Y", None),
            ("X", "X - 1", None),
        ];
        let read = |text: &str| parse_term(text, Operators::standard()).expect("it is a term");
        for (side, other, expected) in table {
            let found = solved("X", &read(side), &read(other));
            assert_eq!(found, expected.map(read), "{side} = {other}");
        }
    }
}
