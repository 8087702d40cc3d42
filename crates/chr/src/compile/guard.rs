//! Guards brought into a form that can be tested in place: calls of short predicates are replaced by their bodies, and builtins that leave
//! no choice are run as tests.

use std::collections::{HashMap, HashSet};

use gridwright_term::Term;

use crate::analysis::scope::{Scope, each_var, vars};
use crate::code::expr::COMPARE;
use crate::code::{Callee, Test};
use crate::compile::compiler::Compiler;
use crate::compile::inline_goals::{kind, test_of};
use crate::syntax::conjuncts::conjuncts;
use crate::syntax::source::RuleSource;

/// Library predicates that may have several answers, and the builtins that find the first.
const FIRST: &[(&str, usize, &str)] = &[
    ("length", 2, "$length"),
    ("append", 3, "$append"),
    ("select", 3, "selectchk"),
    ("member", 2, "memberchk"),
    ("nth0", 3, "$nth0"),
    ("nth1", 3, "$nth1"),
];

/// Functions of two arguments whose values are integers.
const WHOLE: [&str; 10] = [
    "mod", "rem", "//", "div", "/\\", "\\/", "xor", ">>", "<<", "gcd",
];

/// Builtins that run goals, leave choices, change terms or what backtracking restores, or note all that they bind.
const GOALS: &[&str] = &[
    "call",
    ",",
    ";",
    "->",
    "*->",
    "\\+",
    ":",
    "not",
    "findall",
    "catch",
    "between",
    "halt",
    "length",
    "!",
    "clause",
    "current_op",
    "retract",
    "$table_answer",
    "$attr_hook",
    "$attr_goals",
    "$push_cleanup",
    "unify_with_occurs_check",
    "setarg",
    "nb_setarg",
    "nb_linkarg",
    "b_setval",
    "put_attr",
    "put_attrs",
    "del_attr",
    "del_attrs",
];

/// The parts of a guard, each with the level from which it can be tested.
pub(crate) struct Guard {
    pub(crate) tests: Vec<(usize, Test, Term)>,
    pub(crate) goals: Vec<Term>,
}

impl Compiler {
    /// Sorts the parts of a guard: tests go to the first level at which they can run, what cannot be tested in place and all
    /// after it becomes goals.
    pub(crate) fn guard(
        &mut self,
        rule: &RuleSource,
        levels: &[std::collections::HashSet<String>],
        scope: &mut Scope,
    ) -> Guard {
        let mut guard = Guard {
            tests: Vec::new(),
            goals: Vec::new(),
        };
        let parts = self.unfolded(rule);
        let known = scope.seen.clone();
        let last = levels.len() - 1;
        let mut in_order = 0;
        for (number, part) in parts.iter().enumerate() {
            if !guard.goals.is_empty() {
                guard.goals.push(part.clone());
                continue;
            }
            let mut needed = 0;
            for name in vars(part).iter().filter(|name| known.contains(*name)) {
                let level = levels.iter().position(|seen| seen.contains(name));
                needed = needed.max(level.unwrap_or(last));
            }
            // A variable that an earlier part of the guard gave a value is there once that part was run.
            if vars(part)
                .iter()
                .any(|name| scope.has_seen(name) && !known.contains(name))
            {
                needed = needed.max(in_order);
            }
            if let Some(tests) = self.aggregate_tests(part, scope) {
                in_order = in_order.max(needed);
                let tests = tests.into_iter();
                let tests = tests.map(|test| (in_order, test, part.clone()));
                guard.tests.extend(tests);
                continue;
            }
            let before = scope.seen.clone();
            let later = &parts[number + 1..];
            let mut test = test_of(part, scope, &mut self.code.atoms, true);
            if test.is_none() && one_answer_decides(part, later, scope) {
                // It may write, so it waits until all partners are there.
                needed = last;
                test = self.builtin_test(part, scope);
            }
            // What it leaves open is older than the parts after it, which could not bind it.
            let is_new = |name: &String| !before.contains(name) && scope.has_seen(name);
            if later.iter().flat_map(bindable).any(|name| is_new(&name))
                && (!closes(part, &before) || later.iter().any(changes_terms))
            {
                scope.seen = before;
                test = None;
            }
            match test {
                None => guard.goals.push(part.clone()),
                Some(test) => {
                    let level = if test.can_throw() {
                        needed.max(in_order)
                    } else {
                        needed
                    };
                    in_order = in_order.max(needed);
                    guard.tests.push((level, test, part.clone()));
                }
            }
        }
        guard
    }

