//! `rate --summary`: the distribution of ratings by file, and their rank correlation with other orders.

use gridwright::explain::{Difficulty, ExplanationEnd, Rating};

/// The ratings of one file.
#[derive(Debug)]
pub(crate) struct Set {
    pub(crate) name: String,
    pub(crate) ratings: Vec<Rating>,
    /// The number of puzzles without a rating: invalid, stopped, or not unique.
    pub(crate) left_out: usize,
}

impl Set {
    pub(crate) fn add(&mut self, rating: Rating) {
        match rating.end {
            ExplanationEnd::Solved => self.ratings.push(rating),
            _ => self.left_out += 1,
        }
    }
}

/// Prints the distribution in every set, and the rank correlations over all of them.
pub(crate) fn print(sets: &[Set]) {
    outln!(
        "| set | puzzles | least | median | greatest | easy | medium | hard | expert | extreme |"
    );
    outln!("|---|---|---|---|---|---|---|---|---|---|");
    for set in sets {
        let mut numbers: Vec<f64> = set.ratings.iter().map(|rating| rating.number).collect();
        numbers.sort_by(f64::total_cmp);
        let at = |index: usize| numbers.get(index).copied().unwrap_or(0.0);
        let words: Vec<String> = Difficulty::ALL
            .iter()
            .map(|word| set.ratings.iter().filter(|r| r.word == *word).count())
            .map(|n| n.to_string())
            .collect();
        outln!(
            "| {} | {} | {:.1} | {:.1} | {:.1} | {} |",
            set.name,
            numbers.len(),
            at(0),
            at(numbers.len() / 2),
            at(numbers.len().saturating_sub(1)),
            words.join(" | ")
        );
    }
    let left_out: usize = sets.iter().map(|set| set.left_out).sum();
    if left_out > 0 {
        outln!("\n{left_out} puzzles have no rating: invalid, stopped, or not unique.");
    }
    let all = || {
        let numbered = sets.iter().enumerate();
        numbered.flat_map(|(i, set)| set.ratings.iter().map(move |rating| (i, rating)))
    };
    let numbers: Vec<f64> = all().map(|(_, rating)| rating.number).collect();
    let mut others = Vec::new();
    if sets.len() > 1 {
        let order: Vec<f64> = all().map(|(i, _)| i as f64).collect();
        others.push(("the order of the sets", order));
    }
    let total: Vec<f64> = all().map(|(_, rating)| f64::from(rating.total)).collect();
    others.push(("the sum of all steps", total));
    let scores = all().filter_map(|(_, rating)| rating.score);
    let scores: Vec<f64> = scores.map(|score| f64::from(score.score)).collect();
    if scores.len() == numbers.len() {
        others.push(("the score by techniques", scores));
    }
    outln!("\nRank correlation (Spearman) of the rating with");
    for (what, values) in others {
        match correlation(&numbers, &values) {
            Some(rho) => outln!("- {what}: {rho:.2}"),
            None => outln!("- {what}: undefined, as all values are equal"),
        }
    }
}

/// Spearman's correlation: Pearson's of the ranks. `None` if one side is constant.
fn correlation(xs: &[f64], ys: &[f64]) -> Option<f64> {
    let (xs, ys) = (ranks(xs), ranks(ys));
    let mean = (xs.len() as f64 + 1.0) / 2.0;
    let (mut xy, mut xx, mut yy) = (0.0, 0.0, 0.0);
    for (x, y) in xs.iter().zip(&ys) {
        let (x, y) = (x - mean, y - mean);
        xy += x * y;
        xx += x * x;
        yy += y * y;
    }
    let spread = (xx * yy).sqrt();
    (spread > 0.0).then(|| xy / spread)
}

/// The rank of every value, from 1; equal values share the mean of their ranks.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut before = 0;
    for equal in order.chunk_by(|&a, &b| values[a] == values[b]) {
        for &at in equal {
            ranks[at] = before as f64 + (equal.len() as f64 + 1.0) / 2.0;
        }
        before += equal.len();
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_share_ranks() {
        assert_eq!(ranks(&[3.0, 1.0, 3.0, 2.0]), [3.5, 1.0, 3.5, 2.0]);
    }

    #[test]
    fn correlations_are_those_of_ranks() {
        let xs = [1.0, 2.0, 3.0, 4.0];
        assert_eq!(
            correlation(&xs, &[10.0, 100.0, 1000.0, 10_000.0]),
            Some(1.0)
        );
        assert_eq!(correlation(&xs, &[4.0, 3.0, 2.0, 1.0]), Some(-1.0));
        assert_eq!(correlation(&xs, &[5.0; 4]), None);
        // Two neighbours of four exchanged: 1 - 6 * 2 / (4 * 15).
        let rho = correlation(&xs, &[2.0, 1.0, 3.0, 4.0]).expect("they differ");
        assert!((rho - 0.8).abs() < 1e-12, "{rho}");
    }
}
