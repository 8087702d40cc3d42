//! Tables as input: CSV, tab-separated and JSON lines, and with the feature `parquet` Parquet and Arrow files. One column has the puzzles; the others are carried along.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use gridwright::columns::ColumnType;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;

use crate::input::cells::{Column, RowCells, Rows, type_of};
use crate::input::columns;

/// The column of puzzles if none is named.
const PUZZLE: &str = "puzzle";

/// The column of names.
const NAME: &str = "name";

/// The format of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TableFormat {
    /// Separated by this character.
    Csv(u8),
    JsonLines,
    Parquet,
    Arrow,
}

impl TableFormat {
    /// The format that a file name stands for; `.gz` may follow.
    pub(crate) fn of(path: &Path) -> Option<TableFormat> {
        let name = path.file_name()?.to_str()?;
        let name = name.strip_suffix(".gz").unwrap_or(name);
        match name.rsplit_once('.')?.1.to_ascii_lowercase().as_str() {
            "csv" => Some(TableFormat::Csv(b',')),
            "tsv" => Some(TableFormat::Csv(b'\t')),
            "jsonl" | "ndjson" => Some(TableFormat::JsonLines),
            "parquet" => Some(TableFormat::Parquet),
            "arrow" | "arrows" | "feather" | "ipc" => Some(TableFormat::Arrow),
            _ => None,
        }
    }
}

/// One row of a table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Record {
    /// Every column with its value.
    pub(crate) cells: Vec<(Arc<str>, Value)>,
    /// The text of the puzzle.
    pub(crate) puzzle: String,
    /// Its name, or the number of the row.
    pub(crate) name: String,
    /// The number of the row, from 1, without the header.
    pub(crate) row: usize,
    /// Why the row cannot be read.
    pub(crate) error: Option<String>,
}

/// A table being read.
pub(crate) struct Table {
    /// The columns: of JSON lines those of the first row.
    pub(crate) columns: Vec<Column>,
    puzzle: Arc<str>,
    rows: Rows,
    n_rows: usize,
    /// The first row, if it was read to learn the columns.
    first: Option<RowCells>,
}

impl Table {
    /// Opens a table. Messages do not repeat the name of the file.
    pub(crate) fn open(
        format: TableFormat,
        bytes: Box<dyn Read + Send>,
        column: Option<&str>,
    ) -> Result<Table, String> {
        let mut first = None;
        let (columns, rows) = match format {
            TableFormat::Csv(delimiter) => csv_rows(bytes, delimiter)?,
            TableFormat::JsonLines => {
                let mut rows = json_rows(bytes);
                let found = rows.next().transpose()?;
                let cells = found.as_ref().and_then(|row| row.as_ref().ok());
                let columns = cells.into_iter().flatten().map(|(name, value)| Column {
                    name: Arc::clone(name),
                    holds: type_of(value),
                });
                let columns = columns.collect();
                first = found;
                (columns, rows)
            }
            TableFormat::Parquet => columns::parquet(bytes)?,
            TableFormat::Arrow => columns::arrow(bytes)?,
        };
        let puzzle = puzzle_column(&columns, column)?;
        Ok(Table {
            columns,
            puzzle,
            rows,
            n_rows: 0,
            first,
        })
    }

    /// The record of a row.
    fn record(&self, cells: RowCells) -> Record {
        let row = self.n_rows;
        let mut record = Record {
            row,
            name: row.to_string(),
            ..Record::default()
        };
        match cells {
            Ok(cells) => record.cells = cells,
            Err(message) => {
                record.error = Some(message);
                return record;
            }
        }
        let cell = |name: &str| {
            let found = record.cells.iter().find(|(known, _)| &**known == name);
            found.map(|(_, value)| value)
        };
        match cell(&self.puzzle) {
            Some(Value::String(text)) => record.puzzle = text.clone(),
            Some(Value::Number(number)) => record.puzzle = number.to_string(),
            Some(Value::Null) | None => record.error = Some("the row has no puzzle".to_owned()),
            Some(other) => record.error = Some(format!("a puzzle is a text, not {other}")),
        }
        match cell(NAME) {
            Some(Value::String(name)) if !name.is_empty() => record.name = name.clone(),
            Some(Value::Number(name)) => record.name = name.to_string(),
            _ => {}
        }
        record
    }
}

impl Iterator for Table {
    type Item = Result<Record, String>;

