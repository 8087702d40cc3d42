//! Tests of the solver against enumeration, and of its levels.

use gridwright_control::{Deadline, Rng};

use super::*;
use crate::expr::{Comparison, Node};

fn var(solver: &mut Solver, from: i64, to: i64) -> Id {
    let id = solver.new_var();
    solver
        .restrict(id, &Ranges::from_to(from, to))
        .expect("a new variable is free");
    id
}

fn post(solver: &mut Solver, nodes: &[Node]) -> Posted {
    solver.post_expression(nodes)?;
    solver.propagate(&Deadline::never())
}

/// All solutions by depth-first search on the solver.
fn solutions(solver: &mut Solver, ids: &[Id]) -> Vec<Vec<i64>> {
    let Some(open) = ids.iter().find(|&&id| solver.fixed_value(id).is_none()) else {
        let row = ids.iter().map(|&id| solver.fixed_value(id).expect("fixed"));
        return vec![row.collect()];
    };
    let mut found = Vec::new();
    for value in solver.domain(*open).values() {
        let level = solver.depth();
        solver.push_level();
        let holds = solver
            .assign(*open, value)
            .and_then(|_| solver.propagate(&Deadline::never()));
        if holds.is_ok() {
            found.extend(solutions(solver, ids));
        }
        solver.back_to(level);
    }
    found
}

/// The value of an expression, or `None` if it is undefined.
fn eval(nodes: &[Node], at: &dyn Fn(Id) -> i64) -> Option<i64> {
    let mut stack: Vec<Option<i64>> = Vec::new();
    for node in nodes {
        let mut pop = || stack.pop().expect("postfix order");
        let value = match node {
            Node::Int(value) => Some(*value),
            Node::Var(id) => Some(at(*id)),
            Node::Negate => pop().map(|x| -x),
            Node::Not => pop().map(|x| 1 - x),
            Node::In(ranges) => pop().map(|x| ranges.contains(x).into()),
            Node::Op(op) if op.is_unary() => {
                pop().and_then(|x| op.eval(x, 0)).map(|value| value as i64)
            }
            node => {
                let (y, x) = (pop(), pop());
                match (node, x, y) {
                    // An undefined operand makes a comparison false.
                    (Node::Compare(_), None, _) | (Node::Compare(_), _, None) => Some(0),
                    (_, Some(x), Some(y)) => match node {
                        Node::Add => Some(x + y),
                        Node::Sub => Some(x - y),
                        Node::Op(op) => op.eval(x, y).map(|value| value as i64),
                        Node::Compare(comparison) => Some(i64::from(match comparison {
                            Comparison::Eq => x == y,
                            Comparison::Ne => x != y,
                            Comparison::Lt => x < y,
                            Comparison::Le => x <= y,
                            Comparison::Gt => x > y,
                            Comparison::Ge => x >= y,
                        })),
                        Node::And => Some(x & y),
                        Node::Or => Some(x | y),
                        Node::Xor => Some(x ^ y),
                        Node::Implies => Some((1 - x) | y),
                        Node::ImpliedBy => Some((1 - y) | x),
                        _ => Some(i64::from(x == y)),
                    },
                    _ => None,
                }
            }
        };
        stack.push(value);
    }
    stack.pop().expect("an expression has a value")
}

const OPS: [Op; 10] = [
    Op::Times,
    Op::Quotient,
    Op::Div,
    Op::Mod,
    Op::Rem,
    Op::Power,
    Op::Min,
    Op::Max,
    Op::Abs,
    Op::Times,
];

fn arithmetic(rng: &mut Rng, ids: &[Id], depth: u32, out: &mut Vec<Node>) {
    match rng.below(if depth == 0 { 2 } else { 6 }) {
        0 => out.push(Node::Int(rng.below(7) as i64 - 3)),
        1 | 2 => out.push(Node::Var(ids[rng.below(ids.len())])),
        3 | 4 => {
            arithmetic(rng, ids, depth - 1, out);
            arithmetic(rng, ids, depth - 1, out);
            out.push(if rng.below(2) == 0 {
                Node::Add
            } else {
                Node::Sub
            });
        }
        _ => {
            let op = OPS[rng.below(OPS.len())];
            arithmetic(rng, ids, depth - 1, out);
            match op {
                Op::Power => out.push(Node::Int(rng.below(3) as i64)),
                op if op.is_unary() => {}
                _ => arithmetic(rng, ids, depth - 1, out),
            }
            out.push(Node::Op(op));
        }
    }
}

fn comparison(rng: &mut Rng, ids: &[Id], out: &mut Vec<Node>) {
    arithmetic(rng, ids, 2, out);
    arithmetic(rng, ids, 1, out);
    use Comparison::{Eq, Ge, Gt, Le, Lt, Ne};
    out.push(Node::Compare([Eq, Ne, Lt, Le, Gt, Ge, Eq][rng.below(7)]));
}

fn boolean(rng: &mut Rng, ids: &[Id], depth: u32, out: &mut Vec<Node>) {
    if depth == 0 || rng.below(4) == 0 {
        return comparison(rng, ids, out);
    }
    if rng.below(6) == 0 {
        boolean(rng, ids, depth - 1, out);
        return out.push(Node::Not);
    }
    boolean(rng, ids, depth - 1, out);
    boolean(rng, ids, depth - 1, out);
    let connectives = [
        Node::And,
        Node::Or,
        Node::Xor,
        Node::Implies,
        Node::ImpliedBy,
        Node::Iff,
    ];
    out.push(connectives[rng.below(6)].clone());
}

