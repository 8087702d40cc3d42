//! A naive evaluator of the syntax tree: indices range over all small numbers, assignments over all values.
//! It implements the semantics of the language independently of the crate.

mod graphs;
mod scopes;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use gridwright_lang::syntax::{ClauseKind, Expr, ExprKind, Op, Statement, StatementKind};

/// The values that indices range over: all that exist in the random models, and some more.
const INDICES: std::ops::RangeInclusive<i64> = -1..=4;

/// The constants, the current assignment, and a cache.
#[derive(Default)]
struct World {
    numbers: BTreeMap<String, BTreeMap<Vec<i64>, i64>>,
    variables: BTreeMap<String, BTreeMap<Vec<i64>, i64>>,
    /// A cache of the choices of indices, which depend on no variable.
    choices: RefCell<HashMap<CacheKey, Rc<Vec<Indices>>>>,
}

/// A key of the cache: the addresses of items and range, and the outer indices.
type CacheKey = (usize, usize, Indices);

type Indices = BTreeMap<String, i64>;

/// A number is undefined, so the assignment is not a solution.
struct Undefined;

type Value<T> = Result<T, Undefined>;

/// All solutions, as values in the order of declaration.
pub(crate) fn solutions(statements: &[Statement]) -> BTreeSet<Vec<i32>> {
    let mut world = World::default();
    let mut variables: Vec<(String, Vec<i64>, Vec<i64>)> = Vec::new();
    for statement in statements {
        match statement.kind {
            StatementKind::Constant => {
                for item in &statement.items {
                    let ExprKind::Binary(Op::Equal, name, value) = &item.kind else {
                        panic!("a constant")
                    };
                    let value = world.known(value, &Indices::new()).expect("it is a number");
                    let entry = BTreeMap::from([(vec![], value)]);
                    world.numbers.insert(name.to_string(), entry);
                }
            }
            StatementKind::Data | StatementKind::Name => {
                declare(statement, &mut world, &mut variables)
            }
            _ => {}
        }
    }
    let mut found = BTreeSet::new();
    let mut at = vec![0; variables.len()];
    loop {
        for ((name, indices, domain), at) in variables.iter().zip(&at) {
            let array = world.variables.get_mut(name).expect("it was declared");
            array.insert(indices.clone(), domain[*at]);
        }
        if statements.iter().all(|statement| world.holds(statement)) {
            let value =
                |(at, variable): (&usize, &(String, Vec<i64>, Vec<i64>))| variable.2[*at] as i32;
            found.insert(at.iter().zip(&variables).map(value).collect());
        }
        let Some(next) =
            (0..at.len()).find(|&variable| at[variable] + 1 < variables[variable].2.len())
        else {
            return found;
        };
        at[next] += 1;
        at[..next].fill(0);
    }
}

fn declare(
    statement: &Statement,
    world: &mut World,
    variables: &mut Vec<(String, Vec<i64>, Vec<i64>)>,
) {
    let (name, names) = match &statement.items[0].kind {
        ExprKind::Name(name) => (name.clone(), vec![]),
        ExprKind::Call { name, args, .. } => {
            (name.clone(), args.iter().map(ToString::to_string).collect())
        }
        _ => panic!("a name"),
    };
    let mut tuples: Vec<Vec<i64>> = vec![vec![]];
    for set in statement.items_of(ClauseKind::Index) {
        let set = world.set(set, &Indices::new());
        let longer = |tuple: &Vec<i64>| -> Vec<Vec<i64>> {
            set.iter()
                .map(|&value| [&tuple[..], &[value]].concat())
                .collect()
        };
        tuples = tuples.iter().flat_map(longer).collect();
    }
    let mut values = statement
        .clause(ClauseKind::Values)
        .map(|clause| clause.items.iter());
    let mut entries = BTreeMap::new();
    for tuple in tuples {
        let indices: Indices = names.iter().cloned().zip(tuple.iter().copied()).collect();
        let mut range = statement.items_of(ClauseKind::Range).iter();
        if !range.all(|condition| world.condition(condition, &indices)) {
            continue;
        }
        match &mut values {
            Some(values) => {
                let value = values.next().expect("a value for each variable");
                if let Some(value) = world.known(value, &indices) {
                    entries.insert(tuple, value);
                }
            }
            None => {
                let domain = statement.clause(ClauseKind::Domain).expect("a domain");
                let sets = domain.items.iter();
                let values: BTreeSet<i64> = sets.flat_map(|set| world.set(set, &indices)).collect();
                entries.insert(tuple.clone(), 0);
                variables.push((name.clone(), tuple, values.into_iter().collect()));
            }
        }
    }
    match statement.kind {
        StatementKind::Name => world.variables.insert(name, entries),
        _ => world.numbers.insert(name, entries),
    };
}

