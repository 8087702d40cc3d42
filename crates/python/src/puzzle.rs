//! One puzzle: reading, questions, explanations, checks and drawings.

use std::sync::Arc;
use std::time::Duration;

use gridwright::control::Stop;
use gridwright::explain::{ExplainOptions, Explanation, Hint, Step};
use gridwright::explaining::{
    HintWords, chosen_techniques, claim_words, end_word, has_rating, settle, step_picture,
};
use gridwright::grid::board::{Board, svg, text};
use gridwright::puzzles::{Claim, DrawOptions, FactState};
use gridwright::term::{Diagnostic, Span};
use gridwright::{
    AnyAnswer, AnyInstance, BoxedInstance, CATALOGUE, Report, Verdict, ask, propagate, read_one,
};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::errors::{self, GridwrightError, option_error};
use crate::interrupt;
use crate::options;

/// A puzzle. It does not change.
#[pyclass(frozen, module = "gridwright._native")]
pub(crate) struct Instance {
    pub(crate) inner: Arc<dyn AnyInstance>,
}

impl Instance {
    pub(crate) fn new(instance: BoxedInstance) -> Instance {
        Instance {
            inner: instance.into(),
        }
    }
}

/// Reads a puzzle; without a kind, the kind is detected.
#[pyfunction]
#[pyo3(signature = (text, kind=None))]
pub(crate) fn read(py: Python<'_>, text: &str, kind: Option<&str>) -> PyResult<Instance> {
    let kind = kind.map(options::kind).transpose()?;
    let read = py.detach(|| read_one(kind, text));
    read.map(Instance::new)
        .map_err(|error| errors::unreadable(py, text, &error))
}

/// Every kind, as a dictionary.
#[pyfunction]
pub(crate) fn kinds(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let list = PyList::empty(py);
    for kind in CATALOGUE {
        let info = kind.info();
        let entry = PyDict::new(py);
        entry.set_item("id", info.id)?;
        entry.set_item("title", info.title)?;
        entry.set_item("rules", info.rules)?;
        entry.set_item("viewpoints", pairs(py, &kind.viewpoints())?)?;
        entry.set_item("formats", pairs(py, &kind.formats())?)?;
        let examples = info.examples.iter().map(|one| (one.name, one.text));
        let examples: Vec<(&str, &str)> = examples.collect();
        entry.set_item("examples", pairs(py, &examples)?)?;
        list.append(entry)?;
    }
    Ok(list)
}

fn pairs<'py>(py: Python<'py>, pairs: &[(&str, &str)]) -> PyResult<Bound<'py, PyDict>> {
    let dictionary = PyDict::new(py);
    for (name, value) in pairs {
        dictionary.set_item(name, value)?;
    }
    Ok(dictionary)
}

