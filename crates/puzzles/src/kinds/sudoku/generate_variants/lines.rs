//! Lines of cells that a full board determines: grown cell by cell where every prefix of a valid line is valid, otherwise found among random walks.

use gridwright_fd::Rng;

use super::clues::ClueGenerator;
use crate::kinds::sudoku::variants::{Arrow, Constraint, EqualSums, Thermometer, Thirds, Whispers};

/// The number of cells of a line.
const MAX_LENGTH: usize = 6;

/// A shorter line says little.
const MIN_LENGTH: usize = 3;

/// The number of random walks among which lines are found.
const N_WALKS: usize = 4_000;

impl ClueGenerator<'_> {
    pub(super) fn thermometers(&self, rng: &mut Rng) -> Vec<Constraint> {
        self.grown_lines(rng, |cells| {
            let is_slow = false;
            Constraint::Thermometer(Thermometer { is_slow, cells })
        })
    }

    pub(super) fn whispers(&self, rng: &mut Rng) -> Vec<Constraint> {
        let difference = Whispers::default_difference(self.instance.n());
        self.grown_lines(rng, |cells| {
            Constraint::Whispers(Whispers { difference, cells })
        })
    }

    pub(super) fn thirds(&self, is_modular: bool, rng: &mut Rng) -> Vec<Constraint> {
        self.grown_lines(rng, |cells| {
            Constraint::Thirds(Thirds { is_modular, cells })
        })
    }

    pub(super) fn zippers(&self, rng: &mut Rng) -> Vec<Constraint> {
        self.random_lines(rng, |cells| {
            let is_zipper = true;
            Some(Constraint::EqualSums(EqualSums { is_zipper, cells }))
        })
    }

    pub(super) fn region_sums(&self, rng: &mut Rng) -> Vec<Constraint> {
        let regions = self.instance.region_cells();
        self.random_lines(rng, |cells| {
            let is_within = |region: &Vec<usize>| cells.iter().all(|at| region.contains(at));
            let is_zipper = false;
            // Within one region there is no other sum to be equal to.
            let says_something = !regions.iter().any(is_within);
            says_something.then_some(Constraint::EqualSums(EqualSums { is_zipper, cells }))
        })
    }

    /// Disjoint paths of cells, each extended while the next cell may follow.
    fn lines(
        &self,
        rng: &mut Rng,
        may_follow: impl Fn(&[usize], usize) -> bool,
    ) -> Vec<Vec<usize>> {
        let n = self.instance.n();
        let mut is_used = vec![false; n * n];
        let mut lines = Vec::new();
        for _ in 0..3 * n {
            let first = rng.below(n * n);
            if is_used[first] {
                continue;
            }
            let is_next = |line: &[usize], at: usize| !is_used[at] && may_follow(line, at);
            let line = self.walk(rng, first, MAX_LENGTH, is_next);
            if line.len() > 1 {
                for &at in &line {
                    is_used[at] = true;
                }
                lines.push(line);
            }
        }
        lines
    }

    /// A path of at most `length` cells from a first one, extended while a next cell may follow.
    fn walk(
        &self,
        rng: &mut Rng,
        first: usize,
        length: usize,
        may_follow: impl Fn(&[usize], usize) -> bool,
    ) -> Vec<usize> {
        let grid = &self.instance.grid;
        let mut line = vec![first];
        let mut last = first;
        while line.len() < length {
            let near = grid
                .neighbours8(grid.cell(last))
                .map(|cell| grid.index(cell));
            let near = near.filter(|at| !line.contains(at) && may_follow(&line, *at));
            let near: Vec<usize> = near.collect();
            if near.is_empty() {
                break;
            }
            last = *rng.pick(&near);
            line.push(last);
        }
        line
    }

    pub(super) fn arrows(&self, rng: &mut Rng) -> Vec<Constraint> {
        let sum = |line: &[usize]| line[1..].iter().map(|&at| self.numbers[at]).sum::<i32>();
        let lines = self.lines(rng, |line, at| {
            sum(line) + self.numbers[at] <= self.numbers[line[0]]
        });
        let whole = lines
            .into_iter()
            .filter(|line| sum(line) == self.numbers[line[0]]);
        let arrow = |line: Vec<usize>| {
            Constraint::Arrow(Arrow {
                circle: vec![line[0]],
                shaft: line[1..].to_vec(),
            })
        };
        whole.map(arrow).collect()
    }

    /// Lines grown cell by cell: the judge of their constraint accepts every prefix.
    fn grown_lines(
        &self,
        rng: &mut Rng,
        constraint: impl Fn(Vec<usize>) -> Constraint,
    ) -> Vec<Constraint> {
        let lines = self.lines(rng, |line, at| {
            self.holds(&constraint([line, &[at]].concat()))
        });
        let long = lines.into_iter().filter(|line| line.len() >= MIN_LENGTH);
        long.map(constraint).collect()
    }

    /// Random walks that the judge of their constraint accepts, long ones first; no two share a cell. `constraint` is `None` for a walk that rules nothing out.
    pub(super) fn random_lines(
        &self,
        rng: &mut Rng,
        constraint: impl Fn(Vec<usize>) -> Option<Constraint>,
    ) -> Vec<Constraint> {
        let n = self.instance.n();
        let mut found: Vec<(Vec<usize>, Constraint)> = Vec::new();
        for _ in 0..N_WALKS {
            let length = MIN_LENGTH + rng.below(MAX_LENGTH - MIN_LENGTH + 1);
            let first = rng.below(n * n);
            let walk = self.walk(rng, first, length, |_, _| true);
            if walk.len() < length {
                continue;
            }
            if let Some(made) = constraint(walk.clone()).filter(|made| self.holds(made)) {
                found.push((walk, made));
            }
        }
        found.sort_by_key(|(walk, _)| std::cmp::Reverse(walk.len()));
        let mut is_used = vec![false; n * n];
        let mut chosen = Vec::new();
        for (walk, made) in found {
            if chosen.len() < n && walk.iter().all(|&at| !is_used[at]) {
                for at in walk {
                    is_used[at] = true;
                }
                chosen.push(made);
            }
        }
        chosen
    }

    /// Whether the judge of a constraint accepts the full board.
    fn holds(&self, constraint: &Constraint) -> bool {
        let judged = constraint.family().check(self.instance, self.numbers);
        judged.is_ok()
    }
}
