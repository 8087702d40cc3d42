//! All calls, one file each, and their table.

mod book;
mod compare;
mod draw;
mod edit;
mod explain;
mod export;
mod generate;
mod judge;
mod kinds;
mod layout;
mod options;
mod programs;
mod puzzle;
mod read;
mod repair;
mod run;
mod run_answer;
mod run_chr;
mod run_model;
mod solve;
mod table;
mod trace;
mod tree;

use crate::call::Call;
use crate::response::Json;

/// The table of calls.
pub(crate) fn all() -> Vec<Call> {
    vec![
        Call::get(
            "/api/kinds",
            "All puzzle kinds and their options",
            kinds::kinds,
        ),
        Call::get(
            "/api/jobs",
            "The number of running and waiting jobs",
            |state| Json(state.jobs.count()),
        ),
        Call::get(
            "/api/options",
            "The values of all solver options",
            options::options,
        ),
        Call::get(
            "/api/programs",
            "The bundled models and CHR programs",
            programs::programs,
        ),
        Call::quick(
            "/api/program",
            "The CHR program and query for a puzzle",
            programs::program,
        ),
        Call::quick(
            "/api/read",
            "Parses a puzzle in any format, a link, or a collection",
            read::read,
        ),
        Call::quick(
            "/api/puzzle",
            "The size, facts, clues and links of a puzzle",
            puzzle::puzzle,
        ),
        Call::quick("/api/draw", "Draws a board", draw::draw),
        Call::quick("/api/edit", "Changes one clue", edit::edit),
        Call::quick("/api/blank", "An empty board", edit::blank),
        Call::quick(
            "/api/judge",
            "Checks a board against the rules without solving it",
            judge::judge,
        ),
        Call::file(
            "/api/export",
            "Exports a puzzle as text, in an exchange format, or as a picture",
            export::MIMES,
            export::export,
        ),
        Call::job(
            "/api/explain",
            "Explains the solution of a puzzle step by step",
            &[
                ("start", "the facts known before the first step"),
                ("step", "one step, as in the answer"),
            ],
            explain::explain,
        ),
        Call::job(
            "/api/hint",
            "The next step for a board, or its mistakes",
            &[],
            explain::hint,
        ),
        Call::job(
            "/api/rate",
            "Rates the difficulty of a puzzle",
            &[],
            explain::rate,
        ),
        Call::job(
            "/api/repair",
            "Additional clues that make the answer unique",
            &[],
            repair::repair,
        ),
        Call::job(
            "/api/clash",
            "Clues that contradict each other",
            &[],
            repair::conflict,
        ),
        Call::job(
            "/api/solve",
            "Solves a puzzle, counts answers, proves uniqueness, or finds the facts that all answers share",
            &[],
            solve::solve,
        ),
        Call::file(
            "/api/book",
            "Puzzles as a PDF to print, with the answers at the end",
            &["application/pdf"],
            book::book,
        ),
        Call::file(
            "/api/table",
            "Rows of a comparison as CSV, Parquet or a plot",
            table::TYPES,
            table::table,
        ),
        Call::job(
            "/api/trace",
            "The events of a search",
            &[("events", "a batch of events, as in the answer")],
            trace::trace,
        ),
        Call::job(
            "/api/tree",
            "The tree of a search, or the facts known at one of its nodes",
            &[(
                "nodes",
                "a batch of nodes, as in the answer; a node whose status changes is sent again",
            )],
            tree::tree,
        ),
        Call::quick(
            "/api/layout",
            "The positions of the nodes of a tree",
            layout::layout,
        ),
        Call::job(
            compare::PATH,
            "Compares solver options on puzzles",
            &[("row", "one run, as in the answer")],
            compare::compare,
        ),
        Call::job(
            "/api/generate",
            "Generates puzzles with a unique answer",
            &[("made", "one puzzle, as in the answer")],
            generate::generate,
        ),
        Call::job(
            "/api/run",
            "Runs a model or a CHR program",
            &[
                ("solution", "one solution, as in the answer"),
                ("steps", "a batch of steps, as in the answer"),
            ],
            run::run,
        ),
    ]
}
