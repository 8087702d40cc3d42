//! Real numbers by integer views: integers, decimal fractions, and the cells of a grid.

use super::interval::Interval;
use crate::support::prelude::*;

/// A real number that the value of an integer view determines, exactly or up to a cell.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Float {
    /// The integer view.
    pub view: View,
    scale: Scale,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Scale {
    /// The number is the value of the view divided by a power of ten.
    Decimal(f64),
    /// The number is anything in a cell of a grid.
    Cells(Grid),
    /// The number is in this interval, whatever the view.
    Constant(Interval),
}

/// Cells that cover a bounded interval: of equal width if its numbers are at most 10,000, else of a width in proportion to the number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Grid {
    first: i32,
    last: i32,
    spacing: Spacing,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Spacing {
    /// Cell `v` begins at `start + step * v`; the last one ends at `end`.
    Equal { start: f64, step: f64, end: f64 },
    /// Cell `v` begins at `v * floor / per_octave` for numbers up to `floor`, and so many cells are in each octave above it; negative numbers mirror
    /// positive ones.
    Octaves { floor: f64, per_octave: f64 },
}

/// The number of cells of equal width.
const CELLS: i32 = 1 << 30;

/// Intervals of numbers up to this size have cells of equal width.
const NARROW: f64 = 1e4;

/// Otherwise cells stop shrinking at this number, or 128 octaves below the largest.
const FLOOR: f64 = 1e-9;

impl Grid {
    /// A grid over a bounded interval.
    pub fn new(bounds: Interval) -> Grid {
        let top = bounds.magnitudes().hi;
        if top <= NARROW {
            // No cell is narrower than two steps of double precision.
            let least = 2.0 * (top.next_up() - top);
            let width = bounds.hi - bounds.lo;
            let n_cells = (width / least).clamp(1.0, f64::from(CELLS)).floor();
            return Grid {
                first: 0,
                last: n_cells as i32 - 1,
                spacing: Spacing::Equal {
                    start: bounds.lo,
                    step: (width / n_cells).max(f64::MIN_POSITIVE),
                    end: bounds.hi,
                },
            };
        }
        let octaves = (top / FLOOR).log2().ceil().clamp(1.0, 128.0);
        let floor = top / octaves.exp2();
        let per_octave = (f64::from(i32::MAX - 1000) / (octaves + 2.0)).floor();
        let mut grid = Grid {
            first: MIN_VALUE + 1,
            last: MAX_VALUE - 1,
            spacing: Spacing::Octaves { floor, per_octave },
        };
        (grid.first, grid.last) = (grid.cell(bounds.lo) - 1, grid.cell(bounds.hi) + 1);
        grid
    }

    /// Cells of width 1, the first from -0.5.
    #[cfg(test)]
    pub(super) fn unit() -> Grid {
        let (start, step, end) = (-0.5, 1.0, f64::from(CELLS) + 0.5);
        Grid {
            first: 0,
            last: CELLS,
            spacing: Spacing::Equal { start, step, end },
        }
    }

    /// The numbers of the cells.
    pub fn values(&self) -> std::ops::RangeInclusive<i32> {
        self.first..=self.last
    }

    /// Where a cell begins.
    fn at(&self, cell: f64) -> f64 {
        match self.spacing {
            Spacing::Equal { start, step, end } => match cell > f64::from(self.last) {
                true => end.max(start + step * cell),
                false => start + step * cell,
            },
            Spacing::Octaves { floor, per_octave } => {
                let size = cell.abs();
                let (octave, rest) = ((size / per_octave).floor(), size % per_octave);
                let size = match octave >= 1.0 {
                    true => floor * (octave - 1.0).exp2() * (1.0 + rest / per_octave),
                    false => floor * (rest / per_octave),
                };
                size.copysign(cell)
            }
        }
    }

    /// The cell of a number, or one next to it.
    fn cell(&self, number: f64) -> i32 {
        let cell = match self.spacing {
            Spacing::Equal { start, step, .. } => (number - start) / step,
            Spacing::Octaves { floor, per_octave } => {
                let size = number.abs() / floor;
                let cell = match size >= 1.0 {
                    true => {
                        let octave = size.log2().floor();
                        per_octave * (octave + size / octave.exp2())
                    }
                    false => per_octave * size,
                };
                cell.copysign(number)
            }
        };
        // The conversion saturates.
        cell.floor() as i32
    }
}

impl Float {
    /// The value of an integer view.
    pub fn int(view: impl Into<View>) -> Float {
        Float::decimal(view, 0)
    }

    /// The value of an integer view divided by `10 ^ digits`; at most 18 digits.
    pub fn decimal(view: impl Into<View>, digits: u32) -> Float {
        Float {
            view: view.into(),
            scale: Scale::Decimal(10_u64.pow(digits.min(18)) as f64),
        }
    }

    /// A constant.
    pub fn constant(value: f64) -> Float {
        Float::within(Interval::point(value))
    }

    /// A number that is known to be in an interval, without a variable.
    pub fn within(interval: Interval) -> Float {
        Float {
            view: View::constant(0),
            scale: Scale::Constant(interval),
        }
    }

    /// A number in a cell of a grid: the view, with the values of [`Grid::values`], is the number of its cell.
    pub fn cells(view: impl Into<View>, grid: Grid) -> Float {
        Float {
            view: view.into(),
            scale: Scale::Cells(grid),
        }
    }

    /// The number for a value of the view.
    pub fn at(&self, value: i32) -> Interval {
        self.between(value, value)
    }

