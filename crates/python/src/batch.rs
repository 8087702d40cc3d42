//! Many puzzles: a column of texts in, columns of results out. Columns come and go by Arrow's C data interface, without copies. A text that cannot be read
//! becomes a row with an error.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use arrow_array::builder::{Int64Builder, ListBuilder, MapBuilder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::{
    Array, ArrayRef, BooleanArray, Float64Array, Int64Array, LargeStringArray, RecordBatch,
    StringArray, StringViewArray, StructArray, downcast_integer_array,
};
use arrow_schema::{DataType, Field, FieldRef, Schema};
use gridwright::bulk::Clues;
use gridwright::columns::{ERROR, NAME, PUZZLE, QUESTION, RATING, ResultColumns};
use gridwright::control::Stop;
use gridwright::explain::{ExplainOptions, Rating};
use gridwright::explaining::{chosen_techniques, end_word, has_rating};
use gridwright::solving::BulkSolver;
use gridwright::{
    AnyInstance, BatchSolver, BoxedInstance, CATALOGUE, Kind, Question, Report, Request, Verdict,
    read_one,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use pyo3_arrow::PyTable;
use pyo3_arrow::input::AnyArray;

use crate::errors::{GridwrightError, option_error};
use crate::interrupt;
use crate::options;
use crate::puzzle::{milliseconds, read_answer, shared_facts};

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
        Input::read_any(given, column)?.checked()
    }

    /// Reads a column of answers like one of puzzles; of a list of answers, the first.
    fn read_answers(given: &Bound<'_, PyAny>, column: &str) -> PyResult<Input> {
        let mut input = Input::read_any(given, Some(column))?;
        input.first_of_lists();
        input.checked()
    }

    /// Reads the columns, of any type.
    fn read_any(given: &Bound<'_, PyAny>, column: Option<&str>) -> PyResult<Input> {
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
                    _ => fields.iter().position(|field| field.name() == PUZZLE),
                },
            };
            let Some(at) = at else {
                let names = fields.iter().map(|field| field.name().as_str());
                let names = names.collect::<Vec<_>>().join(", ");
                let wanted = column.unwrap_or(PUZZLE);
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
            let chunks = chunks.collect();
            return Ok(Input { chunks, fields });
        }
        let field: FieldRef = Arc::new(field.as_ref().clone().with_name(PUZZLE));
        let chunks = arrays.into_iter().map(|texts| Chunk {
            columns: vec![(field.clone(), texts.clone())],
            texts,
        });
        Ok(Input {
            chunks: chunks.collect(),
            fields: vec![field.clone()],
        })
    }

    /// A list of texts; `None` is a row without a puzzle.
    fn from_texts(given: &Bound<'_, PyAny>) -> PyResult<Input> {
        let mut texts = StringBuilder::new();
        for item in given.try_iter()? {
            texts.append_option(item?.extract::<Option<String>>()?);
        }
        let texts: ArrayRef = Arc::new(texts.finish());
        let field: FieldRef = Arc::new(Field::new(PUZZLE, DataType::Utf8, true));
        let chunk = Chunk {
            columns: vec![(field.clone(), texts.clone())],
            texts,
        };
        Ok(Input {
            chunks: vec![chunk],
            fields: vec![field],
        })
    }

    /// Refuses puzzles that are not texts.
    fn checked(self) -> PyResult<Input> {
        let mut chunks = self.chunks.iter();
        let wrong = chunks.find(|chunk| Texts::of(&chunk.texts).is_none());
        match wrong {
            Some(chunk) => Err(option_error(format!(
                "column: puzzles and answers are texts, not values of type {}",
                chunk.texts.data_type()
            ))),
            None => Ok(self),
        }
    }

    /// Replaces lists of texts by their first items.
    fn first_of_lists(&mut self) {
        for chunk in &mut self.chunks {
            if let Some(lists) = chunk.texts.as_list_opt::<i32>() {
                let items = lists.values();
                let Some(items) = Texts::of(items) else {
                    continue;
                };
                let offsets = lists.value_offsets();
                let first = (0..lists.len()).map(|at| {
                    let has_one = lists.is_valid(at) && offsets[at] < offsets[at + 1];
                    has_one.then(|| items.get(offsets[at] as usize))?
                });
                chunk.texts = Arc::new(first.collect::<StringArray>());
            }
        }
    }

    fn texts(&self) -> Vec<Texts<'_>> {
        let texts = self.chunks.iter().map(|chunk| Texts::of(&chunk.texts));
        texts.map(|texts| texts.expect("checked")).collect()
    }

    /// The name of every row, as the command names them: the text or number in the column `name`, or else the number of the row from 1.
    fn names(&self) -> ArrayRef {
        let mut names = StringBuilder::new();
        let mut row = 0;
        for chunk in &self.chunks {
            let column = chunk.columns.iter().find(|(field, _)| field.name() == NAME);
            let own = column.map(|(_, array)| row_names(array));
            for at in 0..chunk.texts.len() {
                row += 1;
                let own = own.as_ref().and_then(|own| own(at));
                // Names come from untrusted files and are printed to a terminal.
                let name = own.map(|name| name.replace(char::is_control, "?"));
                names.append_value(name.unwrap_or_else(|| row.to_string()));
            }
        }
        Arc::new(names.finish())
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

/// The names in a column: texts that are not empty, or numbers.
fn row_names(array: &ArrayRef) -> Box<dyn Fn(usize) -> Option<String> + '_> {
    if let Some(texts) = Texts::of(array) {
        return Box::new(move |at| {
            let name = texts.get(at).filter(|name| !name.is_empty());
            name.map(str::to_owned)
        });
    }
    if let Some(numbers) = array.as_any().downcast_ref::<Float64Array>() {
        return Box::new(move |at| {
            let is_number = numbers.is_valid(at) && numbers.value(at).is_finite();
            is_number.then(|| format!("{:?}", numbers.value(at)))
        });
    }
    downcast_integer_array!(
        array => Box::new(move |at| array.is_valid(at).then(|| array.value(at).to_string())),
        _ => Box::new(|_| None)
    )
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
        return Err("the row has no puzzle".to_owned());
    };
    read_one(kind, text).map_err(|error| error.in_row(text))
}

