//! Checks the types of the arguments of constraints in the text of a program.

use gridwright_term::{Diagnostic, Term};

use crate::syntax::source::{RuleSource, Source};
use crate::syntax::types::Misfit;

/// What is wrong with the types in the text of a program.
pub(crate) fn check(source: &Source) -> Vec<Diagnostic> {
    let types = &source.types;
    let mut found = Vec::new();
    for declared in &source.constraints {
        for wanted in &declared.types {
            if let Some(unknown) = types.unknown(wanted) {
                let message = format!("the type `{unknown}` is not defined");
                found.push(Diagnostic::error(message, declared.span));
            }
        }
    }
    if !found.is_empty() {
        return found;
    }
    for rule in &source.rules {
        let heads = rule.removed.iter().chain(&rule.kept);
        for head in heads {
            check_call(source, &head.term, rule, &mut found);
        }
        let mut todo = vec![&rule.body];
        while let Some(goal) = todo.pop() {
            match goal.functor() {
                Some(("," | ";" | "->", 2)) => todo.extend(goal.args()),
                _ => check_call(source, goal, rule, &mut found),
            }
        }
    }
    found
}

/// Checks the arguments of a constraint in a rule.
fn check_call(source: &Source, call: &Term, rule: &RuleSource, found: &mut Vec<Diagnostic>) {
    let Some((name, arity)) = call.functor() else {
        return;
    };
    let mut all = source.constraints.iter();
    let Some(declared) = all.find(|one| one.name == name && one.types.len() == arity) else {
        return;
    };
    for (at, (arg, wanted)) in call.args().iter().zip(&declared.types).enumerate() {
        if let Err(Misfit { part, wanted }) = source.types.check(arg, wanted, &mut Vec::new()) {
            let message = format!(
                "argument {} of `{name}/{arity}`: `{part}` is not of type `{wanted}`",
                at + 1
            );
            found.push(Diagnostic::error(message, rule.span));
        }
    }
}
