//! Programs: a text after parsing, checking and expansion; and the text of its solutions.

use std::collections::HashSet;

use gridwright_fd::{Deadline, Limit};
use gridwright_term::{Diagnostic, Span};

use crate::check::tables::{Array, Tables};
use crate::expand::cliques::cliques;
use crate::expand::ground::{Ground, Relation, Store, Sum};

/// A text with its name, for messages.
#[derive(Clone, Debug)]
pub struct Source {
    /// The name in messages.
    pub name: String,
    /// The text.
    pub text: String,
}

/// A text without errors.
#[derive(Clone, Debug)]
pub struct Program {
    pub(crate) source: Source,
    pub(crate) tables: Tables,
    pub(crate) store: Store,
    /// Conditions under which numbers are defined, such as that an index is within its array.
    pub(crate) side: Vec<Ground>,
    pub(crate) lines: Vec<Line>,
    pub(crate) objective: Option<Goal>,
    pub(crate) shows: Vec<Show>,
    pub(crate) warnings: Vec<Diagnostic>,
    pub(crate) tried: u64,
    /// When building its models must end.
    pub(crate) deadline: Deadline,
}

/// A constraint statement with its ground constraints.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) span: Span,
    pub(crate) grounds: Vec<Ground>,
}

/// The objective.
#[derive(Clone, Debug)]
pub(crate) struct Goal {
    pub(crate) sum: Sum,
    pub(crate) maximise: bool,
    pub(crate) span: Span,
}

impl Source {
    /// A text with its name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source {
            name: name.into(),
            text: text.into(),
        }
    }
}

impl Program {
    /// The text.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The variables, in the order of their declaration.
    pub fn arrays(&self) -> &[Array] {
        &self.tables.arrays
    }

    /// The arrays to show of a solution; by default all.
    pub fn shows(&self) -> Vec<Show> {
        match &self.shows[..] {
            [] => (0..self.tables.arrays.len()).map(Show::all).collect(),
            shows => shows.to_vec(),
        }
    }

    /// Warnings about the text.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// The number of index values tried to expand all statements.
    pub fn tried(&self) -> u64 {
        self.tried
    }

    /// Whether the program minimises or maximises.
    pub fn has_objective(&self) -> bool {
        self.objective.is_some()
    }
}

impl Program {
    /// A solution as text; `values` has the value of each variable.
    pub fn format_solution(&self, values: &[i32]) -> String {
        let shows = self.shows();
        shows.iter().map(|show| self.block(*show, values)).collect()
    }

    fn block(&self, show: Show, values: &[i32]) -> String {
        let array = &self.tables.arrays[show.array];
        let texts = texts(array, values);
        let name = &array.name;
        let n_axes = array.shape.axes().len();
        let columns = match (show.columns, n_axes) {
            (Some(columns), _) => columns,
            (None, 0 | 1) => return format!("{name} = {}\n", texts.join(" ")),
            (None, _) => array.shape.axes()[n_axes - 1].len(),
        };
        let width = texts.iter().map(String::len).max().unwrap_or(0);
        let mut block = format!("{name} =\n");
        for row in texts.chunks(columns.max(1)) {
            let row: Vec<String> = row.iter().map(|text| format!("{text:>width$}")).collect();
            block += &format!("  {}\n", row.join(" "));
        }
        block
    }

    /// The values of an array of variables, nested by its indices.
    pub fn nested(&self, array: &Array, values: &[i32]) -> Nested {
        nested(array, &mut Vec::new(), values)
    }
}

/// The values of an array in all combinations of its indices; `.` for missing ones.
fn texts(array: &Array, values: &[i32]) -> Vec<String> {
    fn collect(nested: Nested, texts: &mut Vec<String>) {
        match nested {
            Nested::Value(value) => texts.push(value.to_string()),
            Nested::Gap => texts.push(".".to_owned()),
            Nested::Items(items) => items.into_iter().for_each(|item| collect(item, texts)),
        }
    }
    let mut texts = Vec::new();
    collect(nested(array, &mut Vec::new(), values), &mut texts);
    texts
}

fn nested(array: &Array, indices: &mut Vec<i64>, values: &[i32]) -> Nested {
    let axes = array.shape.axes();
    if indices.len() == axes.len() {
        return match array.shape.position(indices) {
            Some(position) => Nested::Value(values[array.first + position]),
            None => Nested::Gap,
        };
    }
    let mut items = Vec::new();
    for &index in &axes[indices.len()] {
        indices.push(index);
        items.push(nested(array, indices, values));
        indices.pop();
    }
    Nested::Items(items)
}

/// An array to show, and its number of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Show {
    pub(crate) array: usize,
    pub(crate) columns: Option<usize>,
}

/// The values of an array, nested by its indices; missing combinations are gaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nested {
    /// One value.
    Value(i32),
    /// No value: this combination of indices does not exist.
    Gap,
    /// One item for each value of an index, ascending.
    Items(Vec<Nested>),
}

impl Show {
    pub(crate) fn all(array: usize) -> Show {
        Show {
            array,
            columns: None,
        }
    }
}

/// The number of constraints between two checks of the deadline.
const GROUNDS_PER_CHECK: usize = 1 << 10;

/// The constraints of several lines without repetitions, and with disequalities merged into `alldifferent` constraints; an error at the deadline.
pub(crate) fn merge<'g>(
    grounds: impl IntoIterator<Item = &'g Ground>,
    deadline: &Deadline,
) -> Result<Vec<Ground>, Limit> {
    let mut seen = HashSet::new();
    let (mut pairs, mut others) = (Vec::new(), Vec::new());
    for (at, ground) in grounds.into_iter().enumerate() {
        if at % GROUNDS_PER_CHECK == 0 {
            deadline.reached().map_or(Ok(()), Err)?;
        }
        if !seen.insert(ground) {
            continue;
        }
        match ground {
            Ground::NotEqual(one, other) => pairs.push((one.clone(), other.clone())),
            Ground::Compare(Relation::NotZero, sum) => match sum.terms[..] {
                [(one, 1), (other, -1)] if sum.constant == 0 => {
                    pairs.push((Sum::of(one), Sum::of(other)));
                }
                _ => others.push(ground.clone()),
            },
            _ => others.push(ground.clone()),
        }
    }
    let sets = cliques(&pairs, deadline)?;
    let sets = sets.into_iter().map(|mut set| match set.len() {
        2 => {
            let other = set.pop().expect("there are two");
            Ground::NotEqual(set.pop().expect("there are two"), other)
        }
        _ => Ground::AllDifferent(set),
    });
    Ok(sets.chain(others).collect())
}
