//! Errors of invalid arguments.

use crate::support::prelude::*;

/// The arguments of the constraint of this name are invalid.
pub(crate) fn invalid<T>(constraint: &str, message: impl Into<String>) -> Result<T, ModelError> {
    Err(ModelError::InvalidArguments {
        by: constraint.to_owned(),
        what: message.into(),
    })
}

/// Something in the constraint of this name leaves the range of values.
pub(crate) fn too_wide<T>(constraint: &str, message: impl Into<String>) -> Result<T, ModelError> {
    Err(ModelError::TooWide {
        by: constraint.to_owned(),
        what: message.into(),
    })
}

/// Rejects numbers that are counted from `offset` and leave the range of values.
pub(crate) fn check_numbers(
    constraint: &str,
    what: &str,
    offset: i32,
    n: usize,
) -> Result<(), ModelError> {
    let end = i64::from(offset) + n as i64;
    if offset < MIN_VALUE || end > i64::from(MAX_VALUE) {
        return too_wide(constraint, format!("{what} {offset}..{end}"));
    }
    Ok(())
}
