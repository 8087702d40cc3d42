//! The beginnings of the clauses that SWI-Prolog makes of rules: what decides which rules it searches for together.
//!
//! There an occurrence that removes its constraint is one clause: the match of the active constraint, then for each partner the
//! list it is looked for in, the choice of a candidate, its match, and the guard. Clauses that follow each other are shared as
//! far as they begin alike, goal by goal, up to the names of variables; a choice of a candidate in the shared part is made once
//! for all of them. What is shared with a third clause is no longer than what the first two share.

use std::collections::{HashMap, HashSet};

use gridwright_term::Term;

use crate::analysis::guard_schedule::{bound_by, scheduled};
use crate::analysis::scope::vars;
use crate::code::Constraint;
use crate::syntax::conjuncts::conjuncts;
use crate::syntax::source::RuleSource;

/// The goals of a clause up to its cut, with numbers for the names of variables.
#[derive(Debug, Default)]
pub(crate) struct Prefix {
    /// What became a part of the clause's head.
    neck: Vec<Term>,
    goals: Vec<Term>,
    /// The arguments of each partner that are known before it is looked for.
    pub(crate) known: Vec<Vec<Option<Term>>>,
}

/// The goal that chooses a candidate, under a name that no goal of a guard has.
const CHOICE: &str = "$chr candidate";

/// For clauses that follow each other, how many choices of candidates each shares with all before it; 0 begins anew.
pub(crate) fn shared_choices(clauses: &[Prefix]) -> Vec<usize> {
    let mut shared = Vec::new();
    let mut before: Option<(&[Term], &[Term], usize)> = None;
    for clause in clauses {
        let mut same = 0;
        if let Some((neck, goals, most)) = before
            && neck == clause.neck
        {
            let pairs = goals[..most].iter().zip(&clause.goals);
            same = pairs.take_while(|(one, other)| one == other).count();
        }
        match before.as_mut().filter(|_| same > 0) {
            Some((_, _, most)) => *most = same,
            None => before = Some((&clause.neck, &clause.goals, clause.goals.len())),
        }
        let begun = clause.goals[..same].iter();
        shared.push(begun.filter(|goal| is_choice(goal)).count());
    }
    shared
}

fn is_choice(goal: &Term) -> bool {
    goal.functor().is_some_and(|(name, _)| name == CHOICE)
}

impl Prefix {
    /// The beginning of the clause for an occurrence: its head, and its partners in the order in which they are looked for, each with its
    /// symbol. With its option `optimise`, SWI-Prolog looks up ground arguments in tables and makes tests as soon as it can.
    pub(crate) fn of(
        rule: &RuleSource,
        (own, symbol): (&Term, u32),
        partners: &[(&Term, u32)],
        constraints: &[Constraint],
        optimise: bool,
    ) -> Prefix {
        let heads = rule.removed.iter().chain(&rule.kept).map(|head| &head.term);
        let heads: Vec<&Term> = heads.collect();
        let mut parts = Vec::new();
        if let Some(guard) = &rule.guard {
            conjuncts(guard, ",", &mut parts);
        }
        parts.retain(|part| part.functor() != Some(("true", 0)));
        let mentioned: Vec<String> = heads.iter().flat_map(|head| vars(head)).collect();
        let is_simple = |part: &&&Term| {
            let bound = bound_by(part);
            bound.is_some_and(|bound| !bound.iter().any(|name| mentioned.contains(name)))
        };
        let simple = parts.iter().take_while(is_simple).count();
        let (simple, rest) = parts.split_at(simple);

        let mut writer = Writer {
            constraints,
            optimise,
            count: 0,
            named: HashMap::new(),
            ground: HashSet::new(),
            clause: Prefix::default(),
        };
        let args = writer.fresh(own.args().len());
        writer.matching(own.args(), &args, &constraints[symbol as usize].ground);
        let is_unification = |goal: &Term| goal.functor() == Some(("=", 2));
        let goals = &writer.clause.goals;
        let neck = goals.iter().take_while(|goal| is_unification(goal)).count();
        writer.clause.neck = writer.clause.goals.drain(..neck).collect();
        let terms: Vec<&Term> = partners.iter().map(|(head, _)| *head).collect();
        let order = if optimise {
            scheduled(own, &terms, simple)
        } else {
            (0..partners.len() + simple.len()).collect()
        };
        for unit in order {
            match unit.checked_sub(partners.len()) {
                None => writer.partner(partners, unit),
                Some(part) => writer.call(simple[part]),
            }
        }
        let mut ground: HashSet<String> = HashSet::new();
        let symbols = partners.iter().copied().chain([(own, symbol)]);
        for (head, symbol) in symbols {
            let modes = head.args().iter().zip(&constraints[symbol as usize].ground);
            ground.extend(
                modes
                    .filter(|(_, plus)| **plus)
                    .flat_map(|(arg, _)| vars(arg)),
            );
        }
        let asked: HashSet<String> = rest.iter().flat_map(|part| vars(part)).collect();
        let mut locked = mentioned;
        let mut seen = HashSet::new();
        locked.retain(|name| {
            asked.contains(name) && !ground.contains(name) && seen.insert(name.clone())
        });
        for lock in ["lock", "unlock"] {
            for name in &locked {
                writer.call(&Term::compound(lock, [Term::var(name)]));
            }
            if lock == "lock" {
                rest.iter().for_each(|part| writer.call(part));
            }
        }
        writer.clause
    }
}

