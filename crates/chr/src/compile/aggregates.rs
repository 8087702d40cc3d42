//! Aggregates over the store: `count(C, N)`, `sum(E, C, S)`, `min(E, C, M)` and `max(E, C, M)`, in guards, bodies and heads.
//!
//! `C` is a constraint, or a constraint and tests on it in brackets. One among the heads becomes a part of the guard,
//! and the rule is tried again when a constraint of that kind comes, wakes, or goes: a removal calls a constraint that is
//! never stored, at the end of the body that removed it.

use std::collections::HashMap;

use gridwright_term::{Diagnostic, Term};

use crate::analysis::scope::{Scope, count, vars};
use crate::code::expr::Expr;
use crate::code::{Aggregate, Fold, Partner, Shape, Test};
use crate::compile::compiler::Compiler;
use crate::compile::inline_goals::test_of;
use crate::syntax::conjuncts::conjuncts;
use crate::syntax::source::{Declared, Head, RuleSource, Source};

/// The parts of a goal that is an aggregate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parts<'a> {
    fold: Fold,
    /// What is added up or compared; a count needs none.
    value: Option<&'a Term>,
    /// The constraint and the tests on it.
    over: &'a Term,
    pub(crate) result: &'a Term,
}

/// The aggregate that a term is, if it is one.
pub(crate) fn parts(term: &Term) -> Option<Parts<'_>> {
    let (fold, value, over, result) = match (term.functor(), term.args()) {
        (Some(("count", 2)), [over, result]) => (Fold::Count, None, over, result),
        (Some(("sum", 3)), [value, over, result]) => (Fold::Sum, Some(value), over, result),
        (Some(("min", 3)), [value, over, result]) => (Fold::Min, Some(value), over, result),
        (Some(("max", 3)), [value, over, result]) => (Fold::Max, Some(value), over, result),
        _ => return None,
    };
    Some(Parts {
        fold,
        value,
        over,
        result,
    })
}

impl<'a> Parts<'a> {
    /// The constraint that is looked for, and the tests on it.
    pub(crate) fn pattern(&self) -> (&'a Term, Vec<&'a Term>) {
        let mut all = Vec::new();
        conjuncts(self.over, ",", &mut all);
        let tests = all.split_off(1);
        (all[0], tests)
    }
}

/// The name of the constraint that reports removals.
fn gone(name: &str) -> String {
    format!("$gone {name}")
}

/// The rules with aggregates taken from the heads, and the constraints that report removals.
pub(crate) fn lowered(source: &Source) -> (Vec<RuleSource>, Vec<Declared>, Vec<Diagnostic>) {
    let mut rules = source.rules.clone();
    let (mut observers, mut diagnostics) = (Vec::new(), Vec::new());
    if !source.extensions.aggregates {
        return (rules, observers, diagnostics);
    }
    let is_declared = |term: &Term| {
        term.functor().is_some_and(|(name, arity)| {
            let mut all = source.constraints.iter();
            all.any(|one| one.name == name && one.ground.len() == arity)
        })
    };
    for rule in &mut rules {
        lower(rule, &is_declared, &mut diagnostics);
        for pattern in &rule.observed {
            let name = gone(pattern.functor().unwrap_or_default().0);
            let arity = pattern.args().len();
            let same = |one: &Declared| one.name == name && one.ground.len() == arity;
            if !observers.iter().any(same) {
                observers.push(Declared {
                    name,
                    ground: vec![false; arity],
                    types: vec![Term::name("any"); arity],
                    whole: vec![false; arity],
                    span: rule.span,
                    fleeting: true,
                });
            }
        }
    }
    for rule in &mut rules {
        report_removals(rule, &observers);
        let gone = rule.observed.clone().into_iter().map(|pattern| {
            let name = gone(pattern.functor().unwrap_or_default().0);
            match pattern {
                Term::Compound(_, args) => Term::Compound(name, args),
                _ => Term::Name(name),
            }
        });
        rule.observed.extend(gone.collect::<Vec<_>>());
    }
    (rules, observers, diagnostics)
}

