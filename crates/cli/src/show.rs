//! Reports for people, on a terminal as boards and elsewhere as plain text, and for programs as JSON.

use std::io::IsTerminal;
use std::time::Duration;

use gridwright::board::text::{self, Style};
use gridwright::board::{Board, Mark};
use gridwright::{AnyAnswer, AnyInstance, DrawOptions, EngineName, Known, Report, Verdict};
use serde::Serialize;

use crate::mend;

/// How many facts a line for people lists.
const FEW_FACTS: usize = 12;

/// Boards of more cells are printed, not drawn, on a terminal too.
const MOST_CELLS: usize = 4096;

/// How a terminal is written to; `None` if standard output is none, and plain text is wanted.
pub(crate) fn style() -> Option<Style> {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    std::io::stdout().is_terminal().then(|| Style {
        colour: !set("NO_COLOR") && !dumb,
        unicode: !dumb,
    })
}

/// Whether a board is of a size that somebody looks at on a terminal.
pub(crate) fn fits(instance: &dyn AnyInstance) -> bool {
    let board = instance.draw(&DrawOptions::default());
    board.rows * board.cols <= MOST_CELLS
}

/// One line of JSON per puzzle.
#[derive(Debug, Serialize)]
pub(crate) struct Row<'r> {
    pub(crate) kind: &'r str,
    pub(crate) name: &'r str,
    pub(crate) verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stopped_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) count: Option<u64>,
    pub(crate) complete: bool,
    pub(crate) answers: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) shared: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) differs: Option<[Vec<String>; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) propagated: Option<Propagated>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub(crate) mended: Option<mend::Row>,
    pub(crate) nodes: u64,
    pub(crate) failures: u64,
    pub(crate) backtracks: u64,
    pub(crate) propagations: u64,
    pub(crate) setup_ms: f64,
    pub(crate) solve_ms: f64,
    pub(crate) engine: String,
    pub(crate) viewpoint: &'r str,
}

impl<'r> Row<'r> {
    pub(crate) fn new(name: &'r str, instance: &dyn AnyInstance, report: &'r Report) -> Row<'r> {
        let stats = &report.stats;
        Row {
            kind: instance.kind().card().id,
            name,
            verdict: report.verdict.word(),
            stopped_at: match report.verdict {
                Verdict::Stopped(limit) => Some(limit.to_string()),
                _ => None,
            },
            count: report.count,
            complete: report.complete,
            answers: report
                .answers
                .iter()
                .map(|answer| instance.print_answer(answer))
                .collect(),
            shared: report.shared.as_ref().map(|shared| facts(instance, shared)),
            differs: match (&report.answers[..], report.verdict) {
                ([one, other], Verdict::Multiple) if fits(instance) => {
                    Some(differing(instance, one, other))
                }
                _ => None,
            },
            propagated: None,
            mended: None,
            nodes: stats.nodes,
            failures: stats.failures,
            backtracks: stats.backtracks,
            propagations: stats.propagations,
            setup_ms: milliseconds(report.setup_time),
            solve_ms: milliseconds(stats.solve_time),
            engine: report.engine.to_string(),
            viewpoint: &report.viewpoint,
        }
    }

    /// The line.
    pub(crate) fn line(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|error| format!("{{\"error\":\"{error}\"}}"))
    }
}

/// The board before search.
#[derive(Debug, Serialize)]
pub(crate) struct Propagated {
    /// Whether propagation alone finds that there is no answer; then nothing else is said.
    pub(crate) conflict: bool,
    /// What is settled.
    pub(crate) known: Vec<String>,
    /// What may still be.
    pub(crate) possible: Vec<String>,
    /// The drawing.
    pub(crate) board: String,
}

impl Propagated {
    pub(crate) fn new(instance: &dyn AnyInstance, known: Option<&[Known]>) -> Propagated {
        let open = |known: &[Known]| {
            let facts = instance.facts().into_iter().zip(known);
            let open = facts.filter(|(_, known)| **known == Known::Open);
            open.map(|(fact, _)| fact).collect()
        };
        Propagated {
            conflict: known.is_none(),
            known: known.map_or_else(Vec::new, |known| facts(instance, known)),
            possible: known.map_or_else(Vec::new, open),
            board: known.map_or_else(String::new, |known| {
                drawn(&board(instance, known, true), Style::default())
            }),
        }
    }
}

