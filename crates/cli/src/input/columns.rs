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
    use std::cell::Cell;
    use std::io::{Cursor, Read};
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::{Arc, Once};

    use arrow_array::cast::AsArray;
    use arrow_array::{Array, ArrayRef, RecordBatch};
    use arrow_cast::display::{ArrayFormatter, FormatOptions};
    use arrow_ipc::reader::{FileReader, StreamReader};
    use arrow_schema::{ArrowError, DataType, SchemaRef};
    use gridwright::columns::ColumnType;
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
    use serde_json::Value;

    use crate::input::cells::{Column, RowCells, Rows};

    /// The rows of a Parquet file. The file is read as a whole, because its index is at its end.
    pub(crate) fn parquet(bytes: Box<dyn Read + Send>) -> Result<(Vec<Column>, Rows), String> {
        let bytes = whole(bytes)?;
        let reader = guarded(|| {
            let builder = ParquetRecordBatchReaderBuilder::try_new(bytes::Bytes::from(bytes));
            builder.and_then(|builder| builder.with_batch_size(1024).build())
        })?;
        let reader = reader.map_err(|error| format!("not a Parquet file: {error}"))?;
        let schema = arrow_array::RecordBatchReader::schema(&reader);
        Ok(rows(&schema, reader))
    }

    /// The rows of an Arrow file or stream.
    pub(crate) fn arrow(bytes: Box<dyn Read + Send>) -> Result<(Vec<Column>, Rows), String> {
        let bytes = whole(bytes)?;
        let refused = |error: ArrowError| format!("not an Arrow file: {error}");
        if bytes.starts_with(b"ARROW1") {
            let reader = guarded(|| FileReader::try_new(Cursor::new(bytes), None))?;
            let reader = reader.map_err(refused)?;
            return Ok(rows(&reader.schema(), reader));
        }
        let reader = guarded(|| StreamReader::try_new(Cursor::new(bytes), None))?;
        let reader = reader.map_err(refused)?;
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
        mut batches: impl Iterator<Item = Result<RecordBatch, ArrowError>> + Send + 'static,
    ) -> (Vec<Column>, Rows) {
        let columns = schema.fields().iter().map(|field| Column {
            name: field.name().as_str().into(),
            holds: holds(field.data_type()),
        });
        let columns: Vec<Column> = columns.collect();
        let known = columns.clone();
        let mut next = move || {
            let batch = batches.next()?.map_err(|error| error.to_string());
            Some(batch.and_then(|batch| batch_rows(&known, &batch)))
        };
        // After an error a reader may report it again and again.
        let mut has_failed = false;
        let read = std::iter::from_fn(move || {
            if has_failed {
                return None;
            }
            let rows = guarded(&mut next).unwrap_or_else(|message| Some(Err(message)))?;
            has_failed = rows.is_err();
            Some(rows)
        });
        let rows = read.flat_map(|rows| match rows {
            Ok(rows) => rows.into_iter().map(Ok).collect(),
            Err(message) => vec![Err(message)],
        });
        (columns, Box::new(rows))
    }

    thread_local! {
        /// Whether this thread is in [`guarded`].
        static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
    }

    /// Calls a reader of columns. The libraries panic on some damaged files; here this is an error, and nothing is printed. A program that aborts on panics
    /// cannot return it, and ends with the error.
    fn guarded<T>(read: impl FnOnce() -> T) -> Result<T, String> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let print = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                if !IS_GUARDED.get() {
                    print(panic);
                } else if cfg!(panic = "abort") {
                    eprintln!("error: the Parquet or Arrow file is damaged");
                    // The exit code of invalid input.
                    std::process::exit(2);
                }
            }));
        });
        IS_GUARDED.set(true);
        let result = catch_unwind(AssertUnwindSafe(read));
        IS_GUARDED.set(false);
        result.map_err(|_| "the file is damaged".to_owned())
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
            DataType::List(item) if is_text(item.data_type()) => ColumnType::Texts,
            DataType::Map(entry, _) if is_count(entry.data_type()) => ColumnType::Counts,
            _ => ColumnType::Text,
        }
    }

    fn is_text(data: &DataType) -> bool {
        matches!(
            data,
            DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View
        )
    }

    /// Whether the entries of a map are texts with whole numbers.
    fn is_count(entry: &DataType) -> bool {
        let DataType::Struct(fields) = entry else {
            return false;
        };
        let types: Vec<&DataType> = fields.iter().map(|field| field.data_type()).collect();
        matches!(types[..], [text, number] if is_text(text) && holds(number) == ColumnType::Whole)
    }

    /// The items of a list of texts.
    fn texts(array: &ArrayRef, options: &FormatOptions<'_>) -> Result<Vec<String>, ArrowError> {
        let formatter = ArrayFormatter::try_new(array, options)?;
        let items = (0..array.len()).map(|at| formatter.value(at).to_string());
        Ok(items.collect())
    }

    /// The value of a list of texts or a map of counts.
    fn list(
        column: &ArrayRef,
        row: usize,
        holds: ColumnType,
        options: &FormatOptions<'_>,
    ) -> Result<Value, ArrowError> {
        if holds == ColumnType::Texts {
            let items = texts(&column.as_list::<i32>().value(row), options)?;
            return Ok(items.into());
        }
        let entries = column.as_map().value(row);
        let names = texts(entries.column(0), options)?;
        let numbers = texts(entries.column(1), options)?;
        let pairs = names.into_iter().zip(numbers).map(|(name, number)| {
            let number = number.parse::<i64>().map_or(Value::Null, Value::from);
            Value::Array(vec![name.into(), number])
        });
        Ok(pairs.collect())
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
            let holds = columns[at].holds;
            if matches!(holds, ColumnType::Texts | ColumnType::Counts)
                && let Ok(value) = list(batch.column(at), row, holds, &options)
            {
                return value;
            }
            let text = formatters[at].value(row).to_string();
            let typed = match holds {
                ColumnType::Text | ColumnType::Texts | ColumnType::Counts => None,
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
