//! Statements of problems: variables with domains, and constraints whose meaning is evaluated on full assignments.

mod battleship;
mod flatzinc;
mod hashi;
mod magic;
mod path;
mod sudoku;
mod text;
mod whitetan;

use std::fmt;

use crate::atom::Atom;

/// A problem. A variable is an index into `domains`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Statement {
    /// The domain of each variable.
    pub domains: Vec<Domain>,
    /// What an answer must satisfy.
    pub constraints: Vec<Constraint>,
    /// The variables on which answers are compared: answers that agree on them are the same.
    pub keys: Vec<u32>,
}

/// A set of values: ascending ranges, both ends included, that neither overlap nor touch. A domain may be empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Domain {
    /// The ranges.
    pub ranges: Vec<(i32, i32)>,
}

/// A relation between a sum and a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// The sum equals the constant.
    Eq,
    /// The sum differs from the constant.
    Ne,
    /// The sum is at most the constant.
    Le,
}

/// A constraint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Constraint {
    /// The sum of `a * x` over the terms `(a, x)`, compared with a constant.
    Linear {
        /// The terms.
        terms: Vec<(i32, u32)>,
        /// The relation.
        relation: Relation,
        /// The constant.
        constant: i64,
    },
    /// The values `x + offset` of the pairs `(x, offset)` are all different.
    AllDifferent(Vec<(u32, i32)>),
    /// At least one of the atoms holds.
    Clause(Vec<Atom>),
    /// The edges `(a, b, x)` with `x >= 1` connect all nodes `0..n_nodes`.
    Connected {
        /// The number of nodes.
        n_nodes: usize,
        /// The edges.
        edges: Vec<(usize, usize, u32)>,
    },
    /// `positions[i]` is the position of node `i`, from 1, on a path that visits every node once; nodes at consecutive
    /// positions are neighbours.
    Path {
        /// The neighbours of each node.
        neighbours: Vec<Vec<usize>>,
        /// The variable of each node.
        positions: Vec<u32>,
    },
    /// The constraint holds if and only if the atom does.
    Reified(Atom, Box<Constraint>),
    /// The values of the variables are one of the rows.
    Table(Vec<u32>, Vec<Vec<i32>>),
}

impl Constraint {
    /// A linear constraint, with the terms of each variable merged; `None` if a coefficient is too large.
    pub fn linear(
        mut terms: Vec<(i64, u32)>,
        relation: Relation,
        constant: i64,
    ) -> Option<Constraint> {
        terms.sort_by_key(|term| term.1);
        let mut merged: Vec<(i64, u32)> = Vec::with_capacity(terms.len());
        for (a, x) in terms {
            match merged.last_mut() {
                Some(last) if last.1 == x => last.0 = last.0.checked_add(a)?,
                _ => merged.push((a, x)),
            }
        }
        merged.retain(|term| term.0 != 0);
        let small = |(a, x): (i64, u32)| Some((i32::try_from(a).ok()?, x));
        Some(Constraint::Linear {
            terms: merged.into_iter().map(small).collect::<Option<_>>()?,
            relation,
            constant,
        })
    }

    /// The ground meaning: whether an assignment satisfies the constraint.
    pub fn holds(&self, values: &[i32]) -> bool {
        let value = |var: u32| values[var as usize];
        match self {
            Constraint::Linear {
                terms,
                relation,
                constant,
            } => {
                let product = |&(a, x): &(i32, u32)| i128::from(a) * i128::from(value(x));
                let sum: i128 = terms.iter().map(product).sum();
                match relation {
                    Relation::Eq => sum == i128::from(*constant),
                    Relation::Ne => sum != i128::from(*constant),
                    Relation::Le => sum <= i128::from(*constant),
                }
            }
            Constraint::AllDifferent(items) => {
                let shifted = |&(x, offset): &(u32, i32)| i64::from(value(x)) + i64::from(offset);
                let mut seen: Vec<i64> = items.iter().map(shifted).collect();
                seen.sort_unstable();
                seen.windows(2).all(|pair| pair[0] != pair[1])
            }
            Constraint::Clause(atoms) => atoms.iter().any(|atom| atom.admits(value(atom.var))),
            Constraint::Connected { n_nodes, edges } => {
                let joined = edges.iter().filter(|edge| value(edge.2) >= 1);
                connects(*n_nodes, joined.map(|&(a, b, _)| (a, b)))
            }
            Constraint::Path {
                neighbours,
                positions,
            } => {
                let n = positions.len();
                let mut node_at = vec![None; n];
                for (node, &x) in positions.iter().enumerate() {
                    let place = usize::try_from(i64::from(value(x)) - 1).ok();
                    match place.and_then(|place| node_at.get_mut(place)) {
                        Some(slot @ None) => *slot = Some(node),
                        _ => return false,
                    }
                }
                let path: Vec<usize> = node_at.into_iter().flatten().collect();
                let mut steps = path.windows(2);
                path.len() == n && steps.all(|step| neighbours[step[0]].contains(&step[1]))
            }
            Constraint::Reified(atom, inner) => atom.admits(value(atom.var)) == inner.holds(values),
            Constraint::Table(vars, rows) => rows
                .iter()
                .any(|row| row.iter().zip(vars).all(|(&v, &x)| value(x) == v)),
        }
    }

