//! The shape of an array: the values of each index, and the combinations of them that exist.

/// The maximum number of elements of an array.
pub const MAX_ELEMENTS: u64 = 1_000_000;

/// The combinations of indices that exist. Each has a position, its number in row-major order. Without indices there is one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// For each index the values it takes, ascending.
    axes: Vec<Vec<i64>>,
    /// For each combination, row by row, its position or [`ABSENT`]; `None` if all exist.
    positions: Option<Vec<u32>>,
    n_elements: usize,
}

const ABSENT: u32 = u32::MAX;

impl Shape {
    /// All combinations of the values; an error with their number if there are too many.
    pub(crate) fn new(axes: Vec<Vec<i64>>) -> Result<Shape, u128> {
        let sizes = axes.iter().map(|axis| axis.len() as u128);
        let count = sizes.fold(1, u128::saturating_mul);
        if count > u128::from(MAX_ELEMENTS) {
            return Err(count);
        }
        Ok(Shape {
            axes,
            positions: None,
            n_elements: count as usize,
        })
    }

    /// The shape with only the combinations for which `keep` is true.
    pub(crate) fn filtered(self, mut keep: impl FnMut(&[i64]) -> bool) -> Shape {
        let mut positions = Vec::new();
        let mut n_elements = 0;
        for indices in self.all() {
            if keep(&indices) {
                positions.push(n_elements);
                n_elements += 1;
            } else {
                positions.push(ABSENT);
            }
        }
        Shape {
            positions: (n_elements as usize != self.n_elements).then_some(positions),
            n_elements: n_elements as usize,
            axes: self.axes,
        }
    }

    /// For each index the values it takes, ascending.
    pub fn axes(&self) -> &[Vec<i64>] {
        &self.axes
    }

    /// The number of elements.
    pub fn n_elements(&self) -> usize {
        self.n_elements
    }

    /// Whether every combination exists.
    pub fn is_full(&self) -> bool {
        self.positions.is_none()
    }

    /// The position of a combination, counted from 0; `None` if it does not exist.
    pub fn position(&self, indices: &[i64]) -> Option<usize> {
        if indices.len() != self.axes.len() {
            return None;
        }
        let mut at = 0;
        for (axis, &index) in self.axes.iter().zip(indices) {
            at = at * axis.len() + position(axis, index)?;
        }
        match &self.positions {
            None => Some(at),
            Some(positions) => Some(positions[at])
                .filter(|&position| position != ABSENT)
                .map(|position| position as usize),
        }
    }

    /// The combinations that exist, in the order of their positions.
    pub fn indices(&self) -> impl Iterator<Item = Vec<i64>> + '_ {
        let exists = |at: usize| match &self.positions {
            None => true,
            Some(positions) => positions[at] != ABSENT,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_indices_are_inverse() {
        let full = Shape::new(vec![vec![0, 1, 2], vec![-1, 3]]).expect("small");
        let stairs = full.clone().filtered(|at| at[1] <= at[0]);
        for shape in [full, stairs] {
            let all: Vec<_> = shape.indices().collect();
            assert_eq!(all.len(), shape.n_elements());
            for (position, indices) in all.iter().enumerate() {
                assert_eq!(shape.position(indices), Some(position));
            }
            assert_eq!(shape.position(&[0, 0]), None);
            assert_eq!(shape.position(&[0]), None);
        }
    }

    #[test]
    fn too_many_elements_are_rejected_with_their_number() {
        let axis: Vec<i64> = (0..1001).collect();
        assert_eq!(Shape::new(vec![axis.clone(), axis]), Err(1_002_001));
        assert_eq!(Shape::new(vec![]).expect("one").n_elements(), 1);
    }
}
