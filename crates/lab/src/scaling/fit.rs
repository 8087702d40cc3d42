//! Fits a power or an exponential function by least squares on the logarithms.

use std::fmt;

/// A fitted growth function.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Growth {
    /// Its form.
    pub law: Law,
    /// The coefficient of determination (R squared) on the logarithms.
    pub r_squared: f64,
    /// The number of points.
    pub n_points: usize,
    factor: f64,
}

/// The form of a growth function, without its factor.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Law {
    /// The size raised to this power.
    Power(f64),
    /// This base raised to the size.
    Exponential(f64),
}

/// The minimal number of points.
const MIN_POINTS: usize = 4;

/// The best fit; `None` for too few points. All numbers must be positive.
pub fn fit(points: &[(f64, f64)]) -> Option<Growth> {
    if points.len() < MIN_POINTS {
        return None;
    }
    let by_power: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
    let by_exponential: Vec<(f64, f64)> = points.iter().map(|(x, y)| (*x, y.ln())).collect();
    let power = line(&by_power)?;
    let exponential = line(&by_exponential)?;
    let (law, line) = match power.r_squared >= exponential.r_squared {
        true => (Law::Power(power.slope), power),
        false => (Law::Exponential(exponential.slope.exp()), exponential),
    };
    Some(Growth {
        law,
        r_squared: line.r_squared,
        n_points: points.len(),
        factor: line.intercept.exp(),
    })
}

impl Growth {
    /// The value for a size.
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

/// A regression line.
struct Line {
    intercept: f64,
    slope: f64,
    r_squared: f64,
}

fn line(points: &[(f64, f64)]) -> Option<Line> {
    let n = points.len() as f64;
    let mean_x = points.iter().map(|(x, _)| x).sum::<f64>() / n;
    let mean_y = points.iter().map(|(_, y)| y).sum::<f64>() / n;
    let sum = |term: &dyn Fn(f64, f64) -> f64| -> f64 {
        let terms = points.iter().map(|(x, y)| term(x - mean_x, y - mean_y));
        terms.sum()
    };
    let sum_xx = sum(&|x, _| x * x);
    let sum_yy = sum(&|_, y| y * y);
    let sum_xy = sum(&|x, y| x * y);
    if sum_xx <= 0.0 || !sum_yy.is_finite() {
        return None;
    }
    let slope = sum_xy / sum_xx;
    // Constant values are fitted exactly.
    let r_squared = if sum_yy <= 0.0 {
        1.0
    } else {
        sum_xy * sum_xy / (sum_xx * sum_yy)
    };
    Some(Line {
        intercept: mean_y - slope * mean_x,
        slope,
        r_squared,
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
    fn a_function_is_recovered() {
        let square = fit(&points(|n| 0.25 * n * n)).expect("six points");
        assert_eq!(square.to_string(), "n^2.0");
        assert!((square.at(10.0) - 25.0).abs() < 1e-6, "{square:?}");
        assert!(square.r_squared > 0.999_999);
        let doubling = fit(&points(|n| 3.0 * 1.05_f64.powf(n))).expect("six points");
        assert_eq!(doubling.to_string(), "1.050^n");
        assert!((doubling.at(0.0) - 3.0).abs() < 1e-6, "{doubling:?}");
    }

    #[test]
    fn a_poor_fit_has_a_low_r_squared() {
        let bent = fit(&points(|n| if n < 50.0 { 1.0 } else { 100.0 - 0.2 * n }));
        let bent = bent.expect("six points");
        assert!(bent.r_squared < 0.9, "{bent:?}");
    }

    #[test]
    fn few_points_or_a_single_size_have_no_fit() {
        assert_eq!(fit(&points(|n| n)[..3]), None);
        assert_eq!(fit(&[(4.0, 1.0), (4.0, 2.0), (4.0, 3.0), (4.0, 4.0)]), None);
    }
}
