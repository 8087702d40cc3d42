//! Shared by propagators that count the views with a value: decides open views, and adds to reasons the views that had the value
//! or could not take it.

use crate::support::prelude::*;

/// Removes the value from every open view that has it, or, if `take`, fixes these views to it. The tag of a view is its index.
pub(crate) fn decide_open(views: &[View], value: i32, take: bool, store: &mut Store) -> Pruned {
    for (index, &view) in views.iter().enumerate() {
        if store.contains(view, value) && !store.is_fixed(view) {
            let tag = Tag(index as u32);
            if take {
                store.fix(view, value, tag)?;
            } else {
                store.remove(view, value, tag)?;
            }
        }
    }
    Ok(())
}

/// Adds `n` views that had the value, without the one at `except`.
pub(crate) fn explain_fixed(
    views: &[View],
    value: i32,
    n: i64,
    except: Option<usize>,
    past: &PastStore<'_>,
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
pub(crate) fn explain_absent(
    views: &[View],
    value: i32,
    n: i64,
    past: &PastStore<'_>,
    why: &mut Reason,
) {
    let mut left = views.len() as i64 - n;
    for &view in views {
        if left > 0 && !past.contains(view, value) {
            left -= 1;
            why.absent(view, value);
        }
    }
}