    /// The parts of a guard, with calls of predicates replaced by their bodies where these are tests.
    pub(crate) fn unfolded(&self, rule: &RuleSource) -> Vec<Term> {
        let mut parts = Vec::new();
        if let Some(guard) = &rule.guard {
            conjuncts(guard, ",", &mut parts);
        }
        let mut unfolded = Vec::new();
        for (number, part) in parts.into_iter().enumerate() {
            match self.unfold(rule, part, number) {
                Some(body) => {
                    let mut inner = Vec::new();
                    conjuncts(&body, ",", &mut inner);
                    unfolded.extend(inner.into_iter().cloned());
                }
                None => unfolded.push(part.clone()),
            }
        }
        compared(unfolded, rule)
    }

    /// The body of the one clause a call can match, if its head takes whatever the call gives it and its body consists of tests, and of goals that
    /// give a new variable its value.
    fn unfold(&self, rule: &RuleSource, goal: &Term, number: usize) -> Option<Term> {
        let (name, arity) = goal.functor()?;
        let mut own = self.own.iter();
        let (_, clauses) = own.find(|(functor, _)| {
            functor.arity() == arity && self.code.atoms.text(functor.name() as usize) == name
        })?;
        let [(head, Some(body))] = &clauses[..] else {
            return None;
        };
        let mut renamed: HashMap<String, Term> = HashMap::new();
        let mut pairs: Vec<(&Term, &Term)> = head.args().iter().zip(goal.args()).collect();
        while let Some((pattern, value)) = pairs.pop() {
            match (pattern, value) {
                (Term::Var(name), _) if name == "_" => {}
                (Term::Var(name), _) if !renamed.contains_key(name) => {
                    renamed.insert(name.clone(), value.clone());
                }
                (Term::Compound(..), Term::Compound(..))
                    if pattern.functor() == value.functor() =>
                {
                    pairs.extend(pattern.args().iter().zip(value.args()));
                }
                _ => return None,
            }
        }
        if !renamed.values().all(|value| has_slots(rule, value)) {
            return None;
        }
        let mut parts = Vec::new();
        conjuncts(body, ",", &mut parts);
        let mut seen: HashSet<String> = renamed.keys().cloned().collect();
        for part in parts {
            if !is_plain_test(part) && !gives_value(part, &seen) {
                return None;
            }
            seen.extend(vars(part));
        }
        for name in vars(body) {
            renamed
                .entry(name.clone())
                .or_insert_with(|| Term::var(format!("_{number}{name}")));
        }
        Some(replaced(body, &renamed))
    }

    /// A call of a builtin as a test, if it leaves no choice.
    pub(crate) fn builtin_test(&mut self, goal: &Term, scope: &mut Scope) -> Option<Test> {
        let (name, arity) = goal.functor()?;
        let functor = self.code.atoms.functor(name, arity);
        if self.own.contains_key(&functor) {
            return None;
        }
        let first = FIRST
            .iter()
            .find(|entry| (entry.0, entry.1) == (name, arity));
        let builtin = match (first, self.code.callees.get(&functor)) {
            (Some(&(_, _, builtin)), _) => {
                let functor = self.code.atoms.functor(builtin, arity);
                match self.code.callees.get(&functor) {
                    Some(Callee::Builtin(found)) => *found,
                    _ => return None,
                }
            }
            (None, Some(Callee::Builtin(builtin))) if !GOALS.contains(&name) => *builtin,
            _ => return None,
        };
        let atoms = &mut self.code.atoms;
        let shapes = goal
            .args()
            .iter()
            .map(|arg| scope.shape(arg, atoms))
            .collect();
        let is_selectchk = first.map_or(name, |entry| entry.2) == "selectchk";
        Some(if is_selectchk {
            Test::Select(builtin, shapes)
        } else {
            Test::Builtin(builtin, shapes)
        })
    }
}