    fn next(&mut self) -> Option<Result<Record, String>> {
        let cells = match self.first.take() {
            Some(first) => Ok(first),
            None => self.rows.next()?,
        };
        self.n_rows += 1;
        Some(cells.map(|cells| self.record(cells)))
    }
}

/// The column that holds the puzzles: the named one, `puzzle`, or the only one.
fn puzzle_column(columns: &[Column], named: Option<&str>) -> Result<Arc<str>, String> {
    let find = |name: &str| columns.iter().find(|column| &*column.name == name);
    let names: Vec<&str> = columns.iter().map(|column| &*column.name).collect();
    let names = names.join(", ");
    if let Some(named) = named {
        let found = find(named).map(|column| Arc::clone(&column.name));
        return found.ok_or_else(|| match names.is_empty() {
            true => format!("there is no column `{named}`: the table is empty"),
            false => format!("there is no column `{named}`; the columns are {names}"),
        });
    }
    match (find(PUZZLE), columns) {
        (Some(column), _) | (None, [column]) => Ok(Arc::clone(&column.name)),
        (None, []) => Ok(PUZZLE.into()),
        _ => Err(format!("name the column of puzzles with --column: {names}")),
    }
}

/// The header and the rows of a separated text.
fn csv_rows(bytes: Box<dyn Read + Send>, delimiter: u8) -> Result<(Vec<Column>, Rows), String> {
    let n_left = Arc::new(AtomicU64::new(MAX_LINE));
    let bounded = BoundedRows {
        bytes: WithoutMark::new(bytes),
        n_left: Arc::clone(&n_left),
    };
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .flexible(true)
        .from_reader(bounded);
    let header = reader.headers().map_err(|error| error.to_string())?;
    let names: Vec<Arc<str>> = header.iter().map(|name| name.trim().into()).collect();
    let columns = names.iter().map(|name| Column {
        name: Arc::clone(name),
        holds: ColumnType::Text,
    });
    let columns = columns.collect();
    let rows = reader.into_byte_records().map(move |record| {
        n_left.store(MAX_LINE, Ordering::Relaxed);
        // An error of the file ends the table; a row that is not text does not.
        let record = record.map_err(|error| error.to_string())?;
        if record.len() != names.len() {
            let (found, expected) = (record.len(), names.len());
            return Ok(Err(format!(
                "the row has {found} fields, the header {expected}"
            )));
        }
        let cells = names.iter().zip(&record).map(|(name, field)| {
            let text = str::from_utf8(field);
            let text = text.map_err(|_| format!("column `{name}` is not UTF-8 text"))?;
            Ok((Arc::clone(name), Value::String(text.to_owned())))
        });
        Ok(cells.collect())
    });
    Ok((columns, Box::new(rows)))
}

/// The rows of JSON lines.
fn json_rows(bytes: Box<dyn Read + Send>) -> Rows {
    let mut lines = BufReader::new(WithoutMark::new(bytes));
    let mut line = Vec::new();
    Box::new(std::iter::from_fn(move || {
        loop {
            line.clear();
            let read = lines
                .by_ref()
                .take(MAX_LINE + 1)
                .read_until(b'\n', &mut line);
            match read {
                Ok(0) => return None,
                Ok(_) if line.len() as u64 > MAX_LINE => {
                    let size = MAX_LINE >> 20;
                    return Some(Err(format!("a line of over {size} MB is no row")));
                }
                Ok(_) if line.trim_ascii().is_empty() => {}
                Ok(_) => {
                    let row = serde_json::from_slice::<Object>(&line);
                    let row = row.map(|object| object.0);
                    return Some(Ok(
                        row.map_err(|error| format!("not a JSON object: {error}"))
                    ));
                }
                Err(error) => return Some(Err(error.to_string())),
            }
        }
    }))
}

/// The most bytes of a row.
const MAX_LINE: u64 = 16 << 20;

/// The bytes of a separated text; one row may take so many more of them. A row may span many lines, in quotes.
struct BoundedRows {
    bytes: WithoutMark,
    n_left: Arc<AtomicU64>,
}

impl Read for BoundedRows {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let n_read = self.bytes.read(into)?;
        let n_left = self.n_left.load(Ordering::Relaxed);
        let Some(n_left) = n_left.checked_sub(n_read as u64) else {
            let message = format!("a row of over {} MB is too large", MAX_LINE >> 20);
            return Err(std::io::Error::other(message));
        };
        self.n_left.store(n_left, Ordering::Relaxed);
        Ok(n_read)
    }
}

