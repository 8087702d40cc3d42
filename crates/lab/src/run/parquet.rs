//! Rows as a Parquet file, for notebooks and databases.

use std::sync::Arc;

use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::parser::parse_message_type;

use crate::run::row::{COLUMNS, Column, Row};

/// Rows as the bytes of a Parquet file.
pub fn parquet(rows: &[Row], axes: &[String]) -> Result<Vec<u8>, ParquetError> {
    let mut schema = "message rows {\n  REQUIRED BYTE_ARRAY instance (UTF8);\n".to_owned();
    for axis in axes {
        // A name in a schema is one word.
        let name = axis.replace(|letter: char| !letter.is_alphanumeric(), "_");
        schema += &format!("  REQUIRED BYTE_ARRAY {name} (UTF8);\n");
    }
    for (name, column) in &COLUMNS {
        schema += &match column {
            Column::Text(_) => format!("  REQUIRED BYTE_ARRAY {name} (UTF8);\n"),
            Column::Whole(_) => format!("  REQUIRED INT64 {name};\n"),
            Column::Real(_) => format!("  REQUIRED DOUBLE {name};\n"),
            Column::Optional(_) => format!("  OPTIONAL INT64 {name};\n"),
        };
    }
    schema += "}\n";
    let schema = Arc::new(parse_message_type(&schema)?);
    let properties = Arc::new(WriterProperties::builder().build());
    let mut file = SerializedFileWriter::new(Vec::new(), schema, properties)?;
    let mut group = file.next_row_group()?;
    let mut write =
        |write: &dyn Fn(&mut SerializedColumnWriter<'_>) -> Result<usize, ParquetError>| {
            let mut writer = group
                .next_column()?
                .expect("a column for each field of the schema");
            write(&mut writer)?;
            writer.close()
        };
    let text = |writer: &mut SerializedColumnWriter<'_>, get: &dyn Fn(&Row) -> &str| {
        let values: Vec<ByteArray> = rows.iter().map(|row| get(row).into()).collect();
        writer
            .typed::<ByteArrayType>()
            .write_batch(&values, None, None)
    };
    write(&|writer| text(writer, &|row| &row.key.instance))?;
    for axis in 0..axes.len() {
        write(&|writer| text(writer, &|row| &row.key.values[axis]))?;
    }
    for (_, column) in &COLUMNS {
        write(&|writer| match column {
            Column::Text(get) => text(writer, get),
            Column::Whole(get) => {
                let values: Vec<i64> = rows.iter().map(|row| get(row) as i64).collect();
                writer.typed::<Int64Type>().write_batch(&values, None, None)
            }
            Column::Real(get) => {
                let values: Vec<f64> = rows.iter().map(get).collect();
                writer
                    .typed::<DoubleType>()
                    .write_batch(&values, None, None)
            }
            Column::Optional(get) => {
                let values: Vec<i64> = rows
                    .iter()
                    .filter_map(get)
                    .map(|value| value as i64)
                    .collect();
                let present: Vec<i16> = rows
                    .iter()
                    .map(|row| i16::from(get(row).is_some()))
                    .collect();
                writer
                    .typed::<Int64Type>()
                    .write_batch(&values, Some(&present), None)
            }
        })?;
    }
    group.close()?;
    file.into_inner()
}
