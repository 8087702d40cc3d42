//! `lab report`: writes the report of a run.

use std::path::Path;

use gridwright::control::Stop;
use gridwright_fzn::PartFile;
use gridwright_lab::{
    Experiment, InstanceSource, Journal, ParquetError, Question, Row, Table, markdown, page,
    parquet, render_plots,
};

use crate::verbs::lab::{own_table, published, read_text};

/// The copy of a published table that is not built in, so that the directory is self-contained.
pub(crate) const TABLE: &str = "published.csv";

/// Writes the page, tables and plots for the rows of a directory.
pub(crate) fn report(folder: &Path) -> Result<(), String> {
    let shown = folder.display().to_string();
    let n_axes = |text: &str| Experiment::parse(text).map_or(0, |read| read.axes.len());
    let (text, rows) = Journal::read(folder, n_axes).map_err(|error| error.to_string())?;
    let word = folder.join(Journal::EXPERIMENT).display().to_string();
    let experiment = Experiment::parse(&text).map_err(|error| error.render(&text, &word))?;
    let names: Vec<String> = match &experiment.instances.source {
        // Their names are known without generating them again.
        InstanceSource::Generated(set) if experiment.question != Question::Generate => set.names(),
        _ => read_text(text.clone(), &word, None, &Stop::new())
            .map(|read| {
                read.instances
                    .into_iter()
                    .map(|instance| instance.name)
                    .collect()
            })
            .unwrap_or_default(),
    };
    // `run` copies the table here; directories of older versions do not have it.
    let own = match std::fs::read_to_string(folder.join(TABLE)) {
        Ok(table) => Some(table),
        Err(_) => own_table(&experiment, &text, &word)?,
    };
    let published = published(&experiment, own.as_deref(), &text, &word)?;
    let table = Table::new(&experiment, &names, &rows);
    let plots = render_plots(&experiment, &table);
    let write = |name: &str, bytes: &[u8]| PartFile::write(&folder.join(name), bytes);
    let published = published.as_ref();
    write(
        "report.html",
        page(&experiment, &table, published, &plots).as_bytes(),
    )?;
    write(
        "report.md",
        markdown(&experiment, &table, published, &plots).as_bytes(),
    )?;
    for plot in &plots {
        write(&format!("{}.svg", plot.name), plot.svg.as_bytes())?;
        let png = gridwright_print::png(&plot.svg, 2.0).map_err(|error| error.to_string())?;
        write(&format!("{}.png", plot.name), &png)?;
    }
    let tables = match parquet(&rows, &experiment.axis_names()) {
        Ok(bytes) => {
            write("rows.parquet", &bytes)?;
            "rows.csv, rows.parquet"
        }
        Err(ParquetError::NotBuilt) => "rows.csv",
        Err(error) => return Err(error.to_string()),
    };
    let stopped = rows.iter().filter(|row| !row.is_settled()).count();
    outln!("{} rows, {stopped} of them unsettled", rows.len());
    let crashed: Vec<&Row> = rows
        .iter()
        .filter(|row| row.result.verdict == "crashed")
        .collect();
    for row in crashed.iter().take(5) {
        let (instance, note) = (&row.key.instance, &row.result.note);
        outln!("crashed: {instance} {}: {note}", row.configuration());
    }
    if crashed.len() > 5 {
        outln!("crashed: {} more, see rows.csv", crashed.len() - 5);
    }
    if let Some(agreement) = gridwright_lab::published_agreement(&table, published) {
        outln!("{agreement}");
    }
    outln!(
        "{shown}/report.html, report.md, {tables} and {}",
        match plots.len() {
            1 => "1 plot".to_owned(),
            n => format!("{n} plots"),
        }
    );
    Ok(())
}
