//! Result rows, and their CSV form.

use serde::{Deserialize, Serialize};

use crate::csv_text::{format_records, parse_records};

/// A cell and its result.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// The cell.
    pub key: Key,
    /// Its result.
    pub result: RunResult,
    /// The version of the program.
    pub version: String,
}

/// Identifies a cell: one instance, one configuration, one repetition.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Key {
    /// The name of the instance.
    pub instance: String,
    /// The axis values, in the order of the axes.
    pub values: Vec<String>,
    /// The repetition, from 1.
    pub repetition: u32,
}

/// The result of a run
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct RunResult {
    /// `unique`, `multiple`, `none`, `solved`, `made`, `stopped` at a limit, `crashed`, or `refused` if the configuration does not apply to the kind
    pub verdict: String,
    /// The limit that stopped it, the reason of a refusal, or the message of a crash
    pub note: String,
    /// The number of answers found, or of puzzles generated
    pub answers: u64,
    /// Nodes of the search tree; for generation, the number of full boards tried
    pub nodes: u64,
    /// Failed nodes
    pub failures: u64,
    /// Backtracks, as ECLiPSe counts them
    pub backtracks: u64,
    /// Propagator runs
    pub propagations: u64,
    /// Time of building the model, in milliseconds
    pub setup_ms: f64,
    /// Run time in milliseconds
    pub solve_ms: f64,
    /// Bytes in use at the end by the engine's own estimate; those of the worker process if it was killed for exceeding the limit
    pub memory: u64,
    /// The random seed, if given
    pub seed: Option<u64>,
    /// The machine
    pub machine: String,
}

/// The value of a column.
pub(crate) enum Column {
    Text(fn(&Row) -> &str),
    Whole(fn(&Row) -> u64),
    Real(fn(&Row) -> f64),
    Optional(fn(&Row) -> Option<u64>),
}

/// The columns after the axes.
pub(crate) const COLUMNS: [(&str, Column); 14] = [
    ("repetition", Column::Whole(|row| row.key.repetition.into())),
    ("verdict", Column::Text(|row| &row.result.verdict)),
    ("note", Column::Text(|row| &row.result.note)),
    ("answers", Column::Whole(|row| row.result.answers)),
    ("nodes", Column::Whole(|row| row.result.nodes)),
    ("failures", Column::Whole(|row| row.result.failures)),
    ("backtracks", Column::Whole(|row| row.result.backtracks)),
    ("propagations", Column::Whole(|row| row.result.propagations)),
    ("setup_ms", Column::Real(|row| row.result.setup_ms)),
    ("solve_ms", Column::Real(|row| row.result.solve_ms)),
    ("memory_bytes", Column::Whole(|row| row.result.memory)),
    ("seed", Column::Optional(|row| row.result.seed)),
    ("version", Column::Text(|row| &row.version)),
    ("machine", Column::Text(|row| &row.result.machine)),
];

impl Column {
    fn format(&self, row: &Row) -> String {
        match self {
            // A row is one line.
            Column::Text(get) => get(row).replace(['\n', '\r'], " "),
            Column::Whole(get) => get(row).to_string(),
            Column::Real(get) => format!("{:.3}", get(row)),
            Column::Optional(get) => get(row).map_or_else(String::new, |value| value.to_string()),
        }
    }
}

impl RunResult {
    /// Marks the cell as stopped by a limit.
    pub(crate) fn stop(&mut self, limit: &str) {
        "stopped".clone_into(&mut self.verdict);
        limit.clone_into(&mut self.note);
    }

    /// Marks the cell as crashed.
    pub(crate) fn crash(&mut self, message: String) {
        "crashed".clone_into(&mut self.verdict);
        self.note = message;
    }
}

impl Row {
    /// A row of this version of the program.
    pub fn new(key: Key, result: RunResult) -> Row {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Row {
            key,
            result,
            version,
        }
    }

    /// The axis values joined by ` / `.
    pub fn configuration(&self) -> String {
        self.key.values.join(" / ")
    }

    /// Whether the question was settled: the run ended with an answer, and was not stopped, refused or crashed.
    pub fn is_settled(&self) -> bool {
        matches!(
            &*self.result.verdict,
            "unique" | "multiple" | "none" | "solved" | "made"
        )
    }