#[pymethods]
impl Instance {
    #[getter]
    fn kind(&self) -> &'static str {
        self.inner.kind().info().id
    }

    #[getter]
    fn title(&self) -> &'static str {
        self.inner.kind().info().title
    }

    /// The puzzle in its kind's own notation.
    fn text(&self) -> String {
        self.inner.print()
    }

    /// The puzzle in a format.
    fn convert(&self, to: &str) -> PyResult<String> {
        match to {
            "text" => Ok(self.inner.print()),
            _ => self.inner.write(to).map_err(option_error),
        }
    }

    /// The answer to a question, as a dictionary.
    #[pyo3(signature = (question, limit=None, options=None))]
    fn ask<'py>(
        &self,
        py: Python<'py>,
        question: &str,
        limit: Option<u64>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let stop = Stop::new();
        let request = options::request(options, &stop)?;
        let question = options::question(question, limit)?;
        let report = interrupt::run(py, &stop, || ask(&*self.inner, question, &request))?;
        let report = report.map_err(option_error)?;
        report_dict(py, &*self.inner, &report)
    }

    /// An explanation, as a dictionary.
    #[pyo3(signature = (techniques=None, time_limit=None))]
    fn explain<'py>(
        &self,
        py: Python<'py>,
        techniques: Option<&str>,
        time_limit: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let instance = &*self.inner;
        let explained = with_options(py, instance, techniques, time_limit, |options| {
            gridwright::explain(instance, options)
        })?;
        let explained = explained.map_err(option_error)?;
        self.explanation_dict(py, &explained)
    }

    /// A hint from these marks, as a dictionary.
    #[pyo3(signature = (marks=None, techniques=None, time_limit=None))]
    fn hint<'py>(
        &self,
        py: Python<'py>,
        marks: Option<&str>,
        techniques: Option<&str>,
        time_limit: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let instance = &*self.inner;
        let marks = match marks {
            Some(text) => {
                let marks = instance.parse_marks(text);
                marks.map_err(|error| errors::at(py, text, "marks", &[error]))?
            }
            None => vec![FactState::Open; instance.n_facts()],
        };
        let hint = with_options(py, instance, techniques, time_limit, |options| {
            gridwright::hint(instance, &marks, options)
        })?;
        let hint = hint.map_err(option_error)?;
        let dictionary = PyDict::new(py);
        let state = match &hint {
            Hint::Next { .. } => "next",
            Hint::Wrong(_) => "wrong",
            Hint::Stuck => "stuck",
            Hint::Done => "done",
            Hint::NoAnswer => "no answer",
            Hint::Stopped(_) => "stopped",
        };
        dictionary.set_item("state", state)?;
        let words = HintWords::of(instance, &hint);
        dictionary.set_item("technique", words.as_ref().map(|words| &words.technique))?;
        dictionary.set_item("place", words.as_ref().map(|words| &words.place))?;
        let (mut step, mut wrong) = (None, Vec::new());
        match &hint {
            Hint::Next { step: next, known } => step = Some(step_dict(py, instance, next, known)?),
            Hint::Wrong(claims) => wrong = claims_words(instance, claims),
            _ => {}
        }
        dictionary.set_item("step", step)?;
        dictionary.set_item("wrong", wrong)?;
        Ok(dictionary)
    }

    /// A rating, as a dictionary.
    #[pyo3(signature = (techniques=None, time_limit=None))]
    fn rate<'py>(
        &self,
        py: Python<'py>,
        techniques: Option<&str>,
        time_limit: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let instance = &*self.inner;
        let rating = with_options(py, instance, techniques, time_limit, |options| {
            gridwright::rate(instance, options)
        })?;
        let rating = rating.map_err(option_error)?;
        let dictionary = PyDict::new(py);
        dictionary.set_item("end", end_word(rating.end))?;
        dictionary.set_item("number", has_rating(&rating).then_some(rating.number))?;
        let word = has_rating(&rating).then(|| rating.word.to_string());
        dictionary.set_item("word", word)?;
        dictionary.set_item("steps", rating.steps)?;
        dictionary.set_item("hardest", rating.hardest)?;
        dictionary.set_item("first_placement", rating.first_placement)?;
        dictionary.set_item("first_progress", rating.first_progress)?;
        dictionary.set_item("total", rating.total)?;
        dictionary.set_item("techniques", rating.techniques.clone())?;
        let score = rating.score.filter(|_| rating.is_whole());
        dictionary.set_item("score", score.map(|score| score.score))?;
        dictionary.set_item("level", score.map(|score| score.level))?;
        dictionary.set_item("scores_of", score.and_then(|score| score.scores_of))?;
        Ok(dictionary)
    }

    /// The rule or clue that an answer violates; `None` if it is right.
    fn check(&self, py: Python<'_>, answer: &str) -> PyResult<Option<String>> {
        let read = read_answer(&*self.inner, answer);
        let read = read.map_err(|error| errors::at(py, answer, "answer", &[error]))?;
        let checked = py.detach(|| self.inner.check(&read));
        Ok(checked.err().map(|violation| violation.to_string()))
    }

    /// A drawing as `text` or `svg` of the clues, of an answer (its text, or `solved` to find one), or of the candidates after propagation.
    #[pyo3(signature = (format, answer=None, solved=false, candidates=false, options=None))]
    fn draw(
        &self,
        py: Python<'_>,
        format: &str,
        answer: Option<&str>,
        solved: bool,
        candidates: bool,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<String> {
        let instance = &*self.inner;
        let known = if let Some(text) = answer {
            let answer = read_answer(instance, text);
            let answer = answer.map_err(|error| errors::at(py, text, "answer", &[error]))?;
            instance.known(&answer)
        } else if solved {
            let stop = Stop::new();
            let request = options::request(options, &stop)?;
            let question = gridwright::Question::Solve { max: 1 };
            let report = interrupt::run(py, &stop, || ask(instance, question, &request))?;
            let report = report.map_err(option_error)?;
            let Some(answer) = report.answers.first() else {
                return Err(GridwrightError::new_err(report.in_words()));
            };
            instance.known(answer)
        } else if candidates {
            let stop = Stop::new();
            let request = options::request(options, &stop)?;
            let known = interrupt::run(py, &stop, || propagate(instance, &request))?;
            let known = known.map_err(option_error)?;
            known.ok_or_else(|| GridwrightError::new_err("no answer"))?
        } else {
            Vec::new()
        };
        let board = instance.draw(&DrawOptions {
            known: &known,
            candidates,
            marks: &[],
        });
        match format {
            "text" => Ok(text::render(&board, text::Style::default())),
            "svg" => Ok(svg::render(&board, self.title())),
            _ => Err(option_error(format!(
                "format: `{format}` is none of text, svg"
            ))),
        }
    }

    /// Every fact in words.
    fn facts(&self) -> Vec<String> {
        self.inner.facts()
    }
}