/// The result of a question about a row; [`QUESTION`] has its columns.
#[derive(Default)]
struct AskRow {
    kind: Option<&'static str>,
    verdict: Option<&'static str>,
    stopped_at: Option<String>,
    count: Option<u64>,
    complete: Option<bool>,
    answers: Option<Vec<String>>,
    shared: Option<Vec<String>>,
    nodes: Option<u64>,
    failures: Option<u64>,
    backtracks: Option<u64>,
    propagations: Option<u64>,
    setup_ms: Option<f64>,
    solve_ms: Option<f64>,
    engine: Option<Cow<'static, str>>,
    viewpoint: Option<Cow<'static, str>>,
    error: Option<String>,
}

impl AskRow {
    fn new(instance: &dyn AnyInstance, report: Report) -> AskRow {
        let answers = report.answers.iter();
        let shared = report.shared.as_ref();
        let stats = &report.stats;
        AskRow {
            kind: Some(instance.kind().info().id),
            verdict: Some(report.verdict.word()),
            stopped_at: stopped_at(report.verdict),
            count: report.count,
            complete: Some(report.complete),
            answers: Some(answers.map(|answer| instance.answer_line(answer)).collect()),
            shared: shared.map(|shared| shared_facts(instance, shared)),
            nodes: Some(stats.nodes),
            failures: Some(stats.failures),
            backtracks: Some(stats.backtracks),
            propagations: Some(stats.propagations),
            setup_ms: Some(milliseconds(report.setup_time)),
            solve_ms: Some(milliseconds(stats.solve_time)),
            engine: Some(report.engine.to_string().into()),
            viewpoint: Some(report.viewpoint.into()),
            error: None,
        }
    }

    fn failed(error: String) -> AskRow {
        AskRow {
            error: Some(error),
            ..AskRow::default()
        }
    }
}

/// The column of this name.
fn ask_column(rows: &[AskRow], name: &str) -> ArrayRef {
    match name {
        "kind" => text_column(rows, |row| row.kind),
        "verdict" => text_column(rows, |row| row.verdict),
        "stopped_at" => text_column(rows, |row| row.stopped_at.as_deref()),
        "count" => whole_column(rows, |row| row.count),
        "complete" => boolean_column(rows, |row| row.complete),
        "answers" => texts_column(rows, |row| row.answers.as_deref()),
        "shared" => texts_column(rows, |row| row.shared.as_deref()),
        "nodes" => whole_column(rows, |row| row.nodes),
        "failures" => whole_column(rows, |row| row.failures),
        "backtracks" => whole_column(rows, |row| row.backtracks),
        "propagations" => whole_column(rows, |row| row.propagations),
        "setup_ms" => real_column(rows, |row| row.setup_ms),
        "solve_ms" => real_column(rows, |row| row.solve_ms),
        "engine" => text_column(rows, |row| row.engine.as_deref()),
        "viewpoint" => text_column(rows, |row| row.viewpoint.as_deref()),
        ERROR => text_column(rows, |row| row.error.as_deref()),
        _ => unreachable!("`{name}` is no column of a question"),
    }
}

