//! Parquet and Arrow files as tables, with the feature `parquet`.

#[cfg(not(feature = "parquet"))]
mod without {
    use std::io::Read;

    use crate::input::cells::{Column, Rows};

    const MISSING: &str = "this program was built without Parquet and Arrow; build it with `--features parquet`, or use CSV or JSON lines";

    pub(crate) fn parquet(_: Box<dyn Read + Send>) -> Result<(Vec<Column>, Rows), String> {
        Err(MISSING.to_owned())
    }

    pub(crate) fn arrow(_: Box<dyn Read + Send>) -> Result<(Vec<Column>, Rows), String> {
        Err(MISSING.to_owned())
    }
}

#[cfg(feature = "parquet")]
mod with {
    use std::io::{Cursor, Read};
    use std::sync::Arc;

    use arrow_array::{Array, RecordBatch};
    use arrow_cast::display::{ArrayFormatter, FormatOptions};
    use arrow_ipc::reader::{FileReader, StreamReader};
    use arrow_schema::{ArrowError, DataType, SchemaRef};
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
    use serde_json::Value;

    use crate::input::cells::{Column, ColumnType, RowCells, Rows};

    /// The rows of a Parquet file. The file is read as a whole, because its index is at its end.
    pub(crate) fn parquet(bytes: Box<dyn Read + Send>) -> Result<(Vec<Column>, Rows), String> {
        let bytes = whole(bytes)?;
        let builder = ParquetRecordBatchReaderBuilder::try_new(bytes::Bytes::from(bytes));
        let reader = builder.and_then(|builder| builder.with_batch_size(1024).build());
        let reader = reader.map_err(|error| format!("not a Parquet file: {error}"))?;
        let schema = arrow_array::RecordBatchReader::schema(&reader);
        Ok(rows(&schema, reader))
    }

    /// The rows of an Arrow file or stream.
    pub(crate) fn arrow(bytes: Box<dyn Read + Send>) -> Result<(Vec<Column>, Rows), String> {
        let bytes = whole(bytes)?;
        let refused = |error: ArrowError| format!("not an Arrow file: {error}");
        if bytes.starts_with(b"ARROW1") {
            let reader = FileReader::try_new(Cursor::new(bytes), None).map_err(refused)?;
            return Ok(rows(&reader.schema(), reader));
        }
        let reader = StreamReader::try_new(Cursor::new(bytes), None).map_err(refused)?;
        Ok(rows(&reader.schema(), reader))
    }

    fn whole(mut bytes: Box<dyn Read + Send>) -> Result<Vec<u8>, String> {
        let mut all = Vec::new();
        bytes
            .read_to_end(&mut all)
            .map_err(|error| error.to_string())?;
        Ok(all)
    }

    /// The columns and rows of record batches.
    fn rows(
        schema: &SchemaRef,
        batches: impl Iterator<Item = Result<RecordBatch, ArrowError>> + Send + 'static,
    ) -> (Vec<Column>, Rows) {
        let columns = schema.fields().iter().map(|field| Column {
            name: field.name().as_str().into(),
            holds: holds(field.data_type()),
        });
        let columns: Vec<Column> = columns.collect();
        let known = columns.clone();
        let rows = batches.flat_map(move |batch| {
            let read = batch.map_err(|error| error.to_string());
            let rows = read.and_then(|batch| batch_rows(&known, &batch));
            match rows {
                Ok(rows) => rows.into_iter().map(Ok).collect(),
                Err(message) => vec![Err(message)],
            }
        });
        (columns, Box::new(rows))
    }

    fn holds(data: &DataType) -> ColumnType {
        match data {
            DataType::Boolean => ColumnType::Boolean,
            DataType::Int8
            | DataType::Int16
            | DataType::Int32
            | DataType::Int64
            | DataType::UInt8
            | DataType::UInt16
            | DataType::UInt32 => ColumnType::Whole,
            DataType::Float16 | DataType::Float32 | DataType::Float64 => ColumnType::Real,
            _ => ColumnType::Text,
        }
    }

    fn batch_rows(columns: &[Column], batch: &RecordBatch) -> Result<Vec<RowCells>, String> {
        let options = FormatOptions::default();
        let formatters = batch.columns().iter().map(|column| {
            ArrayFormatter::try_new(column, &options).map_err(|error| error.to_string())
        });
        let formatters = formatters.collect::<Result<Vec<_>, String>>()?;
        let cell = |at: usize, row: usize| {
            if batch.column(at).is_null(row) {
                return Value::Null;
            }
            let text = formatters[at].value(row).to_string();
            let typed = match columns[at].holds {
                ColumnType::Text => None,
                ColumnType::Boolean => text.parse().ok().map(Value::Bool),
                ColumnType::Whole => text.parse::<i64>().ok().map(Value::from),
                ColumnType::Real => text.parse::<f64>().ok().map(Value::from),
            };
            typed.unwrap_or(Value::String(text))
        };
        let row = |row: usize| {
            let cells = columns.iter().enumerate();
            Ok(cells
                .map(|(at, column)| (Arc::clone(&column.name), cell(at, row)))
                .collect())
        };
        Ok((0..batch.num_rows()).map(row).collect())
    }
}

#[cfg(feature = "parquet")]
pub(crate) use with::{arrow, parquet};
#[cfg(not(feature = "parquet"))]
pub(crate) use without::{arrow, parquet};
