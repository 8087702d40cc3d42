//! `book`: puzzles as a PDF to print, with the answers at the end.

use std::time::{Duration, Instant};

use gridwright::printing::{BookEntry, BookOptions, Paper, book_pages_before};
use gridwright::puzzles::DrawOptions;
use gridwright::{AnyAnswer, BoxedInstance, Question, Request, ask};
use gridwright_print::{PdfPages, PrintError};
use serde::Deserialize;

use crate::error::ApiError;
use crate::jobs::Job;
use crate::response::File;
use crate::types::Puzzle;

/// The maximal number of puzzles.
const MAX_PUZZLES: usize = 200;

/// The total time for finding answers that were not sent.
const SOLVE_TIME: Duration = Duration::from_secs(5);

/// The puzzles of a book
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct BookBody {
    puzzles: Vec<BookPuzzle>,
    /// The title of every page; default: the title of the kind
    title: Option<String>,
    /// `a4` or `letter`; default `a4`
    paper: Option<String>,
    /// The number of puzzles on a page; default: as many as fit
    per_page: Option<usize>,
}

/// A puzzle of a book; one that `generate` made may have its other fields, too
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct BookPuzzle {
    #[serde(flatten)]
    puzzle: Puzzle,
    /// The title; default: the kind and a number
    name: Option<String>,
    /// A text beside the title
    #[serde(default)]
    about: String,
    /// The answer; found by the server if omitted
    answer: Option<String>,
}

pub(crate) fn book(job: &Job, body: BookBody) -> Result<File, ApiError> {
    let n = body.puzzles.len();
    if !(1..=MAX_PUZZLES).contains(&n) {
        let error = format!("expected 1 to {MAX_PUZZLES} puzzles, but there are {n}");
        return Err(ApiError::invalid(error));
    }
    let paper = body.paper.as_deref().map(str::parse::<Paper>).transpose();
    let paper = paper.map_err(ApiError::invalid)?.unwrap_or_default();
    let start = Instant::now();
    let mut entries = Vec::new();
    let mut infos = Vec::new();
    for (number, one) in (1..).zip(&body.puzzles) {
        check(job, "puzzle", number, n)?;
        let instance = one.puzzle.parse()?;
        let info = instance.kind().info();
        let title = match &one.name {
            Some(name) => name.clone(),
            None => format!("{} {number}", info.title),
        };
        let left = SOLVE_TIME
            .saturating_sub(start.elapsed())
            .min(job.remaining());
        let answer = answer(job, &instance, one.answer.as_deref(), left, &title)?;
        let known = instance.known(&answer);
        entries.push(BookEntry {
            title,
            about: one.about.clone(),
            puzzle: instance.draw(&DrawOptions::default()),
            answer: instance.draw(&DrawOptions {
                known: &known,
                ..DrawOptions::default()
            }),
        });
        infos.push(info);
    }
    let same = infos.iter().all(|info| info.id == infos[0].id);
    let title = body.title.filter(|title| !title.trim().is_empty());
    let title = match (title, same) {
        (Some(title), _) => title,
        (None, true) => infos[0].title.to_owned(),
        (None, false) => "Puzzles".to_owned(),
    };
    // There is space for the rules of one kind only.
    let rules = if same { infos[0].rules } else { "" };
    let options = BookOptions {
        title,
        rules: rules.to_owned(),
        paper,
        per_page: body.per_page,
    };
    let Some(pages) = book_pages_before(&options, &entries, &|| job.is_over()) else {
        return Err(ApiError::invalid(
            "stopped at the time limit before the pages were drawn; ask for fewer puzzles at once",
        ));
    };
    let mut pdf = PdfPages::new(&options.title);
    for (number, page) in (1..).zip(&pages) {
        match pdf.add(page, &|| job.is_over()) {
            Err(PrintError::Stopped) => check(job, "page", number, pages.len())?,
            drawn => drawn.map_err(|_| ApiError::internal())?,
        }
    }
    Ok(File {
        mime: "application/pdf",
        name: "puzzles.pdf".to_owned(),
        bytes: pdf.finish().map_err(|_| ApiError::internal())?,
    })
}

/// Fails if the job must end.
fn check(job: &Job, what: &str, number: usize, n: usize) -> Result<(), ApiError> {
    match job.is_over() {
        true => Err(ApiError::invalid(format!(
            "stopped at {what} {number} of {n}; ask for fewer puzzles at once"
        ))),
        false => Ok(()),
    }
}

/// The checked answer that was sent, or one that the server finds.
fn answer(
    job: &Job,
    instance: &BoxedInstance,
    sent: Option<&str>,
    left: Duration,
    title: &str,
) -> Result<AnyAnswer, ApiError> {
    if let Some(text) = sent {
        let answer = instance
            .parse_answer(text)
            .map_err(|error| ApiError::at(text, &error))?;
        instance
            .check(&answer)
            .map_err(|violation| ApiError::invalid(format!("{title}: {violation}")))?;
        return Ok(answer);
    }
    let request = Request {
        time: Some(left),
        ..job.request()
    };
    let report =
        ask(&**instance, Question::Solve { max: 1 }, &request).map_err(ApiError::invalid)?;
    let answer = report.answers.into_iter().next();
    answer.ok_or_else(|| {
        ApiError::invalid(format!("{title}: no answer was found ({})", report.verdict))
    })
}