impl World {
    fn holds(&self, statement: &Statement) -> bool {
        if statement.kind != StatementKind::Constraint {
            return true;
        }
        let range = statement.items_of(ClauseKind::Range);
        let mut all = true;
        for indices in self
            .choices(&statement.items, range, &Indices::new())
            .iter()
        {
            for item in &statement.items {
                match self.formula(item, indices) {
                    Ok(truth) => all &= truth,
                    Err(Undefined) => return false,
                }
            }
        }
        all
    }

    /// A condition of a range: an undefined number makes its comparison false.
    fn condition(&self, expr: &Expr, indices: &Indices) -> bool {
        match &expr.kind {
            ExprKind::Not(inner) => !self.condition(inner, indices),
            ExprKind::Binary(Op::And, a, b) => {
                self.condition(a, indices) && self.condition(b, indices)
            }
            ExprKind::Binary(Op::Or, a, b) => {
                self.condition(a, indices) || self.condition(b, indices)
            }
            ExprKind::Binary(Op::In, a, set) => {
                let value = self.known(a, indices);
                value.is_some_and(|value| self.set(set, indices).contains(&value))
            }
            ExprKind::Binary(op, a, b) => match (self.known(a, indices), self.known(b, indices)) {
                (Some(a), Some(b)) => compare(*op, a, b),
                _ => false,
            },
            _ => panic!("a condition: {expr}"),
        }
    }

    fn known(&self, expr: &Expr, indices: &Indices) -> Option<i64> {
        match expr.kind {
            ExprKind::Any => None,
            _ => self.number(expr, indices).ok(),
        }
    }

    fn set(&self, expr: &Expr, indices: &Indices) -> Vec<i64> {
        let number = |expr: &Expr| self.known(expr, indices);
        match &expr.kind {
            ExprKind::Set(items) => items
                .iter()
                .flat_map(|item| self.set(item, indices))
                .collect(),
            ExprKind::Binary(Op::Or, a, b) => [self.set(a, indices), self.set(b, indices)].concat(),
            ExprKind::Binary(Op::Range, a, b) => match (number(a), number(b)) {
                (Some(a), Some(b)) => (a..=b).collect(),
                _ => vec![],
            },
            _ => number(expr).into_iter().collect(),
        }
    }

