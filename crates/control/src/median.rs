//! The median of measurements.

use std::cmp::Ordering;

/// The middle value, or the upper of the two middle values; `None` if there are no values.
pub fn median<T>(
    values: impl IntoIterator<Item = T>,
    compare: impl FnMut(&T, &T) -> Ordering,
) -> Option<T> {
    let mut values: Vec<T> = values.into_iter().collect();
    values.sort_unstable_by(compare);
    let middle = values.len() / 2;
    values.into_iter().nth(middle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_upper_middle_value() {
        assert_eq!(median([3, 1, 2], i32::cmp), Some(2));
        assert_eq!(median([4.0, 1.0, 2.0, 3.0], f64::total_cmp), Some(3.0));
        assert_eq!(median([], i32::cmp), None);
    }
}
