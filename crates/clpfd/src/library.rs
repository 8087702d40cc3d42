//! The predicates of `library(clpfd)`: from terms of the machine to the solver and back.

use std::sync::{Arc, LazyLock};

use gridwright_chr::{Cell, NativeError, NativeLibrary, NativeState, Shown, Terms};
use gridwright_constraints::Automaton;

use crate::expr::{Comparison, Node};
use crate::ranges::{INF, LIMIT, Ranges, SUP};
use crate::residual;
use crate::solver::{Arg, Id, Kind, Op, Solver, Stop};

/// `library(clpfd)`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Clpfd;

/// The library, as an [`Environment`](gridwright_chr::Environment) takes it.
pub fn natives() -> [Arc<dyn NativeLibrary>; 1] {
    [Arc::new(Clpfd)]
}

/// A predicate: whether it holds, or what it throws.
type Outcome = Result<bool, NativeError>;

/// A predicate in Rust.
type Run = fn(&mut State, &mut Terms<'_, '_>) -> Outcome;

/// The predicates, one line each.
const TABLE: &[(&str, usize, Run)] = &[
    ("clpfd:attr_unify_hook", 2, State::unified),
    ("clpfd:attribute_goals", 3, |s, t| {
        residual::attribute_goals(&s.solver, t)
    }),
    ("#=", 2, |s, t| s.compare(t, Comparison::Eq)),
    ("#\\=", 2, |s, t| s.compare(t, Comparison::Ne)),
    ("#<", 2, |s, t| s.compare(t, Comparison::Lt)),
    ("#=<", 2, |s, t| s.compare(t, Comparison::Le)),
    ("#>", 2, |s, t| s.compare(t, Comparison::Gt)),
    ("#>=", 2, |s, t| s.compare(t, Comparison::Ge)),
    ("#<==>", 2, |s, t| s.connect(t, Node::Iff)),
    ("#==>", 2, |s, t| s.connect(t, Node::Implies)),
    ("#<==", 2, |s, t| s.connect(t, Node::ImpliedBy)),
    ("#\\/", 2, |s, t| s.connect(t, Node::Or)),
    ("#/\\", 2, |s, t| s.connect(t, Node::And)),
    ("#\\", 2, |s, t| s.connect(t, Node::Xor)),
    ("#\\", 1, |s, t| s.connect(t, Node::Not)),
    ("in", 2, |s, t| {
        let ranges = s.ranges(t, t.arg(1))?;
        let arg = s.variable(t, t.arg(0))?;
        s.restrict(t, &[arg], &ranges)
    }),
    ("$fd_ins", 2, |s, t| {
        let args = s.variables(t, t.arg(0))?;
        let ranges = s.ranges(t, t.arg(1))?;
        s.restrict(t, &args, &ranges)
    }),
    ("all_different", 1, |s, t| s.all_different(t, false)),
    ("all_distinct", 1, |s, t| s.all_different(t, true)),
    ("sum", 3, |s, t| {
        let args = s.variables(t, t.arg(0))?;
        let factors = vec![1; args.len()];
        s.scalar_product(t, &factors, &args, 1)
    }),
    ("scalar_product", 4, |s, t| {
        let factors = s.integers(t, t.arg(0))?;
        let args = s.variables(t, t.arg(1))?;
        if factors.len() != args.len() {
            return Ok(false);
        }
        s.scalar_product(t, &factors, &args, 2)
    }),
    ("element", 3, |s, t| {
        let array = s.variables(t, t.arg(1))?;
        let index = s.variable(t, t.arg(0))?;
        let value = s.variable(t, t.arg(2))?;
        s.post(
            t,
            Kind::Element {
                index,
                array,
                value,
            },
        )
    }),
    ("global_cardinality", 2, State::global_cardinality),
    ("global_cardinality", 3, State::global_cardinality_with),
    ("tuples_in", 2, State::tuples_in),
    ("circuit", 1, |s, t| {
        let args = s.variables(t, t.arg(0))?;
        if args.is_empty() {
            return Ok(true);
        }
        s.post(t, Kind::Circuit(args))
    }),
    ("cumulative", 1, State::cumulative),
    ("cumulative", 2, State::cumulative),
    ("lex_chain", 1, |s, t| {
        let rows = s.rows(t, t.arg(0))?;
        for pair in rows.windows(2) {
            let kind = Kind::LexLe(pair[0].clone(), pair[1].clone());
            if !s.try_post(t, kind)? {
                return Ok(false);
            }
        }
        s.finish(t)
    }),
    ("chain", 2, State::chain),
    ("automaton", 3, State::automaton),
    ("fd_var", 1, |_, t| Ok(t.attached(t.arg(0)).is_some())),
    ("fd_inf", 2, |s, t| s.report_bound(t, false)),
    ("fd_sup", 2, |s, t| s.report_bound(t, true)),
    ("fd_size", 2, |s, t| {
        let size = match s.readable(t, t.arg(0))? {
            Readable::Int(_) => Some(1),
            Readable::Free => None,
            Readable::Var(id) => s.solver.size(id),
        };
        let size = match size {
            Some(size) => t.int(i64::try_from(size).unwrap_or(i64::MAX)),
            None => t.atom("sup"),
        };
        Ok(t.unify(t.arg(1), size))
    }),
    ("fd_dom", 2, |s, t| {
        let ranges = match s.readable(t, t.arg(0))? {
            Readable::Int(value) => Ranges::from_to(value, value),
            Readable::Free => Ranges::all(),
            Readable::Var(id) => s.solver.domain(id),
        };
        let domain = residual::domain(t, &ranges);
        // A number has the domain N..N.
        let domain = match t.show(t.arg(0)) {
            Shown::Int(_) => t.compound("..", &[domain, domain]),
            _ => domain,
        };
        Ok(t.unify(t.arg(1), domain))
    }),
    ("fd_degree", 2, |s, t| {
        let degree = match s.readable(t, t.arg(0))? {
            Readable::Var(id) => s.solver.degree(id),
            _ => 0,
        };
        let degree = t.int(degree as i64);
        Ok(t.unify(t.arg(1), degree))
    }),
    ("$fd_options", 6, State::options),
    ("$fd_next", 5, State::next),
    ("$fd_remove", 2, |s, t| {
        let (Arg::Var(id), Shown::Int(value)) = (s.variable(t, t.arg(0))?, t.show(t.arg(1))) else {
            return Ok(false);
        };
        let removed = s.solver.remove(id, value).map(|_| ());
        s.after(t, removed)
    }),
    ("$fd_transpose", 2, State::transpose),
    ("$fd_compare", 3, State::order),
];

