//! Rows as a Parquet file, for notebooks and databases; with the feature `parquet`.

use std::fmt;

use crate::run::row::Row;

/// Why there is no Parquet file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParquetError {
    /// The program was built without the feature `parquet`.
    NotBuilt,
    /// The file could not be written.
    Failed(String),
}

impl fmt::Display for ParquetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParquetError::NotBuilt => f.write_str(
                "this program was built without Parquet; build it with `--features parquet`",
            ),
            ParquetError::Failed(message) => write!(f, "no Parquet file: {message}"),
        }
    }
}

impl std::error::Error for ParquetError {}

/// Rows as the bytes of a Parquet file.
pub fn parquet(rows: &[Row], axes: &[String]) -> Result<Vec<u8>, ParquetError> {
    #[cfg(feature = "parquet")]
    return writer::write(rows, axes).map_err(|error| ParquetError::Failed(error.to_string()));
    #[cfg(not(feature = "parquet"))]
    {
        let _ = (rows, axes);
        Err(ParquetError::NotBuilt)
    }
}

#[cfg(feature = "parquet")]
mod writer {
    use std::sync::Arc;

    use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
    use parquet::errors::ParquetError;
    use parquet::file::properties::WriterProperties;
    use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
    use parquet::schema::parser::parse_message_type;

    use crate::run::row::{COLUMNS, Column, Row};

    pub(super) fn write(rows: &[Row], axes: &[String]) -> Result<Vec<u8>, ParquetError> {
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
}
