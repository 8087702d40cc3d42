//! Keyword arguments as a request, with the names and values of the command's options.

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use gridwright::control::Stop;
use gridwright::solve::parse_consistency;
use gridwright::{Kind, Question, Request};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::errors::option_error;

/// The options of a search.
pub(crate) const NAMES: [&str; 12] = [
    "viewpoint",
    "engine",
    "consistency",
    "inference",
    "select",
    "choose",
    "restarts",
    "seed",
    "connectivity",
    "rule",
    "time_limit",
    "node_limit",
];

/// The request with these options.
pub(crate) fn request(options: Option<&Bound<'_, PyDict>>, stop: &Stop) -> PyResult<Request> {
    let mut request = Request {
        stop: Some(stop.clone()),
        ..Request::default()
    };
    for (name, value) in options.into_iter().flatten() {
        let name: String = name.extract()?;
        if value.is_none() {
            continue;
        }
        let text = || value.str().map(|text| text.to_string_lossy().into_owned());
        match &*name {
            "viewpoint" => request.viewpoints = list(&value, '+')?,
            "rule" => request.rules = list(&value, ',')?,
            "connectivity" => request.connectivity = Some(text()?),
            "engine" => request.engine = parse("engine", &text()?)?,
            "consistency" => {
                let map = parse_consistency(&text()?);
                request.consistency = Some(map.map_err(|error| named("consistency", error))?);
            }
            "inference" => request.inference = Some(parse("inference", &text()?)?),
            "select" => request.select = Some(parse("select", &text()?)?),
            "choose" => request.choose = Some(parse("choose", &text()?)?),
            "restarts" => request.restarts = Some(parse("restarts", &text()?)?),
            "seed" => request.seed = Some(whole("seed", &value)?),
            "node_limit" => request.nodes = Some(whole("node_limit", &value)?),
            "time_limit" => request.time = time_limit(Some(&value))?,
            _ => {
                return Err(option_error(format!(
                    "unknown option `{name}`; options: {}",
                    NAMES.join(", ")
                )));
            }
        }
    }
    Ok(request)
}

/// A time limit: seconds as a number, or a text such as `200ms`, `2m`.
pub(crate) fn time_limit(value: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Duration>> {
    let Some(value) = value.filter(|value| !value.is_none()) else {
        return Ok(None);
    };
    let seconds = match value.cast::<PyString>() {
        Ok(text) => seconds(&text.to_cow()?),
        Err(_) => match value.getattr("total_seconds") {
            Ok(total) => Some(total.call0()?.extract::<f64>()?),
            Err(_) => value.extract::<f64>().ok(),
        },
    };
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let wrong = || {
        let shown = value.str().map(|text| text.to_string_lossy().into_owned());
        option_error(format!(
            "time_limit: `{}` is no time such as 10, 0.5, '200ms', '2m' or a timedelta",
            shown.unwrap_or_default()
        ))
    };
    time.map(Some).ok_or_else(wrong)
}

/// The seconds of a text with a unit.
fn seconds(text: &str) -> Option<f64> {
    let units = [("ms", 1e-3), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
    let (number, unit) = units
        .iter()
        .find_map(|(unit, seconds)| Some((text.strip_suffix(unit)?, *seconds)))
        .unwrap_or((text, 1.0));
    Some(number.trim().parse::<f64>().ok()? * unit)
}

/// A list of names, or one text with a separator.
fn list(value: &Bound<'_, PyAny>, separator: char) -> PyResult<Vec<String>> {
    if let Ok(text) = value.extract::<String>() {
        return Ok(text
            .split(separator)
            .map(|name| name.trim().to_owned())
            .collect());
    }
    value.extract()
}

fn parse<T: FromStr<Err: Display>>(name: &str, text: &str) -> PyResult<T> {
    text.parse().map_err(|error| named(name, error))
}

fn named(name: &str, error: impl Display) -> PyErr {
    option_error(format!("{name}: {error}"))
}

fn whole(name: &str, value: &Bound<'_, PyAny>) -> PyResult<u64> {
    value.extract().map_err(|_| {
        let shown = value.str().map(|text| text.to_string_lossy().into_owned());
        let shown = shown.unwrap_or_default();
        named(name, format!("`{shown}` is no whole number from 0 up"))
    })
}

/// A question by its name; `limit` is the number of answers to find, or at which counting stops.
pub(crate) fn question(name: &str, limit: Option<u64>) -> PyResult<Question> {
    if limit == Some(0) {
        return Err(option_error("limit: at least 1"));
    }
    Ok(match name {
        "solve" => Question::Solve {
            max: limit.unwrap_or(1),
        },
        "unique" => Question::Unique,
        "count" => Question::Count {
            limit: limit.unwrap_or(u64::MAX),
        },
        "backbone" => Question::Backbone,
        _ => return Err(option_error(format!("unknown question `{name}`"))),
    })
}

/// The kind of this name.
pub(crate) fn kind(name: &str) -> PyResult<&'static dyn Kind> {
    gridwright::kind(name).ok_or_else(|| {
        let ids = gridwright::CATALOGUE.iter().map(|kind| kind.info().id);
        let ids: Vec<&str> = ids.collect();
        let ids = ids.join(", ");
        option_error(format!("unknown puzzle kind `{name}`; kinds: {ids}"))
    })
}