/// The parts of a guard, where the value of an expression that is always an integer is compared at once: `0 is E`, and `V is E, V == 0` if nothing else
/// in the rule mentions `V`, as `E =:= 0`.
fn compared(parts: Vec<Term>, rule: &RuleSource) -> Vec<Term> {
    let mut kept: Vec<Term> = Vec::new();
    for part in parts {
        let last = kept.last().and_then(value_of);
        let test = match (part.functor(), part.args(), last) {
            (Some(("is", 2)), [number @ Term::Int(_), expr], _) if is_whole(expr) => {
                Some(Term::compound("=:=", [expr.clone(), number.clone()]))
            }
            (
                Some(("==", 2)),
                [Term::Var(var), number @ Term::Int(_)] | [number @ Term::Int(_), Term::Var(var)],
                Some((name, expr)),
            ) if var == name && mentions(rule, var) == 2 => {
                let test = Term::compound("=:=", [expr.clone(), number.clone()]);
                kept.pop();
                Some(test)
            }
            _ => None,
        };
        kept.push(test.unwrap_or(part));
    }
    kept
}

/// The variable and the expression of `V is E`, if the value of `E` is always an integer.
fn value_of(part: &Term) -> Option<(&str, &Term)> {
    match (part.functor()?, part.args()) {
        (("is", 2), [Term::Var(name), expr]) if is_whole(expr) => Some((name, expr)),
        _ => None,
    }
}

/// Whether an expression has an integer as its value, if it has any.
fn is_whole(expr: &Term) -> bool {
    matches!(expr.functor(), Some((name, 2)) if WHOLE.contains(&name))
}

/// Whether all variables of a term of a rule have slots. One that is mentioned once has none, and would be another variable at each mention in a body.
fn has_slots(rule: &RuleSource, term: &Term) -> bool {
    match term {
        Term::Var(name) => name != "_" && mentions(rule, name) > 1,
        Term::OpenList(items, rest) => items
            .iter()
            .chain([&**rest])
            .all(|item| has_slots(rule, item)),
        Term::List(args) | Term::Compound(_, args) => args.iter().all(|arg| has_slots(rule, arg)),
        _ => true,
    }
}

/// Whether a goal is a test that binds nothing, whatever its arguments are.
fn is_plain_test(goal: &Term) -> bool {
    match goal.functor() {
        Some(("==" | "\\==" | "\\=", 2)) => true,
        Some((name, 2)) => COMPARE.iter().any(|entry| entry.0 == name),
        Some((name, 1)) => kind(name).is_some(),
        _ => false,
    }
}

/// Whether a goal gives a variable its value that is not among those seen before, and cannot leave a choice.
fn gives_value(goal: &Term, seen: &HashSet<String>) -> bool {
    let is_new =
        |term: &Term| matches!(term, Term::Var(name) if name != "_" && !seen.contains(name));
    match (goal.functor(), goal.args()) {
        (Some(("is", 2)), [value, expr]) => {
            is_new(value) && !vars(expr).iter().any(|name| Term::var(name) == *value)
        }
        (Some(("nb_getval" | "b_getval", 2)), [Term::Name(_), value]) => is_new(value),
        _ => false,
    }
}

/// How often a rule mentions a variable.
fn mentions(rule: &RuleSource, var: &str) -> usize {
    let heads = rule.kept.iter().chain(&rule.removed).map(|head| &head.term);
    let others = rule.guard.iter().chain([&rule.body]);
    let more = rule.observed.iter().chain(&rule.values);
    let mut count = 0;
    for term in heads.chain(others).chain(more) {
        each_var(term, &mut |name| count += usize::from(name == var));
    }
    count
}

