//! From ground constraints to a model in MiniZinc. Solutions correspond one to one: auxiliary variables are determined by the
//! others.

use gridwright_fd::{Deadline, Domain};

use crate::check::shape::Shape;
use crate::check::tables::Array;
use crate::expand::ground::{Derived, Ground, Id, Relation, Sum};
use crate::program::{Program, merge};

impl Program {
    /// The program as a model in MiniZinc.
    pub fn minizinc(&self) -> String {
        let names = names(self);
        let mut writing = Writing {
            program: self,
            variables: variables(self, &names),
            added: String::new(),
            n_added: 0,
        };
        let mut text = String::new();
        for (array, name) in self.tables.arrays.iter().zip(&names) {
            text += &declaration(array, name);
        }
        let all = self.lines.iter().flat_map(|line| &line.grounds);
        let mut constraints = String::new();
        let merged = merge(all.chain(&self.side), &Deadline::never());
        for ground in merged.expect("there is no limit") {
            constraints += &format!("constraint {};\n", writing.ground(&ground));
        }
        let solve = match &self.objective {
            None => "solve satisfy;\n".to_owned(),
            Some(goal) => {
                let word = if goal.maximise {
                    "maximize"
                } else {
                    "minimize"
                };
                format!("solve {word} {};\n", writing.sum(&goal.sum))
            }
        };
        text += &writing.added;
        let mut parts = vec![text, constraints, solve];
        parts.retain(|part| !part.is_empty());
        let body = parts.join("\n");
        // Only what is used is included: not every solver's library can be included as a whole.
        let used = GLOBALS
            .iter()
            .filter(|name| body.contains(&format!("{name}(")));
        let includes: String = used
            .map(|name| format!("include \"{name}.mzn\";\n"))
            .collect();
        match includes.is_empty() {
            true => body,
            false => format!("{includes}\n{body}"),
        }
    }
}

/// The global constraints that the output may contain.
const GLOBALS: &[&str] = &["all_different", "circuit", "subcircuit", "table"];

struct Writing<'p> {
    program: &'p Program,
    /// Each variable as an expression of MiniZinc.
    variables: Vec<String>,
    /// Declarations of auxiliary variables.
    added: String,
    n_added: usize,
}

