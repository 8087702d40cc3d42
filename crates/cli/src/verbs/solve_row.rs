//! The rows of `solve`, `unique`, `count` and `backbone`, as JSON and in tables.

use gridwright::grid::board::text::Style;
use gridwright::puzzles::FactState;
use gridwright::{AnyInstance, Report, Verdict};
use serde::Serialize;

use crate::output::render;
use crate::verbs::diagnosis;

/// The JSON object of a puzzle. In other tables than JSON lines, `differs`, `propagated`, `repair` and `clash` are missing.
#[derive(Debug, Serialize)]
pub(crate) struct Row<'r> {
    pub(crate) kind: &'r str,
    pub(crate) name: &'r str,
    /// The puzzle in one line, unless the input has a column for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) puzzle: Option<String>,
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
    pub(crate) diagnosis: Option<diagnosis::Row>,
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
            kind: instance.kind().info().id,
            name,
            puzzle: None,
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
                .map(|answer| instance.answer_line(answer))
                .collect(),
            shared: report
                .shared
                .as_ref()
                .map(|shared| render::facts(instance, shared)),
            differs: match (&report.answers[..], report.verdict) {
                ([one, other], Verdict::Multiple) if render::fits(instance) => {
                    Some(render::differing(instance, one, other))
                }
                _ => None,
            },
            propagated: None,
            diagnosis: None,
            nodes: stats.nodes,
            failures: stats.failures,
            backtracks: stats.backtracks,
            propagations: stats.propagations,
            setup_ms: render::milliseconds(report.setup_time),
            solve_ms: render::milliseconds(stats.solve_time),
            engine: report.engine.to_string(),
            viewpoint: &report.viewpoint,
        }
    }
}

/// The board after propagation, before search.
#[derive(Debug, Serialize)]
pub(crate) struct Propagated {
    /// Whether propagation alone refutes the puzzle; the other fields are then empty.
    pub(crate) conflict: bool,
    /// The facts known to be true.
    pub(crate) known: Vec<String>,
    /// The facts still open.
    pub(crate) possible: Vec<String>,
    /// The board as text.
    pub(crate) board: String,
}

impl Propagated {
    pub(crate) fn new(instance: &dyn AnyInstance, known: Option<&[FactState]>) -> Propagated {
        let open = |known: &[FactState]| {
            let facts = instance.facts().into_iter().zip(known);
            let open = facts.filter(|(_, known)| **known == FactState::Open);
            open.map(|(fact, _)| fact).collect()
        };
        Propagated {
            conflict: known.is_none(),
            known: known.map_or_else(Vec::new, |known| render::facts(instance, known)),
            possible: known.map_or_else(Vec::new, open),
            board: known.map_or_else(String::new, |known| {
                render::draw(&render::board(instance, known, true), Style::default())
            }),
        }
    }
}
