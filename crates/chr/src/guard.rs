//! Guards brought into a form that can be tested in place: calls of short predicates are replaced by their bodies, and natives that leave
//! no choice are run as tests.

use std::collections::HashMap;

use gridwright_term::Term;

use crate::code::{Callee, Test};
use crate::compile::Compiler;
use crate::natives::NATIVES;
use crate::scope::{Scope, vars};
use crate::source::conjuncts;

/// Library predicates of which a guard needs only the first answer, and the natives that find it.
const FIRST: &[(&str, usize, &str)] = &[
    ("length", 2, "$length"),
    ("append", 3, "$append"),
    ("select", 3, "selectchk"),
    ("member", 2, "memberchk"),
    ("nth0", 3, "$nth0"),
    ("nth1", 3, "$nth1"),
];

/// Natives that run goals or leave choices.
const GOALS: &[&str] = &[
    "call", ",", ";", "->", "*->", "\\+", ":", "not", "findall", "catch", "between", "halt",
    "length", "!",
];

impl Compiler {
    /// The parts of a guard, with calls of predicates replaced by their bodies where these are tests.
    pub(crate) fn unfolded(&self, guard: Option<&Term>) -> Vec<Term> {
        let mut parts = Vec::new();
        if let Some(guard) = guard {
            conjuncts(guard, ",", &mut parts);
        }
        let mut unfolded = Vec::new();
        for (number, part) in parts.into_iter().enumerate() {
            match self.unfold(part, number) {
                Some(body) => {
                    let mut inner = Vec::new();
                    conjuncts(&body, ",", &mut inner);
                    unfolded.extend(inner.into_iter().cloned());
                }
                None => unfolded.push(part.clone()),
            }
        }
        unfolded
    }

    /// The body of the one clause a call can match, if its head takes anything and its body consists of comparisons.
    fn unfold(&self, goal: &Term, number: usize) -> Option<Term> {
        let (name, arity) = goal.functor()?;
        let mut own = self.own.iter();
        let (_, clauses) = own.find(|(functor, _)| {
            functor.arity() == arity && self.code.names.text(functor.name() as usize) == name
        })?;
        let [(head, Some(body))] = &clauses[..] else {
            return None;
        };
        let mut renamed: HashMap<String, Term> = HashMap::new();
        for (arg, value) in head.args().iter().zip(goal.args()) {
            match arg {
                Term::Var(name) if name == "_" => {}
                Term::Var(name) if !renamed.contains_key(name) => {
                    renamed.insert(name.clone(), value.clone());
                }
                _ => return None,
            }
        }
        let mut parts = Vec::new();
        conjuncts(body, ",", &mut parts);
        let compares = |part: &&Term| {
            matches!(
                part.functor(),
                Some(("<" | "=<" | ">" | ">=" | "=:=" | "=\\=" | "==" | "\\==", 2))
            )
        };
        if !parts.iter().all(compares) {
            return None;
        }
        for name in vars(body) {
            renamed
                .entry(name.clone())
                .or_insert_with(|| Term::var(format!("_{number}{name}")));
        }
        Some(replaced(body, &renamed))
    }

    /// A call of a native as a test, if it leaves no choice.
    pub(crate) fn native_test(&mut self, goal: &Term, scope: &mut Scope) -> Option<Test> {
        let (name, arity) = goal.functor()?;
        let functor = self.code.names.functor(name, arity);
        if self.own.contains_key(&functor) {
            return None;
        }
        let first = FIRST
            .iter()
            .find(|entry| (entry.0, entry.1) == (name, arity));
        let native = match (first, self.code.callees.get(&functor)) {
            (Some(&(_, _, native)), _) => {
                let found = NATIVES
                    .iter()
                    .position(|entry| entry.name == native && entry.arity == arity);
                found.expect("the table names natives") as u32
            }
            (None, Some(Callee::Native(native))) if !GOALS.contains(&name) => *native,
            _ => return None,
        };
        let names = &mut self.code.names;
        let shapes = goal
            .args()
            .iter()
            .map(|arg| scope.shape(arg, names))
            .collect();
        Some(Test::Native(native, shapes))
    }
}

/// A term with variables replaced.
fn replaced(term: &Term, by: &HashMap<String, Term>) -> Term {
    let all = |terms: &[Term]| {
        terms
            .iter()
            .map(|term| replaced(term, by))
            .collect::<Vec<_>>()
    };
    match term {
        Term::Var(name) => by.get(name).unwrap_or(term).clone(),
        Term::Compound(name, args) => Term::Compound(name.clone(), all(args)),
        Term::List(items) => Term::List(all(items)),
        Term::OpenList(items, rest) => Term::open_list(all(items), replaced(rest, by)),
        _ => term.clone(),
    }
}
