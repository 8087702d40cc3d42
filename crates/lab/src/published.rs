//! Figures that were printed, and which cell of an experiment each belongs to.

use crate::experiment::{Beside, Experiment};
use crate::row::fields;

/// A published table, ready to be looked up.
#[derive(Clone, Debug)]
pub struct Published {
    beside: Beside,
    axes: Vec<String>,
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// What was printed for a cell.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Figure {
    /// The count, misprints corrected.
    pub count: Option<u64>,
    /// What was printed instead, where it is a misprint.
    pub misprint: Option<String>,
    /// The seconds.
    pub seconds: Option<f64>,
}

impl Published {
    /// Reads the table an experiment stands beside, given its text. Names a column that is not there.
    pub fn read(experiment: &Experiment, text: &str) -> Result<Option<Published>, String> {
        let Some(beside) = experiment.published.clone() else {
            return Ok(None);
        };
        let mut lines = text.lines().filter(|line| !line.is_empty());
        let columns = lines.next().and_then(fields).unwrap_or_default();
        let named = beside.keys.keys().chain(beside.only.keys());
        let named = named.chain(&beside.count).chain(&beside.time);
        for name in named {
            if !columns.contains(name) {
                return Err(format!("the published table has no column `{name}`"));
            }
        }
        let axes: Vec<String> = experiment
            .axes
            .iter()
            .map(|axis| axis.name.clone())
            .collect();
        for axis in beside.keys.values() {
            if axis != "instance" && !axes.contains(axis) {
                return Err(format!(
                    "`{axis}`, a key of the published table, is no axis"
                ));
            }
        }
        Ok(Some(Published {
            beside,
            axes,
            columns,
            rows: lines.filter_map(fields).collect(),
        }))
    }

    /// What was printed for an instance and the values of the axes.
    pub fn figure(&self, instance: &str, values: &[String]) -> Option<Figure> {
        let instance = instance
            .strip_prefix(&*self.beside.prefix)
            .unwrap_or(instance);
        let wanted = |axis: &String| {
            let at = self.axes.iter().position(|other| other == axis);
            at.map_or(instance, |at| &values[at])
        };
        let of = |row: &'_ [String], column: &str| -> Option<String> {
            let at = self.columns.iter().position(|other| other == column)?;
            row.get(at).cloned()
        };
        let fits = |row: &&Vec<String>| {
            let mut keys = self.beside.keys.iter();
            let keys = keys.all(|(column, axis)| of(row, column).as_deref() == Some(wanted(axis)));
            let mut only = self.beside.only.iter();
            keys && only.all(|(column, value)| of(row, column).as_ref() == Some(value))
        };
        let row = self.rows.iter().find(fits)?;
        let name: Vec<&str> = self.beside.keys.values().map(wanted).collect();
        let printed = self
            .beside
            .count
            .as_ref()
            .and_then(|column| of(row, column));
        let right = self.beside.corrected.get(&name.join(" ")).copied();
        let seconds = self.beside.time.as_ref().and_then(|column| of(row, column));
        let seconds = seconds.and_then(|text| text.trim_end_matches('s').parse::<f64>().ok());
        Some(Figure {
            count: right.or_else(|| printed.as_ref()?.parse().ok()),
            misprint: right.and(printed),
            seconds: seconds.map(|units| units * self.beside.seconds),
        })
    }

    /// Which of our counts stands beside the published one.
    pub fn ours(&self) -> &str {
        &self.beside.ours
    }
}
