//! Rows: what one cell of an experiment came to, typed, and as a line of CSV.

/// What one run of one instance in one way came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// The instance, by name.
    pub instance: String,
    /// The values of the axes, in their order.
    pub values: Vec<String>,
    /// Which repetition it is, from 1.
    pub repetition: u32,
    /// The verdict; `stopped` is one of its own, `crashed` too, and `refused` where the way does not fit the kind.
    pub verdict: String,
    /// The limit it was stopped by, what was said against it, or how it crashed.
    pub note: String,
    /// How many answers were found, or puzzles made.
    pub answers: u64,
    /// Nodes of the search tree; where puzzles are made, the full boards that were begun with.
    pub nodes: u64,
    /// Alternatives that were refused.
    pub failures: u64,
    /// Backtracks, as ECLiPSe counts them.
    pub backtracks: u64,
    /// Runs of propagators.
    pub propagations: u64,
    /// Milliseconds of formulating and setting up.
    pub setup_ms: f64,
    /// Milliseconds of the run.
    pub solve_ms: f64,
    /// Bytes in use at the end, by the engine's own estimate; those of its process where that was ended for having too many.
    pub memory: u64,
    /// The seed, where one was given.
    pub seed: Option<u64>,
    /// The version of the program.
    pub version: String,
    /// The machine.
    pub machine: String,
}

/// What tells one cell from all others.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Key {
    /// The instance.
    pub instance: String,
    /// The values of the axes.
    pub values: Vec<String>,
    /// The repetition.
    pub repetition: u32,
}

/// The columns after the axes.
pub(crate) const COLUMNS: [&str; 14] = [
    "repetition",
    "verdict",
    "note",
    "answers",
    "nodes",
    "failures",
    "backtracks",
    "propagations",
    "setup_ms",
    "solve_ms",
    "memory_bytes",
    "seed",
    "version",
    "machine",
];

impl Row {
    /// Which cell it is of.
    pub fn key(&self) -> Key {
        Key {
            instance: self.instance.clone(),
            values: self.values.clone(),
            repetition: self.repetition,
        }
    }

    /// Whether the question was settled.
    pub fn is_settled(&self) -> bool {
        matches!(
            &*self.verdict,
            "unique" | "multiple" | "none" | "solved" | "made"
        )
    }

    /// Makes it the row of a cell that a limit ended, by the word for it.
    pub(crate) fn stopped(&mut self, limit: &str) {
        "stopped".clone_into(&mut self.verdict);
        limit.clone_into(&mut self.note);
    }

    /// Makes it the row of a cell that went wrong, with what is known of why.
    pub(crate) fn crash(&mut self, why: String) {
        "crashed".clone_into(&mut self.verdict);
        self.note = why;
    }

    /// The heading of a file of rows.
    pub fn heading(axes: &[String]) -> String {
        let names = std::iter::once("instance").chain(axes.iter().map(String::as_str));
        let names: Vec<String> = names.chain(COLUMNS).map(quoted).collect();
        names.join(",") + "\n"
    }

    /// The row as a line.
    pub fn line(&self) -> String {
        let mut words = vec![self.instance.clone()];
        words.extend(self.values.iter().cloned());
        words.extend([
            self.repetition.to_string(),
            self.verdict.clone(),
            // A row is one line, whatever was said.
            self.note.replace(['\n', '\r'], " "),
            self.answers.to_string(),
            self.nodes.to_string(),
            self.failures.to_string(),
            self.backtracks.to_string(),
            self.propagations.to_string(),
            format!("{:.3}", self.setup_ms),
            format!("{:.3}", self.solve_ms),
            self.memory.to_string(),
            self.seed.map_or_else(String::new, |seed| seed.to_string()),
            self.version.clone(),
            self.machine.clone(),
        ]);
        let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        words.join(",") + "\n"
    }

    /// Reads a line back. `None` where it is not a whole row, as the last line of a file whose writer was killed.
    pub fn read(line: &str, n_axes: usize) -> Option<Row> {
        let words = fields(line)?;
        if words.len() != 1 + n_axes + COLUMNS.len() {
            return None;
        }
        let mut words = words.into_iter();
        let instance = words.next()?;
        let values = words.by_ref().take(n_axes).collect();
        let mut word = || words.next();
        Some(Row {
            instance,
            values,
            repetition: word()?.parse().ok()?,
            verdict: word()?,
            note: word()?,
            answers: word()?.parse().ok()?,
            nodes: word()?.parse().ok()?,
            failures: word()?.parse().ok()?,
            backtracks: word()?.parse().ok()?,
            propagations: word()?.parse().ok()?,
            setup_ms: word()?.parse().ok()?,
            solve_ms: word()?.parse().ok()?,
            memory: word()?.parse().ok()?,
            seed: match word()?.as_str() {
                "" => None,
                seed => Some(seed.parse().ok()?),
            },
            version: word()?,
            machine: word()?,
        })
    }
}

/// A word as it stands in a line: in quotes where it has to be.
pub(crate) fn quoted(word: &str) -> String {
    if word.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", word.replace('"', "\"\""))
    } else {
        word.to_owned()
    }
}

/// The words of a line, quotes taken off. `None` where a quote is not closed.
pub(crate) fn fields(line: &str) -> Option<Vec<String>> {
    let mut words = vec![String::new()];
    let mut letters = line.chars().peekable();
    let mut in_quotes = false;
    while let Some(letter) = letters.next() {
        let word = words.last_mut()?;
        match letter {
            '"' if in_quotes && letters.peek() == Some(&'"') => {
                letters.next();
                word.push('"');
            }
            '"' if in_quotes => in_quotes = false,
            '"' if word.is_empty() => in_quotes = true,
            ',' if !in_quotes => words.push(String::new()),
            letter => word.push(letter),
        }
    }
    (!in_quotes).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row() -> Row {
        Row {
            instance: "a, \"b\"".to_owned(),
            values: vec!["cells+bits".to_owned(), "SD/Dmin".to_owned()],
            repetition: 2,
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
            version: "0.1.0".to_owned(),
            machine: "x86_64 linux".to_owned(),
        }
    }

    #[test]
    fn a_row_is_read_back() {
        let line = row().line();
        assert_eq!(Row::read(line.trim_end(), 2), Some(row()));
        assert_eq!(Row::read(line.trim_end(), 1), None);
    }

    #[test]
    fn a_line_cut_short_is_no_row() {
        let line = row().line();
        for end in 0..line.trim_end().len() - "x86_64 linux".len() {
            assert_eq!(Row::read(&line[..end], 2), None, "{}", &line[..end]);
        }
    }

    #[test]
    fn the_heading_fits_the_rows() {
        let axes = ["viewpoint".to_owned(), "search".to_owned()];
        let names = fields(Row::heading(&axes).trim_end()).expect("no quotes");
        let words = fields(row().line().trim_end()).expect("closed quotes");
        assert_eq!(names.len(), words.len());
        assert_eq!(&names[..3], ["instance", "viewpoint", "search"]);
    }
}