/// Random expressions have the solutions of their meaning; half of the variables get their domains only afterwards.
#[test]
fn expressions_have_the_solutions_of_their_meaning() {
    for seed in 0..3000 {
        let mut rng = Rng::new(seed);
        let mut solver = Solver::default();
        let late = rng.below(2) == 0;
        let ids: Vec<Id> = (0..3).map(|_| solver.new_var()).collect();
        let bounds: Vec<(i64, i64)> = (0..3)
            .map(|_| {
                let from = rng.below(7) as i64 - 4;
                (from, from + rng.below(5) as i64)
            })
            .collect();
        let mut all = Vec::new();
        for _ in 0..1 + rng.below(2) {
            let mut nodes = Vec::new();
            match rng.below(2) {
                0 => comparison(&mut rng, &ids, &mut nodes),
                _ => boolean(&mut rng, &ids, 2, &mut nodes),
            }
            all.push(nodes);
        }
        let restrict = |solver: &mut Solver| {
            for (&id, &(from, to)) in ids.iter().zip(&bounds) {
                solver.restrict(id, &Ranges::from_to(from, to))?;
            }
            solver.propagate(&Deadline::never())
        };
        let mut posted = || {
            if !late {
                restrict(&mut solver)?;
            }
            for nodes in &all {
                post(&mut solver, nodes)?;
            }
            restrict(&mut solver)
        };
        let outcome = posted();
        assert_ne!(outcome, Err(Stop::TooLarge), "seed {seed}: {all:?}");
        let found = match outcome {
            Ok(()) => solutions(&mut solver, &ids),
            Err(_) => Vec::new(),
        };
        let mut expected = Vec::new();
        for x in bounds[0].0..=bounds[0].1 {
            for y in bounds[1].0..=bounds[1].1 {
                for z in bounds[2].0..=bounds[2].1 {
                    let at = |id: Id| [x, y, z][id.index()];
                    if all.iter().all(|nodes| eval(nodes, &at) == Some(1)) {
                        expected.push(vec![x, y, z]);
                    }
                }
            }
        }
        assert_eq!(
            found, expected,
            "seed {seed}: {all:?} {bounds:?} late {late}"
        );
    }
}

#[test]
fn levels_undo_variables_and_constraints() {
    let mut solver = Solver::default();
    let x = var(&mut solver, 0, 9);
    let y = var(&mut solver, 0, 9);
    solver.push_level();
    let less = [Node::Var(x), Node::Var(y), Node::Compare(Comparison::Lt)];
    assert_eq!(post(&mut solver, &less), Ok(()));
    assert_eq!((solver.bounds(x), solver.bounds(y)), ((0, 8), (1, 9)));
    solver.push_level();
    let z = var(&mut solver, 0, 3);
    let equal = [Node::Var(z), Node::Var(y), Node::Compare(Comparison::Eq)];
    assert_eq!(post(&mut solver, &equal), Ok(()));
    assert_eq!(solver.bounds(x), (0, 2));
    solver.back_to(1);
    assert_eq!((solver.bounds(x), solver.bounds(y)), ((0, 8), (1, 9)));
    solver.back_to(0);
    assert_eq!((solver.bounds(x), solver.bounds(y)), ((0, 9), (0, 9)));
    assert_eq!(solver.residual().count(), 0);
}

#[test]
fn unified_variables_share_constraints() {
    let mut solver = Solver::default();
    let x = var(&mut solver, 0, 9);
    let y = var(&mut solver, 3, 20);
    let sum = [
        Node::Var(x),
        Node::Var(y),
        Node::Add,
        Node::Int(10),
        Node::Compare(Comparison::Eq),
    ];
    assert_eq!(post(&mut solver, &sum), Ok(()));
    solver.push_level();
    assert_eq!(solver.unify(x, y), Ok(()));
    assert_eq!(solver.propagate(&Deadline::never()), Ok(()));
    assert_eq!(solver.fixed_value(x), Some(5));
    solver.back_to(0);
    assert_eq!(solver.bounds(x), (0, 7));
    let differ = [Node::Var(x), Node::Var(y), Node::Compare(Comparison::Ne)];
    assert_eq!(post(&mut solver, &differ), Ok(()));
    let unified = solver
        .unify(x, y)
        .and_then(|()| solver.propagate(&Deadline::never()));
    assert_eq!(unified, Err(Stop::Fail));
}

#[test]
fn unbounded_variables_wait_for_bounds() {
    let mut solver = Solver::default();
    let (x, y) = (solver.new_var(), solver.new_var());
    let above = [Node::Var(x), Node::Var(y), Node::Compare(Comparison::Gt)];
    let below = [Node::Var(y), Node::Var(x), Node::Compare(Comparison::Gt)];
    assert_eq!(post(&mut solver, &above), Ok(()));
    assert_eq!(post(&mut solver, &below), Ok(()));
    assert_eq!(solver.bounds(x), (INF, SUP));
    let square = solver.new_var();
    let nodes = [
        Node::Var(square),
        Node::Var(square),
        Node::Op(Op::Times),
        Node::Int(16),
        Node::Compare(Comparison::Eq),
    ];
    assert_eq!(post(&mut solver, &nodes), Ok(()));
    assert_eq!(solver.domain(square).ranges(), [(-4, -4), (4, 4)]);
}