static PREDICATES: LazyLock<Vec<(&'static str, usize)>> = LazyLock::new(|| {
    TABLE
        .iter()
        .map(|&(name, arity, _)| (name, arity))
        .collect()
});

impl NativeLibrary for Clpfd {
    fn name(&self) -> &'static str {
        "clpfd"
    }

    fn text(&self) -> &'static str {
        include_str!("clpfd.pl")
    }

    fn predicates(&self) -> &'static [(&'static str, usize)] {
        &PREDICATES
    }

    fn start(&self) -> Box<dyn NativeState> {
        Box::new(State::default())
    }
}

/// The state of the library in one run.
#[derive(Debug, Default)]
struct State {
    solver: Solver,
}

impl NativeState for State {
    fn call(&mut self, predicate: usize, terms: &mut Terms<'_, '_>) -> Outcome {
        (TABLE[predicate].2)(self, terms)
    }

    fn depth(&self) -> usize {
        self.solver.depth()
    }

    fn push_level(&mut self) {
        self.solver.push_level();
    }

    fn back_to(&mut self, level: usize) -> usize {
        self.solver.back_to(level);
        self.solver.n_vars()
    }

    fn memory(&self) -> usize {
        self.solver.memory()
    }
}

/// An argument of a predicate that only looks at variables.
enum Readable {
    Int(i64),
    /// A variable without a domain.
    Free,
    Var(Id),
}

/// Errors.
fn type_error(t: &mut Terms<'_, '_>, kind: &str, culprit: Cell) -> NativeError {
    if t.show(culprit) == Shown::Var {
        return instantiation_error(t);
    }
    let kind = t.atom(kind);
    let formal = t.compound("type_error", &[kind, culprit]);
    t.error(formal)
}

fn domain_error(t: &mut Terms<'_, '_>, domain: &str, culprit: Cell) -> NativeError {
    let domain = t.atom(domain);
    let formal = t.compound("domain_error", &[domain, culprit]);
    t.error(formal)
}

fn instantiation_error(t: &mut Terms<'_, '_>) -> NativeError {
    let formal = t.atom("instantiation_error");
    t.error(formal)
}

/// Reading arguments.
impl State {
    fn int(&self, t: &mut Terms<'_, '_>, value: i64) -> Result<i64, NativeError> {
        match value.unsigned_abs() <= LIMIT as u64 {
            true => Ok(value),
            false => Err(too_large(t)),
        }
    }

    /// A number or a variable, which gets a variable of the solver.
    fn variable(&mut self, t: &mut Terms<'_, '_>, cell: Cell) -> Result<Arg, NativeError> {
        match t.show(cell) {
            Shown::Int(value) => Ok(Arg::Int(self.int(t, value)?)),
            Shown::Var => Ok(Arg::Var(self.attached(t, cell))),
            _ => Err(type_error(t, "integer", cell)),
        }
    }

    /// The variable of the solver for a variable of the program.
    fn attached(&mut self, t: &mut Terms<'_, '_>, cell: Cell) -> Id {
        if let Some(number) = t.attached(cell) {
            return Id(number as u32);
        }
        let id = self.solver.new_var();
        t.attach(cell, id.index());
        id
    }

