//! How a solution is shown: as lines for people, and as values and arrays for programs.

use gridwright_term::Diagnostic;

use crate::lower::{Lowering, Read, unexpected};
use crate::program::Program;
use crate::syntax::{Key, Statement, What};
use crate::tables::{Array, Tables};
use crate::typed::ArrayRef;

/// Which variables are shown, and how many make a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Show {
    array: usize,
    columns: Option<usize>,
}

/// The values of an array, as deep as it has indices; what does not exist is a gap.
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

/// `Show: X, columns: 9`.
pub(crate) fn shows(statement: &Statement, tables: &Tables) -> Read<Vec<Show>> {
    let columns = match statement.clause(Key::Columns) {
        None => None,
        Some(clause) => {
            let [item] = &clause.items[..] else {
                return Err(unexpected("this", clause.span).with_note("write `columns: 9`"));
            };
            let number = Lowering::new(tables).constant(item)?;
            let number = usize::try_from(number).ok().filter(|n| *n > 0);
            let message = "the number of columns is at least 1";
            Some(number.ok_or_else(|| Diagnostic::error(message, item.span))?)
        }
    };
    let show = |item: &crate::syntax::Phrase| {
        let name = match &item.what {
            What::Word(name) | What::Call { name, .. } => name,
            _ => return Err(unexpected("this", item.span).with_note("write `Show: X`")),
        };
        match tables.find(name) {
            Some(ArrayRef::Vars(array)) => Ok(Show { array, columns }),
            Some(ArrayRef::Data(_)) => {
                let message = format!("`{name}` is known before search; variables are shown");
                Err(Diagnostic::error(message, item.span))
            }
            None => Err(Lowering::new(tables).unknown(name, item.span)),
        }
    };
    statement.items.iter().map(show).collect()
}

impl Program {
    /// A solution, by the value of each variable, as lines for people.
    pub fn shown(&self, values: &[i32]) -> String {
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

    /// The values of an array of variables, as deep as it has indices.
    pub fn nested(&self, array: &Array, values: &[i32]) -> Nested {
        nested(array, &mut Vec::new(), values)
    }
}

/// The values of an array in all combinations of its indices; a point where one does not exist.
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
        return match array.shape.place(indices) {
            Some(place) => Nested::Value(values[array.first + place]),
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