/// A JSON object with its fields in order.
struct Object(Vec<(Arc<str>, Value)>);

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Object, D::Error> {
        struct Fields;
        impl<'de> Visitor<'de> for Fields {
            type Value = Object;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Object, M::Error> {
                let mut fields = Vec::new();
                while let Some((name, value)) = map.next_entry::<String, Value>()? {
                    fields.push((name.into(), value));
                }
                Ok(Object(fields))
            }
        }
        deserializer.deserialize_map(Fields)
    }
}

/// Bytes without a byte order mark at their start.
struct WithoutMark {
    bytes: Box<dyn Read + Send>,
    is_started: bool,
}

impl WithoutMark {
    fn new(bytes: Box<dyn Read + Send>) -> WithoutMark {
        WithoutMark {
            bytes,
            is_started: false,
        }
    }
}

impl Read for WithoutMark {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        if !std::mem::replace(&mut self.is_started, true) {
            let mut first = Vec::new();
            self.bytes.by_ref().take(3).read_to_end(&mut first)?;
            let rest = std::mem::replace(&mut self.bytes, Box::new(std::io::empty()));
            let kept = match first.as_slice() {
                b"\xef\xbb\xbf" => Vec::new(),
                _ => first,
            };
            self.bytes = Box::new(std::io::Cursor::new(kept).chain(rest));
        }
        self.bytes.read(into)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(format: TableFormat, text: &str, column: Option<&str>) -> Result<Table, String> {
        let bytes = std::io::Cursor::new(text.as_bytes().to_vec());
        Table::open(format, Box::new(bytes), column)
    }

    #[test]
    fn file_names_stand_for_formats() {
        for (name, format) in [
            ("a/b.csv", Some(TableFormat::Csv(b','))),
            ("b.TSV.gz", Some(TableFormat::Csv(b'\t'))),
            ("b.jsonl", Some(TableFormat::JsonLines)),
            ("b.parquet", Some(TableFormat::Parquet)),
            ("b.feather", Some(TableFormat::Arrow)),
            ("b.txt", None),
            ("csv", None),
        ] {
            assert_eq!(TableFormat::of(Path::new(name)), format, "{name}");
        }
    }

    #[test]
    fn the_column_is_named_or_obvious() {
        let open = |text: &str, column| table(TableFormat::Csv(b','), text, column);
        let columns = "quizzes,solutions\n12,34\n";
        let error = open(columns, None).err().expect("two columns");
        assert_eq!(
            error,
            "name the column of puzzles with --column: quizzes, solutions"
        );
        let error = open(columns, Some("quiz")).err().expect("no such column");
        assert_eq!(
            error,
            "there is no column `quiz`; the columns are quizzes, solutions"
        );
        for (text, column) in [
            (columns, Some("quizzes")),
            ("board\n12\n", None),
            ("a,puzzle\n1,12\n", None),
            ("\u{feff}puzzle,a\n12,1\n", None),
        ] {
            let mut rows = open(text, column).expect("a table");
            let record = rows.next().expect("a row").expect("a row");
            assert_eq!((record.puzzle.as_str(), record.row), ("12", 1), "{text}");
            assert!(rows.next().is_none());
        }
    }

    #[test]
    fn bad_rows_are_rows_with_an_error() {
        let text = "{\"puzzle\":\"12\",\"n\":1}\n\nnonsense\n[1]\n{\"n\":2}\n{\"puzzle\":[1]}\n{\"puzzle\":\"3\",\"name\":\"x\"}\n";
        let rows = table(TableFormat::JsonLines, text, None).expect("a table");
        let rows: Vec<Record> = rows.map(|row| row.expect("a row")).collect();
        let errors: Vec<bool> = rows.iter().map(|row| row.error.is_some()).collect();
        assert_eq!(errors, [false, true, true, true, true, false]);
        assert_eq!(rows[5].name, "x");
        assert_eq!(rows[0].cells[1].1, 1);
        let rows = table(TableFormat::Csv(b','), "puzzle,a\n1\n2,3\n", None).expect("a table");
        let rows: Vec<Record> = rows.map(|row| row.expect("a row")).collect();
        let message = "the row has 1 fields, the header 2";
        assert_eq!(rows[0].error.as_deref(), Some(message));
        assert_eq!(rows[1].puzzle, "2");
    }
}
