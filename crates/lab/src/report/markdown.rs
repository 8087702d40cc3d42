//! The report as Markdown: counts, then times.

use std::fmt::Write as _;

use crate::experiment::Experiment;
use crate::experiment::published::Published;
use crate::report::cells::{
    CellText, agreement, agreement_sentence, count_name, counts, refusals, settled_sentence,
    time_measures, times,
};
use crate::report::plot::RenderedPlot;
use crate::report::table::Table;

/// Formats the report; plots are linked by file name.
pub fn markdown(
    experiment: &Experiment,
    table: &Table,
    published: Option<&Published>,
    plots: &[RenderedPlot],
) -> String {
    let mut text = format!("# {}\n\n", experiment.title);
    if !experiment.about.is_empty() {
        let _ = write!(text, "{}\n\n", experiment.about);
    }
    let cells = counts(table, published);
    let measure = count_name(experiment, published);
    let _ = write!(text, "## Counts: {measure}\n\n");
    if let Some(sentence) = agreement_sentence(agreement(&cells)) {
        let _ = write!(
            text,
            "{sentence} A figure in brackets is the published one; = marks equal cells.\n\n"
        );
    }
    let undetermined = published.map_or("", Published::undetermined);
    if !undetermined.is_empty() {
        let _ = write!(text, "What the publication leaves open: {undetermined}\n\n");
    }
    table_text(&mut text, table, &cells);
    for message in refusals(table) {
        let _ = write!(text, "{message}\n\n");
    }
    for (title, measure) in time_measures(table) {
        let _ = write!(text, "## {title}\n\n");
        table_text(&mut text, table, &times(table, published, measure));
    }
    let (settled, tried, sentence) = settled_sentence(table);
    let provenance = table.provenance();
    let _ = write!(text, "{settled} of {tried} {sentence} {provenance}\n\n");
    for plot in plots {
        let _ = write!(
            text,
            "## {}\n\n![{}]({}.svg)\n\n",
            plot.title, plot.title, plot.name
        );
    }
    text
}

/// A table of cells.
fn table_text(text: &mut String, table: &Table, cells: &[Vec<CellText>]) {
    let configurations = table.configurations.iter();
    let names: Vec<String> = configurations.map(|one| escape_bars(&one.name())).collect();
    let _ = writeln!(text, "| instance | {} |", names.join(" | "));
    let _ = writeln!(text, "|---|{}", "---:|".repeat(names.len()));
    for (instance, row) in table.instances.iter().zip(cells) {
        let fields: Vec<String> = row
            .iter()
            .map(|cell| match (&cell.published, cell.equal) {
                (Some(published), Some(true)) => format!("{} = ({published})", cell.ours),
                (Some(published), _) => format!("{} ({published})", cell.ours),
                (None, _) => cell.ours.clone(),
            })
            .collect();
        let _ = writeln!(
            text,
            "| {} | {} |",
            escape_bars(instance),
            fields.join(" | ")
        );
    }
    text.push('\n');
}

fn escape_bars(text: &str) -> String {
    text.replace('|', "\\|")
}