    fn readable(&self, t: &mut Terms<'_, '_>, cell: Cell) -> Result<Readable, NativeError> {
        match t.show(cell) {
            Shown::Int(value) => Ok(Readable::Int(value)),
            Shown::Var => Ok(t
                .attached(cell)
                .map_or(Readable::Free, |number| Readable::Var(Id(number as u32)))),
            _ => Err(type_error(t, "integer", cell)),
        }
    }

    /// The items of a proper list.
    fn items(&self, t: &mut Terms<'_, '_>, list: Cell) -> Result<Vec<Cell>, NativeError> {
        let (items, rest) = t.items(list);
        match t.show(rest) {
            Shown::Atom("[]") => Ok(items),
            Shown::Var => Err(instantiation_error(t)),
            _ => Err(type_error(t, "list", list)),
        }
    }

    fn variables(&mut self, t: &mut Terms<'_, '_>, list: Cell) -> Result<Vec<Arg>, NativeError> {
        let items = self.items(t, list)?;
        items
            .into_iter()
            .map(|item| self.variable(t, item))
            .collect()
    }

    fn rows(&mut self, t: &mut Terms<'_, '_>, list: Cell) -> Result<Vec<Vec<Arg>>, NativeError> {
        let items = self.items(t, list)?;
        items
            .into_iter()
            .map(|item| self.variables(t, item))
            .collect()
    }

    fn integer(&self, t: &mut Terms<'_, '_>, cell: Cell) -> Result<i64, NativeError> {
        match t.show(cell) {
            Shown::Int(value) => self.int(t, value),
            _ => Err(type_error(t, "integer", cell)),
        }
    }

    fn integers(&self, t: &mut Terms<'_, '_>, list: Cell) -> Result<Vec<i64>, NativeError> {
        let items = self.items(t, list)?;
        items
            .into_iter()
            .map(|item| self.integer(t, item))
            .collect()
    }

    /// A domain such as `1..3 \/ 5`.
    fn ranges(&self, t: &mut Terms<'_, '_>, domain: Cell) -> Result<Ranges, NativeError> {
        let mut ranges = Vec::new();
        let mut todo = vec![domain];
        while let Some(part) = todo.pop() {
            match t.show(part) {
                Shown::Int(value) => {
                    let value = self.int(t, value)?;
                    ranges.push((value, value));
                }
                Shown::Compound("\\/", 2) => {
                    todo.push(t.child(part, 0));
                    todo.push(t.child(part, 1));
                }
                Shown::Compound("..", 2) => {
                    let (from, to) = (t.child(part, 0), t.child(part, 1));
                    let from = match t.show(from) {
                        Shown::Int(value) => Some(value),
                        Shown::Atom("inf") => Some(INF),
                        _ => None,
                    };
                    let to = match t.show(to) {
                        Shown::Int(value) => Some(value),
                        Shown::Atom("sup") => Some(SUP),
                        _ => None,
                    };
                    match (from, to) {
                        (Some(from), Some(to)) => {
                            if from != INF {
                                self.int(t, from)?;
                            }
                            if to != SUP {
                                self.int(t, to)?;
                            }
                            ranges.push((from, to));
                        }
                        _ => return Err(self.bad_domain(t, domain)),
                    }
                }
                _ => return Err(self.bad_domain(t, domain)),
            }
        }
        Ok(Ranges::union_of(ranges))
    }

    fn bad_domain(&self, t: &mut Terms<'_, '_>, domain: Cell) -> NativeError {
        let mut todo = vec![domain];
        while let Some(part) = todo.pop() {
            match t.show(part) {
                Shown::Var => return instantiation_error(t),
                Shown::Compound("\\/" | "..", 2) => {
                    todo.push(t.child(part, 1));
                    todo.push(t.child(part, 0));
                }
                _ => {}
            }
        }
        domain_error(t, "clpfd_domain", domain)
    }
}

/// An operation or connective by its functor.
fn arithmetic(name: &str, arity: usize) -> Option<Node> {
    Some(match (name, arity) {
        ("+", 2) => Node::Add,
        ("-", 2) => Node::Sub,
        ("-", 1) => Node::Negate,
        ("*", 2) => Node::Op(Op::Times),
        ("//", 2) => Node::Op(Op::Quotient),
        ("div", 2) => Node::Op(Op::Div),
        ("mod", 2) => Node::Op(Op::Mod),
        ("rem", 2) => Node::Op(Op::Rem),
        ("^", 2) => Node::Op(Op::Power),
        ("min", 2) => Node::Op(Op::Min),
        ("max", 2) => Node::Op(Op::Max),
        ("abs", 1) => Node::Op(Op::Abs),
        ("msb", 1) => Node::Op(Op::Msb),
        ("<<", 2) => Node::Op(Op::ShiftLeft),
        (">>", 2) => Node::Op(Op::ShiftRight),
        ("/\\", 2) => Node::Op(Op::BitAnd),
        ("\\/", 2) => Node::Op(Op::BitOr),
        ("xor", 2) => Node::Op(Op::BitXor),
        ("\\", 1) => Node::Op(Op::BitNot),
        _ => return None,
    })
}

