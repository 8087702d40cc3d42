//! Tables: rows gathered into instances by ways, with medians over repetitions.

use crate::experiment::{Experiment, Measure, Way};
use crate::row::Row;

/// Instances by ways.
#[derive(Clone, Debug)]
pub struct Table {
    /// The instances, in the order of the rows.
    pub instances: Vec<String>,
    /// The ways, in the order of the axes.
    pub ways: Vec<Way>,
    /// For each instance and each way what its rows came to; `None` where there is none.
    pub entries: Vec<Vec<Option<Entry>>>,
}

/// What the repetitions of one cell came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// The verdict of the first.
    pub verdict: String,
    /// What was noted of it.
    pub note: String,
    /// Whether the question was settled in all of them.
    pub is_settled: bool,
    rows: Vec<Row>,
}

impl Entry {
    /// The median of a measure over the repetitions.
    pub fn median(&self, measure: Measure) -> f64 {
        let mut values = self.values(measure);
        values.sort_by(f64::total_cmp);
        let middle = values.len() / 2;
        match values.len() % 2 {
            0 => f64::midpoint(values[middle - 1], values[middle]),
            _ => values[middle],
        }
    }

    /// The least and the greatest.
    pub fn spread(&self, measure: Measure) -> (f64, f64) {
        let values = self.values(measure);
        let min = values.iter().copied().fold(f64::INFINITY, f64::min);
        (min, values.iter().copied().fold(0.0, f64::max))
    }

    /// How many repetitions there are.
    pub fn repetitions(&self) -> usize {
        self.rows.len()
    }

    fn values(&self, measure: Measure) -> Vec<f64> {
        self.rows.iter().map(|row| of(row, measure)).collect()
    }
}

fn of(row: &Row, measure: Measure) -> f64 {
    match measure {
        Measure::Nodes => row.nodes as f64,
        Measure::Failures => row.failures as f64,
        Measure::Backtracks => row.backtracks as f64,
        Measure::Propagations => row.propagations as f64,
        Measure::SetupMs => row.setup_ms,
        Measure::SolveMs => row.solve_ms,
    }
}

impl Table {
    /// Gathers rows. Instances come in the order in which they first occur among `names`, which is the order of the set.
    pub fn of(experiment: &Experiment, names: &[String], rows: &[Row]) -> Table {
        let ways = experiment.ways();
        let has_rows = |name: &&String| rows.iter().any(|row| row.instance == **name);
        let mut instances: Vec<String> = names.iter().filter(has_rows).cloned().collect();
        for row in rows {
            if !instances.contains(&row.instance) {
                instances.push(row.instance.clone());
            }
        }
        let entries = instances
            .iter()
            .map(|instance| {
                let of_way = |way: &Way| {
                    let of_cell = rows
                        .iter()
                        .filter(|row| row.instance == *instance && row.values == way.values);
                    Entry::of(of_cell.cloned().collect())
                };
                ways.iter().map(of_way).collect()
            })
            .collect();
        Table {
            instances,
            ways,
            entries,
        }
    }

    /// The entry of an instance and a way, by their places.
    pub fn entry(&self, instance: usize, way: usize) -> Option<&Entry> {
        self.entries.get(instance)?.get(way)?.as_ref()
    }

    /// Which versions and machines the rows are of.
    pub fn made_by(&self) -> String {
        let mut told: Vec<String> = Vec::new();
        for entry in self.entries.iter().flatten().flatten() {
            for row in &entry.rows {
                let words = format!("gridwright {} on {}", row.version, row.machine);
                if !told.contains(&words) {
                    told.push(words);
                }
            }
        }
        told.join("; ")
    }

    /// All entries of a way that were settled.
    pub fn settled(&self, way: usize) -> impl Iterator<Item = (usize, &Entry)> {
        let all = self.entries.iter().enumerate();
        all.filter_map(move |(i, entries)| {
            let entry = entries[way].as_ref()?;
            entry.is_settled.then_some((i, entry))
        })
    }
}

impl Entry {
    fn of(rows: Vec<Row>) -> Option<Entry> {
        let first = rows.first()?;
        Some(Entry {
            verdict: first.verdict.clone(),
            note: first.note.clone(),
            is_settled: rows.iter().all(Row::is_settled),
            rows,
        })
    }
}
