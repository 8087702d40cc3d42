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

/// Reading in a process of its own: the libraries panic on some damaged files, and a program that aborts on panics would lose the rows before.
#[cfg(feature = "parquet")]
mod with {
    use std::io::{BufReader, BufWriter, Cursor, ErrorKind, Read, Write};
    use std::process::{Child, ChildStdout, Command, Stdio};
    use std::sync::{Arc, Mutex, PoisonError};
    use std::time::{Duration, Instant};

    use arrow_array::cast::AsArray;
    use arrow_array::{Array, ArrayRef, RecordBatch};
    use arrow_cast::display::{ArrayFormatter, FormatOptions};
    use arrow_ipc::reader::{FileReader, StreamReader};
    use arrow_ipc::writer::StreamWriter;
    use arrow_schema::{ArrowError, DataType, SchemaRef};
    use gridwright::columns::ColumnType;
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
    use serde_json::Value;

    use crate::input::cells::{Column, RowCells, Rows};

    /// The time that the process may take to end after its last batch, and after an error; and the pause between two looks at it.
    const END_TIME: Duration = Duration::from_secs(10);
    const ERROR_TIME: Duration = Duration::from_secs(1);
    const PAUSE: Duration = Duration::from_millis(2);

    /// The exit code of the process for an error that it reports.
    const INVALID: i32 = 2;

    /// The most bytes of such a message. The process writes it before it ends, so a pipe must hold it.
    const MAX_MESSAGE: u64 = 4 << 10;

    /// The formats, by their names as arguments of the process.
    pub(crate) const PARQUET: &str = "parquet";
    pub(crate) const ARROW: &str = "arrow";

    /// The rows of a Parquet file. The file is read as a whole, because its index is at its end.
    pub(crate) fn parquet(bytes: Box<dyn Read + Send>) -> Result<(Vec<Column>, Rows), String> {
        open(PARQUET, bytes)
    }

    /// The rows of an Arrow file or stream.
    pub(crate) fn arrow(bytes: Box<dyn Read + Send>) -> Result<(Vec<Column>, Rows), String> {
        open(ARROW, bytes)
    }

    /// A process that reads a file and writes it as an Arrow stream; dropping it ends it.
    struct Reader {
        child: Child,
        /// Why the bytes of the file cannot be read.
        read_error: Arc<Mutex<Option<String>>>,
    }

    impl Reader {
        fn start(
            format: &str,
            mut bytes: Box<dyn Read + Send>,
        ) -> Result<(Reader, ChildStdout), String> {
            let program = std::env::current_exe();
            let started = program.and_then(|program| {
                Command::new(program)
                    .args(["read-columns", format])
                    .stdin(Stdio::piped())
                    .stdout(Stdio::piped())
                    .stderr(Stdio::piped())
                    .spawn()
            });
            let mut child = started.map_err(|error| format!("no process to read it: {error}"))?;
            let (input, output) = (child.stdin.take(), child.stdout.take());
            let (Some(mut input), Some(output)) = (input, output) else {
                return Err("the process that reads it has no pipes".to_owned());
            };
            let read_error: Arc<Mutex<Option<String>>> = Arc::default();
            let failed = Arc::clone(&read_error);
            std::thread::spawn(move || {
                let mut block = vec![0; 1 << 16];
                loop {
                    match bytes.read(&mut block) {
                        Ok(0) => return,
                        Ok(n) if input.write_all(&block[..n]).is_ok() => {}
                        // The process has ended.
                        Ok(_) => return,
                        Err(error) if error.kind() == ErrorKind::Interrupted => {}
                        Err(error) => {
                            let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
                            *failed = Some(error.to_string());
                            return;
                        }
                    }
                }
            });
            Ok((Reader { child, read_error }, output))
        }

        fn has_ended(&mut self) -> bool {
            matches!(self.child.try_wait(), Ok(Some(_)))
        }

        /// The error of the process, if there was one; an error, too, if it does not end in this time.
        fn error(&mut self, time: Duration) -> Option<String> {
            let start = Instant::now();
            let status = loop {
                match self.child.try_wait() {
                    Ok(None) if start.elapsed() < time => std::thread::sleep(PAUSE),
                    status => break status,
                }
            };
            let read_error = self.read_error.lock();
            let read_error = read_error.unwrap_or_else(PoisonError::into_inner);
            if let Some(error) = &*read_error {
                return Some(error.clone());
            }
            let status = match status {
                Ok(Some(status)) => status,
                Ok(None) => return Some("the process that reads it does not end".to_owned()),
                Err(error) => return Some(error.to_string()),
            };
            match status.code() {
                Some(0) => None,
                Some(INVALID) => {
                    let mut message = Vec::new();
                    let stderr = self.child.stderr.take();
                    let read = stderr.map(|it| it.take(MAX_MESSAGE).read_to_end(&mut message));
                    match read {
                        Some(Ok(_)) => {
                            let message = String::from_utf8_lossy(&message);
                            Some(message.trim_end().to_owned())
                        }
                        _ => Some(status.to_string()),
                    }
                }
                _ => Some(format!(
                    "the file is damaged; the process that reads it ended: {status}"
                )),
            }
        }
    }

