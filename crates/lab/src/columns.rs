//! Rows by columns: a file of Parquet, for notebooks and databases.

use std::io::Write;
use std::sync::Arc;

use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

use crate::row::Row;

/// A column.
enum Column<'r> {
    Text(Box<dyn Fn(&'r Row) -> &'r str + 'r>),
    Whole(fn(&Row) -> u64),
    Real(fn(&Row) -> f64),
    Seed,
}

/// Writes rows as a file of Parquet.
pub fn parquet(rows: &[Row], axes: &[String], out: impl Write + Send) -> Result<(), ParquetError> {
    let mut columns: Vec<(String, Column<'_>)> = Vec::new();
    columns.push((
        "instance".to_owned(),
        Column::Text(Box::new(|row| &row.instance)),
    ));
    for (i, axis) in axes.iter().enumerate() {
        columns.push((
            axis.clone(),
            Column::Text(Box::new(move |row| &row.values[i])),
        ));
    }
    columns.extend([
        (
            "repetition".to_owned(),
            Column::Whole(|row| row.repetition.into()),
        ),
        (
            "verdict".to_owned(),
            Column::Text(Box::new(|row| &row.verdict)),
        ),
        ("note".to_owned(), Column::Text(Box::new(|row| &row.note))),
        ("answers".to_owned(), Column::Whole(|row| row.answers)),
        ("nodes".to_owned(), Column::Whole(|row| row.nodes)),
        ("failures".to_owned(), Column::Whole(|row| row.failures)),
        ("backtracks".to_owned(), Column::Whole(|row| row.backtracks)),
        (
            "propagations".to_owned(),
            Column::Whole(|row| row.propagations),
        ),
        ("setup_ms".to_owned(), Column::Real(|row| row.setup_ms)),
        ("solve_ms".to_owned(), Column::Real(|row| row.solve_ms)),
        ("memory_bytes".to_owned(), Column::Whole(|row| row.memory)),
        ("seed".to_owned(), Column::Seed),
        (
            "version".to_owned(),
            Column::Text(Box::new(|row| &row.version)),
        ),
        (
            "machine".to_owned(),
            Column::Text(Box::new(|row| &row.machine)),
        ),
    ]);
    let mut schema = "message rows {\n".to_owned();
    for (name, column) in &columns {
        // A name in a schema is one word.
        let name: String = name
            .chars()
            .map(|letter| {
                if letter.is_alphanumeric() {
                    letter
                } else {
                    '_'
                }
            })
            .collect();
        schema += &match column {
            Column::Text(_) => format!("  REQUIRED BYTE_ARRAY {name} (UTF8);\n"),
            Column::Whole(_) => format!("  REQUIRED INT64 {name};\n"),
            Column::Real(_) => format!("  REQUIRED DOUBLE {name};\n"),
            Column::Seed => format!("  OPTIONAL INT64 {name};\n"),
        };
    }
    schema += "}\n";
    let schema = Arc::new(parse_message_type(&schema)?);
    let properties = Arc::new(WriterProperties::builder().build());
    let mut file = SerializedFileWriter::new(out, schema, properties)?;
    let mut group = file.next_row_group()?;
    for (_, column) in &columns {
        let Some(mut writer) = group.next_column()? else {
            break;
        };
        match column {
            Column::Text(of) => {
                let words: Vec<ByteArray> = rows.iter().map(|row| of(row).into()).collect();
                writer
                    .typed::<ByteArrayType>()
                    .write_batch(&words, None, None)?;
            }
            Column::Whole(of) => {
                let numbers: Vec<i64> = rows.iter().map(|row| of(row) as i64).collect();
                writer
                    .typed::<Int64Type>()
                    .write_batch(&numbers, None, None)?;
            }
            Column::Real(of) => {
                let numbers: Vec<f64> = rows.iter().map(of).collect();
                writer
                    .typed::<DoubleType>()
                    .write_batch(&numbers, None, None)?;
            }
            Column::Seed => {
                let seeds: Vec<i64> = rows
                    .iter()
                    .filter_map(|row| row.seed.map(|seed| seed as i64))
                    .collect();
                let there: Vec<i16> = rows
                    .iter()
                    .map(|row| i16::from(row.seed.is_some()))
                    .collect();
                writer
                    .typed::<Int64Type>()
                    .write_batch(&seeds, Some(&there), None)?;
            }
        }
        writer.close()?;
    }
    group.close()?;
    file.close()?;
    Ok(())
}
