//! Expressions in postfix order, and their translation to constraints.
//!
//! Sums stay linear; every other operation gets a variable for its result, unless it is compared with one directly. A comparison
//! inside a Boolean expression becomes a Boolean.

use crate::ranges::Ranges;
use crate::solver::{Arg, Id, Kind, Linear, Op, Posted, Relation, Solver, Stop};

/// One step of an expression in postfix order.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Node {
    Int(i64),
    Var(Id),
    Add,
    Sub,
    Negate,
    Op(Op),
    Compare(Comparison),
    /// Whether the variable before it is in the set.
    In(Ranges),
    Not,
    And,
    Or,
    Xor,
    /// `P #==> Q`.
    Implies,
    /// `P #<== Q`.
    ImpliedBy,
    Iff,
}

/// A comparison of two expressions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Comparison {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// A linear expression.
#[derive(Clone, Default, Debug)]
struct Sum {
    terms: Vec<(i64, Id)>,
    constant: i64,
}

/// A Boolean: known, or a variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Literal {
    Known(bool),
    Var(Id, bool),
}

impl Literal {
    fn negated(self) -> Literal {
        match self {
            Literal::Known(value) => Literal::Known(!value),
            Literal::Var(id, value) => Literal::Var(id, !value),
        }
    }
}

/// What a part of an expression stands for.
#[derive(Clone, Debug)]
enum Value {
    Sum(Sum),
    /// An operation whose result has no variable yet.
    Op(Op, Arg, Arg),
    /// A comparison that has no Boolean yet, and Booleans for its operations being defined.
    Relation(Linear, Vec<Id>),
    Literal(Literal),
}

impl Solver {
    /// Posts an expression that is a comparison or a Boolean expression. The caller propagates.
    pub(crate) fn post_expression(&mut self, nodes: &[Node]) -> Posted {
        let is_plain = !nodes[..nodes.len().saturating_sub(1)]
            .iter()
            .any(|node| matches!(node, Node::Compare(_)))
            && matches!(nodes.last(), Some(Node::Compare(_)));
        let mut stack: Vec<Value> = Vec::new();
        let mut defined: Vec<Id> = Vec::new();
        for (at, node) in nodes.iter().enumerate() {
            let is_last = at + 1 == nodes.len();
            match node {
                Node::Int(value) => stack.push(Value::Sum(Sum {
                    terms: Vec::new(),
                    constant: *value,
                })),
                Node::Var(id) => stack.push(Value::Sum(Sum {
                    terms: vec![(1, *id)],
                    constant: 0,
                })),
                Node::Add | Node::Sub => {
                    let right = self.pop_sum(&mut stack)?;
                    let left = self.pop_sum(&mut stack)?;
                    let factor = if *node == Node::Add { 1 } else { -1 };
                    stack.push(Value::Sum(add(left, right, factor)?));
                }
                Node::Negate => {
                    let sum = self.pop_sum(&mut stack)?;
                    stack.push(Value::Sum(scale(sum, -1)?));
                }
                Node::Op(op) => {
                    let value = self.operation(*op, &mut stack, !is_plain, &mut defined)?;
                    stack.push(value);
                }
                Node::Compare(comparison) if is_last && is_plain => {
                    return self.post_comparison(*comparison, &mut stack);
                }
                Node::Compare(comparison) => {
                    let right = self.pop_sum(&mut stack)?;
                    let left = self.pop_sum(&mut stack)?;
                    let linear = compare(left, right, *comparison)?;
                    stack.push(Value::Relation(linear, std::mem::take(&mut defined)));
                }
                Node::In(ranges) => {
                    let sum = self.pop_sum(&mut stack)?;
                    let arg = self.as_arg(sum)?;
                    let literal = self.membership(arg, ranges)?;
                    stack.push(Value::Literal(literal));
                }
                Node::Not => {
                    let value = stack.pop().expect("postfix order");
                    let literal = match value {
                        Value::Relation(linear, defined) if defined.is_empty() => {
                            stack.push(Value::Relation(linear.negated(), defined));
                            continue;
                        }
                        value => self.literal(value)?.negated(),
                    };
                    stack.push(Value::Literal(literal));
                }
                Node::And | Node::Or | Node::Xor | Node::Implies | Node::ImpliedBy | Node::Iff => {
                    let mut right = stack.pop().expect("postfix order");
                    let mut left = stack.pop().expect("postfix order");
                    if *node == Node::ImpliedBy {
                        std::mem::swap(&mut left, &mut right);
                    }
                    if is_last {
                        return self.post_connective(node, left, right);
                    }
                    let (left, right) = (self.literal(left)?, self.literal(right)?);
                    let literal = self.connective(node, left, right)?;
                    stack.push(Value::Literal(literal));
                }
            }
        }
        match stack.pop() {
            Some(Value::Relation(linear, defined)) => {
                for id in defined {
                    self.assign(id, 1)?;
                }
                self.post(Kind::Linear(linear))
            }
            Some(value) => {
                let literal = self.literal(value)?;
                self.post_clause(vec![literal])
            }
            None => Ok(()),
        }
    }