/// A clause that is being written.
struct Writer<'c> {
    constraints: &'c [Constraint],
    optimise: bool,
    count: usize,
    /// The term of the clause for a variable of the rule.
    named: HashMap<String, Term>,
    /// The variables known to be ground.
    ground: HashSet<String>,
    clause: Prefix,
}

impl Writer<'_> {
    fn fresh(&mut self, count: usize) -> Vec<Term> {
        let from = self.count;
        self.count += count;
        (from..self.count)
            .map(|number| Term::Var(number.to_string()))
            .collect()
    }

    fn goal(&mut self, name: &str, args: impl IntoIterator<Item = Term>) {
        self.clause.goals.push(Term::compound(name, args));
    }

    /// A goal of the guard.
    fn call(&mut self, goal: &Term) {
        let goal = self.renamed(goal);
        self.clause.goals.push(goal);
    }

    /// A term of the rule as it is in the clause.
    fn renamed(&mut self, term: &Term) -> Term {
        match term {
            Term::Var(name) => match self.named.get(name).filter(|_| name != "_") {
                Some(known) => known.clone(),
                None => {
                    let new = Term::Var(self.count.to_string());
                    self.count += 1;
                    self.named.insert(name.clone(), new.clone());
                    new
                }
            },
            Term::Compound(name, args) => {
                let args = args.iter().map(|arg| self.renamed(arg));
                Term::Compound(name.clone(), args.collect())
            }
            Term::List(items) => Term::List(items.iter().map(|item| self.renamed(item)).collect()),
            Term::OpenList(items, rest) => {
                let items: Vec<Term> = items.iter().map(|item| self.renamed(item)).collect();
                Term::open_list(items, self.renamed(rest))
            }
            _ => term.clone(),
        }
    }

    /// Whether everything in a term is in a set of variables.
    fn is_within(term: &Term, known: &dyn Fn(&str) -> bool) -> bool {
        match term {
            Term::Var(name) => name != "_" && known(name),
            Term::Compound(_, args) | Term::List(args) => {
                args.iter().all(|arg| Self::is_within(arg, known))
            }
            Term::OpenList(items, rest) => {
                items.iter().all(|item| Self::is_within(item, known))
                    && Self::is_within(rest, known)
            }
            _ => true,
        }
    }

    /// The goals that match arguments, which are variables, with the patterns of a head. `plus` says which are declared ground.
    fn matching(&mut self, patterns: &[Term], args: &[Term], plus: &[bool]) {
        let mut left: Vec<(Term, Term, bool)> = patterns
            .iter()
            .zip(args)
            .zip(plus)
            .map(|((pattern, arg), plus)| (pattern.clone(), arg.clone(), *plus))
            .rev()
            .collect();
        while let Some((pattern, arg, plus)) = left.pop() {
            let equal = if plus { "=" } else { "==" };
            if let Term::Var(name) = &pattern {
                if name == "_" {
                    continue;
                }
                if let Some(known) = self.named.get(name).cloned() {
                    let sure = plus && self.ground.contains(name);
                    self.goal(if sure { "=" } else { "==" }, [arg, known]);
                } else {
                    self.named.insert(name.clone(), arg);
                }
                if plus {
                    self.ground.insert(name.clone());
                }
                continue;
            }
            let Some((functor, inner)) = taken_apart(&pattern) else {
                self.goal(equal, [arg, pattern]);
                continue;
            };
            if Self::is_within(&pattern, &|name| self.ground.contains(name)) {
                let known = self.renamed(&pattern);
                self.goal(equal, [arg, known]);
                continue;
            }
            if !plus {
                self.goal("nonvar", [arg.clone()]);
            }
            let places = self.fresh(inner.len());
            self.goal("=", [arg, Term::Compound(functor, places.clone())]);
            let pairs = inner.into_iter().zip(places).rev();
            left.extend(pairs.map(|(pattern, place)| (pattern, place, plus)));
        }
    }

    /// The goals that look for a partner.
    fn partner(&mut self, partners: &[(&Term, u32)], level: usize) {
        let (head, symbol) = partners[level];
        let constraint = &self.constraints[symbol as usize];
        let of = Term::Int(symbol.into());
        let mut known = Vec::new();
        for arg in head.args() {
            let is_known = Self::is_within(arg, &|name| self.named.contains_key(name));
            known.push(is_known.then(|| self.renamed(arg)));
        }
        let mut key: Vec<usize> = Vec::new();
        if self.optimise && constraint.watch.is_none() {
            key.extend((0..known.len()).filter(|&at| constraint.ground[at] && known[at].is_some()));
            let dense = |at: &&usize| constraint.types[**at] == Term::name("dense_int");
            if let Some(&only) = key.iter().find(dense) {
                key = vec![only];
            }
            for name in key.iter().flat_map(|&at| vars(&head.args()[at])) {
                if !self.ground.contains(&name) {
                    let var = self.renamed(&Term::var(&name));
                    self.goal("ground", [var]);
                    self.ground.insert(name);
                }
            }
            let terms = key.iter().filter_map(|&at| {
                let at_term = Term::Int(at as i64);
                known[at].clone().map(|term| [at_term, term])
            });
            let terms: Vec<Term> = terms.flatten().collect();
            self.goal("found", [of.clone()].into_iter().chain(terms));
        } else {
            let modes = head.args().iter().zip(&constraint.ground);
            let plus: Vec<String> = modes
                .filter(|(_, plus)| **plus)
                .flat_map(|(arg, _)| vars(arg))
                .collect();
            let shared = vars(head).into_iter().filter_map(|name| {
                let known = self.named.get(&name);
                known.filter(|_| !plus.contains(&name)).cloned()
            });
            let shared: Vec<Term> = shared.collect();
            self.goal("of", [of.clone()].into_iter().chain(shared));
        }
        self.goal(CHOICE, [Term::Int(level as i64)]);
        let args = self.fresh(head.args().len());
        self.goal("row", [of].into_iter().chain(args.clone()));
        for other in (0..level).rev() {
            if may_be_same(head, partners[other].0) && partners[other].1 == symbol {
                self.goal("other", [Term::Int(level as i64), Term::Int(other as i64)]);
            }
        }
        let open = (0..args.len()).filter(|at| !key.contains(at));
        let mut patterns = (Vec::new(), Vec::new(), Vec::new());
        for at in open {
            patterns.0.push(head.args()[at].clone());
            patterns.1.push(args[at].clone());
            patterns.2.push(constraint.ground[at]);
        }
        self.matching(&patterns.0, &patterns.1, &patterns.2);
        self.clause.known.push(known);
    }
}

