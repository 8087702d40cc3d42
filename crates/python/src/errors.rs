//! Exceptions: every error of the library, with the place in the text it refers to.

use gridwright::ParseError as LibraryParseError;
use gridwright::term::{Diagnostic, Severity, render_all};
use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

create_exception!(
    gridwright,
    GridwrightError,
    PyException,
    "An error of Gridwright: the base of all others."
);
create_exception!(
    gridwright,
    ParseError,
    GridwrightError,
    "A text that cannot be read: `message`, `line` and `column` from 1, and `shown`, the message with its line marked."
);
create_exception!(
    gridwright,
    OptionError,
    GridwrightError,
    "An option that is unknown, has no such value, or does not apply."
);
create_exception!(
    gridwright,
    GenerateError,
    GridwrightError,
    "Puzzles that cannot be generated; `puzzles` has those that were."
);

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("GridwrightError", py.get_type::<GridwrightError>())?;
    module.add("ParseError", py.get_type::<ParseError>())?;
    module.add("OptionError", py.get_type::<OptionError>())?;
    module.add("GenerateError", py.get_type::<GenerateError>())
}

/// An option that does not apply.
pub(crate) fn option_error(message: impl ToString) -> PyErr {
    OptionError::new_err(message.to_string())
}

/// The exception for a text of this name with errors; the place is that of the first one.
pub(crate) fn at(py: Python<'_>, text: &str, name: &str, errors: &[Diagnostic]) -> PyErr {
    let is_error = |error: &&Diagnostic| error.severity == Severity::Error;
    let Some(first) = errors.iter().find(is_error).or(errors.first()) else {
        return GridwrightError::new_err(format!("{name}: error"));
    };
    let shown = render_all(errors, text, name);
    let position = first.span.position(text);
    placed(py, &first.message, position.line, position.column, &shown)
}

/// The exception for a text that is no puzzle.
pub(crate) fn unreadable(py: Python<'_>, text: &str, error: &LibraryParseError) -> PyErr {
    let (LibraryParseError::Broken(_, Diagnostic { span, .. })
    | LibraryParseError::Unknown((_, Diagnostic { span, .. }))
    | LibraryParseError::Ambiguous(_, span)) = error;
    let position = span.position(text);
    let shown = error.render(text, "puzzle");
    placed(
        py,
        &error.to_string(),
        position.line,
        position.column,
        &shown,
    )
}

fn placed(py: Python<'_>, message: &str, line: usize, column: usize, shown: &str) -> PyErr {
    let error = ParseError::new_err(shown.trim_end().to_owned());
    let value = error.value(py);
    let set = value
        .setattr("message", message)
        .and_then(|()| value.setattr("line", line))
        .and_then(|()| value.setattr("column", column))
        .and_then(|()| value.setattr("shown", shown));
    match set {
        Ok(()) => error,
        Err(other) => other,
    }
}
