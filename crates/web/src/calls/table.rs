//! `table`: rows of a comparison as a file: CSV, Parquet, or a plot.

use gridwright_lab::{
    CellLimits, Experiment, Form, Options, Plot, Question, Row, Table, WAY, drawn, parquet,
};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::answer::File;
use crate::calls::compare::RunRow;
use crate::refused::Refused;

/// The types of files this gives.
pub(crate) const TYPES: &[&str] = &[
    "text/csv",
    "application/vnd.apache.parquet",
    "image/svg+xml",
];

/// Rows, and what to make of them
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct TableBody {
    /// The rows of a comparison
    rows: Vec<RunRow>,
    to: TableForm,
    /// For a plot: `bar`, `line`, `cactus`, `scatter` or `heat`
    form: Option<String>,
    /// For a plot: `nodes`, `failures`, `backtracks`, `propagations`, `setup_ms` or `solve_ms`
    measure: Option<String>,
    /// For a scatter: the two ways
    #[serde(default)]
    of: Vec<String>,
}

/// What rows become
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TableForm {
    Csv,
    Parquet,
    Svg,
}

pub(crate) fn table(asked: TableBody) -> Result<File, Refused> {
    let plot = match asked.to {
        TableForm::Svg => Some(Plot {
            form: word(asked.form.as_deref().unwrap_or("bar"), "form")?,
            measure: word(asked.measure.as_deref().unwrap_or("nodes"), "measure")?,
            of: asked.of,
        }),
        _ => None,
    };
    let rows: Vec<Row> = asked.rows.into_iter().map(RunRow::row).collect();
    let axes = [WAY.to_owned()];
    let Some(plot) = plot else {
        return match asked.to {
            TableForm::Parquet => {
                let mut bytes = Vec::new();
                parquet(&rows, &axes, &mut bytes).map_err(|_| Refused::broken())?;
                Ok(File {
                    mime: TYPES[1],
                    name: "comparison.parquet".to_owned(),
                    bytes,
                })
            }
            _ => {
                let lines = rows.iter().map(Row::line);
                let text: String = std::iter::once(Row::heading(&axes)).chain(lines).collect();
                Ok(File {
                    mime: TYPES[0],
                    name: "comparison.csv".to_owned(),
                    bytes: text.into_bytes(),
                })
            }
        };
    };
    svg(&rows, plot)
}

/// A word of the lab, as its experiments write it.
fn word<T: DeserializeOwned>(word: &str, what: &str) -> Result<T, Refused> {
    let word = serde_json::Value::from(word);
    serde_json::from_value(word).map_err(|error| Refused::senseless(format!("{what}: {error}")))
}

fn svg(rows: &[Row], plot: Plot) -> Result<File, Refused> {
    let mut ways: Vec<(String, Options)> = Vec::new();
    for row in rows {
        let name = row.values.join(" / ");
        if !ways.iter().any(|(other, _)| *other == name) {
            ways.push((name, Options::default()));
        }
    }
    let enough = match plot.form {
        Form::Scatter => 2,
        _ => 1,
    };
    if ways.len() < enough {
        let what = format!("this plot needs rows of {enough} ways at least");
        return Err(Refused::senseless(what));
    }
    if let Some(stranger) = plot
        .of
        .iter()
        .find(|name| !ways.iter().any(|(way, _)| way == *name))
    {
        return Err(Refused::senseless(format!("no row is of `{stranger}`")));
    }
    let limits = CellLimits::default();
    let mut experiment = Experiment::comparison("sudoku", Question::Unique, ways, limits);
    experiment.plots = vec![plot];
    let table = Table::of(&experiment, &[], rows);
    let plots = drawn(&experiment, &table);
    let plot = plots.into_iter().next().ok_or_else(Refused::broken)?;
    Ok(File {
        mime: TYPES[2],
        name: "comparison.svg".to_owned(),
        bytes: plot.svg.into_bytes(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright_lab::Measure;

    #[test]
    fn words_of_the_lab_are_read() {
        assert_eq!(word::<Form>("cactus", "form").ok(), Some(Form::Cactus));
        assert_eq!(
            word::<Measure>("solve_ms", "measure").ok(),
            Some(Measure::SolveMs)
        );
        assert!(word::<Form>("pie", "form").is_err());
    }
}
