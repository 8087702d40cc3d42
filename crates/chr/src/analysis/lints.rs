//! Checks that find no error but something its author should know.

use std::collections::{HashMap, HashSet};

use gridwright_control::{Deadline, Limit};
use gridwright_term::{Diagnostic, Span, Term};

use crate::analysis::scope::{count, vars};
use crate::code::instr::Instr;
use crate::code::{Callee, Code};
use crate::syntax::source::{Head, RuleSource, Source};

/// The number of rules or clauses between two checks of the deadline.
const ITEMS_PER_CHECK: usize = 64;

/// Looks for suspicious rules and clauses, unless the deadline comes first.
pub(crate) fn check(
    source: &Source,
    code: &Code,
    deadline: &Deadline,
) -> Result<Vec<Diagnostic>, Limit> {
    let check_deadline = || deadline.reached().map_or(Ok(()), Err);
    let mut found = Vec::new();
    for some in source.rules.chunks(ITEMS_PER_CHECK) {
        check_deadline()?;
        for rule in some {
            let heads = rule.removed.iter().chain(&rule.kept).map(|head| &head.term);
            singletons(
                heads.chain(&rule.guard).chain([&rule.body]),
                rule.span,
                &mut found,
            );
            unbound_guard(rule, &mut found);
        }
    }
    for some in source.clauses.chunks(ITEMS_PER_CHECK) {
        check_deadline()?;
        for (clause, span) in some {
            singletons([clause], *span, &mut found);
        }
    }
    never_firing(&source.rules, &mut found);
    if !source.incomplete {
        unknown_goals(source, code, &mut found);
    }
    Ok(found)
}

/// Named variables that are mentioned once.
fn singletons<'a>(
    terms: impl IntoIterator<Item = &'a Term>,
    span: Span,
    found: &mut Vec<Diagnostic>,
) {
    let mut counts = HashMap::new();
    for term in terms {
        count(term, &mut counts);
    }
    let mut once: Vec<String> = counts
        .into_iter()
        .filter(|(name, count)| *count == 1 && !name.starts_with('_'))
        .map(|(name, _)| name)
        .collect();
    once.sort();
    if !once.is_empty() {
        let message = format!("mentioned only once: {}", once.join(", "));
        found.push(Diagnostic::warning(message, span).with_note("`_` says that this is meant"));
    }
}

/// Variables that a comparison in a guard needs and nothing gives a value.
fn unbound_guard(rule: &RuleSource, found: &mut Vec<Diagnostic>) {
    let Some(guard) = &rule.guard else {
        return;
    };
    let mut known: Vec<String> = rule
        .removed
        .iter()
        .chain(&rule.kept)
        .flat_map(|head| vars(&head.term))
        .collect();
    let mut parts = Vec::new();
    crate::syntax::conjuncts::conjuncts(guard, ",", &mut parts);
    for part in parts {
        let needed = match (part.functor(), part.args()) {
            (Some(("<" | "=<" | ">" | ">=" | "=:=" | "=\\=", 2)), _) => vars(part),
            (Some(("is", 2)), [_, expr]) => vars(expr),
            _ => Vec::new(),
        };
        for name in needed.into_iter().filter(|name| !known.contains(name)) {
            let message = format!("the guard needs the value of `{name}`, which no head mentions");
            found.push(Diagnostic::warning(message, rule.span));
        }
        if matches!(part.functor(), Some(("fail" | "false", 0))) {
            let message = "this rule never fires, as its guard fails";
            found.push(Diagnostic::warning(message, rule.span));
        }
        known.extend(vars(part));
    }
}

/// Rules that cannot fire because an earlier one always removes one of their constraints when it is called.
fn never_firing(rules: &[RuleSource], found: &mut Vec<Diagnostic>) {
    let mut gone: HashSet<(&str, usize)> = HashSet::new();
    let mut stored: HashSet<(&str, usize)> = HashSet::new();
    for rule in rules {
        let heads: Vec<&Head> = rule.removed.iter().chain(&rule.kept).collect();
        for functor in heads.iter().filter_map(|head| head.term.functor()) {
            if gone.contains(&functor) {
                let message = format!(
                    "this rule never fires, as a rule before it removes every `{}/{}`",
                    functor.0, functor.1
                );
                found.push(Diagnostic::warning(message, rule.span));
                break;
            }
        }
        if let ([head], [], None) = (&rule.removed[..], &rule.kept[..], &rule.guard)
            && is_open(&head.term)
            && let Some(functor) = head.term.functor()
            && !stored.contains(&functor)
        {
            gone.insert(functor);
        }
        stored.extend(rule.kept.iter().filter_map(|head| head.term.functor()));
    }
}

/// Whether all arguments are different variables.
fn is_open(head: &Term) -> bool {
    let named: Vec<&Term> = head
        .args()
        .iter()
        .filter(|arg| **arg != Term::var("_"))
        .collect();
    let mut different = vars(head);
    different.dedup();
    named.iter().all(|arg| matches!(arg, Term::Var(_))) && different.len() == named.len()
}

/// Goals that nothing defines.
fn unknown_goals(source: &Source, code: &Code, found: &mut Vec<Diagnostic>) {
    let dynamic: HashSet<_> = code.dynamic.iter().map(|(functor, _)| *functor).collect();
    let mut seen = HashSet::new();
    let mut unknown: Vec<String> = Vec::new();
    for instr in &code.instrs {
        if let Instr::Call(goal) | Instr::Exec(goal) = instr
            && let Callee::Unknown(functor) = &goal.callee
            && seen.insert(*functor)
            && !code.callees.contains_key(functor)
            && !dynamic.contains(functor)
        {
            unknown.push(code.atoms.shown(*functor));
        }
    }
    if !unknown.is_empty() {
        let span = source.clauses.first().map(|clause| clause.1);
        let span = span
            .or(source.rules.first().map(|rule| rule.span))
            .unwrap_or(Span::new(0, 0));
        let message = format!(
            "not defined here, so a host must define it: {}",
            unknown.join(", ")
        );
        found.push(Diagnostic::warning(message, span));
    }
}