    fn pop_sum(&mut self, stack: &mut Vec<Value>) -> Posted<Sum> {
        let value = stack.pop().expect("postfix order");
        self.sum(value)
    }

    fn sum(&mut self, value: Value) -> Posted<Sum> {
        match value {
            Value::Sum(sum) => Ok(sum),
            Value::Op(op, x, y) => {
                let z = self.new_var();
                self.post(Kind::Op {
                    op,
                    x,
                    y,
                    z: Arg::Var(z),
                })?;
                Ok(Sum {
                    terms: vec![(1, z)],
                    constant: 0,
                })
            }
            value => match self.literal(value)? {
                Literal::Known(value) => Ok(Sum {
                    terms: Vec::new(),
                    constant: value.into(),
                }),
                Literal::Var(id, true) => Ok(Sum {
                    terms: vec![(1, id)],
                    constant: 0,
                }),
                Literal::Var(id, false) => Ok(Sum {
                    terms: vec![(-1, id)],
                    constant: 1,
                }),
            },
        }
    }

    /// A number or a variable that equals a sum.
    fn as_arg(&mut self, sum: Sum) -> Posted<Arg> {
        match sum.terms[..] {
            [] => Ok(Arg::Int(sum.constant)),
            [(1, id)] if sum.constant == 0 => Ok(Arg::Var(id)),
            _ => {
                let id = self.new_var();
                let mut terms = sum.terms;
                terms.push((-1, id));
                self.post(Kind::Linear(merged(
                    terms,
                    Relation::Eq,
                    sum.constant.checked_neg().ok_or(Stop::TooLarge)?,
                )?))?;
                Ok(Arg::Var(id))
            }
        }
    }

    fn operation(
        &mut self,
        op: Op,
        stack: &mut Vec<Value>,
        is_reified: bool,
        defined: &mut Vec<Id>,
    ) -> Posted<Value> {
        let right = match op.is_unary() {
            true => Sum::default(),
            false => self.pop_sum(stack)?,
        };
        let left = self.pop_sum(stack)?;
        if op == Op::Times {
            if right.terms.is_empty() {
                return Ok(Value::Sum(scale(left, right.constant)?));
            }
            if left.terms.is_empty() {
                return Ok(Value::Sum(scale(right, left.constant)?));
            }
        }
        let x = self.as_arg(left)?;
        let mut y = self.as_arg(right)?;
        if let (Arg::Int(a), Arg::Int(b)) = (x, y)
            && let Some(value) = op.eval(a, b)
        {
            let constant = i64::try_from(value).map_err(|_| Stop::TooLarge)?;
            return Ok(Value::Sum(Sum {
                terms: Vec::new(),
                constant,
            }));
        }
        if is_reified && op.divides() {
            y = self.nonzero(y, defined)?;
        }
        Ok(Value::Op(op, x, y))
    }

    /// A divisor that is never 0: the one given if it is not 0, which a new Boolean says.
    fn nonzero(&mut self, y: Arg, defined: &mut Vec<Id>) -> Posted<Arg> {
        match y {
            Arg::Int(0) => {
                let b = self.new_var();
                self.assign(b, 0)?;
                defined.push(b);
                Ok(Arg::Int(1))
            }
            Arg::Int(_) => Ok(y),
            Arg::Var(id) if !self.contains(id, 0) => Ok(y),
            Arg::Var(id) => {
                let b = self.new_var();
                let linear = Linear {
                    terms: vec![(1, id)],
                    relation: Relation::Ne,
                    constant: 0,
                };
                self.post(Kind::Reified {
                    b,
                    linear,
                    half: false,
                })?;
                let other = self.new_var();
                self.restrict(other, &Ranges::all().without(0))?;
                let linear = Linear {
                    terms: vec![(1, id), (-1, other)],
                    relation: Relation::Eq,
                    constant: 0,
                };
                self.post(Kind::Reified {
                    b,
                    linear,
                    half: true,
                })?;
                defined.push(b);
                Ok(Arg::Var(other))
            }
        }
    }

