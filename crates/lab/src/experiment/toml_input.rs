//! TOML input shared by experiments, benchmark rows and scaling curves: parsing, and errors with their place in the file.

use gridwright::term::Diagnostic;
use gridwright::term::Span;
use gridwright::{CATALOGUE, Kind};
use serde::de::DeserializeOwned;
use toml::Spanned;

use crate::experiment::bundled;

/// Parses a file.
pub(crate) fn parse<T: DeserializeOwned>(text: &str) -> Result<T, Diagnostic> {
    toml::from_str(text).map_err(|error| {
        let at = error.span().unwrap_or(0..text.len().min(1));
        Diagnostic::error(error.message().to_owned(), Span::new(at.start, at.end))
    })
}

/// An error at the place of a value.
pub(crate) fn error_at<T>(value: &Spanned<T>, message: impl Into<String>) -> Diagnostic {
    let at = value.span();
    Diagnostic::error(message, Span::new(at.start, at.end))
}

/// Looks up a puzzle kind by its name.
pub(crate) fn kind(id: &Spanned<String>) -> Result<&'static dyn Kind, Diagnostic> {
    gridwright::kind(id.get_ref()).ok_or_else(|| {
        let known: Vec<&str> = CATALOGUE.iter().map(|kind| kind.info().id).collect();
        error_at(
            id,
            format!("unknown puzzle kind; expected one of {}", known.join(", ")),
        )
    })
}

/// Checks the name of a bundled set.
pub(crate) fn set_name(name: Spanned<String>) -> Result<String, Diagnostic> {
    if bundled::set(name.get_ref()).is_none() {
        let known: Vec<&str> = bundled::sets().collect();
        let message = format!("unknown set; expected one of {}", known.join(", "));
        return Err(error_at(&name, message));
    }
    Ok(name.into_inner())
}

/// A count with a default of 1, and at least 1.
pub(crate) fn count<T: Copy + PartialEq + From<u8>>(
    value: Option<&Spanned<T>>,
) -> Result<T, Diagnostic> {
    match value {
        Some(count) if *count.get_ref() == T::from(0) => {
            Err(error_at(count, "expected at least 1"))
        }
        Some(count) => Ok(*count.get_ref()),
        None => Ok(T::from(1)),
    }
}