impl Instance {
    fn explanation_dict<'py>(
        &self,
        py: Python<'py>,
        explained: &Explanation,
    ) -> PyResult<Bound<'py, PyDict>> {
        let instance = &*self.inner;
        let mut known = vec![FactState::Open; instance.n_facts()];
        let given = explained.given.iter().flat_map(|given| &given.concludes);
        for claim in explained.start.iter().chain(given) {
            settle(&mut known, *claim);
        }
        let steps = PyList::empty(py);
        for step in &explained.steps {
            steps.append(step_dict(py, instance, step, &known)?)?;
            let trivial = step.trivial.iter().flat_map(|trivial| &trivial.concludes);
            for claim in step.concludes.iter().chain(trivial) {
                settle(&mut known, *claim);
            }
        }
        let dictionary = PyDict::new(py);
        dictionary.set_item("end", end_word(explained.end))?;
        dictionary.set_item("answer", &explained.answer)?;
        dictionary.set_item("steps", steps)?;
        Ok(dictionary)
    }
}

/// A step, with its picture on the board before it.
fn step_dict<'py>(
    py: Python<'py>,
    instance: &dyn AnyInstance,
    step: &Step,
    known: &[FactState],
) -> PyResult<Bound<'py, PyDict>> {
    let dictionary = PyDict::new(py);
    dictionary.set_item("sentence", step.full.as_ref().unwrap_or(&step.sentence))?;
    dictionary.set_item("technique", &step.technique)?;
    dictionary.set_item("cost", step.cost)?;
    dictionary.set_item("concludes", claims_words(instance, &step.concludes))?;
    let board: Board = step_picture(instance, step, known);
    dictionary.set_item("svg", svg::render(&board, &step.technique))?;
    Ok(dictionary)
}

fn claims_words(instance: &dyn AnyInstance, claims: &[Claim]) -> Vec<String> {
    let words = claims.iter().map(|claim| claim_words(instance, *claim));
    words.collect()
}

fn with_options<T: Send>(
    py: Python<'_>,
    instance: &dyn AnyInstance,
    techniques: Option<&str>,
    time_limit: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&ExplainOptions<'_>) -> T + Send,
) -> PyResult<T> {
    let stop = Stop::new();
    let request = gridwright::Request {
        time: options::time_limit(time_limit)?,
        stop: Some(stop.clone()),
        ..gridwright::Request::default()
    };
    let techniques = chosen_techniques(instance, techniques).map_err(option_error)?;
    interrupt::run(py, &stop, || {
        let options = ExplainOptions {
            limits: request.limits(),
            techniques,
            ..ExplainOptions::default()
        };
        work(&options)
    })
}

/// Parses an answer: in its own notation, or as a filled board in one of the kind's formats.
pub(crate) fn read_answer(instance: &dyn AnyInstance, text: &str) -> Result<AnyAnswer, Diagnostic> {
    let kind = instance.kind();
    let Some(format) = kind.recognise(text) else {
        return instance.parse_answer(text);
    };
    let board = kind.read(Some(format), text)?;
    let answer = instance.parse_answer(&board.print());
    answer.map_err(|error| Diagnostic {
        span: Span::new(0, text.len()),
        ..error
    })
}

/// The facts that hold, in words.
pub(crate) fn shared_facts(instance: &dyn AnyInstance, shared: &[FactState]) -> Vec<String> {
    let facts = instance.facts().into_iter().zip(shared);
    let facts = facts.filter(|(_, state)| **state == FactState::True);
    facts.map(|(fact, _)| fact).collect()
}

/// A time in milliseconds, to the microsecond.
pub(crate) fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

/// A report, as a dictionary.
pub(crate) fn report_dict<'py>(
    py: Python<'py>,
    instance: &dyn AnyInstance,
    report: &Report,
) -> PyResult<Bound<'py, PyDict>> {
    let stats = &report.stats;
    let dictionary = PyDict::new(py);
    let answers = report.answers.iter();
    let answers: Vec<String> = answers
        .map(|answer| instance.print_answer(answer))
        .collect();
    let shared = report.shared.as_ref();
    let shared = shared.map(|shared| shared_facts(instance, shared));
    let stopped_at = match report.verdict {
        Verdict::Stopped(limit) => Some(limit.to_string()),
        _ => None,
    };
    dictionary.set_item("verdict", report.verdict.word())?;
    dictionary.set_item("words", report.in_words())?;
    dictionary.set_item("stopped_at", stopped_at)?;
    dictionary.set_item("count", report.count)?;
    dictionary.set_item("complete", report.complete)?;
    dictionary.set_item("answers", answers)?;
    dictionary.set_item("shared", shared)?;
    dictionary.set_item("viewpoint", &report.viewpoint)?;
    dictionary.set_item("engine", report.engine.to_string())?;
    dictionary.set_item("nodes", stats.nodes)?;
    dictionary.set_item("failures", stats.failures)?;
    dictionary.set_item("backtracks", stats.backtracks)?;
    dictionary.set_item("propagations", stats.propagations)?;
    dictionary.set_item("setup_ms", milliseconds(report.setup_time))?;
    dictionary.set_item("solve_ms", milliseconds(stats.solve_time))?;
    Ok(dictionary)
}
