//! Statements of problems: variables with domains, and constraints between them; one file states each kind of puzzle.

mod akari;
mod battleship;
mod constraint;
mod dimacs;
mod expand;
mod fillomino;
mod flatzinc;
mod futoshiki;
mod grid;
mod hashi;
mod heyawake;
mod kakuro;
mod lattice;
mod magic;
mod masyu;
mod nonogram;
mod nurikabe;
mod path;
mod skyscrapers;
mod slitherlink;
mod starbattle;
mod sudoku;
mod tents;
mod text;
mod variants;
mod whitetan;

use std::fmt;
use std::sync::Arc;

use crate::atom::Atom;

pub(crate) use constraint::connects;
pub use constraint::{Automaton, Constraint, NodeGraph, Relation};
pub use dimacs::Dimacs;

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
    "futoshiki",
    "akari",
    "tents",
    "starbattle",
    "nonogram",
    "skyscrapers",
    "kakuro",
    "slitherlink",
    "masyu",
    "nurikabe",
    "heyawake",
    "fillomino",
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
            "futoshiki" => futoshiki::state(text)?,
            "akari" => akari::state(text)?,
            "tents" => tents::state(text)?,
            "starbattle" => starbattle::state(text)?,
            "nonogram" => nonogram::state(text)?,
            "skyscrapers" => skyscrapers::state(text)?,
            "kakuro" => kakuro::state(text)?,
            "slitherlink" => slitherlink::state(text)?,
            "masyu" => masyu::state(text)?,
            "nurikabe" => nurikabe::state(text)?,
            "heyawake" => heyawake::state(text)?,
            "fillomino" => fillomino::state(text)?,
            _ => return Err(StatementError(format!("no statement for kind `{kind}`"))),
        };
        Ok(statement)
    }

    /// Reads a FlatZinc model without an objective, if the checker knows all its constraints.
    pub fn of_flatzinc(text: &str) -> Read {
        flatzinc::state(text)
    }

    /// Reads a CNF in the DIMACS format: clauses over 0/1 variables.
    pub fn of_dimacs(text: &str) -> Read {
        dimacs::state(text)
    }

    /// Adds a variable and returns its index.
    pub fn add_var(&mut self, domain: Domain) -> u32 {
        self.domains.push(domain);
        self.domains.len() as u32 - 1
    }

    /// Adds a variable on which answers are compared.
    fn add_key(&mut self, domain: Domain) -> u32 {
        let var = self.add_var(domain);
        self.keys.push(var);
        var
    }

    /// Adds `sum of variables = constant`.
    pub fn add_sum(&mut self, vars: impl IntoIterator<Item = u32>, constant: i64) {
        let terms = vars.into_iter().map(|var| (1, var)).collect();
        self.add_linear(terms, Relation::Eq, constant);
    }

    /// Adds a linear constraint, whose terms are about different variables.
    fn add_linear(&mut self, terms: Vec<(i32, u32)>, relation: Relation, constant: i64) {
        self.constraints.push(Constraint::Linear {
            terms,
            relation,
            constant,
        });
    }

    /// Adds that at most one of some 0/1 variables is 1.
    fn add_at_most_one(&mut self, vars: &[u32]) {
        if vars.len() > 1 {
            let terms = vars.iter().map(|&var| (1, var)).collect();
            self.add_linear(terms, Relation::Le, 1);
        }
    }

    /// Adds `one < other`.
    fn add_less(&mut self, one: u32, other: u32) {
        match one == other {
            true => self.add_clause([]),
            false => self.add_linear(vec![(1, one), (-1, other)], Relation::Le, -1),
        }
    }

    /// Adds that an automaton accepts the values of variables.
    fn add_accepted(&mut self, vars: Vec<u32>, automaton: Automaton) {
        let automaton = Arc::new(automaton);
        self.constraints.push(Constraint::Accepted(vars, automaton));
    }

    /// Adds that numbers from 1 to `largest` are different and have a sum. Up to four variables are stated as a table of all ways; of more, each has only
    /// numbers that occur in a set of so many numbers with this sum.
    fn add_different_sum(&mut self, vars: &[u32], largest: i32, sum: i64) {
        if largest > 9 {
            self.add_different(vars.iter().copied());
            self.add_sum(vars.iter().copied(), sum);
            return;
        }
        if vars.len() <= 4 {
            let mut rows: Vec<Vec<i32>> = vec![Vec::new()];
            for _ in vars {
                let longer = rows.iter().flat_map(|row| {
                    let numbers = (1..=largest).filter(|number| !row.contains(number));
                    numbers.map(|number| [&row[..], &[number]].concat())
                });
                rows = longer.collect();
            }
            rows.retain(|row| i64::from(row.iter().sum::<i32>()) == sum);
            self.constraints
                .push(Constraint::Table(vars.to_vec(), rows));
            return;
        }
        self.add_different(vars.iter().copied());
        self.add_sum(vars.iter().copied(), sum);
        let numbers_of = |set: u32| (1..=largest).filter(move |number| set >> number & 1 == 1);
        let sets = (0..2_u32 << largest).filter(|&set| {
            set & 1 == 0
                && set.count_ones() as usize == vars.len()
                && i64::from(numbers_of(set).sum::<i32>()) == sum
        });
        let any = sets.fold(0, |any, set| any | set);
        let rows: Vec<Vec<i32>> = numbers_of(any).map(|number| vec![number]).collect();
        for &var in vars {
            self.constraints
                .push(Constraint::Table(vec![var], rows.clone()));
        }
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
