//! Fitted growth: the power or the exponential that comes closest to what was measured, by least squares on the logarithms.

use std::fmt;

/// How something grows with the size.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Growth {
    /// What the formula is.
    pub law: Law,
    /// The share of the variance of the logarithms that it accounts for, from 0 to 1.
    pub share: f64,
    /// To how many points it was fitted.
    pub n_points: usize,
    factor: f64,
}

/// A formula with one number to fit beside the factor.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Law {
    /// The size to this power.
    Power(f64),
    /// This number to the size.
    Exponential(f64),
}

/// With fewer points than this nothing is fitted.
const LEAST: usize = 4;

/// The growth that fits best; `None` for too few points. All numbers are positive.
pub fn growth(points: &[(f64, f64)]) -> Option<Growth> {
    if points.len() < LEAST {
        return None;
    }
    let by_power: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
    let by_exponential: Vec<(f64, f64)> = points.iter().map(|(x, y)| (*x, y.ln())).collect();
    let power = line(&by_power)?;
    let exponential = line(&by_exponential)?;
    let n_points = points.len();
    Some(if power.share >= exponential.share {
        Growth {
            law: Law::Power(power.slope),
            share: power.share,
            factor: power.start.exp(),
            n_points,
        }
    } else {
        Growth {
            law: Law::Exponential(exponential.slope.exp()),
            share: exponential.share,
            factor: exponential.start.exp(),
            n_points,
        }
    })
}

impl Growth {
    /// What the formula says of a size.
    pub fn at(&self, size: f64) -> f64 {
        self.factor
            * match self.law {
                Law::Power(power) => size.powf(power),
                Law::Exponential(base) => base.powf(size),
            }
    }
}

impl fmt::Display for Growth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.law {
            Law::Power(power) => write!(f, "n^{power:.1}"),
            Law::Exponential(base) => write!(f, "{base:.3}^n"),
        }
    }
}

/// A straight line through points.
struct Line {
    start: f64,
    slope: f64,
    share: f64,
}

fn line(points: &[(f64, f64)]) -> Option<Line> {
    let n = points.len() as f64;
    let mean_x = points.iter().map(|(x, _)| x).sum::<f64>() / n;
    let mean_y = points.iter().map(|(_, y)| y).sum::<f64>() / n;
    let sum = |term: &dyn Fn(f64, f64) -> f64| -> f64 {
        let terms = points.iter().map(|(x, y)| term(x - mean_x, y - mean_y));
        terms.sum()
    };
    let across = sum(&|x, _| x * x);
    let up = sum(&|_, y| y * y);
    let both = sum(&|x, y| x * y);
    if across <= 0.0 || !up.is_finite() {
        return None;
    }
    let slope = both / across;
    // Where nothing varies, a level line accounts for all of it.
    let share = if up <= 0.0 {
        1.0
    } else {
        both * both / (across * up)
    };
    Some(Line {
        start: mean_y - slope * mean_x,
        slope,
        share,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(law: impl Fn(f64) -> f64) -> Vec<(f64, f64)> {
        let sizes = [16.0, 36.0, 81.0, 100.0, 225.0, 400.0];
        sizes.iter().map(|&n| (n, law(n))).collect()
    }

    #[test]
    fn a_law_is_found_again() {
        let square = growth(&points(|n| 0.25 * n * n)).expect("six points");
        assert_eq!(square.to_string(), "n^2.0");
        assert!((square.at(10.0) - 25.0).abs() < 1e-6, "{square:?}");
        assert!(square.share > 0.999_999);
        let doubling = growth(&points(|n| 3.0 * 1.05_f64.powf(n))).expect("six points");
        assert_eq!(doubling.to_string(), "1.050^n");
        assert!((doubling.at(0.0) - 3.0).abs() < 1e-6, "{doubling:?}");
    }

    #[test]
    fn what_does_not_follow_it_is_told_by_its_share() {
        let bent = growth(&points(|n| if n < 50.0 { 1.0 } else { 100.0 - 0.2 * n }));
        let bent = bent.expect("six points");
        assert!(bent.share < 0.9, "{bent:?}");
    }

    #[test]
    fn nothing_is_fitted_to_few_points_or_to_one_size() {
        assert_eq!(growth(&points(|n| n)[..3]), None);
        assert_eq!(
            growth(&[(4.0, 1.0), (4.0, 2.0), (4.0, 3.0), (4.0, 4.0)]),
            None
        );
    }
}