    fn post_comparison(&mut self, comparison: Comparison, stack: &mut Vec<Value>) -> Posted {
        let right = stack.pop().expect("postfix order");
        let left = stack.pop().expect("postfix order");
        let simple = |value: &Value| match value {
            Value::Sum(sum) => match sum.terms[..] {
                [] => Some(Arg::Int(sum.constant)),
                [(1, id)] if sum.constant == 0 => Some(Arg::Var(id)),
                _ => None,
            },
            _ => None,
        };
        if comparison == Comparison::Eq {
            match (&left, &right) {
                (Value::Op(op, x, y), other) | (other, Value::Op(op, x, y)) => {
                    if let Some(z) = simple(other) {
                        return self.post(Kind::Op {
                            op: *op,
                            x: *x,
                            y: *y,
                            z,
                        });
                    }
                }
                _ => {}
            }
        }
        let (left, right) = (self.sum(left)?, self.sum(right)?);
        let linear = compare(left, right, comparison)?;
        self.post(Kind::Linear(linear))
    }

    /// A Boolean for a value of the stack.
    fn literal(&mut self, value: Value) -> Posted<Literal> {
        match value {
            Value::Literal(literal) => Ok(literal),
            Value::Relation(linear, defined) => {
                let b = self.new_var();
                self.post(Kind::Reified {
                    b,
                    linear,
                    half: false,
                })?;
                let mut all = Literal::Var(b, true);
                for id in defined {
                    all = self.connective(&Node::And, all, Literal::Var(id, true))?;
                }
                Ok(all)
            }
            value => {
                let sum = self.sum(value)?;
                match self.as_arg(sum)? {
                    Arg::Int(0) => Ok(Literal::Known(false)),
                    Arg::Int(1) => Ok(Literal::Known(true)),
                    Arg::Int(_) => Err(Stop::Fail),
                    Arg::Var(id) => {
                        self.restrict(id, &Ranges::from_to(0, 1))?;
                        Ok(Literal::Var(id, true))
                    }
                }
            }
        }
    }

    /// Posts that one of the literals is true.
    fn post_clause(&mut self, literals: Vec<Literal>) -> Posted {
        let mut open = Vec::new();
        for literal in literals {
            match literal {
                Literal::Known(true) => return Ok(()),
                Literal::Known(false) => {}
                Literal::Var(id, value) => match self.fixed_value(id) {
                    Some(fixed) if fixed == i64::from(value) => return Ok(()),
                    Some(_) => {}
                    None => open.push((id, value)),
                },
            }
        }
        match open[..] {
            [] => Err(Stop::Fail),
            [(id, value)] => self.assign(id, value.into()).map(|_| ()),
            _ => self.post(Kind::Clause(open)),
        }
    }

    /// Posts a connective of a whole expression.
    fn post_connective(&mut self, node: &Node, left: Value, right: Value) -> Posted {
        if *node == Node::Iff || *node == Node::Implies {
            let half = *node == Node::Implies;
            let pairs = match half {
                true => vec![(left.clone(), right.clone())],
                false => vec![(left.clone(), right.clone()), (right.clone(), left.clone())],
            };
            for (b, relation) in pairs {
                if let Value::Sum(sum) = &b
                    && let [(1, b)] = sum.terms[..]
                    && sum.constant == 0
                    && let Value::Relation(linear, defined) = relation
                    && defined.is_empty()
                {
                    return self.post(Kind::Reified { b, linear, half });
                }
            }
        }
        let (a, b) = (self.literal(left)?, self.literal(right)?);
        match node {
            Node::And => {
                self.post_clause(vec![a])?;
                self.post_clause(vec![b])
            }
            Node::Or => self.post_clause(vec![a, b]),
            Node::Implies | Node::ImpliedBy => self.post_clause(vec![a.negated(), b]),
            Node::Iff => {
                self.post_clause(vec![a.negated(), b])?;
                self.post_clause(vec![a, b.negated()])
            }
            _ => {
                self.post_clause(vec![a, b])?;
                self.post_clause(vec![a.negated(), b.negated()])
            }
        }
    }

