//! The words of a report's tables: for every instance and way what stands in its cell, the same for Markdown and for the page.

use crate::experiment::{Experiment, Measure, Question};
use crate::published::Published;
use crate::table::{Entry, Table};

/// What stands in a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Words {
    /// Ours.
    pub(crate) ours: String,
    /// The published figure, where there is one.
    pub(crate) published: Option<String>,
    /// Whether both are the same; `None` where there is nothing to compare.
    pub(crate) equal: Option<bool>,
}

/// How many cells have a published count, and how many of ours are equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Agreement {
    pub(crate) equal: usize,
    pub(crate) compared: usize,
    /// Published, and not settled by us.
    pub(crate) open: usize,
}

/// The counts that stand first: the published one, or nodes.
pub(crate) fn count_measure(published: Option<&Published>) -> Measure {
    match published.and_then(Published::ours) {
        Some("backtracks") => Measure::Backtracks,
        Some("failures") => Measure::Failures,
        Some("propagations") => Measure::Propagations,
        _ => Measure::Nodes,
    }
}

/// The counts in words, for a heading.
pub(crate) fn count_words(experiment: &Experiment, published: Option<&Published>) -> &'static str {
    match experiment.question {
        Question::Generate => "full boards begun with",
        _ => count_measure(published).name(),
    }
}

/// The times that a report has, with their headings: where nothing is set up, no table says so.
pub(crate) fn kinds_of_times(table: &Table) -> Vec<(&'static str, Measure)> {
    let mut times = vec![("Times", Measure::SolveMs)];
    let mut entries = table.entries.iter().flatten().flatten();
    if entries.any(|entry| entry.median(Measure::SetupMs) > 0.0) {
        times.push(("Setting up", Measure::SetupMs));
    }
    times
}

/// The cells of a table of counts.
pub(crate) fn counts(table: &Table, published: Option<&Published>) -> Vec<Vec<Words>> {
    let measure = count_measure(published);
    each(table, |instance, way, entry| {
        let figure = published
            .and_then(|table_| table_.figure(&table.instances[instance], &table.ways[way].values));
        let count = figure.as_ref().and_then(|figure| figure.count);
        let ours = entry.filter(|entry| entry.is_settled);
        let ours = ours.map(|entry| entry.median(measure));
        Words {
            ours: told(entry, |entry| whole(entry.median(measure))),
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

/// The cells of a table of times: the median, and the spread where there are repetitions.
pub(crate) fn times(
    table: &Table,
    published: Option<&Published>,
    measure: Measure,
) -> Vec<Vec<Words>> {
    each(table, |instance, way, entry| {
        let figure = published
            .and_then(|table_| table_.figure(&table.instances[instance], &table.ways[way].values));
        let printed = figure.and_then(|figure| match measure {
            Measure::SetupMs => Some(milliseconds(figure.setup? * 1000.0)),
            _ => {
                let seconds = figure.seconds.map(|seconds| milliseconds(seconds * 1000.0));
                seconds.or(figure.said)
            }
        });
        Words {
            ours: told(entry, |entry| {
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

fn each(table: &Table, words: impl Fn(usize, usize, Option<&Entry>) -> Words) -> Vec<Vec<Words>> {
    let ways = table.ways.len();
    let row = |instance: usize| {
        let cell = |way: usize| words(instance, way, table.entry(instance, way));
        (0..ways).map(cell).collect()
    };
    (0..table.instances.len()).map(row).collect()
}

/// A settled entry in numbers, another by its verdict.
fn told(entry: Option<&Entry>, number: impl Fn(&Entry) -> String) -> String {
    match entry {
        None => String::new(),
        Some(entry) if entry.is_settled => number(entry),
        Some(entry) if entry.verdict == "stopped" => format!("stopped: {}", entry.note),
        Some(entry) => entry.verdict.clone(),
    }
}

fn whole(value: f64) -> String {
    format!("{value:.0}")
}

/// Milliseconds, or seconds where there are many.
pub(crate) fn milliseconds(ms: f64) -> String {
    match ms {
        ms if ms >= 10_000.0 => format!("{:.1} s", ms / 1000.0),
        ms if ms >= 100.0 => format!("{ms:.0} ms"),
        ms if ms >= 1.0 => format!("{ms:.1} ms"),
        ms => format!("{ms:.2} ms"),
    }
}

/// What was said against ways that were refused, and of cells that crashed, each once.
pub(crate) fn refusals(table: &Table) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    for (entries, instance) in table.entries.iter().zip(&table.instances) {
        for (entry, way) in entries.iter().zip(&table.ways) {
            let Some(entry) = entry.as_ref() else {
                continue;
            };
            let words = match &*entry.verdict {
                "refused" => format!("{} was refused: {}.", way.name(), entry.note),
                "crashed" => format!("{instance}, {} crashed: {}.", way.name(), entry.note),
                _ => continue,
            };
            if !told.contains(&words) {
                told.push(words);
            }
        }
    }
    told
}

/// How far published counts and ours agree.
pub(crate) fn agreement(cells: &[Vec<Words>]) -> Agreement {
    let mut sum = Agreement::default();
    for words in cells.iter().flatten() {
        match words.equal {
            Some(equal) => {
                sum.compared += 1;
                sum.equal += usize::from(equal);
            }
            None if words.published.is_some() => sum.open += 1,
            None => {}
        }
    }
    sum
}

/// The agreement in a sentence.
pub(crate) fn agreement_told(sum: Agreement) -> Option<String> {
    let Agreement {
        equal,
        compared,
        open,
    } = sum;
    if compared + open == 0 {
        return None;
    }
    let mut words = format!("{equal} of {compared} published counts are equal to ours");
    if open > 0 {
        words += &format!("; {open} more were not reached within the limits or not run");
    }
    Some(words + ".")
}

/// How many cells were settled, of how many, and what became of the others, in a sentence.
pub(crate) fn tried_told(table: &Table) -> (usize, usize, String) {
    let entries = || table.entries.iter().flatten().flatten();
    let settled = entries().filter(|entry| entry.is_settled).count();
    let tried = entries().count();
    let mut words = "cells were settled".to_owned();
    for (verdict, told) in [
        ("stopped", "stopped at a limit"),
        ("refused", "refused"),
        ("crashed", "crashed"),
    ] {
        let of_verdict = |entry: &&Entry| !entry.is_settled && entry.verdict == verdict;
        let n = entries().filter(of_verdict).count();
        if n > 0 {
            words += &format!("; {n} {told}");
        }
    }
    let missing = table.instances.len() * table.ways.len() - tried;
    if missing > 0 {
        words += &format!("; {missing} were not run");
    }
    (settled, tried, words + ".")
}

/// How far published counts and ours agree, in a sentence; `None` where there is nothing to compare.
pub fn told_agreement(table: &Table, published: Option<&Published>) -> Option<String> {
    agreement_told(agreement(&counts(table, published)))
}
