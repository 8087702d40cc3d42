//! Clauses and bodies to instructions.

use std::collections::{HashMap, HashSet};

use gridwright_control::{Deadline, Limit};
use gridwright_term::{Diagnostic, Span, Term};

use crate::analysis::groups::GroupPlan;
use crate::analysis::known_types::KnownTypes;
use crate::analysis::scope::Scope;
use crate::code::atoms::Functor;
use crate::code::instr::{Goal, Instr, To};
use crate::code::layout::FRAME;
use crate::code::{Callee, Clause, Code, Pred, Shape};
use crate::code::{LIST_KEY, key_of_functor};
use crate::compile::cold_arms::Arm;
use crate::compile::inline_goals::test_of;
use crate::compile::long_lists::{split_goal, split_head};
use crate::library::{self, libraries};
use crate::syntax::conjuncts::conjuncts;
use crate::syntax::source::{Extensions, Source};

/// What stands at the end of a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// The frame is left; the last call is a jump.
    Proceed,
    /// The search of the active constraint goes on.
    Resume,
    /// The guard held.
    Guarded,
    /// More instructions follow.
    Open,
}

/// The head and the body of a clause, and where it stands.
type Parts<'a> = (&'a Term, Option<&'a Term>, Span);

/// The number of clauses, goals and rules between two checks of the deadline.
const ITEMS_PER_CHECK: u32 = 64;

/// A program under compilation.
#[derive(Debug)]
pub(crate) struct Compiler {
    pub(crate) code: Code,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The slot a cut goes back to, within a condition.
    pub(crate) barrier: Option<u16>,
    /// What the program itself defines by clauses.
    pub(crate) own: HashMap<Functor, Vec<(Term, Option<Term>)>>,
    /// Predicates that the program declares dynamic.
    pub(crate) dynamic: HashSet<Functor>,
    pub(crate) extensions: Extensions,
    /// Whether constraints may be missing because their declaration could not be read.
    pub(crate) incomplete: bool,
    /// Whether a rule is compiled, whose constraints wait for their turn if rules have priorities.
    pub(crate) in_rule: bool,
    /// The types of the variables of the rule that is compiled, as far as they are known.
    pub(crate) known: KnownTypes,
    /// How many pieces of long lists got a variable.
    pub(crate) pieces: usize,
    /// The number of the rule that is compiled.
    pub(crate) rule: u32,
    /// The rule or clause that is compiled, for messages.
    pub(crate) place: Span,
    /// The occurrences that are searched for together, by rule and head.
    pub(crate) shared_levels: HashMap<(usize, usize), GroupPlan>,
    /// Specialised instructions whose cold arms are still to be emitted.
    pub(crate) arms: Vec<Arm>,
    /// Slots of the clause or rule that is compiled for what expressions come to on the way.
    pub(crate) temporaries: Vec<u16>,
    /// When compilation must end, and the limit that was reached; the code is then incomplete and must not be used.
    pub(crate) deadline: Deadline,
    pub(crate) limit: Option<Limit>,
    /// The number of items that are compiled before the deadline is checked again.
    n_unchecked: u32,
}

impl Compiler {
    pub(crate) fn new(code: Code) -> Compiler {
        Compiler {
            code,
            diagnostics: Vec::new(),
            barrier: None,
            own: HashMap::new(),
            dynamic: HashSet::new(),
            extensions: Extensions::default(),
            incomplete: false,
            in_rule: false,
            known: KnownTypes::default(),
            pieces: 0,
            rule: 0,
            place: Span::new(0, 0),
            shared_levels: HashMap::new(),
            arms: Vec::new(),
            temporaries: Vec::new(),
            deadline: Deadline::never(),
            limit: None,
            n_unchecked: 0,
        }
    }

