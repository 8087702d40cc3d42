//! The report as Markdown: counts first, times second.

use std::fmt::Write as _;

use crate::cells::{
    Words, agreement, agreement_told, count_words, counts, kinds_of_times, refusals, times,
    tried_told,
};
use crate::experiment::Experiment;
use crate::plot::Drawn;
use crate::published::Published;
use crate::table::Table;

/// Writes the report; plots are referred to by the names of their files.
pub fn markdown(
    experiment: &Experiment,
    table: &Table,
    published: Option<&Published>,
    plots: &[Drawn],
) -> String {
    let mut text = format!("# {}\n\n", experiment.title);
    if !experiment.about.is_empty() {
        let _ = write!(text, "{}\n\n", experiment.about);
    }
    let cells = counts(table, published);
    let measure = count_words(experiment, published);
    let _ = write!(text, "## Counts: {measure}\n\n");
    if let Some(told) = agreement_told(agreement(&cells)) {
        let _ = write!(
            text,
            "{told} A figure in brackets is the published one; = marks equal cells.\n\n"
        );
    }
    let undetermined = published.map_or("", Published::undetermined);
    if !undetermined.is_empty() {
        let _ = write!(text, "What the publication leaves open: {undetermined}\n\n");
    }
    put(&mut text, table, &cells);
    for told in refusals(table) {
        let _ = write!(text, "{told}\n\n");
    }
    for (title, measure) in kinds_of_times(table) {
        let _ = write!(text, "## {title}\n\n");
        put(&mut text, table, &times(table, published, measure));
    }
    let (settled, tried, told) = tried_told(table);
    let _ = write!(text, "{settled} of {tried} {told} {}\n\n", table.made_by());
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
fn put(text: &mut String, table: &Table, cells: &[Vec<Words>]) {
    let ways: Vec<String> = table.ways.iter().map(|way| barred(&way.name())).collect();
    let _ = writeln!(text, "| instance | {} |", ways.join(" | "));
    let _ = writeln!(text, "|---|{}", "---:|".repeat(ways.len()));
    for (instance, row) in table.instances.iter().zip(cells) {
        let words: Vec<String> = row
            .iter()
            .map(|words| match (&words.published, words.equal) {
                (Some(published), Some(true)) => format!("{} = ({published})", words.ours),
                (Some(published), _) => format!("{} ({published})", words.ours),
                (None, _) => words.ours.clone(),
            })
            .collect();
        let _ = writeln!(text, "| {} | {} |", barred(instance), words.join(" | "));
    }
    text.push('\n');
}

fn barred(text: &str) -> String {
    text.replace('|', "\\|")
}
