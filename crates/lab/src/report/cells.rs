//! The texts of the table cells of a report, shared by Markdown and HTML.

use crate::experiment::published::{Figure, Published};
use crate::experiment::{Experiment, Measure, Question};
use crate::report::table::{Entry, Table};

/// The texts of a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CellText {
    /// Our figure.
    pub(crate) ours: String,
    /// The published figure, if there is one.
    pub(crate) published: Option<String>,
    /// Whether both are equal; `None` if there is nothing to compare.
    pub(crate) equal: Option<bool>,
}

/// Agreement with published counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Agreement {
    pub(crate) equal: usize,
    pub(crate) compared: usize,
    /// The number of cells with a published count that we did not settle.
    pub(crate) open: usize,
}

/// The count to show: the one that was published; nodes without published counts.
pub(crate) fn count_measure(published: Option<&Published>) -> Measure {
    match published.and_then(Published::ours) {
        Some("backtracks") => Measure::Backtracks,
        Some("failures") => Measure::Failures,
        Some("propagations") => Measure::Propagations,
        _ => Measure::Nodes,
    }
}

/// The name of that count, for a heading.
pub(crate) fn count_name(experiment: &Experiment, published: Option<&Published>) -> &'static str {
    match experiment.question {
        Question::Generate => "full boards tried",
        _ => count_measure(published).name(),
    }
}

/// The times of a report with their headings; set-up times only if there are any.
pub(crate) fn time_measures(table: &Table) -> Vec<(&'static str, Measure)> {
    let mut times = vec![("Times", Measure::SolveMs)];
    let mut entries = table.entries.iter().flatten().flatten();
    if entries.any(|entry| entry.median(Measure::SetupMs) > 0.0) {
        times.push(("Set-up times", Measure::SetupMs));
    }
    times
}

/// The cells of the table of counts.
pub(crate) fn counts(table: &Table, published: Option<&Published>) -> Vec<Vec<CellText>> {
    let measure = count_measure(published);
    each(table, published, |entry, figure| {
        let count = figure.as_ref().and_then(|figure| figure.count);
        let ours = entry.filter(|entry| entry.is_settled);
        let ours = ours.map(|entry| entry.median(measure));
        CellText {
            ours: entry_text(entry, |entry| format!("{:.0}", entry.median(measure))),
            published: count.map(|count| {
                let misprint = figure.and_then(|figure| figure.misprint);
                match misprint {
                    Some(printed) => format!("{count} (printed {printed})"),
                    None => count.to_string(),
                }
            }),
            equal: ours.zip(count).map(|(ours, count)| ours == count as f64),
        }
    })
}

/// The cells of a table of times: the median, and the range if there are repetitions.
pub(crate) fn times(
    table: &Table,
    published: Option<&Published>,
    measure: Measure,
) -> Vec<Vec<CellText>> {
    each(table, published, |entry, figure| {
        let printed = figure.and_then(|figure| match measure {
            Measure::SetupMs => Some(milliseconds(figure.setup? * 1000.0)),
            _ => {
                let seconds = figure.seconds.map(|seconds| milliseconds(seconds * 1000.0));
                seconds.or(figure.time_text)
            }
        });
        CellText {
            ours: entry_text(entry, |entry| {
                let median = milliseconds(entry.median(measure));
                let (min, max) = entry.spread(measure);
                match entry.repetitions() {
                    1 => median,
                    _ => format!("{median} ({} to {})", milliseconds(min), milliseconds(max)),
                }
            }),
            published: printed,
            equal: None,
        }
    })
}

fn each(
    table: &Table,
    published: Option<&Published>,
    text: impl Fn(Option<&Entry>, Option<Figure>) -> CellText,
) -> Vec<Vec<CellText>> {
    let cell = |instance: usize, configuration: usize| {
        let values = &table.configurations[configuration].values;
        let figure = published.and_then(|table_| table_.figure(&table.instances[instance], values));
        text(table.entry(instance, configuration), figure)
    };
    let n_columns = table.configurations.len();
    let row = |instance| {
        (0..n_columns)
            .map(|column| cell(instance, column))
            .collect()
    };
    (0..table.instances.len()).map(row).collect()
}

