//! Checks the types of the arguments of constraints in the text of a program.

use std::collections::HashMap;

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
    // Of two declarations of a constraint the first counts.
    let mut declared = HashMap::new();
    for constraint in &source.constraints {
        let functor = (&*constraint.name, constraint.types.len());
        declared.entry(functor).or_insert(&*constraint.types);
    }
    let mut check_call = |call: &Term, rule: &RuleSource| {
        let types = call.functor().and_then(|functor| declared.get(&functor));
        if let Some(types) = types {
            check_args(source, call, types, rule, &mut found);
        }
    };
    for rule in &source.rules {
        let heads = rule.removed.iter().chain(&rule.kept);
        for head in heads {
            check_call(&head.term, rule);
        }
        let mut todo = vec![&rule.body];
        while let Some(goal) = todo.pop() {
            match goal.functor() {
                Some(("," | ";" | "->", 2)) => todo.extend(goal.args()),
                _ => check_call(goal, rule),
            }
        }
    }
    found
}

/// Checks the arguments of a constraint in a rule.
fn check_args(
    source: &Source,
    call: &Term,
    types: &[Term],
    rule: &RuleSource,
    found: &mut Vec<Diagnostic>,
) {
    for (at, (arg, wanted)) in call.args().iter().zip(types).enumerate() {
        if let Err(Misfit { part, wanted }) = source.types.check(arg, wanted, &mut Vec::new()) {
            let (name, arity) = call.functor().expect("it has arguments");
            let message = format!(
                "argument {} of `{name}/{arity}`: `{part}` is not of type `{wanted}`",
                at + 1
            );
            found.push(Diagnostic::error(message, rule.span));
        }
    }
}
