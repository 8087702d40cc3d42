//! From ground constraints to a model in MiniZinc. Solutions correspond one to one: auxiliary variables are determined by the
//! others.

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
        for ground in merge(all.chain(&self.side)) {
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
        // Only what is used is included: not every solver's library can be included as a whole.
        let used = |name: &&&str| {
            [&text, &constraints, &solve]
                .iter()
                .any(|part| part.contains(**name))
        };
        let includes = GLOBALS.iter().filter(used);
        let includes =
            includes.map(|name| format!("include \"{}.mzn\";\n", name.trim_end_matches('(')));
        let includes: String = includes.collect();
        [includes, text, constraints, solve]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<String>>()
            .join("\n")
    }
}

/// The global constraints that the output may contain, as calls begin.
const GLOBALS: &[&str] = &["all_different(", "circuit(", "subcircuit(", "table("];

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
                let ranges: Vec<String> = ranges
                    .iter()
                    .map(|(min, max)| format!("{min}..{max}"))
                    .collect();
                format!("{} in {}", self.sum(sum), ranges.join(" union "))
            }
            Ground::Not(inner) => format!("not ({})", self.ground(inner)),
            Ground::And(parts) => self.joined(parts, " /\\ "),
            Ground::Or(parts) => self.joined(parts, " \\/ "),
            Ground::Iff(left, right) => {
                format!("({}) <-> ({})", self.ground(left), self.ground(right))
            }
            Ground::AllDifferent(sums) => format!("all_different({})", self.list(sums)),
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
        let parts: Vec<String> = parts
            .iter()
            .map(|part| format!("({})", self.ground(part)))
            .collect();
        parts.join(sign)
    }

    fn table(&mut self, sums: &[Sum], rows: &[Vec<Option<i64>>]) -> String {
        let whole: Option<Vec<String>> = rows
            .iter()
            .map(|row| {
                let entries: Option<Vec<String>> = row
                    .iter()
                    .map(|entry| Some((*entry)?.to_string()))
                    .collect();
                Some(entries?.join(", "))
            })
            .collect();
        if let Some(rows) = whole {
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
        let (on, far) = (
            format!("on_{}", self.n_added),
            format!("far_{}", self.n_added),
        );
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
        let block = is_block(&array.shape);
        for (position, indices) in array.shape.indices().enumerate() {
            let indices: Vec<String> = match block {
                true => indices.iter().map(i64::to_string).collect(),
                false => vec![(position + 1).to_string()],
            };
            found.push(match array.shape.axes().is_empty() {
                true => name.clone(),
                false => format!("{name}[{}]", indices.join(",")),
            });
        }
    }
    found
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
    let set = |domain: &gridwright_fd::Domain| {
        let ranges = domain.ranges();
        let ranges: Vec<String> = ranges.map(|(min, max)| format!("{min}..{max}")).collect();
        ranges.join(" union ")
    };
    let same = array.domains.iter().all(|domain| domain == first);
    let ends = |domain: &gridwright_fd::Domain| domain.min().zip(domain.max());
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
    let block = is_block(&array.shape);
    let ranges = match block {
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
        for ((position, indices), domain) in array.shape.indices().enumerate().zip(&array.domains) {
            let indices: Vec<String> = match block {
                true => indices.iter().map(i64::to_string).collect(),
                false => vec![(position + 1).to_string()],
            };
            text += &format!(
                "constraint {name}[{}] in {};\n",
                indices.join(","),
                set(domain)
            );
        }
    }
    text
}

/// Valid and distinct MiniZinc identifiers: letters, digits and `_`, a letter first, no reserved word.
fn names(program: &Program) -> Vec<String> {
    let arrays = program.tables.arrays.iter().enumerate();
    let name = |(at, array): (usize, &Array)| {
        let plain = array
            .name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '_');
        let usual = array.name.starts_with(|c: char| c.is_ascii_uppercase());
        match plain && usual {
            true => array.name.clone(),
            // No name in MiniZinc's library has such a prefix.
            false if plain => format!("v{}_{}", at + 1, array.name),
            false => format!("v{}_", at + 1),
        }
    };
    arrays.map(name).collect()
}
