//! Errors of invalid arguments.

use crate::support::prelude::*;

/// The arguments of the constraint named `by` are invalid.
pub(crate) fn invalid<T>(by: &str, what: impl Into<String>) -> Result<T, ModelError> {
    Err(ModelError::InvalidArguments {
        by: by.to_owned(),
        what: what.into(),
    })
}

/// Something in the constraint named `by` leaves the range of values.
pub(crate) fn too_wide<T>(by: &str, what: impl Into<String>) -> Result<T, ModelError> {
    Err(ModelError::TooWide {
        by: by.to_owned(),
        what: what.into(),
    })
}

/// Rejects numbers that are counted from `first` and leave the range of values.
pub(crate) fn check_numbers(by: &str, what: &str, first: i32, n: usize) -> Result<(), ModelError> {
    let end = i64::from(first) + n as i64;
    if first < MIN_VALUE || end > i64::from(MAX_VALUE) {
        return too_wide(by, format!("{what} {first}..{end}"));
    }
    Ok(())
}