    /// Whether compilation must end; called before each clause, goal and rule, whose number is not bounded.
    pub(crate) fn is_over(&mut self) -> bool {
        match self.n_unchecked {
            0 if self.limit.is_none() => {
                self.n_unchecked = ITEMS_PER_CHECK - 1;
                self.limit = self.deadline.reached();
            }
            0 => {}
            _ => self.n_unchecked -= 1,
        }
        self.limit.is_some()
    }

    /// The number of the predicate of a functor, a new one if it was not called yet.
    fn pred(&mut self, functor: Functor) -> u32 {
        if let Some(Callee::Clauses(pred)) = self.code.callees.get(&functor) {
            return *pred;
        }
        let pred = self.code.preds.len() as u32;
        self.code.preds.push(Pred::default());
        self.code.callees.insert(functor, Callee::Clauses(pred));
        pred
    }

    /// Reports imports of what no library defines.
    pub(crate) fn missing(&mut self, source: &Source) {
        for import in &source.imported {
            let functor = self.code.atoms.functor(&import.name, import.arity);
            if !self.code.callees.contains_key(&functor) && library::defining(&import.name) == 0 {
                let (name, arity, library) = (&import.name, import.arity, &import.library);
                let message =
                    format!("`{name}/{arity}` of library({library}) is not available here");
                self.diagnostics
                    .push(Diagnostic::warning(message, import.span));
            }
        }
    }

