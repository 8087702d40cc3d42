//! Suggestions: the known name nearest to an unknown one.

use std::cmp::Reverse;

/// The name nearest to `word`, if only a few letters are wrong, missing, added or swapped; of equally near names the one with the longer common beginning.
pub(crate) fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let most = word.chars().count().div_ceil(3).min(3);
    names
        .into_iter()
        .map(|name| {
            (
                distance(word, name),
                Reverse(common_start(word, name)),
                name,
            )
        })
        .filter(|(distance, _, _)| *distance <= most)
        .min()
        .map(|(_, _, name)| name)
}

/// The number of letters with which both words begin.
fn common_start(a: &str, b: &str) -> usize {
    let letters = a.chars().zip(b.chars());
    letters
        .take_while(|(a, b)| a.to_lowercase().eq(b.to_lowercase()))
        .count()
}

/// The number of letters to change, remove or add; a change of case costs nothing, a swap of two letters costs one
/// (Damerau 1964, "A technique for computer detection and correction of spelling errors").
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().flat_map(char::to_lowercase).take(64).collect();
    let b: Vec<char> = b.chars().flat_map(char::to_lowercase).take(64).collect();
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let change = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = change.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typos_are_recognised() {
        let names = ["Name", "Constant", "Constraint", "Given", "Show"];
        assert_eq!(nearest("Constrant", names), Some("Constraint"));
        assert_eq!(nearest("Costant", names), Some("Constant"));
        assert_eq!(nearest("Constrain", names), Some("Constraint"));
        assert_eq!(nearest("name", names), Some("Name"));
        assert_eq!(nearest("Givne", names), Some("Given"));
        assert_eq!(nearest("Maximum", names), None);
        assert_eq!(nearest("", names), None);
    }
}
