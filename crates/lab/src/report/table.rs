//! Rows grouped into a table of instances by configurations, with medians over repetitions.

use gridwright_control::median;

use crate::experiment::{Configuration, Experiment, Measure};
use crate::run::row::{Row, RunResult};

/// Instances by configurations.
#[derive(Clone, Debug)]
pub struct Table {
    /// The instances, in the order of the rows.
    pub instances: Vec<String>,
    /// The configurations, in the order of the axes.
    pub configurations: Vec<Configuration>,
    /// The entry of each instance and configuration; `None` if it has no rows.
    pub entries: Vec<Vec<Option<Entry>>>,
}

/// All repetitions of one cell.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// The verdict of the first repetition.
    pub verdict: String,
    /// Its note.
    pub note: String,
    /// Whether all repetitions settled the question.
    pub is_settled: bool,
    rows: Vec<Row>,
}

impl Entry {
    fn new(rows: Vec<Row>) -> Option<Entry> {
        let first = rows.first()?;
        Some(Entry {
            verdict: first.result.verdict.clone(),
            note: first.result.note.clone(),
            is_settled: rows.iter().all(Row::is_settled),
            rows,
        })
    }

    /// The median of a measure over the repetitions.
    pub fn median(&self, measure: Measure) -> f64 {
        median(self.values(measure), f64::total_cmp).expect("an entry has rows")
    }

    /// The minimum and maximum of a measure.
    pub fn spread(&self, measure: Measure) -> (f64, f64) {
        let min = self.values(measure).fold(f64::INFINITY, f64::min);
        (min, self.values(measure).fold(0.0, f64::max))
    }

    /// The number of repetitions.
    pub fn repetitions(&self) -> usize {
        self.rows.len()
    }

    fn values(&self, measure: Measure) -> impl Iterator<Item = f64> {
        self.rows.iter().map(move |row| value(&row.result, measure))
    }
}

fn value(result: &RunResult, measure: Measure) -> f64 {
    match measure {
        Measure::Nodes => result.nodes as f64,
        Measure::Failures => result.failures as f64,
        Measure::Backtracks => result.backtracks as f64,
        Measure::Propagations => result.propagations as f64,
        Measure::SetupMs => result.setup_ms,
        Measure::SolveMs => result.solve_ms,
    }
}

impl Table {
    /// Groups rows. Instances are in the order of `names`, then in the order of the rows.
    pub fn new(experiment: &Experiment, names: &[String], rows: &[Row]) -> Table {
        let configurations = experiment.configurations();
        let has_rows = |name: &&String| rows.iter().any(|row| row.key.instance == **name);
        let mut instances: Vec<String> = names.iter().filter(has_rows).cloned().collect();
        for row in rows {
            if !instances.contains(&row.key.instance) {
                instances.push(row.key.instance.clone());
            }
        }
        let entries = instances
            .iter()
            .map(|instance| {
                let entry = |configuration: &Configuration| {
                    let cell_rows = rows.iter().filter(|row| {
                        row.key.instance == *instance && row.key.values == configuration.values
                    });
                    Entry::new(cell_rows.cloned().collect())
                };
                configurations.iter().map(entry).collect()
            })
            .collect();
        Table {
            instances,
            configurations,
            entries,
        }
    }

    /// The entry of an instance and a configuration, by their indices.
    pub fn entry(&self, instance: usize, configuration: usize) -> Option<&Entry> {
        self.entries.get(instance)?.get(configuration)?.as_ref()
    }

    /// The versions and machines that the rows come from.
    pub fn provenance(&self) -> String {
        let mut sources: Vec<String> = Vec::new();
        for entry in self.entries.iter().flatten().flatten() {
            for row in &entry.rows {
                let source = format!("gridwright {} on {}", row.version, row.result.machine);
                if !sources.contains(&source) {
                    sources.push(source);
                }
            }
        }
        sources.join("; ")
    }

    /// The settled entries of a configuration, with the indices of their instances.
    pub fn settled(&self, configuration: usize) -> impl Iterator<Item = (usize, &Entry)> {
        let all = self.entries.iter().enumerate();
        all.filter_map(move |(i, entries)| {
            let entry = entries[configuration].as_ref()?;
            entry.is_settled.then_some((i, entry))
        })
    }
}