    /// Compiles all clauses of a program.
    pub(crate) fn clauses(&mut self, clauses: &[(Term, Span)], own: bool) {
        let mut grouped: HashMap<Functor, usize> = HashMap::new();
        let mut groups: Vec<(Functor, Vec<Parts<'_>>)> = Vec::new();
        for (clause, span) in clauses {
            if self.is_over() {
                return;
            }
            let (head, body) = match (clause.functor(), clause.args()) {
                (Some((":-", 2)), [head, body]) => (head, Some(body)),
                _ => (clause, None),
            };
            let Some((name, arity)) = head.functor() else {
                let message = "the head of a clause is a name or a compound";
                self.diagnostics.push(Diagnostic::error(message, *span));
                continue;
            };
            let functor = self.code.atoms.functor(name, arity);
            let callee = self.code.callees.get(&functor);
            let fixed = matches!(
                name,
                "," | ";" | "->" | "*->" | "\\+" | "!" | "=" | "is" | "call" | "findall" | "|"
            );
            if callee.is_some_and(|callee| callee.symbol().is_some())
                || (own && fixed)
                || arity > 200
            {
                let message = format!("`{name}/{arity}` cannot be defined by clauses");
                self.diagnostics.push(Diagnostic::error(message, *span));
                continue;
            }
            if own && self.dynamic.contains(&functor) {
                let clause = (head.clone(), body.cloned());
                let mut known = self.code.dynamic.iter_mut();
                if let Some((_, clauses)) = known.find(|known| known.0 == functor) {
                    clauses.push(clause);
                }
                continue;
            }
            let at = *grouped.entry(functor).or_insert_with(|| {
                groups.push((functor, Vec::new()));
                groups.len() - 1
            });
            groups[at].1.push((head, body, *span));
        }
        // A program's own definition takes the place of the library's, so callers must find it first.
        for (functor, _) in &groups {
            if own {
                self.code.callees.remove(functor);
            }
            self.pred(*functor);
        }
        for (functor, group) in groups {
            let (mut numbers, mut clauses) = (Vec::new(), Vec::new());
            for (head, body, span) in group {
                if self.is_over() {
                    return;
                }
                numbers.push(self.clause(head, body, span));
                if own {
                    clauses.push((head.clone(), body.cloned()));
                }
            }
            if own {
                self.own.insert(functor, clauses);
            }
            let pred = self.pred(functor) as usize;
            self.index(pred, &numbers);
        }
    }

    /// Declares predicates dynamic: they have no code, and calls find their clauses when they run.
    pub(crate) fn declare_dynamic(&mut self, names: &[(String, usize)]) {
        for (name, arity) in names {
            let functor = self.code.atoms.functor(name, *arity);
            if self.dynamic.insert(functor) {
                self.code.callees.remove(&functor);
                self.code.dynamic.push((functor, Vec::new()));
            }
        }
    }

    /// Adds the libraries whose predicates the program names, which come after it, and resolves its calls of them. `names` are those of the
    /// program's atoms that come from it; `known` is everything a library may call.
    pub(crate) fn add_libraries(&mut self, wanted: u32, known: &HashMap<Functor, Callee>) {
        let mut wanted = wanted;
        for instr in &self.code.instrs {
            if let Instr::Call(goal) | Instr::Exec(goal) = instr
                && let Callee::Unknown(functor) = &goal.callee
            {
                wanted |= library::defining(self.code.atoms.text(functor.name() as usize));
            }
        }
        let mut seen = self.code.atoms.shared_count();
        let own = std::mem::replace(&mut self.code.callees, known.clone());
        // Libraries that were added before are not read again, and those added now may call them.
        let before = self.code.library_callees.iter().copied();
        self.code.callees.extend(before);
        let from = self.code.instrs.len();
        loop {
            for at in seen..self.code.atoms.count() {
                wanted |= library::defining(self.code.atoms.text(at));
            }
            seen = self.code.atoms.count();
            let missing = wanted & !self.code.libraries;
            if missing == 0 {
                break;
            }
            let number = missing.trailing_zeros();
            self.code.libraries |= 1 << number;
            self.clauses(libraries()[number as usize].clauses(), false);
        }
        let library = std::mem::replace(&mut self.code.callees, own);
        let added = library.iter().map(|(functor, callee)| (*functor, *callee));
        let added = added.filter(|(functor, _)| !known.contains_key(functor));
        self.code.library_callees = added.collect();
        for (at, instr) in self.code.instrs.iter_mut().enumerate() {
            if let Instr::Call(goal) | Instr::Exec(goal) = instr
                && let Callee::Unknown(functor) = &goal.callee
                && !self.dynamic.contains(functor)
            {
                let own = self.code.callees.get(functor).filter(|_| at < from);
                if let Some(found) = own.or_else(|| library.get(functor)) {
                    goal.callee = *found;
                }
            }
        }
        for (functor, callee) in library {
            if !self.dynamic.contains(&functor) {
                self.code.callees.entry(functor).or_insert(callee);
            }
        }
    }

    fn clause(&mut self, head: &Term, body: Option<&Term>, span: Span) -> u32 {
        self.place = span;
        if let Some((head, body)) = split_head(head, body, &mut self.pieces) {
            return self.clause(&head, Some(&body), span);
        }
        let mut scope = Scope::new(FRAME, std::iter::once(head).chain(body));
        let args: Vec<Shape> = head
            .args()
            .iter()
            .map(|arg| scope.shape(arg, &mut self.code.atoms))
            .collect();
        let body = body.filter(|body| **body != Term::name("true"));
        let start = body.map(|body| {
            let start = self.here();
            self.temporaries.clear();
            self.body(body, &mut scope, End::Proceed);
            self.emit_arms();
            start
        });
        let size = self.size(&scope, span);
        self.code.clauses.push(Clause {
            head: args.into(),
            size,
            body: start,
        });
        (self.code.clauses.len() - 1) as u32
    }

    pub(crate) fn size(&mut self, scope: &Scope, span: Span) -> u16 {
        scope.size().unwrap_or_else(|| {
            let message = "this has too many variables";
            self.diagnostics.push(Diagnostic::error(message, span));
            0
        })
    }

    /// Groups the clauses of a predicate by their first arguments.
    fn index(&mut self, pred: usize, numbers: &[u32]) {
        let mut keyed: HashMap<u64, Vec<u32>> = HashMap::new();
        let mut open: Vec<u32> = Vec::new();
        for number in numbers {
            let key = match self.code.clauses[*number as usize].head.first() {
                Some(Shape::Const(word)) => Some(word.0),
                Some(Shape::List(_)) => Some(LIST_KEY),
                Some(Shape::Compound(functor, _)) => Some(key_of_functor(*functor)),
                _ => None,
            };
            match key {
                // The clauses before that fit any argument fit this one too.
                Some(key) => keyed
                    .entry(key)
                    .or_insert_with(|| open.clone())
                    .push(*number),
                // This goes through all keys, so that many open clauses among many keys take long.
                None => {
                    self.limit = self.limit.or_else(|| self.deadline.reached());
                    if self.limit.is_some() {
                        return;
                    }
                    open.push(*number);
                    keyed.values_mut().for_each(|list| list.push(*number));
                }
            }
        }
        let pred = &mut self.code.preds[pred];
        pred.all = numbers.into();
        pred.open = open.into();
        pred.keyed = keyed
            .into_iter()
            .map(|(key, list)| (key, list.into()))
            .collect();
    }

    /// Compiles a body with what stands at its end.
    pub(crate) fn body(&mut self, body: &Term, scope: &mut Scope, end: End) {
        let mut goals = Vec::new();
        conjuncts(body, ",", &mut goals);
        let last = goals.len() - 1;
        for (at, goal) in goals.into_iter().enumerate() {
            if self.is_over() {
                return;
            }
            if at == last {
                self.last_goal(goal, scope, end);
            } else {
                self.goal(goal, scope, End::Open);
            }
        }
    }

    fn last_goal(&mut self, goal: &Term, scope: &mut Scope, end: End) {
        if self.goal(goal, scope, end) {
            return;
        }
        match end {
            End::Proceed => self.emit(Instr::Proceed),
            End::Resume => self.emit(Instr::Resume),
            End::Guarded => self.emit(Instr::Guarded),
            End::Open => {}
        }
    }

    pub(crate) fn emit(&mut self, instr: Instr) {
        self.code.instrs.push(instr);
    }

    pub(crate) fn here(&self) -> To {
        self.code.instrs.len() as To
    }

    /// Compiles a goal; true if it took care of the end.
    fn goal(&mut self, goal: &Term, scope: &mut Scope, end: End) -> bool {
        if let Some(goals) = split_goal(goal, &mut self.pieces) {
            self.body(&goals, scope, end);
            return true;
        }
        if !self.code.type_check {
            return self.plain_goal(goal, scope, end);
        }
        // What holds in a branch does not hold after it.
        let branches = matches!(
            goal.functor(),
            Some((";" | "|" | "->" | "*->", 2) | ("\\+", 1))
        );
        let known = branches.then(|| self.known.clone());
        let ended = self.plain_goal(goal, scope, end);
        match known {
            Some(known) => self.known = known,
            None => self.known.holds(goal),
        }
        ended
    }

    fn plain_goal(&mut self, goal: &Term, scope: &mut Scope, end: End) -> bool {
        let atoms = &mut self.code.atoms;
        match (goal.functor(), goal.args()) {
            (Some((",", 2)), _) => {
                self.body(goal, scope, end);
                return true;
            }
            (Some(("!", 0)), _) => {
                let instr = self.barrier.map_or(Instr::Cut, Instr::CutTo);
                self.emit(instr);
            }
            (Some(("=", 2)), [left, right]) => {
                let right = scope.shape(right, atoms);
                let left = scope.shape(left, atoms);
                self.emit_unify(left, right, scope);
            }
            (Some(("is", 2)), [left, right]) => {
                let right = scope.expr(right, atoms);
                let left = scope.shape(left, atoms);
                self.emit_is(left, right, scope);
            }
            (Some((";" | "|", 2)), [left, right]) => match (left.functor(), left.args()) {
                (Some(("->" | "*->", 2)), [condition, then]) => {
                    let soft = left.functor() == Some(("*->", 2));
                    self.share(&[&[condition, then], &[right]], scope);
                    self.branch(condition, then, Some(right), scope, end, soft);
                    return true;
                }
                _ => {
                    self.share(&[&[left], &[right]], scope);
                    let at = self.code.instrs.len();
                    self.emit(Instr::Fail);
                    let seen = scope.seen.clone();
                    self.body(left, scope, end);
                    let jump = self.jump_over(end);
                    self.code.instrs[at] = Instr::Alternative(self.here());
                    scope.seen = seen;
                    self.body(right, scope, end);
                    self.land(jump);
                    return true;
                }
            },
            (Some(("->" | "*->", 2)), [condition, then]) => {
                let soft = goal.functor() == Some(("*->", 2));
                self.share(&[&[condition, then]], scope);
                self.branch(condition, then, None, scope, end, soft);
                return true;
            }
            (Some(("\\+", 1)), [inner]) => {
                if let Some(test) = test_of(goal, scope, atoms, false) {
                    self.emit_test(test, scope);
                } else {
                    self.share(&[&[inner]], scope);
                    let (condition, no) = (inner, Term::name("fail"));
                    let yes = Term::name("true");
                    self.branch(condition, &no, Some(&yes), scope, End::Open, false);
                }
            }
            (Some((":", 2)), [Term::Name(_), inner]) => return self.goal(inner, scope, end),
            (Some(("call", 1)), [inner])
                if matches!(inner, Term::Name(_)) && *inner != Term::name("!") =>
            {
                return self.goal(inner, scope, end);
            }
            (Some((name, arity)), args) => {
                if let Some(test) = test_of(goal, scope, atoms, false) {
                    self.emit_test(test, scope);
                    return false;
                }
                if self.aggregate_goal(goal, scope) {
                    return false;
                }
                let functor = self.code.atoms.functor(name, arity);
                return self.call(functor, args, scope, end);
            }
            (None, _) => {
                let functor = atoms.functor("call", 1);
                return self.call(functor, std::slice::from_ref(goal), scope, end);
            }
        }
        false
    }

    fn call(&mut self, functor: Functor, args: &[Term], scope: &mut Scope, end: End) -> bool {
        // The constraint, if its arguments are known to be of its types.
        let fits = match self.code.callees.get(&functor) {
            Some(Callee::Checked(symbol)) if !self.code.careful => {
                let types = &self.code.constraints[*symbol as usize].types;
                let names = &self.code.type_names;
                let all = args
                    .iter()
                    .zip(types)
                    .all(|(arg, wanted)| self.known.fits(arg, wanted, names));
                all.then_some(*symbol)
            }
            _ => None,
        };
        let shapes: Box<[Shape]> = args
            .iter()
            .map(|arg| scope.shape(arg, &mut self.code.atoms))
            .collect();
        let callee = self.code.callees.get(&functor).copied();
        let callee = match callee.unwrap_or(Callee::Unknown(functor)) {
            Callee::Constraint(symbol) | Callee::Checked(symbol) if self.waits(symbol) => {
                Callee::Waiting(symbol)
            }
            Callee::Checked(symbol) if fits == Some(symbol) => Callee::Constraint(symbol),
            callee => callee,
        };
        if shapes.len() > 200 {
            self.emit(Instr::Fail);
        }
        let args = shapes.clone();
        let goal = Box::new(Goal { callee, args });
        let last = end == End::Proceed;
        let general = if last {
            Instr::Exec(goal)
        } else {
            Instr::Call(goal)
        };
        match callee {
            Callee::Constraint(symbol) | Callee::Checked(symbol) if !self.code.careful => {
                self.emit_constraint(general, symbol, &shapes, scope)
            }
            _ => self.emit(general),
        }
        last
    }

    fn waits(&self, symbol: u32) -> bool {
        let fleeting = self.code.constraints[symbol as usize].fleeting;
        self.in_rule && self.code.prioritised && !fleeting
    }
}