    /// The numbers for the values from `min` to `max`.
    pub(super) fn between(&self, min: i32, max: i32) -> Interval {
        let (min, max) = (f64::from(min), f64::from(max));
        match self.scale {
            // Every integer of 32 bits is exact in double precision.
            Scale::Decimal(1.0) => Interval::new(min, max),
            Scale::Decimal(unit) => {
                Interval::new(min, max).factors(Interval::point(unit), Interval::ALL)
            }
            Scale::Cells(grid) => Interval::new(grid.at(min), grid.at(max + 1.0)),
            Scale::Constant(value) => value,
        }
    }

    /// The smallest and the largest value of the view, from `min` to `max`, whose numbers are partly in the interval; `None` if there are none.
    pub(super) fn values_in(&self, inside: Interval, (min, max): (i32, i32)) -> Option<(i32, i32)> {
        if self.between(min, max).meet(inside).is_empty() {
            return None;
        }
        let guess = |end: f64| {
            let value = match self.scale {
                Scale::Decimal(unit) => (end * unit) as i32,
                Scale::Cells(grid) => grid.cell(end),
                Scale::Constant(_) => 0,
            };
            value.clamp(min, max)
        };
        let (mut low, mut high) = (min, max);
        if self.at(min).hi < inside.lo {
            low = guess(inside.lo);
            while low > min && self.at(low - 1).hi >= inside.lo {
                low -= 1;
            }
            while low < max && self.at(low).hi < inside.lo {
                low += 1;
            }
        }
        if self.at(max).lo > inside.hi {
            high = guess(inside.hi);
            while high < max && self.at(high + 1).lo <= inside.hi {
                high += 1;
            }
            while high > min && self.at(high).lo > inside.hi {
                high -= 1;
            }
        }
        (low <= high && self.at(low).hi >= inside.lo && self.at(high).lo <= inside.hi)
            .then_some((low, high))
    }

    /// The number as text: the shortest decimal fraction for a value of the view.
    pub fn text(&self, value: i32) -> String {
        let Interval { lo, hi } = self.at(value);
        let middle = match self.scale {
            Scale::Decimal(unit) => f64::from(value) / unit,
            _ => lo + (hi - lo) / 2.0,
        };
        if lo <= 0.0 && 0.0 <= hi {
            return "0.0".to_owned();
        }
        // A fraction is the nearest number in double precision, which the interval contains.
        let short = (0..17).find_map(|digits| {
            let rounded: f64 = format!("{middle:.digits$e}").parse().ok()?;
            (lo <= rounded && rounded <= hi).then_some(rounded)
        });
        let short = short.unwrap_or(middle);
        format!("{short:?}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INTERVALS: &[(f64, f64)] = &[
        (0.0, 1.0),
        (-1.0, 3.0),
        (-0.3, 0.7),
        (0.0, 1e8),
        (-1e6, 1e6),
        (-5e32, 7.0),
        (2e4, 2.5e4),
        (1e-300, 1e300),
        (1000.0, 1000.00000001),
        (5.0, 5.0),
    ];

    #[test]
    fn cells_meet_and_cover_the_interval() {
        for &(lo, hi) in INTERVALS {
            let grid = Grid::new(Interval::new(lo, hi));
            let cells = Float::cells(Var::at(1), grid);
            let (first, last) = (*grid.values().start(), *grid.values().end());
            assert!(first >= MIN_VALUE && last <= MAX_VALUE);
            assert!(cells.at(first).lo <= lo, "{lo} {hi}");
            assert!(cells.at(last).hi >= hi, "{lo} {hi}");
            let middle = first / 2 + last / 2;
            for value in [first, first + 1, middle - 1, middle, -1, 0, 1, last - 1] {
                if (first..last).contains(&value) {
                    let (cell, next) = (cells.at(value), cells.at(value + 1));
                    assert_eq!(cell.hi, next.lo, "{lo} {hi} {value}");
                    assert!(cell.lo < cell.hi, "{lo} {hi} {value}");
                }
            }
        }
    }

    #[test]
    fn cells_are_narrow() {
        for &(lo, hi) in INTERVALS {
            let grid = Grid::new(Interval::new(lo, hi));
            let cells = Float::cells(Var::at(1), grid);
            let bounds = (*grid.values().start(), *grid.values().end());
            for part in [0.01, 0.3, 0.999] {
                let number = lo + part * (hi - lo);
                let found = cells.values_in(Interval::point(number), bounds);
                let (low, high) = found.expect("a number of the interval");
                assert!(high - low <= 1, "{lo} {hi}");
                let width = cells.at(low).hi - cells.at(low).lo;
                assert!(
                    width <= 1e-5_f64.max(2e-7 * number.abs()),
                    "{lo} {hi} {width}"
                );
            }
        }
    }

    #[test]
    fn values_are_found_for_intervals() {
        let var = Var::at(1);
        for scale in [Float::int(var), Float::decimal(var, 2)] {
            for (min, max) in [(0, 9), (3, 1000), (-7, 1 << 30)] {
                for value in [min, min + 1, (min + max) / 2, max] {
                    let Interval { lo, hi } = scale.at(value);
                    let found = scale.values_in(Interval::point((lo + hi) / 2.0), (min, max));
                    assert_eq!(found, Some((value, value)), "{scale:?} {value}");
                }
                let beyond = Interval::point(scale.at(max).hi.next_up());
                assert_eq!(scale.values_in(beyond, (min, max)), None);
            }
        }
    }

    #[test]
    fn texts_are_short() {
        let var = Var::at(1);
        assert_eq!(Float::decimal(var, 2).text(-125), "-1.25");
        assert_eq!(Float::int(var).text(3), "3.0");
        let cells = Float::cells(var, Grid::new(Interval::new(0.0, 1.0)));
        assert_eq!(cells.text(CELLS / 2), "0.5");
        assert_eq!(cells.text(0), "0.0");
    }
}
