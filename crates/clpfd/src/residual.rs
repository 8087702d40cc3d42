//! Residual goals: domains and constraints as terms, for answers and `copy_term/3`.

use gridwright_chr::{Cell, NativeError, Shown, Terms};

use crate::ranges::{INF, Ranges, SUP};
use crate::solver::{Arg, Id, Kind, Linear, Op, Relation, Solver};

/// A domain such as `1..3\/5`.
pub(crate) fn domain(t: &mut Terms<'_, '_>, ranges: &Ranges) -> Cell {
    let mut all: Option<Cell> = None;
    for &(from, to) in ranges.ranges() {
        let part = if from == to {
            t.int(from)
        } else {
            let from = match from {
                INF => t.atom("inf"),
                value => t.int(value),
            };
            let to = match to {
                SUP => t.atom("sup"),
                value => t.int(value),
            };
            t.compound("..", &[from, to])
        };
        all = Some(match all {
            Some(before) => t.compound("\\/", &[before, part]),
            None => part,
        });
    }
    match all {
        Some(domain) => domain,
        None => {
            let (from, to) = (t.int(1), t.int(0));
            t.compound("..", &[from, to])
        }
    }
}

/// `attribute_goals(Var, Goals, Rest)`: the domain of a variable, and the constraints of which it is the oldest variable.
pub(crate) fn attribute_goals(s: &Solver, t: &mut Terms<'_, '_>) -> Result<bool, NativeError> {
    let var = t.arg(0);
    let mut goals = Vec::new();
    if let Some(number) = t.attached(var) {
        let id = s.root(Id(number as u32));
        let constraints: Vec<Kind> = s
            .residual()
            .filter(|kind| oldest(s, t, kind) == Some(id))
            .cloned()
            .collect();
        let ranges = s.domain(id);
        if ranges != Ranges::all() || s.degree(id) == 0 {
            let domain = domain(t, &ranges);
            goals.push(t.compound("in", &[var, domain]));
        }
        for kind in constraints {
            goals.push(goal(s, t, &kind));
        }
    }
    let goals: Vec<Cell> = goals
        .into_iter()
        .map(|goal| {
            let module = t.atom("clpfd");
            t.compound(":", &[module, goal])
        })
        .collect();
    let rest = t.arg(2);
    let list = t.list(&goals, Some(rest));
    Ok(t.unify(t.arg(1), list))
}

/// The oldest unfixed variable of a constraint that the program knows.
fn oldest(s: &Solver, t: &Terms<'_, '_>, kind: &Kind) -> Option<Id> {
    let open = kind.args().into_iter().filter_map(|arg| match arg {
        Arg::Var(id) if s.fixed_value(id).is_none() => Some(s.root(id)),
        _ => None,
    });
    let known = |id: &Id| {
        t.owner(id.index())
            .is_some_and(|owner| t.show(owner) == Shown::Var)
    };
    open.filter(known).min()
}

/// The variable of the program, or the number, that an argument stands for.
fn term(s: &Solver, t: &mut Terms<'_, '_>, arg: Arg) -> Cell {
    let id = match arg {
        Arg::Int(value) => return t.int(value),
        Arg::Var(id) => s.root(id),
    };
    if let Some(value) = s.fixed_value(id) {
        return t.int(value);
    }
    match t.owner(id.index()) {
        Some(owner) => owner,
        None => {
            let var = t.new_var();
            t.attach(var, id.index());
            var
        }
    }
}

fn terms(s: &Solver, t: &mut Terms<'_, '_>, args: &[Arg]) -> Cell {
    let cells: Vec<Cell> = args.iter().map(|&arg| term(s, t, arg)).collect();
    t.list(&cells, None)
}

fn sum(s: &Solver, t: &mut Terms<'_, '_>, parts: &[(i64, Id)], constant: i64) -> Cell {
    let mut sum: Option<Cell> = None;
    for &(factor, id) in parts {
        let var = term(s, t, Arg::Var(id));
        let part = match factor {
            1 => var,
            factor => {
                let factor = t.int(factor);
                t.compound("*", &[factor, var])
            }
        };
        sum = Some(match sum {
            Some(before) => t.compound("+", &[before, part]),
            None => part,
        });
    }
    match (sum, constant) {
        (Some(sum), 0) => sum,
        (Some(sum), constant) => {
            let constant = t.int(constant);
            t.compound("+", &[sum, constant])
        }
        (None, constant) => t.int(constant),
    }
}

