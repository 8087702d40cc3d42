//! Parts of reasons of counting propagators: views that had a value, or could not take it.

use gridwright_fd::{Past, Reason, View};

/// Adds `n` views that had the value, without the one at `except`.
pub(crate) fn add_with(
    views: &[View],
    value: i32,
    n: i64,
    except: Option<usize>,
    past: &Past<'_>,
    why: &mut Reason,
) {
    let mut left = n;
    for (index, &view) in views.iter().enumerate() {
        if left > 0 && Some(index) != except && past.fixed(view) == Some(value) {
            left -= 1;
            why.add(view.is(value));
        }
    }
}

/// Adds enough views that could not take the value, so that at most `n` could.
pub(crate) fn add_without(views: &[View], value: i32, n: i64, past: &Past<'_>, why: &mut Reason) {
    let mut left = views.len() as i64 - n;
    for &view in views {
        if left > 0 && !past.contains(view, value) {
            left -= 1;
            why.absent(view, value);
        }
    }
}
