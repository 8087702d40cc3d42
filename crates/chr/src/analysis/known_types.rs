//! Which types the variables of a rule are known to have, so that calls need not check them again.

use std::collections::HashMap;

use gridwright_term::Term;

use crate::syntax::conjuncts::conjuncts;
use crate::syntax::source::RuleSource;
use crate::syntax::types::Types;

/// The types that are known of variables, by their names.
#[derive(Clone, Debug, Default)]
pub(crate) struct KnownTypes(HashMap<String, Vec<Term>>);

/// Functions whose value is an integer if their arguments are.
const INTEGRAL: &[&str] = &[
    "+", "-", "*", "//", "mod", "rem", "div", "abs", "sign", "min", "max", "gcd", "/\\", "\\/",
    "xor", "<<", ">>", "truncate", "integer", "round", "ceiling", "floor", "msb",
];

impl KnownTypes {
    /// What the heads and the guard of a rule say; `types_of` gives the declared types of a constraint.
    pub(crate) fn of_rule<'a>(
        rule: &RuleSource,
        types_of: impl Fn(&str, usize) -> Option<&'a [Term]>,
    ) -> KnownTypes {
        let mut known = KnownTypes::default();
        for head in rule.removed.iter().chain(&rule.kept) {
            let declared = head
                .term
                .functor()
                .and_then(|(name, arity)| types_of(name, arity));
            for (arg, wanted) in head.term.args().iter().zip(declared.unwrap_or_default()) {
                known.add(arg, wanted.clone());
            }
        }
        if let Some(guard) = &rule.guard {
            let mut parts = Vec::new();
            conjuncts(guard, ",", &mut parts);
            parts.into_iter().for_each(|part| known.holds(part));
        }
        known
    }

    fn add(&mut self, arg: &Term, wanted: Term) {
        if let Term::Var(name) = arg
            && name != "_"
        {
            self.0.entry(name.clone()).or_default().push(wanted);
        }
    }

    /// Notes what follows from a goal that succeeded.
    pub(crate) fn holds(&mut self, goal: &Term) {
        match (goal.functor(), goal.args()) {
            (Some(("is", 2)), [result, value]) if self.is_integral(value) => {
                self.add(result, Term::name("int"));
            }
            (Some(("integer", 1)), [arg]) => self.add(arg, Term::name("int")),
            (Some(("number", 1)), [arg]) => self.add(arg, Term::name("number")),
            _ => {}
        }
    }

    fn is_integral(&self, value: &Term) -> bool {
        match (value, value.functor()) {
            (Term::Int(_), _) => true,
            (Term::Var(name), _) => self.has(name, &["int", "natural", "dense_int"]),
            (_, Some((function, 1 | 2))) => {
                INTEGRAL.contains(&function) && value.args().iter().all(|arg| self.is_integral(arg))
            }
            _ => false,
        }
    }

    fn has(&self, name: &str, names: &[&str]) -> bool {
        let known = self.0.get(name).map_or(&[][..], |known| known);
        known.iter().any(|known| match known {
            Term::Name(known) => names.contains(&known.as_str()),
            _ => false,
        })
    }

    /// Whether an argument is certainly of a type, or a variable whose value is checked when it gets one.
    pub(crate) fn fits(&self, arg: &Term, wanted: &Term, types: &Types) -> bool {
        match (arg, wanted) {
            (_, Term::Name(any)) if any == "any" => true,
            (Term::Var(name), _) => {
                let same = self.0.get(name).is_some_and(|known| known.contains(wanted));
                same || match wanted {
                    Term::Name(wanted) => match wanted.as_str() {
                        "int" => self.has(name, &["natural", "dense_int"]),
                        "number" => self.has(name, &["int", "natural", "dense_int", "float"]),
                        "natural" => self.has(name, &["dense_int"]),
                        "dense_int" => self.has(name, &["natural"]),
                        _ => false,
                    },
                    _ => false,
                }
            }
            (Term::Int(_) | Term::Name(_), _) => types.check(arg, wanted, &mut Vec::new()).is_ok(),
            (Term::List(items), _) if items.is_empty() => {
                types.check(arg, wanted, &mut Vec::new()).is_ok()
            }
            _ => false,
        }
    }
}
