//! FlatZinc without an objective, for the constraints that the checker knows. Answers are compared on all variables.
//!
//! Known: linear (in)equalities and comparisons of integers and Booleans, also reified; clauses, conjunctions, disjunctions and
//! negation; all different; tables; elements of constants; and small products, quotients, remainders, minima and maxima.

use std::collections::HashMap;
use std::rc::Rc;

use gridwright_proof::{Atom, Constraint, Domain, Relation, Statement};

use crate::text::error;
use crate::{Read, StatementError};

/// The most rows of a table made of an arithmetic constraint.
const MAX_ROWS: usize = 10_000;

/// The number of words between two checks of whether reading must end.
const WORDS_PER_CHECK: usize = 1 << 10;

/// The number of bytes of constraints between two checks of whether reading must end.
const BYTES_PER_CHECK: usize = 1 << 20;

/// What an allocation takes besides its bytes.
const ALLOCATION: usize = 16;

type Result<T> = std::result::Result<T, StatementError>;

/// An integer or a variable; `true` is 1 and `false` is 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Item {
    Int(i64),
    Var(u32),
}

/// An argument of a constraint, or what a name stands for.
#[derive(Clone, Debug)]
enum Value {
    Item(Item),
    Array(Rc<[Item]>),
    Set(Domain),
}

struct Reader<'t> {
    statement: Statement,
    names: HashMap<&'t str, Value>,
    /// Variables for constants, by value.
    constants: HashMap<i64, u32>,
    /// The bytes of the constraints: a few words may name an array or stand for a table.
    n_bytes: usize,
}

/// States a FlatZinc model without an objective, if the checker knows all its constraints.
pub fn state_flatzinc(text: &str) -> Read {
    let statement = state_flatzinc_before(text, &mut |_| false)?;
    Ok(statement.expect("reading was not ended"))
}

/// [`state_flatzinc`]; `None` if `is_over` says, given the bytes in use, that reading must end.
pub fn state_flatzinc_before(
    text: &str,
    is_over: &mut dyn FnMut(usize) -> bool,
) -> Result<Option<Statement>> {
    let mut reader = Reader {
        statement: Statement::default(),
        names: HashMap::new(),
        constants: HashMap::new(),
        n_bytes: 0,
    };
    let mut bytes_checked = 0;
    let mut is_solved = false;
    let mut words = Words {
        rest: text.trim_start(),
        n_read: 0,
    };
    let mut item = Vec::new();
    while let Some(word) = words.next_word()? {
        let is_due = words.n_read.is_multiple_of(WORDS_PER_CHECK)
            || reader.n_bytes - bytes_checked > BYTES_PER_CHECK;
        if is_due {
            bytes_checked = reader.n_bytes;
            // Names, arrays and domains take a few times the bytes of their words.
            if is_over(words.n_read * size_of::<Atom>() + reader.n_bytes) {
                return Ok(None);
            }
        }
        if word != ";" {
            item.push(word);
            continue;
        }
        match item[..] {
            [] | ["predicate", ..] => {}
            ["constraint", name, "(", ref args @ ..] => reader.constraint(name, args)?,
            ["solve", .., "satisfy"] => is_solved = true,
            ["solve", ..] => return Err(error("a proof is about a model without an objective")),
            _ => reader.declaration(&item)?,
        }
        item.clear();
    }
    match (item.is_empty(), is_solved) {
        (true, true) => Ok(Some(reader.statement)),
        (true, false) => Err(error("the model has no solve item")),
        (false, _) => Err(error("the last item does not end with `;`")),
    }
}

/// The words of a model that are still to be read.
struct Words<'t> {
    rest: &'t str,
    n_read: usize,
}

impl<'t> Words<'t> {
    fn next_word(&mut self) -> Result<Option<&'t str>> {
        loop {
            let rest = self.rest;
            let Some(first) = rest.chars().next() else {
                return Ok(None);
            };
            let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let len = if first == '%' {
                rest.find('\n').unwrap_or(rest.len())
            } else if first == '"' {
                2 + rest[1..]
                    .find('"')
                    .ok_or_else(|| error("a string has no end"))?
            } else if is_word(first) || first == '-' {
                rest[1..]
                    .find(|c| !is_word(c))
                    .map_or(rest.len(), |end| end + 1)
            } else if rest.starts_with("..") || rest.starts_with("::") {
                2
            } else {
                first.len_utf8()
            };
            let (word, after) = rest.split_at(len);
            self.rest = after.trim_start();
            if first != '%' {
                self.n_read += 1;
                return Ok(Some(word));
            }
        }
    }
}

