//! CSV records as text, by the `csv` crate.

use csv::{ReaderBuilder, StringRecord, WriterBuilder};

/// Formats records, one per line.
pub(crate) fn format_records<R, F>(records: impl IntoIterator<Item = R>) -> String
where
    R: IntoIterator<Item = F>,
    F: AsRef<[u8]>,
{
    let mut writer = WriterBuilder::new().flexible(true).from_writer(Vec::new());
    for record in records {
        writer
            .write_record(record)
            .expect("writing to memory does not fail");
    }
    let bytes = writer
        .into_inner()
        .expect("writing to memory does not fail");
    String::from_utf8(bytes).expect("fields are UTF-8")
}

/// Parses all records; records may differ in length, and blank lines are skipped.
pub(crate) fn parse_records(text: &str) -> Vec<Vec<String>> {
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let fields = |record: StringRecord| record.iter().map(str::to_owned).collect();
    reader
        .records()
        .filter_map(Result::ok)
        .map(fields)
        .collect()
}
