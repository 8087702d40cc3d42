//! The calls, one file each, and the table of them.

mod draw;
mod edit;
mod explain;
mod export;
mod judge;
mod kinds;
mod mend;
mod puzzle;
mod read;
mod solve;

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
    ]
}
