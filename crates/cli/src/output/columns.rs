//! Parquet and Arrow files made of JSON lines, with the feature `parquet`.

#[cfg(not(feature = "parquet"))]
mod without {
    use std::fs::File;

    use crate::input::cells::Column;
    use crate::input::table::TableFormat;

    /// No such file can be written.
    pub(crate) enum ColumnsFile {}

    impl ColumnsFile {
        pub(crate) fn new(_: File, _: TableFormat) -> Result<ColumnsFile, String> {
            Err("this program was built without Parquet and Arrow; build it with `--features parquet`, or write .csv or .jsonl".to_owned())
        }

        pub(crate) fn write(&mut self, _: &[Column], _: &str) -> Result<(), String> {
            match *self {}
        }

        pub(crate) fn finish(self) -> Result<(), String> {
            match self {}
        }
    }
}

#[cfg(feature = "parquet")]
mod with {
    use std::fs::File;
    use std::sync::Arc;

    use arrow_array::builder::{
        BooleanBuilder, Float64Builder, Int64Builder, ListBuilder, MapBuilder, StringBuilder,
    };
    use arrow_array::{ArrayRef, RecordBatch};
    use arrow_ipc::writer::FileWriter;
    use arrow_schema::{Field, Schema, SchemaRef};
    use gridwright::columns::{ColumnType, ERROR};
    use parquet::arrow::ArrowWriter;
    use parquet::basic::Compression;
    use parquet::file::properties::WriterProperties;
    use serde_json::{Map, Value};

    use crate::input::cells::{Column, pair};
    use crate::input::table::TableFormat;
    use crate::output::cell_text::flat;

    /// The rows of a batch.
    const BATCH: usize = 1 << 16;

    /// A file of columns being written.
    pub(crate) struct ColumnsFile {
        format: TableFormat,
        file: Option<File>,
        columns: Vec<Column>,
        rows: Vec<Map<String, Value>>,
        writer: Option<Writer>,
    }

    enum Writer {
        Parquet(Box<ArrowWriter<File>>),
        Arrow(Box<FileWriter<File>>),
    }

    impl ColumnsFile {
        pub(crate) fn new(file: File, format: TableFormat) -> Result<ColumnsFile, String> {
            Ok(ColumnsFile {
                format,
                file: Some(file),
                columns: Vec::new(),
                rows: Vec::new(),
                writer: None,
            })
        }

        /// Adds rows, given as JSON lines.
        pub(crate) fn write(&mut self, columns: &[Column], text: &str) -> Result<(), String> {
            if self.columns.is_empty() {
                self.columns = columns.to_vec();
            }
            for line in text.lines() {
                let row = serde_json::from_str(line).map_err(|error| error.to_string())?;
                self.rows.push(row);
            }
            match self.rows.len() >= BATCH {
                true => self.flush(),
                false => Ok(()),
            }
        }

        fn flush(&mut self) -> Result<(), String> {
            self.explain_lost();
            let arrays = self.columns.iter().map(|column| array(column, &self.rows));
            let arrays: Vec<ArrayRef> = arrays.collect();
            let fields = self.columns.iter().zip(&arrays);
            let fields = fields
                .map(|(column, array)| Field::new(&*column.name, array.data_type().clone(), true));
            let schema: SchemaRef = Arc::new(Schema::new(fields.collect::<Vec<Field>>()));
            let batch = RecordBatch::try_new(Arc::clone(&schema), arrays)
                .map_err(|error| error.to_string())?;
            self.rows.clear();
            if let Some(file) = self.file.take() {
                self.writer = Some(self.open(file, schema)?);
            }
            match &mut self.writer {
                Some(Writer::Parquet(writer)) => {
                    writer.write(&batch).map_err(|error| error.to_string())
                }
                Some(Writer::Arrow(writer)) => {
                    writer.write(&batch).map_err(|error| error.to_string())
                }
                None => Ok(()),
            }
        }

