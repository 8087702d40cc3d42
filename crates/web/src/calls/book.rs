//! `book`: puzzles as sheets to print, their answers at the back.

use std::time::{Duration, Instant};

use gridwright::printing::{BookEntry, book_pages};
use gridwright::puzzles::DrawOptions;
use gridwright::{AnyAnswer, BoxedInstance, Question, Request, ask};
use gridwright_print::pdf_pages;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::answer::File;
use crate::forms::Puzzle;
use crate::refused::Refused;

/// So many puzzles stand in a book at most.
const MOST: usize = 200;

/// How long answers that were not sent may take to find, all together.
const PATIENCE: Duration = Duration::from_secs(5);

/// What stands in a book
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct BookBody {
    puzzles: Vec<BookPuzzle>,
    /// What stands on top of every page; usually the title of the kind
    title: Option<String>,
}

/// A puzzle of a book
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct BookPuzzle {
    #[serde(flatten)]
    puzzle: Puzzle,
    /// Its title; usually the kind and a number
    name: Option<String>,
    /// What stands beside the title
    #[serde(default)]
    about: String,
    /// Its answer; looked for where it is not sent
    answer: Option<String>,
}

pub(crate) fn book(asked: BookBody) -> Result<File, Refused> {
    let n = asked.puzzles.len();
    if !(1..=MOST).contains(&n) {
        let what = format!("a book has 1 to {MOST} puzzles, and these are {n}");
        return Err(Refused::senseless(what));
    }
    let began = Instant::now();
    let mut entries = Vec::new();
    let mut cards = Vec::new();
    for (number, one) in (1..).zip(&asked.puzzles) {
        let given = one.puzzle.read()?;
        let card = given.kind().card();
        let title = match &one.name {
            Some(name) => name.clone(),
            None => format!("{} {number}", card.title),
        };
        let left = PATIENCE.saturating_sub(began.elapsed());
        let answer = answer(&given, one.answer.as_deref(), left, &title)?;
        let known = given.known(&answer);
        entries.push(BookEntry {
            title,
            about: one.about.clone(),
            puzzle: given.draw(&DrawOptions::default()),
            answer: given.draw(&DrawOptions {
                known: &known,
                ..DrawOptions::default()
            }),
        });
        cards.push(card);
    }
    let same = cards.iter().all(|card| card.id == cards[0].id);
    let title = asked.title.filter(|title| !title.trim().is_empty());
    let title = match (title, same) {
        (Some(title), _) => title,
        (None, true) => cards[0].title.to_owned(),
        (None, false) => "Puzzles".to_owned(),
    };
    // Rules of several kinds would need a page of their own.
    let rules = if same { cards[0].rules } else { "" };
    let bytes = pdf_pages(&book_pages(&title, rules, &entries)).map_err(|_| Refused::broken())?;
    Ok(File {
        mime: "application/pdf",
        name: "puzzles.pdf".to_owned(),
        bytes,
    })
}

/// The answer that was sent, if it is one, or the one that is found.
fn answer(
    given: &BoxedInstance,
    sent: Option<&str>,
    left: Duration,
    title: &str,
) -> Result<AnyAnswer, Refused> {
    if let Some(text) = sent {
        let answer = given
            .parse_answer(text)
            .map_err(|error| Refused::about(text, &error))?;
        given
            .check(&answer)
            .map_err(|violation| Refused::senseless(format!("{title}: {violation}")))?;
        return Ok(answer);
    }
    let request = Request {
        time: Some(left),
        ..Request::default()
    };
    let report = ask(&**given, Question::Solve { most: 1 }, &request)
        .map_err(|error| Refused::senseless(error.to_string()))?;
    let answer = report.answers.into_iter().next();
    answer.ok_or_else(|| {
        Refused::senseless(format!(
            "{title}: no answer for the back of the book was found ({})",
            report.verdict
        ))
    })
}
