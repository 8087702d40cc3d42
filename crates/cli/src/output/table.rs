//! Results as tables: one row per puzzle, after the columns that the input had, as CSV, JSON lines, Parquet or Arrow.
//!
//! Workers write rows as text. Parquet and Arrow files are made of JSON lines when these are printed in order.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use flate2::Compression;
use flate2::write::GzEncoder;
use gridwright::columns::{ColumnType, ERROR, PUZZLE, ResultColumns};
use gridwright_fzn::PartFile;
use serde::Serialize;
use serde_json::Value;

use crate::input::cells::Column;
use crate::input::table::TableFormat;
use crate::output::cell_text::flat;
use crate::output::columns::ColumnsFile;

/// How workers write rows.
#[derive(Debug)]
pub(crate) struct RowWriter {
    format: TableFormat,
    columns: ResultColumns,
    /// The columns of the input, once the first table is open.
    pub(crate) carried: Arc<OnceLock<Vec<Column>>>,
}

impl RowWriter {
    /// Rows of a verb in a format.
    pub(crate) fn new(format: TableFormat, columns: ResultColumns) -> RowWriter {
        RowWriter {
            format,
            columns,
            carried: Arc::default(),
        }
    }

    /// The columns of the input that no column of the verb replaces.
    fn kept(&self) -> impl Iterator<Item = &Column> {
        let carried = self.carried.get().into_iter().flatten();
        carried.filter(|column| !self.is_own(&column.name))
    }

    /// Whether a column is one of the verb's. The puzzle is not, if the input has a column for it.
    fn is_own(&self, name: &str) -> bool {
        name == ERROR || self.own().any(|(own, _)| own == name)
    }

    fn own(&self) -> impl Iterator<Item = (&'static str, ColumnType)> {
        let is_table = self
            .carried
            .get()
            .is_some_and(|carried| !carried.is_empty());
        let own = self.columns.iter().copied();
        own.filter(move |(name, _)| !is_table || *name != PUZZLE)
    }

    /// All columns in order.
    fn all(&self) -> Vec<Column> {
        let own = self.own().chain([(ERROR, ColumnType::Text)]);
        let own = own.map(|(name, holds)| Column {
            name: name.into(),
            holds,
        });
        self.kept().cloned().chain(own).collect()
    }

    /// A row as a line: the cells of the input, then those of the result.
    pub(crate) fn row(&self, cells: &[(Arc<str>, Value)], result: &impl Serialize) -> String {
        match self.format {
            TableFormat::Csv(delimiter) => self.csv_row(cells, result, delimiter),
            TableFormat::JsonLines => self.json_row(cells, result),
            TableFormat::Parquet | TableFormat::Arrow => {
                let mut result = serde_json::to_value(result).unwrap_or_default();
                if let Some(fields) = result.as_object_mut() {
                    fields.retain(|name, _| self.is_own(name));
                }
                self.json_row(cells, &result)
            }
        }
    }

    fn json_row(&self, cells: &[(Arc<str>, Value)], result: &impl Serialize) -> String {
        let mut line = Vec::with_capacity(MEAN_ROW_BYTES);
        for (name, value) in cells.iter().filter(|(name, _)| !self.is_own(name)) {
            line.push(if line.is_empty() { b'{' } else { b',' });
            write_json(&mut line, &**name);
            line.push(b':');
            write_json(&mut line, value);
        }
        // The fields of the result continue the object that the cells have begun.
        let begun = line.len();
        write_json(&mut line, result);
        match &line[begun..] {
            _ if begun == 0 => {}
            b"{}" => _ = line.remove(begun),
            _ => line[begun] = b',',
        }
        line.push(b'\n');
        String::from_utf8(line).unwrap_or_default()
    }

    fn csv_row(
        &self,
        cells: &[(Arc<str>, Value)],
        result: &impl Serialize,
        delimiter: u8,
    ) -> String {
        let mut result = serde_json::to_value(result).unwrap_or_default();
        let known: Vec<&Column> = self.kept().collect();
        let is_lost =
            |name: &str| !self.is_own(name) && known.iter().all(|column| &*column.name != name);
        if let Some((name, _)) = cells.iter().find(|(name, _)| is_lost(name)) {
            result[ERROR] = format!("the column `{name}` is not in the first row").into();
        }
        let find = |name: &str| cells.iter().find(|(known, _)| &**known == name);
        let kept = known
            .iter()
            .map(|column| find(&column.name).map_or_else(String::new, |(_, value)| flat(value)));
        let own = self.own().map(|(name, _)| name).chain([ERROR]);
        let own = own.map(|name| result.get(name).map_or_else(String::new, flat));
        csv_line(kept.chain(own), delimiter)
    }

    /// The header, for formats that have one.
    fn header(&self) -> Option<String> {
        let TableFormat::Csv(delimiter) = self.format else {
            return None;
        };
        let names = self.all().into_iter().map(|column| column.name.to_string());
        Some(csv_line(names, delimiter))
    }
}

/// How a verb writes rows, and the file they go to: JSON lines to standard output, or a table to a file; `None` if it prints text.
pub(crate) fn row_output(
    json: bool,
    file: Option<&Path>,
    columns: ResultColumns,
) -> Result<Option<(RowWriter, Option<TableFile>)>, String> {
    Ok(match file {
        Some(path) => {
            let (file, format) = TableFile::create(path)?;
            Some((RowWriter::new(format, columns), Some(file)))
        }
        None if json => Some((RowWriter::new(TableFormat::JsonLines, columns), None)),
        None => None,
    })
}