    /// Calls `visit` with every variable it is about.
    pub fn each_var(&self, visit: &mut dyn FnMut(u32)) {
        match self {
            Constraint::Linear { terms, .. } => terms.iter().for_each(|&(_, x)| visit(x)),
            Constraint::AllDifferent(items) => items.iter().for_each(|&(x, _)| visit(x)),
            Constraint::Clause(atoms) => atoms.iter().for_each(|atom| visit(atom.var)),
            Constraint::Connected { edges, .. } => edges.iter().for_each(|&(_, _, x)| visit(x)),
            Constraint::Path { positions, .. } => positions.iter().for_each(|&x| visit(x)),
            Constraint::Reified(atom, inner) => {
                visit(atom.var);
                inner.each_var(visit);
            }
            Constraint::Table(vars, _) => vars.iter().for_each(|&x| visit(x)),
        }
    }
}

/// Whether edges connect all nodes, by joining sets of nodes.
pub(crate) fn connects(n_nodes: usize, edges: impl Iterator<Item = (usize, usize)>) -> bool {
    let mut parent: Vec<usize> = (0..n_nodes).collect();
    let mut n_sets = n_nodes;
    for (a, b) in edges {
        let [a, b] = [a, b].map(|mut node| {
            while parent[node] != node {
                parent[node] = parent[parent[node]];
                node = parent[node];
            }
            node
        });
        if a != b {
            parent[a] = b;
            n_sets -= 1;
        }
    }
    n_sets <= 1
}

impl Domain {
    /// The values from `min` to `max`; none if `min > max`.
    pub fn range(min: i32, max: i32) -> Domain {
        let ranges = if min <= max { vec![(min, max)] } else { vec![] };
        Domain { ranges }
    }

    /// The values of a list.
    pub fn of(mut values: Vec<i32>) -> Domain {
        values.sort_unstable();
        let mut ranges: Vec<(i32, i32)> = Vec::new();
        for value in values {
            match ranges.last_mut() {
                Some(last) if i64::from(value) <= i64::from(last.1) + 1 => last.1 = value,
                _ => ranges.push((value, value)),
            }
        }
        Domain { ranges }
    }

    /// Whether a value is in the domain.
    pub fn contains(&self, value: i32) -> bool {
        let after = self.ranges.partition_point(|range| range.1 < value);
        self.ranges.get(after).is_some_and(|range| range.0 <= value)
    }
}

/// Why a text is no statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StatementError(pub String);

impl fmt::Display for StatementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StatementError {}

/// The result of reading a statement.
type Read = Result<Statement, StatementError>;

/// The kinds of puzzles that can be stated.
pub const KINDS: &[&str] = &[
    "sudoku",
    "magic",
    "whitetan",
    "hashi",
    "battleship",
    "numbrix",
    "hidato",
];

impl Statement {
    /// States a puzzle, given its kind and its text as `convert` writes it.
    pub fn of_puzzle(kind: &str, text: &str) -> Read {
        let statement = match kind {
            "sudoku" => sudoku::state(text)?,
            "magic" => magic::state(text)?,
            "whitetan" => whitetan::state(text)?,
            "hashi" => hashi::state(text)?,
            "battleship" => battleship::state(text)?,
            "numbrix" => path::state(text, false)?,
            "hidato" => path::state(text, true)?,
            _ => return Err(StatementError(format!("no statement for kind `{kind}`"))),
        };
        Ok(statement)
    }

    /// Reads a FlatZinc model without an objective, if the checker knows all its constraints.
    pub fn of_flatzinc(text: &str) -> Read {
        flatzinc::state(text)
    }

    /// Adds a variable and returns its index.
    pub fn add_var(&mut self, domain: Domain) -> u32 {
        self.domains.push(domain);
        self.domains.len() as u32 - 1
    }

    /// Adds `sum of variables = constant`.
    pub fn add_sum(&mut self, vars: impl IntoIterator<Item = u32>, constant: i64) {
        self.constraints.push(Constraint::Linear {
            terms: vars.into_iter().map(|var| (1, var)).collect(),
            relation: Relation::Eq,
            constant,
        });
    }

    /// Adds that variables are all different.
    pub fn add_different(&mut self, vars: impl IntoIterator<Item = u32>) {
        let items = vars.into_iter().map(|var| (var, 0)).collect();
        self.constraints.push(Constraint::AllDifferent(items));
    }

    /// Adds that one of the atoms holds.
    pub fn add_clause(&mut self, atoms: impl IntoIterator<Item = Atom>) {
        let atoms = atoms.into_iter().collect();
        self.constraints.push(Constraint::Clause(atoms));
    }

    /// Whether an assignment takes its values from the domains and satisfies every constraint.
    pub fn holds(&self, values: &[i32]) -> bool {
        let mut both = self.domains.iter().zip(values);
        values.len() == self.domains.len()
            && both.all(|(domain, &value)| domain.contains(value))
            && self.constraints.iter().all(|one| one.holds(values))
    }
}