/// The functor and the arguments of a compound term, a list seen as its first item and the rest.
fn taken_apart(term: &Term) -> Option<(String, Vec<Term>)> {
    let pair = |first: &Term, rest: Term| (String::from("."), vec![first.clone(), rest]);
    match term {
        Term::Compound(name, args) => Some((name.clone(), args.clone())),
        Term::List(items) => {
            let (first, rest) = items.split_first()?;
            Some(pair(first, Term::List(rest.to_vec())))
        }
        Term::OpenList(items, rest) => {
            let (first, others) = items.split_first()?;
            let rest = if others.is_empty() {
                (**rest).clone()
            } else {
                Term::open_list(others.to_vec(), (**rest).clone())
            };
            Some(pair(first, rest))
        }
        _ => None,
    }
}

/// Whether nothing in two patterns keeps one constraint from matching both.
fn may_be_same(left: &Term, right: &Term) -> bool {
    match (left, right) {
        (Term::Var(_), _) | (_, Term::Var(_)) => true,
        _ => match (taken_apart(left), taken_apart(right)) {
            (Some((name, left)), Some((other, right))) => {
                let mut pairs = left.iter().zip(&right);
                name == other
                    && left.len() == right.len()
                    && pairs.all(|(left, right)| may_be_same(left, right))
            }
            _ => left == right,
        },
    }
}
