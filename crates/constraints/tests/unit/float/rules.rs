//! Tests of `rules`.

use crate::util::*;

type Of = fn(f64) -> f64;

const FUNCTIONS: &[(FloatFunction, Of)] = &[
    (FloatFunction::Abs, f64::abs),
    (FloatFunction::Square, |x| x * x),
    (FloatFunction::Sqrt, f64::sqrt),
    (FloatFunction::Exp, f64::exp),
    (FloatFunction::Ln, f64::ln),
    (FloatFunction::Log2, f64::log2),
    (FloatFunction::Log10, f64::log10),
    (FloatFunction::Sin, f64::sin),
    (FloatFunction::Cos, f64::cos),
    (FloatFunction::Tan, f64::tan),
    (FloatFunction::Asin, f64::asin),
    (FloatFunction::Acos, f64::acos),
    (FloatFunction::Atan, f64::atan),
    (FloatFunction::Sinh, f64::sinh),
    (FloatFunction::Cosh, f64::cosh),
    (FloatFunction::Tanh, f64::tanh),
    (FloatFunction::Asinh, f64::asinh),
    (FloatFunction::Acosh, f64::acosh),
    (FloatFunction::Atanh, f64::atanh),
];

/// A number from -8 to 8 in eighths, so that many results are exact.
fn number(rng: &mut Rng) -> f64 {
    (rng.below(129) as f64 - 64.0) / 8.0
}

/// An interval around a number.
fn around(value: f64, rng: &mut Rng) -> Interval {
    let margin = |rng: &mut Rng| [0.0, 0.0, 0.5, 3.0, f64::INFINITY][rng.below(5)];
    Interval::new(value - margin(rng), value + margin(rng))
}

/// A solution stays in the boxes; the boxes only shrink.
fn keeps(rule: &FloatRule, solution: &[f64], rng: &mut Rng) {
    let mut boxes: Vec<Interval> = solution.iter().map(|&x| around(x, rng)).collect();
    let before = boxes.clone();
    assert!(
        rule.contract(&mut boxes),
        "{rule:?} {before:?} {solution:?}"
    );
    for ((part, whole), value) in boxes.iter().zip(&before).zip(solution) {
        assert!(
            part.contains(*value),
            "{rule:?} {before:?} {boxes:?} {solution:?}"
        );
        assert!(whole.lo <= part.lo && part.hi <= whole.hi);
    }
}

#[test]
fn no_solution_is_lost() {
    let mut rng = Rng::new(5);
    for _ in 0..20_000 {
        let (x, y) = (number(&mut rng), number(&mut rng));
        keeps(&FloatRule::Times, &[x, y, x * y], &mut rng);
        if y != 0.0 {
            keeps(&FloatRule::Divide, &[x * y, y, x], &mut rng);
        }
        let linear = FloatRule::Linear {
            factors: vec![2.0, -0.5, 1.0],
            comparison: FloatComparison::Equal,
            constant: 3.0,
        };
        keeps(&linear, &[x, y, 3.0 - 2.0 * x + 0.5 * y], &mut rng);
        keeps(
            &FloatRule::Maximum,
            &[x, y, 1.0, x.max(y).max(1.0)],
            &mut rng,
        );
        keeps(
            &FloatRule::Minimum,
            &[x, y, 1.0, x.min(y).min(1.0)],
            &mut rng,
        );
        keeps(&FloatRule::Element, &[2.0, x, y, 5.0, y], &mut rng);
        let n = rng.below(4) as f64;
        keeps(&FloatRule::Power, &[x, n, x.powf(n)], &mut rng);
        if x > 0.0 {
            keeps(&FloatRule::Power, &[x, y, x.powf(y)], &mut rng);
        }
        let (function, of) = FUNCTIONS[rng.below(FUNCTIONS.len())];
        if of(x).is_finite() {
            keeps(&FloatRule::Function(function), &[x, of(x)], &mut rng);
        }
    }
}

#[test]
fn a_function_determines_its_value() {
    for (function, of) in FUNCTIONS {
        for x in [-0.75, 0.25, 0.5, 1.5] {
            if !of(x).is_finite() {
                continue;
            }
            let mut boxes = [Interval::point(x), Interval::ALL];
            assert!(FloatRule::Function(*function).contract(&mut boxes));
            let y = boxes[1];
            assert!(y.hi - y.lo < 1e-12, "{function:?} {x} {y:?}");
        }
    }
}

#[test]
fn contradictions_are_found() {
    let point = Interval::point;
    let cases: &[(FloatRule, &[Interval])] = &[
        (FloatRule::Times, &[point(2.0), point(3.0), point(7.0)]),
        (FloatRule::Divide, &[point(2.0), point(0.0), Interval::ALL]),
        (
            FloatRule::Function(FloatFunction::Sqrt),
            &[point(-1.0), Interval::ALL],
        ),
        (
            FloatRule::Function(FloatFunction::Square),
            &[Interval::ALL, point(-1.0)],
        ),
        (FloatRule::Maximum, &[point(1.0), point(2.0), point(1.5)]),
        (
            FloatRule::Element,
            &[point(1.0), point(2.0), point(3.0), point(3.0)],
        ),
    ];
    for (rule, boxes) in cases {
        assert!(!rule.contract(&mut boxes.to_vec()), "{rule:?}");
    }
}