/// What only the first and what only the second of two answers says.
pub(crate) fn differing(
    instance: &dyn AnyInstance,
    one: &AnyAnswer,
    other: &AnyAnswer,
) -> [Vec<String>; 2] {
    let (a, b) = (instance.known(one), instance.known(other));
    let mut only = [Vec::new(), Vec::new()];
    for (fact, (a, b)) in instance.facts().into_iter().zip(a.iter().zip(&b)) {
        match (a, b) {
            (Known::True, Known::False) => only[0].push(fact),
            (Known::False, Known::True) => only[1].push(fact),
            _ => {}
        }
    }
    only
}

/// What differs between two answers, in a line for each.
pub(crate) fn difference(
    instance: &dyn AnyInstance,
    one: &AnyAnswer,
    other: &AnyAnswer,
) -> Vec<String> {
    if !fits(instance) {
        return Vec::new();
    }
    let few = |mut facts: Vec<String>| {
        let more = facts.len().saturating_sub(FEW_FACTS);
        facts.truncate(FEW_FACTS);
        let more = (more > 0).then(|| format!("{more} more"));
        facts.into_iter().chain(more).collect::<Vec<_>>().join("; ")
    };
    let told = ["first", "second"]
        .into_iter()
        .zip(differing(instance, one, other));
    told.filter(|(_, facts)| !facts.is_empty())
        .map(|(which, facts)| format!("Only in the {which}: {}", few(facts)))
        .collect()
}

/// The facts known to be true, in words.
pub(crate) fn facts(instance: &dyn AnyInstance, known: &[Known]) -> Vec<String> {
    let facts = instance.facts().into_iter().zip(known);
    facts
        .filter(|(_, known)| **known == Known::True)
        .map(|(fact, _)| fact)
        .collect()
}

pub(crate) fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

/// A time in a unit that suits it.
pub(crate) fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        ..0.000_95 => format!("{:.0} µs", seconds * 1e6),
        ..0.0095 => format!("{:.1} ms", seconds * 1e3),
        ..0.95 => format!("{:.0} ms", seconds * 1e3),
        ..60.0 => format!("{seconds:.1} s"),
        _ => format!(
            "{:.0} min {:.0} s",
            (seconds / 60.0).floor(),
            seconds % 60.0
        ),
    }
}

/// The counters of a run, in a line.
pub(crate) fn counters(report: &Report) -> String {
    let stats = &report.stats;
    if report.engine == EngineName::Chr {
        return format!(
            "chr by {}: {} nodes, {} rules fired, {} returns to a choice; set up in {}, solved in {}",
            report.viewpoint,
            stats.nodes,
            stats.propagations,
            stats.backtracks,
            time(report.setup_time),
            time(stats.solve_time)
        );
    }
    let mut line = format!(
        "{} by {}: {} nodes, {} failures, {} backtracks, {} propagations",
        report.engine,
        report.viewpoint,
        stats.nodes,
        stats.failures,
        stats.backtracks,
        stats.propagations
    );
    if stats.nogoods > 0 {
        line += &format!(", {} nogoods, {} restarts", stats.nogoods, stats.restarts);
    }
    line + &format!(
        "; set up in {}, solved in {}",
        time(report.setup_time),
        time(stats.solve_time)
    )
}

/// The drawing of what is known.
pub(crate) fn board(instance: &dyn AnyInstance, known: &[Known], candidates: bool) -> Board {
    instance.draw(&DrawOptions {
        known,
        candidates,
        marks: &[],
    })
}

/// The drawing of an answer.
pub(crate) fn answer_board(instance: &dyn AnyInstance, answer: &AnyAnswer) -> Board {
    board(instance, &instance.known(answer), false)
}

/// The drawing of an answer, with what is different from another pointed out.
pub(crate) fn differing_board(
    instance: &dyn AnyInstance,
    answer: &AnyAnswer,
    other: &AnyAnswer,
) -> Board {
    let mut board = answer_board(instance, answer);
    let compared = answer_board(instance, other);
    for (tile, other) in board.tiles.iter_mut().zip(&compared.tiles) {
        if tile != other {
            tile.mark = Some(Mark::Differs);
        }
    }
    for stroke in &mut board.strokes {
        if !compared.strokes.contains(stroke) {
            stroke.mark = Some(Mark::Differs);
        }
    }
    board
}

/// A board as text for a terminal.
pub(crate) fn drawn(board: &Board, style: Style) -> String {
    text::render(board, style)
}