/// The result for a 9x9 Sudoku of 81 characters, as a puzzle of this kind, without an instance and a report; `None` if it or the options need the general way.
fn line_row(
    kind: &'static dyn Kind,
    bulk: &mut BulkSolver,
    text: Option<&str>,
    question: Question,
    request: &Request,
) -> Option<AskRow> {
    let clues = Clues::read(text?.as_bytes())?;
    let start = Instant::now();
    let verdict = bulk.ask(&clues, question, request)?;
    let took = start.elapsed();
    let answers = bulk.answers().iter().map(|answer| {
        let digits = answer.text().into_iter().map(char::from);
        digits.collect()
    });
    let run = bulk.run();
    Some(AskRow {
        kind: Some(kind.info().id),
        verdict: Some(verdict.word()),
        stopped_at: stopped_at(verdict),
        count: bulk.count(),
        complete: Some(run.complete),
        answers: Some(answers.collect()),
        shared: None,
        nodes: Some(run.nodes),
        failures: Some(run.failures),
        backtracks: Some(run.backtracks),
        propagations: Some(run.rounds),
        setup_ms: Some(0.0),
        solve_ms: Some(milliseconds(took)),
        engine: Some("bulk".into()),
        viewpoint: Some("boxes".into()),
        error: None,
    })
}

/// The limit that stopped a run.
fn stopped_at(verdict: Verdict) -> Option<String> {
    match verdict {
        Verdict::Stopped(limit) => Some(limit.to_string()),
        _ => None,
    }
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
    let mut kinds = CATALOGUE.iter().copied();
    let nine = kinds.find(|one| one.nine_answers().is_some());
    let nine = nine.filter(|nine| kind.is_none_or(|kind| kind.info().id == nine.info().id));
    let request = &request;
    let worker = || {
        let mut solver = BatchSolver::new(request);
        let mut bulk = BulkSolver::default();
        move |_, text: Option<&str>| {
            let row = |nine| line_row(nine, &mut bulk, text, question, request);
            if let Some(row) = nine.and_then(row) {
                return row;
            }
            let instance = match read_row(kind, text) {
                Ok(instance) => instance,
                Err(error) => return AskRow::failed(error),
            };
            match solver.ask(&*instance, question) {
                Ok(report) => AskRow::new(&*instance, report),
                Err(error) => AskRow::failed(error.to_string()),
            }
        }
    };
    let texts = input.texts();
    let rows = map_rows(py, &stop, &texts, threads_of(threads), progress, worker)?;
    let results = result_columns(&input, QUESTION, |name| ask_column(&rows, name));
    input.table(results)
}