    /// A Boolean that says whether a connective holds.
    fn connective(&mut self, node: &Node, a: Literal, b: Literal) -> Posted<Literal> {
        let id = self.new_var();
        self.restrict(id, &Ranges::from_to(0, 1))?;
        let r = Literal::Var(id, true);
        let (a, b) = match node {
            Node::And => (a.negated(), b.negated()),
            Node::Implies | Node::ImpliedBy => (a.negated(), b),
            _ => (a, b),
        };
        match node {
            // As a disjunction: `r` if one holds, and one if `r` does.
            Node::Or | Node::Implies | Node::ImpliedBy | Node::And => {
                let r = if *node == Node::And { r.negated() } else { r };
                self.post_clause(vec![r.negated(), a, b])?;
                self.post_clause(vec![r, a.negated()])?;
                self.post_clause(vec![r, b.negated()])?;
            }
            _ => {
                let r = if *node == Node::Iff { r } else { r.negated() };
                self.post_clause(vec![r.negated(), a.negated(), b])?;
                self.post_clause(vec![r.negated(), a, b.negated()])?;
                self.post_clause(vec![r, a, b])?;
                self.post_clause(vec![r, a.negated(), b.negated()])?;
            }
        }
        Ok(r)
    }

    /// A Boolean that says whether a variable is in a set.
    fn membership(&mut self, arg: Arg, ranges: &Ranges) -> Posted<Literal> {
        let id = match arg {
            Arg::Int(value) => return Ok(Literal::Known(ranges.contains(value))),
            Arg::Var(id) => id,
        };
        let bound = |factor: i64, constant: i64| Linear {
            terms: vec![(factor, id)],
            relation: Relation::Le,
            constant,
        };
        let mut any = Literal::Known(false);
        for &(from, to) in ranges.ranges() {
            let mut part = Literal::Known(true);
            if from != crate::ranges::INF {
                let above = self.literal(Value::Relation(bound(-1, -from), Vec::new()))?;
                part = self.connective(&Node::And, part, above)?;
            }
            if to != crate::ranges::SUP {
                let below = self.literal(Value::Relation(bound(1, to), Vec::new()))?;
                part = self.connective(&Node::And, part, below)?;
            }
            any = self.connective(&Node::Or, any, part)?;
        }
        Ok(any)
    }
}

fn add(mut left: Sum, right: Sum, factor: i64) -> Posted<Sum> {
    let added = right.constant.checked_mul(factor);
    left.constant = added
        .and_then(|added| left.constant.checked_add(added))
        .ok_or(Stop::TooLarge)?;
    for (a, id) in right.terms {
        left.terms
            .push((a.checked_mul(factor).ok_or(Stop::TooLarge)?, id));
    }
    Ok(left)
}

fn scale(sum: Sum, factor: i64) -> Posted<Sum> {
    add(Sum::default(), sum, factor)
}

/// A relation over distinct variables without coefficients of 0, in the order of their first occurrence.
pub(crate) fn merged(terms: Vec<(i64, Id)>, relation: Relation, constant: i64) -> Posted<Linear> {
    let mut places = std::collections::HashMap::with_capacity(terms.len());
    let mut distinct: Vec<(i64, Id)> = Vec::with_capacity(terms.len());
    for (a, id) in terms {
        match places.entry(id) {
            std::collections::hash_map::Entry::Occupied(place) => {
                let place: &usize = place.get();
                let sum = &mut distinct[*place].0;
                *sum = sum.checked_add(a).ok_or(Stop::TooLarge)?;
            }
            std::collections::hash_map::Entry::Vacant(place) => {
                place.insert(distinct.len());
                distinct.push((a, id));
            }
        }
    }
    distinct.retain(|term| term.0 != 0);
    Ok(Linear {
        terms: distinct,
        relation,
        constant,
    })
}

/// The relation that a comparison of two sums is.
fn compare(left: Sum, right: Sum, comparison: Comparison) -> Posted<Linear> {
    let (relation, first, second, slack) = match comparison {
        Comparison::Eq => (Relation::Eq, left, right, 0),
        Comparison::Ne => (Relation::Ne, left, right, 0),
        Comparison::Le => (Relation::Le, left, right, 0),
        Comparison::Lt => (Relation::Le, left, right, -1),
        Comparison::Ge => (Relation::Le, right, left, 0),
        Comparison::Gt => (Relation::Le, right, left, -1),
    };
    let sum = add(first, second, -1)?;
    let constant = sum
        .constant
        .checked_neg()
        .and_then(|constant| constant.checked_add(slack))
        .ok_or(Stop::TooLarge)?;
    merged(sum.terms, relation, constant)
}