fn csv_line(fields: impl Iterator<Item = String>, delimiter: u8) -> String {
    let mut writer = csv::WriterBuilder::new()
        .delimiter(delimiter)
        .from_writer(Vec::new());
    writer
        .write_record(fields.collect::<Vec<_>>())
        .expect("memory takes it");
    let line = writer.into_inner().expect("memory takes it");
    String::from_utf8(line).expect("fields are text")
}

/// The file that a table is written to. It has its name only when it is complete, or when the run was interrupted between rows.
pub(crate) struct TableFile {
    path: PathBuf,
    /// Dropped before `part`, which removes the file: some systems remove no open files.
    sink: Sink,
    part: PartFile,
    has_header: bool,
}

enum Sink {
    Text(BufWriter<File>),
    Packed(GzEncoder<BufWriter<File>>),
    Columns(ColumnsFile),
}

impl TableFile {
    /// Creates a file for rows in the format of its name.
    pub(crate) fn create(path: &Path) -> Result<(TableFile, TableFormat), String> {
        let shown = path.display();
        let format = TableFormat::of(path)
            .ok_or_else(|| format!("{shown}: a table is .csv, .tsv, .jsonl, .parquet or .arrow"))?;
        let is_packed = path.extension().is_some_and(|end| end == "gz");
        let has_columns = matches!(format, TableFormat::Parquet | TableFormat::Arrow);
        if is_packed && has_columns {
            return Err(format!("{shown}: this format has its own compression"));
        }
        let (part, out) = PartFile::create(path)?;
        let sink = if has_columns {
            // Nothing is buffered yet.
            let file = out.into_inner().map_err(|error| error.to_string());
            let file = file.and_then(|file| ColumnsFile::new(file, format));
            Sink::Columns(file.map_err(|error| format!("{shown}: {error}"))?)
        } else if is_packed {
            Sink::Packed(GzEncoder::new(out, Compression::default()))
        } else {
            Sink::Text(out)
        };
        let file = TableFile {
            path: path.to_owned(),
            part,
            sink,
            has_header: false,
        };
        Ok((file, format))
    }

    fn error(&self, error: impl std::fmt::Display) -> String {
        format!("{}: {error}", self.path.display())
    }

    /// Writes whole rows.
    pub(crate) fn write(&mut self, rows: &RowWriter, text: &str) -> Result<(), String> {
        let file: &mut dyn Write = match &mut self.sink {
            Sink::Text(file) => file,
            Sink::Packed(file) => file,
            Sink::Columns(file) => {
                let written = file.write(&rows.all(), text);
                return written.map_err(|error| self.error(error));
            }
        };
        let is_first = !std::mem::replace(&mut self.has_header, true);
        let header = rows.header().filter(|_| is_first).unwrap_or_default();
        let written = file.write_all(header.as_bytes());
        let written = written.and_then(|()| file.write_all(text.as_bytes()));
        written.map_err(|error| self.error(error))
    }

    /// Completes the file.
    pub(crate) fn finish(mut self, rows: &RowWriter) -> Result<(), String> {
        self.write(rows, "")?;
        let done = match self.sink {
            Sink::Text(mut file) => file.flush(),
            Sink::Packed(file) => file.finish().and_then(|mut file| file.flush()),
            Sink::Columns(file) => file.finish().map_err(io::Error::other),
        };
        self.part.finish(done, true).map(|_| ())
    }
}

/// The capacity that a row begins with.
const MEAN_ROW_BYTES: usize = 256;

/// Appends a value as JSON. None of our values fails to be written.
fn write_json(out: &mut Vec<u8>, value: &(impl Serialize + ?Sized)) {
    let _ = serde_json::to_writer(out, value);
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const COLUMNS: ResultColumns = &[
        ("verdict", ColumnType::Text),
        ("answers", ColumnType::Texts),
        ("nodes", ColumnType::Whole),
    ];

    fn cells() -> Vec<(Arc<str>, Value)> {
        vec![
            ("quiz".into(), "1,2".into()),
            ("nodes".into(), "old".into()),
            ("n".into(), 3.into()),
        ]
    }

    fn writer(format: TableFormat) -> RowWriter {
        let writer = RowWriter::new(format, COLUMNS);
        let columns = cells().into_iter().map(|(name, _)| Column {
            name,
            holds: ColumnType::Text,
        });
        writer.carried.set(columns.collect()).expect("set once");
        writer
    }

    #[test]
    fn rows_carry_the_columns_of_the_input() {
        let result = json!({"verdict": "multiple", "answers": ["a", "b"], "nodes": 7});
        let csv = writer(TableFormat::Csv(b','));
        assert_eq!(
            csv.header().as_deref(),
            Some("quiz,n,verdict,answers,nodes,error\n")
        );
        assert_eq!(csv.row(&cells(), &result), "\"1,2\",3,multiple,a|b,7,\n");
        let json = writer(TableFormat::JsonLines);
        let line = json.row(&cells(), &result);
        assert!(line.starts_with("{\"quiz\":\"1,2\",\"n\":3,"), "{line}");
        let read: Value = serde_json::from_str(&line).expect("one object");
        assert_eq!(read["nodes"], 7);
        let line = json.row(&cells(), &json!({}));
        assert_eq!(line, "{\"quiz\":\"1,2\",\"n\":3}\n");
    }

    #[test]
    fn a_column_that_cannot_be_kept_is_an_error_of_its_row() {
        let csv = writer(TableFormat::Csv(b'\t'));
        let mut cells = cells();
        cells.push(("late".into(), 1.into()));
        let line = csv.row(&cells, &json!({}));
        assert!(
            line.ends_with("the column `late` is not in the first row\n"),
            "{line}"
        );
    }
}