/// The rating of a row, or its error; [`RATING`] has its columns.
type RateRow = Result<(&'static str, Rating), String>;

/// The column of this name.
fn rate_column(rows: &[RateRow], name: &str) -> ArrayRef {
    fn of(row: &RateRow) -> Option<&Rating> {
        row.as_ref().ok().map(|(_, rating)| rating)
    }
    // A score counts only if the whole puzzle was rated.
    let score =
        |row: &RateRow| of(row).and_then(|rating| rating.score.filter(|_| rating.is_whole()));
    let rated = |row: &RateRow| {
        of(row)
            .filter(|rating| has_rating(rating))
            .map(|rating| (rating.number, rating.word))
    };
    match name {
        "kind" => text_column(rows, |row| row.as_ref().ok().map(|(kind, _)| *kind)),
        "end" => text_column(rows, |row| of(row).map(|rating| end_word(rating.end))),
        "number" => real_column(rows, |row| rated(row).map(|(number, _)| number)),
        "word" => {
            let words: Vec<Option<String>> = rows
                .iter()
                .map(|row| rated(row).map(|(_, word)| word.to_string()))
                .collect();
            text_column(&words, |word| word.as_deref())
        }
        "hardest" => whole_column(rows, |row| of(row).map(|rating| rating.hardest.into())),
        "first_placement" => whole_column(rows, |row| {
            of(row).map(|rating| rating.first_placement.into())
        }),
        "first_progress" => whole_column(rows, |row| {
            of(row).map(|rating| rating.first_progress.into())
        }),
        "total" => whole_column(rows, |row| of(row).map(|rating| rating.total.into())),
        "steps" => whole_column(rows, |row| of(row).map(|rating| rating.steps as u64)),
        "techniques" => counts_column(rows, |row| of(row).map(|rating| &rating.techniques[..])),
        "score" => whole_column(rows, |row| score(row).map(|score| score.score.into())),
        "level" => text_column(rows, |row| score(row).map(|score| score.level)),
        "scores_of" => text_column(rows, |row| score(row).and_then(|score| score.scores_of)),
        ERROR => text_column(rows, |row| row.as_ref().err().map(String::as_str)),
        _ => unreachable!("`{name}` is no column of a rating"),
    }
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
    let rate = |text: Option<&str>| -> RateRow {
        let instance = read_row(kind, text)?;
        let options = ExplainOptions {
            limits: request.limits(),
            techniques: chosen_techniques(&*instance, techniques)?,
            ..ExplainOptions::default()
        };
        let rating = gridwright::rate(&*instance, &options);
        let rating = rating.map_err(|error| error.to_string())?;
        Ok((instance.kind().info().id, rating))
    };
    let worker = || |_, text: Option<&str>| rate(text);
    let texts = input.texts();
    let rows = map_rows(py, &stop, &texts, threads_of(threads), progress, worker)?;
    let results = result_columns(&input, RATING, |name| rate_column(&rows, name));
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
                    kind: written.is_ok().then_some(instance.kind().info().id),
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
        (NAME, input.names()),
        ("converted", text_column(&rows, |row| row.text.as_deref())),
        (ERROR, text_column(&rows, |row| row.error.as_deref())),
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
    let answers = Input::read_answers(answers, answer_column.unwrap_or("answers"))?;
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
    let check = |at: usize, text: Option<&str>| -> Result<TextRow, String> {
        let instance = read_row(kind, text)?;
        let Some(answer) = answers[at] else {
            return Err("the row has no answer".to_owned());
        };
        let read = read_answer(&*instance, answer).map_err(|error| {
            let position = error.span.position(answer);
            let place = format!("answer:{}:{}", position.line, position.column);
            format!("{place}: {}", error.message)
        })?;
        let violation = instance.check(&read).err();
        Ok(TextRow {
            kind: Some(instance.kind().info().id),
            holds: Some(violation.is_none()),
            text: violation.map(|violation| violation.to_string()),
            error: None,
        })
    };
    let worker = || {
        |at: usize, text: Option<&str>| {
            check(at, text).unwrap_or_else(|error| TextRow {
                error: Some(error),
                ..TextRow::default()
            })
        }
    };
    let stop = Stop::new();
    let rows = map_rows(py, &stop, &texts, threads_of(threads), progress, worker)?;
    let results: Vec<(&'static str, ArrayRef)> = vec![
        ("kind", text_column(&rows, |row| row.kind)),
        (NAME, input.names()),
        ("holds", boolean_column(&rows, |row| row.holds)),
        ("broken", text_column(&rows, |row| row.text.as_deref())),
        (ERROR, text_column(&rows, |row| row.error.as_deref())),
    ];
    input.table(results)
}

/// The columns of a result, with the names of the rows and `error`. The puzzle is among the columns that are passed on.
fn result_columns(
    input: &Input,
    columns: ResultColumns,
    column: impl Fn(&str) -> ArrayRef,
) -> Vec<(&'static str, ArrayRef)> {
    let own = columns.iter().map(|(name, _)| *name);
    let own = own.filter(|name| *name != PUZZLE).chain([ERROR]);
    let found = own.map(|name| match name {
        NAME => (NAME, input.names()),
        _ => (name, column(name)),
    });
    found.collect()
}

fn text_column<R>(rows: &[R], get: impl Fn(&R) -> Option<&str>) -> ArrayRef {
    Arc::new(rows.iter().map(get).collect::<StringArray>())
}

fn texts_column<R>(rows: &[R], get: impl Fn(&R) -> Option<&[String]>) -> ArrayRef {
    let mut column = ListBuilder::new(StringBuilder::new());
    for texts in rows.iter().map(get) {
        let items = texts.into_iter().flatten();
        items.for_each(|text| column.values().append_value(text));
        column.append(texts.is_some());
    }
    Arc::new(column.finish())
}

fn counts_column<R>(rows: &[R], get: impl Fn(&R) -> Option<&[(String, usize)]>) -> ArrayRef {
    let mut column = MapBuilder::new(None, StringBuilder::new(), Int64Builder::new());
    for counts in rows.iter().map(get) {
        for (text, number) in counts.into_iter().flatten() {
            column.keys().append_value(text);
            column.values().append_value(*number as i64);
        }
        let appended = column.append(counts.is_some());
        appended.expect("keys and values are appended together");
    }
    Arc::new(column.finish())
}

fn whole_column<R>(rows: &[R], get: impl Fn(&R) -> Option<u64>) -> ArrayRef {
    let whole = |row: &R| get(row).and_then(|number| i64::try_from(number).ok());
    Arc::new(rows.iter().map(whole).collect::<Int64Array>())
}

fn real_column<R>(rows: &[R], get: impl Fn(&R) -> Option<f64>) -> ArrayRef {
    Arc::new(rows.iter().map(get).collect::<Float64Array>())
}

fn boolean_column<R>(rows: &[R], get: impl Fn(&R) -> Option<bool>) -> ArrayRef {
    Arc::new(rows.iter().map(get).collect::<BooleanArray>())
}