    fn number(&self, expr: &Expr, indices: &Indices) -> Value<i64> {
        let array = |name: &String| self.numbers.get(name).or_else(|| self.variables.get(name));
        match &expr.kind {
            ExprKind::Int(value) => Ok(*value),
            ExprKind::Name(name) => match array(name) {
                Some(array) => array.get(&vec![]).copied().ok_or(Undefined),
                None => Ok(indices[name]),
            },
            ExprKind::Minus(inner) => Ok(-self.number(inner, indices)?),
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.number(a, indices)?, self.number(b, indices)?);
                match op {
                    Op::Plus => Ok(a + b),
                    Op::Minus => Ok(a - b),
                    Op::Times => Ok(a * b),
                    Op::Divide => a.checked_div(b).ok_or(Undefined),
                    _ => a.checked_rem(b).ok_or(Undefined),
                }
            }
            ExprKind::Call { name, args, range } => {
                if let Some(array) = array(name) {
                    let at: Value<Vec<i64>> =
                        args.iter().map(|arg| self.number(arg, indices)).collect();
                    return array.get(&at?).copied().ok_or(Undefined);
                }
                let range = range.as_deref().unwrap_or_default();
                match name.as_str() {
                    "abs" => Ok(self.number(&args[0], indices)?.abs()),
                    "count" => self.count(args, range, indices),
                    _ => {
                        let all = self.all(args, range, indices)?;
                        match name.as_str() {
                            "sum" => Ok(all.iter().sum()),
                            "min" => all.into_iter().min().ok_or(Undefined),
                            _ => all.into_iter().max().ok_or(Undefined),
                        }
                    }
                }
            }
            _ => panic!("a number: {expr}"),
        }
    }

    /// The values of items over a range; the name of an array alone means all its elements.
    fn all(&self, args: &[Expr], range: &[Expr], indices: &Indices) -> Value<Vec<i64>> {
        let mut found = Vec::new();
        let whole = |arg: &Expr| match &arg.kind {
            ExprKind::Name(name) => self
                .variables
                .get(name)
                .filter(|array| !array.contains_key(&vec![])),
            _ => None,
        };
        if let [arg] = args
            && let Some(array) = whole(arg)
        {
            return Ok(array.values().copied().collect());
        }
        for indices in self.choices(args, range, indices).iter() {
            for arg in args {
                found.push(self.number(arg, indices)?);
            }
        }
        Ok(found)
    }

    fn count(&self, args: &[Expr], range: &[Expr], indices: &Indices) -> Value<i64> {
        let mut n = 0;
        for indices in self.choices(args, range, indices).iter() {
            for arg in args {
                n += i64::from(self.formula(arg, indices)?);
            }
        }
        Ok(n)
    }

    /// Evaluates without short circuits: an undefined number in any part makes the whole undefined.
    fn formula(&self, expr: &Expr, indices: &Indices) -> Value<bool> {
        Ok(match &expr.kind {
            ExprKind::Not(inner) => !self.formula(inner, indices)?,
            ExprKind::Binary(op @ (Op::And | Op::Or | Op::Implies | Op::Iff), a, b) => {
                let (a, b) = (self.formula(a, indices)?, self.formula(b, indices)?);
                match op {
                    Op::And => a && b,
                    Op::Or => a || b,
                    Op::Implies => !a || b,
                    _ => a == b,
                }
            }
            ExprKind::Binary(Op::In, a, set) => {
                let a = self.number(a, indices)?;
                self.set(set, indices).contains(&a)
            }
            ExprKind::Binary(op, a, b) => {
                compare(*op, self.number(a, indices)?, self.number(b, indices)?)
            }
            ExprKind::Call { name, args, range } => {
                let range = range.as_deref().unwrap_or_default();
                match name.as_str() {
                    "exactly" => {
                        self.number(&args[0], indices)? == self.count(&args[1..], range, indices)?
                    }
                    "atmost" => {
                        self.count(&args[1..], range, indices)? <= self.number(&args[0], indices)?
                    }
                    "exists" => self.count(args, range, indices)? > 0,
                    "forall" | "jointly" => {
                        let choices = self.choices(args, range, indices).len() * args.len();
                        self.count(args, range, indices)? == choices as i64
                    }
                    "alldifferent" => {
                        let all = self.all(args, range, indices)?;
                        all.iter().collect::<BTreeSet<_>>().len() == all.len()
                    }
                    "table" => self.table(args, indices)?,
                    "circuit" | "subcircuit" => {
                        self.circuit(name == "subcircuit", &args[0], range, indices)?
                    }
                    "connected" => self.connected(args, range, indices)?,
                    other => panic!("a formula: {other}"),
                }
            }
            _ => panic!("a formula: {expr}"),
        })
    }

    fn table(&self, args: &[Expr], indices: &Indices) -> Value<bool> {
        let numbers: Value<Vec<i64>> = args[0]
            .parts()
            .into_iter()
            .map(|one| self.number(one, indices))
            .collect();
        let numbers = numbers?;
        let fits = |row: &Expr| {
            let mut entries = row.parts().into_iter().zip(&numbers);
            entries.all(|(entry, value)| {
                self.known(entry, indices)
                    .is_none_or(|known| known == *value)
            })
        };
        Ok(args[1].parts().iter().any(|row| fits(row)))
    }
}

fn compare(op: Op, a: i64, b: i64) -> bool {
    match op {
        Op::Equal => a == b,
        Op::NotEqual => a != b,
        Op::Less => a < b,
        Op::Greater => a > b,
        Op::AtMost => a <= b,
        _ => a >= b,
    }
}