/// The number of a settled entry, or the verdict of another.
fn entry_text(entry: Option<&Entry>, number: impl Fn(&Entry) -> String) -> String {
    match entry {
        None => String::new(),
        Some(entry) if entry.is_settled => number(entry),
        Some(entry) if entry.verdict == "stopped" => format!("stopped: {}", entry.note),
        Some(entry) => entry.verdict.clone(),
    }
}

/// Formats a time in milliseconds, or in seconds from 10 s.
pub(crate) fn milliseconds(ms: f64) -> String {
    match ms {
        ms if ms >= 10_000.0 => format!("{:.1} s", ms / 1000.0),
        ms if ms >= 100.0 => format!("{ms:.0} ms"),
        ms if ms >= 1.0 => format!("{ms:.1} ms"),
        ms => format!("{ms:.2} ms"),
    }
}

/// Messages of refused configurations and crashed cells, without duplicates.
pub(crate) fn refusals(table: &Table) -> Vec<String> {
    let mut messages: Vec<String> = Vec::new();
    for (entries, instance) in table.entries.iter().zip(&table.instances) {
        for (entry, configuration) in entries.iter().zip(&table.configurations) {
            let Some(entry) = entry.as_ref() else {
                continue;
            };
            let message = match &*entry.verdict {
                "refused" => format!("{} was refused: {}.", configuration.name(), entry.note),
                "crashed" => format!(
                    "{instance}, {} crashed: {}.",
                    configuration.name(),
                    entry.note
                ),
                _ => continue,
            };
            if !messages.contains(&message) {
                messages.push(message);
            }
        }
    }
    messages
}

/// Compares published counts with ours.
pub(crate) fn agreement(cells: &[Vec<CellText>]) -> Agreement {
    let mut sum = Agreement::default();
    for cell in cells.iter().flatten() {
        match cell.equal {
            Some(equal) => {
                sum.compared += 1;
                sum.equal += usize::from(equal);
            }
            None if cell.published.is_some() => sum.open += 1,
            None => {}
        }
    }
    sum
}

/// The agreement as a sentence; `None` if there is nothing to compare.
pub(crate) fn agreement_sentence(sum: Agreement) -> Option<String> {
    let Agreement {
        equal,
        compared,
        open,
    } = sum;
    if compared + open == 0 {
        return None;
    }
    let mut sentence = format!("{equal} of {compared} published counts are equal to ours");
    if open > 0 {
        sentence += &format!("; {open} more were not reached within the limits or not run");
    }
    Some(sentence + ".")
}

/// The number of settled and of tried cells, and a sentence about the others.
pub(crate) fn settled_sentence(table: &Table) -> (usize, usize, String) {
    let entries = || table.entries.iter().flatten().flatten();
    let settled = entries().filter(|entry| entry.is_settled).count();
    let tried = entries().count();
    let mut sentence = "cells were settled".to_owned();
    for (verdict, text) in [
        ("stopped", "stopped at a limit"),
        ("refused", "refused"),
        ("crashed", "crashed"),
    ] {
        let has_verdict = |entry: &&Entry| !entry.is_settled && entry.verdict == verdict;
        let n = entries().filter(has_verdict).count();
        if n > 0 {
            sentence += &format!("; {n} {text}");
        }
    }
    let missing = table.instances.len() * table.configurations.len() - tried;
    if missing > 0 {
        sentence += &format!("; {missing} were not run");
    }
    (settled, tried, sentence + ".")
}

/// The agreement of published counts with ours as a sentence; `None` if there is nothing to compare.
pub fn published_agreement(table: &Table, published: Option<&Published>) -> Option<String> {
    agreement_sentence(agreement(&counts(table, published)))
}
