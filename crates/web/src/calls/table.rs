//! `table`: rows of a comparison as a file: CSV, Parquet, or a plot.

use gridwright::CATALOGUE;
use gridwright_lab::{
    CONFIGURATION_AXIS, CellLimits, Experiment, Options, Plot, PlotKind, Question, Row, Table,
    parquet, render_plots,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::calls::compare::RunRow;
use crate::error::ApiError;
use crate::jobs::Job;
use crate::response::File;

/// The MIME types of the files.
pub(crate) const TYPES: &[&str] = &[
    "text/csv",
    "application/vnd.apache.parquet",
    "image/svg+xml",
];

/// Rows, and the format to convert them to
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct TableBody {
    /// The rows of a comparison
    rows: Vec<RunRow>,
    to: TableFormat,
    /// For a plot: `bar`, `line`, `cactus`, `scatter` or `heat`
    form: Option<String>,
    /// For a plot: `nodes`, `failures`, `backtracks`, `propagations`, `setup_ms` or `solve_ms`
    measure: Option<String>,
    /// For a scatter plot: the two configurations
    #[serde(default)]
    of: Vec<String>,
}

/// An output format
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(crate) enum TableFormat {
    Csv,
    Parquet,
    Svg,
}

pub(crate) fn table(_: &Job, body: TableBody) -> Result<File, ApiError> {
    let rows: Vec<Row> = body.rows.into_iter().map(Row::from).collect();
    let axes = [CONFIGURATION_AXIS.to_owned()];
    let (mime, extension, bytes) = match body.to {
        TableFormat::Csv => {
            let lines = rows.iter().map(Row::line);
            let text: String = std::iter::once(Row::heading(&axes)).chain(lines).collect();
            (TYPES[0], "csv", text.into_bytes())
        }
        TableFormat::Parquet => {
            let bytes =
                parquet(&rows, &axes).map_err(|error| ApiError::invalid(error.to_string()))?;
            (TYPES[1], "parquet", bytes)
        }
        TableFormat::Svg => {
            let plot = Plot {
                form: parse_name(body.form.as_deref().unwrap_or("bar"), "form")?,
                measure: parse_name(body.measure.as_deref().unwrap_or("nodes"), "measure")?,
                of: body.of,
            };
            (TYPES[2], "svg", svg(&rows, plot)?.into_bytes())
        }
    };
    Ok(File {
        mime,
        name: format!("comparison.{extension}"),
        bytes,
    })
}

/// Parses a name as in an experiment of the lab.
fn parse_name<T: DeserializeOwned>(name: &str, what: &str) -> Result<T, ApiError> {
    serde_json::from_value(name.into())
        .map_err(|error| ApiError::invalid(format!("{what}: {error}")))
}

fn svg(rows: &[Row], plot: Plot) -> Result<String, ApiError> {
    let mut configurations: Vec<(String, Options)> = Vec::new();
    for row in rows {
        let name = row.configuration();
        if !configurations.iter().any(|(other, _)| *other == name) {
            configurations.push((name, Options::default()));
        }
    }
    let enough = match plot.form {
        PlotKind::Scatter => 2,
        _ => 1,
    };
    if configurations.len() < enough {
        let error = format!("this plot needs rows of at least {enough} configurations");
        return Err(ApiError::invalid(error));
    }
    if let Some(unknown) = plot
        .of
        .iter()
        .find(|name| !configurations.iter().any(|(other, _)| other == *name))
    {
        return Err(ApiError::invalid(format!(
            "there are no rows of `{unknown}`"
        )));
    }
    let limits = CellLimits::default();
    // Plots do not show the kind.
    let kind = CATALOGUE[0].info().id;
    let mut experiment = Experiment::comparison(kind, Question::Unique, configurations, limits);
    experiment.plots = vec![plot];
    let table = Table::new(&experiment, &[], rows);
    let plots = render_plots(&experiment, &table);
    let plot = plots.into_iter().next().ok_or_else(ApiError::internal)?;
    Ok(plot.svg)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright_lab::Measure;

    #[test]
    fn names_of_the_lab_are_parsed() {
        assert_eq!(
            parse_name::<PlotKind>("cactus", "form").ok(),
            Some(PlotKind::Cactus)
        );
        assert_eq!(
            parse_name::<Measure>("solve_ms", "measure").ok(),
            Some(Measure::SolveMs)
        );
        assert!(parse_name::<PlotKind>("pie", "form").is_err());
    }
}