impl Writing<'_> {
    fn ground(&mut self, ground: &Ground) -> String {
        match ground {
            Ground::Truth(truth) => truth.to_string(),
            Ground::Compare(relation, sum) => {
                let op = match relation {
                    Relation::Zero => "=",
                    Relation::NotZero => "!=",
                    Relation::AtMostZero => "<=",
                };
                let left = Sum {
                    constant: 0,
                    ..sum.clone()
                };
                format!("{} {op} {}", self.sum(&left), -i128::from(sum.constant))
            }
            Ground::NotEqual(one, other) => format!("{} != {}", self.sum(one), self.sum(other)),
            Ground::Member(sum, ranges) => {
                format!("{} in {}", self.sum(sum), union(ranges.iter().copied()))
            }
            Ground::Not(inner) => format!("not ({})", self.ground(inner)),
            Ground::And(parts) => self.joined(parts, " /\\ "),
            Ground::Or(parts) => self.joined(parts, " \\/ "),
            Ground::Iff(left, right) => {
                format!("({}) <-> ({})", self.ground(left), self.ground(right))
            }
            Ground::AllDifferent(sums) => format!("all_different({})", self.list(sums)),
            Ground::Jointly { numbers, sums } => {
                let different = format!("all_different({})", self.list(numbers));
                let sums = sums.iter().map(|(at, total)| {
                    let at = at.iter().map(|&at| self.sum(&numbers[at]));
                    format!("{} = {total}", at.collect::<Vec<String>>().join(" + "))
                });
                let all: Vec<String> = [different].into_iter().chain(sums).collect();
                format!("({})", all.join(" /\\ "))
            }
            Ground::Table(sums, rows) => self.table(sums, rows),
            Ground::Circuit {
                next,
                first,
                partial,
            } => {
                let name = if *partial { "subcircuit" } else { "circuit" };
                let last = first + next.len() as i64 - 1;
                format!("{name}(array1d({first}..{last}, {}))", self.list(next))
            }
            Ground::Connected { nodes, edges } => self.connected(nodes, edges),
        }
    }

    fn joined(&mut self, parts: &[Ground], sign: &str) -> String {
        let parts = parts.iter().map(|part| format!("({})", self.ground(part)));
        parts.collect::<Vec<String>>().join(sign)
    }

    fn table(&mut self, sums: &[Sum], rows: &[Vec<Option<i64>>]) -> String {
        let whole = |row: &Vec<Option<i64>>| {
            let entries = row.iter().map(|entry| Some((*entry)?.to_string()));
            Some(entries.collect::<Option<Vec<String>>>()?.join(", "))
        };
        if let Some(rows) = rows.iter().map(whole).collect::<Option<Vec<String>>>() {
            return format!("table({}, [| {} |])", self.list(sums), rows.join(" | "));
        }
        let columns: Vec<String> = sums.iter().map(|sum| self.sum(sum)).collect();
        let row = |row: &Vec<Option<i64>>| {
            let entries = columns.iter().zip(row);
            let entries = entries.filter_map(|(sum, entry)| Some(format!("{sum} = {}", (*entry)?)));
            let entries: Vec<String> = entries.collect();
            match entries.is_empty() {
                true => "(true)".to_owned(),
                false => format!("({})", entries.join(" /\\ ")),
            }
        };
        let rows: Vec<String> = rows.iter().map(row).collect();
        rows.join(" \\/ ")
    }

    /// Nodes are connected if their distances from the first of them are finite. Distances are auxiliary variables, and
    /// are `n` for unreachable nodes, so that they are determined even if the formula is false.
    fn connected(&mut self, nodes: &[Ground], edges: &[(usize, usize)]) -> String {
        let n = nodes.len();
        if n == 0 {
            return "true".to_owned();
        }
        let held: Vec<String> = nodes.iter().map(|node| self.ground(node)).collect();
        self.n_added += 1;
        let [on, far] = ["on", "far"].map(|name| format!("{name}_{}", self.n_added));
        let mut added = format!("array[1..{n}] of var bool: {on};\n");
        added += &format!("array[1..{n}] of var 0..{n}: {far};\n");
        for (at, held) in held.iter().enumerate() {
            let node = at + 1;
            let near = edges.iter().filter_map(|&(a, b)| match at {
                _ if a == at => Some(b + 1),
                _ if b == at => Some(a + 1),
                _ => None,
            });
            let near: Vec<String> = near.map(|other| format!("{far}[{other}] + 1")).collect();
            let near = [vec![n.to_string()], near].concat().join(", ");
            let first = format!("not exists(i in 1..{at})({on}[i])");
            added += &format!("constraint {on}[{node}] <-> ({held});\n");
            added += &format!(
                "constraint {far}[{node}] = if not {on}[{node}] then {n} elseif {first} then 0 else min([{near}]) endif;\n"
            );
        }
        self.added += &added;
        format!("forall(i in 1..{n})({on}[i] -> {far}[i] < {n})")
    }

    fn list(&mut self, sums: &[Sum]) -> String {
        let sums: Vec<String> = sums.iter().map(|sum| self.sum(sum)).collect();
        format!("[{}]", sums.join(", "))
    }

    fn sum(&mut self, sum: &Sum) -> String {
        let mut text = String::new();
        for &(id, factor) in &sum.terms {
            let term = self.id(id);
            let size = match factor.unsigned_abs() {
                1 => term,
                size => format!("{size} * {term}"),
            };
            text += match (text.is_empty(), factor < 0) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            };
            text += &size;
        }
        match sum.constant {
            constant if text.is_empty() => constant.to_string(),
            0 => text,
            constant if constant < 0 => format!("{text} - {}", constant.unsigned_abs()),
            constant => format!("{text} + {constant}"),
        }
    }

    fn id(&mut self, id: Id) -> String {
        let Some(derived) = self.program.store.source(id) else {
            return self.variables[id.0 as usize].clone();
        };
        match derived.clone() {
            Derived::Product(a, b) => format!("(({}) * ({}))", self.sum(&a), self.sum(&b)),
            Derived::Quotient(a, b) => format!("(({}) div ({}))", self.sum(&a), self.sum(&b)),
            Derived::Remainder(a, b) => format!("(({}) mod ({}))", self.sum(&a), self.sum(&b)),
            Derived::Abs(a) => format!("abs({})", self.sum(&a)),
            Derived::Min(sums) => format!("min({})", self.list(&sums)),
            Derived::Max(sums) => format!("max({})", self.list(&sums)),
            Derived::Element(key, entries) => {
                let first = entries.first().map_or(0, |(at, _)| *at);
                let mut array: Vec<String> = Vec::new();
                for (at, entry) in &entries {
                    let entry = self.sum(entry);
                    while (array.len() as i64) < at - first {
                        array.push(entry.clone());
                    }
                    array.push(entry);
                }
                let position = key.plus(1, &Sum::constant(1 - first)).unwrap_or(key);
                format!("[{}][{}]", array.join(", "), self.sum(&position))
            }
            Derived::Truth(ground) => format!("bool2int({})", self.ground(&ground)),
        }
    }
}

