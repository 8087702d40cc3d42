//! Lines whose groups of cells have the same sum: region sum lines, whose groups are the stretches of the line within one region, and zipper lines, whose groups are the
//! pairs of cells as far from the middle, and the cell in the middle if there is one.

use gridwright_constraints::linear_eq;
use gridwright_fd::{Model, Var};
use gridwright_grid::board::{Board, Form, LineStyle, Shape};

use crate::contract::{Premise, PremiseForm};
use crate::kinds::sudoku::Instance;
use crate::kinds::sudoku::variants::support::{cells_text, collected, premise, sum};
use crate::kinds::sudoku::variants::{Family, Posted};

/// A region sum line or a zipper line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EqualSums {
    /// Whether it is a zipper line.
    pub is_zipper: bool,
    /// Its cells in order.
    pub cells: Vec<usize>,
}

impl EqualSums {
    fn name(&self) -> &'static str {
        match self.is_zipper {
            true => "zipper",
            false => "region-sums",
        }
    }

    /// The groups of cells with the same sum. A cell of no region is in no stretch.
    fn groups(&self, instance: &Instance) -> Vec<Vec<usize>> {
        if self.is_zipper {
            let pairs = self.cells.iter().zip(self.cells.iter().rev());
            let mut groups: Vec<Vec<usize>> = pairs
                .take(self.cells.len().div_ceil(2))
                .map(|(&a, &b)| vec![a, b])
                .collect();
            if let (false, Some(last)) = (self.cells.len().is_multiple_of(2), groups.last_mut()) {
                last.pop();
            }
            return groups;
        }
        let regions = instance.region_cells();
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let mut last = None;
        for &cell in &self.cells {
            let region = regions.iter().position(|cells| cells.contains(&cell));
            match groups.last_mut() {
                _ if region.is_none() => continue,
                Some(group) if region == last => group.push(cell),
                _ => groups.push(vec![cell]),
            }
            last = region;
        }
        groups
    }

    /// For each group after the first: the cells with their factors whose sum is 0 if it has the sum of the first.
    fn differences(&self, instance: &Instance) -> Vec<Vec<(i64, usize)>> {
        let groups = self.groups(instance);
        let Some((first, others)) = groups.split_first() else {
            return Vec::new();
        };
        let difference = |other: &Vec<usize>| {
            let plus = first.iter().map(|&cell| (1, cell));
            collected(plus.chain(other.iter().map(|&cell| (-1, cell))))
        };
        others.iter().map(difference).collect()
    }
}

impl Family for EqualSums {
    fn line(&self, instance: &Instance) -> String {
        format!("{} {}", self.name(), cells_text(instance, &self.cells))
    }

    fn post(&self, instance: &Instance, cells: &[Var], model: &mut Model) -> Posted {
        for terms in self.differences(instance) {
            let terms = terms.iter().map(|&(factor, at)| (factor as i32, cells[at]));
            model.post(linear_eq(terms.collect::<Vec<_>>(), 0))?;
        }
        Ok(())
    }

    fn check(&self, instance: &Instance, numbers: &[i32]) -> Result<(), String> {
        let mut sums: Vec<i32> = Vec::new();
        if self.is_zipper {
            let (mut first, mut last) = (0, self.cells.len() - 1);
            while first < last {
                sums.push(numbers[self.cells[first]] + numbers[self.cells[last]]);
                (first, last) = (first + 1, last - 1);
            }
            if first == last {
                sums.push(numbers[self.cells[first]]);
            }
        } else {
            let n = instance.n();
            let (height, width) = instance.block();
            let region_of = |at: usize| match instance.region_of_cells() {
                Some(regions) => regions[at],
                None => Some(at / n / height * n + at % n / width),
            };
            let mut before = None;
            for &at in &self.cells {
                let region = region_of(at);
                if region.is_none() {
                    continue;
                }
                if region != before {
                    sums.push(0);
                }
                before = region;
                if let Some(sum) = sums.last_mut() {
                    *sum += numbers[at];
                }
            }
        }
        match sums.iter().find(|sum| **sum != sums[0]) {
            Some(other) => Err(format!(
                "the {} line of {} has the sums {} and {other}",
                if self.is_zipper {
                    "zipper"
                } else {
                    "region sum"
                },
                instance.words(&self.cells),
                sums[0]
            )),
            None => Ok(()),
        }
    }

    fn premises(&self, instance: &Instance) -> Vec<Premise> {
        let differences = self.differences(instance);
        let forms = differences.iter().map(|terms| sum(instance, terms, 0));
        let cells = instance.words(&self.cells);
        let words = match self.is_zipper {
            true => format!("cells as far from the middle of the line of {cells} have one sum"),
            false => format!("the line of {cells} has one sum in every region"),
        };
        let form = PremiseForm::All(forms.collect());
        vec![premise(instance, self.name(), 3, words, &self.cells, form)]
    }

    fn draw(&self, instance: &Instance, board: &mut Board) {
        let style = match self.is_zipper {
            true => LineStyle::Zipper,
            false => LineStyle::RegionSums,
        };
        let form = Form::Line(instance.places(&self.cells), style);
        board.shapes.push(Shape::given(form));
    }
}