/// Whether another answer of a goal cannot change whether the parts of a guard after it hold: it has at most one, or they mention nothing that it binds.
///
/// A guard binds no variable of the heads, so an index or a spine without new variables leaves one answer, and so does an item that is looked for.
fn one_answer_decides(goal: &Term, later: &[Term], scope: &Scope) -> bool {
    let is_new = |name: &String| !scope.has_seen(name);
    let first_is_known = || !vars(&goal.args()[0]).iter().any(is_new);
    match goal.functor() {
        Some(("arg" | "delete", 3) | ("reverse", 2)) => first_is_known(),
        Some(("length", 2) | ("append", 3) | ("nth0" | "nth1", 3) | ("member", 2))
            if first_is_known() =>
        {
            true
        }
        Some(functor) if FIRST.iter().any(|entry| (entry.0, entry.1) == functor) => {
            let new: Vec<String> = vars(goal).into_iter().filter(is_new).collect();
            !later.iter().flat_map(vars).any(|name| new.contains(&name))
        }
        _ => true,
    }
}

/// The variables that a part of a guard can bind. The tests that bind nothing are those that are often written; any other goal counts as if it bound
/// all its variables.
fn bindable(goal: &Term) -> Vec<String> {
    let all = || goal.args().iter().flat_map(bindable).collect();
    match goal.functor() {
        Some(("," | ";" | "->" | "*->", 2) | ("\\+" | "not", 1)) => all(),
        Some(("is", 2)) => vars(&goal.args()[0]),
        Some(("==" | "\\==" | "\\=" | "=@=" | "\\=@=" | "@<" | "@=<" | "@>" | "@>=", 2)) => {
            Vec::new()
        }
        Some((name, 2)) if COMPARE.iter().any(|entry| entry.0 == name) => Vec::new(),
        Some((name, 1)) if kind(name).is_some() => Vec::new(),
        _ => vars(goal),
    }
}

/// Whether a part of a guard changes a term until the machine goes back, which must then be new in the same goals.
fn changes_terms(goal: &Term) -> bool {
    goal.functor() == Some(("setarg", 3)) || goal.args().iter().any(changes_terms)
}

/// Whether a goal that holds has given each of its new variables a value whose variables were there before. Goals that are not named here may leave
/// variables open.
fn closes(goal: &Term, seen: &HashSet<String>) -> bool {
    let closed = |at: usize| {
        vars(&goal.args()[at])
            .iter()
            .all(|name| seen.contains(name))
    };
    let first = |count: usize| (0..count).all(closed);
    match goal.functor() {
        Some(("is", 2)) => matches!(goal.args()[0], Term::Var(_)),
        // Either side is matched with a term that was there.
        Some(("=" | "=..", 2)) => closed(0) || closed(1),
        Some(("append", 3)) => first(2) || closed(2),
        Some(("compound_name_arguments", 3)) => closed(0) || closed(1) && closed(2),
        Some(
            ("arg" | "nth0" | "nth1" | "select" | "selectchk", 3) | ("member" | "memberchk", 2),
        ) => closed(1),
        // The rest is a function of the first arguments. Variables of a copy stand for those of the heads, and are not bound either.
        Some(
            ("length" | "reverse" | "sort" | "msort" | "keysort" | "list_to_set", 2)
            | ("sum_list" | "sumlist" | "max_list" | "min_list", 2)
            | ("term_variables" | "copy_term", 2)
            | ("functor" | "compound_name_arity", 3),
        ) => first(1),
        Some(("delete" | "subtract" | "intersection", 3)) => first(2),
        Some(("sort", 4)) => first(3),
        Some(("compare", 3)) => closed(1) && closed(2),
        // A variable becomes a number or a text, or a list of them.
        Some(
            ("atom_length" | "atom_chars" | "atom_codes" | "atom_number" | "atom_string", 2)
            | ("number_chars" | "number_codes" | "number_string" | "char_code", 2)
            | ("string_length" | "string_chars" | "string_codes" | "string_to_atom", 2)
            | ("upcase_atom" | "downcase_atom" | "string_upper" | "string_lower" | "succ", 2)
            | ("plus" | "numlist" | "random_between", 3)
            | ("divmod" | "split_string", 4)
            | ("random" | "get_time", 1),
        ) => (0..goal.args().len()).all(|at| matches!(goal.args()[at], Term::Var(_)) || closed(at)),
        _ => false,
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