        /// Notes in the column of errors which values have no place in their row.
        fn explain_lost(&mut self) {
            let columns = &self.columns;
            for row in &mut self.rows {
                let lost = row.iter().find(|(name, value)| {
                    let column = columns.iter().find(|column| *column.name == ***name);
                    column.is_none_or(|column| !fits(column.holds, value))
                });
                if let Some((name, _)) = lost {
                    let message =
                        format!("the value of the column `{name}` has another type or no column");
                    row.insert(ERROR.to_owned(), message.into());
                }
            }
        }

        fn open(&self, file: File, schema: SchemaRef) -> Result<Writer, String> {
            if self.format == TableFormat::Arrow {
                let writer = FileWriter::try_new(file, &schema);
                let writer = writer.map_err(|error| error.to_string())?;
                return Ok(Writer::Arrow(Box::new(writer)));
            }
            let properties = WriterProperties::builder().set_compression(Compression::SNAPPY);
            let writer = ArrowWriter::try_new(file, schema, Some(properties.build()));
            let writer = writer.map_err(|error| error.to_string())?;
            Ok(Writer::Parquet(Box::new(writer)))
        }

        pub(crate) fn finish(mut self) -> Result<(), String> {
            self.flush()?;
            match self.writer {
                Some(Writer::Parquet(writer)) => {
                    writer.close().map_err(|error| error.to_string())?;
                }
                Some(Writer::Arrow(mut writer)) => {
                    writer.finish().map_err(|error| error.to_string())?;
                }
                None => {}
            }
            Ok(())
        }
    }

    /// Whether a value can be in a column.
    fn fits(holds: ColumnType, value: &Value) -> bool {
        match holds {
            _ if value.is_null() => true,
            ColumnType::Text => true,
            ColumnType::Texts => items(value).is_some_and(|mut items| items.all(Value::is_string)),
            ColumnType::Whole => value.is_i64(),
            ColumnType::Real => value.is_number(),
            ColumnType::Boolean => value.is_boolean(),
            ColumnType::Counts => {
                items(value).is_some_and(|mut items| items.all(|item| pair(item).is_some()))
            }
        }
    }

    /// The items of a list.
    fn items(value: &Value) -> Option<std::slice::Iter<'_, Value>> {
        value.as_array().map(|items| items.iter())
    }

    fn array(column: &Column, rows: &[Map<String, Value>]) -> ArrayRef {
        let values = rows.iter().map(|row| row.get(&*column.name));
        match column.holds {
            ColumnType::Whole => {
                let mut array = Int64Builder::with_capacity(rows.len());
                values.for_each(|value| array.append_option(value.and_then(Value::as_i64)));
                Arc::new(array.finish())
            }
            ColumnType::Real => {
                let mut array = Float64Builder::with_capacity(rows.len());
                values.for_each(|value| array.append_option(value.and_then(Value::as_f64)));
                Arc::new(array.finish())
            }
            ColumnType::Boolean => {
                let mut array = BooleanBuilder::with_capacity(rows.len());
                values.for_each(|value| array.append_option(value.and_then(Value::as_bool)));
                Arc::new(array.finish())
            }
            ColumnType::Texts => {
                let mut array = ListBuilder::new(StringBuilder::new());
                for value in values {
                    let items = value.and_then(items);
                    let is_list = items.is_some();
                    let texts = items.into_iter().flatten().map(flat);
                    texts.for_each(|text| array.values().append_value(text));
                    array.append(is_list);
                }
                Arc::new(array.finish())
            }
            ColumnType::Counts => {
                let mut array = MapBuilder::new(None, StringBuilder::new(), Int64Builder::new());
                for value in values {
                    let items = value.and_then(items);
                    let is_list = items.is_some();
                    for (text, number) in items.into_iter().flatten().filter_map(pair) {
                        array.keys().append_value(text);
                        array.values().append_value(number);
                    }
                    array
                        .append(is_list)
                        .expect("keys and values are appended together");
                }
                Arc::new(array.finish())
            }
            ColumnType::Text => {
                let mut array = StringBuilder::new();
                for value in values {
                    let value = value.filter(|value| !value.is_null());
                    array.append_option(value.map(flat));
                }
                Arc::new(array.finish())
            }
        }
    }
}

#[cfg(feature = "parquet")]
pub(crate) use with::ColumnsFile;
#[cfg(not(feature = "parquet"))]
pub(crate) use without::ColumnsFile;