fn comparison(name: &str) -> Option<Comparison> {
    Some(match name {
        "#=" => Comparison::Eq,
        "#\\=" => Comparison::Ne,
        "#<" => Comparison::Lt,
        "#=<" => Comparison::Le,
        "#>" => Comparison::Gt,
        "#>=" => Comparison::Ge,
        _ => return None,
    })
}

fn connective(name: &str, arity: usize) -> Option<Node> {
    Some(match (name, arity) {
        ("#<==>", 2) => Node::Iff,
        ("#==>", 2) => Node::Implies,
        ("#<==", 2) => Node::ImpliedBy,
        ("#\\/", 2) => Node::Or,
        ("#/\\", 2) => Node::And,
        ("#\\", 2) => Node::Xor,
        ("#\\", 1) => Node::Not,
        _ => return None,
    })
}

/// A part of an expression that is still to be read.
enum Task {
    Arithmetic(Cell),
    Boolean(Cell),
    Emit(Node),
}

/// Expressions.
impl State {
    /// Adds the postfix order of an expression.
    fn read(
        &mut self,
        t: &mut Terms<'_, '_>,
        first: Vec<Task>,
        nodes: &mut Vec<Node>,
    ) -> Result<(), NativeError> {
        let mut todo = first;
        todo.reverse();
        while let Some(task) = todo.pop() {
            match task {
                Task::Emit(node) => nodes.push(node),
                Task::Arithmetic(cell) => match t.show(cell) {
                    Shown::Int(value) => nodes.push(Node::Int(self.int(t, value)?)),
                    Shown::Var => nodes.push(Node::Var(self.attached(t, cell))),
                    Shown::Compound("?" | "#", 1) => {
                        let inner = t.child(cell, 0);
                        match self.variable(t, inner)? {
                            Arg::Int(value) => nodes.push(Node::Int(value)),
                            Arg::Var(id) => nodes.push(Node::Var(id)),
                        }
                    }
                    Shown::Compound(name, arity) => {
                        let Some(node) = arithmetic(name, arity) else {
                            return Err(domain_error(t, "clpfd_expression", cell));
                        };
                        todo.push(Task::Emit(node));
                        for at in (0..arity).rev() {
                            todo.push(Task::Arithmetic(t.child(cell, at)));
                        }
                    }
                    _ => return Err(domain_error(t, "clpfd_expression", cell)),
                },
                Task::Boolean(cell) => match t.show(cell) {
                    Shown::Int(value) if value == 0 || value == 1 => nodes.push(Node::Int(value)),
                    Shown::Var => nodes.push(Node::Var(self.attached(t, cell))),
                    Shown::Compound("in", 2) => {
                        let (var, domain) = (t.child(cell, 0), t.child(cell, 1));
                        let ranges = self.ranges(t, domain)?;
                        todo.push(Task::Emit(Node::In(ranges)));
                        todo.push(Task::Arithmetic(var));
                    }
                    Shown::Compound("?", 1) => {
                        let inner = t.child(cell, 0);
                        todo.push(Task::Boolean(inner));
                    }
                    Shown::Compound(name, arity) => {
                        let (compared, connected) = (comparison(name), connective(name, arity));
                        match (compared.filter(|_| arity == 2), connected) {
                            (Some(comparison), _) => {
                                todo.push(Task::Emit(Node::Compare(comparison)));
                                todo.push(Task::Arithmetic(t.child(cell, 1)));
                                todo.push(Task::Arithmetic(t.child(cell, 0)));
                            }
                            (None, Some(node)) => {
                                todo.push(Task::Emit(node));
                                for at in (0..arity).rev() {
                                    todo.push(Task::Boolean(t.child(cell, at)));
                                }
                            }
                            _ => {
                                return Err(domain_error(t, "clpfd_reifiable_expression", cell));
                            }
                        }
                    }
                    _ => return Err(domain_error(t, "clpfd_reifiable_expression", cell)),
                },
            }
        }
        Ok(())
    }

    fn compare(&mut self, t: &mut Terms<'_, '_>, comparison: Comparison) -> Outcome {
        let (left, right) = (t.arg(0), t.arg(1));
        if comparison == Comparison::Eq && t.show(left) == Shown::Var && t.show(right) == Shown::Var
        {
            self.attached(t, left);
            self.attached(t, right);
            return Ok(t.unify(left, right));
        }
        let mut nodes = Vec::new();
        let tasks = vec![
            Task::Arithmetic(left),
            Task::Arithmetic(right),
            Task::Emit(Node::Compare(comparison)),
        ];
        self.read(t, tasks, &mut nodes)?;
        let posted = self.solver.post_expression(&nodes);
        self.after(t, posted)
    }

    fn connect(&mut self, t: &mut Terms<'_, '_>, node: Node) -> Outcome {
        let mut nodes = Vec::new();
        let mut tasks = vec![Task::Boolean(t.arg(0))];
        if node != Node::Not {
            tasks.push(Task::Boolean(t.arg(1)));
        }
        tasks.push(Task::Emit(node));
        self.read(t, tasks, &mut nodes)?;
        let posted = self.solver.post_expression(&nodes);
        self.after(t, posted)
    }
}

