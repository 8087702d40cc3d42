//! Groups of cells without repeats: diagonals, extra regions, disjoint groups and the windows of Windoku. A group with as many cells as a row has every number.

use gridwright_constraints::all_different;
use gridwright_fd::{Model, Var};
use gridwright_grid::board::{Board, Form, LineStyle, Shape, Tint};

use crate::contract::{Premise, PremiseForm};
use crate::kinds::sudoku::Instance;
use crate::kinds::sudoku::premises::article;
use crate::kinds::sudoku::variants::support::{cells_text, has, rule_premise};
use crate::kinds::sudoku::variants::{Family, Posted};

/// Groups of cells without repeats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Different {
    /// The diagonal from the upper left corner.
    FallingDiagonal,
    /// The diagonal from the lower left corner.
    RisingDiagonal,
    /// The cells at one position of all regions, for every position.
    DisjointGroups,
    /// Windows as large as a block, one cell away from each other and from the edge.
    Windows,
    /// An extra region.
    Region(Vec<usize>),
}

impl Different {
    fn groups(&self, instance: &Instance) -> Vec<(String, Vec<usize>)> {
        let n = instance.n();
        match self {
            Different::FallingDiagonal => {
                let cells = (0..n).map(|i| i * n + i).collect();
                vec![("the falling diagonal".to_owned(), cells)]
            }
            Different::RisingDiagonal => {
                let cells = (0..n).map(|i| i * n + n - 1 - i).collect();
                vec![("the rising diagonal".to_owned(), cells)]
            }
            Different::DisjointGroups => {
                let regions = instance.region_cells();
                let group = |k: usize| regions.iter().map(move |cells| cells[k]).collect();
                let groups = (0..n).map(|k| (format!("disjoint group {}", k + 1), group(k)));
                groups.collect()
            }
            Different::Windows => {
                let (height, width) = instance.block();
                let (down, across) = ((n - 1) / (height + 1), (n - 1) / (width + 1));
                let window = |k: usize| {
                    let (top, left) = (k / across * (height + 1) + 1, k % across * (width + 1) + 1);
                    let cells = (0..n).map(|i| (top + i / width) * n + left + i % width);
                    (format!("window {}", k + 1), cells.collect())
                };
                (0..down * across).map(window).collect()
            }
            Different::Region(cells) => {
                let name = format!("the extra region of {}", instance.words(cells));
                vec![(name, cells.clone())]
            }
        }
    }

    /// The cells of each group.
    pub(in crate::kinds::sudoku) fn regions(&self, instance: &Instance) -> Vec<Vec<usize>> {
        let groups = self.groups(instance).into_iter();
        groups.map(|(_, cells)| cells).collect()
    }

    fn rule(&self) -> &'static str {
        match self {
            Different::FallingDiagonal | Different::RisingDiagonal => "diagonal",
            Different::DisjointGroups => "disjoint_group",
            Different::Windows => "window",
            Different::Region(_) => "extra_region",
        }
    }
}

impl Family for Different {
    fn line(&self, instance: &Instance) -> String {
        match self {
            Different::FallingDiagonal => "diagonal-down".to_owned(),
            Different::RisingDiagonal => "diagonal-up".to_owned(),
            Different::DisjointGroups => "disjoint-groups".to_owned(),
            Different::Windows => "windoku".to_owned(),
            Different::Region(cells) => format!("region {}", cells_text(instance, cells)),
        }
    }

    fn post(&self, instance: &Instance, cells: &[Var], model: &mut Model) -> Posted {
        for (_, group) in self.groups(instance) {
            model.post(all_different(group.iter().map(|&at| cells[at])))?;
        }
        Ok(())
    }

    fn check(&self, instance: &Instance, numbers: &[i32]) -> Result<(), String> {
        let n = instance.n();
        let (height, width) = instance.block();
        // The group of each cell, by its coordinates; `None` if it is in none.
        let group = |at: usize| -> Option<usize> {
            let (row, col) = (at / n, at % n);
            match self {
                Different::FallingDiagonal => (row == col).then_some(0),
                Different::RisingDiagonal => (row + col + 1 == n).then_some(0),
                Different::DisjointGroups => match instance.region_of_cells() {
                    None => Some(row % height * width + col % width),
                    Some(regions) => regions[at].map(|region| {
                        let before = regions[..at].iter();
                        before.filter(|other| **other == Some(region)).count()
                    }),
                },
                Different::Windows => {
                    let in_window = row % (height + 1) > 0
                        && col % (width + 1) > 0
                        && row / (height + 1) < (n - 1) / (height + 1)
                        && col / (width + 1) < (n - 1) / (width + 1);
                    in_window.then(|| row / (height + 1) * n + col / (width + 1))
                }
                Different::Region(cells) => cells.contains(&at).then_some(0),
            }
        };
        let mut seen = std::collections::HashSet::new();
        for (at, &number) in numbers.iter().enumerate() {
            if let Some(group) = group(at)
                && !seen.insert((group, number))
            {
                let name = match self {
                    Different::FallingDiagonal => "the falling diagonal",
                    Different::RisingDiagonal => "the rising diagonal",
                    Different::DisjointGroups => "a disjoint group",
                    Different::Windows => "a window",
                    Different::Region(_) => "an extra region",
                };
                return Err(format!("{name} has {number} twice"));
            }
        }
        Ok(())
    }

    fn premises(&self, instance: &Instance) -> Vec<Premise> {
        let n = instance.n();
        let mut all = Vec::new();
        for (name, group) in self.groups(instance) {
            for number in 1..=n as i32 {
                let claims: Vec<_> = group.iter().map(|&at| has(instance, at, number)).collect();
                let words = format!("{name} has only one {number}");
                let form = PremiseForm::at_most(1, claims.clone());
                let once = rule_premise(instance, self.rule(), 0, words, &group, form);
                all.push(once);
                if group.len() == n {
                    let words = format!("{name} needs {} {number}", article(number as usize));
                    let form = PremiseForm::at_least(1, claims);
                    all.push(rule_premise(instance, self.rule(), 2, words, &group, form));
                }
            }
        }
        all
    }

    fn draw(&self, instance: &Instance, board: &mut Board) {
        for (_, cells) in self.groups(instance) {
            let places = instance.places(&cells);
            let form = match self {
                Different::FallingDiagonal | Different::RisingDiagonal => {
                    Form::Line(places, LineStyle::Diagonal)
                }
                Different::DisjointGroups => continue,
                _ => Form::Tint(places, Tint::Region),
            };
            board.shapes.push(Shape::given(form));
        }
        if *self == Different::DisjointGroups {
            board.notes.push(
                "Disjoint groups: no number twice at the same position of all regions".to_owned(),
            );
        }
    }
}
