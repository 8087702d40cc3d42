//! The shape of an array: the values of each index, and the combinations of them that exist.

/// The most elements of an array.
pub const MAX_PLACES: u64 = 1_000_000;

/// The combinations of indices that exist. Each has a place, its number in row-major order. Without indices there is one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// For each index the values it takes, ascending.
    axes: Vec<Vec<i64>>,
    /// For each combination, row by row, its place or [`NOWHERE`]; `None` if all exist.
    places: Option<Vec<u32>>,
    n_places: usize,
}

const NOWHERE: u32 = u32::MAX;

impl Shape {
    /// All combinations of the values; an error with their number if there are too many.
    pub(crate) fn new(axes: Vec<Vec<i64>>) -> Result<Shape, u128> {
        let count = count(axes.iter().map(|axis| axis.len() as u128));
        if count > u128::from(MAX_PLACES) {
            return Err(count);
        }
        Ok(Shape {
            axes,
            places: None,
            n_places: count as usize,
        })
    }

    /// The shape with only the combinations for which `keep` is true.
    pub(crate) fn filtered<E>(
        self,
        mut keep: impl FnMut(&[i64]) -> Result<bool, E>,
    ) -> Result<Shape, E> {
        let mut places = Vec::new();
        let mut n_places = 0;
        for indices in self.all() {
            if keep(&indices)? {
                places.push(n_places);
                n_places += 1;
            } else {
                places.push(NOWHERE);
            }
        }
        Ok(Shape {
            places: (n_places as usize != self.n_places).then_some(places),
            n_places: n_places as usize,
            axes: self.axes,
        })
    }

    /// For each index the values it takes, ascending.
    pub fn axes(&self) -> &[Vec<i64>] {
        &self.axes
    }

    /// The number of places.
    pub fn n_places(&self) -> usize {
        self.n_places
    }

    /// Whether every combination exists.
    pub fn is_full(&self) -> bool {
        self.places.is_none()
    }

    /// The place of a combination, counted from 0; `None` if it does not exist.
    pub fn place(&self, indices: &[i64]) -> Option<usize> {
        if indices.len() != self.axes.len() {
            return None;
        }
        let mut at = 0;
        for (axis, &index) in self.axes.iter().zip(indices) {
            at = at * axis.len() + position(axis, index)?;
        }
        match &self.places {
            None => Some(at),
            Some(places) => Some(places[at])
                .filter(|&place| place != NOWHERE)
                .map(|place| place as usize),
        }
    }

    /// The combinations that exist, in the order of their places.
    pub fn indices(&self) -> impl Iterator<Item = Vec<i64>> + '_ {
        let exists = |at: usize| match &self.places {
            None => true,
            Some(places) => places[at] != NOWHERE,
        };
        let all = self.all().enumerate();
        all.filter(move |(at, _)| exists(*at))
            .map(|(_, indices)| indices)
    }

    /// All combinations of the values, row by row.
    fn all(&self) -> impl Iterator<Item = Vec<i64>> + '_ {
        let n = self.axes.iter().map(Vec::len).product();
        (0..n).map(|at| {
            let mut rest = at;
            let mut indices = vec![0; self.axes.len()];
            for (index, axis) in indices.iter_mut().zip(&self.axes).rev() {
                *index = axis[rest % axis.len()];
                rest /= axis.len();
            }
            indices
        })
    }

    /// The shape as text: `0..8` or `1..3, 1..3`.
    pub(crate) fn words(&self) -> String {
        let axes: Vec<String> = self.axes.iter().map(|axis| axis_words(axis)).collect();
        axes.join(", ")
    }
}

/// The position of `index` in ascending values.
fn position(axis: &[i64], index: i64) -> Option<usize> {
    let first = *axis.first()?;
    // Most axes have no gaps, where the position can be computed.
    let guess = usize::try_from(index.checked_sub(first)?).ok()?;
    if axis.get(guess) == Some(&index) {
        return Some(guess);
    }
    axis.binary_search(&index).ok()
}

fn axis_words(axis: &[i64]) -> String {
    let Some((first, last)) = axis.first().zip(axis.last()) else {
        return "nothing".to_owned();
    };
    if (last - first) as usize == axis.len() - 1 {
        return format!("{first}..{last}");
    }
    let shown: Vec<String> = axis.iter().take(6).map(i64::to_string).collect();
    let more = if axis.len() > 6 { ", …" } else { "" };
    format!("{{{}{more}}}", shown.join(", "))
}

/// A product that does not overflow.
pub(crate) fn count(sizes: impl Iterator<Item = u128>) -> u128 {
    sizes.fold(1, u128::saturating_mul)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_indices_are_inverse() {
        let full = Shape::new(vec![vec![0, 1, 2], vec![-1, 3]]).expect("small");
        let stairs = full.clone().filtered(|at| Ok::<_, ()>(at[1] <= at[0]));
        for shape in [full, stairs.expect("no error")] {
            let all: Vec<_> = shape.indices().collect();
            assert_eq!(all.len(), shape.n_places());
            for (place, indices) in all.iter().enumerate() {
                assert_eq!(shape.place(indices), Some(place));
            }
            assert_eq!(shape.place(&[0, 0]), None);
            assert_eq!(shape.place(&[0]), None);
        }
    }

    #[test]
    fn too_many_places_are_refused_with_their_number() {
        let axis: Vec<i64> = (0..1001).collect();
        assert_eq!(Shape::new(vec![axis.clone(), axis]), Err(1_002_001));
        assert_eq!(Shape::new(vec![]).expect("one").n_places(), 1);
    }
}