fn too_large(t: &mut Terms<'_, '_>) -> NativeError {
    let what = t.atom("clpfd_integer_of_60_bits");
    let formal = t.compound("representation_error", &[what]);
    t.error(formal)
}

/// Posting.
impl State {
    fn stopped(&self, t: &mut Terms<'_, '_>, stop: Stop) -> Outcome {
        match stop {
            Stop::Fail => Ok(false),
            Stop::Limit(limit) => Err(NativeError::Limit(limit)),
            Stop::TooLarge => Err(too_large(t)),
        }
    }

    /// Propagates, and gives variables of the program the values that were found.
    fn finish(&mut self, t: &mut Terms<'_, '_>) -> Outcome {
        if let Err(stop) = self.solver.propagate(&t.deadline()) {
            return self.stopped(t, stop);
        }
        for (id, value) in self.solver.take_fixed() {
            if !t.settle(id.index(), value) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Goes on after something was posted.
    fn after(&mut self, t: &mut Terms<'_, '_>, posted: Result<(), Stop>) -> Outcome {
        match posted {
            Ok(()) => self.finish(t),
            Err(stop) => self.stopped(t, stop),
        }
    }

    fn post(&mut self, t: &mut Terms<'_, '_>, kind: Kind) -> Outcome {
        let posted = self.solver.post(kind);
        self.after(t, posted)
    }

    /// Posts one of several constraints; false if it cannot hold.
    fn try_post(&mut self, t: &mut Terms<'_, '_>, kind: Kind) -> Outcome {
        match self.solver.post(kind) {
            Ok(()) => Ok(true),
            Err(stop) => self.stopped(t, stop),
        }
    }

    fn restrict(&mut self, t: &mut Terms<'_, '_>, args: &[Arg], ranges: &Ranges) -> Outcome {
        for &arg in args {
            let kept = match arg {
                Arg::Var(id) => self.solver.restrict(id, ranges).map(|_| ()),
                Arg::Int(value) if ranges.contains(value) => Ok(()),
                Arg::Int(_) => Err(Stop::Fail),
            };
            if let Err(stop) = kept {
                return self.stopped(t, stop);
            }
        }
        self.finish(t)
    }

    /// The hook: a variable was bound to a number or to another variable.
    fn unified(&mut self, t: &mut Terms<'_, '_>) -> Outcome {
        let Shown::Int(number) = t.show(t.arg(0)) else {
            return Ok(false);
        };
        let id = Id(number as u32);
        let other = t.arg(1);
        let done = match t.show(other) {
            Shown::Int(value) => self.solver.assign(id, value).map(|_| ()),
            Shown::Var => match t.attached(other) {
                Some(number) => self.solver.unify(id, Id(number as u32)),
                None => {
                    t.attach(other, id.index());
                    Ok(())
                }
            },
            _ => return Err(type_error(t, "integer", other)),
        };
        self.after(t, done)
    }

    fn all_different(&mut self, t: &mut Terms<'_, '_>, strong: bool) -> Outcome {
        let args = self.variables(t, t.arg(0))?;
        if args.len() < 2 {
            return Ok(true);
        }
        self.post(t, Kind::AllDifferent { args, strong })
    }

    /// `sum of factors * args`, compared as the argument at `at` says with the expression after it.
    fn scalar_product(
        &mut self,
        t: &mut Terms<'_, '_>,
        factors: &[i64],
        args: &[Arg],
        at: usize,
    ) -> Outcome {
        let relation = t.arg(at);
        let comparison = match t.show(relation) {
            Shown::Atom(name) => comparison(name),
            Shown::Var => return Err(instantiation_error(t)),
            _ => None,
        };
        let Some(comparison) = comparison else {
            return Err(domain_error(t, "scalar_product_relation", relation));
        };
        let mut nodes = vec![Node::Int(0)];
        for (&factor, &arg) in factors.iter().zip(args) {
            nodes.push(match arg {
                Arg::Int(value) => Node::Int(value),
                Arg::Var(id) => Node::Var(id),
            });
            nodes.push(Node::Int(factor));
            nodes.push(Node::Op(Op::Times));
            nodes.push(Node::Add);
        }
        self.read(t, vec![Task::Arithmetic(t.arg(at + 1))], &mut nodes)?;
        nodes.push(Node::Compare(comparison));
        let posted = self.solver.post_expression(&nodes);
        self.after(t, posted)
    }

    /// The only option that changes no answer is `consistency(value)`; any other is refused.
    fn global_cardinality_with(&mut self, t: &mut Terms<'_, '_>) -> Outcome {
        for option in self.items(t, t.arg(2))? {
            if t.show(option) != Shown::Compound("consistency", 1) {
                return Err(domain_error(t, "gcc_option", option));
            }
        }
        self.global_cardinality(t)
    }

    fn global_cardinality(&mut self, t: &mut Terms<'_, '_>) -> Outcome {
        let args = self.variables(t, t.arg(0))?;
        let pairs = self.items(t, t.arg(1))?;
        let (mut keys, mut counts) = (Vec::new(), Vec::new());
        for pair in pairs {
            if t.show(pair) != Shown::Compound("-", 2) {
                return Err(type_error(t, "pair", pair));
            }
            keys.push(self.integer(t, t.child(pair, 0))?);
            counts.push(self.variable(t, t.child(pair, 1))?);
        }
        let mut distinct = keys.clone();
        distinct.sort_unstable();
        distinct.dedup();
        if distinct.len() != keys.len() {
            return Err(domain_error(t, "gcc_unique_key_pairs", t.arg(1)));
        }
        self.post(t, Kind::Cardinality { args, keys, counts })
    }

    fn tuples_in(&mut self, t: &mut Terms<'_, '_>) -> Outcome {
        let tuples = self.rows(t, t.arg(0))?;
        let lists = self.items(t, t.arg(1))?;
        let rows: Result<Vec<Vec<i64>>, NativeError> = lists
            .into_iter()
            .map(|list| self.integers(t, list))
            .collect();
        let rows = Arc::new(rows?);
        for args in tuples {
            let rows = match rows.iter().all(|row| row.len() == args.len()) {
                true => Arc::clone(&rows),
                false => {
                    let same = rows.iter().filter(|row| row.len() == args.len());
                    Arc::new(same.cloned().collect())
                }
            };
            if !self.try_post(t, Kind::Table { args, rows })? {
                return Ok(false);
            }
        }
        self.finish(t)
    }

    fn cumulative(&mut self, t: &mut Terms<'_, '_>) -> Outcome {
        let tasks = self.items(t, t.arg(0))?;
        let (mut starts, mut durations) = (Vec::new(), Vec::new());
        let mut demands = Vec::new();
        for task in tasks {
            if t.show(task) != Shown::Compound("task", 5) {
                return Err(type_error(t, "task", task));
            }
            let start = self.variable(t, t.child(task, 0))?;
            let duration = self.variable(t, t.child(task, 1))?;
            let end = self.variable(t, t.child(task, 2))?;
            demands.push(self.variable(t, t.child(task, 3))?);
            let node = |arg: Arg| match arg {
                Arg::Int(value) => Node::Int(value),
                Arg::Var(id) => Node::Var(id),
            };
            for arg in [start, duration] {
                if let Arg::Var(id) = arg
                    && !self.solver.domain(id).is_finite()
                {
                    return Err(instantiation_error(t));
                }
            }
            let nodes = [
                node(start),
                node(duration),
                Node::Add,
                node(end),
                Node::Compare(Comparison::Eq),
            ];
            if let Err(stop) = self.solver.post_expression(&nodes) {
                return self.stopped(t, stop);
            }
            starts.push(start);
            durations.push(duration);
        }
        let mut limit = Arg::Int(1);
        if t.arity() == 2 {
            for option in self.items(t, t.arg(1))? {
                match t.show(option) {
                    Shown::Compound("limit", 1) => limit = self.variable(t, t.child(option, 0))?,
                    _ => return Err(domain_error(t, "cumulative_options", option)),
                }
            }
        }
        self.post(
            t,
            Kind::Cumulative {
                starts,
                durations,
                demands,
                limit,
            },
        )
    }

    fn chain(&mut self, t: &mut Terms<'_, '_>) -> Outcome {
        let args = self.variables(t, t.arg(0))?;
        let relation = t.arg(1);
        let comparison = match t.show(relation) {
            Shown::Atom(name) => {
                comparison(name).filter(|c| !matches!(c, Comparison::Eq | Comparison::Ne))
            }
            Shown::Var => return Err(instantiation_error(t)),
            _ => None,
        };
        let Some(comparison) = comparison else {
            return Err(domain_error(t, "chain_relation", relation));
        };
        for pair in args.windows(2) {
            let node = |arg: Arg| match arg {
                Arg::Int(value) => Node::Int(value),
                Arg::Var(id) => Node::Var(id),
            };
            let nodes = [node(pair[0]), node(pair[1]), Node::Compare(comparison)];
            if let Err(stop) = self.solver.post_expression(&nodes) {
                return self.stopped(t, stop);
            }
        }
        self.finish(t)
    }

    fn automaton(&mut self, t: &mut Terms<'_, '_>) -> Outcome {
        let args = self.variables(t, t.arg(0))?;
        let mut states: Vec<Cell> = Vec::new();
        let mut state_of = |t: &mut Terms<'_, '_>, cell: Cell| {
            let known = states.iter().position(|&state| t.is_identical(state, cell));
            known.unwrap_or_else(|| {
                states.push(cell);
                states.len() - 1
            })
        };
        let (mut sources, mut sinks) = (Vec::new(), Vec::new());
        for node in self.items(t, t.arg(1))? {
            match t.show(node) {
                Shown::Compound("source", 1) => sources.push(state_of(t, t.child(node, 0))),
                Shown::Compound("sink", 1) => sinks.push(state_of(t, t.child(node, 0))),
                _ => return Err(type_error(t, "automaton_node", node)),
            }
        }
        let mut arcs = Vec::new();
        for arc in self.items(t, t.arg(2))? {
            if t.show(arc) != Shown::Compound("arc", 3) {
                return Err(type_error(t, "automaton_arc", arc));
            }
            let from = state_of(t, t.child(arc, 0));
            let symbol = self.integer(t, t.child(arc, 1))?;
            let to = state_of(t, t.child(arc, 2));
            let Ok(symbol) = i32::try_from(symbol) else {
                return Err(too_large(t));
            };
            arcs.push((from, symbol, to));
        }
        let symbols: Vec<i32> = arcs.iter().map(|arc| arc.1).collect();
        let values = Ranges::union_of(symbols.iter().map(|&s| (i64::from(s), i64::from(s))));
        let (accepting, automaton) = determinised(states.len(), &sources, &sinks, &arcs, &symbols);
        if args.is_empty() {
            return Ok(accepting);
        }
        if !self.restrict(t, &args, &values)? {
            return Ok(false);
        }
        let automaton = Arc::new(automaton);
        self.post(t, Kind::Regular { args, automaton })
    }

    fn report_bound(&mut self, t: &mut Terms<'_, '_>, upper: bool) -> Outcome {
        let (min, max) = match self.readable(t, t.arg(0))? {
            Readable::Int(value) => (value, value),
            Readable::Free => (INF, SUP),
            Readable::Var(id) => self.solver.bounds(id),
        };
        let bound = match if upper { max } else { min } {
            INF => t.atom("inf"),
            SUP => t.atom("sup"),
            value => t.int(value),
        };
        Ok(t.unify(t.arg(1), bound))
    }
}

/// A deterministic automaton for the arcs of any one, and whether it accepts the empty word.
fn determinised(
    n_states: usize,
    sources: &[usize],
    sinks: &[usize],
    arcs: &[(usize, i32, usize)],
    symbols: &[i32],
) -> (bool, Automaton) {
    let mut start = sources.to_vec();
    start.sort_unstable();
    start.dedup();
    let _ = n_states;
    let mut distinct = symbols.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    let mut sets = vec![start];
    let mut table: Vec<(usize, i32, usize)> = Vec::new();
    let mut at = 0;
    while at < sets.len() {
        for &symbol in &distinct {
            let from = &sets[at];
            let mut to: Vec<usize> = arcs
                .iter()
                .filter(|arc| arc.1 == symbol && from.contains(&arc.0))
                .map(|arc| arc.2)
                .collect();
            to.sort_unstable();
            to.dedup();
            if to.is_empty() {
                continue;
            }
            let number = sets.iter().position(|set| *set == to).unwrap_or_else(|| {
                sets.push(to);
                sets.len() - 1
            });
            table.push((at, symbol, number));
        }
        at += 1;
    }
    let accepts = |set: &Vec<usize>| set.iter().any(|state| sinks.contains(state));
    let mut automaton = Automaton::new(sets.len(), 0, distinct);
    for (from, symbol, to) in table {
        automaton = automaton.arc(from, symbol, to);
    }
    for (number, set) in sets.iter().enumerate() {
        if accepts(set) {
            automaton = automaton.accept(number);
        }
    }
    (accepts(&sets[0]), automaton)
}

/// Labelling.
impl State {
    /// `$fd_options(Options, Vars, Select, Order, Choice, Optimise)`: checks the arguments of `labeling/2`.
    fn options(&mut self, t: &mut Terms<'_, '_>) -> Outcome {
        let options = self.items(t, t.arg(0))?;
        for item in self.items(t, t.arg(1))? {
            match self.readable(t, item)? {
                Readable::Int(_) => {}
                Readable::Var(id) if self.solver.domain(id).is_finite() => {}
                _ => return Err(instantiation_error(t)),
            }
        }
        let mut chosen: [Option<String>; 3] = [None, None, None];
        let mut optimise = Vec::new();
        for option in options {
            let (category, name) = match t.show(option) {
                Shown::Var => return Err(instantiation_error(t)),
                Shown::Atom(name @ ("leftmost" | "ff" | "ffc" | "min" | "max")) => (0, name),
                Shown::Atom(name @ ("up" | "down")) => (1, name),
                Shown::Atom(name @ ("step" | "enum" | "bisect")) => (2, name),
                Shown::Compound("min" | "max", 1) => {
                    optimise.push(option);
                    continue;
                }
                _ => return Err(domain_error(t, "labeling_option", option)),
            };
            let name = name.to_owned();
            let kind = match &chosen[category] {
                None => {
                    chosen[category] = Some(name);
                    continue;
                }
                Some(other) if *other == name => "nonrepeating_labeling_options",
                Some(_) => "consistent_labeling_options",
            };
            return Err(domain_error(t, kind, t.arg(0)));
        }
        for (at, default) in ["leftmost", "up", "step"].into_iter().enumerate() {
            let name = chosen[at].as_deref().unwrap_or(default).to_owned();
            let atom = t.atom(&name);
            if !t.unify(t.arg(2 + at), atom) {
                return Ok(false);
            }
        }
        let optimise = t.list(&optimise, None);
        Ok(t.unify(t.arg(5), optimise))
    }

    /// `$fd_next(Vars, Select, Order, Choice, Branch)`: which variable is decided next, and how.
    fn next(&mut self, t: &mut Terms<'_, '_>) -> Outcome {
        let (items, _) = t.items(t.arg(0));
        let mut open: Vec<(Cell, Id)> = Vec::with_capacity(items.len());
        for item in items {
            if t.show(item) == Shown::Var {
                let id = self.attached(t, item);
                open.push((item, id));
            }
        }
        let Some(&(_, first)) = open.first() else {
            let done = t.atom("done");
            return Ok(t.unify(t.arg(4), done));
        };
        let solver = &self.solver;
        let mut best = 0;
        let is_better: &dyn Fn(Id, Id) -> bool = match t.show(t.arg(1)) {
            Shown::Atom("ff") => &|a, b| solver.size(a) < solver.size(b),
            Shown::Atom("ffc") => &|a, b| {
                let (of_a, of_b) = (solver.size(a), solver.size(b));
                of_a < of_b || (of_a == of_b && solver.degree(a) > solver.degree(b))
            },
            Shown::Atom("min") => &|a, b| solver.bounds(a).0 < solver.bounds(b).0,
            Shown::Atom("max") => &|a, b| solver.bounds(a).1 > solver.bounds(b).1,
            _ => &|_, _| false,
        };
        let mut chosen = first;
        for (at, &(_, id)) in open.iter().enumerate() {
            if is_better(id, chosen) {
                (best, chosen) = (at, id);
            }
        }
        let var = open[best].0;
        let is_up = t.show(t.arg(2)) == Shown::Atom("up");
        let all: Vec<Cell> = open.iter().map(|pair| pair.0).collect();
        let rest: Vec<Cell> = [&all[..best], &all[best + 1..]].concat();
        let (min, max) = self.solver.bounds(chosen);
        let branch = match t.show(t.arg(3)) {
            Shown::Atom("step") => {
                let value = t.int(if is_up { min } else { max });
                let (rest, all) = (t.list(&rest, None), t.list(&all, None));
                t.compound("step", &[var, value, rest, all])
            }
            Shown::Atom("enum") => {
                let mut values: Vec<i64> = self.solver.domain(chosen).values().collect();
                if !is_up {
                    values.reverse();
                }
                let values: Vec<Cell> = values.into_iter().map(|value| t.int(value)).collect();
                let (values, rest) = (t.list(&values, None), t.list(&rest, None));
                t.compound("enum", &[var, values, rest])
            }
            _ => {
                // Rounded towards 0.
                let middle = (min + max) / 2;
                let middle = if middle == max { middle - 1 } else { middle };
                let (middle, all) = (t.int(middle), t.list(&all, None));
                t.compound(if is_up { "low" } else { "high" }, &[var, middle, all])
            }
        };
        Ok(t.unify(t.arg(4), branch))
    }

    fn transpose(&mut self, t: &mut Terms<'_, '_>) -> Outcome {
        let lists = self.items(t, t.arg(0))?;
        let rows: Result<Vec<Vec<Cell>>, NativeError> =
            lists.into_iter().map(|list| self.items(t, list)).collect();
        let rows = rows?;
        let width = rows.first().map_or(0, Vec::len);
        if rows.iter().any(|row| row.len() != width) {
            return Ok(false);
        }
        let columns: Vec<Cell> = (0..width)
            .map(|at| {
                let column: Vec<Cell> = rows.iter().map(|row| row[at]).collect();
                t.list(&column, None)
            })
            .collect();
        let columns = t.list(&columns, None);
        Ok(t.unify(t.arg(1), columns))
    }

    /// `$fd_compare(A, B, Order)`: how two numbers compare if their domains decide it, or `none`.
    fn order(&mut self, t: &mut Terms<'_, '_>) -> Outcome {
        let bounds = |s: &mut State, t: &mut Terms<'_, '_>, at: usize| {
            Ok(match s.variable(t, t.arg(at))? {
                Arg::Int(value) => (value, value),
                Arg::Var(id) => s.solver.bounds(id),
            })
        };
        let (a, b) = (bounds(self, t, 0)?, bounds(self, t, 1)?);
        let order = if a.1 < b.0 {
            "<"
        } else if a.0 > b.1 {
            ">"
        } else if a.0 == a.1 && a == b {
            "="
        } else {
            "none"
        };
        let order = t.atom(order);
        Ok(t.unify(t.arg(2), order))
    }
}