/// Takes the aggregates from the heads of one rule to its guard.
fn lower(
    rule: &mut RuleSource,
    is_declared: &dyn Fn(&Term) -> bool,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut found: Vec<Term> = Vec::new();
    let mut keep = |head: &Head| {
        let taken = parts(&head.term).is_some() && !is_declared(&head.term);
        if taken {
            found.push(head.term.clone());
        }
        !taken
    };
    rule.kept.retain(&mut keep);
    rule.removed.retain(&mut keep);
    if found.is_empty() {
        return;
    }
    let heads = rule.removed.iter().chain(&rule.kept);
    let of_heads: Vec<String> = heads.flat_map(|head| vars(&head.term)).collect();
    let plain = !rule.kept.is_empty() || !rule.removed.is_empty();
    let mut mentions = HashMap::new();
    for term in found.iter().chain(&rule.guard).chain([&rule.body]) {
        count(term, &mut mentions);
    }
    for term in &found {
        let aggregate = parts(term).expect("it was found to be one");
        let (pattern, _) = aggregate.pattern();
        if !is_declared(pattern) {
            let message = format!("`{pattern}` is no declared constraint that could be counted");
            diagnostics.push(Diagnostic::error(message, rule.span));
            return;
        }
        let mut inside = HashMap::new();
        count(term, &mut inside);
        let is_shared = |name: &String| {
            of_heads.contains(name) || (mentions.get(name) > inside.get(name) && !plain)
        };
        let loose = vars(pattern).into_iter().find(|name| {
            plain && !of_heads.contains(name) && mentions.get(name) > inside.get(name)
        });
        if let Some(name) = loose {
            let message =
                format!("`{name}` of an aggregate is used elsewhere, but no head mentions it");
            diagnostics.push(Diagnostic::error(message, rule.span));
        }
        rule.observed.push(only(pattern, &is_shared));
        rule.values.push(aggregate.result.clone());
    }
    if !plain {
        let shared: Vec<Vec<String>> = rule.observed.iter().map(vars).collect();
        let differs = |one: &Vec<String>| shared[0].iter().any(|name| !one.contains(name));
        if shared.iter().any(differs) {
            let message = "aggregates without another head must share the same variables";
            diagnostics.push(Diagnostic::error(message, rule.span));
        }
    }
    let guard = rule.guard.take();
    let all = found.into_iter().chain(guard).rev();
    rule.guard = all.reduce(|rest, part| Term::compound(",", [part, rest]));
}

/// A pattern in which only shared variables have names.
fn only(term: &Term, is_shared: &dyn Fn(&String) -> bool) -> Term {
    let all = |terms: &[Term]| terms.iter().map(|term| only(term, is_shared)).collect();
    match term {
        Term::Var(name) if !is_shared(name) => Term::var("_"),
        Term::Compound(name, args) => Term::Compound(name.clone(), all(args)),
        Term::List(items) => Term::List(all(items)),
        Term::OpenList(items, rest) => {
            let items: Vec<Term> = all(items);
            Term::open_list(items, only(rest, is_shared))
        }
        _ => term.clone(),
    }
}

/// Lets a rule report the observed constraints it removes, after its body.
fn report_removals(rule: &mut RuleSource, observers: &[Declared]) {
    let mut fresh = 0;
    for head in &mut rule.removed {
        let Some((name, arity)) = head.term.functor() else {
            continue;
        };
        let name = gone(name);
        if !observers
            .iter()
            .any(|one| one.name == name && one.ground.len() == arity)
        {
            continue;
        }
        head.term = named(&head.term, &mut fresh);
        let news = match &head.term {
            Term::Compound(_, args) => Term::Compound(name, args.clone()),
            _ => Term::Name(name),
        };
        rule.body = Term::compound(",", [rule.body.clone(), news]);
    }
}

/// A head in which every `_` has a name.
fn named(term: &Term, fresh: &mut usize) -> Term {
    match term {
        Term::Var(name) if name == "_" => {
            *fresh += 1;
            Term::var(format!("_gone{fresh}"))
        }
        Term::Compound(name, args) => Term::Compound(
            name.clone(),
            args.iter().map(|arg| named(arg, fresh)).collect(),
        ),
        Term::List(items) => Term::List(items.iter().map(|item| named(item, fresh)).collect()),
        Term::OpenList(items, rest) => {
            let items: Vec<Term> = items.iter().map(|item| named(item, fresh)).collect();
            Term::open_list(items, named(rest, fresh))
        }
        _ => term.clone(),
    }
}