    impl Drop for Reader {
        fn drop(&mut self) {
            // It may have ended already.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }

    fn open(format: &str, bytes: Box<dyn Read + Send>) -> Result<(Vec<Column>, Rows), String> {
        let (mut reader, output) = Reader::start(format, bytes)?;
        match StreamReader::try_new(BufReader::new(output), None) {
            Ok(batches) => Ok(rows(&batches.schema(), batches, reader)),
            Err(error) => Err(reader.error(END_TIME).unwrap_or_else(|| error.to_string())),
        }
    }

    /// The work of the process: reads a file from standard input and writes it to standard output as an Arrow stream, one batch after another.
    pub(crate) fn read_columns(format: &str) -> Result<(), String> {
        // Ctrl-C reaches all processes of a terminal; the one that started this ends it.
        let _ = ctrlc::set_handler(|| ());
        read_and_write(format).map_err(|message| {
            let end = message.floor_char_boundary(MAX_MESSAGE as usize);
            message[..end].to_owned()
        })
    }

    fn read_and_write(format: &str) -> Result<(), String> {
        let bytes = whole(Box::new(std::io::stdin()))?;
        if format == PARQUET {
            let builder = ParquetRecordBatchReaderBuilder::try_new(bytes::Bytes::from(bytes));
            let reader = builder.and_then(|builder| builder.with_batch_size(1024).build());
            let reader = reader.map_err(|error| format!("not a Parquet file: {error}"))?;
            let schema = arrow_array::RecordBatchReader::schema(&reader);
            return write_stream(&schema, reader);
        }
        let refused = |error: ArrowError| format!("not an Arrow file: {error}");
        if bytes.starts_with(b"ARROW1") {
            let reader = FileReader::try_new(Cursor::new(bytes), None).map_err(refused)?;
            return write_stream(&reader.schema(), reader);
        }
        let reader = StreamReader::try_new(Cursor::new(bytes), None).map_err(refused)?;
        write_stream(&reader.schema(), reader)
    }

    fn write_stream(
        schema: &SchemaRef,
        batches: impl Iterator<Item = Result<RecordBatch, ArrowError>>,
    ) -> Result<(), String> {
        let wrong = |error: ArrowError| error.to_string();
        let output = BufWriter::new(std::io::stdout());
        let mut writer = StreamWriter::try_new(output, schema).map_err(wrong)?;
        writer.flush().map_err(wrong)?;
        for batch in batches {
            writer.write(&batch.map_err(wrong)?).map_err(wrong)?;
            writer.flush().map_err(wrong)?;
        }
        writer.finish().map_err(wrong)
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
        mut reader: Reader,
    ) -> (Vec<Column>, Rows) {
        let columns = schema.fields().iter().map(|field| Column {
            name: field.name().as_str().into(),
            holds: holds(field.data_type()),
        });
        let columns: Vec<Column> = columns.collect();
        let known = columns.clone();
        // After an error, nothing follows.
        let mut has_ended = false;
        let read = std::iter::from_fn(move || {
            if has_ended {
                return None;
            }
            let rows = match batches.next() {
                Some(Ok(batch)) => batch_rows(&known, &batch),
                Some(Err(error)) => {
                    // Without an error of its own, the process waits for its output to be read.
                    let message = reader.error(ERROR_TIME).filter(|_| reader.has_ended());
                    Err(message.unwrap_or_else(|| error.to_string()))
                }
                None => Err(reader.error(END_TIME)?),
            };
            has_ended = rows.is_err();
            Some(rows)
        });
        let rows = read.flat_map(|rows| match rows {
            Ok(rows) => rows.into_iter().map(Ok).collect(),
            Err(message) => vec![Err(message)],
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
pub(crate) use with::{ARROW, PARQUET, arrow, parquet, read_columns};
#[cfg(not(feature = "parquet"))]
pub(crate) use without::{arrow, parquet};