/// A relation with the positive terms on the left.
fn linear(s: &Solver, t: &mut Terms<'_, '_>, linear: &Linear) -> Cell {
    let open: Vec<(i64, Id)> = linear
        .terms
        .iter()
        .filter(|term| s.fixed_value(term.1).is_none())
        .copied()
        .collect();
    let fixed: i64 = linear
        .terms
        .iter()
        .filter_map(|&(a, id)| s.fixed_value(id).map(|value| a * value))
        .sum();
    let constant = linear.constant - fixed;
    let left: Vec<(i64, Id)> = open.iter().filter(|term| term.0 > 0).copied().collect();
    let right: Vec<(i64, Id)> = open
        .iter()
        .filter(|term| term.0 < 0)
        .map(|&(a, id)| (-a, id))
        .collect();
    let name = match linear.relation {
        Relation::Eq => "#=",
        Relation::Ne => "#\\=",
        Relation::Le => "#=<",
    };
    let (left, right) = match left.is_empty() {
        true => (sum(s, t, &[], -constant), sum(s, t, &right, 0)),
        false => (sum(s, t, &left, 0), sum(s, t, &right, constant)),
    };
    // An equation has its sum on the left, as SWI-Prolog prints it.
    let is_sum = |side: Cell, t: &Terms<'_, '_>| matches!(t.show(side), Shown::Compound(_, _));
    let (left, right) = match linear.relation {
        Relation::Eq if !is_sum(left, t) && is_sum(right, t) => (right, left),
        _ => (left, right),
    };
    t.compound(name, &[left, right])
}

/// A constraint as a goal.
fn goal(s: &Solver, t: &mut Terms<'_, '_>, kind: &Kind) -> Cell {
    match kind {
        Kind::Linear(relation) => linear(s, t, relation),
        Kind::Op { op, x, y, z } => {
            let (x, z) = (term(s, t, *x), term(s, t, *z));
            let name = op_name(*op);
            let result = if op.is_unary() {
                t.compound(name, &[x])
            } else {
                let y = term(s, t, *y);
                t.compound(name, &[x, y])
            };
            t.compound("#=", &[result, z])
        }
        Kind::Reified {
            b,
            linear: relation,
            half,
        } => {
            let relation = linear(s, t, relation);
            let b = term(s, t, Arg::Var(*b));
            match half {
                true => t.compound("#==>", &[b, relation]),
                false => t.compound("#<==>", &[relation, b]),
            }
        }
        Kind::Clause(literals) => {
            let mut all: Option<Cell> = None;
            for &(id, value) in literals {
                let var = term(s, t, Arg::Var(id));
                let literal = match value {
                    true => var,
                    false => t.compound("#\\", &[var]),
                };
                all = Some(match all {
                    Some(before) => t.compound("#\\/", &[before, literal]),
                    None => literal,
                });
            }
            all.unwrap_or_else(|| t.atom("false"))
        }
        Kind::AllDifferent { args, strong } => {
            let list = terms(s, t, args);
            let name = if *strong {
                "all_distinct"
            } else {
                "all_different"
            };
            t.compound(name, &[list])
        }
        Kind::Element {
            index,
            array,
            value,
        } => {
            let (index, value) = (term(s, t, *index), term(s, t, *value));
            let array = terms(s, t, array);
            t.compound("element", &[index, array, value])
        }
        Kind::Cardinality { args, keys, counts } => {
            let list = terms(s, t, args);
            let mut pairs = Vec::new();
            for (&key, &count) in keys.iter().zip(counts) {
                let (key, count) = (t.int(key), term(s, t, count));
                pairs.push(t.compound("-", &[key, count]));
            }
            let pairs = t.list(&pairs, None);
            t.compound("global_cardinality", &[list, pairs])
        }
        Kind::Table { args, rows } => {
            let tuple = terms(s, t, args);
            let tuples = t.list(&[tuple], None);
            let mut lists = Vec::new();
            for row in rows.iter() {
                let values: Vec<Cell> = row.iter().map(|&value| t.int(value)).collect();
                lists.push(t.list(&values, None));
            }
            let lists = t.list(&lists, None);
            t.compound("tuples_in", &[tuples, lists])
        }
        Kind::Circuit(args) => {
            let list = terms(s, t, args);
            t.compound("circuit", &[list])
        }
        Kind::Cumulative {
            starts,
            durations,
            demands,
            limit,
        } => {
            let mut tasks = Vec::new();
            for ((&start, &duration), &demand) in starts.iter().zip(durations).zip(demands) {
                let cells = [
                    term(s, t, start),
                    term(s, t, duration),
                    t.new_var(),
                    term(s, t, demand),
                    t.new_var(),
                ];
                tasks.push(t.compound("task", &cells));
            }
            let tasks = t.list(&tasks, None);
            let limit = term(s, t, *limit);
            let limit = t.compound("limit", &[limit]);
            let options = t.list(&[limit], None);
            t.compound("cumulative", &[tasks, options])
        }
        Kind::LexLe(left, right) => {
            let rows = [terms(s, t, left), terms(s, t, right)];
            let rows = t.list(&rows, None);
            t.compound("lex_chain", &[rows])
        }
        Kind::Regular { args, .. } => {
            let list = terms(s, t, args);
            let (nodes, arcs) = (t.new_var(), t.new_var());
            t.compound("automaton", &[list, nodes, arcs])
        }
    }
}

fn op_name(op: Op) -> &'static str {
    match op {
        Op::Times => "*",
        Op::Quotient => "//",
        Op::Div => "div",
        Op::Mod => "mod",
        Op::Rem => "rem",
        Op::Power => "^",
        Op::Min => "min",
        Op::Max => "max",
        Op::Abs => "abs",
        Op::Msb => "msb",
        Op::ShiftLeft => "<<",
        Op::ShiftRight => ">>",
        Op::BitAnd => "/\\",
        Op::BitOr => "\\/",
        Op::BitXor => "xor",
        Op::BitNot => "\\",
    }
}