    /// The heading line of a CSV file of rows.
    pub fn heading(axes: &[String]) -> String {
        let names = std::iter::once("instance").chain(axes.iter().map(String::as_str));
        format_records([names.chain(COLUMNS.iter().map(|(name, _)| *name))])
    }

    /// The row as a CSV line.
    pub fn line(&self) -> String {
        let mut fields = vec![self.key.instance.clone()];
        fields.extend(self.key.values.iter().cloned());
        fields.extend(COLUMNS.iter().map(|(_, column)| column.format(self)));
        format_records([fields])
    }

    /// Parses the rows of a CSV file after its heading. An incomplete last line, as a killed writer leaves it, is dropped.
    pub fn parse_all(text: &str, n_axes: usize) -> Vec<Row> {
        let end = text.rfind('\n').map_or(0, |at| at + 1);
        let records = parse_records(&text[..end]).into_iter().skip(1);
        records
            .filter_map(|fields| Row::from_fields(fields, n_axes))
            .collect()
    }

    /// A row from its fields; `None` if there are too few, too many or invalid ones.
    fn from_fields(fields: Vec<String>, n_axes: usize) -> Option<Row> {
        if fields.len() != 1 + n_axes + COLUMNS.len() {
            return None;
        }
        let mut fields = fields.into_iter();
        let instance = fields.next()?;
        let values = fields.by_ref().take(n_axes).collect();
        let mut field = || fields.next();
        let key = Key {
            instance,
            values,
            repetition: field()?.parse().ok()?,
        };
        let mut result = RunResult {
            verdict: field()?,
            note: field()?,
            answers: field()?.parse().ok()?,
            nodes: field()?.parse().ok()?,
            failures: field()?.parse().ok()?,
            backtracks: field()?.parse().ok()?,
            propagations: field()?.parse().ok()?,
            setup_ms: field()?.parse().ok()?,
            solve_ms: field()?.parse().ok()?,
            memory: field()?.parse().ok()?,
            seed: match field()?.as_str() {
                "" => None,
                seed => Some(seed.parse().ok()?),
            },
            machine: String::new(),
        };
        let version = field()?;
        result.machine = field()?;
        Some(Row {
            key,
            result,
            version,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row() -> Row {
        Row {
            key: Key {
                instance: "a, \"b\"".to_owned(),
                values: vec!["cells+bits".to_owned(), "SD/Dmin".to_owned()],
                repetition: 2,
            },
            result: RunResult {
                verdict: "stopped".to_owned(),
                note: "time".to_owned(),
                answers: 0,
                nodes: 17,
                failures: 3,
                backtracks: 2,
                propagations: 99,
                setup_ms: 0.25,
                solve_ms: 12.5,
                memory: 4096,
                seed: Some(7),
                machine: "x86_64 linux".to_owned(),
            },
            version: "0.1.0".to_owned(),
        }
    }

    /// The rows of a file with a line after the heading.
    fn parse(line: &str, n_axes: usize) -> Vec<Row> {
        Row::parse_all(&format!("heading\n{line}"), n_axes)
    }

    #[test]
    fn a_row_survives_a_round_trip() {
        let line = row().line();
        assert_eq!(parse(&line, 2), [row()]);
        assert_eq!(parse(&line, 1), []);
    }

    #[test]
    fn a_truncated_line_is_not_a_row() {
        let line = row().line();
        for end in 0..line.len() {
            assert_eq!(parse(&line[..end], 2), [], "{}", &line[..end]);
        }
        for end in 0..line.trim_end().len() - "x86_64 linux".len() {
            let line = format!("{}\n", &line[..end]);
            assert_eq!(parse(&line, 2), [], "{line}");
        }
    }

    #[test]
    fn the_heading_has_the_columns_of_a_row() {
        let axes = ["viewpoint".to_owned(), "search".to_owned()];
        let records = parse_records(&(Row::heading(&axes) + &row().line()));
        assert_eq!(records[0].len(), records[1].len());
        assert_eq!(&records[0][..3], ["instance", "viewpoint", "search"]);
    }
}
