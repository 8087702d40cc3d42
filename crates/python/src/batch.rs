//! Many puzzles: a column of texts in, columns of results out. Columns come and go by Arrow's C data interface, without copies. A text that cannot be read
//! becomes a row with an error.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use arrow_array::builder::{BooleanBuilder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::{
    Array, ArrayRef, Float64Array, LargeStringArray, RecordBatch, StringArray, StringViewArray,
    StructArray, UInt64Array,
};
use arrow_schema::{DataType, Field, FieldRef, Schema};
use gridwright::bulk::Clues;
use gridwright::control::Stop;
use gridwright::explain::ExplainOptions;
use gridwright::explaining::{chosen_techniques, end_word};
use gridwright::solving::BulkSolver;
use gridwright::{
    AnyInstance, BatchSolver, BoxedInstance, Kind, ParseError, Question, Report, Request, Verdict,
    read_one,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use pyo3_arrow::PyTable;
use pyo3_arrow::input::AnyArray;

use crate::errors::{GridwrightError, option_error};
use crate::interrupt;
use crate::options;
use crate::puzzle::{has_rating, read_answer};

/// The rows that a thread takes at once.
const SHARE: usize = 32;

/// A chunk of the input: its texts, and the columns that are passed on.
struct Chunk {
    texts: ArrayRef,
    /// The columns before the results, with their fields; one of them is `texts`.
    columns: Vec<(FieldRef, ArrayRef)>,
}

/// The input: a column of texts, or a table with one.
struct Input {
    chunks: Vec<Chunk>,
    /// The fields of the columns that are passed on.
    fields: Vec<FieldRef>,
}

impl Input {
    /// Reads a list of texts, or any object with `__arrow_c_stream__` or `__arrow_c_array__`. The texts of a table are those of the column of this name; all of
    /// its columns are passed on.
    fn read(given: &Bound<'_, PyAny>, column: Option<&str>) -> PyResult<Input> {
        let is_arrow =
            given.hasattr("__arrow_c_stream__")? || given.hasattr("__arrow_c_array__")?;
        if !is_arrow {
            return Input::from_texts(given);
        }
        let (arrays, field) = given
            .extract::<AnyArray>()?
            .into_chunked_array()?
            .into_inner();
        if let DataType::Struct(fields) = field.data_type() {
            let at = match column {
                Some(name) => fields.iter().position(|field| field.name() == name),
                None => match fields.len() {
                    1 => Some(0),
                    _ => fields.iter().position(|field| field.name() == "puzzle"),
                },
            };
            let Some(at) = at else {
                let names = fields.iter().map(|field| field.name().as_str());
                let names = names.collect::<Vec<_>>().join(", ");
                let wanted = column.unwrap_or("puzzle");
                return Err(option_error(format!(
                    "column: there is no column `{wanted}`; columns: {names}"
                )));
            };
            let fields: Vec<FieldRef> = fields.iter().cloned().collect();
            let chunks = arrays.iter().map(|array| {
                let array: &StructArray = array.as_struct();
                Chunk {
                    texts: array.column(at).clone(),
                    columns: fields
                        .iter()
                        .cloned()
                        .zip(array.columns().iter().cloned())
                        .collect(),
                }
            });
            return Input::checked(chunks.collect(), fields);
        }
        let field: FieldRef = Arc::new(field.as_ref().clone().with_name("puzzle"));
        let chunks = arrays.into_iter().map(|texts| Chunk {
            columns: vec![(field.clone(), texts.clone())],
            texts,
        });
        Input::checked(chunks.collect(), vec![field.clone()])
    }

    /// A list of texts; `None` is a row without a puzzle.
    fn from_texts(given: &Bound<'_, PyAny>) -> PyResult<Input> {
        let mut texts = StringBuilder::new();
        for item in given.try_iter()? {
            texts.append_option(item?.extract::<Option<String>>()?);
        }
        let texts: ArrayRef = Arc::new(texts.finish());
        let field: FieldRef = Arc::new(Field::new("puzzle", DataType::Utf8, true));
        let chunk = Chunk {
            columns: vec![(field.clone(), texts.clone())],
            texts,
        };
        Ok(Input {
            chunks: vec![chunk],
            fields: vec![field],
        })
    }

    fn checked(chunks: Vec<Chunk>, fields: Vec<FieldRef>) -> PyResult<Input> {
        let wrong = chunks
            .iter()
            .find(|chunk| Texts::of(&chunk.texts).is_none());
        if let Some(chunk) = wrong {
            return Err(option_error(format!(
                "column: puzzles are texts, not values of type {}",
                chunk.texts.data_type()
            )));
        }
        Ok(Input { chunks, fields })
    }

    fn texts(&self) -> Vec<Texts<'_>> {
        let texts = self.chunks.iter().map(|chunk| Texts::of(&chunk.texts));
        texts.map(|texts| texts.expect("checked")).collect()
    }

    /// The table of the columns that are passed on and the results; a column that has the name of a result is left out.
    fn table(self, results: Vec<(&'static str, ArrayRef)>) -> PyResult<PyTable> {
        let is_kept = |field: &FieldRef| !results.iter().any(|(name, _)| field.name() == name);
        let kept = self.fields.iter().filter(|field| is_kept(field)).cloned();
        let added = results.iter().map(|(name, array)| {
            let field = Field::new(*name, array.data_type().clone(), true);
            Arc::new(field) as FieldRef
        });
        let fields: Vec<FieldRef> = kept.chain(added).collect();
        let schema = Arc::new(Schema::new(fields));
        let mut start = 0;
        let mut batches = Vec::new();
        for chunk in &self.chunks {
            let n = chunk.texts.len();
            let kept = chunk.columns.iter().filter(|(field, _)| is_kept(field));
            let kept = kept.map(|(_, array)| array.clone());
            let added = results.iter().map(|(_, array)| array.slice(start, n));
            let columns: Vec<ArrayRef> = kept.chain(added).collect();
            let batch = RecordBatch::try_new(schema.clone(), columns);
            batches.push(batch.map_err(|error| GridwrightError::new_err(error.to_string()))?);
            start += n;
        }
        PyTable::try_new(batches, schema)
    }
}

/// The texts of an array.
#[derive(Clone, Copy)]
enum Texts<'a> {
    Utf8(&'a StringArray),
    Large(&'a LargeStringArray),
    View(&'a StringViewArray),
    /// Nothing but nulls.
    Null(usize),
}

impl<'a> Texts<'a> {
    fn of(array: &'a ArrayRef) -> Option<Texts<'a>> {
        match array.data_type() {
            DataType::Utf8 => Some(Texts::Utf8(array.as_string())),
            DataType::LargeUtf8 => Some(Texts::Large(array.as_string())),
            DataType::Utf8View => Some(Texts::View(array.as_string_view())),
            DataType::Null => Some(Texts::Null(array.len())),
            _ => None,
        }
    }

    fn len(&self) -> usize {
        match self {
            Texts::Utf8(array) => array.len(),
            Texts::Large(array) => array.len(),
            Texts::View(array) => array.len(),
            Texts::Null(len) => *len,
        }
    }

    fn get(&self, at: usize) -> Option<&'a str> {
        match self {
            Texts::Utf8(array) => array.is_valid(at).then(|| array.value(at)),
            Texts::Large(array) => array.is_valid(at).then(|| array.value(at)),
            Texts::View(array) => array.is_valid(at).then(|| array.value(at)),
            Texts::Null(_) => None,
        }
    }
}

/// The results of all rows, in order; `worker` makes what one thread does with a row. `progress` is called with the numbers of finished rows and of all.
fn map_rows<R: Send, W: FnMut(usize, Option<&str>) -> R>(
    py: Python<'_>,
    stop: &Stop,
    texts: &[Texts<'_>],
    threads: usize,
    progress: Option<&Bound<'_, PyAny>>,
    worker: impl Fn() -> W + Sync,
) -> PyResult<Vec<R>> {
    // The shares of rows: chunk, first row in it, first row of all.
    let mut shares = Vec::new();
    let mut n = 0;
    for (chunk, texts) in texts.iter().enumerate() {
        for first in (0..texts.len()).step_by(SHARE) {
            shares.push((chunk, first, n + first));
        }
        n += texts.len();
    }
    let next = AtomicUsize::new(0);
    let done = AtomicUsize::new(0);
    let work = || {
        let results = Mutex::new(Vec::with_capacity(shares.len()));
        thread::scope(|scope| {
            for _ in 0..threads.clamp(1, shares.len().max(1)) {
                scope.spawn(|| {
                    let mut row = worker();
                    let mut own = Vec::new();
                    while let Some(&(chunk, first, start)) =
                        shares.get(next.fetch_add(1, Ordering::Relaxed))
                    {
                        let texts = &texts[chunk];
                        let end = texts.len().min(first + SHARE);
                        let mut share = Vec::with_capacity(end - first);
                        for at in first..end {
                            if stop.is_requested() {
                                return;
                            }
                            share.push(row(start + at - first, texts.get(at)));
                        }
                        done.fetch_add(share.len(), Ordering::Relaxed);
                        own.push((start, share));
                    }
                    let mut results = results.lock().expect("no thread panics with the lock");
                    results.extend(own);
                });
            }
        });
        let mut results = results.into_inner().expect("all threads have ended");
        results.sort_by_key(|(start, _)| *start);
        results.into_iter().flat_map(|(_, share)| share).collect()
    };
    let results: Vec<R> = interrupt::run_with(py, stop, work, |_| match progress {
        Some(progress) => progress
            .call1((done.load(Ordering::Relaxed), n))
            .map(|_| ()),
        None => Ok(()),
    })?;
    if let Some(progress) = progress {
        progress.call1((n, n))?;
    }
    Ok(results)
}

fn threads_of(threads: Option<usize>) -> usize {
    let all = || thread::available_parallelism().map_or(1, usize::from);
    threads.unwrap_or_else(all)
}

/// A puzzle of a row, or its error.
fn read_row(kind: Option<&'static dyn Kind>, text: Option<&str>) -> Result<BoxedInstance, String> {
    let Some(text) = text else {
        return Err("there is no puzzle".to_owned());
    };
    read_one(kind, text).map_err(|error| {
        let (ParseError::Broken(_, diagnostic) | ParseError::Unknown((_, diagnostic))) = &error
        else {
            return error.to_string();
        };
        let position = diagnostic.span.position(text);
        format!("{}:{}: {error}", position.line, position.column)
    })
}

/// The result of a question about a row.
#[derive(Default)]
struct AskRow {
    kind: Option<&'static str>,
    verdict: Option<&'static str>,
    answers: Option<u64>,
    answer: Option<String>,
    nodes: Option<u64>,
    failures: Option<u64>,
    seconds: Option<f64>,
    error: Option<String>,
}

impl AskRow {
    fn new(text: &str, instance: &dyn AnyInstance, report: &Report) -> AskRow {
        let answer = report.answers.first();
        AskRow {
            kind: Some(instance.kind().info().id),
            verdict: Some(report.verdict.word()),
            answers: Some(report.count.unwrap_or(report.answers.len() as u64)),
            answer: answer
                .map(|answer| answer_text(text, instance, &instance.print_answer(answer))),
            nodes: Some(report.stats.nodes),
            failures: Some(report.stats.failures),
            seconds: Some((report.setup_time + report.stats.solve_time).as_secs_f64()),
            error: stopped(report.verdict),
        }
    }
}

/// The result for a Sudoku of 81 characters, without an instance and a report; `None` if it or the options need the general way.
fn line_row(
    bulk: &mut BulkSolver,
    text: Option<&str>,
    question: Question,
    request: &Request,
) -> Option<AskRow> {
    let clues = Clues::read(text?.as_bytes())?;
    let start = Instant::now();
    let verdict = bulk.ask(&clues, question, request)?;
    let found = bulk.answers();
    let answer = found.first().map(|answer| {
        let digits = answer.text().into_iter().map(char::from);
        digits.collect()
    });
    Some(AskRow {
        kind: Some("sudoku"),
        verdict: Some(verdict.word()),
        answers: Some(bulk.count().unwrap_or(found.len() as u64)),
        answer,
        nodes: Some(bulk.run().nodes),
        failures: Some(bulk.run().failures),
        seconds: Some(start.elapsed().as_secs_f64()),
        error: stopped(verdict),
    })
}

/// The limit that stopped a run, as an error.
fn stopped(verdict: Verdict) -> Option<String> {
    match verdict {
        Verdict::Stopped(limit) => Some(limit.describe().to_owned()),
        _ => None,
    }
}

/// An answer in a column: that of a Sudoku written on one line is on one line too.
fn answer_text(puzzle: &str, instance: &dyn AnyInstance, answer: &str) -> String {
    let is_line = !puzzle.trim().contains(char::is_whitespace);
    let answer = answer.trim_end();
    if is_line && instance.kind().info().id == "sudoku" && !answer.contains(' ') {
        return answer.replace('\n', "");
    }
    answer.to_owned()
}

/// Answers a question about every puzzle.
#[pyfunction]
#[pyo3(signature = (puzzles, question, kind=None, limit=None, column=None, threads=None, progress=None, options=None))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn ask_many(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    question: &str,
    kind: Option<&str>,
    limit: Option<u64>,
    column: Option<&str>,
    threads: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<PyTable> {
    let stop = Stop::new();
    let request: Request = options::request(options, &stop)?;
    let question: Question = options::question(question, limit)?;
    let kind = kind.map(options::kind).transpose()?;
    let input = Input::read(puzzles, column)?;
    let is_sudoku = kind.is_none_or(|kind| kind.info().id == "sudoku");
    let request = &request;
    let worker = || {
        let mut solver = BatchSolver::new(request);
        let mut bulk = BulkSolver::default();
        move |_, text: Option<&str>| {
            if is_sudoku && let Some(row) = line_row(&mut bulk, text, question, request) {
                return row;
            }
            let instance = match read_row(kind, text) {
                Ok(instance) => instance,
                Err(error) => {
                    return AskRow {
                        error: Some(error),
                        ..AskRow::default()
                    };
                }
            };
            match solver.ask(&*instance, question) {
                Ok(report) => AskRow::new(text.unwrap_or_default(), &*instance, &report),
                Err(error) => AskRow {
                    kind: Some(instance.kind().info().id),
                    error: Some(error.to_string()),
                    ..AskRow::default()
                },
            }
        }
    };
    let texts = input.texts();
    let rows = map_rows(py, &stop, &texts, threads_of(threads), progress, worker)?;
    let results: Vec<(&'static str, ArrayRef)> = vec![
        ("kind", text_column(&rows, |row| row.kind)),
        ("verdict", text_column(&rows, |row| row.verdict)),
        ("answers", whole_column(&rows, |row| row.answers)),
        ("answer", text_column(&rows, |row| row.answer.as_deref())),
        ("nodes", whole_column(&rows, |row| row.nodes)),
        ("failures", whole_column(&rows, |row| row.failures)),
        ("seconds", real_column(&rows, |row| row.seconds)),
        ("error", text_column(&rows, |row| row.error.as_deref())),
    ];
    input.table(results)
}

/// The rating of a row.
#[derive(Default)]
struct RateRow {
    kind: Option<&'static str>,
    end: Option<&'static str>,
    rating: Option<f64>,
    difficulty: Option<String>,
    technique: Option<String>,
    hardest: Option<u64>,
    steps: Option<u64>,
    score: Option<u64>,
    seconds: Option<f64>,
    error: Option<String>,
}

/// Rates every puzzle.
#[pyfunction]
#[pyo3(signature = (puzzles, kind=None, techniques=None, time_limit=None, column=None, threads=None, progress=None))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn rate_many(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    kind: Option<&str>,
    techniques: Option<&str>,
    time_limit: Option<&Bound<'_, PyAny>>,
    column: Option<&str>,
    threads: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyTable> {
    let stop = Stop::new();
    let request = Request {
        time: options::time_limit(time_limit)?,
        stop: Some(stop.clone()),
        ..Request::default()
    };
    let kind = kind.map(options::kind).transpose()?;
    let input = Input::read(puzzles, column)?;
    let rate = |text: Option<&str>| -> Result<RateRow, (Option<&'static str>, String)> {
        let instance = read_row(kind, text).map_err(|error| (None, error))?;
        let id = instance.kind().info().id;
        let start = Instant::now();
        let techniques = chosen_techniques(&*instance, techniques);
        let options = ExplainOptions {
            limits: request.limits(),
            techniques: techniques.map_err(|error| (Some(id), error))?,
            ..ExplainOptions::default()
        };
        let rating = gridwright::rate(&*instance, &options);
        let rating = rating.map_err(|error| (Some(id), error.to_string()))?;
        let is_rated = has_rating(&rating);
        let score = rating.score.filter(|_| rating.is_whole());
        let technique = rating.techniques.first();
        Ok(RateRow {
            kind: Some(id),
            end: Some(end_word(rating.end)),
            rating: is_rated.then_some(rating.number),
            difficulty: is_rated.then(|| rating.word.to_string()),
            technique: technique.map(|(name, _)| name.clone()),
            hardest: is_rated.then_some(rating.hardest.into()),
            steps: Some(rating.steps as u64),
            score: score.map(|score| score.score.into()),
            seconds: Some(start.elapsed().as_secs_f64()),
            error: None,
        })
    };
    let worker = || {
        |_, text: Option<&str>| {
            rate(text).unwrap_or_else(|(kind, error)| RateRow {
                kind,
                error: Some(error),
                ..RateRow::default()
            })
        }
    };
    let texts = input.texts();
    let rows = map_rows(py, &stop, &texts, threads_of(threads), progress, worker)?;
    let results: Vec<(&'static str, ArrayRef)> = vec![
        ("kind", text_column(&rows, |row| row.kind)),
        ("end", text_column(&rows, |row| row.end)),
        ("rating", real_column(&rows, |row| row.rating)),
        (
            "difficulty",
            text_column(&rows, |row| row.difficulty.as_deref()),
        ),
        (
            "technique",
            text_column(&rows, |row| row.technique.as_deref()),
        ),
        ("hardest", whole_column(&rows, |row| row.hardest)),
        ("steps", whole_column(&rows, |row| row.steps)),
        ("score", whole_column(&rows, |row| row.score)),
        ("seconds", real_column(&rows, |row| row.seconds)),
        ("error", text_column(&rows, |row| row.error.as_deref())),
    ];
    input.table(results)
}

/// A row with one text as its result.
#[derive(Default)]
struct TextRow {
    kind: Option<&'static str>,
    text: Option<String>,
    holds: Option<bool>,
    error: Option<String>,
}

/// Writes every puzzle in another format.
#[pyfunction]
#[pyo3(signature = (puzzles, to, kind=None, column=None, threads=None, progress=None))]
pub(crate) fn convert_many(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    to: &str,
    kind: Option<&str>,
    column: Option<&str>,
    threads: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyTable> {
    let kind = kind.map(options::kind).transpose()?;
    let input = Input::read(puzzles, column)?;
    let worker = || {
        |_, text: Option<&str>| match read_row(kind, text) {
            Ok(instance) => {
                let written = match to {
                    "text" => Ok(instance.print()),
                    _ => instance.write(to).map_err(|error| error.to_string()),
                };
                TextRow {
                    kind: Some(instance.kind().info().id),
                    text: written.as_ref().ok().cloned(),
                    error: written.err(),
                    ..TextRow::default()
                }
            }
            Err(error) => TextRow {
                error: Some(error),
                ..TextRow::default()
            },
        }
    };
    let texts = input.texts();
    let stop = Stop::new();
    let rows = map_rows(py, &stop, &texts, threads_of(threads), progress, worker)?;
    let results: Vec<(&'static str, ArrayRef)> = vec![
        ("kind", text_column(&rows, |row| row.kind)),
        ("converted", text_column(&rows, |row| row.text.as_deref())),
        ("error", text_column(&rows, |row| row.error.as_deref())),
    ];
    input.table(results)
}

/// Checks an answer to every puzzle.
#[pyfunction]
#[pyo3(signature = (puzzles, answers, kind=None, column=None, answer_column=None, threads=None, progress=None))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn check_many(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    answers: &Bound<'_, PyAny>,
    kind: Option<&str>,
    column: Option<&str>,
    answer_column: Option<&str>,
    threads: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyTable> {
    let kind = kind.map(options::kind).transpose()?;
    let input = Input::read(puzzles, column)?;
    let answers = Input::read(answers, Some(answer_column.unwrap_or("answer")))?;
    let answers = answers.texts();
    let answers: Vec<Option<&str>> = answers
        .iter()
        .flat_map(|texts| (0..texts.len()).map(|at| texts.get(at)))
        .collect();
    let texts = input.texts();
    let n: usize = texts.iter().map(Texts::len).sum();
    if n != answers.len() {
        return Err(option_error(format!(
            "there are {n} puzzles and {} answers",
            answers.len()
        )));
    }
    let check =
        |at: usize, text: Option<&str>| -> Result<TextRow, (Option<&'static str>, String)> {
            let instance = read_row(kind, text).map_err(|error| (None, error))?;
            let id = instance.kind().info().id;
            let Some(answer) = answers[at] else {
                return Err((Some(id), "there is no answer".to_owned()));
            };
            let read = read_answer(&*instance, answer).map_err(|error| {
                let position = error.span.position(answer);
                let place = format!("answer:{}:{}", position.line, position.column);
                (Some(id), format!("{place}: {}", error.message))
            })?;
            let violation = instance.check(&read).err();
            Ok(TextRow {
                kind: Some(id),
                holds: Some(violation.is_none()),
                text: violation.map(|violation| violation.to_string()),
                error: None,
            })
        };
    let worker = || {
        |at: usize, text: Option<&str>| {
            check(at, text).unwrap_or_else(|(kind, error)| TextRow {
                kind,
                error: Some(error),
                ..TextRow::default()
            })
        }
    };
    let stop = Stop::new();
    let rows = map_rows(py, &stop, &texts, threads_of(threads), progress, worker)?;
    let mut holds = BooleanBuilder::with_capacity(rows.len());
    rows.iter().for_each(|row| holds.append_option(row.holds));
    let results: Vec<(&'static str, ArrayRef)> = vec![
        ("kind", text_column(&rows, |row| row.kind)),
        ("holds", Arc::new(holds.finish())),
        ("broken", text_column(&rows, |row| row.text.as_deref())),
        ("error", text_column(&rows, |row| row.error.as_deref())),
    ];
    input.table(results)
}

fn text_column<R>(rows: &[R], get: impl Fn(&R) -> Option<&str>) -> ArrayRef {
    Arc::new(rows.iter().map(get).collect::<StringArray>())
}

fn whole_column<R>(rows: &[R], get: impl Fn(&R) -> Option<u64>) -> ArrayRef {
    Arc::new(rows.iter().map(get).collect::<UInt64Array>())
}

fn real_column<R>(rows: &[R], get: impl Fn(&R) -> Option<f64>) -> ArrayRef {
    Arc::new(rows.iter().map(get).collect::<Float64Array>())
}