impl Compiler {
    /// An aggregate as tests in place, if the goal is one: it gets its value, which the result then must have.
    pub(crate) fn aggregate_tests(&mut self, goal: &Term, scope: &mut Scope) -> Option<Vec<Test>> {
        let (mut tests, value) = self.aggregate(goal, scope)?;
        let result = parts(goal)?.result;
        match result {
            Term::Var(name) if name != "_" && !scope.has_seen(name) => {
                let slot = scope.slot(name);
                scope.seen.insert(name.clone());
                tests.push(Test::Let(slot, Expr::Slot(value)));
            }
            _ => {
                let shape = scope.shape(result, &mut self.code.atoms);
                tests.push(Test::Has(shape, Expr::Slot(value)));
            }
        }
        Some(tests)
    }

    /// An aggregate in a body; false if the goal is none.
    pub(crate) fn aggregate_goal(&mut self, goal: &Term, scope: &mut Scope) -> bool {
        let Some((tests, value)) = self.aggregate(goal, scope) else {
            return false;
        };
        for test in tests {
            self.emit_test(test, scope);
        }
        let result = parts(goal).expect("it is an aggregate").result;
        let shape = scope.shape(result, &mut self.code.atoms);
        self.emit_unify(shape, Shape::Slot(value), scope);
        true
    }

    /// The test that computes an aggregate, and the slot it puts the value in.
    fn aggregate(&mut self, goal: &Term, scope: &mut Scope) -> Option<(Vec<Test>, u16)> {
        let symbol = self.aggregated(goal)?;
        let parts = parts(goal)?;
        let (pattern, conditions) = parts.pattern();
        let seen = scope.seen.clone();
        let lookup = self.lookup(pattern, symbol, &[], None, scope);
        let args = self.pattern(pattern, scope);
        let mut tests = Vec::new();
        for condition in conditions {
            match test_of(condition, scope, &mut self.code.atoms, true) {
                Some(test) => tests.push(test),
                None => {
                    let message =
                        format!("`{condition}` cannot be tested for each constraint of a store");
                    self.diagnostics
                        .push(Diagnostic::error(message, self.place));
                }
            }
        }
        let value = parts.value.map_or(Expr::Int(1), |value| {
            scope.expr(value, &mut self.code.atoms)
        });
        scope.seen = seen;
        let slot = scope.spare();
        let probe = self.code.new_probe();
        let rule = self.in_rule.then_some(self.rule);
        self.code
            .aggregates
            .push((rule, symbol, lookup.clone(), probe));
        let aggregate = Aggregate {
            fold: parts.fold,
            partner: Partner {
                constraint: symbol,
                head: 0,
                lookup,
                args,
                removed: false,
                tests: tests.into(),
                prefilter: None,
                twin: false,
                own: false,
                probe,
            },
            value,
            slot,
        };
        Some((vec![Test::Aggregate(Box::new(aggregate))], slot))
    }

    /// The constraint that a goal counts, if aggregates are on and it is an aggregate.
    pub(crate) fn aggregated(&mut self, goal: &Term) -> Option<u32> {
        if !self.extensions.aggregates {
            return None;
        }
        let (pattern, _) = parts(goal)?.pattern();
        let (name, arity) = pattern.functor()?;
        let functor = self.code.atoms.functor(name, arity);
        self.code.callees.get(&functor)?.symbol()
    }

    /// Whether some part of a guard counts constraints of a symbol.
    pub(crate) fn counts(&mut self, guard: Option<&Term>, symbol: u32) -> bool {
        let Some(guard) = guard else { return false };
        let mut todo = vec![guard];
        while let Some(term) = todo.pop() {
            if self.aggregated(term) == Some(symbol) {
                return true;
            }
            todo.extend(term.args());
        }
        false
    }
}
