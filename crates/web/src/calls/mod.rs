//! The calls, one file each, and the table of them.

mod book;
mod compare;
mod draw;
mod edit;
mod explain;
mod export;
mod generate;
mod judge;
mod kinds;
mod mend;
mod options;
mod programs;
mod puzzle;
mod read;
mod run;
mod run_model;
mod run_rules;
mod solve;
mod table;
mod trace;
mod tree;

use crate::answer::Json;
use crate::call::Call;

/// Every call.
pub(crate) fn all() -> Vec<Call> {
    vec![
        Call::got(
            "/api/kinds",
            "Every kind of puzzle and what can be asked of it",
            kinds::kinds,
        ),
        Call::got("/api/jobs", "How many jobs there are", |site| {
            Json(site.jobs.count())
        }),
        Call::got(
            "/api/options",
            "The names that a request may use",
            options::options,
        ),
        Call::got(
            "/api/programs",
            "The programs of the small language and of rules that are shipped",
            programs::programs,
        ),
        Call::quick(
            "/api/program",
            "A program of rules of a kind, asked about a puzzle",
            programs::program,
        ),
        Call::quick(
            "/api/read",
            "Reads a text in any format, an address, or a whole set",
            read::read,
        ),
        Call::quick(
            "/api/puzzle",
            "Everything about one puzzle: its size, facts, clues and addresses",
            puzzle::puzzle,
        ),
        Call::quick("/api/draw", "Draws a board", draw::draw),
        Call::quick("/api/edit", "Changes one clue", edit::edit),
        Call::quick("/api/blank", "A board to begin with", edit::blank),
        Call::quick(
            "/api/judge",
            "What a board breaks, and whether it is done, without solving it",
            judge::judge,
        ),
        Call::file(
            "/api/export",
            "Writes a puzzle as text, in a format, or as a picture",
            export::MIMES,
            export::export,
        ),
        Call::long(
            "/api/explain",
            "Solves a puzzle in steps a person can follow",
            &[
                ("start", "what is known before the first step"),
                ("step", "one step, as in the answer"),
            ],
            explain::explain,
        ),
        Call::long(
            "/api/hint",
            "The next step from a person's board, or what is wrong on it",
            &[],
            explain::hint,
        ),
        Call::long("/api/rate", "How hard a puzzle is", &[], explain::rate),
        Call::long(
            "/api/repair",
            "The fewest further clues that leave one answer",
            &[],
            mend::repair,
        ),
        Call::long(
            "/api/clash",
            "The clues that cannot be kept together",
            &[],
            mend::clash,
        ),
        Call::long(
            "/api/solve",
            "Solves, counts, proves unique, or finds what all answers share",
            &[],
            solve::solve,
        ),
        Call::file(
            "/api/book",
            "Puzzles as sheets to print, their answers at the back",
            &["application/pdf"],
            book::book,
        ),
        Call::file(
            "/api/table",
            "Rows of a comparison as CSV, Parquet or a plot",
            table::TYPES,
            table::table,
        ),
        Call::long(
            "/api/trace",
            "Tells what a search does",
            &[("events", "some events, as in the answer")],
            trace::trace,
        ),
        Call::long(
            "/api/tree",
            "The tree of a search, or what is known at one of its nodes",
            &[(
                "nodes",
                "some nodes, as in the answer; one of which more became comes again",
            )],
            tree::tree,
        ),
        Call::long(
            "/api/compare",
            "Asks a question of puzzles in several ways",
            &[("row", "one run, as in the answer")],
            compare::compare,
        ),
        Call::long(
            "/api/generate",
            "Makes puzzles with exactly one answer",
            &[("made", "one puzzle, as in the answer")],
            generate::generate,
        ),
        Call::long(
            "/api/run",
            "Runs a program of the small language or of rules",
            &[
                ("solution", "one solution, as in the answer"),
                ("steps", "some steps, as in the answer"),
            ],
            run::run,
        ),
    ]
}