/// The arguments between brackets, up to the closing one: the words between commas that are in no inner bracket.
fn arguments<'w, 't>(words: &'w [&'t str]) -> Result<Vec<&'w [&'t str]>> {
    let (mut depth, mut begin) = (0, 0);
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        match *word {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" if depth == 0 => {
                if at > begin {
                    found.push(&words[begin..at]);
                }
                return Ok(found);
            }
            ")" | "]" | "}" => depth -= 1,
            "," if depth == 0 => {
                found.push(&words[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
    }
    Err(error("a bracket is not closed"))
}

fn integer(word: &str) -> Option<i64> {
    match word {
        "true" => Some(1),
        "false" => Some(0),
        _ => word.parse().ok(),
    }
}

/// A set: `a..b` or `{a, b, c}`.
fn set(words: &[&str]) -> Result<Domain> {
    let small = |word: &str| {
        let value: Option<i32> = word.parse().ok();
        let value = value.filter(|&value| value != i32::MIN && value != i32::MAX);
        value.ok_or_else(|| error(&format!("expected an integer, found `{word}`")))
    };
    match words {
        [min, "..", max] => Ok(Domain::range(small(min)?, small(max)?)),
        ["{", inner @ ..] => {
            let values = arguments(inner)?
                .into_iter()
                .map(|words| small(&words.concat()));
            Ok(Domain::of(values.collect::<Result<_>>()?))
        }
        _ => Err(error(&format!(
            "expected a set, found `{}`",
            words.join(" ")
        ))),
    }
}

/// The bytes that a constraint takes besides its own size, by estimate.
fn n_bytes(constraint: &Constraint) -> usize {
    fn list<T>(items: &[T]) -> usize {
        ALLOCATION + size_of_val(items)
    }
    match constraint {
        Constraint::Linear { terms, .. } => list(terms),
        Constraint::AllDifferent(vars) => list(vars),
        Constraint::Clause(atoms) => list(atoms),
        Constraint::Reified(_, inner) => size_of::<Constraint>() + n_bytes(inner),
        Constraint::Table(vars, rows) => {
            let cells = rows.iter().map(|row| list(row)).sum::<usize>();
            list(vars) + list(rows) + cells
        }
        // FlatZinc states no others.
        _ => 0,
    }
}

impl<'t> Reader<'t> {
    /// A parameter, a variable or an array.
    fn declaration(&mut self, words: &[&'t str]) -> Result<()> {
        let colon = words.iter().position(|word| *word == ":");
        let Some((kind, [":", name, rest @ ..])) = colon.map(|at| words.split_at(at)) else {
            return Err(error(&format!("unknown item `{}`", words.join(" "))));
        };
        let equals = rest.iter().rposition(|word| *word == "=");
        let given = equals.map(|at| self.value(&rest[at + 1..])).transpose()?;
        let value = match (kind, given) {
            (["var", kind @ ..], given) => {
                let domain = match kind {
                    ["bool"] => Domain::range(0, 1),
                    ["int"] if given.is_none() => {
                        return Err(error(&format!("the variable `{name}` has no domain")));
                    }
                    ["int"] => Domain::range(-2_147_483_646, 2_147_483_646),
                    words => set(words)?,
                };
                let var = self.statement.add_var(domain);
                self.statement.keys.push(var);
                if let Some(Value::Item(item)) = given {
                    self.add_linear(&[(1, Item::Var(var)), (-1, item)], Relation::Eq, 0)?;
                }
                Value::Item(Item::Var(var))
            }
            (_, Some(value)) => value,
            (_, None) => return Err(error(&format!("`{name}` has no value"))),
        };
        self.names.insert(name, value);
        Ok(())
    }

    fn value(&self, words: &[&str]) -> Result<Value> {
        match words {
            [word] => match integer(word) {
                Some(value) => Ok(Value::Item(Item::Int(value))),
                None => {
                    let value = self.names.get(word).cloned();
                    value.ok_or_else(|| error(&format!("unknown name `{word}`")))
                }
            },
            [name, "[", index, "]"] => {
                let index = index
                    .parse::<usize>()
                    .ok()
                    .and_then(|index| index.checked_sub(1));
                match (self.names.get(name), index) {
                    (Some(Value::Array(items)), Some(index)) if index < items.len() => {
                        Ok(Value::Item(items[index]))
                    }
                    _ => Err(error(&format!("`{}` has no value", words.concat()))),
                }
            }
            ["[", inner @ ..] => {
                let items = arguments(inner)?.into_iter().map(|words| {
                    match self.value_of_element(words)? {
                        Value::Item(item) => Ok(item),
                        _ => Err(error("an array contains integers and variables")),
                    }
                });
                Ok(Value::Array(items.collect::<Result<Vec<_>>>()?.into()))
            }
            words => Ok(Value::Set(set(words)?)),
        }
    }

    /// The value of an element of an array, which is no array itself.
    fn value_of_element(&self, words: &[&str]) -> Result<Value> {
        match words {
            ["[", ..] => Err(error("an array contains no arrays")),
            words => self.value(words),
        }
    }

    /// A variable for an item.
    fn var(&mut self, item: Item) -> Result<u32> {
        match item {
            Item::Var(var) => Ok(var),
            Item::Int(value) => {
                let small = i32::try_from(value).map_err(|_| error("a constant is too large"))?;
                let statement = &mut self.statement;
                let new = || statement.add_var(Domain::range(small, small));
                Ok(*self.constants.entry(value).or_insert_with(new))
            }
        }
    }

    fn linear(
        &self,
        terms: &[(i64, Item)],
        relation: Relation,
        constant: i64,
    ) -> Result<Constraint> {
        let large = || error("a sum is too large");
        let mut constant = i128::from(constant);
        let mut kept = Vec::new();
        for &(a, item) in terms {
            match item {
                Item::Int(value) => constant -= i128::from(a) * i128::from(value),
                Item::Var(var) => kept.push((a, var)),
            }
        }
        let constant = i64::try_from(constant).map_err(|_| large())?;
        Constraint::linear(kept, relation, constant).ok_or_else(large)
    }

    fn add_linear(
        &mut self,
        terms: &[(i64, Item)],
        relation: Relation,
        constant: i64,
    ) -> Result<()> {
        let linear = self.linear(terms, relation, constant)?;
        self.add(linear);
        Ok(())
    }

    fn add(&mut self, constraint: Constraint) {
        self.n_bytes += size_of::<Constraint>() + n_bytes(&constraint);
        self.statement.constraints.push(constraint);
    }

    /// The atoms `x = value` of items.
    fn atoms(&mut self, items: &[Item], value: i32) -> Result<Vec<Atom>> {
        let atom = |&item: &Item| Ok(Atom::eq(self.var(item)?, value));
        items.iter().map(atom).collect()
    }

    fn constraint(&mut self, name: &str, words: &[&str]) -> Result<()> {
        let mut values = Vec::new();
        for words in arguments(words)? {
            values.push(self.value(words)?);
        }
        let reified = name.strip_suffix("_reif");
        let when = match reified {
            None => None,
            Some(_) => match values.pop() {
                Some(Value::Item(item)) => Some(Atom::eq(self.var(item)?, 1)),
                _ => return Err(error(&format!("`{name}` has no Boolean"))),
            },
        };
        let constraint = self.relation(reified.unwrap_or(name), &values)?;
        self.add(match when {
            Some(when) => Constraint::Reified(when, Box::new(constraint)),
            None => constraint,
        });
        Ok(())
    }

    fn relation(&mut self, name: &str, values: &[Value]) -> Result<Constraint> {
        use Value::{Array, Item as One, Set};
        let base = name
            .strip_prefix("bool_")
            .or(name.strip_prefix("int_"))
            .unwrap_or(name);
        match (base, values) {
            (
                "lin_eq" | "lin_ne" | "lin_le",
                [Array(scales), Array(items), One(Item::Int(constant))],
            ) => {
                let scales = scales.iter().map(|scale| match scale {
                    Item::Int(scale) => Ok(*scale),
                    Item::Var(_) => Err(error("a coefficient is a variable")),
                });
                let scales: Vec<i64> = scales.collect::<Result<_>>()?;
                if scales.len() != items.len() {
                    return Err(error("a sum has as many coefficients as variables"));
                }
                let terms: Vec<(i64, Item)> =
                    scales.into_iter().zip(items.iter().copied()).collect();
                let relation = match base {
                    "lin_eq" => Relation::Eq,
                    "lin_ne" => Relation::Ne,
                    _ => Relation::Le,
                };
                self.linear(&terms, relation, *constant)
            }
            ("eq" | "bool2int", &[One(a), One(b)]) => {
                self.linear(&[(1, a), (-1, b)], Relation::Eq, 0)
            }
            ("ne", &[One(a), One(b)]) => self.linear(&[(1, a), (-1, b)], Relation::Ne, 0),
            ("le", &[One(a), One(b)]) => self.linear(&[(1, a), (-1, b)], Relation::Le, 0),
            ("lt", &[One(a), One(b)]) => self.linear(&[(1, a), (-1, b)], Relation::Le, -1),
            ("not", &[One(a), One(b)]) => self.linear(&[(1, a), (1, b)], Relation::Eq, 1),
            ("plus", &[One(a), One(b), One(c)]) => {
                self.linear(&[(1, a), (1, b), (-1, c)], Relation::Eq, 0)
            }
            ("clause", [Array(positive), Array(negative)]) => {
                let mut atoms = self.atoms(positive, 1)?;
                atoms.extend(self.atoms(negative, 0)?);
                Ok(Constraint::Clause(atoms))
            }
            ("array_bool_or", [Array(items), One(b)]) => {
                let (when, atoms) = (self.var(*b)?, self.atoms(items, 1)?);
                Ok(Constraint::Reified(
                    Atom::eq(when, 1),
                    Box::new(Constraint::Clause(atoms)),
                ))
            }
            ("array_bool_and", [Array(items), One(b)]) => {
                let (when, atoms) = (self.var(*b)?, self.atoms(items, 0)?);
                Ok(Constraint::Reified(
                    Atom::eq(when, 0),
                    Box::new(Constraint::Clause(atoms)),
                ))
            }
            ("or" | "and", &[One(a), One(b), One(c)]) if name.starts_with("bool") => {
                let value = i32::from(base == "or");
                let (when, atoms) = (self.var(c)?, self.atoms(&[a, b], value)?);
                Ok(Constraint::Reified(
                    Atom::eq(when, value),
                    Box::new(Constraint::Clause(atoms)),
                ))
            }
            ("xor", &[One(a), One(b), One(c)]) => {
                let different = self.linear(&[(1, a), (-1, b)], Relation::Ne, 0)?;
                Ok(Constraint::Reified(
                    Atom::eq(self.var(c)?, 1),
                    Box::new(different),
                ))
            }
            (
                "all_different_int"
                | "fzn_all_different_int"
                | "pumpkin_all_different"
                | "alldifferent",
                [Array(items)],
            ) => {
                let items = items.iter().map(|&item| Ok((self.var(item)?, 0)));
                Ok(Constraint::AllDifferent(items.collect::<Result<_>>()?))
            }
            ("set_in", [One(x), Set(set)]) => {
                let rows = set.ranges.iter().flat_map(|range| range.0..=range.1);
                let rows: Vec<Vec<i32>> =
                    rows.take(MAX_ROWS + 1).map(|value| vec![value]).collect();
                self.table(vec![*x], rows)
            }
            ("array_int_element" | "array_bool_element", [One(i), Array(items), One(c)]) => {
                let row = |(at, item): (i32, &Item)| match item {
                    Item::Int(value) => Ok(vec![
                        at,
                        i32::try_from(*value).map_err(|_| error("a constant is too large"))?,
                    ]),
                    Item::Var(_) => {
                        Err(error("an element of variables is not known to the checker"))
                    }
                };
                let rows = (1..).zip(items.iter()).map(row).collect::<Result<_>>()?;
                self.table(vec![*i, *c], rows)
            }
            ("fzn_table_int" | "table_int" | "fzn_table_bool", [Array(xs), Array(cells)])
                if !xs.is_empty() =>
            {
                let cell = |item: &Item| match item {
                    Item::Int(value) => {
                        i32::try_from(*value).map_err(|_| error("a constant is too large"))
                    }
                    Item::Var(_) => Err(error("a table contains integers")),
                };
                let cells: Vec<i32> = cells.iter().map(cell).collect::<Result<_>>()?;
                self.table(
                    xs.to_vec(),
                    cells.chunks(xs.len()).map(<[i32]>::to_vec).collect(),
                )
            }
            ("abs", &[One(a), One(c)]) => self.function(vec![a], c, &|v| v[0].checked_abs()),
            ("times", &[One(a), One(b), One(c)]) => {
                self.function(vec![a, b], c, &|v| v[0].checked_mul(v[1]))
            }
            ("div", &[One(a), One(b), One(c)]) => {
                self.function(vec![a, b], c, &|v| v[0].checked_div(v[1]))
            }
            ("mod", &[One(a), One(b), One(c)]) => {
                self.function(vec![a, b], c, &|v| v[0].checked_rem(v[1]))
            }
            ("max", &[One(a), One(b), One(c)]) => {
                self.function(vec![a, b], c, &|v| Some(v[0].max(v[1])))
            }
            ("min", &[One(a), One(b), One(c)]) => {
                self.function(vec![a, b], c, &|v| Some(v[0].min(v[1])))
            }
            _ => Err(error(&format!(
                "the constraint `{name}` is not known to the checker"
            ))),
        }
    }

    fn table(&mut self, items: Vec<Item>, rows: Vec<Vec<i32>>) -> Result<Constraint> {
        if rows.len() > MAX_ROWS || rows.iter().any(|row| row.len() != items.len()) {
            return Err(error("a table is too large, or not rectangular"));
        }
        let vars = items.into_iter().map(|item| self.var(item));
        Ok(Constraint::Table(vars.collect::<Result<_>>()?, rows))
    }

    /// `result = function(items)` as a table of all values of the items for which the function is defined.
    fn function(
        &mut self,
        items: Vec<Item>,
        result: Item,
        function: &dyn Fn(&[i32]) -> Option<i32>,
    ) -> Result<Constraint> {
        let mut rows: Vec<Vec<i32>> = vec![Vec::new()];
        for &item in &items {
            let var = self.var(item)?;
            let ranges = self.statement.domains[var as usize].ranges.iter();
            let values = ranges.flat_map(|range| range.0..=range.1);
            let values: Vec<i32> = values.take(MAX_ROWS + 1).collect();
            if rows.len() * values.len() > MAX_ROWS {
                return Err(error(
                    "the domains of an arithmetic constraint are too large",
                ));
            }
            let longer = rows.iter().flat_map(|row| {
                values
                    .iter()
                    .map(move |&value| [&row[..], &[value]].concat())
            });
            rows = longer.collect();
        }
        let with_result = |row: Vec<i32>| {
            let value = function(&row)?;
            Some([row, vec![value]].concat())
        };
        let rows = rows.into_iter().filter_map(with_result).collect();
        self.table([items, vec![result]].concat(), rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The largest number of bytes in use that was reported, and whether reading was ended at a limit.
    fn read(text: &str, limit: usize) -> (usize, bool) {
        let mut max = 0;
        let read = state_flatzinc_before(text, &mut |bytes| {
            max = max.max(bytes);
            bytes > limit
        });
        (max, read.expect("a model").is_none())
    }

    #[test]
    fn tables_and_named_arrays_count_as_memory() {
        let product = "constraint int_times(x, y, z);\n";
        let table = format!(
            "array [1..20000] of int: t = [{}1];\n",
            "1, ".repeat(19_999)
        );
        let row = "constraint fzn_table_int([x, y], t);\n";
        let sum = "constraint int_lin_le(t, u, 3);\n";
        let vars: String = (0..2000).map(|n| format!("var 0..1: u{n};\n")).collect();
        let names: String = (0..2000).map(|n| format!("u{n}, ")).collect();
        let sums = format!(
            "{vars}array [1..2001] of int: t = [{}1];\narray [1..2001] of var int: u = [{names}x];\n",
            "1, ".repeat(2000)
        );
        let head = "var 1..100: x;\nvar 1..100: y;\nvar 1..10000: z;\n";
        let end = "solve satisfy;\n";
        for (arrays, constraint, n_each) in [
            ("", product, 10_000 * 12),
            (&*table, row, 10_000 * 8),
            (&*sums, sum, 2_001 * 8),
        ] {
            let text = |n: usize| format!("{head}{arrays}{}{end}", constraint.repeat(n));
            let (bytes, is_over) = read(&text(100), usize::MAX);
            assert!(bytes > 50 * n_each && !is_over, "{constraint}: {bytes}");
            // A thousand of them end soon after the limit.
            let limit = 8 << 20;
            let (bytes, is_over) = read(&text(1000), limit);
            assert!(is_over && bytes < 2 * limit, "{constraint}: {bytes}");
        }
    }
}