/// Each variable as an expression of MiniZinc: `V[3]`.
fn variables(program: &Program, names: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    for (array, name) in program.tables.arrays.iter().zip(names) {
        found.extend(elements(array, name));
    }
    found
}

/// The elements of an array as expressions of MiniZinc.
fn elements(array: &Array, name: &str) -> Vec<String> {
    let is_block = is_block(&array.shape);
    let element = |(position, indices): (usize, Vec<i64>)| {
        let indices: Vec<String> = match is_block {
            true => indices.iter().map(i64::to_string).collect(),
            false => vec![(position + 1).to_string()],
        };
        match array.shape.axes().is_empty() {
            true => name.to_owned(),
            false => format!("{name}[{}]", indices.join(",")),
        }
    };
    array.shape.indices().enumerate().map(element).collect()
}

/// Ranges as a set of MiniZinc.
fn union<T: std::fmt::Display>(ranges: impl Iterator<Item = (T, T)>) -> String {
    let ranges: Vec<String> = ranges.map(|(min, max)| format!("{min}..{max}")).collect();
    ranges.join(" union ")
}

/// Whether all combinations exist and no index has gaps, so that the shape is that of a MiniZinc array.
fn is_block(shape: &Shape) -> bool {
    let dense = |axis: &Vec<i64>| match (axis.first(), axis.last()) {
        (Some(first), Some(last)) => last.abs_diff(*first) + 1 == axis.len() as u64,
        _ => false,
    };
    shape.is_full() && shape.axes().len() <= 6 && shape.axes().iter().all(dense)
}

fn declaration(array: &Array, name: &str) -> String {
    let Some(first) = array.domains.first() else {
        return String::new();
    };
    let set = |domain: &Domain| union(domain.ranges());
    let same = array.domains.iter().all(|domain| domain == first);
    let ends = |domain: &Domain| domain.min().zip(domain.max());
    let hull = array.domains.iter().filter_map(ends);
    let hull = hull.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
    let (min, max) = hull.unwrap_or_default();
    let domain = match same {
        true => set(first),
        false => format!("{min}..{max}"),
    };
    let domain = match domain.contains("union") {
        true => format!("({domain})"),
        false => domain,
    };
    if array.shape.axes().is_empty() {
        return format!("var {domain}: {name};\n");
    }
    let ranges = match is_block(&array.shape) {
        false => format!("1..{}", array.shape.n_elements()),
        true => {
            let axes = array.shape.axes().iter();
            let ranges: Vec<String> = axes
                .filter_map(|axis| Some(format!("{}..{}", axis.first()?, axis.last()?)))
                .collect();
            ranges.join(", ")
        }
    };
    let mut text = format!("array[{ranges}] of var {domain}: {name};\n");
    if !same {
        for (element, domain) in elements(array, name).iter().zip(&array.domains) {
            text += &format!("constraint {element} in {};\n", set(domain));
        }
    }
    text
}

/// Valid and distinct MiniZinc identifiers: letters, digits and `_`, a letter first, no reserved word.
fn names(program: &Program) -> Vec<String> {
    let arrays = program.tables.arrays.iter().enumerate();
    let name = |(at, array): (usize, &Array)| {
        let name = &array.name;
        let mut letters = name.chars();
        match letters.all(|c| c.is_ascii_alphanumeric() || c == '_') {
            true if name.starts_with(|c: char| c.is_ascii_uppercase()) => name.clone(),
            // No name in MiniZinc's library has such a prefix.
            true => format!("v{}_{name}", at + 1),
            false => format!("v{}_", at + 1),
        }
    };
    arrays.map(name).collect()
}
